"""The murderers: which of them may kill, by night and by day."""

from __future__ import annotations

import pytest

from games.murder.moves import (
    FRIDAY,
    SATURDAY,
    SATURDAY_NIGHT,
    SUNDAY,
    SUNDAY_NIGHT,
    killed_by_day,
    killed_by_night,
    look_at,
    play_round,
)
from majordome.core.cues import Refused
from majordome.games.murder.events import Killed, Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Round
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only

BOTH_EDITIONS = pytest.mark.parametrize("edition", ["A", "B"])


def saturday(*, by: str | None = "Ana", jail: tuple[str, str] = ("Jo", "Kim")) -> MurderParty:
    """Saturday, as all turn; on Friday night Lia was killed."""
    party = a_weekend()
    play_round(party, "Lia", by=by, jail=jail)
    return look_at(party, "turning")


@BOTH_EDITIONS
def test_by_night_the_victim_screams_ten_seconds_after_the_tap(edition: Edition) -> None:
    party = a_weekend(edition=edition)
    party.murder("Lia", by="Ana")
    assert party.deeds() == [FRIDAY, *killed_by_night("Lia")]
    assert party.table.dead == {"Lia"}


@BOTH_EDITIONS
def test_by_day_the_victim_screams_after_the_second_top_and_the_three_turns(edition: Edition) -> None:
    party = a_weekend(edition=edition)
    party.murder("Lia")
    party.jail("Jo", "Kim")
    party.cues()
    party.murder("Hal")
    assert party.deeds() == [*killed_by_day("Hal")]
    assert party.table.dead == {"Lia", "Hal"}


def test_every_round_of_the_weekend_begins_with_its_day_and_its_time() -> None:
    party = a_weekend(16)
    for victim in ("Lia", "Max", "Noé", "Ona", "Pia"):
        play_round(party, victim, jail=("Jo", "Kim"))
    assert party.all(Round) == [FRIDAY, SATURDAY, SATURDAY_NIGHT, SUNDAY, SUNDAY_NIGHT]


@pytest.mark.parametrize("killer", ["Ana", "Bob"])
def test_by_night_either_murderer_may_kill(killer: str) -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia", killer))
    assert party.beat == "dying"


def test_the_night_killer_may_not_kill_the_next_day() -> None:
    party = saturday(by="Ana")
    assert party.refusal_of(Winked("Hal", "Ana")) == Refused("killer", "killed_last_night", ("Ana",))
    party.say(Winked("Hal", "Bob"))
    assert party.table.dead == {"Lia", "Hal"}


def test_the_night_killer_kills_by_day_if_the_other_sits_in_jail() -> None:
    party = saturday(by="Ana", jail=("Bob", "Kim"))
    party.say(Winked("Hal", "Ana"))
    assert party.table.dead == {"Lia", "Hal"}


def test_the_night_killer_kills_by_day_if_the_other_is_out_of_the_game() -> None:
    party = saturday(by="Ana")
    party.say(Killed("Bob"))
    party.say(Winked("Hal", "Ana"))
    assert party.table.dead == {"Lia", "Bob", "Hal"}


def test_a_murderer_in_jail_does_not_kill_by_day() -> None:
    party = saturday(jail=("Bob", "Kim"))
    assert party.refusal_of(Winked("Hal", "Bob")) == Refused("killer", "killer_in_jail", ("Bob",))


def test_a_murderer_in_jail_does_not_kill_by_night() -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    play_round(party, jail=("Ana", "Kim"))
    look_at(party, "murder")
    assert party.refusal_of(Tapped("Hal", "Ana")) == Refused("killer", "killer_in_jail", ("Ana",))
    party.say(Tapped("Hal", "Bob"))
    assert party.beat == "dying"


def test_if_one_murderer_sat_in_jail_by_night_the_box_knows_that_the_other_killed() -> None:
    party = a_weekend(16)
    play_round(party, "Lia", jail=("Jo", "Kim"))
    play_round(party, jail=("Ana", "Kim"))
    play_round(party, "Max", jail=("Jo", "Kim"))  # only Bob can have
    look_at(party, "turning")
    assert party.refusal_of(Winked("Noé", "Bob")) == Refused("killer", "killed_last_night", ("Bob",))
    party.say(Winked("Noé", "Ana"))


@pytest.mark.parametrize("killer", ["Ana", "Bob"])
def test_if_nobody_told_who_killed_by_night_either_may_kill_by_day(killer: str) -> None:
    party = saturday(by=None)
    party.say(Winked("Hal", killer))
    assert party.table.dead == {"Lia", "Hal"}


def test_if_nobody_died_by_night_either_may_kill_by_day() -> None:
    party = a_weekend()
    party.murder(None, by="Ana")
    party.jail("Jo", "Kim")
    look_at(party, "turning")
    party.say(Winked("Hal", "Ana"))
    assert party.table.dead == {"Hal"}


def test_only_the_night_before_counts() -> None:
    party = a_weekend(16)
    play_round(party, "Lia", by="Ana", jail=("Jo", "Kim"))
    play_round(party, "Max", by="Bob", jail=("Jo", "Kim"))
    play_round(party, "Noé", by="Bob", jail=("Jo", "Kim"))
    look_at(party, "turning")
    assert party.refusal_of(Winked("Ona", "Bob")) == Refused("killer", "killed_last_night", ("Bob",))
    party.say(Winked("Ona", "Ana"))


def test_a_night_without_a_death_wipes_out_the_night_before() -> None:
    party = a_weekend(16)
    play_round(party, "Lia", by="Ana", jail=("Jo", "Kim"))
    play_round(party, "Max", by="Bob", jail=("Jo", "Kim"))
    play_round(party, jail=("Jo", "Kim"))
    look_at(party, "turning")
    party.say(Winked("Ona", "Ana"))
    assert party.table.dead == {"Lia", "Max", "Ona"}


def test_a_killer_told_in_the_dark_is_remembered_when_the_victim_is_named() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped(killer="Ana"))
    party.wait(10)
    party.say(Named("Lia"))
    assert party.table.night_killer == "Ana"


def test_a_guest_who_is_no_murderer_cannot_be_the_killer() -> None:
    party = look_at(a_weekend(), "murder")
    assert party.refusal_of(Tapped("Lia", "Hal")) == Refused("killer", "not_a_murderer", ("Hal",))
    assert party.refusal_of(NobodyDied("Hal")) == Refused("killer", "not_a_murderer", ("Hal",))


def test_a_dead_murderer_does_not_act() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Killed("Ana"))
    assert party.refusal_of(Tapped("Lia", "Ana")) == Refused("killer", "dead_do_not_act", ("Ana",))


def test_a_killer_must_be_on_the_guest_list() -> None:
    party = look_at(a_weekend(), "murder")
    assert party.refusal_of(Tapped("Lia", "Zoe")) == Refused("killer", "unknown_name", ("Zoe",))
    nameless = look_at(button_only(), "murder")
    assert nameless.refusal_of(Tapped(killer="Ana")) == Refused("killer", "no_guest_list", ("Ana",))


def test_where_the_box_knows_no_cards_anybody_alive_and_free_may_be_the_killer() -> None:
    party = a_weekend(known=False)
    play_round(party, "Lia", by="Hal", jail=("Jo", "Kim"))
    look_at(party, "turning")
    assert party.refusal_of(Winked("Gus", "Jo")) == Refused("killer", "killer_in_jail", ("Jo",))
    assert party.refusal_of(Winked("Gus", "Lia")) == Refused("killer", "dead_do_not_act", ("Lia",))
    party.say(Winked("Gus", "Hal"))
    assert party.table.dead == {"Lia", "Gus"}


def test_at_the_table_the_same_murderer_may_kill_every_night() -> None:
    party = a_table()
    party.murder("Cid", by="Ana")
    party.vote(Gus=4)
    party.go_to("sacrifice")
    party.press()
    party.murder("Dora", by="Ana")
    assert party.table.dead == {"Cid", "Gus", "Dora"}
