"""What hands and bodies do on the board. Its edges come settled, in order and with the board's own time.

The port's thread only notes what it heard; gestures and sitting are read by the thread of the evening. Only a race is
decided where its edge comes in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from majordome.core.clock import Clock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import Chair
from majordome.core.prompter import Answer
from majordome.core.race import RaceLock
from majordome.pico import wire
from majordome.pico.board import Board
from majordome.pico.link import Told
from majordome.sensing.gestures import HOLD, SAME_GESTURE, GestureReader
from majordome.sensing.guest_gestures import GuestReader
from majordome.sensing.presence import Presence

Tell = Callable[[Sensed], None]
CHAIRS: tuple[Chair, Chair] = ("left", "right")  # in the board's order
TWO_CLOCKS = 0.03  # seconds: the clocks of box and board may differ a little
GONE: Final = "gone"  # instead of a switch: the board has left


class _PicoEar:
    """What the ears have in common: the time of the evening, and who is told."""

    def __init__(
        self, board: Board, *, clock: Clock, tell: Tell, moment: Callable[[], int], speed: float = 1.0
    ) -> None:
        self._board = board
        self._clock = clock
        self._tell = tell
        self._moment = moment
        self._speed = speed

    def _when(self, told: Told) -> float:
        """The evening's time of something the board told."""
        return self._clock.now() - max(0.0, self._board.now() - told.at) * self._speed

    def _note(self, pressed: bool, at: float, ticks: float = 0.0, switch: object = None) -> None:
        self._tell(Sensed(self, pressed, at, self._moment(), ticks, switch))

    def begin(self, now: float) -> None:
        """The evening begins."""

    def due(self) -> float | None:
        """When to look again."""
        return None

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        return []

    def took(self, heard: Heard, answer: Answer) -> None:
        """What came of it."""


class PicoButton(_PicoEar):
    """The big button on the board. `strike` sounds what else is armed, in the port's thread; `held` tells a light."""

    def __init__(
        self,
        board: Board,
        *,
        strike: Callable[[], None] = lambda: None,
        held: Callable[[bool], None] = lambda down: None,
        has_struck: Callable[[int], None] = lambda pattern: None,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        speed: float = 1.0,
    ) -> None:
        super().__init__(board, clock=clock, tell=tell, moment=moment, speed=speed)
        self.pressed = False
        self._strike = strike
        self._held = held
        self._has_struck = has_struck
        self._reader = GestureReader()
        self._counted_at = float("-inf")
        self._down: tuple[float, int] | None = None  # of a press that may count: since when, and for which moment
        board.listen("button", self._changed, self._left)

    def _changed(self, told: Told) -> None:
        pressed, at = bool(told.number("pressed")), self._when(told)
        if pressed is self.pressed:
            return  # told anew after a hello
        self.pressed = pressed
        if pressed:  # only noted: it may become a hold, and belongs to the press before if that was a moment ago
            again = at - max(self._counted_at, self._reader.acted) < SAME_GESTURE
            self._down = None if again else (at, self._moment())
        else:
            if told.number("struck") != wire.NONE:
                self._has_struck(told.number("struck"))
            down, self._down = self._down, None
            self._counted_at = at
            if down is not None and at - down[0] < HOLD and down[1] == self._moment():
                self._strike()
        self._note(pressed, at, told.number("at"))

    def _left(self) -> None:
        """Nobody knows whether the button is held: nothing comes of a press that was never seen to end."""
        self._down = None
        if self.pressed:
            self.pressed = False
            self._note(False, self._clock.now(), switch=GONE)

    @property
    def level(self) -> bool:
        """What the button says now."""
        return self.pressed

    @property
    def settled_at(self) -> float:
        """From here on a press counts, and does not belong to the last one, by both clocks."""
        return max(self._counted_at, self._reader.acted) + SAME_GESTURE + TWO_CLOCKS * self._speed

    def due(self) -> float | None:
        """When a press may have become a hold, or a single press is sure."""
        return self._reader.due()

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        self._held(sensed.pressed)
        if sensed.switch == GONE:
            self._reader.forget()
            return []
        return self._reader.edge(sensed.pressed, sensed.at, moment)

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        return self._reader.tick(now)


class PicoChair(_PicoEar):
    """A chair with a pressure sensor on the board. While the board is away nobody sits down or stands up."""

    unplugged = False  # an open sensor cannot be told from an empty chair

    def __init__(
        self,
        board: Board,
        *,
        chair: Chair,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        speed: float = 1.0,
    ) -> None:
        super().__init__(board, clock=clock, tell=tell, moment=moment, speed=speed)
        self.chair = chair
        self.sits = False
        self._away = True
        self._presence = Presence(chair)
        board.listen("chair", self._changed, self._left)

    def _changed(self, told: Told) -> None:
        number = told.number("chair")
        if number < len(CHAIRS) and CHAIRS[number] == self.chair:
            self.sits, self._away = bool(told.number("taken")), False
            self._note(self.sits, self._when(told), told.number("at"))

    def _left(self) -> None:
        self._away = True
        self._note(self.sits, self._clock.now(), switch=GONE)

    def begin(self, now: float) -> None:
        """A level, not an edge: when the evening begins, somebody may be sitting there already."""
        if not self._away:
            self._presence.level(self.sits, now)

    def due(self) -> float | None:
        """When the level has lasted."""
        return self._presence.due()

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """The level has changed, or is not known any more."""
        gone = sensed.switch == GONE
        self._presence.level(self._presence.taken if gone else sensed.pressed, sensed.at)
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The level may have lasted long enough."""
        event = self._presence.tick(now)
        return [] if event is None else [Heard(event)]


class PicoGuestBuzzers(_PicoEar):
    """Buzzers of the guests on the board: number n is that of seat n. An edge has the time of the board's interrupt."""

    def __init__(
        self,
        board: Board,
        *,
        race: RaceLock,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        speed: float = 1.0,
    ) -> None:
        super().__init__(board, clock=clock, tell=tell, moment=lambda: race.meant(moment), speed=speed)
        self._readers = [GuestReader(seat, race) for seat in range(wire.MOST_GUESTS)]
        self._down: set[int] = set()
        board.listen("guest", self._changed, self._left)

    @property
    def many(self) -> int:
        """How many the board has."""
        identity = self._board.identity
        return 0 if identity is None else identity.guests

    @property
    def down(self) -> set[int]:
        """The seats whose buzzer is pressed now."""
        return set(self._down)

    def _changed(self, told: Told) -> None:
        number, pressed, at = told.number("number") - 1, bool(told.number("pressed")), self._when(told)
        if number not in range(len(self._readers)) or pressed is (number in self._down):
            return  # told anew after a hello
        self._down ^= {number}
        slam = pressed and self._readers[number].slam(at)
        self._note(pressed, at, told.number("at"), (number, slam))

    def _left(self) -> None:
        self._down = set()
        self._note(False, self._clock.now(), switch=GONE)

    def due(self) -> float | None:
        """When a single press is sure."""
        return min((due for reader in self._readers if (due := reader.due()) is not None), default=None)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """A guest's edge has reached the evening."""
        match sensed.switch:
            case (int(number), bool(slam)):
                reader = self._readers[number]
                if not slam:
                    return reader.edge(sensed.pressed, sensed.at, moment)
                reader.slammed(sensed.at)
            case _:
                for reader in self._readers:
                    reader.forget()
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        return [heard for reader in self._readers for heard in reader.tick(now)]
