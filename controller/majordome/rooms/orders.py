"""What may be asked of the box from afar: `<thing>/set`. It becomes what a hand or a page would say, and nothing more.

A retained order is somebody's mistake, and is not carried out: a press of last night would begin this evening.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from majordome.core.clock import Clock
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Heard as Said
from majordome.core.evening_queue import Joined
from majordome.core.events import Gesture, TimeAdded, Wish
from majordome.core.manifest import Mood
from majordome.core.prompter import Answer
from majordome.core.snapshot import Snapshot
from majordome.rooms.topics import from_bytes
from majordome.words.narrator import LANGS, Lang

SOFTEST, LOUDEST = 10, 100  # per cent
LONGEST_SAND = 3600  # seconds
A_SECOND = 5  # orders of one thing
MOST_KINDS = 256


class RateLimit:
    """So many a second of each kind, and no more: nobody can drown the evening."""

    def __init__(self, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._now = a_second, now
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, kind: str) -> bool:
        """Whether one more of this kind may come; if so, it counts."""
        now = self._now()
        if len(self._left) > MOST_KINDS:
            self._left.clear()  # somebody makes them up
        left, at = self._left.get(kind, (self._a_second, now))
        left = min(self._a_second, left + (now - at) * self._a_second)
        self._left[kind] = (max(0.0, left - 1), now)
        return left >= 1


class Orders:
    """In the thread of the line: an order is understood, and put into the evening's queue."""

    def __init__(
        self,
        *,
        tell: Callable[[Any], None],
        snapshot: Callable[[], Snapshot],
        clock: Clock,
        volume: Callable[[float], None] | None,
        speak: Callable[[Lang], None],
        lamps: Callable[[], list[Any]],
    ) -> None:
        self._tell, self._snapshot, self._clock = tell, snapshot, clock
        self._volume, self._speak, self._lamps = volume, speak, lamps
        self._patience = RateLimit(A_SECOND)
        self._known: Mapping[str, Callable[[str], None]] = {
            "press": self._press,
            "pause": self._pause,
            "volume": self._set_volume,
            "lang": self._set_lang,
            "time": self._set_time,
            "lamp": self._set_lamp,
        }

    def take(self, thing: str, payload: bytes, *, retained: bool) -> None:
        """Carry it out, unless it is old, too much, or no order at all."""
        if retained or not self._patience.allows(thing):
            return
        try:
            text = payload.decode("utf-8").strip()
        except UnicodeDecodeError:
            return
        self._known[thing](text)

    def _say(self, said: Gesture | Wish | TimeAdded) -> None:
        now_at = self._snapshot()
        hand = isinstance(said, Gesture)  # a hand may still have meant what the clock has just ended
        moment = now_at.moment_meant(self._clock.now()) if hand else now_at.moment
        self._tell(Said(said, moment, reply=_noted))

    def _press(self, text: str) -> None:
        gestures = {gesture.value: gesture for gesture in Gesture}
        if (gesture := gestures.get(text.casefold())) is not None:
            self._say(gesture)

    def _pause(self, text: str) -> None:
        wishes = {"on": Wish.PAUSE, "pause": Wish.PAUSE, "off": Wish.GO_ON, "go on": Wish.GO_ON}
        if (wish := wishes.get(text.casefold())) is not None:
            self._say(wish)

    def _set_volume(self, text: str) -> None:
        per_cent = _number(text)
        if self._volume is not None and per_cent is not None and SOFTEST <= per_cent <= LOUDEST:
            self._volume(per_cent / 100)
            self._tell(Joined(_look))

    def _set_lang(self, text: str) -> None:
        for lang in LANGS:
            if text == lang:
                self._speak(lang)
                self._tell(Joined(_look))

    def _set_time(self, text: str) -> None:
        """So many seconds shall be left in the hourglass."""
        wanted, now_at = _number(text), self._snapshot()
        sand = now_at.sand(self._clock.now())
        if wanted is None or not 0 < wanted <= LONGEST_SAND or sand is None or now_at.dark:
            return
        if added := round(wanted - sand[0]):
            self._say(TimeAdded(added))

    def _set_lamp(self, text: str) -> None:
        """Until the game's next light; never in the dark, and never a light of the game's choosing."""
        wanted = from_bytes(text.encode())
        if not isinstance(wanted, dict) or wanted.get("state") not in ("ON", "OFF"):
            return
        colour = wanted.get("color") if wanted["state"] == "ON" else {}
        parts = [_part(colour, key) if isinstance(colour, dict) and colour else None for key in "rgb"]
        bright = _part(wanted, "brightness")
        lit = tuple((1.0 if part is None else part) * (1.0 if bright is None else bright) for part in parts)
        mood = Mood("remote", lit, max(lit)) if wanted["state"] == "ON" else Mood("remote")  # type: ignore[arg-type]  # three of them

        def shine(performance: Performance) -> None:
            if not performance.prompter.snapshot.dark:
                for lamp in self._lamps():
                    performance.stage.attempt(lamp, lambda lamp=lamp: lamp.shine(mood))  # type: ignore[misc]  # each its own

        self._tell(Joined(shine))


def _look(performance: Performance) -> None:
    """Whoever shows something that was set looks again."""
    for look in performance.watchers:
        performance.stage.attempt(look, look)


def _noted(answer: Answer, safe: bool) -> None:
    """Nobody waits for it; the room need not hear of a refusal."""


def _number(text: str) -> float | None:
    try:
        number = float(text) if len(text) <= 12 else None
    except ValueError:
        return None
    return number if number is not None and number == number and abs(number) < 1e9 else None


def _part(of: Mapping[str, Any], key: str) -> float | None:
    value = of.get(key)
    return min(255.0, max(0.0, value)) / 255 if isinstance(value, int | float) and value == value else None
