"""The charmer: one kiss a day, and the charmed vote exactly as she does, until the end or until she dies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.murder.moves import look_at, play_round
from majordome.core.cues import Refused
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import BallotCast, BallotsClosed, Imprisoned, Kissed, NobodyDied, Winked
from majordome.games.murder.facts import Charmed, Tally
from majordome.games.murder.refusals import no_charm as refuse_kiss
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, guest_list

BOTH_EDITIONS = pytest.mark.parametrize("edition", ["A", "B"])


def saturday(*, edition: Edition = "B", dora: str = "guest") -> MurderParty:
    """Saturday, as all turn. Cid is the charmer, Lia is dead, Jo and Kim sit."""
    party = a_weekend(edition=edition, Cid="charmer", Dora=dora)
    play_round(party, "Lia", jail=("Jo", "Kim"))
    return look_at(party, "turning")


def sunday(party: MurderParty) -> MurderParty:
    """From a Saturday to the turning of Sunday; Jo and Kim sit again."""
    party.say(NobodyDied())
    party.jail("Jo", "Kim")
    play_round(party, jail=("Jo", "Kim"))
    return look_at(party, "turning")


@BOTH_EDITIONS
def test_a_kiss_charms_and_the_turning_goes_on(edition: Edition) -> None:
    party = saturday(edition=edition)
    party.say(Kissed("Dora"))
    assert (party.deeds(), party.beat) == ([Charmed("Dora")], "turning")
    assert party.table.charmed == ("Dora",)


def test_a_kiss_that_the_host_saw_may_still_be_told_when_all_mourn() -> None:
    party = saturday()
    party.say(Winked("Hal"))
    party.cues()
    party.say(Kissed("Dora"))
    assert (party.deeds(), party.beat) == ([Charmed("Dora")], "mourning_day")


def test_she_never_has_to() -> None:
    party = saturday()
    party.say(Winked("Hal"))
    party.go_to("counting")
    assert party.table.charmed == ()


def test_one_kiss_a_day() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    assert party.refusal_of(Kissed("Eve")) == Refused("kiss", "one_kiss_a_day")


@BOTH_EDITIONS
def test_on_sunday_she_may_kiss_another_one(edition: Edition) -> None:
    party = saturday(edition=edition)
    party.say(Kissed("Dora"))
    sunday(party)
    assert party.refusal_of(Kissed("Dora")) == Refused("kiss", "already_charmed", ("Dora",))
    party.say(Kissed("Eve"))
    assert party.table.charmed == ("Dora", "Eve")


def test_edition_b_never_has_a_third_charmed_and_edition_a_does_not_count() -> None:
    charmed = replace(Table.laid(an_evening(guests=guest_list(12, Cid="charmer"))), charmed=("Dora", "Eve"))
    assert refuse_kiss(charmed, "Fay") == Refused("kiss", "two_charmed")
    in_a = replace(charmed, evening=charmed.evening.set(edition="A"))
    assert refuse_kiss(in_a, "Fay") is None


def test_in_edition_b_no_kiss_reaches_a_prisoner() -> None:
    assert saturday().refusal_of(Kissed("Jo")) == Refused("kiss", "no_kiss_for_prisoners", ("Jo",))


def test_in_edition_a_a_prisoner_may_be_kissed() -> None:
    party = saturday(edition="A")
    party.say(Kissed("Jo"))
    assert party.table.charmed == ("Jo",)


@BOTH_EDITIONS
def test_the_short_sighted_does_not_see_the_kiss(edition: Edition) -> None:
    party = saturday(edition=edition, dora="shortsighted")
    assert party.refusal_of(Kissed("Dora")) == Refused("kiss", "cannot_see_kisses", ("Dora",))


def test_she_kisses_neither_the_dead_nor_herself_nor_strangers() -> None:
    party = saturday()
    assert party.refusal_of(Kissed("Lia")) == Refused("kiss", "already_dead", ("Lia",))
    assert party.refusal_of(Kissed("Cid")) == Refused("kiss", "kisses_herself", ("Cid",))
    assert party.refusal_of(Kissed("Zoe")) == Refused("kiss", "unknown_name", ("Zoe",))


def test_there_is_no_kiss_without_a_charmer() -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    look_at(party, "turning")
    assert party.refusal_of(Kissed("Dora")) == Refused("kiss", "no_charmer")


def test_a_dead_charmer_kisses_nobody() -> None:
    party = saturday()
    party.say(Winked("Cid"))
    assert party.refusal_of(Kissed("Dora")) == Refused("kiss", "no_charmer")


def test_there_is_no_kiss_by_night() -> None:
    party = look_at(a_weekend(Cid="charmer"), "murder")
    assert party.refusal_of(Kissed("Dora")) == Refused("kissed", "not_now")
    party.murder(None)
    assert party.refusal_of(Kissed("Dora")) == Refused("kissed", "not_now")


def test_at_the_table_there_is_no_day_and_so_no_kiss() -> None:
    party = a_table(Cid="charmer")
    party.murder("Gus")
    assert party.refusal_of(Kissed("Dora")) == Refused("kissed", "not_now")


def test_the_charmed_vote_exactly_as_she_does() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    party.say(NobodyDied())
    party.ballots({"Cid": ("Ana", "Bob"), "Dora": ("Eve", "Fay")})
    assert party.all(Tally)[-1] == Tally((("Ana", 2), ("Bob", 2)))


def test_the_ballot_of_the_charmed_is_missed_like_any_other() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    party.say(NobodyDied())
    party.go_to("counting")
    party.say(BallotCast("Cid", ("Ana", "Bob")))
    others = tuple(name for name in party.table.living if name not in ("Cid", "Dora"))
    assert party.refusal_of(BallotsClosed(abstaining=others)) == Refused("count", "ballots_missing", ("Dora",))
    party.say(BallotsClosed(abstaining=(*others, "Dora")))
    assert party.all(Tally)[-1] == Tally((("Ana", 2), ("Bob", 2)))


def test_a_bad_ballot_of_the_charmed_is_refused_like_any_other() -> None:
    for voter in ("Dora", "Eve"):
        party = saturday()
        party.say(Kissed("Dora"))
        party.say(NobodyDied())
        party.go_to("counting")
        what = f"ballot of {voter}"
        assert party.refusal_of(BallotCast(voter, ("Lia", "Ana"))) == Refused(what, "not_a_candidate", ("Lia",))
        assert party.refusal_of(BallotCast(voter, ("Ana", "Ana"))) == Refused(what, "same_player_twice", (voter,))
        assert party.refusal_of(BallotCast(voter, ("Ana",))) == Refused(what, "two_hands", (voter,))


@pytest.mark.parametrize("kissed", ["Dora", "Hal", None])
def test_nothing_that_is_said_of_ballots_tells_who_was_kissed(kissed: str | None) -> None:
    party = saturday()
    if kissed is not None:
        party.say(Kissed(kissed))
    party.say(NobodyDied())
    party.go_to("counting")
    party.say(BallotCast("Dora", ("Ana", "Ida")))
    party.say(Imprisoned("Ida"))
    living = party.table.living
    assert party.refusal_of(BallotsClosed()) == Refused("count", "ballots_missing", living)
    for voter in ("Dora", "Hal"):
        refused = Refused(f"ballot of {voter}", "not_a_candidate", ("Ida",))
        assert party.refusal_of(BallotCast(voter, ("Ana", "Ida"))) == refused
    for voter in living[:-1]:
        party.say(BallotCast(voter, ("Ana", "Bob")))
    assert party.refusal_of(BallotsClosed()) == Refused("count", "ballots_missing", living[-1:])
    party.say(BallotCast(living[-1], ("Ana", "Bob")))
    party.say(BallotsClosed())
    assert party.all(Tally)[-1] == Tally((("Ana", 11), ("Bob", 11)))


def test_if_she_abstains_so_do_the_charmed() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    party.say(NobodyDied())
    party.ballots({"Dora": ("Eve", "Fay"), "Hal": ("Ana", "Bob")})
    assert party.all(Tally)[-1] == Tally((("Ana", 1), ("Bob", 1)))


def test_the_charm_lasts_for_the_rest_of_the_game() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    sunday(party)
    party.say(NobodyDied())
    party.ballots({"Cid": ("Ana", "Bob"), "Dora": ("Eve", "Fay")})
    assert party.all(Tally)[-1] == Tally((("Ana", 2), ("Bob", 2)))


def test_if_she_dies_her_charmed_are_free_at_once() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    party.say(Winked("Cid"))
    party.ballots({"Dora": ("Eve", "Fay")})
    assert party.all(Tally)[-1] == Tally((("Eve", 1), ("Fay", 1)))


def test_a_dead_charmed_player_does_not_vote_for_her() -> None:
    party = saturday()
    party.say(Kissed("Dora"))
    party.say(Winked("Dora"))
    party.ballots({"Cid": ("Ana", "Bob")})
    assert party.all(Tally)[-1] == Tally((("Ana", 1), ("Bob", 1)))
