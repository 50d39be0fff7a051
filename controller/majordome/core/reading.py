"""One reading of a script: where it waits, since when, and how the room looks by now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from majordome.core.complaints import complain
from majordome.core.cues import Cue, Fact, Hourglass, HourglassAway, HourglassEmpty, Outcome, Say, Top
from majordome.core.events import Event
from majordome.core.records import Happened
from majordome.core.script import Beat, Script

SAND_IS_GONE = (HourglassAway, HourglassEmpty)
CALL_SECONDS = 2  # the voice waits until TOP has been heard


class Chooser(Protocol):
    """Chooses the words of a line: always the same for the same telling."""

    def counted(self, line: str) -> str:
        """The line as which this one is counted: with a name and without, the sentences are the same."""
        ...

    def choose(self, say: Say, telling: int) -> Say:
        """The line as it is said for the `telling`-th time."""
        ...

    def play(self, game: str) -> None:
        """From now on, the words of this game."""
        ...


class Reading:
    """A script that is being read. Feed it the same events and it is in the same place."""

    def __init__(self, script: Script[Any], chooser: Chooser) -> None:
        self.beat: Beat | None = None
        self.table: Any = None
        self.lit: tuple[Beat, Any] | None = None  # the last beat with open eyes, and its table
        self.shown: dict[type[Cue], Cue] = {}  # replaced, never changed: a snapshot may hold it
        self.said: Say | None = None  # the butler's latest sentence
        self.spoken: tuple[Say, ...] = ()  # all that he said in the step that last spoke
        self.outcome: Outcome | None = None
        self._script = script
        self._chooser = chooser
        self._tellings: dict[str, int] = {}  # how often each line was said
        self.voice_ends = 0.0
        self.clock_starts = 0.0  # when the time of this beat began to run

    @property
    def deadline(self) -> float | None:
        """When the time of this beat is up, in seconds of play."""
        beat = self.beat
        return None if beat is None or beat.within is None else self.clock_starts + beat.within

    def open(self, t: float) -> list[Cue]:
        """Read up to the first beat."""
        return self.feed(None, t)

    def follow(self, history: Iterable[Happened]) -> int:
        """Open the book and read on as it happened; how many events were read before one did not fit."""
        self.open(0.0)
        read = 0
        for read, step in enumerate(history, 1):
            try:
                if self.beat is None or self.beat.name != step.beat or self.beat.refuses(step.event):
                    return read - 1
                self.feed(step.event, step.t)
            except Exception:  # noqa: BLE001  # complain() writes it down, and the evening goes on
                complain(__name__, "the rules stumbled over event %d", read)
                return read - 1
        return read

    def feed(self, event: Event | None, t: float) -> list[Cue]:
        """Tell the script what happened, and read on to the next beat."""
        cues: list[Cue] = []
        said_before, self.voice_ends = self.voice_ends, t  # a new step interrupts what was still being said
        spoken: list[Say] = []
        script = self._script
        try:
            item = next(script) if event is None else script.send(event)
            while type(item) is not Beat:
                if type(item) is Say:
                    item = self._say(item)
                    spoken.append(item)
                elif item.noted:
                    self._note(item)
                cues.append(item)
                item = next(script)
        except StopIteration as end:
            self.beat, self.table = None, end.value
            self.spoken = tuple(spoken) or self.spoken  # the ending can be heard again
            return cues
        self.beat, self.table = item, item.table
        if not item.dark:
            self.lit = (item, item.table)
        if spoken:
            self.spoken = tuple(spoken)
        else:
            self.voice_ends = said_before
        if not item.again:
            self.clock_starts = max(t, self.voice_ends) if item.after_voice else t
        return cues

    def _say(self, say: Say) -> Say:
        counted = self._chooser.counted(say.line)
        telling = self._tellings.get(counted, 0)
        self._tellings[counted] = telling + 1
        self.said = said = self._chooser.choose(say, telling)
        self.voice_ends += said.seconds
        return said

    def _note(self, cue: Cue) -> None:
        kind, shown = type(cue), self.shown
        if isinstance(cue, Fact):
            if cue.seconds:
                self.said = None
                self.voice_ends += cue.seconds
            if cue.heading and cue.lasting:  # another part of the game is over
                shown = {kind: was for kind, was in shown.items() if not getattr(kind, "heading", False)}
            if isinstance(cue, Outcome):
                self.outcome = cue
        if cue.lasting:
            shown = {**shown}  # and then: in one go it takes twice as long
            shown[kind] = cue
            self.shown = shown
        elif kind is Top:
            self.voice_ends += CALL_SECONDS
        elif kind in SAND_IS_GONE and Hourglass in shown:
            self.shown = {kind: was for kind, was in shown.items() if kind is not Hourglass}
