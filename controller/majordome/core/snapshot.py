"""The evening at one moment: what everyone but the prompter looks at. It never changes; the next step is another one.

No other thread ever sees a script at work: whoever wants to know how things stand takes the latest snapshot, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.cues import Cue, Fact, Hourglass, HourglassAway, Light, Outcome, Pause, Ring, Say, Scores
from majordome.core.evening import Evening
from majordome.core.events import Chair
from majordome.core.journal_summary import JournalSummary
from majordome.core.records import Happened
from majordome.core.script import Beat, Table

SAME_MOMENT = 1e-6  # seconds
REACTION = 0.3  # seconds: a hand that moves just after the clock or a chair ended a beat was meant for that beat


class Playtime(Struct, frozen=True):
    """Seconds of play: they stand still in a pause and while the box is off."""

    played: float = 0.0
    since: float | None = None  # None: it stands still

    @property
    def stopped(self) -> bool:
        """It stands still."""
        return self.since is None

    def at(self, now: float) -> float:
        """Seconds of play at this moment."""
        return self.played if self.since is None else self.played + (now - self.since)

    def turned(self, played: float, now: float) -> Playtime:
        """Turned to so many seconds, without being started or stopped."""
        return Playtime(played, None if self.since is None else now)


class Snapshot(Struct, frozen=True, gc=False):  # no circle can run through it
    """How the evening stands."""

    evening: Evening
    moment: int  # changes with each beat: an input says for which moment it was meant
    unseen: int  # so many of its changes the room may not notice
    beat: Beat | None  # where the script waits; None when the game is over
    table: Any  # the facts
    time: Playtime
    clock_starts: float  # when the time of this beat began to run, in seconds of play
    voice_ends: float
    light: Light | None
    shown: dict[type[Cue], Cue]  # how else the room looks
    said: Say | None  # the butler's latest sentence
    outcome: Outcome | None
    lit: Beat | None  # the last beat with open eyes: what the room knows in the dark
    memory: JournalSummary  # what happens later is added to its history
    steps: int  # how many events of it count

    @property
    def seen(self) -> int:
        """The moment, as far as the room may notice."""
        return self.moment - self.unseen

    @property
    def deadline(self) -> float | None:
        """When the time of this beat is up, in seconds of play."""
        return None if self.beat is None else self.beat.ends(self.clock_starts)

    @property
    def last(self) -> Happened | None:
        """The latest event that counts."""
        return self.memory.history[self.steps - 1] if self.steps else None

    @property
    def undoes(self) -> Happened | None:
        """The step that a step back would take back."""
        return next(self._steps_of_the_host(), None)

    @property
    def takes_back(self) -> str | None:
        """The beat of that step, as far as the room may know."""
        return next((step.beat for step in self._steps_of_the_host() if not step.event.unseen), None)

    @property
    def redoes(self) -> Happened | None:
        """The step that was last taken back."""
        undone = self.memory.undone
        return undone[-1].steps[0] if undone else None

    @property
    def puts_back(self) -> str | None:
        """The beat of that step."""
        return step.beat if (step := self.redoes) is not None else None

    @property
    def chairs(self) -> frozenset[Chair]:
        """Taken in the room, whatever was taken back."""
        return self.memory.chairs

    def _steps_of_the_host(self) -> Iterator[Happened]:
        """The latest first."""
        return (step for step in reversed(self.memory.history[: self.steps]) if step.event.by_host)

    @property
    def finished(self) -> bool:
        """The game has an outcome."""
        return self.beat is None

    @property
    def names(self) -> tuple[str, ...]:
        """Who is at the table by now."""
        names: tuple[str, ...] = self.table.names if isinstance(self.table, Table) else self.evening.names
        return names

    @property
    def paused(self) -> bool:
        """Play stands still."""
        return self.time.stopped

    @property
    def dark(self) -> bool:
        """Eyes are closed."""
        return self.beat is not None and self.beat.dark

    @property
    def under_way(self) -> bool:
        """The host has begun this evening, and it is not over."""
        return not self.finished and self.takes_back is not None

    @property
    def mood(self) -> str:
        """The light of the room."""
        return "evening" if self.light is None else self.light.mood

    @property
    def heading(self) -> Fact | None:
        """The part of the game that is being played."""
        return next((cue for cue in self.shown.values() if isinstance(cue, Fact) and cue.heading), None)

    @property
    def scores(self) -> Scores | None:
        """How everybody stands."""
        scores = self.shown.get(Scores)
        return scores if isinstance(scores, Scores) else None

    @property
    def ring(self) -> Ring | None:
        """The ring of light."""
        ring = self.shown.get(Ring)
        return ring if isinstance(ring, Ring) else None

    def played(self, now: float) -> float:
        """Seconds of play so far."""
        return self.time.at(now)

    def time_left(self, now: float) -> float | None:
        """Seconds until the time of this beat is up; None where nothing runs."""
        return None if self.deadline is None or self.paused else self.deadline - self.time.at(now)

    def voice_left(self, now: float) -> float:
        """Seconds that the butler still needs for the sentences of this beat."""
        return max(0.0, self.voice_ends - self.time.at(now))

    def sand(self, now: float) -> tuple[float, float] | None:
        """The hourglass: seconds left, and seconds in all; None when it is put away."""
        hourglass = self.shown.get(Hourglass)
        if not isinstance(hourglass, Hourglass) or self.deadline is None:
            return None
        return max(0.0, self.deadline - self.time.at(now)), hourglass.seconds

    def lasting(self, now: float) -> tuple[Cue, ...]:
        """How the room should look at this moment: shown after a power cut, a step back or a pause."""
        cues = [replace(cue, runs=None) if isinstance(cue, Ring) else cue for cue in self.shown.values()]
        if self.light is not None:
            cues.insert(0, self.light)
        if Hourglass not in self.shown:
            cues.insert(0, HourglassAway())
        return self.with_sand((*cues, Pause()) if self.paused else tuple(cues), now)

    def with_sand(self, cues: tuple[Cue, ...], now: float) -> tuple[Cue, ...]:
        """Tell the hourglass how much is left, where it is not full."""
        if Hourglass not in self.shown:
            return cues
        sand = self.sand(now)
        left = sand[0] if sand and sand[1] - sand[0] > SAME_MOMENT else None
        return tuple(replace(cue, left=left) if isinstance(cue, Hourglass) else cue for cue in cues)

    def moment_meant(self, now: float) -> int:
        """The moment for which a hand moves now."""
        return self.moment - 1 if now < self.opens_at(now) else self.moment

    def opens_at(self, now: float) -> float:
        """When a hand begins to mean this moment: nobody is as quick as the clock, or a chair, that ended a beat."""
        last, beat = self.last, self.beat
        if last is None or last.event.by_host or self.paused or beat is None or beat.name == last.beat:
            return float("-inf")
        return now + REACTION - (self.time.at(now) - last.t)
