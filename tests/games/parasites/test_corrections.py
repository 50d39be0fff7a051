"""What the host may put right at any time; and taken back, it never was."""

from __future__ import annotations

import pytest

from games.parasites.company import Company, an_evening
from majordome.core.events import Event, Wish
from majordome.games.parasites.events import (
    CardGiven,
    CardTaken,
    CentreCorrected,
    DeckCorrected,
    FailuresCorrected,
    Fired,
    TokenMoved,
)
from majordome.games.parasites.facts import Corrected, Moved, Turn


def at_cards(mode: str = "advanced") -> Company:
    company = Company(an_evening(3, mode)).begin("Ana").top()
    company.cues.clear()
    return company


def test_a_wrong_number_is_put_right() -> None:
    company = at_cards()
    company.well(FailuresCorrected(3))
    company.well(CentreCorrected(9))
    company.well(DeckCorrected(2))
    assert company.look() == [Corrected("failures", 3), Corrected("centre", 9), Corrected("deck", 2)]
    assert (company.table.failures, company.table.centre, company.table.deck) == (3, 9, 2)
    assert company.prompter.snapshot.mood == "danger_3"
    assert company.name == "turn"


def test_a_card_of_ones_own_is_given_and_taken() -> None:
    company = at_cards()
    company.well(CardTaken("Ana"))
    company.well(CardTaken("Bob"))
    company.well(CardGiven("Ana"))
    assert company.look() == [Moved("no_card", "Ana"), Moved("no_card", "Bob"), Moved("card", "Ana")]
    assert company.table.cards == ("Ana", "Cid")


def test_a_token_that_moves_before_top_changes_the_order_of_this_round() -> None:
    company = Company(an_evening(3)).begin("Ana")
    company.well(TokenMoved("Cid"))
    company.top()
    assert company.facts[-1] == Turn("Cid")
    company.press("laying")
    assert company.table.first == "Ana"


def test_a_token_that_moves_after_top_changes_the_next_round() -> None:
    company = at_cards()
    company.well(TokenMoved("Bob"))
    company.press()
    assert company.table.turn == "Bob"
    company.press("laying")
    assert company.table.first == "Cid"


@pytest.mark.parametrize(
    ("mode", "event", "why"),
    [
        ("classic", CardGiven("Ana"), "no_cards_in_classic"),
        ("classic", CardTaken("Ana"), "no_cards_in_classic"),
        ("advanced", CardGiven("Ana"), "has_a_card"),
        ("advanced", CardGiven("Zoe"), "unknown_name"),
        ("advanced", TokenMoved("Zoe"), "unknown_name"),
        ("advanced", FailuresCorrected(4), "number_out_of_range"),
        ("advanced", FailuresCorrected(-1), "number_out_of_range"),
        ("advanced", CentreCorrected(25), "number_out_of_range"),
        ("advanced", DeckCorrected(-1), "number_out_of_range"),
    ],
)
def test_what_cannot_be_put_right_so(mode: str, event: Event, why: str) -> None:
    assert at_cards(mode).refuses(event) == why


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    company = at_cards()
    company.well(CardTaken("Ana"))
    assert company.refuses(CardTaken("Ana")) == "no_card_of_their_own"


def test_a_correction_in_the_middle_of_a_shot_holds() -> None:
    company = at_cards()
    company.double()
    company.well(CentreCorrected(0))
    assert company.refuses(Fired("Ana", False)) == "centre_is_empty"
    company.well(Fired("Ana", False, "Bob"))
    assert company.name == "turn"


def test_a_wrong_shot_is_taken_back_and_put_back() -> None:
    company = at_cards()
    company.well(Fired("Ana", True, free=False))
    company.well(Wish.TAKE_BACK)
    assert (company.table.failures, company.table.centre, company.table.deck) == (0, 6, 15)
    assert company.prompter.snapshot.mood == "danger_0"
    company.well(Wish.PUT_BACK)
    assert (company.table.failures, company.table.centre, company.table.deck) == (1, 6, 14)
