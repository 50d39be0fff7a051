"""Hands: who deals, who offers to whom, which way round, how a hand ends, and what it is worth."""

from __future__ import annotations

import pytest

from games.exchange.parties import Table, a_table, an_evening
from majordome.core.cues import Hourglass, Outcome, Ring, Say, Scores
from majordome.core.events import Pressed, Slammed
from majordome.games.exchange.events import AllShown, AssassinShown, MaddestNamed, PileEmptied, PointsCorrected
from majordome.games.exchange.facts import Exchange, Hand, HandOver, Joker, Murder, Out, Police, Score, Slam

# Before the first card.


def test_the_maddest_begins() -> None:
    table = Table(an_evening(4))
    table.press()
    table.say(MaddestNamed("Cid"))
    table.press()
    assert table.all(Hand) == [Hand(1, "clockwise", "Cid")]
    assert table.all(Exchange) == [Exchange("Cid", "Dora")]


def test_who_slams_first_is_the_maddest() -> None:
    table = Table(an_evening(4))
    table.press()
    table.say(Slammed("Dora"))
    table.press()
    assert table.all(Hand) == [Hand(1, "clockwise", "Dora")]
    assert table.all(Exchange) == [Exchange("Dora", "Ana")]


def test_a_stranger_is_not_the_maddest() -> None:
    table = Table(an_evening(2))
    table.press()
    assert table.refusal_of(Slammed("Zoe")).why == "not_at_the_table"
    assert table.refusal_of(MaddestNamed("Zoe")).why == "not_a_choice"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deal_is_told_for_each_number_of_players(players: int) -> None:
    table = Table(an_evening(players))
    table.press()
    table.say(MaddestNamed("Ana"))
    said = [say.line for say in table.all(Say)]
    assert said[-3:] == ["shuffle", f"deal_{players}", "lay_jokers"]


def test_the_rules_are_read_to_whoever_asks_and_no_longer_than_they_like() -> None:
    table = Table(an_evening(3))
    table.double()
    assert table.beat == "rules"
    table.wait(20)
    assert table.beat == "rules"
    table.press()
    assert table.beat == "maddest"
    assert 1 < len([say for say in table.all(Say) if say.line.startswith("rules_")]) < 9


def test_the_whole_lesson_takes_about_a_minute_and_goes_on_by_itself() -> None:
    table = Table(an_evening(3))
    table.double()
    table.wait_until("maddest")
    assert 60 <= table.clock.now() <= 90
    assert len([say for say in table.all(Say) if say.line.startswith("rules_")]) == 9


# The exchange.


def test_the_first_hand_is_spoken_step_by_step() -> None:
    table = a_table(3)
    steps = []
    while table.beat != "actions":
        steps.append(table.beat)
        table.press()
    assert steps == ["laying", "taking", "drawing"]
    assert [say.line for say in table.all(Say)][-5:] == ["lay_three", "take_one", "draw", "discard", "actions"]


def test_later_hands_are_spoken_in_short() -> None:
    table = a_table(3)
    table.police("Ana", "Cid", assassin=True)
    table.press()
    assert table.beat == "exchanging"
    assert [say.line for say in table.all(Say)][-2:] == ["offers", "takes"]
    table.press()
    assert table.beat == "actions"


@pytest.mark.parametrize(("hands", "beat"), [(0, "exchanging"), (1, "laying"), (9, "laying")])
def test_how_long_it_is_spelled_out_is_a_setting(hands: int, beat: str) -> None:
    assert a_table(3, checklist=hands).beat == beat


def test_who_took_offers_next() -> None:
    table = a_table(4, starts="Cid")
    for _ in range(4):
        table.next_exchange()
    offered = [(exchange.from_, exchange.to) for exchange in table.all(Exchange)]
    assert offered == [("Cid", "Dora"), ("Dora", "Ana"), ("Ana", "Bob"), ("Bob", "Cid"), ("Cid", "Dora")]


def test_who_is_out_is_passed_over() -> None:
    table = a_table(4)
    table.police("Cid", "Dora", assassin=False)
    table.next_exchange()
    table.next_exchange()
    offered = [(exchange.from_, exchange.to) for exchange in table.all(Exchange)]
    assert offered == [("Ana", "Bob"), ("Bob", "Dora"), ("Dora", "Ana")]


def test_if_who_took_is_out_the_next_seat_offers() -> None:
    table = a_table(4)
    table.police("Bob", "Dora", assassin=False)
    table.next_exchange()
    assert table.all(Exchange)[-1] == Exchange("Cid", "Dora")


def test_the_direction_turns_and_the_next_seat_clockwise_begins() -> None:
    table = a_table(3, starts="Cid")
    for _ in range(3):
        table.police(table.table.giver, table.table.others(table.table.giver, table.table.taker)[0], assassin=True)
        table.press()
    assert table.all(Hand) == [
        Hand(1, "clockwise", "Cid"),
        Hand(2, "anticlockwise", "Ana"),
        Hand(3, "clockwise", "Bob"),
        Hand(4, "anticlockwise", "Cid"),
    ]
    firsts = table.all(Exchange)
    assert firsts == [Exchange("Cid", "Ana"), Exchange("Ana", "Cid"), Exchange("Bob", "Cid"), Exchange("Cid", "Bob")]


# The ends of a hand.


def test_a_murder_that_succeeds_is_worth_two_points() -> None:
    table = a_table(3).to_the_actions()
    table.murder("Cid", "Ana", 9, 8)
    assert table.deeds() == [
        Slam("Cid"),
        Murder("Cid", "Ana", 9, 8, True),
        HandOver("murder"),
        Score((("Ana", 0), ("Bob", 0), ("Cid", 2))),
    ]


@pytest.mark.parametrize("survival", [8, 9])
def test_on_a_tie_too_the_victim_survives_for_one_point(survival: int) -> None:
    table = a_table(3).to_the_actions()
    table.murder("Cid", "Ana", 8, survival)
    assert table.deeds() == [
        Slam("Cid"),
        Murder("Cid", "Ana", 8, survival, False),
        HandOver("murder"),
        Score((("Ana", 1), ("Bob", 0), ("Cid", 0))),
    ]


def test_the_police_find_an_assassin_for_one_point() -> None:
    table = a_table(3).to_the_actions()
    table.police("Cid", "Bob", assassin=True)
    assert table.deeds() == [
        Slam("Cid"),
        Police("Cid", "Bob", True),
        HandOver("police"),
        Score((("Ana", 0), ("Bob", 0), ("Cid", 1))),
    ]


def test_a_lone_player_ends_the_hand_without_points() -> None:
    table = a_table(2).to_the_actions()
    table.police("Bob", "Ana", assassin=False)
    assert table.deeds() == [
        Slam("Bob"),
        Police("Bob", "Ana", False),
        Out("Bob"),
        HandOver("alone"),
        Score((("Ana", 0), ("Bob", 0))),
    ]


def test_when_the_pile_runs_out_all_but_the_assassins_score() -> None:
    table = a_table(4)
    table.cues()
    table.pile_runs_out()
    table.say(AssassinShown("Bob"))
    table.say(AllShown())
    assert table.deeds() == [
        HandOver("pile"),
        Score((("Ana", 1), ("Bob", 0), ("Cid", 1), ("Dora", 1))),
    ]


def test_who_is_out_scores_nothing_when_the_pile_runs_out() -> None:
    table = a_table(4)
    table.police("Cid", "Bob", assassin=False)
    table.next_exchange()
    table.pile_runs_out()
    assert table.refusal_of(AssassinShown("Cid")).why == "not_a_choice"
    table.say(AllShown())
    assert table.points == {"Ana": 1, "Bob": 1, "Cid": 0, "Dora": 1}


def test_nobody_scores_where_all_are_assassins() -> None:
    table = a_table(2)
    table.pile_runs_out()
    table.say(AssassinShown("Ana"))
    assert table.refusal_of(AssassinShown("Ana")).why == "not_a_choice"
    table.say(AssassinShown("Bob"))
    table.say(AllShown())
    assert table.points == {"Ana": 0, "Bob": 0}
    assert "no_honest_people" in [say.line for say in table.all(Say)]


def test_a_joker_may_draw_the_last_card() -> None:
    table = a_table(3)
    table.slam("Bob", "joker")
    table.say(PileEmptied())
    table.say(AllShown())
    assert table.all(HandOver) == [HandOver("pile")]
    assert table.all(Joker) == [Joker("Bob")]


def test_the_pile_cannot_run_out_before_anybody_draws() -> None:
    assert a_table(3).refusal_of(PileEmptied()).why == "not_now"


# The end of the game.


def test_five_points_win() -> None:
    table = a_table(3)
    for _ in range(3):
        table.murder("Bob", "Ana", 2, 1)
        if table.beat == "dealing":
            table.press()
    assert table.all(Outcome) == [Outcome("Bob", ("Bob",))]
    assert table.points == {"Ana": 0, "Bob": 6, "Cid": 0}
    assert table.seen[-1][1] == Outcome("Bob", ("Bob",))
    assert table.refusal_of(Pressed()).why == "finished"


def test_two_with_the_same_highest_score_play_another_hand() -> None:
    table = a_table(3)
    table.say(PointsCorrected("Ana", 4))
    table.say(PointsCorrected("Bob", 4))
    table.pile_runs_out()
    table.say(AllShown())
    assert table.points == {"Ana": 5, "Bob": 5, "Cid": 1}
    assert Say("level_at_the_top", ("Ana", "Bob")).names in [say.names for say in table.all(Say)]
    assert not table.all(Outcome)
    table.press()
    table.police("Bob", "Cid", assassin=True)
    assert table.all(Outcome) == [Outcome("Bob", ("Bob",))]


def test_more_points_win_where_two_have_passed_five() -> None:
    table = a_table(3)
    table.say(PointsCorrected("Ana", 5))
    table.say(PointsCorrected("Bob", 4))
    table.murder("Bob", "Cid", 1, 0)
    assert table.points == {"Ana": 5, "Bob": 6, "Cid": 0}
    assert table.all(Outcome) == [Outcome("Bob", ("Bob",))]


# What is seen.


def test_the_ring_shows_who_gives_and_who_takes() -> None:
    table = a_table(4, starts="Dora")
    ring = table.prompter.snapshot.ring
    assert isinstance(ring, Ring)
    assert [(arc.label, arc.mood, arc.bright) for arc in ring.arcs] == [
        ("Ana", "taker", False),
        ("Bob", "points_0", False),
        ("Cid", "points_0", False),
        ("Dora", "giver", True),
    ]


def test_between_two_hands_the_ring_is_the_scoreboard() -> None:
    table = a_table(3)
    table.murder("Cid", "Ana", 9, 8)
    ring = table.prompter.snapshot.ring
    assert isinstance(ring, Ring)
    assert [(arc.label, arc.mood, arc.bright) for arc in ring.arcs] == [
        ("Ana 0", "points_0", False),
        ("Bob 0", "points_0", False),
        ("Cid 2", "points_2", True),
    ]
    assert table.prompter.snapshot.scores == Scores((("Ana", 0), ("Bob", 0), ("Cid", 2)))


def test_the_window_is_as_long_as_the_setting_says() -> None:
    table = a_table(3, window=25)
    table.go_to("actions")
    assert table.all(Hourglass) == [Hourglass(25)]
    table.wait(24)
    assert table.beat == "actions"
    table.wait(1)
    assert table.beat == "laying"
