"""The guides name the pages' own labels, and the sample of what a party hears is what it hears."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from majordome.core.library import manifest
from majordome.words.narrator import LANGS, Lang, lines

DOCS = Path(__file__).parents[2] / "docs"
WRITER = runpy.run_path(str(DOCS / "what_is_heard.py"))  # it stands beside the pages that it writes
page: Callable[[Lang], str] = WRITER["page"]
heard_in: Callable[[str, Lang], list[dict[str, Any]]] = WRITER["heard"]
PAGES: dict[Lang, str] = WRITER["PAGES"]
GUIDES: dict[Lang, str] = {"en": "host.md", "fr": "hote.md"}
LABEL = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")


def labels(lang: Lang) -> set[str]:
    """Every text of the pages, as one line, with … where something is filled in."""
    words = lines(lang, manifest("weekend").folder)
    texts = (text for table in ("page", "card", "label") for text in words[table].values())
    return {re.sub(r"\{\w*\}", "…", text).replace("\N{NO-BREAK SPACE}", " ") for text in texts}


def sentences(text: str) -> list[str]:
    """One by one: another line with the same sentence in it would be heard as the same."""
    return re.split(r"(?<=[.!?])\s+", text)


@pytest.mark.parametrize("lang", LANGS)
def test_every_label_that_a_guide_names_is_the_pages_own(lang: Lang) -> None:
    guide = (DOCS / GUIDES[lang]).read_text("utf-8")
    named = {label.replace("\N{NO-BREAK SPACE}", " ") for label in LABEL.findall(guide) if "](" not in label}
    assert len(named) > 8
    assert named <= labels(lang)


@pytest.mark.parametrize("lang", LANGS)
def test_the_sample_is_what_is_heard(lang: Lang) -> None:
    written = (DOCS / PAGES[lang]).read_text("utf-8")
    assert written == page(lang), "run docs/what_is_heard.py"


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_of_the_butler_is_heard_twice_in_one_evening(lang: Lang) -> None:
    for name in ("weekend-1", "weekend-2", "weekend-3", "weekend-4", "weekend-5", "table-6", "table-7", "table-8"):
        heard = [each for cue in heard_in(name, lang) if cue["cue"] == "say" for each in sentences(cue["text"])]
        assert {text for text in heard if heard.count(text) > 1} == set(), name


@pytest.mark.parametrize("guide", ["hote.md"])
def test_to_undo_is_annuler_everywhere(guide: str) -> None:
    written = (DOCS / guide).read_text("utf-8")
    spoken = str(lines("fr", manifest("weekend").folder))
    for text in (written, spoken):
        assert re.search(r"(?i)\brepris(e|es)?\b|reprendre le dernier|QR code|chers hôtes", text) is None
