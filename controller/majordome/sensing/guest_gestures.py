"""What a player does with a buzzer of their own: press and double press, by the rules of the big button; no holds.

Where the beat is a race the first edge counts, in the thread it comes from. Pure but for the race's lock.
"""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.evening_queue import Heard, Moment
from majordome.core.events import Buzz, Gesture
from majordome.core.race import RaceLock
from majordome.sensing.gestures import GestureReader


class GuestReader:
    """Reads the buzzer of one seat, from 0. Where nobody sits, nothing is heard."""

    def __init__(self, seat: int, race: RaceLock) -> None:
        self._seat = seat
        self._race = race
        self._reader = GestureReader(holds=False)

    def slam(self, at: float) -> bool:
        """In the thread of the edge: true if it was a slam, and nothing else is to be read from it."""
        player = self._race.seated(self._seat)
        return player is not None and self._race.slam(player, at)

    def slammed(self, at: float) -> None:
        """It was: a nervous second press does not count."""
        self._reader.acted = at

    def edge(self, pressed: bool, at: float, moment: Moment) -> list[Heard]:
        """An edge that was no slam has reached the evening."""
        player = self._race.seated(self._seat)
        double = player is not None and self._race.doubles(player, moment.number)
        return self._buzzes(self._reader.edge(pressed, at, replace(moment, double=double, acts_at_once=not double)))

    def due(self) -> float | None:
        """When a single press is sure."""
        return self._reader.due()

    def tick(self, now: float) -> list[Heard]:
        """Time has passed."""
        return self._buzzes(self._reader.tick(now))

    def forget(self) -> None:
        """The buzzer cannot be seen any more."""
        self._reader.forget()

    def _buzzes(self, all_heard: list[Heard]) -> list[Heard]:
        player = self._race.seated(self._seat)
        return [
            replace(heard, said=Buzz(player, heard.said))
            for heard in all_heard
            if player is not None and isinstance(heard.said, Gesture)
        ]
