"""The decks of the games, counted, read and looked at on paper."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PIL import ImageChops

from majordome.errors import CannotPrint
from majordome.games.murder import cards as murder
from majordome.games.murder.roles import Edition
from majordome.games.snakes import cards as snakes
from majordome.printing.deck import Deck, Lang
from majordome.printing.ink import PAPER, Lettering
from majordome.printing.sheet import Paper, lay_out
from printing.looking import CARD, PIXELS, Letter, Printed, cut_out

pytestmark = pytest.mark.long

SAFE = 3.0  # millimetres from the cut to the first ink
EVERY_ROLE = {"heart": 1, "insomniac": 1, "vampire": 1, "charmer": 1, "shortsighted": 1, "alchemist": 1}


def counted(deck: Deck) -> dict[str, int]:
    return dict(Counter(card.name for card in deck.cards))


def every_role(lang: Lang) -> Deck:
    return murder.deck(lang, players=10, special=EVERY_ROLE)


def test_a_company_gets_two_murderers_and_guests() -> None:
    assert counted(murder.deck("fr", players=12)) == {"murderer": 2, "guest": 10}


def test_a_special_card_takes_the_place_of_a_guest() -> None:
    deck = murder.deck("en", players=12, special={"heart": 1, "vampire": 2})
    assert counted(deck) == {"murderer": 2, "heart": 1, "vampire": 2, "guest": 7}


@pytest.mark.parametrize("players", range(5, 21))
def test_there_are_as_many_cards_as_players(players: int) -> None:
    assert len(murder.deck("fr", players=players, special={"heart": 1}).cards) == players


def test_the_whole_deck_of_edition_b_has_33_cards() -> None:
    deck = murder.deck("fr", whole=True)
    specials = {"heart": 2, "insomniac": 1, "vampire": 2, "charmer": 1, "shortsighted": 1, "alchemist": 2}
    assert counted(deck) == {"guest": 22, "murderer": 2, **specials}
    assert len(deck.cards) == 33


def test_the_whole_deck_of_edition_a_has_enough_guests_for_twenty_and_no_alchemist() -> None:
    specials = {"heart": 1, "insomniac": 1, "vampire": 1, "charmer": 1, "shortsighted": 1}
    assert counted(murder.deck("fr", edition="A", whole=True)) == {"guest": 18, "murderer": 2, **specials}


@pytest.mark.parametrize(
    ("players", "edition", "special", "why"),
    [
        (4, "B", {}, "4 players: choose from 5 to 20"),
        (21, "B", {}, "21 players: choose from 5 to 20"),
        (12, "A", {"alchemist": 1}, "edition A has no special card 'alchemist': choose from heart, insomniac"),
        (12, "B", {"butler": 1}, "edition B has no special card 'butler': choose from heart"),
        (12, "B", {"murderer": 3}, "edition B has no special card 'murderer': choose from heart"),
        (12, "B", {"heart": 3}, "3 heart cards: edition B has 2: ask for 2 or fewer"),
        (12, "A", {"heart": 2}, "2 heart cards: edition A has 1: ask for 1 or fewer"),
        (5, "B", {"heart": 2, "vampire": 2}, "4 special cards for 5 players: ask for 3 or fewer, or more players"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_a_remedy(
    players: int, edition: Edition, special: dict[str, int], why: str
) -> None:
    with pytest.raises(CannotPrint) as refusal:
        murder.deck("fr", players=players, edition=edition, special=special)
    assert str(refusal.value).startswith(why)
    assert "\n" not in str(refusal.value)


def test_the_command_line_asks_for_an_edition_and_special_cards() -> None:
    deck = murder.deck_for("en", 12, {"edition": "A", "heart": "1"})
    assert counted(deck) == {"murderer": 2, "heart": 1, "guest": 9}
    assert counted(murder.deck_for("en", None, {})) == counted(murder.deck("en", whole=True))


@pytest.mark.parametrize(("wishes", "why"), [({"heart": "two"}, "=1$"), ({"edition": "C"}, "choose from A, B$")])
def test_a_wish_that_cannot_be_read_is_refused_with_an_example(wishes: dict[str, str], why: str) -> None:
    with pytest.raises(CannotPrint, match=why):
        murder.deck_for("en", 12, wishes)


def test_the_snakes_have_one_deck() -> None:
    assert snakes.deck_for("fr", 3, {}) == snakes.deck("fr")
    with pytest.raises(CannotPrint, match="leave it out"):
        snakes.deck_for("fr", None, {"heart": "1"})


@pytest.mark.parametrize(("edition", "limited"), [("A", False), ("B", True)])
def test_the_charmer_of_edition_b_is_told_of_her_limit(tmp_path: Path, edition: Edition, limited: bool) -> None:
    deck = murder.deck("en", players=5, edition=edition, special={"charmer": 1})
    text = " ".join(Printed(deck, tmp_path, lang="en").text(2).split())
    assert ("two in all" in text) == limited


def test_the_deck_of_the_snakes_is_whole() -> None:
    counts = counted(snakes.deck("fr"))
    assert counts.pop("snake") == 3
    assert counts.pop("door") == 6
    assert counts == {f"mask {number}": 1 for number in range(10)} | {f"night {number}": 1 for number in range(1, 10)}
    assert [len(pile) for pile in snakes.deck("en").piles] == [13, 9, 6]


def test_a_6_and_a_9_are_underlined_and_no_other_number_is() -> None:
    for card in snakes.deck("fr").cards:
        for face in (card.front, card.back):
            numbers = [mark for mark in face.marks if isinstance(mark, Lettering) and mark.text.isdecimal()]
            assert all(mark.underlined == (mark.text in {"6", "9"}) for mark in numbers)
            assert len(numbers) in (0, 3)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_day_of_each_number_lies_behind_its_night(tmp_path: Path, paper: Paper) -> None:
    printed = Printed(snakes.deck("fr"), tmp_path, paper)
    nights, days = (_numbers(printed, page) for page in (6, 7))
    width, _ = printed.size(6)
    assert len(nights) == 27
    for number in "123456789":
        night_x, night_y = _middle(nights, number)
        assert _middle(days, number) == pytest.approx((width - night_x, night_y), abs=0.6)
    assert "NUIT" in printed.text(6)
    assert "JOUR" in printed.text(7)


def _numbers(printed: Printed, page: int) -> list[tuple[str, float, float]]:
    return [(letter.text, *letter.middle) for letter in printed.letters(page) if letter.text.isdecimal()]


def _middle(numbers: list[tuple[str, float, float]], number: str) -> tuple[float, float]:
    """The middle of a card: between the large number and those in two opposite corners."""
    places = [(x, y) for text, x, y in numbers if text == number]
    return sum(x for x, _ in places) / 3, sum(y for _, y in places) / 3


def test_an_open_door_has_a_closed_one_behind_it(tmp_path: Path) -> None:
    printed = Printed(snakes.deck("en"), tmp_path, lang="en")
    assert printed.text(8).count("OPEN DOOR") == 6
    assert printed.text(9).count("CLOSED DOOR") == 6


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("make", [every_role, snakes.deck])
def test_no_word_and_no_line_comes_near_the_cut(tmp_path: Path, lang: Lang, paper: Paper, make: object) -> None:
    assert callable(make)
    deck: Deck = make(lang)
    printed = Printed(deck, tmp_path, paper, lang)
    pages = lay_out(deck, paper, "long")
    assert printed.count == len(printed.pages) == 2 + len(pages)
    for number, page in enumerate(pages, start=2):
        corners = [(placed.x, placed.y) for placed in page.faces]
        assert all(_inside(letter, corners) for letter in printed.letters(number))
        picture = printed.picture(number)
        for placed in page.faces:
            rim = cut_out(picture, (placed.x, placed.y), inset=0.4)
            gap = round((SAFE - 0.4) * PIXELS)
            rim.paste(placed.face.ground, (gap, gap, rim.width - gap, rim.height - gap))
            assert rim.getextrema() == tuple((part, part) for part in placed.face.ground)


def _inside(letter: Letter, corners: list[tuple[float, float]]) -> bool:
    return any(
        x + SAFE < letter.left < letter.right < x + CARD[0] - SAFE
        and y + SAFE < letter.top < letter.bottom < y + CARD[1] - SAFE
        for x, y in corners
    )


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("game", "count"), [("murder", 33), ("snakes", 13)])
def test_every_back_that_hides_is_the_same_to_the_last_byte(tmp_path: Path, lang: Lang, game: str, count: int) -> None:
    deck = murder.deck(lang, whole=True) if game == "murder" else snakes.deck(lang)
    printed = Printed(deck, tmp_path, lang=lang)
    sheets = -(-count // 9)
    backs = [face for sheet in range(sheets) for face in printed.faces(3 + 2 * sheet)]
    assert len(backs) == count
    assert len(set(backs)) == 1


def test_a_back_looks_the_same_upside_down(tmp_path: Path) -> None:
    printed = Printed(murder.deck("fr", players=5), tmp_path)
    back = cut_out(printed.picture(3), printed.cells(3)[0])
    difference = ImageChops.difference(back, back.rotate(180)).convert("L")
    far_off = sum(difference.histogram()[90:])
    assert far_off < 0.01 * back.width * back.height


def test_no_front_shines_like_another_ground() -> None:
    """A cut that is a little off uncovers the neighbour: all fronts of a pile have one ground, and all backs."""
    for deck in (murder.deck("fr"), snakes.deck("fr")):
        for pile in deck.piles:
            assert len({card.front.ground for card in pile}) == len({card.back.ground for card in pile}) == 1
    assert all(card.front.ground == PAPER != card.back.ground for card in murder.deck("fr").cards)


@pytest.mark.parametrize(("lang", "words"), [("fr", "L’INSOMNIAQUE"), ("en", "THE INSOMNIAC")])
def test_the_roles_speak_the_language_that_is_asked_for(tmp_path: Path, lang: Lang, words: str) -> None:
    assert words in Printed(every_role(lang), tmp_path, lang=lang).text(2)
