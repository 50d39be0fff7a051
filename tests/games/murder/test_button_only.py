"""One button drives the whole evening: press, double press, long press."""

from __future__ import annotations

import pytest

from games.murder.moves import (
    FRIDAY,
    MONDAY,
    SATURDAY,
    SATURDAY_NIGHT,
    SUNDAY,
    SUNDAY_NIGHT,
    killed_by_day,
    killed_by_night,
    look_at,
    talked,
    voted,
)
from majordome.core.cues import Outcome, Say, Top
from majordome.core.events import Gesture
from majordome.games.murder.facts import Death, Jail, Release, Sacrifice, Tally, Vote
from majordome.games.murder.testing import MurderParty, button_only

PRISONERS = [*talked(), *voted(()), Jail(())]
GUESTS_WIN = [Outcome("guests")]


def night(party: MurderParty) -> None:
    """TOP, the tap, and ten seconds."""
    party.go_to("walking")
    party.press()
    party.press()
    party.wait(10)


def day(party: MurderParty) -> None:
    """TOP, second TOP, the wink."""
    party.go_to("walking")
    for _ in range(3):
        party.press()


def prison(party: MurderParty) -> None:
    """From the mourning to the question who sits there, by presses and the sand."""
    party.go_to("verdict", "last_verdict")


def test_a_whole_weekend_of_presses_and_sand() -> None:
    party = button_only()
    for murder in (night, day, night, day, night):
        murder(party)
        prison(party)
        party.press()  # no, they are not the two
    freed = Release(())
    assert party.deeds() == [
        *[FRIDAY, *killed_by_night(None), *PRISONERS],
        *[SATURDAY, *killed_by_day(None), freed, *PRISONERS],
        *[SATURDAY_NIGHT, *killed_by_night(None), freed, *PRISONERS],
        *[SUNDAY, *killed_by_day(None), freed, *PRISONERS],
        *[SUNDAY_NIGHT, *killed_by_night(None), freed, *PRISONERS],
        *MONDAY,
    ]


def test_a_long_press_says_that_both_murderers_sit() -> None:
    party = button_only()
    night(party)
    prison(party)
    party.cues()
    party.hold()
    assert (party.deeds(), party.beat) == (GUESTS_WIN, "finished")


def test_a_double_press_in_the_dark_is_a_weak_heart() -> None:
    party = look_at(button_only(), "walking")
    party.press()
    party.double()
    party.wait(5)
    assert party.deeds() == killed_by_night(None, seconds=5)


def test_a_double_press_by_day_says_that_nobody_died() -> None:
    party = button_only()
    night(party)
    prison(party)
    party.press()
    look_at(party, "turning")
    party.double()
    assert (party.deeds(), party.beat) == ([], "mourning_day")
    assert party.all(Say)[-1].line == "nobody_died_day"


def test_a_press_ends_the_talk_before_the_sand() -> None:
    party = button_only()
    night(party)
    look_at(party, "discussion")
    party.press()
    assert (party.deeds(), party.beat) == ([Vote((), 2)], "circle")


def test_a_double_press_at_the_count_is_a_tie_and_the_vote_is_repeated() -> None:
    party = button_only()
    night(party)
    look_at(party, "counting_aloud")
    party.double()
    assert (party.deeds(), party.beat) == ([Tally(()), Vote((), 2)], "circle")
    party.go_to("counting_aloud")
    party.press()
    assert (party.deeds(), party.beat) == ([Top("vote"), Tally(())], "jailing")


def test_after_a_second_tie_the_butler_asks_for_the_youngest_and_there_is_no_third_vote() -> None:
    party = button_only()
    night(party)
    for _ in range(2):
        look_at(party, "counting_aloud")
        party.double()
    assert (party.deeds(), party.beat) == ([Tally(())], "jailing")
    assert [say.line for say in party.all(Say)][-2:] == ["youngest_two_unnamed", "to_jail_unnamed"]


@pytest.mark.parametrize("beat", ["walking", "mourning", "discussion", "circle", "jailing"])
def test_a_double_press_means_nothing_elsewhere(beat: str) -> None:
    party = look_at(button_only(), beat)
    assert party.refusal_of(Gesture.DOUBLE).why == "nothing_to_press"
    assert party.beat == beat


def test_a_step_back_takes_the_last_press_back() -> None:
    party = look_at(button_only(), "murder")
    party.back()
    assert party.beat == "walking"
    night(party)
    assert party.all(Death) == [Death(None)]


# Around the table.


def table_night(party: MurderParty) -> None:
    """One press, and then the box's own clock until all are awake."""
    party.go_to("nightfall")
    party.press()
    party.wait_until("last_guest")


def test_a_whole_table_game_of_presses_and_clock() -> None:
    party = look_at(button_only("table"), "nightfall")
    table_night(party)
    party.press()  # yes, there are guests left
    party.go_to("one_side_left")
    assert party.deeds() == [*killed_by_night(None), *talked(), *voted((), 1), Sacrifice(None, None)]
    party.press()  # no, both sides are left
    assert party.beat == "nightfall"


@pytest.mark.parametrize(("gesture", "winner"), [(Gesture.PRESS, "guests"), (Gesture.DOUBLE, "murderers")])
def test_when_one_side_is_left_the_button_says_which(gesture: Gesture, winner: str) -> None:
    party = look_at(button_only("table"), "one_side_left")
    party.hold()
    assert party.beat == "which_side"
    party.say(gesture)
    assert [cue.winner for cue in party.deeds() if isinstance(cue, Outcome)] == [winner]


def test_a_long_press_after_the_scream_says_that_the_last_guest_is_dead() -> None:
    party = button_only("table")
    table_night(party)
    party.cues()
    party.hold()
    assert party.deeds() == [Outcome("murderers")]


def test_a_tie_at_the_table_is_voted_again_and_then_the_youngest_goes() -> None:
    party = button_only("table")
    table_night(party)
    for _ in range(2):
        look_at(party, "counting_aloud")
        party.double()
    party.press()
    assert party.deeds() == [Tally(()), Sacrifice(None, None)]
