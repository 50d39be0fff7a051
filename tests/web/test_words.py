"""Every refusal of the pages has its words, in both languages, and nothing else is said to people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from majordome import web
from majordome.core.cues import Notice
from majordome.words.narrator import LANGS, Lang, Narrator, lines

SOURCES = sorted(Path(web.__file__).parent.glob("*.py"))
PLACE = {"HttpError": 1, "wrong": 1}  # where each says why


def reasons(source: str) -> Iterator[str]:
    """The `why` of every refusal: each text that can come to stand there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACE:
            why = node.args[PLACE[node.func.id]]
            yield from _texts(why)


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.IfExp(_, body, orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case ast.Constant(str() as text):
            yield text


def notices(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Notice":
            yield from _texts(node.args[0])


FOUND = {why for path in SOURCES for why in reasons(path.read_text())}


@pytest.mark.parametrize("lang", LANGS)
def test_every_refusal_has_its_words(lang: Lang) -> None:
    assert len(FOUND) > 25
    assert set(lines(lang)["refusal"]) >= FOUND
    told = {what for path in SOURCES for what in notices(path.read_text())}
    assert set(lines(lang)["notice"]) >= told
    for what in told:
        assert Narrator(lang).notice(Notice(what, ("a", "b")))


def test_no_refusal_has_words_that_nobody_says_any_more() -> None:
    others = "".join(path.read_text() for path in Path(web.__file__).parent.parent.rglob("*.py"))
    assert [why for why in lines("en")["refusal"] if f'"{why}"' not in others] == []


def test_a_reason_that_is_chosen_is_found_too() -> None:
    assert set(reasons('raise HttpError(1, "a" if x else "b")\nwrong("place", "c")')) == {"a", "b", "c"}


# What belongs to one game stands in its folder. "charming" or "prison" would be no fault; these are.
OF_ONE_GAME = re.compile(
    r"murder|victim|\bjail|vampire|charmer|charmed|killer|\bedition|\bkiss|scream|assassin|\bprison|alchemist|insomniac",
    re.IGNORECASE,
)
PLAIN = (".py", ".js", ".css", ".html", ".toml", ".svg")


@pytest.mark.parametrize("room", ["web", "words"])
def test_no_page_and_no_word_of_the_house_knows_a_game(room: str) -> None:
    house = Path(web.__file__).parent.parent / room
    for path in sorted(path for path in house.rglob("*") if path.suffix in PLAIN):
        found = OF_ONE_GAME.search(path.read_text("utf-8"))
        assert found is None, f"{path.relative_to(house)} says {found and found[0]!r}"
