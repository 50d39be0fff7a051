"""The insomniac: may open the eyes by night. The box must not notice."""

from __future__ import annotations

import pytest

from games.murder.moves import killed_by_day, killed_by_night, look_at, play_round
from majordome.core.cues import Cue
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table, a_weekend


@pytest.mark.parametrize("edition", ["A", "B"])
def test_the_insomniac_is_killed_by_night_like_anyone(edition: Edition) -> None:
    party = look_at(a_weekend(edition=edition, Lia="insomniac"), "walking")
    party.murder("Lia")
    assert party.deeds() == killed_by_night("Lia")


def test_the_insomniac_is_killed_by_day_like_anyone() -> None:
    party = a_weekend(Lia="insomniac")
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Lia")
    assert party.deeds() == killed_by_day("Lia")


def test_the_insomniac_is_killed_at_the_table_like_anyone() -> None:
    party = look_at(a_table(Gus="insomniac"), "nightfall")
    party.murder("Gus")
    assert party.deeds() == killed_by_night("Gus")


def test_the_box_neither_says_nor_shows_that_somebody_may_be_awake() -> None:
    def night(party: MurderParty) -> list[tuple[float, Cue]]:
        party.murder("Hal")
        return party.seen

    assert night(a_weekend(Lia="insomniac")) == night(a_weekend())
