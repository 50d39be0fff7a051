"""A turn, a round and the three ends, as the rule sheet tells them."""

from __future__ import annotations

import pytest

from games.snakes.company import Company
from majordome.core.cues import Arc, Effect, Hourglass, HourglassAway, HourglassEmpty, Light, Outcome, Say
from majordome.core.events import Answered, Buzz, Event, Gesture, PhaseSkipped, Pressed, TimeAdded, Wish
from majordome.games.snakes.events import (
    CardCorrected,
    Dealt,
    DoorChosen,
    OfferDeclined,
    OfferTaken,
    PlayersCounted,
    SnakeShown,
    Touched,
)
from majordome.games.snakes.facts import Declined, Door, DoorsOpen, Flip, Gone, Nothing, Offer, Round, Taken

# The opening.


@pytest.mark.parametrize(("players", "highest", "snakes"), [(3, 5, 1), (4, 6, 2), (5, 8, 2), (6, 9, 3)])
def test_the_circle_and_the_snakes_go_by_the_number_of_players(players: int, highest: int, snakes: int) -> None:
    company = Company(players)
    company.begin()
    assert company.table.cards == tuple((number, "night") for number in range(1, highest + 1))
    assert company.table.snakes == snakes
    assert f"setup_{players}" in company.lines()


def test_the_one_who_was_dealt_three_cards_begins() -> None:
    company = Company().begin("Cid")
    assert company.table.active == "Cid"
    assert company.table.choices == ("Dora", "Ana", "Bob")  # clockwise from the left


def test_a_stranger_was_dealt_nothing() -> None:
    company = Company().say(Answered(yes=False), Pressed())
    refused = company.hear(Dealt("Zed"))
    assert refused is not None
    assert refused.why == "unknown_name"


def test_without_names_the_players_are_counted_and_number_one_begins() -> None:
    company = Company(named=False)
    assert company.beat == "how_many"
    company.say(Gesture.PRESS, Gesture.PRESS, Gesture.DOUBLE)  # three, four, five
    assert company.table.players == ("1", "2", "3", "4", "5")
    company.say(Gesture.PRESS, Gesture.PRESS)
    assert company.beat == "choosing"
    assert company.table.active == "1"
    assert "numbered_seats" in company.lines()


@pytest.mark.parametrize("number", [2, 7])
def test_two_are_too_few_and_seven_too_many(number: int) -> None:
    company = Company(named=False)
    refused = company.hear(PlayersCounted(number))
    assert refused is not None
    assert refused.why == "number_out_of_range"


def test_before_they_are_counted_nothing_can_be_left_out() -> None:
    refused = Company(named=False).hear(PhaseSkipped())
    assert refused is not None
    assert refused.why == "how_many_first"


def test_the_rules_are_told_one_after_the_other_by_themselves() -> None:
    company = Company(5).say(Gesture.DOUBLE)
    for _ in range(8):
        assert company.beat == "rules"
        company.wait(60)
    assert company.beat == "dealing"
    assert [line for line in company.lines() if line.startswith("rule_")] == [
        *("rule_aim", "rule_offer", "rule_refuse", "rule_take"),
        *("rule_silence", "rule_round", "rule_smallest", "rule_end"),
    ]


def test_three_or_four_players_do_not_hear_of_the_smallest_day() -> None:
    company = Company(4).say(Gesture.DOUBLE)
    while company.beat == "rules":
        company.say(Gesture.PRESS)  # a press goes on to the next
    assert "rule_smallest" not in company.lines()
    assert "rule_end" in company.lines()


def test_a_double_press_is_enough_of_the_rules() -> None:
    company = Company().say(Gesture.DOUBLE, Gesture.PRESS, Gesture.DOUBLE)
    assert company.beat == "dealing"
    assert "rule_refuse" not in company.lines()


def test_the_host_may_leave_out_the_rules_and_the_dealing() -> None:
    company = Company().say(PhaseSkipped())
    assert company.beat == "dealing"
    company.say(PhaseSkipped())
    assert company.beat == "choosing"
    assert company.table.active == "Ana"


# A turn.


@pytest.mark.parametrize(
    "hand", [Gesture.PRESS, Buzz("Ana"), Buzz("Cid"), Buzz("Cid", Gesture.DOUBLE), DoorChosen("Cid")]
)
def test_the_last_open_door_is_closed_by_one_press(hand: Gesture | Buzz | Event) -> None:
    company = Company(3).begin().turn("Bob", 0).turn("Ana", 0)
    assert company.beat == "last_door"
    assert "last_door" in company.lines()
    refused = company.hear(DoorChosen("Bob"))
    assert refused is not None
    assert refused.why == "door_is_closed"
    company.say(hand)
    assert company.table.chosen == "Cid"


def test_a_card_refused_once_and_then_taken() -> None:
    company = Company().begin()
    told = company.since(lambda: company.turn("Bob", 4, refused=1))
    assert told == [
        Door("Bob"),
        Offer(1, "Ana", "Bob"),
        Declined(1),
        Offer(2, "Ana", "Bob"),
        Taken("Bob"),
        Flip(4),
    ]
    assert company.table.active == "Bob"
    assert company.table.closed == ("Bob",)


def test_the_third_offer_must_be_taken() -> None:
    company = Company().begin().say(DoorChosen("Bob"), OfferDeclined(), OfferDeclined())
    assert company.beat == "last_offer"
    for press in (OfferDeclined(), Buzz("Bob")):
        refused = company.hear(press)
        assert refused is not None
        assert refused.why == "third_is_taken"
    refused = company.hear(Gesture.PRESS)
    assert refused is not None
    assert refused.why == "nothing_to_press"
    company.say(Gesture.DOUBLE)
    assert company.beat == "touching"


def test_a_night_is_turned_to_day_and_a_day_leaves_the_table() -> None:
    company = Company().begin()
    assert company.since(lambda: company.turn("Bob", 4))[-1] == Flip(4)
    assert company.since(lambda: company.turn("Cid", 4))[-1] == Gone(4, "touched")
    assert company.since(lambda: company.turn("Dora", 0))[-1] == Nothing()


@pytest.mark.parametrize("name", ["Ana", "Bob", "Zed"])
def test_only_an_open_door_of_somebody_else_can_be_chosen(name: str) -> None:
    company = Company().begin().turn("Bob", 0).turn("Ana", 0)
    refused = company.hear(DoorChosen(name))
    assert refused is not None
    assert refused.why == {"Ana": "own_door", "Bob": "door_is_closed", "Zed": "unknown_name"}[name]


@pytest.mark.parametrize("card", [4, 7, -1])
def test_a_number_that_is_not_on_the_table_is_touched_by_nothing(card: int) -> None:
    company = Company().begin().turn("Bob", 4).turn("Cid", 4)
    company.say(DoorChosen("Dora"), OfferTaken())
    refused = company.hear(Touched(card))
    assert refused is not None
    assert refused.why == "card_is_gone"


def test_a_number_cannot_be_told_before_a_card_is_taken() -> None:
    company = Company().begin()
    refused = company.hear(Touched(4))
    assert refused is not None
    assert refused.why == "not_now"


def test_a_turn_cannot_be_left_out() -> None:
    refused = Company().begin().hear(PhaseSkipped())
    assert refused is not None
    assert refused.why == "a_turn_is_played"


def test_the_ring_shows_an_arc_a_number() -> None:
    company = Company(3).begin().turn("Bob", 2).turn("Cid", 2).turn("Ana", 5)
    ring = company.prompter.snapshot.ring
    assert ring is not None
    assert [arc.mood for arc in ring.arcs] == ["night_card", "gone_card", "night_card", "night_card", "day_card"]
    company = Company(3).begin().turn("Bob", 2)
    ring = company.prompter.snapshot.ring
    assert ring is not None
    assert ring.arcs[1] == Arc("day_card", "2", bright=True)  # the one that was just turned stands out
    company.say(DoorChosen("Cid"))
    ring = company.prompter.snapshot.ring
    assert ring is not None
    assert ring.arcs[1] == Arc("day_card", "2")  # until the next door is closed


def test_the_reminder_can_be_left_unsaid() -> None:
    assert "close_your_door" in Company().begin().turn("Bob", 0).lines()
    assert "close_your_door" not in Company(reminder=False).begin().turn("Bob", 0).lines()


# An offer's time.


def test_an_offer_has_no_time_unless_the_host_wants_one() -> None:
    company = Company().begin().say(DoorChosen("Bob"))
    assert company.prompter.time_left(company.now) is None


def test_when_the_time_of_an_offer_is_up_the_card_is_taken() -> None:
    company = Company(offer_seconds=30).begin().say(DoorChosen("Bob"))
    assert Hourglass(30) in company.cues
    company.wait(30)
    assert company.beat == "touching"
    assert company.facts()[-1] == {"cue": "taken", "name": "Bob"}
    assert HourglassEmpty() in company.cues
    assert "time_is_up" in company.lines()


def test_an_answer_in_time_puts_the_hourglass_away_and_the_third_has_none() -> None:
    company = Company(offer_seconds=30).begin().say(DoorChosen("Bob"), OfferDeclined(), TimeAdded(15), OfferDeclined())
    assert [cue.seconds for cue in company.cues if isinstance(cue, Hourglass)] == [30, 30, 45]
    assert company.cues.count(HourglassAway()) == 2
    assert company.prompter.time_left(company.now) is None


# A round.


def test_when_every_door_is_closed_all_open_again_and_the_last_who_took_begins() -> None:
    company = Company(3).begin().turn("Bob", 1).turn("Ana", 2)
    assert company.since(lambda: company.turn("Cid", 0))[-2:] == [DoorsOpen(), Round(2)]
    assert company.table.active == "Cid"
    assert company.table.choices == ("Ana", "Bob")


def test_the_first_player_of_a_round_is_chosen_later_and_plays_twice() -> None:
    company = Company(3).begin().turn("Bob", 0).turn("Ana", 0)
    assert company.table.active == "Ana"


@pytest.mark.parametrize(("players", "leaves"), [(3, False), (4, False), (5, True), (6, True)])
def test_with_five_or_six_the_smallest_day_leaves_after_the_round(players: int, leaves: bool) -> None:
    company = Company(players).begin()
    others = company.table.players[1:]
    company.turn(others[0], 3).turn(others[1], 2)
    for name in (*others[2:], "Ana"):
        company.turn(name, 0)
    told = company.facts()[-3:]
    assert ({"cue": "gone", "card": 2, "why": "round"} in told) is leaves
    assert told[-1] == {"cue": "round", "number": 2}


def test_no_day_on_the_table_none_leaves() -> None:
    company = Company(5).begin()
    for name in ("Bob", "Cid", "Dora", "Eve", "Ana"):
        company.turn(name, 0)
    assert company.facts()[-2:] == [{"cue": "doors_open"}, {"cue": "round", "number": 2}]


# The ends.


def nearly_day(players: int = 3) -> Company:
    """All but one night is turned, and no door is left but one."""
    company = Company(players).begin()
    for name, card in zip(("Bob", "Cid", "Ana", "Bob"), (1, 2, 3, 4), strict=True):
        company.turn(name, card)
    return company


def test_the_last_flip_is_the_day() -> None:
    company = nearly_day()
    assert "one_night_left" in company.lines()
    company.turn("Cid", 5)
    assert company.beat == "reveal"
    assert "day_breaks" in company.lines()
    assert Light("daybreak") in company.cues
    assert Effect("cock_crow") in company.cues


def test_the_end_comes_in_the_middle_of_a_round_and_no_door_opens() -> None:
    company = nearly_day().turn("Ana", 5)
    assert [fact["cue"] for fact in company.facts()[-2:]] == ["taken", "flip"]


def test_one_card_left_and_it_is_night_is_the_snakes() -> None:
    company = Company(3).begin()
    names = iter(["Bob", "Cid", "Ana"] * 3)
    for card in (1, 1, 2, 2, 3, 3, 4):
        company.turn(next(names), card)
    assert company.beat == "choosing"
    company.turn(next(names), 4)
    assert company.beat == "reveal"
    assert "night_for_ever" in company.lines()
    assert Light("endless_night") in company.cues
    company.say(Pressed())
    assert company.cues[-1] == Outcome("snakes")


@pytest.mark.parametrize(("players", "highest"), [(5, 8), (6, 9)])
def test_the_removal_at_a_round_end_can_be_the_snakes(players: int, highest: int) -> None:
    company = Company(players).begin()
    company.say(*(CardCorrected(card, "gone") for card in range(1, highest - 1)))  # two nights are left
    while len(company.table.choices) > 1 or company.table.active == "Ana":
        company.turn(company.table.choices[0], 0)
    told = company.since(lambda: company.turn("Ana", highest))
    assert told[-3:] == [Flip(highest), DoorsOpen(), Gone(highest, "round")]
    assert company.table.ending == "snakes"
    assert company.beat == "reveal"


def test_whoever_holds_a_snake_loses_by_day() -> None:
    company = nearly_day().turn("Cid", 5).say(SnakeShown("Bob"))
    assert company.beat == "finished"  # there is but one snake
    assert company.cues[-1] == Outcome("day", ("Ana", "Cid"))
    assert [cue.names for cue in company.cues if isinstance(cue, Say)][-1] == ("Ana", "Cid")
    assert company.lines()[-1] == "winners"


def test_nobody_has_to_tell_who_held_a_snake() -> None:
    for skip in (Pressed(), Gesture.HOLD, PhaseSkipped()):
        company = nearly_day().turn("Cid", 5).say(skip)
        assert company.beat == "finished"
        assert company.cues[-1] == Outcome("day")
        assert "winners" not in company.lines()


def test_one_player_may_hold_several_snakes_and_is_named_once() -> None:
    company = Company(4).begin()
    for name, card in zip(("Bob", "Cid", "Dora", "Ana", "Bob", "Cid"), range(1, 7), strict=True):
        company.turn(name, card)
    company.say(SnakeShown("Dora"))
    assert company.beat == "reveal"  # there are two
    for stranger, why in (("Dora", "snake_already_shown"), ("Zed", "unknown_name")):
        refused = company.hear(SnakeShown(stranger))
        assert refused is not None
        assert refused.why == why
    company.say(Pressed())
    assert company.cues[-1] == Outcome("day", ("Ana", "Bob", "Cid"))


def test_the_end_can_be_taken_back() -> None:
    company = nearly_day().turn("Cid", 5).say(Pressed(), Wish.TAKE_BACK, Wish.TAKE_BACK)
    assert company.beat == "touching"
    company.say(Touched(0))
    assert company.beat == "last_door"
