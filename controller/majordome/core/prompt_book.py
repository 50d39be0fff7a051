"""The prompter's book: the script as far as it is read, what has happened, the clock, and the snapshot of it all.

It does no input or output, and decides nothing: what may happen, and what comes of it, is the prompter's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from majordome.core.cues import Cue
from majordome.core.evening import Evening
from majordome.core.events import Chair
from majordome.core.journal_summary import JournalSummary
from majordome.core.library import load
from majordome.core.records import Happened
from majordome.core.script import Beat
from majordome.core.script_reading import Chooser, Reading
from majordome.core.snapshot import Playtime, Snapshot
from majordome.errors import Diverged


class PromptBook:
    """One evening as it stands."""

    __slots__ = ("_memory", "_moment", "_narrator", "_reading", "_time", "_unseen", "evening", "snapshot")

    def __init__(self, evening: Evening, narrator: Chooser) -> None:
        self._moment = self._unseen = 0
        self._memory = JournalSummary()
        self._narrator = narrator
        self._open(evening)

    def _open(self, evening: Evening) -> None:
        self.evening = evening
        self._narrator.play(evening.game)
        self._time = Playtime()
        self._reading = self._fresh()
        self._publish()

    def _publish(self) -> None:
        """What everyone sees from now on. The table of a reading that has not begun is nobody's yet."""
        reading, memory = self._reading, self._memory
        self.snapshot = Snapshot(  # in the order of its fields: by their names it takes six times as long
            self.evening,
            self._moment,
            self._unseen,
            reading.beat,
            reading.table,
            self._time,
            reading.clock_starts,
            reading.voice_ends,
            reading.light,
            reading.shown,
            reading.said,
            reading.outcome,
            reading.lit,
            memory,
            len(memory.history),
        )

    def _another_moment(self, *, unseen: bool = False) -> None:
        """From here on a hand means something else, though the room may have noticed nothing."""
        self._moment += 1
        self._unseen += unseen

    # What the evening's own thread asks; all others take a snapshot.

    @property
    def history(self) -> Sequence[Happened]:
        """The events that count."""
        return self._memory.history

    @property
    def moment(self) -> int:
        """Changes with each beat: an input says for which moment it was meant."""
        return self.snapshot.moment

    @property
    def beat(self) -> Beat | None:
        """Where the script waits; None when the game is over."""
        return self.snapshot.beat

    @property
    def table(self) -> Any:
        """The facts, at this moment."""
        return self.snapshot.table

    @property
    def paused(self) -> bool:
        """Play stands still."""
        return self.snapshot.paused

    @property
    def finished(self) -> bool:
        """The game has an outcome."""
        return self.snapshot.finished

    @property
    def chairs(self) -> frozenset[Chair]:
        """The chairs that are taken in the room, whatever was taken back."""
        return self.snapshot.chairs

    def played(self, now: float) -> float:
        """Seconds of play so far."""
        return self._time.at(now)

    def time_left(self, now: float) -> float | None:
        """Seconds until the time of this beat is up; None where nothing runs."""
        return self.snapshot.time_left(now)

    def voice_left(self, now: float) -> float:
        """Seconds that the butler still needs for the sentences of this beat."""
        return self.snapshot.voice_left(now)

    def sand(self, now: float) -> tuple[float, float] | None:
        """The hourglass: seconds left, and seconds in all; None when it is put away."""
        return self.snapshot.sand(now)

    def lasting(self, now: float) -> tuple[Cue, ...]:
        """How the room should look at this moment."""
        return self.snapshot.lasting(now)

    # Reading it again.

    def _fresh(self) -> Reading:
        return self._script_of(self.evening)

    def _script_of(self, evening: Evening) -> Reading:
        return Reading(load(evening.game).script(evening), self._narrator)

    def _reread(self, clock_starts: float | None = None) -> None:
        """Read the book again, as far as the history goes."""
        fresh = self._fresh()
        read = fresh.follow(self.history)
        if read < len(self.history):
            step, beat = self.history[read], fresh.beat
            raise Diverged(
                f"event {read + 1} of the journal ({type(step.event).__name__} at '{step.beat}') does not fit "
                f"these rules, which wait at '{beat.name if beat else 'the end'}': "
                "play it with the version that wrote it, or start a new evening with --new"
            )
        self._reading = fresh
        if clock_starts is not None:
            self._reading.clock_starts = clock_starts

    def _turn_clock(self, t: float, now: float) -> None:
        """Play goes on from here: the hourglass with what was left, a short countdown in the dark anew and whole."""
        self._time = self._time.turned(t, now)
        beat = self._reading.beat
        if beat is not None and beat.dark and beat.within is not None:
            self._reading.clock_starts = t
