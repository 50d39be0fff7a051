"""The stage hands each cue to the props that play it.

A prop is one physical thing (buzzer, hourglass, lamp, speaker) or a page that shows everything: the rows of props.py.
Every prop is optional. One that fails is told once and tried again with its next cue; the others play all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from majordome.core.cues import Cue, Fact, Notice, Say
from majordome.core.error_log import log_exception
from majordome.core.manifest import Manifest
from majordome.core.props import PROPS, Play


class Stage:
    """Cue -> props. `game` is the game that is played."""

    def __init__(self, game: Callable[[], Manifest], **props: Sequence[Any]) -> None:
        self._game = game
        self._props: dict[str, list[Any]] = {kind: [] for kind in PROPS}
        self._failed: set[str] = set()
        self.add(**props)

    def add(self, **props: Sequence[Any]) -> None:
        """These play along from the next cue on, by their kind: `buzzer=[...]`, `page=[...]`."""
        for kind, some in props.items():
            self._props[kind] += some

    def perform(self, cues: Sequence[Cue]) -> None:
        """Play them in order: first to what people hear and see, then to the pages."""
        if any(isinstance(cue, Say) for cue in cues):
            for speaker in self._props["speaker"]:
                self.attempt(speaker, speaker.interrupt)
        for cue in cues:
            for name, play in _played_by(type(cue)):
                for prop in self._props[name]:
                    self.attempt(prop, partial(play, prop, cue, self._game()))

    def attempt(self, prop: object, play: Callable[[], None]) -> None:
        """Do something that may fail: told once, and the evening goes on."""
        try:
            play()
        except Exception as trouble:  # noqa: BLE001  # log_exception() writes it down, and the evening goes on
            name = _called(prop)
            if name in self._failed:
                return
            self._failed.add(name)
            log_exception(__name__, "the %s failed", name)
            self.perform([Notice("prop_failed", (name, str(trouble)))])


@cache
def _played_by(kind: type[Cue]) -> tuple[tuple[str, Play], ...]:
    """The props that play this cue, and how; a prop that has no row for it may have one for facts, or for any cue."""
    rows = (kind, *((Fact,) if issubclass(kind, Fact) else ()), Cue)
    found = ((name, next((plays[row] for row in rows if row in plays), None)) for name, plays in PROPS.items())
    return tuple((name, play) for name, play in found if play is not None)


def _called(part: object) -> str:
    """What a thing is called: a part by its kind, what a part does by the part's, what nobody owns by its module."""
    if isinstance(part, partial):
        part = part.func
    owner = getattr(part, "__self__", None)
    if owner is not None:
        return type(owner).__name__
    return part.__module__.rpartition(".")[2] if hasattr(part, "__qualname__") else type(part).__name__
