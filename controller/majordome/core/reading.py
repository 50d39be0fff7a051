"""One reading of a script: where it waits, since when, and how the room looks by now."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from majordome.core.cues import Cue, Hourglass, HourglassAway, HourglassEmpty, Say, Scream, Top
from majordome.core.events import Event
from majordome.core.records import Happened
from majordome.core.script import Beat, Script
from majordome.games.murder.guests import Table

CALL_SECONDS: dict[type[Cue], int] = {Top: 2, Scream: 3}  # the voice waits until they have been heard

log = logging.getLogger(__name__)


class Chooser(Protocol):
    """Chooses the words of a line: always the same for the same telling."""

    def choose(self, say: Say, telling: int) -> Say:
        """The line as it is said for the `telling`-th time."""
        ...


class Reading:
    """A script that is being read. Feed it the same events and it is in the same place."""

    beat: Beat | None = None
    table: Table

    def __init__(self, script: Script[Table], chooser: Chooser) -> None:
        self.lasting: dict[type[Cue], Cue] = {}
        self.said: Say | None = None  # the butler's latest sentence
        self._script = script
        self._chooser = chooser
        self._tellings: Counter[str] = Counter()
        self.voice_ends = 0.0
        self.clock_starts = 0.0  # when the time of this beat began to run

    @property
    def deadline(self) -> float | None:
        """When the time of this beat is up, in seconds of play."""
        beat = self.beat
        return None if beat is None or beat.within is None else self.clock_starts + beat.within

    def open(self, t: float) -> list[Cue]:
        """Read up to the first beat."""
        return self._read_on(None, t)

    def feed(self, event: Event, t: float) -> list[Cue]:
        """Tell the script what happened, and read on to the next beat."""
        return self._read_on(event, t)

    def follow(self, history: Iterable[Happened]) -> int:
        """Open the book and read on as it happened; how many events were read before one did not fit."""
        self.open(0.0)
        read = 0
        for read, step in enumerate(history, 1):
            try:
                if self.beat is None or self.beat.name != step.beat or self.beat.refuses(step.event):
                    return read - 1
                self.feed(step.event, step.t)
            except Exception:
                log.exception("the rulebook stumbled over event %d", read)
                return read - 1
        return read

    def _read_on(self, event: Event | None, t: float) -> list[Cue]:
        cues: list[Cue] = []
        said_before, self.voice_ends = self.voice_ends, t  # a new step interrupts what was still being said
        try:
            item = next(self._script) if event is None else self._script.send(event)
            while not isinstance(item, Beat):
                cues.append(self._note(item, t))
                item = next(self._script)
        except StopIteration as end:
            self.beat, self.table = None, end.value
            return cues
        self.beat, self.table = item, item.table
        if not any(isinstance(cue, Say) for cue in cues):
            self.voice_ends = said_before
        if not item.again:
            self.clock_starts = max(t, self.voice_ends) if item.after_voice else t
        return cues

    def _note(self, cue: Cue, t: float) -> Cue:
        if isinstance(cue, Say):
            cue = self._chooser.choose(cue, self._tellings[cue.line])
            self._tellings[cue.line] += 1
            self.voice_ends += cue.seconds
            self.said = cue
        elif isinstance(cue, Top | Scream):
            self.said = None if isinstance(cue, Scream) else self.said
            self.voice_ends += CALL_SECONDS[type(cue)]
        if isinstance(cue, HourglassAway | HourglassEmpty):
            self.lasting.pop(Hourglass, None)
        elif cue.lasting:
            self.lasting[type(cue)] = cue
        return cue
