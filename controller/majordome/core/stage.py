"""The stage hands each cue to the props that play it.

A prop is one physical thing (buzzer, hourglass, lamp, speaker) or a page that shows everything. Every prop is
optional, and one that fails is left out: the host is told once, and the evening goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol

from majordome.core.cues import (
    Alarm,
    Countdown,
    Cue,
    Hourglass,
    HourglassAway,
    HourglassEmpty,
    Jail,
    Light,
    Notice,
    Outcome,
    Pause,
    Release,
    Round,
    Say,
    Scream,
    Tally,
    Top,
)
from majordome.core.events import Votes

MOST_READ_OUT = 4  # names: nobody listens to more

log = logging.getLogger(__name__)


class Buzzer(Protocol):
    """TOP and alarm, heard by a crowd."""

    def sound(self, pattern: str) -> None:
        """One of: stop, turn, vote, empty, alarm."""


class Sand(Protocol):
    """The hourglass. How the sand falls is its own business."""

    def run(self, left: float, total: float) -> None:
        """Let it run."""

    def freeze(self) -> None:
        """Stand still, visibly paused."""

    def clear(self, *, empty: bool) -> None:
        """Put it away; `empty`: after the last grain."""


class Lamp(Protocol):
    """The mood of the room."""

    def mood(self, mood: str) -> None:
        """A mood of `cues.Mood`, or 'scream' for the flash."""


class Speaker(Protocol):
    """The voice, the calls and the sounds of the room."""

    def say(self, say: Say | str) -> None:
        """Speak a line, or names and numbers, behind what is being said."""

    def interrupt(self) -> None:
        """A new step begins: leave unsaid what was still to be said of the last one."""

    def hush(self) -> None:
        """Fall silent for the countdown."""

    def scream(self) -> None:
        """Make people jump."""

    def call(self, pattern: str) -> None:
        """One of: stop, turn, vote, empty, alarm."""

    def effect(self, name: str) -> None:
        """A sound of the room."""

    def mood(self, mood: str) -> None:
        """The bed of sound that goes with the light."""


class Page(Protocol):
    """Sees every cue: a screen, an account, a recording."""

    def show(self, cue: Cue) -> None:
        """Show it, or not."""


class Stage:
    """One match: cue -> prop."""

    def __init__(
        self,
        *,
        buzzers: Sequence[Buzzer] = (),
        hourglasses: Sequence[Sand] = (),
        lamps: Sequence[Lamp] = (),
        speakers: Sequence[Speaker] = (),
        pages: Sequence[Page] = (),
    ) -> None:
        self._buzzers: list[Buzzer] = []
        self._hourglasses: list[Sand] = []
        self._lamps: list[Lamp] = []
        self._speakers: list[Speaker] = []
        self._pages: list[Page] = []
        self._failed: set[str] = set()
        self._round: Round | None = None  # as it was last heard
        self.add(buzzers=buzzers, hourglasses=hourglasses, lamps=lamps, speakers=speakers, pages=pages)

    def add(
        self,
        *,
        buzzers: Sequence[Buzzer] = (),
        hourglasses: Sequence[Sand] = (),
        lamps: Sequence[Lamp] = (),
        speakers: Sequence[Speaker] = (),
        pages: Sequence[Page] = (),
    ) -> None:
        """These play along from the next cue on."""
        self._buzzers += buzzers
        self._hourglasses += hourglasses
        self._lamps += lamps
        self._speakers += speakers
        self._pages += pages

    def perform(self, cues: Sequence[Cue]) -> None:
        """Play them in order: first to what people hear and see, then to the pages."""
        if any(isinstance(cue, Say) for cue in cues):
            for speaker in self._speakers:
                self.attempt(speaker, speaker.interrupt)
        for cue in cues:
            for prop, play in self._calls(cue):
                self.attempt(prop, play)
            for page in self._pages:
                self.attempt(page, partial(page.show, cue))

    def attempt(self, prop: object, play: Callable[[], None]) -> None:
        """Do something that may fail: told once, and the evening goes on."""
        try:
            play()
        except Exception as trouble:
            name = type(prop).__name__
            if name in self._failed:
                return
            self._failed.add(name)
            log.exception("the %s failed", name)
            self.perform([Notice("prop_failed", (name, str(trouble)))])

    def _calls(self, cue: Cue) -> Iterator[tuple[object, Callable[[], None]]]:
        match cue:
            case Top(call):
                yield from self._call(call)
            case Alarm():
                yield from self._call("alarm")
            case Scream():
                yield from ((speaker, speaker.scream) for speaker in self._speakers)
                yield from ((lamp, partial(lamp.mood, "scream")) for lamp in self._lamps)
            case Say():
                yield from ((speaker, partial(speaker.say, cue)) for speaker in self._speakers)
            case Countdown():
                yield from ((speaker, speaker.hush) for speaker in self._speakers)
            case Light(mood):
                yield from ((prop, partial(prop.mood, mood)) for prop in (*self._lamps, *self._speakers))
            case Hourglass(seconds, left):
                now = seconds if left is None else left
                yield from ((sand, partial(sand.run, now, seconds)) for sand in self._hourglasses)
                if left is None:
                    yield from self._effect("gong")
            case Pause():
                yield from ((sand, sand.freeze) for sand in self._hourglasses)
            case HourglassEmpty():
                yield from ((sand, partial(sand.clear, empty=True)) for sand in self._hourglasses)
                yield from self._call("empty")
            case HourglassAway():
                yield from ((sand, partial(sand.clear, empty=False)) for sand in self._hourglasses)
            case Tally(votes) if votes:
                yield from ((speaker, partial(speaker.say, _read_out(votes))) for speaker in self._speakers)
            case Round() if cue == self._round:
                pass  # after a pause or a step back the room looks as before: that is no news
            case Round() | Jail() | Release() | Outcome():
                self._round = cue if isinstance(cue, Round) else self._round
                yield from self._effect(_effect(cue))

    def _call(self, pattern: str) -> Iterator[tuple[object, Callable[[], None]]]:
        yield from ((buzzer, partial(buzzer.sound, pattern)) for buzzer in self._buzzers)
        yield from ((speaker, partial(speaker.call, pattern)) for speaker in self._speakers)

    def _effect(self, name: str) -> Iterator[tuple[object, Callable[[], None]]]:
        yield from ((speaker, partial(speaker.effect, name)) for speaker in self._speakers)


def _read_out(votes: Votes) -> str:
    """How many hands against whom: those with most, most first."""
    return ", ".join(f"{name} {count}" for name, count in sorted(votes, key=lambda vote: -vote[1])[:MOST_READ_OUT])


def _effect(cue: Round | Jail | Release | Outcome) -> str:
    """What is heard as a round begins, the jail closes or opens, and the game ends."""
    match cue:
        case Round(number, _, time):
            return "cock_crow" if time == "day" else "church_bell" if number == 1 else "owl"
        case Jail():
            return "jail_door"
        case Release():
            return "handcuffs"
        case Outcome(winner):
            return f"victory_{winner}"
