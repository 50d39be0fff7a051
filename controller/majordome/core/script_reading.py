"""One reading of a script: where it waits, since when, and how the room looks by now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from majordome.core.cues import Cue, Hourglass, HourglassAway, HourglassEmpty, Light, Outcome, Say, Top
from majordome.core.error_log import log_exception
from majordome.core.events import Event
from majordome.core.records import Happened
from majordome.core.script import Beat, Script

SAND_IS_GONE = (HourglassAway, HourglassEmpty)
CALL_SECONDS = 2  # the voice waits until TOP has been heard


class Chooser(Protocol):
    """Chooses the words of a line: always the same for the same telling."""

    def choose(self, say: Say, telling: int) -> Say:
        """The line as it is said for the `telling`-th time."""
        ...

    def tell(self, say: Say, tellings: dict[str, int]) -> Say:
        """The line as it is said next, and counted: with a name and without, the sentences are the same."""
        ...

    def play(self, game: str) -> None:
        """From now on, the words of this game."""
        ...


class Reading:
    """A script that is being read. Feed it the same events and it is in the same place."""

    __slots__ = (
        *("_chooser", "_read_on", "_tellings", "_told", "beat", "clock_starts", "light", "lit", "outcome", "said"),
        *("shown", "table", "voice_ends"),
    )

    def __init__(self, script: Script[Any], chooser: Chooser) -> None:
        self.beat: Beat | None = None
        self.table: Any = None
        self.lit: Beat | None = None  # the last beat with open eyes
        self.light: Light | None = None  # changes most often, by far
        self.shown: dict[type[Cue], Cue] = {}  # all else that lasts: replaced, never changed: a snapshot may hold it
        self.said: Say | None = None  # the butler's latest sentence
        self._told: Sequence[Cue] = ()  # by the step in which he spoke last
        self.outcome: Outcome | None = None
        self._read_on: Callable[[Event | None], Any] = script.send  # type: ignore[assignment]  # None: read on
        self._chooser = chooser
        self._tellings: dict[str, int] = {}  # how often each line was said
        self.voice_ends = 0.0
        self.clock_starts = 0.0  # when the time of this beat began to run

    @property
    def spoken(self) -> tuple[Say, ...]:
        """All that the butler said in the step in which he spoke last."""
        return tuple(cue for cue in self._told if isinstance(cue, Say))

    @property
    def deadline(self) -> float | None:
        """When the time of this beat is up, in seconds of play."""
        return None if self.beat is None else self.beat.ends(self.clock_starts)

    def open(self, t: float) -> list[Cue]:
        """Read up to the first beat."""
        return self.feed(None, t)

    def follow(self, history: Iterable[Happened]) -> int:
        """Open the book and read on as it happened; how many events were read before one did not fit."""
        read = 0
        try:
            self.open(0.0)
        except Exception:  # noqa: BLE001  # likewise: then nothing fits
            log_exception(__name__, "the rules stumbled before the first event")
            return 0
        for read, step in enumerate(history, 1):
            try:
                if self.beat is None or self.beat.name != step.beat or self.beat.refuses(step.event):
                    return read - 1
                self.feed(step.event, step.t)
            except Exception:  # noqa: BLE001  # log_exception() writes it down, and the evening goes on
                log_exception(__name__, "the rules stumbled over event %d", read)
                return read - 1
        return read

    def feed(self, event: Event | None, t: float) -> list[Cue]:
        """Tell the script what happened, and read on to the next beat."""
        cues: list[Cue] = []
        spoke = False
        voice_ends = t  # a new step interrupts what was still being said
        read_on = self._read_on
        try:
            item = read_on(event)
            while (kind := type(item)) is not Beat:
                if kind is Say:
                    self.said = item = self._chooser.tell(item, self._tellings)
                    voice_ends += item.seconds
                    spoke = True
                elif kind is Light:
                    self.light = item
                elif item.noted:
                    voice_ends += self._note(item)
                cues.append(item)
                item = read_on(None)
        except StopIteration as end:
            self.beat, self.table = None, end.value
            self.voice_ends = voice_ends
            if spoke:
                self._told = cues  # the ending can be heard again
            return cues
        self.beat, self.table = item, item.table
        if not item.dark:
            self.lit = item
        if spoke:
            self._told, self.voice_ends = cues, voice_ends
        if not item.again:
            self.clock_starts = max(t, self.voice_ends) if item.after_voice else t
        return cues

    def _note(self, cue: Cue) -> int:
        """From now on the room looks like that, or so many seconds of it are heard."""
        kind, shown = type(cue), self.shown
        if cue.lasting:
            # Of another part of the game, the heading is gone.
            shown = {kind: was for kind, was in shown.items() if not kind.heading} if cue.heading else {**shown}
            shown[kind] = cue
            self.shown = shown
        elif kind is Top:
            return CALL_SECONDS
        elif kind in SAND_IS_GONE and Hourglass in shown:
            self.shown = {kind: was for kind, was in shown.items() if kind is not Hourglass}
        elif kind is Outcome:
            self.outcome = cue  # type: ignore[assignment]  # its kind says so
        if (heard := cue.heard) > 0:
            self.said = None
        return heard
