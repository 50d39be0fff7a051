"""The short-sighted: sees no wink and no kiss by day, and dies by night like anyone."""

from __future__ import annotations

import pytest

from games.murder.moves import SATURDAY_NIGHT, judged, killed_by_night, look_at, play_round, released
from majordome.core.cues import Cue, Top
from majordome.games.murder.events import Named, Winked
from majordome.games.murder.facts import Scream, Spared
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table, a_weekend

BOTH_EDITIONS = pytest.mark.parametrize("edition", ["A", "B"])


def saturday(edition: Edition = "B") -> MurderParty:
    party = a_weekend(edition=edition, Lia="shortsighted")
    play_round(party, by="Ana", jail=("Jo", "Kim"))
    return look_at(party, "walking")


@BOTH_EDITIONS
def test_a_wink_at_the_short_sighted_kills_nobody(edition: Edition) -> None:
    party = saturday(edition)
    party.murder("Lia")
    assert party.deeds() == [Top("stop"), Top("turn"), Spared("Lia")]
    assert party.table.dead == frozenset()


def test_the_round_counts_and_the_game_goes_on() -> None:
    party = saturday()
    party.murder("Lia")
    party.jail("Hal", "Ida")
    assert party.deeds()[3:] == [*released("Jo", "Kim"), *judged(party.table.living, "Hal", "Ida"), SATURDAY_NIGHT]


def test_in_the_room_it_sounds_as_if_nobody_had_been_chosen() -> None:
    def heard(victim: str | None) -> list[Cue]:
        party = saturday()
        party.murder(victim)
        return [cue for cue in party.cues() if not isinstance(cue, Spared)]

    assert heard("Lia") == heard(None)


def test_a_wink_named_only_after_a_scream_was_not_seen_either() -> None:
    party = look_at(saturday(), "turning")
    party.say(Winked())
    party.say(Named("Lia"))
    assert party.deeds() == [Scream(), Spared("Lia")]
    assert party.table.dead == frozenset()


@BOTH_EDITIONS
def test_by_night_the_short_sighted_dies_like_anyone(edition: Edition) -> None:
    party = look_at(a_weekend(edition=edition, Lia="shortsighted"), "walking")
    party.murder("Lia")
    assert party.deeds() == killed_by_night("Lia")


def test_at_the_table_there_are_only_nights() -> None:
    party = look_at(a_table(Gus="shortsighted"), "nightfall")
    party.murder("Gus")
    assert party.deeds() == killed_by_night("Gus")
