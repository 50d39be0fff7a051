"""The actions: the first to slam acts, all others are locked out, and wait in the order of their slams."""

from __future__ import annotations

import pytest

from games.exchange.parties import Table, a_table
from majordome.core.cues import Effect, Refused, Ring, Say
from majordome.core.events import Answered, Buzz, Event, Gesture, PhaseSkipped, Pressed, Slammed, TimeAdded
from majordome.games.exchange.events import (
    Announced,
    CrimeCounted,
    PileEmptied,
    SomebodySlammed,
    SurvivalCounted,
    TargetNamed,
    Withdrew,
)
from majordome.games.exchange.facts import Exchange, HandOver, Joker, Murder, Out, Police, Slam, Waiting


def at_the_actions(players: int = 4) -> Table:
    return a_table(players).to_the_actions()


# The window.


def test_nobody_acts_and_the_time_is_up() -> None:
    table = at_the_actions()
    table.wait(10)
    assert table.deeds() == [Exchange("Bob", "Cid")]


def test_a_press_ends_the_window() -> None:
    table = at_the_actions()
    table.press()
    assert table.deeds() == [Exchange("Bob", "Cid")]


def test_the_host_may_give_more_time() -> None:
    table = at_the_actions()
    table.wait(9)
    table.say(TimeAdded(10))
    table.wait(10)
    assert table.beat == "actions"


def test_a_slam_stops_the_clock() -> None:
    table = at_the_actions()
    table.wait(9)
    table.buzz("Dora")
    table.wait(600)
    assert table.beat == "acting"
    assert table.sand is None
    assert table.deeds() == [Slam("Dora")]


def test_the_window_opens_anew_after_each_action() -> None:
    table = at_the_actions()
    table.wait(9)
    table.slam("Dora", "joker")
    table.press()
    table.wait(9)
    assert table.beat == "actions"
    table.wait(1)
    assert table.deeds() == [Slam("Dora"), Joker("Dora"), Exchange("Bob", "Cid")]


def test_a_slam_before_the_actions_does_not_count() -> None:
    table = a_table(3)
    assert table.refusal_of(Slammed("Cid")).why == "not_now"
    assert table.refusal_of(Buzz("Cid")).why == "nothing_to_buzz"


def test_a_stranger_cannot_slam() -> None:
    assert at_the_actions().refusal_of(Slammed("Zoe")).why == "not_at_the_table"


def test_who_is_out_slams_in_vain() -> None:
    table = at_the_actions()
    table.police("Cid", "Bob", assassin=False)
    table.cues()
    assert table.refusal_of(Buzz("Cid")).why == "nothing_to_buzz"
    table.cues()
    table.say(Slammed("Cid"))
    assert table.deeds() == [Slam("Cid"), Refused("slam", "out_for_this_hand", ("Cid",))]
    assert table.beat == "actions"


def test_by_the_one_button_somebody_slams_and_then_who() -> None:
    table = at_the_actions()
    table.double()
    assert table.beat == "who_slammed"
    table.wait(600)  # nobody is hurried by the clock
    for _ in range(3):
        table.press()  # Ana, Bob, Cid
    table.double()
    assert table.deeds() == [Slam("Cid")]


def test_the_button_was_pressed_twice_by_mistake() -> None:
    table = at_the_actions()
    table.say(SomebodySlammed())
    table.say(Withdrew())
    assert table.beat == "actions"
    table.wait(9)
    assert table.beat == "actions"
    table.wait(1)
    assert table.deeds() == [Exchange("Bob", "Cid")]


def test_who_is_asked_for_may_say_so_on_their_own_buzzer() -> None:
    table = at_the_actions()
    table.double()
    table.buzz("Dora")
    assert table.deeds() == [Slam("Dora")]


# In line.


def test_who_slams_while_another_acts_is_next_in_the_order_of_slams() -> None:
    table = at_the_actions()
    table.buzz("Bob")
    table.buzz("Dora")
    table.buzz("Ana")
    table.say(Announced("joker"))
    table.press()
    assert table.beat == "acting"
    assert table.table.floor == "Dora"
    table.say(Announced("joker"))
    table.press()
    assert table.table.floor == "Ana"
    table.say(Withdrew())
    assert table.beat == "actions"
    assert table.deeds() == [
        *(Slam("Bob"), Waiting("Dora"), Waiting("Ana"), Joker("Bob")),
        *(Slam("Dora"), Joker("Dora"), Slam("Ana")),
    ]


def test_nobody_stands_in_line_twice_nor_behind_themselves() -> None:
    table = at_the_actions()
    table.buzz("Bob")
    table.buzz("Dora")
    assert table.refusal_of(Buzz("Dora")).why == "already_waiting"
    assert table.refusal_of(Slammed("Bob")).why == "has_the_floor"
    assert table.refusal_of(Slammed("Zoe")).why == "not_at_the_table"


def test_who_is_out_cannot_stand_in_line() -> None:
    table = at_the_actions()
    table.police("Cid", "Bob", assassin=False)
    table.buzz("Bob")
    assert table.refusal_of(Slammed("Cid")).why == "out_for_this_hand"


def test_a_slam_a_moment_behind_the_first_is_not_too_late() -> None:
    table = at_the_actions()
    moment = table.prompter.moment
    table.say(Slammed("Bob"))
    now = table.clock.now()
    assert table.prompter.offer(Slammed("Dora", behind=1), now, moment).refused is None
    assert table.prompter.offer(Slammed("Ana"), now, moment).refused == Refused("press", "too_late")
    assert table.table.queue == ("Dora",)


def test_the_pointing_goes_on_when_somebody_gets_in_line() -> None:
    table = at_the_actions()
    table.buzz("Bob")
    table.press()  # a murder
    table.press()  # the police
    table.buzz("Dora")
    table.double()
    assert table.beat == "accused"


@pytest.mark.parametrize("beat", ["acting", "victim", "accused", "crime", "assassin", "joker"])
def test_everyone_else_may_get_in_line_at_every_step(beat: str) -> None:
    table = at_the_actions()
    table.buzz("Cid")
    steps: dict[str, list[Event]] = {
        "acting": [],
        "victim": [Announced("murder")],
        "accused": [Announced("police")],
        "crime": [Announced("murder"), TargetNamed("Ana")],
        "assassin": [Announced("police"), TargetNamed("Ana")],
        "joker": [Announced("joker")],
    }
    for step in steps[beat]:
        table.say(step)
    assert table.beat == beat
    for player in ("Dora", "Ana", "Bob"):
        table.buzz(player)
    assert table.table.queue == ("Dora", "Ana", "Bob")
    assert table.beat == beat


def test_the_end_of_a_hand_sends_the_line_home() -> None:
    table = at_the_actions()
    table.buzz("Bob")
    table.buzz("Dora")
    table.say(Announced("police"))
    table.say(TargetNamed("Ana"))
    table.say(Answered(True))
    table.press()
    table.go_to("actions")
    assert table.table.queue == ()


# Naming somebody.


@pytest.mark.parametrize("deed", ["murder", "police"])
def test_nobody_names_themselves_a_stranger_or_who_is_out(deed: str) -> None:
    table = at_the_actions()
    table.police("Dora", "Ana", assassin=False)
    table.slam("Cid", deed)
    assert table.refusal_of(TargetNamed("Cid")).why == "names_oneself"
    assert table.refusal_of(TargetNamed("Dora")).why == "out_for_this_hand"
    assert table.refusal_of(TargetNamed("Zoe")).why == "not_at_the_table"
    table.say(TargetNamed("Ana"))


@pytest.mark.parametrize("deed", ["", "murder", "police"])
def test_a_card_that_was_slammed_by_mistake_goes_back(deed: str) -> None:
    table = at_the_actions()
    table.slam("Cid", deed)
    table.say(Withdrew())
    assert table.deeds() == [Slam("Cid")]
    assert table.beat == "actions"
    assert table.table.floor is None


# Murder.


def test_the_drums_roll_before_the_verdict() -> None:
    table = at_the_actions()
    table.slam("Cid", "murder")
    table.say(TargetNamed("Ana"))
    table.say(CrimeCounted(9))
    table.say(SurvivalCounted(3))
    assert not table.all(Murder)
    assert table.all(Effect)[-1] == Effect("drum_roll")
    table.wait(4)
    assert table.all(Murder) == [Murder("Cid", "Ana", 9, 3, True)]


@pytest.mark.parametrize("total", [-1, 100])
def test_totals_are_from_0_to_99(total: int) -> None:
    table = at_the_actions()
    table.slam("Cid", "murder")
    table.say(TargetNamed("Ana"))
    assert table.refusal_of(CrimeCounted(total)).why == "number_out_of_range"
    table.say(CrimeCounted(99))
    assert table.refusal_of(SurvivalCounted(total)).why == "number_out_of_range"


def test_an_assassin_can_be_a_victim_and_the_box_never_asks_for_a_card() -> None:
    table = at_the_actions()
    table.murder("Cid", "Ana", 0, 0)
    assert table.points["Ana"] == 1


# Police.


def test_who_accuses_falsely_is_out_and_the_hand_goes_on() -> None:
    table = at_the_actions()
    table.police("Cid", "Ana", assassin=False)
    assert table.deeds() == [Slam("Cid"), Police("Cid", "Ana", False), Out("Cid")]
    assert table.beat == "actions"


def test_whether_the_assassin_was_just_passed_is_asked_and_not_guessed() -> None:
    table = at_the_actions()
    table.slam("Ana", "police")
    table.say(TargetNamed("Bob"))  # Ana has just given Bob a card
    assert table.beat == "passed"
    table.say(Answered(False))
    assert table.beat == "assassin"


def test_the_assassin_just_passed_on_cannot_be_accused_by_who_passed_it() -> None:
    table = at_the_actions()
    table.police("Ana", "Bob", assassin=True, passed=True)
    assert table.deeds() == [Slam("Ana"), Refused("police", "just_passed", ("Ana", "Bob"))]
    assert table.beat == "actions"
    assert table.all(Say)[-2].line == "wait_for_next"


def test_it_can_in_the_next_action_phase() -> None:
    table = at_the_actions()
    table.next_exchange()
    table.police("Ana", "Bob", assassin=True)
    assert table.all(HandOver) == [HandOver("police")]


@pytest.mark.parametrize(("by", "accused"), [("Bob", "Ana"), ("Ana", "Cid"), ("Cid", "Bob")])
def test_nobody_else_is_asked_what_was_passed(by: str, accused: str) -> None:
    table = at_the_actions()
    table.slam(by, "police")
    table.say(TargetNamed(accused))
    assert table.beat == "assassin"


# Joker.


def test_a_joker_is_settled_at_the_table_s_pace() -> None:
    table = at_the_actions()
    table.slam("Dora", "joker")
    table.wait(600)
    assert table.beat == "joker"
    table.press()
    assert table.beat == "actions"


def test_who_has_played_a_joker_may_play_on() -> None:
    table = at_the_actions()
    table.slam("Dora", "joker")
    table.press()
    table.slam("Dora", "joker")
    table.press()
    assert table.deeds() == [Slam("Dora"), Joker("Dora"), Slam("Dora"), Joker("Dora")]


# What does not belong here.


@pytest.mark.parametrize(
    "event",
    [Pressed(), Answered(True), TargetNamed("Ana"), CrimeCounted(3), PileEmptied(), SomebodySlammed()],
    ids=lambda event: type(event).__name__,
)
def test_what_is_not_asked_is_refused(event: Pressed) -> None:
    table = at_the_actions()
    table.slam("Cid")
    assert table.refusal_of(event).why == "not_now"


def test_a_skipped_action_falls() -> None:
    table = at_the_actions()
    table.slam("Cid", "police")
    table.say(TargetNamed("Ana"))
    table.say(PhaseSkipped())
    assert table.deeds() == [Slam("Cid")]
    assert table.beat == "actions"


def test_skipped_drums_are_no_skipped_verdict() -> None:
    table = at_the_actions()
    table.slam("Cid", "murder")
    for step in (TargetNamed("Ana"), CrimeCounted(9), SurvivalCounted(3), PhaseSkipped()):
        table.say(step)
    assert table.all(Murder)


def test_the_ring_shows_who_acts_against_whom_and_who_waits() -> None:
    table = at_the_actions()
    table.slam("Cid", "murder")
    table.say(TargetNamed("Ana"))
    table.buzz("Dora")
    ring = table.prompter.snapshot.ring
    assert isinstance(ring, Ring)
    assert [arc.mood for arc in ring.arcs] == ["target", "points_0", "acting", "waiting"]
    assert [arc.bright for arc in ring.arcs] == [False, False, True, False]


def test_a_held_buzzer_is_a_press_like_any_other() -> None:
    table = at_the_actions()
    assert table.refusal_of(Buzz("Cid", Gesture.DOUBLE)).why == "nothing_to_buzz"
    table.buzz("Cid")
    assert table.deeds()[-1] == Slam("Cid")
