"""The house knows no game: not one word of the murder party stands outside its folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from majordome.core.library import HOUSE, manifests

CONTROLLER = HOUSE.parent
SUFFIXES = (".py", ".js", ".css", ".html", ".toml")
WORDS = re.compile(
    r"\b(?:murder|victim|jail|prison|vampire|charm|killer|weekend|wink|sacrific|scream|insomni|shortsight|alchemi"
    r"|kiss|tapped|heart_|edition)\w*",
    re.IGNORECASE,
)
# Where a word of it may stand, and why.
MAY = {
    "__init__.py": "what this program is, in one sentence",
    "cli/args.py": "what this program is, and an example of `majordome cards`",
    "core/library.py": "the game that is played where nobody says which",
    "settings/example.toml": "the settings of the usual game, annotated",
}


def outside() -> list[Path]:
    """Every file of the house that belongs to no game."""
    files = (path for path in CONTROLLER.rglob("*") if path.suffix in SUFFIXES)
    return sorted(path for path in files if HOUSE not in path.parents)


def test_there_are_files_to_read() -> None:
    assert len(outside()) > 150


@pytest.mark.parametrize("room", sorted({path.relative_to(CONTROLLER).parts[0] for path in outside()}))
def test_no_word_of_the_murder_party_stands_outside_its_folder(room: str) -> None:
    found = {
        name: sorted({word.lower() for word in WORDS.findall(path.read_text("utf-8"))})
        for path in outside()
        if (name := str(path.relative_to(CONTROLLER))).split("/")[0] == room and name not in MAY
    }
    assert {name: words for name, words in found.items() if words} == {}


def test_every_exception_is_still_needed() -> None:
    assert [name for name in MAY if not WORDS.search((CONTROLLER / name).read_text("utf-8"))] == []


@pytest.mark.parametrize("game", sorted(set(manifests()) - {"table", "exchange"}))
def test_no_module_of_the_house_names_a_game(game: str) -> None:
    """`table` and `exchange` are words of every day."""
    named = {
        str(path.relative_to(CONTROLLER))
        for path in outside()
        if path.suffix == ".py" and re.search(rf"\b{game}\b", path.read_text("utf-8"))
    }
    assert named - set(MAY) == set()
