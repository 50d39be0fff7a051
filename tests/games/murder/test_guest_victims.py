"""Who may be a victim, and every reason why somebody may not."""

from __future__ import annotations

import pytest

from games.murder.moves import killed_by_night, look_at, play_round
from majordome.core.cues import Refused
from majordome.games.murder.events import Killed, Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Death, Scream
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only


def tapping(party: MurderParty) -> MurderParty:
    return look_at(party, "murder")


def winking(party: MurderParty) -> MurderParty:
    play_round(party, "Lia", by="Ana", jail=("Jo", "Kim"))
    return look_at(party, "turning")


def test_a_guest_dies_like_anyone() -> None:
    party = a_weekend()
    party.murder("Cid")
    assert party.deeds()[1:] == killed_by_night("Cid")
    assert party.table.living == ("Ana", "Bob", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lia")


def test_the_dead_cannot_die_again() -> None:
    party = winking(a_weekend())
    assert party.refusal_of(Winked("Lia")) == Refused("victim", "already_dead", ("Lia",))


def test_a_prisoner_cannot_be_killed_by_day() -> None:
    party = winking(a_weekend())
    assert party.refusal_of(Winked("Jo")) == Refused("victim", "prisoner_is_safe", ("Jo",))


def test_a_prisoner_cannot_be_killed_by_night() -> None:
    party = a_weekend()
    play_round(party, jail=("Jo", "Kim"))
    play_round(party, jail=("Hal", "Kim"))
    tapping(party)
    assert party.refusal_of(Tapped("Hal")) == Refused("victim", "prisoner_is_safe", ("Hal",))
    party.say(Tapped("Jo"))  # who was released the day before
    assert party.beat == "dying"


@pytest.mark.parametrize("victim", ["Ana", "Bob"])
def test_a_murderer_is_never_the_murderers_victim(victim: str) -> None:
    refused = Refused("victim", "murderer_is_safe", (victim,))
    assert tapping(a_weekend()).refusal_of(Tapped(victim)) == refused
    assert winking(a_weekend()).refusal_of(Winked(victim)) == refused
    assert look_at(a_table(), "murder_at_table").refusal_of(Tapped(victim)) == refused


def test_nobody_kills_themselves_even_where_the_box_knows_no_cards() -> None:
    party = tapping(a_weekend(known=False))
    assert party.refusal_of(Tapped("Hal", "Hal")) == Refused("victim", "killed_oneself", ("Hal",))


def test_the_butler_is_nobodys_victim() -> None:
    party = tapping(a_weekend())
    assert party.refusal_of(Tapped("the butler")) == Refused("victim", "unknown_name", ("the butler",))


def test_a_victim_needs_a_guest_list_to_have_a_name() -> None:
    assert tapping(button_only()).refusal_of(Tapped("Lia")) == Refused("victim", "no_guest_list", ("Lia",))


def test_a_vampire_as_victim_needs_the_name_of_the_murderer() -> None:
    party = tapping(a_weekend(Cid="vampire"))
    assert party.refusal_of(Tapped("Cid")) == Refused("victim", "which_murderer", ("Cid",))


def test_a_weak_heart_is_not_the_hosts_to_say_where_the_cards_are_known() -> None:
    party = tapping(a_weekend(Cid="heart"))
    assert party.refusal_of(Tapped("Lia", weak_heart=True)) == Refused("heart", "roles_known", ("Lia",))
    party.say(Tapped("Cid", weak_heart=True))
    assert party.beat == "dying"


def test_a_refused_victim_leaves_the_night_as_it_was() -> None:
    party = tapping(a_weekend())
    before = party.table
    party.refusal_of(Tapped("Zoe"))
    assert (party.beat, party.table) == ("murder", before)
    assert party.deeds() == [Refused("victim", "unknown_name", ("Zoe",))]


def test_by_night_it_can_be_that_nobody_died() -> None:
    party = tapping(a_weekend())
    party.say(NobodyDied())
    assert (party.deeds(), party.beat, party.table.dead) == ([], "mourning", frozenset())


def test_by_day_it_can_be_that_nobody_died() -> None:
    party = winking(a_weekend())
    party.say(NobodyDied())
    assert (party.deeds(), party.beat) == ([], "mourning_day")
    assert party.table.dead == {"Lia"}


def test_a_victim_nobody_could_name_in_the_dark_is_named_after_the_scream() -> None:
    party = tapping(a_weekend())
    party.press()
    party.wait(10)
    assert party.beat == "naming"
    assert party.refusal_of(Named("Bob")) == Refused("victim", "murderer_is_safe", ("Bob",))
    party.cues()
    party.say(Named("Lia", "Ana"))
    assert party.deeds() == [Death("Lia")]
    assert party.table.dead == {"Lia"}
    assert party.table.night_killer == "Ana"


def test_by_day_too_the_victim_may_be_named_after_the_scream() -> None:
    party = winking(a_weekend())
    party.press()
    party.say(Named("Hal"))
    assert party.deeds() == [Scream(), Death("Hal")]


def test_the_host_may_go_on_without_any_name() -> None:
    party = tapping(a_weekend())
    party.press()
    party.wait(10)
    party.press()
    assert party.deeds()[-1] == Death(None)
    assert (party.beat, party.table.dead) == ("mourning", frozenset())


def test_a_victim_whom_the_host_takes_out_while_counting_dies_only_once() -> None:
    party = tapping(a_weekend())
    party.say(Tapped("Lia"))
    party.say(Killed("Lia"))
    party.wait(10)
    assert [cue for cue in party.deeds() if isinstance(cue, Death | Scream)] == [Death("Lia"), Scream()]
    assert party.table.dead == {"Lia"}
