"""The host's word: points, who is in the hand, phases that are skipped, the end; and steps back."""

from __future__ import annotations

from games.exchange.parties import Table, a_table, an_evening
from majordome.core.cues import Outcome, Say, Scores
from majordome.core.events import Answered, GameEnded, PhaseSkipped, Wish
from majordome.games.exchange.events import (
    Announced,
    LetIn,
    MaddestNamed,
    PointsCorrected,
    SentOut,
    SurvivalCounted,
    TargetNamed,
)
from majordome.games.exchange.facts import BackIn, Exchange, Hand, HandOver, Out, Score


def test_a_wrong_score_is_put_right_at_any_time() -> None:
    table = a_table(3)
    table.murder("Bob", "Ana", 3, 2)
    table.say(PointsCorrected("Ana", 1))
    table.say(PointsCorrected("Bob", 0))
    assert table.points == {"Ana": 1, "Bob": 0, "Cid": 0}
    assert table.prompter.snapshot.scores == Scores((("Ana", 1), ("Bob", 0), ("Cid", 0)))


def test_a_score_put_right_between_two_hands_may_win() -> None:
    table = a_table(3)
    table.murder("Bob", "Ana", 3, 2)
    table.say(PointsCorrected("Bob", 5))
    table.press()
    assert table.all(Outcome) == [Outcome("Bob", ("Bob",))]
    assert len(table.all(Hand)) == 1


def test_a_score_put_right_within_a_hand_waits_for_its_end() -> None:
    table = a_table(3)
    table.say(PointsCorrected("Bob", 5))
    table.go_to("actions")
    assert not table.all(Outcome)
    table.police("Cid", "Ana", assassin=True)
    assert table.all(Outcome) == [Outcome("Bob", ("Bob",))]


def test_points_that_cannot_be() -> None:
    table = a_table(3)
    assert table.refusal_of(PointsCorrected("Ana", 100)).why == "number_out_of_range"
    assert table.refusal_of(PointsCorrected("Ana", -1)).why == "number_out_of_range"
    assert table.refusal_of(PointsCorrected("Zoe", 1)).why == "not_at_the_table"


def test_the_host_sends_somebody_out_and_lets_them_in_again() -> None:
    table = a_table(4)
    table.say(SentOut("Cid"))
    table.next_exchange()
    assert table.all(Exchange)[-1] == Exchange("Bob", "Dora")
    table.say(LetIn("Cid"))
    table.next_exchange()
    table.next_exchange()
    table.next_exchange()
    assert table.all(Exchange)[-1] == Exchange("Bob", "Cid")
    assert table.all(Out) == [Out("Cid")]
    assert table.all(BackIn) == [BackIn("Cid")]


def test_nobody_is_sent_out_twice_or_between_two_hands() -> None:
    table = Table(an_evening(3))
    assert table.refusal_of(SentOut("Ana")).why == "no_hand_yet"
    table.begin()
    table.say(SentOut("Ana"))
    assert table.refusal_of(SentOut("Ana")).why == "already_out"
    assert table.refusal_of(LetIn("Bob")).why == "not_out"
    assert table.refusal_of(LetIn("Zoe")).why == "not_at_the_table"
    table.police("Bob", "Cid", assassin=True)
    assert table.refusal_of(SentOut("Ana")).why == "no_hand_yet"
    assert table.refusal_of(LetIn("Ana")).why == "not_out"


def test_the_last_but_one_sent_out_ends_the_hand() -> None:
    table = a_table(2)
    table.cues()
    table.say(SentOut("Ana"))
    assert table.deeds() == [Out("Ana"), HandOver("alone"), Score((("Ana", 0), ("Bob", 0)))]


def test_the_action_of_somebody_sent_out_falls() -> None:
    table = a_table(4)
    table.slam("Cid", "police")
    table.say(SentOut("Cid"))
    assert table.beat == "actions"
    assert table.table.floor is None


def test_the_murder_of_somebody_sent_out_falls() -> None:
    table = a_table(4)
    table.slam("Cid", "murder")
    table.say(TargetNamed("Ana"))
    table.say(SentOut("Ana"))
    assert table.beat == "actions"


def test_somebody_sent_out_does_not_wait_in_line() -> None:
    table = a_table(4)
    table.slam("Cid")
    table.buzz("Dora")
    table.say(SentOut("Dora"))
    table.say(Announced("joker"))
    table.press()
    assert table.beat == "actions"


def test_a_slip_of_the_finger_is_taken_back() -> None:
    table = a_table(3)
    table.murder("Bob", "Ana", 3, 12)
    assert table.points["Ana"] == 1
    table.back()  # the verdict, at once
    table.back()
    assert table.beat == "survival"
    table.say(SurvivalCounted(2))
    table.press()
    assert table.points == {"Ana": 0, "Bob": 2, "Cid": 0}


def test_a_step_back_can_be_put_back() -> None:
    table = a_table(3)
    table.police("Bob", "Ana", assassin=True)
    table.back()
    assert table.beat == "assassin"
    table.say(Wish.PUT_BACK)
    assert table.points["Bob"] == 1


def test_the_host_ends_the_game_and_says_who_won() -> None:
    table = a_table(3)
    table.slam("Bob", "police")
    assert table.refusal_of(GameEnded("Zoe")).why == "no_such_winner"
    table.say(GameEnded("Cid"))
    assert table.all(Outcome) == [Outcome("Cid", ("Cid",))]
    assert table.all(Say)[-1].line == "wins"


def test_the_host_calls_the_game_off() -> None:
    table = a_table(3)
    table.say(GameEnded("nobody"))
    assert table.all(Outcome) == [Outcome("nobody", ())]
    assert table.all(Say)[-1].line == "called_off"


def test_the_host_skips_whatever_is_going_on() -> None:
    table = Table(an_evening(3))
    table.double()
    beats = []
    for _ in range(6):
        beats.append(table.beat)
        table.say(PhaseSkipped())
    assert beats == ["rules", "maddest", "dealing", "laying", "actions", "laying"]
    assert table.all(Hand) == [Hand(1, "clockwise", "Ana")]


def test_who_holds_an_assassin_may_be_skipped() -> None:
    table = a_table(3)
    table.pile_runs_out()
    table.say(PhaseSkipped())
    assert table.points == {"Ana": 1, "Bob": 1, "Cid": 1}


def test_without_a_list_a_skipped_count_is_two() -> None:
    table = Table(an_evening(0))
    table.press()
    table.say(PhaseSkipped())
    assert table.table.seats == ("1", "2")
    table.say(MaddestNamed("2"))


def test_a_question_may_be_skipped_too() -> None:
    table = a_table(3)
    table.slam("Ana", "police")
    table.say(TargetNamed("Bob"))
    table.say(PhaseSkipped())
    assert table.beat == "actions"
    assert table.refusal_of(Answered(True)).why == "not_now"
