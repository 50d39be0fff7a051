"""The heart patient: five heartbeats instead of ten, and only by night."""

from __future__ import annotations

import pytest

from games.murder.moves import killed_by_day, killed_by_night, look_at, play_round
from majordome.core.cues import Top
from majordome.games.murder.events import Tapped
from majordome.games.murder.facts import Death, Scream
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import a_table, a_weekend, button_only


@pytest.mark.parametrize("edition", ["A", "B"])
def test_the_heart_patient_screams_after_five_seconds(edition: Edition) -> None:
    party = a_weekend(edition=edition, Lia="heart")
    party.go_to("walking")
    party.cues()
    party.murder("Lia")
    assert party.deeds() == killed_by_night("Lia", seconds=5)


def test_not_a_moment_before_and_not_a_moment_after() -> None:
    party = look_at(a_weekend(Lia="heart"), "murder")
    party.say(Tapped("Lia"))
    party.cues()
    party.wait(4.999)
    assert party.deeds() == []
    party.wait(0.001)
    assert party.deeds() == [Scream(), Death("Lia")]


def test_by_day_the_heart_patient_dies_like_anyone() -> None:
    party = a_weekend(Lia="heart")
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Lia")
    assert party.deeds() == killed_by_day("Lia")


def test_edition_b_has_two_heart_patients_and_both_are_nervous() -> None:
    party = a_weekend(Lia="heart", Hal="heart")
    party.murder("Lia")
    party.jail("Jo", "Kim")
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Hal")
    assert party.deeds() == killed_by_night("Hal", seconds=5)


def test_where_the_box_knows_no_cards_the_host_tells_of_the_weak_heart() -> None:
    party = look_at(a_weekend(known=False), "walking")
    party.go_to("murder")
    party.say(Tapped("Lia", weak_heart=True))
    party.wait(5)
    assert party.deeds() == killed_by_night("Lia", seconds=5)


def test_a_double_press_tells_of_a_weak_heart_without_a_name() -> None:
    party = look_at(button_only(), "walking")
    party.go_to("murder")
    party.double()
    party.wait(5)
    assert party.deeds() == killed_by_night(None, seconds=5)


def test_at_the_table_too_the_heart_patient_has_five_seconds() -> None:
    party = look_at(a_table(Gus="heart"), "nightfall")
    party.murder("Gus")
    assert party.deeds() == killed_by_night("Gus", seconds=5)


def test_at_the_table_an_unnamed_heart_patient_wakes_everyone_with_a_press() -> None:
    party = look_at(button_only("table"), "dying_at_table")
    party.wait(5)
    party.press()
    assert party.deeds() == [Death(None)]  # the victim has screamed: the box does not
    assert party.all(Top) == [Top("stop")]
