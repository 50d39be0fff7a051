"""The declaration, the centre turned over, the dinner, and every way in which it can end."""

from __future__ import annotations

import pytest

from games.parasites.company import Company, an_evening
from majordome.core.cues import Effect, Hourglass, HourglassAway, HourglassEmpty, Light, Outcome
from majordome.core.events import Buzz, Event, GameEnded, Gesture, PhaseSkipped
from majordome.games.parasites.events import (
    Agreed,
    AgreementCounted,
    AimDropped,
    CardDone,
    CentreCorrected,
    CentreTurned,
    Declared,
    DinnerEnded,
    Fired,
    PlayersTurned,
    SideTold,
)
from majordome.games.parasites.facts import Declaration, Dinner, Reveal, Shot


def at_cards(number: int = 3, mode: str = "classic", first: str = "Ana") -> Company:
    company = Company(an_evening(number, mode)).begin(first).top()
    company.cues.clear()
    return company


def at_dinner(number: int = 3, first: str = "Ana") -> Company:
    company = at_cards(number, "advanced", first)
    company.well(Declared("Ana"))
    company.well(AgreementCounted(number))
    company.well(CentreTurned(clean=True))
    company.cues.clear()
    return company


# The declaration.


def test_by_the_button_somebody_declares_and_every_press_is_a_hand() -> None:
    company = at_cards(4)
    company.hold()
    assert company.name == "declarer"
    company.press()
    company.press()
    company.double()  # Bob
    assert Hourglass(15.0) in company.cues
    company.press()
    company.double()
    assert company.look()[0] == Declaration("Bob", 2, True)
    assert company.name == "revealing"


def test_hands_that_were_counted_too_often_begin_again() -> None:
    company = at_cards(3)
    company.well(Declared("Bob"))
    for hands in (2, 3, 1, 2):
        company.press()
        assert company.beat.double == AgreementCounted(hands)


def test_it_closes_as_soon_as_everyone_has_answered() -> None:
    company = at_cards(5)
    company.buzz("Cid", Gesture.DOUBLE)
    company.buzz("Ana", Gesture.DOUBLE)
    company.buzz("Bob")
    company.buzz("Dora", Gesture.DOUBLE)
    company.buzz("Eve", Gesture.DOUBLE)
    assert company.look() == [Declaration("Cid", 2, False)]
    assert company.name == "turn"


def test_when_the_time_is_up_who_has_not_agreed_does_not() -> None:
    company = at_cards(5)
    company.well(Declared("Cid"))
    company.buzz("Bob")
    company.wait()
    assert HourglassEmpty() in company.cues
    assert company.look() == [Declaration("Cid", 2, False)]


def test_a_player_may_change_their_mind_while_the_sand_runs() -> None:
    company = at_cards(3)
    company.well(Declared("Cid"))
    company.well(Agreed("Ana"))
    company.well(Agreed("Ana", False))
    company.well(Agreed("Bob", False))
    assert company.look() == [Declaration("Cid", 1, False)]
    assert company.name == "turn"


def test_half_of_them_is_enough_and_one_of_two_is_half() -> None:
    company = at_cards(2)
    company.well(Declared("Bob"))
    company.well(Agreed("Ana", False))
    assert company.look() == [Declaration("Bob", 1, True)]


def test_with_too_few_the_round_goes_on_where_it_was() -> None:
    company = at_cards(3)
    company.press()
    company.well(Declared("Cid"))
    company.double()
    assert company.table.turn == "Bob"
    assert company.said[-1] == "not_agreed"


def test_one_may_declare_while_cards_are_laid_and_what_was_laid_stays() -> None:
    company = Company(an_evening(3, laying=60)).begin("Ana")
    company.buzz("Ana")
    company.buzz("Bob", Gesture.DOUBLE)
    company.double()
    assert company.name == "laying"
    assert company.table.laid == ("Ana",)
    assert company.beat.within is None


def test_an_impossible_number_of_hands_and_strangers_are_refused() -> None:
    company = at_cards(3)
    assert company.refuses(Declared("Zoe")) == "unknown_name"
    company.well(Declared("Ana"))
    assert company.refuses(AgreementCounted(0)) == "number_out_of_range"
    assert company.refuses(AgreementCounted(4)) == "number_out_of_range"
    assert company.refuses(Agreed("Zoe")) == "unknown_name"
    company.well(Agreed("Ana", False))  # who declares, agrees
    assert company.table.poll is not None
    assert company.table.poll.yes == ("Ana",)


# The centre.


@pytest.mark.parametrize(("gesture", "clean", "winner"), [("press", True, "team"), ("double", False, "parasites")])
def test_the_centre_decides_the_classic_game(gesture: str, clean: bool, winner: str) -> None:
    company = at_cards(3)
    company.well(Declared("Ana"))
    company.well(AgreementCounted(2))
    company.look()
    company.well(Gesture(gesture))
    assert company.facts == [Reveal(clean), Outcome(winner)]
    assert Effect(f"victory_{winner}") in company.cues
    assert Light("victory" if clean else "defeat") in company.cues


def test_an_empty_centre_is_clean_and_nobody_asks() -> None:
    company = at_cards(2)
    company.well(CentreCorrected(0))
    company.look()
    company.well(Declared("Ana"))
    company.well(AgreementCounted(2))
    assert company.look() == [Declaration("Ana", 2, True), Reveal(True), Outcome("team")]


def test_a_parasite_in_the_centre_ends_the_advanced_game_without_dinner() -> None:
    company = at_cards(3, "advanced")
    company.well(Declared("Ana"))
    company.well(AgreementCounted(3))
    company.look()
    company.well(CentreTurned(clean=False))
    assert company.look() == [Reveal(False), Outcome("parasites")]
    assert "parasites_win" not in company.said


def test_a_clean_centre_in_the_advanced_game_is_followed_by_dinner() -> None:
    company = at_cards(3, "advanced")
    company.well(Declared("Ana"))
    company.well(AgreementCounted(3))
    company.look()
    company.press()
    assert company.look() == [Reveal(True), Dinner()]


# At the table.


def test_a_lap_without_a_shot_ends_the_dinner() -> None:
    company = at_dinner(first="Bob")
    for name in ("Bob", "Cid", "Ana"):
        assert company.table.turn == name
        company.buzz(name)
    assert company.name == "last_cards"
    company.press()
    assert company.look() == [Outcome("reals")]


def test_a_parasite_left_at_the_end_wins() -> None:
    company = at_dinner()
    company.press("last_cards")
    company.double()
    assert company.look() == [Outcome("parasites")]


def test_a_lap_with_a_shot_is_followed_by_another_lap_without_the_player_shot() -> None:
    company = at_dinner()
    company.double()
    company.press()
    company.press()
    company.double()  # Cid
    company.press()
    assert company.look() == [Shot("Ana", False, "Cid")]
    company.press()  # Bob; Cid shoots no more
    assert company.table.turn == "Ana"
    company.press()
    company.press()
    assert company.name == "last_cards"


def test_the_only_possible_target_is_not_asked_for() -> None:
    company = at_dinner()
    company.well(Fired("Ana", False, "Cid"))
    assert company.table.turn == "Bob"
    company.double()
    assert company.name == "dinner_shot"
    company.hold()  # no shot after all
    assert company.name == "dinner"
    company.double()
    company.well(AimDropped())
    assert company.name == "dinner"


@pytest.mark.parametrize(("side", "winner"), [(SideTold("real"), "parasites"), (SideTold("parasite"), "reals")])
def test_a_real_one_shot_at_dinner_loses_for_the_shooters_side_at_once(side: Event, winner: str) -> None:
    company = at_dinner()
    company.well(Fired("Ana", True, "Bob"))
    assert company.name == "side"
    company.well(side)
    assert company.look() == [Shot("Ana", True, "Bob"), Outcome(winner)]


def test_who_was_freed_can_shoot_and_is_real() -> None:
    company = at_cards(3, "advanced")
    company.well(Fired("Bob", False, "Ana"))
    company.well(Declared("Ana"))
    company.well(AgreementCounted(3))
    company.well(CentreTurned(clean=True))
    company.look()
    company.well(Fired("Ana", True, "Bob"))
    assert company.look() == [Shot("Ana", True, "Bob"), Outcome("parasites")]


def test_who_was_shot_at_dinner_has_no_say_and_cannot_be_shot_again() -> None:
    company = at_dinner()
    company.well(Fired("Ana", False, "Bob"))
    assert company.refuses(Fired("Bob", False, "Ana")) == "shot_players_do_not_shoot"
    assert company.refuses(Fired("Cid", False, "Bob")) == "no_card_of_their_own"


def test_at_dinner_one_waits_for_ones_turn_and_leaves_the_centre_alone() -> None:
    company = at_dinner()
    assert company.refuses(Fired("Bob", False, "Ana")) == "not_their_turn"
    assert company.refuses(Fired("Ana", False)) == "centre_is_over"
    assert company.refuses(Fired("Ana", False, "Ana")) == "not_oneself"
    assert company.refuses(Buzz("Bob")) == "nothing_to_buzz"
    assert company.refuses(Declared("Ana")) == "not_now"


def test_when_nobody_has_a_card_any_more_the_real_ones_win_without_a_question() -> None:
    company = at_cards(3, "advanced")
    for by, at in (("Bob", "Ana"), ("Ana", "Bob"), ("Ana", "Cid")):
        company.well(Fired(by, False, at))
    company.well(Declared("Ana"))
    company.well(AgreementCounted(3))
    company.well(CentreTurned(clean=True))
    assert company.refuses(Gesture.DOUBLE) == "nobody_to_shoot"
    company.press("finished")
    assert company.look()[-1] == Outcome("reals")


@pytest.mark.parametrize("said", [DinnerEnded(), Gesture.HOLD, PhaseSkipped()])
def test_all_agree_that_the_dinner_is_over(said: Event | Gesture) -> None:
    company = at_dinner()
    company.well(CardDone())
    company.well(said)
    assert company.name == "last_cards"
    company.well(PlayersTurned(parasite_left=True))
    assert company.look()[-1] == Outcome("parasites")


# The host.


@pytest.mark.parametrize(
    ("mode", "winner"),
    [
        (mode, winner)
        for mode, side in (("classic", "team"), ("advanced", "reals"))
        for winner in (side, "parasites", "nobody")
    ],
)
def test_the_host_ends_the_game_and_says_who_won(mode: str, winner: str) -> None:
    company = at_cards(3, mode)
    company.well(Declared("Ana"))
    company.well(GameEnded(winner))
    assert company.look()[-1] == Outcome(winner)
    assert HourglassAway() in company.prompter.lasting(0.0)


@pytest.mark.parametrize(("mode", "winner"), [("classic", "reals"), ("advanced", "team"), ("classic", "Ana")])
def test_nobody_else_can_have_won(mode: str, winner: str) -> None:
    assert at_cards(3, mode).refuses(GameEnded(winner)) == "no_such_winner"


def test_what_decides_the_game_cannot_be_skipped() -> None:
    company = at_cards(3)
    company.well(Declared("Ana"))
    company.well(AgreementCounted(3))
    assert company.refuses(PhaseSkipped()) == "game_hangs_on_it"
