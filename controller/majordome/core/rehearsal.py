"""A whole evening in virtual time, as JSON lines: the rehearsal contract. The file plays the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import json

from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, Notice, Outcome, Refused, Say, Top
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.events import Event, Gesture
from majordome.core.game import PlannedHost
from majordome.core.library import manifest
from majordome.core.plain_values import snake, to_plain
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.script import Beat
from majordome.core.stage import Stage
from majordome.words.narrator import Lang, Narrator

Print = Callable[[str], None]
UNFINISHED = {"cue": "unfinished"}


def line_of(cue: Cue, t: float, narrator: Narrator) -> dict[str, Any]:
    """A cue as the rehearsal contract writes it."""
    match cue:
        case Top(call):
            fields: dict[str, Any] = {"for": call}
        case Say(line, names):
            fields = {"line": line, "text": narrator.words(cue), **({"names": list(names)} if names else {})}
        case Outcome(winner, ()):
            fields = {"winner": winner}  # who they are is not known
        case Refused(what):
            fields = {"what": what, "why": narrator.refusal(cue)}
        case Notice(what):
            fields = {"what": what, "text": narrator.notice(cue)}
        case _:
            # `from` and `for` are words of Python: a fact writes them with a _ behind.
            fields = {key.rstrip("_"): _told(value) for key, value in to_plain(cue).items() if value is not None}
    return {"t": round(t, 3), "cue": snake(type(cue).__name__), **fields}


def written(line: dict[str, Any]) -> str:
    """A line of JSON, with room between its words."""
    return json.format(json.encode(line), indent=0).decode()


def _told(value: Any) -> Any:
    """Pairs of a name and a number are written as a table."""
    pairs = isinstance(value, list) and bool(value) and all(isinstance(v, list) and len(v) == 2 for v in value)
    return dict(value) if pairs else value


class LinesPage:
    """A page that prints each cue as a line."""

    def __init__(self, clock: VirtualClock, narrator: Narrator, out: Print) -> None:
        self._clock = clock
        self._narrator = narrator
        self._out = out

    def show(self, cue: Cue) -> None:
        """Print it."""
        self._out(written(line_of(cue, self._clock.now(), self._narrator)))


class Rehearsal:
    """Plays the host: presses where the box waits for a press, answers from the file where it asks."""

    def __init__(self, evening: Evening, lang: Lang, host: PlannedHost, out: Print) -> None:
        self._host = host
        self._clock = VirtualClock()
        narrator = Narrator(lang)
        self._prompter = Prompter(evening, narrator)
        game = manifest(evening.game)
        self._page = LinesPage(self._clock, narrator, out)
        stage = Stage(lambda: game, page=[self._page])
        self.writer = MemoryWriter()
        self._performance = Performance(self._prompter, stage, self._clock, self.writer)
        self._out = out

    def play(self) -> bool:
        """Play to the end; False if the file ends before the game does."""
        self._performance.begin()
        while (beat := self._prompter.beat) is not None:
            if not (self._let_time_pass() if self._host.waits(beat) else self._answer(beat)):
                self._out(written({"t": round(self._clock.now(), 3), **UNFINISHED}))
                return False
        return True

    def _answer(self, beat: Beat) -> bool:
        """Do what the host does at this beat, after as long as people take; False where the file has no answer."""
        self._clock.advance(self._prompter.voice_left(self._clock.now()) + beat.usually)
        return self._host.answer(beat, self._say)

    def _say(self, said: Event | Gesture | Refused) -> Refused | None:
        if isinstance(said, Refused):  # what the room may not be told, the author of the file is
            self._page.show(said)
            return said
        return self._performance.hear(said).refused

    def _let_time_pass(self) -> bool:
        self._clock.advance(self._prompter.time_left(self._clock.now()) or 0.0)
        return self._performance.time_up()
