"""What hands and bodies do in other rooms. The line's thread only notes it; the evening reads gestures and sitting.

A chair is a level: it may be retained, and *offline is a broken cable, never somebody who stood up*. A press is a
moment: a retained one is of another evening, and one that was meant for something the room has left behind is too late.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from majordome.core.clock import Clock
from majordome.core.cues import Notice
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import Chair
from majordome.core.prompter import Answer
from majordome.core.race import RaceLock
from majordome.rooms.topics import OFFLINE, from_bytes
from majordome.sensing.gestures import SAME_GESTURE, GestureReader
from majordome.sensing.guest_gestures import GuestReader
from majordome.sensing.presence import Presence
from majordome.settings.rooms import Sense

GONE: Final = "gone"  # instead of a switch: nobody knows any more
A_PRESS = 0.1  # seconds that a finger stays on a button which tells only of presses
TELL_AGAIN = 60.0  # seconds: a cable that trembles is told of once
LONGEST_PRESS = 15.0  # seconds between its two edges, by the satellite's clock


def said_by(sense: Sense, payload: bytes) -> bool | None:
    """On, off, or nothing that is meant for us."""
    told: Any = payload.decode("utf-8", "replace").strip()
    if sense.field:
        table = from_bytes(payload)
        told = table.get(sense.field) if isinstance(table, dict) else None
    word = str(told).casefold() if isinstance(told, str | bool | int) else None
    return True if word == sense.on.casefold() else False if word == sense.off.casefold() else None


class _RemoteEar:
    """What the remote ears have in common."""

    def __init__(self, sense: Sense, *, clock: Clock, tell: Callable[[Any], None], moment: Callable[[], int]) -> None:
        self.sense_of = sense
        self._clock, self._tell, self._moment = clock, tell, moment

    def _note(self, pressed: bool, at: float, switch: object = None) -> None:
        self._tell(Sensed(self, pressed, at, self._moment(), 0.0, switch))

    def hear(self, payload: bytes, *, retained: bool, step: int) -> None:
        """In the thread of the line: something was told."""
        raise NotImplementedError

    def gone(self) -> None:
        """In the thread of the line: nobody knows any more how it is there."""
        self._note(False, self._clock.now(), GONE)

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


class RemoteChair(_RemoteEar):
    """A chair in another room."""

    def __init__(self, sense: Sense, **hearing: Any) -> None:
        super().__init__(sense, **hearing)
        self.chair: Chair = "left" if sense.part == "left_chair" else "right"
        self._presence = Presence(self.chair)
        self._told = True  # the host knows that its cable is broken, or it has never been heard of
        self._told_at = -math.inf
        self._level: bool | None = None

    def hear(self, payload: bytes, *, retained: bool, step: int) -> None:
        """How it is there; told again is no news."""
        level = said_by(self.sense_of, payload)
        if level is not None and level is not self._level:
            self._level = level
            self._note(level, self._clock.now())

    def gone(self) -> None:
        """The cable is broken."""
        self._level = None
        super().gone()

    def due(self) -> float | None:
        """When the level has lasted."""
        return self._presence.due()

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """The level has changed, or is not known any more."""
        gone = sensed.switch == GONE
        self._presence.level(self._presence.taken if gone else sensed.pressed, sensed.at)
        if gone and not self._told and sensed.at >= self._told_at + TELL_AGAIN:
            self._told_at = sensed.at
            self._tell(Notice("cable_broken", (self.chair,)))
        self._told = gone
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The level may have lasted long enough."""
        event = self._presence.tick(now)
        return [] if event is None else [Heard(event)]


class RemotePress(_RemoteEar):
    """A button or a guest's buzzer in another room. A satellite tells both edges, by its own clock."""

    def __init__(self, sense: Sense, *, race: RaceLock | None = None, **hearing: Any) -> None:
        super().__init__(sense, **hearing)
        self._guest = GuestReader(sense.seat, race) if race is not None else None
        self._reader = GestureReader()
        self._last = -math.inf  # the satellite's time of the latest edge: what is told again, or late, is older
        self._pressed_at = -math.inf
        self._down: tuple[float, float] | None = None  # since when, by the evening's clock and by the satellite's

    def hear(self, payload: bytes, *, retained: bool, step: int) -> None:
        """A press, or one of its edges."""
        if retained:
            return
        if self.sense_of.own:
            self._edge(from_bytes(payload), step)
        elif said_by(self.sense_of, payload):
            at = self._clock.now()
            if at - self._pressed_at >= SAME_GESTURE:  # told twice is pressed once
                self._pressed_at = at
                self._pass(True, at)
                self._pass(False, at + A_PRESS)

    def _edge(self, told: Any, step: int) -> None:
        match told:
            case {"down": bool(down), "t": float() | int() as t, "step": int(meant)} if t > self._last:
                pass
            case _:
                return
        if not math.isfinite(t):
            return
        self._last, now = t, self._clock.now()
        if down and meant == step:
            self._down = (now, t)
            self._pass(True, now)
        elif not down and self._down is not None:
            (began, theirs), self._down = self._down, None
            self._pass(False, began + min(LONGEST_PRESS, t - theirs))

    def _pass(self, down: bool, at: float) -> None:
        slam = down and self._guest is not None and self._guest.slam(at)
        self._note(down, at, slam)

    def gone(self) -> None:
        """Nothing comes of a press that was never seen to end; a satellite that comes back counts anew."""
        self._last, self._down = -math.inf, None
        super().gone()

    def due(self) -> float | None:
        """When a press may have become a hold, or a single press is sure."""
        return (self._guest or self._reader).due()

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        reader = self._guest or self._reader
        if sensed.switch == GONE:
            reader.forget()
            return []
        if sensed.switch and self._guest is not None:
            self._guest.slammed(sensed.at)
            return []
        return reader.edge(sensed.pressed, sensed.at, moment)

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        return (self._guest or self._reader).tick(now)


class RemoteEars:
    """All of them, by their topics."""

    def __init__(self, senses: Sequence[Sense], *, race: RaceLock | None, **hearing: Any) -> None:
        self.ears: list[_RemoteEar] = []
        for sense in senses:
            if sense.part.endswith("chair"):
                self.ears.append(RemoteChair(sense, **hearing))
            elif sense.part == "button" or race is not None:
                self.ears.append(RemotePress(sense, race=race if sense.part != "button" else None, **hearing))
        self._away: set[int] = set()

    @property
    def topics(self) -> list[str]:
        """Where they are told of; a status is heard anyway."""
        told = {topic for ear in self.ears for topic in (ear.sense_of.topic, ear.sense_of.availability)}
        return sorted(told - {""})

    def hear(self, topic: str, payload: bytes, *, retained: bool, step: int) -> None:
        """In the thread of the line."""
        for ear in self.ears:
            if topic == ear.sense_of.availability:
                self._available(ear, payload)
            if topic == ear.sense_of.topic and id(ear) not in self._away:
                ear.hear(payload, retained=retained, step=step)

    def _available(self, ear: _RemoteEar, payload: bytes) -> None:
        told = from_bytes(payload)
        word = told.get("state") if isinstance(told, dict) else payload.decode("utf-8", "replace").strip()
        if word == OFFLINE.decode() and id(ear) not in self._away:
            self._away.add(id(ear))
            ear.gone()
        elif word != OFFLINE.decode():
            self._away.discard(id(ear))

    def all_gone(self) -> None:
        """There is no broker: every cable is broken."""
        self._away.clear()
        for ear in self.ears:
            ear.gone()
