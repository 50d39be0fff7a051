"""The alchemist: dies by night as usual, and is alive again. Once a game."""

from __future__ import annotations

from games.murder.moves import killed_by_day, killed_by_night, look_at, play_round
from majordome.core.cues import Outcome
from majordome.games.murder.events import HandsCounted, Killed, Named, Tapped
from majordome.games.murder.facts import AliveAgain, Death, Release, Scream
from majordome.games.murder.testing import a_table, a_weekend


def test_the_alchemist_screams_like_anyone_and_is_alive_again() -> None:
    party = look_at(a_weekend(Lia="alchemist"), "walking")
    party.murder("Lia")
    assert party.deeds() == killed_by_night("Lia")  # the player shows the card, and the box does not say so first
    party.press()
    assert party.all(AliveAgain) == [AliveAgain("Lia")]
    assert party.table.dead == frozenset()


def test_alive_again_means_to_vote_and_to_be_voted_for() -> None:
    party = a_weekend(Lia="alchemist")
    party.murder("Lia")
    party.ballots({"Lia": ("Ana", "Lia")})
    assert party.beat == "jailing"


def test_the_murderer_of_an_alchemist_has_killed_that_night() -> None:
    party = a_weekend(Lia="alchemist")
    party.murder("Lia", by="Ana")
    assert party.table.night_killer == "Ana"


def test_once_a_game() -> None:
    party = a_weekend(Lia="alchemist")
    play_round(party, "Lia", jail=("Jo", "Kim"))
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Lia")
    assert party.deeds() == killed_by_night("Lia")
    assert party.table.dead == {"Lia"}


def test_by_day_the_alchemist_dies_like_anyone() -> None:
    party = a_weekend(Lia="alchemist")
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Lia")
    assert party.deeds() == killed_by_day("Lia")
    assert party.table.dead == {"Lia"}


def test_a_card_used_by_night_does_not_help_by_day() -> None:
    party = a_weekend(Lia="alchemist")
    play_round(party, "Lia", jail=("Jo", "Kim"))
    party.murder("Lia")
    assert party.deeds() == killed_by_day("Lia")


def test_each_of_two_alchemists_has_a_card() -> None:
    party = a_weekend(Lia="alchemist", Hal="alchemist")
    play_round(party, "Lia", jail=("Jo", "Kim"))
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Hal")
    party.press()
    assert party.deeds() == [*killed_by_night("Hal"), AliveAgain("Hal"), Release(("Jo", "Kim"))]
    assert party.table.reborn == {"Lia", "Hal"}


def test_an_alchemist_named_only_after_the_scream_is_alive_again_too() -> None:
    party = look_at(a_weekend(Lia="alchemist"), "murder")
    party.press()
    party.wait(10)
    party.cues()
    party.say(Named("Lia"))
    party.press()
    assert party.deeds() == [Death("Lia"), AliveAgain("Lia")]


def test_an_alchemist_named_while_the_sand_runs_is_alive_again_before_the_vote() -> None:
    party = look_at(a_weekend(Lia="alchemist"), "murder")
    party.press()
    party.wait(10)
    look_at(party, "discussion")
    party.say(Named("Lia"))
    assert party.table.dead == {"Lia"}
    party.press()
    assert party.all(AliveAgain) == [AliveAgain("Lia")]
    assert (party.beat, "Lia" in party.table.living) == ("circle", True)


def test_an_alchemist_named_while_hands_are_counted_is_alive_again_in_the_next_round() -> None:
    party = look_at(a_weekend(Lia="alchemist"), "murder")
    party.press()
    party.wait(10)
    look_at(party, "counting")
    party.say(Named("Lia"))
    party.say(HandsCounted((("Jo", 3), ("Kim", 2))))
    look_at(party, "walking")
    assert party.table.dead == frozenset()


def test_an_alchemist_whom_the_host_takes_out_while_counting_stays_dead() -> None:
    party = look_at(a_weekend(Lia="alchemist"), "murder")
    party.say(Tapped("Lia"))
    party.say(Killed("Lia"))
    party.wait(10)
    assert party.deeds()[1:] == [Death("Lia"), Scream()]
    assert party.table.dead == {"Lia"}


def test_at_the_table_the_game_is_not_over_before_the_alchemist_has_shown_the_card() -> None:
    party = a_table(5, Cid="alchemist")
    party.murder("Dora")
    party.vote(Eve=3)
    party.go_to("sacrifice")
    party.press()
    look_at(party, "nightfall")
    party.murder("Cid")  # the last guest
    assert party.beat == "mourning_at_table"
    party.press()
    assert party.deeds() == [*killed_by_night("Cid"), AliveAgain("Cid")]
    party.vote(Ana=2)
    party.go_to("sacrifice")
    party.press()
    look_at(party, "nightfall")
    party.murder("Cid")
    assert party.deeds() == [*killed_by_night("Cid"), Outcome("murderers")]
