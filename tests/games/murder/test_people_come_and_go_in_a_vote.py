"""Somebody takes over a card, or goes home, in the middle of a vote or a murder: it goes on with who is there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.murder.moves import look_at
from majordome.core.cues import Outcome, Refused
from majordome.core.game import ROOM
from majordome.core.library import load
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    CardTaken,
    GuestCame,
    GuestLeft,
    HandsCounted,
    Tapped,
    VoteCorrected,
    YoungestNamed,
)
from majordome.games.murder.facts import Death, Jail, KilledBy, Sacrifice, Swap
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, guest_list


def counting() -> MurderParty:
    party = a_weekend()
    party.murder("Lia")
    return look_at(party, "counting")


def candidates(party: MurderParty) -> tuple[str, ...]:
    """As the television shows them."""
    shown: tuple[str, ...] = load("weekend").view(party.table, party.prompter.beat, ROOM)["vote"]["candidates"]
    return shown


# Somebody takes over.


def test_whoever_takes_over_a_card_while_hands_are_counted_is_voted_for_and_the_other_is_not() -> None:
    party = counting()
    party.say(CardTaken("Ana", "Max"))
    assert party.refusal_of(HandsCounted((("Ana", 5), ("Bob", 4)))) == Refused("tally", "not_a_candidate", ("Ana",))
    party.say(HandsCounted((("Max", 5), ("Bob", 4))))
    party.press()
    assert party.deeds()[-2:] == [Jail(("Max", "Bob")), Outcome("guests")]


def test_whoever_takes_over_on_the_way_to_jail_sits_down() -> None:
    party = counting()
    party.vote(Kim=5, Jo=4)
    party.say(CardTaken("Kim", "Max"))
    assert party.table.going == ("Max", "Jo")
    party.press()
    assert party.all(Jail) == [Jail(("Max", "Jo"))]


def test_a_ballot_for_and_of_somebody_who_was_replaced_is_a_ballot_for_and_of_the_other() -> None:
    party = counting()
    party.say(BallotCast("Ana", ("Bob", "Kim")))
    party.say(BallotCast("Cid", ("Ana", "Kim")))
    party.say(CardTaken("Ana", "Max"))
    party.say(BallotsClosed(others=True))
    assert dict(party.table.tally) == {"Bob": 1, "Kim": 2, "Max": 1}


def test_in_a_re_vote_the_newcomer_is_tied_in_the_others_place() -> None:
    party = counting()
    party.vote(Hal=4, Ida=3, Gus=3)
    assert party.beat == "circle"
    party.say(CardTaken("Ida", "Max"))
    assert candidates(party) == ("Gus", "Max")
    party.vote(Max=5, Gus=4)
    party.press()
    assert party.all(Jail) == [Jail(("Hal", "Max"))]


def test_a_count_is_put_right_after_somebody_on_the_way_was_replaced() -> None:
    party = counting()
    party.vote(Hal=4, Ida=3)
    party.say(CardTaken("Hal", "Max"))
    party.say(VoteCorrected((("Max", 4), ("Gus", 5))))
    party.press()
    assert party.all(Jail) == [Jail(("Gus", "Max"))]


def test_the_youngest_may_be_somebody_who_took_over_since_the_tie() -> None:
    party = MurderParty(an_evening(guests=tuple(replace(guest, age=None) for guest in guest_list(12))))
    party.murder("Lia")
    party.vote(Hal=4, Ida=3, Gus=3)
    party.vote(Ida=3, Gus=3)
    assert party.beat == "youngest"
    party.say(CardTaken("Ida", "Max"))
    party.say(CardTaken("Hal", "Zoe"))
    assert party.refusal_of(YoungestNamed(("Ida",))) == Refused("youngest", "not_tied", ("Gus", "Max"))
    party.say(YoungestNamed(("Max",)))
    party.press()
    assert party.all(Jail) == [Jail(("Zoe", "Max"))]


def test_around_a_table_it_is_the_newcomer_who_is_sacrificed() -> None:
    party = a_table()
    party.murder("Gus")
    party.vote(Fay=3)
    party.say(CardTaken("Fay", "Max"))
    party.press()
    assert party.all(Sacrifice) == [Sacrifice("Max", "guest")]
    assert party.table.dead == {"Gus", "Max"}


def test_a_victim_and_a_killer_who_are_replaced_while_the_victim_counts() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia", "Ana"))
    party.say(CardTaken("Lia", "Max"))
    party.say(CardTaken("Ana", "Zoe"))
    party.wait(10)
    assert (party.all(KilledBy), party.all(Death)) == ([KilledBy("Zoe")], [Death("Max")])


def test_a_vampire_and_a_murderer_who_are_replaced_while_the_murderer_walks_back() -> None:
    party = look_at(a_weekend(Dora="vampire"), "murder")
    party.say(Tapped("Dora", "Ana"))
    party.say(CardTaken("Ana", "Max"))
    party.say(CardTaken("Dora", "Zoe"))
    party.wait(10)
    assert (party.all(Swap), party.all(Death)) == ([Swap("Dora", "Ana")], [Death("Max")])
    assert party.table.murder is not None
    assert party.table.murder.swap == ("Zoe", "Max")


def test_one_may_play_for_another_who_played_for_a_third_and_come_back() -> None:
    party = counting()
    party.vote(Kim=5, Jo=4)
    party.say(CardTaken("Kim", "Max"))
    party.say(CardTaken("Max", "Zoe"))
    assert party.table.now("Kim") == party.table.now("Max") == "Zoe"
    party.say(GuestCame("Max"))
    assert party.table.now("Max") == "Max"
    party.say(CardTaken("Zoe", "Kim"))
    party.press()
    assert party.all(Jail) == [Jail(("Kim", "Jo"))]


# Somebody goes home.


def test_who_goes_home_while_hands_are_counted_cannot_be_voted_for() -> None:
    party = counting()
    party.say(GuestLeft("Kim"))
    assert party.refusal_of(HandsCounted((("Kim", 5), ("Jo", 4)))) == Refused("tally", "not_a_candidate", ("Kim",))
    party.say(BallotCast("Ana", ("Jo", "Ida")))
    party.say(GuestLeft("Jo"))
    party.say(BallotsClosed(others=True))
    assert party.table.tally == ()


def test_who_goes_home_before_top_is_not_shown_as_a_candidate() -> None:
    party = look_at(counting(), "counting")
    party.back()
    assert party.beat == "circle"
    party.say(GuestLeft("Kim"))
    assert "Kim" not in candidates(party)


def test_who_goes_home_on_the_way_is_neither_jailed_nor_sacrificed() -> None:
    party = counting()
    party.vote(Kim=5, Jo=4)
    party.say(GuestLeft("Kim"))
    party.press()
    assert party.all(Jail) == [Jail(("Jo",))]
    table = a_table()
    table.murder("Gus")
    table.vote(Fay=3)
    table.say(GuestLeft("Fay"))
    table.press()
    assert table.all(Sacrifice) == []
    assert table.table.dead == {"Gus"}


@pytest.mark.parametrize("back", ["Kim", "Max"])
def test_a_seat_that_was_left_and_taken_over_is_a_living_one(back: str) -> None:
    party = counting()
    party.say(GuestLeft("Kim"))
    party.say(CardTaken("Kim", "Max"))
    if back == "Kim":
        party.say(GuestCame("Kim"))
    assert back in party.table.living
