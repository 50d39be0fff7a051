"""Where cards lie on the paper: measured in the PDF itself, with a letter for each card."""

from __future__ import annotations

import string
import subprocess
import sys
from pathlib import Path

import pytest

from majordome.errors import CannotPrint
from majordome.printing.deck import Card, Deck, Face
from majordome.printing.ink import INK, MIDNIGHT, Lettering, Paragraph
from majordome.printing.instructions import Sides
from majordome.printing.sheet import BLEED, PAPERS, Paper, lay_out, print_deck
from printing.looking import CARD, PIXELS, Letter, Printed, cut_out

NEAR = 0.35  # millimetres: the ink of a letter is not quite in the middle of its width
PAPER_SIZES: list[Paper] = ["a4", "letter"]


def lettered(count: int) -> Deck:
    """Cards with the same letter on both sides."""
    faces = [Face((Lettering(letter, 31.5, 30, 12),)) for letter in string.ascii_uppercase[:count]]
    return Deck("Letters", (tuple(Card("card", face, face, two_sided=True) for face in faces),))


def middles(letters: list[Letter]) -> dict[str, tuple[float, float]]:
    return {letter.text: letter.middle for letter in letters}


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_the_back_of_each_card_lies_behind_its_front(tmp_path: Path, paper: Paper) -> None:
    printed = Printed(lettered(12), tmp_path, paper)
    width, _ = PAPERS[paper]
    for page in (2, 4):
        fronts, backs = middles(printed.letters(page)), middles(printed.letters(page + 1))
        assert len(fronts) == (9 if page == 2 else 3)
        assert fronts.keys() == backs.keys()
        for letter, (x, y) in fronts.items():
            assert backs[letter] == pytest.approx((width - x, y), abs=NEAR)


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("sides", ["long", "short"])
def test_the_middles_of_both_sides_of_a_card_are_one_point_of_the_paper(paper: Paper, sides: Sides) -> None:
    width, height = PAPERS[paper]
    fronts, backs, *_ = lay_out(lettered(8), paper, sides)
    for front, back in zip(fronts.faces, backs.faces, strict=True):
        assert front.card is back.card
        x, y = front.x + CARD[0] / 2, front.y + CARD[1] / 2
        behind = (width - x, y) if sides == "long" else (x, height - y)
        assert (back.x + CARD[0] / 2, back.y + CARD[1] / 2) == pytest.approx(behind, abs=1e-6)
        assert back.turned == (sides == "short")


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_over_the_short_edge_too_and_upright_when_the_card_is_turned_like_a_page(tmp_path: Path, paper: Paper) -> None:
    printed = Printed(lettered(11), tmp_path, paper, sides="short")
    _, height = PAPERS[paper]
    fronts, backs = middles(printed.letters(4)), middles(printed.letters(5))
    assert fronts.keys() == backs.keys() == {"J", "K"}
    for letter, (x, y) in fronts.items():
        assert backs[letter] == pytest.approx((x, height - y), abs=NEAR)


def test_fronts_only_leaves_out_the_backs_that_hide(tmp_path: Path) -> None:
    face = Face((Lettering("F", 31.5, 30, 40),))
    back = Face((Lettering("B", 31.5, 30, 40),))
    printed = Printed(Deck("Hidden", ((Card("card", face, back),) * 10,)), tmp_path, sides="fronts")
    assert printed.count == len(printed.pages) == 3
    assert {letter.text for page in (1, 2) for letter in printed.letters(page)} == {"F"}


def test_fronts_only_prints_both_sides_of_a_card_that_is_played_on_both(tmp_path: Path) -> None:
    printed = Printed(lettered(4), tmp_path, sides="fronts")
    assert printed.count == 3
    fronts, others = middles(printed.letters(1)), middles(printed.letters(2))
    for letter, (x, y) in fronts.items():  # glued back to back, they meet
        assert others[letter] == pytest.approx((PAPERS["a4"][0] - x, y), abs=NEAR)


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_nine_cards_of_poker_size_and_their_bleed_fit_the_paper(tmp_path: Path, paper: Paper) -> None:
    printed = Printed(lettered(9), tmp_path, paper)
    assert printed.size(2) == pytest.approx(PAPERS[paper], abs=0.01)
    left, top = printed.cells(2)[0]
    assert min(left, top) - BLEED > 4.2  # what a home printer leaves white


def test_a_dark_ground_goes_on_beyond_the_cut(tmp_path: Path) -> None:
    dark = Face((), MIDNIGHT)
    printed = Printed(Deck("Dark", ((Card("card", dark, dark),),)), tmp_path)
    left, top = printed.cells(2)[2]  # the mirrored place
    picture = printed.picture(3)
    for dx, dy in ((-BLEED + 0.5, 40), (63 + BLEED - 0.5, 40), (30, -BLEED + 0.5), (30, 88 + BLEED - 0.5)):
        assert picture.getpixel((round((left + dx) * PIXELS), round((top + dy) * PIXELS))) == MIDNIGHT


def test_every_cut_has_a_line_on_the_front_and_none_on_the_back(tmp_path: Path) -> None:
    blank = Face(())
    printed = Printed(Deck("Blank", ((Card("card", blank, blank),) * 9,)), tmp_path)
    front, back = printed.picture(2), printed.picture(3)
    corners = printed.cells(2)
    for corner in corners:
        assert cut_out(front, corner, inset=0.6).getextrema() == ((255, 255),) * 3
    row = [front.getpixel((x, round(60 * PIXELS)))[0] < 250 for x in range(front.width)]
    starts = [x / PIXELS for x, dark in enumerate(row) if dark and not row[x - 1]]
    left = corners[0][0]
    assert starts == pytest.approx([left + column * CARD[0] for column in range(4)], abs=0.3)
    assert back.getextrema() == ((255, 255),) * 3


def test_a_pile_begins_on_a_sheet_of_its_own(tmp_path: Path) -> None:
    one = Card("one", Face(()), Face(()))
    assert print_deck(Deck("Piles", ((one,) * 10, (one,) * 2)), tmp_path / "piles.pdf") == 2 + 2 * 3


def test_backs_that_differ_within_a_pile_are_refused() -> None:
    cards = (Card("a", Face(()), Face(())), Card("b", Face(()), Face((), INK)))
    with pytest.raises(ValueError, match="give its cards away"):
        Deck("Marked", (cards,))


@pytest.mark.parametrize("sides", ["long", "short", "fronts"])
def test_the_same_deck_is_always_the_same_file(tmp_path: Path, sides: Sides) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for path in (one, two):
        print_deck(lettered(4), path, sides=sides)
    assert one.read_bytes() == two.read_bytes()


def test_words_that_are_too_long_for_their_box_are_no_card(tmp_path: Path) -> None:
    face = Face((Paragraph("far too long " * 99, 8, 60, 47, 22, 9),))
    with pytest.raises(ValueError, match="too long for its box"):
        print_deck(Deck("Wordy", ((Card("card", face, face),),)), tmp_path / "wordy.pdf")


def test_without_fpdf2_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(CannotPrint, match=r"pip install 'majordome\[cards\]'"):
        print_deck(lettered(1), tmp_path / "none.pdf")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotPrint, match=r"absent.cards\.pdf: cannot be written .*: choose another place"):
        print_deck(lettered(1), tmp_path / "absent" / "cards.pdf")


def test_fpdf2_is_imported_only_when_a_page_is_drawn() -> None:
    modules = "majordome.printing.sheet, majordome.games.murder.cards, majordome.games.snakes.cards"
    asked = f"import sys, {modules}; majordome.games.snakes.cards.deck('fr'); sys.exit('fpdf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_the_printing_room_knows_no_game() -> None:
    import majordome.printing

    for path in Path(majordome.printing.__path__[0]).glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert "majordome.games" not in source
        assert "rulebooks" not in source
