"""A game from a folder of the host's, without one line of JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from majordome.core.evening import Evening, Guest, Value
from majordome.core.library import forget, manifest

FOLDER = Path(__file__).parent / "games"
NAMES = ("Ana", "Bob", "Zoé")


@contextmanager
def games_of_the_host(folder: Path = FOLDER) -> Iterator[None]:
    """The host has games of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAJORDOME_GAMES", str(folder))
        forget()
        yield
    forget()


def parlour(*names: str, **settings: Value) -> Evening:
    """An evening of that game."""
    return Evening("parlour", tuple(map(Guest, names or NAMES)), manifest("parlour").usual(**settings))
