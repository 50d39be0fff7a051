"""A round: cards are laid, TOP, and each card is carried out in its turn."""

from __future__ import annotations

import pytest

from games.parasites.company import Company, an_evening
from majordome.core.cues import Arc, Effect, Hourglass, HourglassEmpty, Light, Refused, Ring, Top
from majordome.core.events import Buzz, Gesture, PhaseSkipped
from majordome.games.parasites.events import Fired, Laid
from majordome.games.parasites.facts import Enters, LastRound, Round, Turn


def a_table(number: int = 3, mode: str = "classic", **settings: int) -> Company:
    company = Company(an_evening(number, mode, **settings)).begin("Ana")
    company.cues.clear()
    return company


def test_the_round_names_the_first_player_and_everyone_lays_a_card() -> None:
    company = Company(an_evening(3)).begin("Bob")
    assert company.facts == [Round(1, "Bob", False)]
    assert company.said[-1] == "lay"


def test_top_comes_when_the_last_player_has_laid_and_after_the_drums() -> None:
    company = a_table()
    for name in ("Cid", "Ana", "Bob"):
        assert company.name == "laying"
        company.buzz(name)
    assert company.name == "roll"
    assert Effect("drum_roll") in company.cues
    assert company.look() == []
    company.wait()
    assert company.look() == [Top("reveal"), Turn("Ana")]


def test_one_press_says_it_for_all_and_another_one_cuts_the_drums_short() -> None:
    company = a_table()
    company.press()
    assert company.name == "roll"
    assert company.beat.top == "reveal"  # armed
    company.press()
    assert company.look() == [Top("reveal"), Turn("Ana")]


def test_nobody_lays_twice_in_a_round() -> None:
    company = a_table()
    company.buzz("Bob")
    assert company.refuses(Buzz("Bob")) == "nothing_to_buzz"
    assert company.refuses(Laid("Bob")) == "already_laid"
    assert company.refuses(Laid("Zoe")) == "unknown_name"


def test_cards_are_carried_out_clockwise_from_the_first_player() -> None:
    company = Company(an_evening(4)).begin("Cid").top()
    for _ in range(4):
        company.press()
    turns = [cue for cue in company.facts if isinstance(cue, Turn)]
    assert turns == [Turn("Cid"), Turn("Dora"), Turn("Ana"), Turn("Bob")]


def test_after_the_round_the_token_goes_left_and_a_character_comes_in() -> None:
    company = a_table(3).top()
    company.cues.clear()
    company.press("laying")
    assert company.look()[-2:] == [Enters(17), Round(2, "Bob", False)]
    assert company.table.centre == 7


def test_a_round_without_a_shot_is_remembered_for_the_card_of_peace() -> None:
    company = a_table(2).top()
    company.press("laying")
    assert "round_over_in_peace" in company.said
    company.top()
    company.well(Fired("Bob", False))
    company.press("laying")
    assert "round_over" in company.said


def test_when_nobody_is_left_to_enter_the_coming_round_is_the_last() -> None:
    company = a_table(2)
    for _ in range(20):
        company.top().press("laying")
    assert (company.table.deck, company.table.last) == (0, False)
    company.look()
    company.top().press("laying")
    assert company.look()[-2:] == [LastRound(), Round(22, "Bob", True)]
    assert company.table.last
    company.top().press("revealing")
    assert company.table.first == "Bob"  # the token stays


def test_the_ring_points_at_whose_card_it_is_and_shows_who_is_ready() -> None:
    company = a_table(2)
    company.buzz("Bob")
    assert company.prompter.snapshot.ring == Ring((Arc("seat", "Ana", bright=True), Arc("ready", "Bob")))
    company.buzz("Ana")
    company.wait()
    company.press()
    assert company.prompter.snapshot.ring == Ring((Arc("seat", "Ana"), Arc("turn", "Bob", bright=True)))


def test_the_light_grows_redder_with_each_real_one() -> None:
    company = a_table(3).top()
    for danger in ("danger_1", "danger_2", "danger_3"):
        company.well(Fired("Ana", True, free=True))
        assert company.prompter.snapshot.mood == danger
    assert Light("danger_2") in company.cues


def test_a_time_for_laying_only_reminds() -> None:
    company = Company(an_evening(3, laying=30)).begin("Ana")
    assert Hourglass(30.0) in company.cues
    company.buzz("Ana")
    company.wait()
    assert HourglassEmpty() in company.cues
    assert company.said[-1] == "hurry"
    assert company.name == "laying"
    assert company.table.laid == ("Ana",)
    assert company.prompter.time_left(company.clock.now()) is None


def test_without_that_setting_no_hourglass_runs() -> None:
    company = a_table()
    assert company.beat.within is None


def test_the_host_may_skip_the_rest_of_a_round() -> None:
    company = a_table(3, laying=30)
    company.well(PhaseSkipped())
    assert company.table.round == 2
    company.top()
    company.well(PhaseSkipped())
    assert company.table.round == 3
    assert company.table.turn is None


@pytest.mark.parametrize("player", ["Bob", "Cid"])
def test_only_the_player_whose_card_it_is_says_that_it_is_done(player: str) -> None:
    company = a_table(3).top()
    assert company.refuses(Buzz(player)) == "nothing_to_buzz"
    company.buzz("Ana")
    assert company.table.turn == "Bob"


def test_a_shot_with_nobody_to_shoot_at_is_refused_and_the_card_does_nothing() -> None:
    company = a_table(2).top()
    for _ in range(4):
        company.well(Fired("Ana", False))
    assert company.refuses(Gesture.DOUBLE) == "nobody_to_shoot"
    company.press()
    assert company.table.turn == "Bob"
    assert [cue.why for cue in company.facts if isinstance(cue, Refused)] == ["nobody_to_shoot"]
