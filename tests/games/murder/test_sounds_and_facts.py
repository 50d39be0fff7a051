"""What goes with the deeds: the bell, the owl and the cock, the count read out, and who it was, for the account."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.murder.moves import FRIDAY, SATURDAY, SATURDAY_NIGHT, SUNDAY, SUNDAY_NIGHT, look_at, play_round
from majordome.core.cues import Cue, Effect, Light, Outcome, ReadOut, Say
from majordome.core.events import GameEnded
from majordome.core.library import manifest
from majordome.core.manifest import Look
from majordome.games.murder.events import Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Death, KilledBy, Round, Scream, Spared, Swap, Tally
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only


def after(party: MurderParty, kind: type[Cue]) -> list[Cue]:
    """What came right behind each cue of this kind."""
    cues = [cue for _, cue in party.seen]
    return [then for cue, then in pairwise(cues) if isinstance(cue, kind)]


def test_a_bell_an_owl_and_a_cock_ring_in_the_rounds() -> None:
    party = a_weekend()
    for _ in range(5):
        play_round(party, jail=("Jo", "Kim"))
    assert party.all(Round) == [FRIDAY, SATURDAY, SATURDAY_NIGHT, SUNDAY, SUNDAY_NIGHT]
    assert after(party, Round) == [Effect(name) for name in ("church_bell", "cock_crow", "owl", "cock_crow", "owl")]


def test_around_a_table_the_bell_rings_once_and_then_the_owl_calls() -> None:
    party = a_table()
    party.murder("Gus")
    party.vote(Fay=2)
    party.press()
    assert after(party, Round) == [Effect("church_bell"), Effect("owl")]


def test_a_round_that_is_shown_again_does_not_ring_again() -> None:
    party = look_at(a_weekend(), "murder")
    party.back()
    party.hold()
    party.press()
    assert party.all(Effect) == [Effect("church_bell")]
    assert len(party.all(Round)) == 3


@pytest.mark.parametrize("winner", ["guests", "murderers", "nobody"])
def test_the_music_of_the_winner_plays_before_the_outcome(winner: str) -> None:
    party = look_at(a_weekend(), "discussion")
    party.say(GameEnded(winner))
    told = [cue for cue in party.cues() if not isinstance(cue, Say)]  # between them the evening is told
    assert told[-2:] == [Effect(f"victory_{winner}"), Outcome(winner)]


def test_the_four_with_most_votes_are_read_out_most_first() -> None:
    party = a_weekend()
    party.murder("Lia")
    look_at(party, "counting")
    party.vote(Ana=2, Bob=7, Cid=1, Dora=3, Eve=4)
    votes = (("Ana", 2), ("Bob", 7), ("Cid", 1), ("Dora", 3), ("Eve", 4))
    assert party.cues()[:2] == [Tally(votes), ReadOut("Bob 7, Eve 4, Dora 3, Ana 2")]


def test_a_count_of_no_hands_is_not_read_out() -> None:
    party = look_at(button_only(), "counting_aloud")
    party.press()
    assert party.all(Tally) == [Tally(())]
    assert party.all(ReadOut) == []


def test_how_a_fact_is_heard_and_seen_stands_in_the_games_own_table() -> None:
    game = manifest("weekend")
    assert game.look("scream") == Look(sound="scream", flash="scream", style="shock")
    assert game.look("alarm") == Look(call="alarm", style="alarm")
    assert game.look("jail") == Look(sound="jail_door")
    assert game.look("release") == Look(sound="handcuffs")
    assert game.look("killed_by") == Look()
    assert manifest("table").facts == game.facts


# Who it was.


def test_the_killer_is_noted_before_the_death_and_in_secret() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia", "Ana"))
    party.wait(10)
    assert [cue for cue in party.cues() if not isinstance(cue, Say)][1:] == [
        Scream(),
        Light("awake"),
        KilledBy("Ana"),
        Death("Lia"),
    ]
    assert KilledBy.secret


def test_where_only_one_can_have_killed_the_box_knows_who_it_was() -> None:
    party = a_weekend()
    play_round(party, "Lia", by="Ana", jail=("Jo", "Kim"))
    look_at(party, "turning")
    party.say(Winked("Hal"))
    assert party.all(KilledBy) == [KilledBy("Ana"), KilledBy("Bob")]


def test_where_either_can_have_killed_and_nobody_says_who_nothing_is_noted() -> None:
    party = a_weekend()
    party.murder("Lia")
    assert (party.all(KilledBy), party.all(Death)) == ([], [Death("Lia")])


def test_the_killer_who_is_named_after_the_scream_is_noted_too() -> None:
    party = look_at(a_weekend(), "murder")
    party.press()
    party.wait(10)
    party.say(Named("Lia", "Bob"))
    assert party.all(KilledBy) == [KilledBy("Bob")]


def test_nobody_died_and_nobody_was_spared_means_no_killer() -> None:
    party = a_weekend(Eve="shortsighted")
    party.murder(None, by="Ana")
    party.jail("Jo", "Kim")
    look_at(party, "turning")
    party.say(Winked("Eve", "Bob"))
    assert party.all(Spared) == [Spared("Eve")]
    assert party.all(KilledBy) == []


def test_the_murderer_who_comes_to_the_vampire_dies_and_is_nobodys_killer() -> None:
    party = a_weekend(Dora="vampire")
    party.murder("Dora", by="Ana")
    assert [*party.all(Swap), *party.all(KilledBy), *party.all(Death)] == [Swap("Dora", "Ana"), Death("Ana")]


def test_by_the_button_alone_no_killer_is_known() -> None:
    party = look_at(button_only(), "murder")
    party.press()
    party.wait(10)
    party.go_to("verdict")
    assert party.all(KilledBy) == []
    assert party.all(Death) == [Death(None)]


def test_the_music_of_a_night_on_which_nobody_died_is_the_same() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(NobodyDied("Ana"))
    assert party.all(Effect) == [Effect("church_bell")]
