"""What the host may put right while the game is played, and how it ends at the host's word."""

from __future__ import annotations

import pytest

from games.snakes.company import Company
from majordome.core.cues import Outcome
from majordome.core.events import ChairTaken, Event, GameEnded, Gesture
from majordome.games.snakes.events import (
    CardCorrected,
    DoorChosen,
    DoorCorrected,
    OfferTaken,
    SnakeShown,
    Touched,
    TurnCorrected,
)
from majordome.games.snakes.facts import CardSet, DoorSet, DoorsOpen, Round, TurnSet


def test_a_wrong_flip_is_turned_back_and_the_right_card_turned() -> None:
    company = Company().begin().turn("Bob", 4)
    told = company.since(lambda: company.say(CardCorrected(4, "night"), CardCorrected(5, "day")))
    assert told == [CardSet(4, "night"), CardSet(5, "day")]
    assert company.table.showing("day") == (5,)
    ring = company.prompter.snapshot.ring
    assert ring is not None
    assert [arc.mood for arc in ring.arcs][3:5] == ["night_card", "day_card"]


def test_a_card_comes_back_to_the_table_and_can_be_touched_again() -> None:
    company = Company().begin().turn("Bob", 4).turn("Cid", 4)
    company.say(DoorChosen("Dora"), OfferTaken())
    assert company.hear(Touched(4)) is not None
    company.say(CardCorrected(4, "day"))
    assert company.beat == "touching"
    company.say(Touched(4))
    assert company.table.side(4) == "gone"


def test_an_offer_goes_on_after_a_correction() -> None:
    company = Company().begin().say(DoorChosen("Bob"), CardCorrected(2, "day"))
    assert company.beat == "offer"
    assert company.table.offer == 1
    company.say(OfferTaken(), Touched(2))
    assert company.table.side(2) == "gone"


def test_a_corrected_circle_may_be_the_end() -> None:
    company = Company(3).begin()
    for card in (1, 2, 3, 4):
        company.say(CardCorrected(card, "gone"))
    assert company.beat == "reveal"
    company.say(SnakeShown("Cid"))
    assert company.cues[-1] == Outcome("snakes", ("Cid",))


def test_a_door_that_was_closed_by_mistake_is_open_again() -> None:
    company = Company().begin().turn("Bob", 0).say(DoorCorrected("Cid", "closed"))
    assert list(company.table.choices) == ["Dora", "Ana"]
    assert company.cues[-1] == DoorSet("Cid", "closed")
    company.say(DoorCorrected("Cid", "open"))
    assert list(company.table.choices) == ["Cid", "Dora", "Ana"]
    company.say(DoorChosen("Cid"))


def test_the_host_closes_the_last_door_and_the_round_is_over() -> None:
    company = Company(3).begin().turn("Bob", 0).turn("Ana", 0)
    told = company.since(lambda: company.say(DoorCorrected("Cid", "closed")))
    assert told == [DoorSet("Cid", "closed"), DoorsOpen(), Round(2)]
    assert company.table.active == "Ana"


def test_somebody_else_holds_three_cards() -> None:
    company = Company().begin()
    assert company.since(lambda: company.say(TurnCorrected("Dora"))) == [TurnSet("Dora")]
    assert company.lines()[-1] == "your_turn"
    assert company.table.choices == ("Ana", "Bob", "Cid")
    refused = company.hear(DoorChosen("Dora"))
    assert refused is not None
    assert refused.why == "own_door"


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        (CardCorrected(4, "day"), "already_so"),
        (CardCorrected(0, "day"), "number_out_of_range"),
        (CardCorrected(7, "day"), "number_out_of_range"),
        (DoorCorrected("Zed", "open"), "unknown_name"),
        (DoorCorrected("Ana", "open"), "already_so"),
        (DoorCorrected("Bob", "closed"), "already_so"),
        (TurnCorrected("Zed"), "unknown_name"),
        (TurnCorrected("Bob"), "already_so"),
        (ChairTaken("left"), "no_news"),
    ],
)
def test_what_is_no_correction_is_refused(correction: Event, why: str) -> None:
    refused = Company(4).begin().turn("Bob", 4).hear(correction)
    assert refused is not None
    assert refused.why == why


@pytest.mark.parametrize("correction", [TurnCorrected("Cid"), DoorCorrected("Bob", "open")])
def test_turn_and_door_wait_until_an_offer_is_settled(correction: Event) -> None:
    refused = Company().begin().say(DoorChosen("Bob")).hear(correction)
    assert refused is not None
    assert refused.why == "offer_under_way"


def test_before_the_game_and_after_it_there_is_nothing_to_correct() -> None:
    refused = Company().hear(CardCorrected(1, "day"))
    assert refused is not None
    assert refused.why == "nothing_to_correct"
    company = Company(3).begin()
    for name, card in zip(("Bob", "Cid", "Ana", "Bob", "Cid"), range(1, 6), strict=True):
        company.turn(name, card)
    refused = company.hear(CardCorrected(1, "night"))
    assert refused is not None
    assert refused.why == "nothing_to_correct"


def test_a_correction_can_be_taken_back() -> None:
    company = Company().begin().say(CardCorrected(4, "day"), Gesture.BACK)
    assert company.table.showing("day") == ()


@pytest.mark.parametrize("winner", ["day", "snakes", "nobody"])
@pytest.mark.parametrize("beat", ["how_many", "choosing", "offer", "touching", "reveal"])
def test_the_host_ends_the_game_at_any_moment_and_says_who_won(winner: str, beat: str) -> None:
    company = Company(3, named=beat != "how_many")
    if beat != "how_many":
        company.begin()
    if beat in ("offer", "touching"):
        company.say(DoorChosen("Bob"))
    if beat == "touching":
        company.say(OfferTaken())
    if beat == "reveal":
        company.say(*(CardCorrected(card, "day") for card in range(1, 6)))
    assert company.beat == beat
    company.say(GameEnded(winner))
    assert company.beat == "finished"
    assert company.cues[-1] == Outcome(winner)
    assert {"day": "day_breaks", "snakes": "night_for_ever", "nobody": "called_off"}[winner] in company.lines()


def test_nobody_else_can_have_won() -> None:
    refused = Company().begin().hear(GameEnded("murderers"))
    assert refused is not None
    assert refused.why == "no_such_winner"
