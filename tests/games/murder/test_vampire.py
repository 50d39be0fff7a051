"""The vampire: a murderer who comes by night pays with card and life."""

from __future__ import annotations

import pytest

from games.murder.moves import killed_by_day, look_at, play_round
from majordome.core.cues import Outcome, Refused, Top
from majordome.games.murder.events import Named, Tapped, Winked
from majordome.games.murder.facts import Death, Scream, Swap
from majordome.games.murder.roles import Edition, Role
from majordome.games.murder.testing import MurderParty, a_table, a_weekend


def bitten(party: MurderParty, *, by: str = "Ana") -> MurderParty:
    """Friday night: a murderer came for Lia, who is a vampire."""
    look_at(party, "walking", "nightfall")
    party.murder("Lia" if party.table.guest("Lia") else "Gus", by)
    return party


@pytest.mark.parametrize("edition", ["A", "B"])
def test_the_cards_are_exchanged_and_the_old_murderer_dies(edition: Edition) -> None:
    party = bitten(a_weekend(edition=edition, Lia="vampire"))
    assert party.deeds() == [Top("stop"), Swap("Lia", "Ana"), Scream(), Death("Ana")]
    assert party.table.dead == {"Ana"}
    assert (party.table.role("Lia"), party.table.role("Ana")) == (Role.MURDERER, Role.VAMPIRE)


def test_the_old_murderer_has_ten_dark_seconds_to_walk_back_in() -> None:
    party = look_at(a_weekend(Lia="vampire"), "murder")
    before = party.clock.now()
    party.say(Tapped("Lia", "Ana"))
    assert party.deeds() == [Swap("Lia", "Ana")]
    party.wait(10)
    assert party.times(Scream) == [before + 10]
    assert party.deeds() == [Scream(), Death("Ana")]


def test_there_are_still_two_murderers() -> None:
    party = bitten(a_weekend(Lia="vampire"))
    assert party.table.living_with(Role.MURDERER) == ("Bob", "Lia")


@pytest.mark.parametrize("killer", ["Lia", "Bob"])
def test_the_day_after_either_living_murderer_may_kill(killer: str) -> None:
    party = bitten(a_weekend(Lia="vampire"))
    party.jail("Jo", "Kim")
    look_at(party, "turning")
    party.say(Winked("Hal", killer))
    assert party.table.dead == {"Ana", "Hal"}


def test_the_old_murderer_kills_nobody_any_more() -> None:
    party = bitten(a_weekend(Lia="vampire"))
    party.jail("Jo", "Kim")
    look_at(party, "turning")
    assert party.refusal_of(Winked("Hal", "Ana")) == Refused("killer", "dead_do_not_act", ("Ana",))


def test_the_new_murderer_is_safe_from_the_other_one() -> None:
    party = bitten(a_weekend(Lia="vampire"))
    party.jail("Jo", "Kim")
    look_at(party, "turning")
    assert party.refusal_of(Winked("Lia", "Bob")) == Refused("victim", "murderer_is_safe", ("Lia",))


def test_the_guests_win_with_the_new_murderer_in_jail() -> None:
    party = bitten(a_weekend(Lia="vampire"))
    party.jail("Bob", "Lia")
    assert party.deeds()[-1] == Outcome("guests")


def test_the_box_asks_which_murderer_came_where_it_can_have_been_either() -> None:
    party = look_at(a_weekend(Lia="vampire"), "murder")
    assert party.refusal_of(Tapped("Lia")) == Refused("victim", "which_murderer", ("Lia",))


def test_the_box_knows_which_murderer_came_where_the_other_sits_in_jail() -> None:
    party = a_weekend(Lia="vampire")
    play_round(party, jail=("Jo", "Kim"))
    play_round(party, jail=("Ana", "Kim"))
    look_at(party, "murder")
    party.murder("Lia")
    assert party.deeds() == [Swap("Lia", "Bob"), Scream(), Death("Bob")]


def test_a_vampire_named_only_after_the_scream_exchanges_cards_all_the_same() -> None:
    party = look_at(a_weekend(Lia="vampire"), "murder")
    party.press()
    party.wait(10)
    assert party.refusal_of(Named("Lia")) == Refused("victim", "which_murderer", ("Lia",))
    party.cues()
    party.say(Named("Lia", "Bob"))
    assert party.deeds() == [Swap("Lia", "Bob"), Death("Bob")]


def test_by_day_the_vampire_dies_like_anyone() -> None:
    party = a_weekend(Lia="vampire")
    play_round(party, jail=("Jo", "Kim"))
    party.murder("Lia")
    assert party.deeds() == killed_by_day("Lia")
    assert party.table.living_with(Role.MURDERER) == ("Ana", "Bob")


def test_edition_b_has_two_vampires_and_the_second_bites_too() -> None:
    party = bitten(a_weekend(Lia="vampire", Hal="vampire"))
    party.press()  # two vampires in the deck: whose card changed hands is asked after every night, and need not be told
    party.jail("Jo", "Kim")
    play_round(party, jail=("Jo", "Kim"))
    look_at(party, "murder")
    party.murder("Hal", "Lia")
    party.press()
    assert party.deeds() == [Swap("Hal", "Lia"), Scream(), Death("Lia")]
    assert party.table.living_with(Role.MURDERER) == ("Bob", "Hal")


def test_at_the_table_the_vampire_works_as_at_the_castle() -> None:
    party = bitten(a_table(Gus="vampire"))
    assert party.deeds() == [Top("stop"), Swap("Gus", "Ana"), Scream(), Death("Ana")]
    assert party.beat == "mourning_at_table"


def test_at_the_table_the_murderers_win_if_the_vampire_was_the_last_guest() -> None:
    party = a_table(5, Cid="vampire")
    party.murder("Dora")
    party.vote(Eve=3)
    party.go_to("sacrifice")
    party.press()
    party.cues()
    party.murder("Cid", by="Ana")
    assert party.deeds()[-4:] == [Swap("Cid", "Ana"), Scream(), Death("Ana"), Outcome("murderers")]
