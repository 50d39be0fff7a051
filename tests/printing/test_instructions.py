"""The first sheet tells how to print, and shows whether both sides meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from majordome.printing.deck import Card, Deck, Face, Lang
from majordome.printing.instructions import Sides, _targets
from majordome.printing.sheet import PAPERS, Paper
from printing.looking import PIXELS, Printed

ONE = Card("card", Face(()), Face(()))
DECK = Deck("Œuvre d’été", ((ONE,) * 12,))


@pytest.mark.parametrize(
    ("lang", "sides", "words"),
    [
        ("fr", "long", "bord long"),
        ("fr", "short", "bord court"),
        ("fr", "fronts", "un seul côté"),
        ("en", "long", "long edge"),
        ("en", "short", "short edge"),
        ("en", "fronts", "one side"),
    ],
)
def test_the_first_page_says_how_to_print_this_very_file(tmp_path: Path, lang: Lang, sides: Sides, words: str) -> None:
    text = Printed(DECK, tmp_path, lang=lang, sides=sides).text(0)
    assert words in text
    assert "Œuvre d’été" in text
    assert {"fr": "12 cartes", "en": "12 cards"}[lang] in text
    assert {"fr": "sur 2 feuilles", "en": "on 2 sheets"}[lang] in text
    assert ("glue" in text or "collez" in text) is False


def test_whoever_prints_fronts_of_cards_with_two_sides_is_told_to_glue(tmp_path: Path) -> None:
    both = Card("card", Face(()), Face(()), two_sided=True)
    assert "collez" in Printed(Deck("Deux", ((both,),)), tmp_path, sides="fronts").text(0)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["long", "short"])
def test_a_ring_lies_behind_each_cross(tmp_path: Path, paper: Paper, sides: Sides) -> None:
    printed = Printed(DECK, tmp_path, paper, sides=sides)
    width, height = PAPERS[paper]
    crosses, rings = printed.picture(0), printed.picture(1)
    for x, y in _targets(PAPERS[paper]):
        behind_x, behind_y = (width - x, y) if sides == "long" else (x, height - y)
        assert crosses.getpixel((round(x * PIXELS), round(y * PIXELS)))[0] < 200
        ring = [rings.getpixel((round((behind_x + 3 * dx) * PIXELS), round((behind_y) * PIXELS)))[0] for dx in (-1, 1)]
        middle = rings.getpixel((round(behind_x * PIXELS), round(behind_y * PIXELS)))[0]
        assert max(ring) < 200 < middle


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_all_words_of_the_first_sheet_are_on_the_paper(tmp_path: Path, paper: Paper, lang: Lang) -> None:
    printed = Printed(DECK, tmp_path, paper, lang)
    width, height = PAPERS[paper]
    for page in (0, 1):
        for letter in printed.letters(page):
            assert 15 < letter.left < letter.right < width - 15
            assert 15 < letter.top < letter.bottom < height - 15
