"""Shots: parasites, real ones, penalties, shots at players, and what cannot be shot."""

from __future__ import annotations

import pytest

from games.parasites.company import Company, an_evening
from majordome.core.cues import Outcome
from majordome.core.events import Event, Gesture
from majordome.core.library import manifest
from majordome.games.parasites.events import AimDropped, DeckCorrected, Fired, ShooterNamed, SideTold, TargetNamed
from majordome.games.parasites.facts import Enters, Failure, Freed, Penalty, Shot


def at_cards(number: int = 3, mode: str = "classic") -> Company:
    """The first player's card lies open."""
    company = Company(an_evening(number, mode)).begin("Ana").top()
    company.cues.clear()
    return company


def test_a_parasite_is_discarded_and_the_centre_is_smaller() -> None:
    company = at_cards()
    company.double()
    company.press()
    assert company.look() == [Shot("Ana", False)]
    assert company.table.centre == 5
    assert company.name == "turn"


def test_a_real_one_brings_penalties_and_a_newcomer() -> None:
    company = at_cards()
    company.double()
    company.double()
    assert company.look() == [Shot("Ana", True), Failure(1)]
    assert company.name == "penalty"
    company.press()
    assert company.look() == [Penalty("Ana"), Enters(17)]
    assert company.table.centre == 6


def test_one_card_spares_the_penalties() -> None:
    company = at_cards()
    company.double()
    company.double()
    company.double()
    assert company.look() == [Shot("Ana", True), Failure(1)]
    assert company.table.centre == 5
    assert company.table.deck == 18


def test_the_fourth_real_one_loses_the_classic_game_at_once() -> None:
    company = at_cards()
    for _ in range(3):
        company.well(Fired("Ana", True, free=True))
    company.look()
    company.well(Fired("Bob", True))
    assert company.look() == [Shot("Bob", True), Failure(4), Outcome("parasites")]
    assert company.name == "finished"


@pytest.mark.parametrize(("told", "winner"), [(SideTold("real"), "parasites"), (SideTold("parasite"), "reals")])
def test_the_fourth_real_one_asks_for_the_shooters_side_in_the_advanced_game(told: Event, winner: str) -> None:
    company = at_cards(3, "advanced")
    for _ in range(4):
        company.well(Fired("Ana", True, free=True))
    assert company.name == "side"
    company.well(told)
    assert company.look()[-1] == Outcome(winner)


def test_a_shooter_without_a_card_is_real_and_nobody_asks() -> None:
    company = at_cards(3, "advanced")
    company.well(Fired("Bob", False, "Ana"))
    for _ in range(4):
        company.well(Fired("Ana", True, free=True, side="parasite"))
    assert company.look()[-1] == Outcome("parasites")


def test_another_player_may_have_to_shoot_by_the_button() -> None:
    company = at_cards()
    company.double()
    company.hold()
    company.press()
    company.press()  # Ana, then Bob
    company.double()
    assert company.name == "shot"
    company.press()
    assert company.look() == [Shot("Bob", False)]
    assert company.table.turn == "Ana"


def test_another_player_may_have_to_shoot_by_a_buzzer_of_their_own() -> None:
    company = at_cards()
    company.buzz("Ana", Gesture.DOUBLE)
    company.buzz("Cid", Gesture.DOUBLE)
    company.buzz("Cid")
    assert company.look() == [Shot("Cid", False)]


def test_a_player_in_the_line_of_fire_presses_their_own_buzzer_and_may_step_out_of_it() -> None:
    company = at_cards(3, "advanced")
    company.buzz("Ana", Gesture.DOUBLE)
    company.buzz("Bob")
    company.buzz("Bob")
    company.buzz("Cid")
    company.buzz("Ana")
    assert company.look() == [Shot("Ana", False, "Cid"), Freed("Cid")]
    assert company.table.cards == ("Ana", "Bob")


def test_a_real_player_shot_takes_a_new_card_after_the_penalties() -> None:
    company = at_cards(3, "advanced")
    company.well(Fired("Ana", True, "Bob", free=False))
    assert company.look() == [Shot("Ana", True, "Bob"), Failure(1), Penalty("Ana"), Enters(14), Enters(13, "Bob")]
    assert company.table.cards == ("Ana", "Bob", "Cid")
    assert company.table.centre == 7


def test_a_free_card_spares_the_penalties_but_the_player_shot_takes_a_new_card() -> None:
    company = at_cards(3, "advanced")
    company.well(Fired("Ana", True, "Bob", free=True))
    assert company.look() == [Shot("Ana", True, "Bob"), Failure(1), Enters(14, "Bob")]


def test_with_an_empty_deck_the_player_shot_stays_real_without_a_card() -> None:
    company = at_cards(3, "advanced")
    company.well(DeckCorrected(0))
    company.look()
    company.well(Fired("Ana", True, "Bob", free=False))
    assert company.look() == [Shot("Ana", True, "Bob"), Failure(1), Penalty("Ana")]
    assert "Bob" not in company.table.cards


def test_the_last_of_the_deck_goes_to_the_centre_before_the_player() -> None:
    company = at_cards(3, "advanced")
    company.well(DeckCorrected(1))
    company.look()
    company.well(Fired("Ana", True, "Bob", free=False))
    assert company.look()[-1:] == [Enters(0)]


def test_no_shot_after_all() -> None:
    company = at_cards()
    company.double()
    company.well(AimDropped())
    assert company.name == "turn"
    assert company.table.aim is None
    assert company.look() == []


@pytest.mark.parametrize(
    ("mode", "shot", "why"),
    [
        ("classic", Fired("Ana", False, "Bob"), "no_shots_at_players"),
        ("advanced", Fired("Ana", False, "Ana"), "not_oneself"),
        ("advanced", Fired("Ana", False, "Zoe"), "unknown_name"),
        ("advanced", Fired("Zoe", False), "unknown_name"),
        ("classic", Fired("Zoe", False), "unknown_name"),
    ],
)
def test_what_cannot_be_shot(mode: str, shot: Event, why: str) -> None:
    company = at_cards(3, mode)
    assert company.refuses(shot) == why
    assert company.name == "turn"


def test_nobody_shoots_at_a_player_without_a_card() -> None:
    company = at_cards(3, "advanced")
    company.well(Fired("Ana", False, "Bob"))
    assert company.refuses(Fired("Cid", False, "Bob")) == "no_card_of_their_own"


def test_nobody_shoots_at_an_empty_centre() -> None:
    company = at_cards(2)
    for _ in range(4):
        company.well(Fired("Ana", False))
    assert company.refuses(Fired("Bob", True)) == "centre_is_empty"


def test_an_empty_centre_leaves_the_players_as_targets_in_the_advanced_game() -> None:
    company = at_cards(3, "advanced")
    for _ in range(6):
        company.well(Fired("Ana", False))
    company.look()
    company.double()
    assert company.table.aim is not None
    assert company.table.aim.at == "Bob"
    company.press()
    assert company.look() == [Shot("Ana", False, "Bob"), Freed("Bob")]


def test_a_shooter_who_was_the_target_aims_at_the_centre() -> None:
    company = at_cards(3, "advanced")
    company.double()
    company.well(TargetNamed("Bob"))
    company.well(ShooterNamed("Bob"))
    assert company.table.aim is not None
    assert company.table.aim.at is None
    assert company.refuses(TargetNamed("Bob")) == "not_oneself"
    assert company.refuses(ShooterNamed("Zoe")) == "unknown_name"


def test_spoken_failures_count_up() -> None:
    company = at_cards()
    for _ in range(4):
        company.well(Fired("Ana", True, free=True))
    assert [line for line in company.said if line.startswith("failure")] == [f"failure_{n}" for n in (1, 2, 3, 4)]


def test_a_shot_is_heard_and_seen() -> None:
    looks = manifest("parasites").facts
    assert looks["shot"].sound
    assert looks["shot"].flash
    assert looks["failure"].sound
