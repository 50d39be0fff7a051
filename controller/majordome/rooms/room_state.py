"""What the room may know, as one retained message: made of the room's own view, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from majordome.core.cues import (
    Cue,
    Effect,
    Fact,
    GoOn,
    Hourglass,
    HourglassAway,
    HourglassEmpty,
    Light,
    Pause,
    ReadOut,
    Ring,
    Say,
    Top,
)
from majordome.core.library import manifest
from majordome.core.manifest import Mood
from majordome.core.plain_values import snake, to_plain
from majordome.core.snapshot import Snapshot
from majordome.core.view import ASLEEP, RoomView, chairs
from majordome.words.narrator import Narrator

FOR_SATELLITES = (Light, Hourglass, HourglassEmpty, HourglassAway, Ring, Pause, GoOn, Say, ReadOut, Top, Effect)


class StateOfTheRoom:
    """Makes the state. The end of the sand is told as a time of day, so that nothing need be sent while it falls."""

    def __init__(self, narrator: Narrator, speed: float, wall: Callable[[], float]) -> None:
        self._narrator = narrator
        self._speed = speed
        self._wall = wall
        self._sand: tuple[object, str | None] = ((), None)

    def of(self, now_at: Snapshot, room: RoomView, now: float) -> dict[str, Any]:
        """In the dark it stands still, but for being dark."""
        fallen = {*manifest(room.game).fallen}
        living = [name for name, marks in room.seats if fallen.isdisjoint(marks)]
        heading = room.heading or {}
        return {
            "game": room.game,
            "lang": self._narrator.lang,
            "phase": room.beat,
            "phase_text": self._phase(room.beat),
            "dark": room.dark,
            "paused": room.paused,
            "finished": room.finished,
            "mood": room.mood,
            "round": room.table.get("round", heading.get("number")),
            "heading": room.heading,
            "living": len(living) if room.seats else None,
            "seats": [{"name": name, "marks": list(marks)} for name, marks in room.seats],
            "scores": [{"name": name, "points": points} for name, points in room.scores],
            "chairs": {} if room.dark else dict(chairs(now_at)),
            "sand": None
            if room.sand is None
            else {"total": room.sand.total / self._speed, "running": room.sand.running},
            "ends": self._ends(now_at, room, now),
            "winner": room.winner,
            "winners": list(room.winners),
        }

    def _phase(self, beat: str) -> str:
        if beat == ASLEEP:
            return self._narrator.word("ui", "eyes_closed")
        return self._narrator.beat(beat, "title") or beat

    def _ends(self, now_at: Snapshot, room: RoomView, now: float) -> str | None:
        """Told anew only where the sand is another one: two looks at the same sand must be the same bytes."""
        if room.sand is None or not room.sand.running:
            return None
        which = (now_at.deadline, now_at.time, room.sand.total)
        if self._sand[0] != which:
            ends = self._wall() + room.sand.left / self._speed
            self._sand = which, datetime.fromtimestamp(round(ends), UTC).isoformat()
        return self._sand[1]


def lamp_of(mood: Mood) -> dict[str, Any]:
    """A mood, as Home Assistant knows a light."""
    if not any(mood.colour):
        return {"state": "OFF"}
    red, green, blue = (round(255 * part) for part in mood.colour)
    return {"state": "ON", "color_mode": "rgb", "brightness": 255, "color": {"r": red, "g": green, "b": blue}}


def for_satellites(cue: Cue) -> dict[str, Any] | None:
    """A cue as another box may play it; None where it is for nobody else: a countdown, a secret, a word to the host."""
    if isinstance(cue, Fact):
        return None if cue.secret else {"is": "fact", "fact": snake(type(cue).__name__), "seconds": cue.seconds}
    return {"is": snake(type(cue).__name__), **to_plain(cue)} if isinstance(cue, FOR_SATELLITES) else None


def moment_of(cue: Cue) -> tuple[str, str, dict[str, Any]] | None:
    """Its name, which of several it is, and what is told with it; None where it is no moment of the evening."""
    name = snake(type(cue).__name__)
    match cue:
        case Top(call):
            return name, call, {"call": call}
        case Light(mood):
            return name, mood, {"mood": mood}
        case Hourglass(seconds, None):
            return name, "", {"seconds": seconds}
        case HourglassEmpty() | HourglassAway() | Pause() | GoOn():
            return name, "", {}
        case Fact() if not cue.secret:
            return name, "", to_plain(cue)
    return None
