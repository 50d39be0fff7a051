"""Every word that the game can need is there, in both languages, and in as many variants."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import majordome.games.parasites as package
from majordome.core.cues import Fact
from majordome.core.events import Override
from majordome.core.library import load, manifest
from majordome.core.plain_values import snake
from majordome.games.parasites import facts
from majordome.words.narrator import Narrator, lines

pytestmark = pytest.mark.long

FOLDER = Path(package.__file__).parent
TEXTS = {lang: tomllib.loads((FOLDER / "lines" / f"{lang}.toml").read_text("utf-8")) for lang in ("fr", "en")}
OFTEN = (
    "lay",
    "all_laid",
    "turn",
    "aim",
    "parasite_shot",
    "enters",
    "round_over",
    "penalty",
    "declared",
    "dinner_turn",
)


def flat(table: dict[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{place}{key}.")
        else:
            yield place + key, value


def fields(text: str) -> list[str]:
    return sorted({f"{name}:{table}" for _, name, table, _ in Formatter().parse(text) if name is not None})


def test_both_languages_have_the_same_keys_variants_and_places_to_fill() -> None:
    french, english = dict(flat(TEXTS["fr"])), dict(flat(TEXTS["en"]))
    assert list(french) == list(english)
    for key, value in french.items():
        if isinstance(value, list):
            assert len(value) == len(english[key]), key
            assert [fields(text) for text in value] == [fields(text) for text in english[key]], key
            assert all(value), key
        else:
            assert fields(value) == fields(english[key]), key


def strings(*callees: str) -> Iterator[str]:
    """The first texts that are given to these, wherever in the game; of a text with a gap, what stands around it."""
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", None)
            if isinstance(node, ast.Call) and name in callees and node.args:
                for part in ast.walk(node.args[0] if name == "Say" else ast.Tuple(node.args[:3])):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


def labels() -> Iterator[str]:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "label" and isinstance(node.value, ast.Constant):
                yield str(node.value.value)


def literals() -> set[str]:
    """Every text that stands in the game's code."""
    nodes = (node for path in FOLDER.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_line_that_is_said_is_written_and_every_line_that_is_written_is_said(lang: str) -> None:
    said, written = set(strings("Say")), set(TEXTS[lang]["say"])
    gaps = tuple(text for text in said if text.endswith("_"))
    assert {text for text in said if "_" in text and not text.endswith("_")} <= written
    for line in written:
        assert line in literals() or line.startswith((*gaps, "option_", "rules_")), line


def test_what_is_often_heard_has_three_variants() -> None:
    for line in OFTEN:
        assert len(TEXTS["fr"]["say"][line]) >= 3, line


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_beat_ask_label_fact_and_setting_has_its_words(lang: str) -> None:
    text = TEXTS[lang]
    beats = {
        *("welcome", "rules", "company", "first", "setup", "laying", "roll", "turn", "shot", "shooter", "target"),
        *("penalty", "side", "declarer", "agreeing", "revealing", "dinner", "dinner_shot", "last_cards"),
    }
    assert set(text["beat"]) == beats
    assert beats - {"rules"} <= set(strings("expect", "choose", "dial"))  # of every game: core/telling_rules.py
    yes_and_no = {f"no_parasite_{answer}" for answer in ("yes", "no")}  # a question's own words for them, on phones
    assert {*labels(), *yes_and_no} == set(text["label"])
    asked = set(strings("Choose", "YesNo", "Number")) | {"players", "first", "shooter", "target", "declarer"}
    assert asked & set(text["ask"]) == set(text["ask"])
    told = {snake(kind.__name__) for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, Fact)}
    assert told - {"fact"} <= set(text["fact"])
    game = manifest("parasites")
    choices = {f"{name}_{choice}" for name, setting in game.settings.items() for choice in setting.choices}
    assert {*game.settings, *choices} == set(text["setting"])  # the form names each of them
    assert set(game.winners) == set(text["winner"])
    assert {fact for fact in game.facts if fact != "outcome"} <= told


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_refusal_has_its_words(lang: str) -> None:
    house = lines("fr" if lang == "fr" else "en")["refusal"]
    whys = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                why = node.args[1]
                assert isinstance(why, ast.Constant)
                whys.add(str(why.value))
    assert whys - set(house) == set(TEXTS[lang]["refusal"])


def test_every_event_of_the_host_has_its_words() -> None:
    corrections = {snake(kind.__name__) for kind in load("parasites").events if issubclass(kind, Override)}
    assert corrections == set(TEXTS["en"]["event"])


def test_french_marks_stand_behind_a_space_that_does_not_break() -> None:
    for key, value in flat(TEXTS["fr"]):
        for text in value if isinstance(value, list) else [value]:
            assert not any(f" {mark}" in text for mark in "?!;:»"), key
            assert "'" not in text, key


def test_a_shot_is_told_with_whom_it_was_aimed_at() -> None:
    english, french = (Narrator(lang, game=manifest("parasites")) for lang in ("en", "fr"))
    assert english.fact(facts.Shot("Ana", real=True)) == "Ana shoots at the centre: a real one"
    assert english.fact(facts.Shot("Ana", real=False, at="Bob")) == "Ana shoots at Bob: a parasite"
    assert "Ana tire sur Bob" in french.fact(facts.Shot("Ana", real=False, at="Bob"))
    assert "Ana tire sur le centre" in french.fact(facts.Shot("Ana", real=False))
