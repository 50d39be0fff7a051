"""The vote: two different hands each, ties voted again, and then the youngest."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.murder.moves import look_at, play_round, voted
from majordome.core.cues import Cue, Refused, Say
from majordome.games.murder.ballots import youngest
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    HandsCounted,
    Imprisoned,
    Killed,
    Kissed,
    NobodyDied,
    YoungestNamed,
)
from majordome.games.murder.facts import Jail, Sacrifice, Tally, Vote, Youngest
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, guest_list


def circle(party: MurderParty | None = None) -> MurderParty:
    """Friday: Lia is dead, all stand in a circle. The last on the list is the youngest."""
    party = party or a_weekend()
    party.murder("Lia")
    return look_at(party, "circle")


def counting() -> MurderParty:
    return look_at(circle(), "counting")


def aged(*ages: int | None, names: int = 12) -> MurderParty:
    """A weekend whose first guests have these ages, and all others are ninety."""
    guests = guest_list(names)
    years = [*ages, *[90] * (names - len(ages))]
    return MurderParty(
        an_evening(guests=tuple(replace(guest, age=age) for guest, age in zip(guests, years, strict=True)))
    )


def count(party: MurderParty, **votes: int) -> list[Cue]:
    """What comes of these hands."""
    look_at(party, "counting")
    party.vote(votes)
    return party.deeds()


ALL = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim")


# The count.


def test_the_two_with_most_votes_are_led_to_jail() -> None:
    party = circle()
    party.vote(Hal=5, Ida=4, Jo=3)
    party.press()
    assert party.all(Vote) == [Vote(ALL, 2)]
    assert party.deeds()[:3] == [*voted(ALL, Hal=5, Ida=4, Jo=3)[1:], Jail(("Hal", "Ida"))]


def test_the_ballots_are_added_up_going_round_the_circle() -> None:
    party = counting()
    party.ballots({"Ana": ("Hal", "Ida"), "Bob": ("Hal", "Ana"), "Cid": ("Ida", "Hal")})
    assert party.deeds() == [Tally((("Ana", 1), ("Hal", 3), ("Ida", 2)))]
    assert party.beat == "jailing"


def test_a_second_ballot_of_the_same_player_replaces_the_first() -> None:
    party = counting()
    party.say(BallotCast("Ana", ("Hal", "Ida")))
    party.say(BallotCast("Ana", ("Jo", "Kim")))
    party.say(BallotsClosed(others=True))
    assert party.deeds() == [Tally((("Jo", 1), ("Kim", 1)))]


def test_pointing_at_oneself_is_accepted() -> None:
    party = counting()
    party.ballots({"Ana": ("Ana", "Bob")})
    assert party.deeds() == [Tally((("Ana", 1), ("Bob", 1)))]


def test_a_count_of_hands_may_leave_out_or_write_down_who_has_none() -> None:
    assert count(circle(), Hal=5, Ida=4, Jo=0) == [Tally((("Hal", 5), ("Ida", 4)))]


def test_a_host_who_counts_aloud_leads_the_suspects_away_without_names() -> None:
    party = counting()
    party.press()
    party.press()
    assert party.deeds() == [Jail(())]
    assert party.beat == "verdict"


# Abstaining.


def test_nobody_abstains_without_the_hosts_leave() -> None:
    party = counting()
    party.say(BallotCast("Ana", ("Hal", "Ida")))
    assert party.refusal_of(BallotsClosed()) == Refused("count", "ballots_missing", ALL[1:])
    assert party.refusal_of(BallotsClosed(abstaining=ALL[3:])) == Refused("count", "ballots_missing", ("Bob", "Cid"))


def test_with_the_hosts_leave_those_named_abstain() -> None:
    party = counting()
    party.say(BallotCast("Ana", ("Hal", "Ida")))
    party.say(BallotsClosed(abstaining=ALL[1:]))
    assert party.deeds() == [Tally((("Hal", 1), ("Ida", 1)))]


def test_whoever_is_named_abstains_even_after_a_ballot() -> None:
    party = counting()
    party.say(BallotCast("Ana", ("Hal", "Ida")))
    party.say(BallotCast("Bob", ("Hal", "Jo")))
    party.say(BallotsClosed(abstaining=("Bob",), others=True))
    assert party.deeds() == [Tally((("Hal", 1), ("Ida", 1)))]


def test_a_press_closes_the_ballots_when_all_have_voted() -> None:
    party = counting()
    for voter in ALL:
        party.say(BallotCast(voter, ("Hal", "Ida")))
    party.press()
    assert party.deeds() == [Tally((("Hal", 11), ("Ida", 11)))]


def test_a_long_press_closes_them_and_the_others_abstain() -> None:
    party = counting()
    party.say(BallotCast("Ana", ("Hal", "Ida")))
    party.hold()
    assert party.deeds() == [Tally((("Hal", 1), ("Ida", 1)))]


# Refused ballots and counts.


@pytest.mark.parametrize(
    ("voter", "against", "why", "names"),
    [
        ("Lia", ("Hal", "Ida"), "may_not_vote", ("Lia",)),
        ("Zoe", ("Hal", "Ida"), "may_not_vote", ("Zoe",)),
        ("Ana", (), "points_at_nobody", ("Ana",)),
        ("Ana", ("Hal", "Lia"), "not_a_candidate", ("Lia",)),
        ("Ana", ("Hal", "Zoe"), "not_a_candidate", ("Zoe",)),
        ("Ana", ("Hal", "Hal"), "same_player_twice", ("Ana",)),
        ("Ana", ("Hal",), "two_hands", ("Ana",)),
        ("Ana", ("Hal", "Ida", "Jo"), "two_hands", ("Ana",)),
    ],
)
def test_a_ballot_against_the_rules_is_refused_with_a_reason(
    voter: str, against: tuple[str, ...], why: str, names: tuple[str, ...]
) -> None:
    party = counting()
    assert party.refusal_of(BallotCast(voter, against)) == Refused(f"ballot of {voter}", why, names)
    assert party.beat == "counting"


@pytest.mark.parametrize(
    ("votes", "why", "names"),
    [
        ((("Lia", 3),), "not_a_candidate", ("Lia",)),
        ((("Hal", 3), ("Hal", 2)), "counted_twice", ("Hal",)),
        ((("Hal", 12),), "impossible_count", ("Hal", "12", "11")),
        ((("Hal", -1),), "impossible_count", ("Hal", "-1", "11")),
        ((("Hal", 11), ("Ida", 11), ("Jo", 1)), "too_many_hands", ("11", "22", "23")),
    ],
)
def test_a_count_that_cannot_be_is_refused_whole(
    votes: tuple[tuple[str, int], ...], why: str, names: tuple[str, ...]
) -> None:
    party = counting()
    assert party.refusal_of(HandsCounted(votes)) == Refused("tally", why, names)
    assert party.beat == "counting"


def test_all_the_hands_there_are_may_be_counted() -> None:
    assert count(circle(), Hal=11, Ida=11) == [Tally((("Hal", 11), ("Ida", 11)))]


# Ties.


def test_whoever_is_clear_of_the_tie_keeps_the_seat_and_the_others_are_voted_again() -> None:
    party = circle()
    assert count(party, Hal=5, Ida=3, Jo=3) == [Tally((("Hal", 5), ("Ida", 3), ("Jo", 3))), Vote(("Ida", "Jo"), 1)]
    assert count(party, Jo=6, Ida=5) == [Tally((("Jo", 6), ("Ida", 5)))]
    party.press()
    assert party.deeds()[0] == Jail(("Hal", "Jo"))


def test_a_tie_for_both_seats_is_voted_again_for_two() -> None:
    party = circle()
    assert count(party, Hal=5, Ida=5, Jo=5)[1:] == [Vote(("Hal", "Ida", "Jo"), 2)]
    assert count(party, Jo=8, Hal=7, Ida=6) == [Tally((("Jo", 8), ("Hal", 7), ("Ida", 6)))]
    party.press()
    assert party.deeds()[0] == Jail(("Jo", "Hal"))


def test_two_who_share_the_most_votes_need_no_second_vote() -> None:
    party = circle()
    assert count(party, Hal=5, Ida=5, Jo=4) == [Tally((("Hal", 5), ("Ida", 5), ("Jo", 4)))]
    assert party.beat == "jailing"


def test_without_a_second_name_all_who_have_no_vote_are_tied() -> None:
    assert count(circle(), Hal=11)[1:] == [Vote(tuple(name for name in ALL if name != "Hal"), 1)]


def test_if_nobody_has_a_vote_all_are_tied_and_then_the_two_youngest_go() -> None:
    party = circle()
    party.vote({})
    party.vote({})
    assert party.deeds() == [*voted(ALL)[1:], *voted(ALL), Youngest("Jo"), Youngest("Kim")]


def test_each_vote_and_each_re_vote_has_its_top() -> None:
    party = circle()
    party.vote(Hal=3, Ida=3, Jo=3)
    party.vote(Hal=3, Ida=2)
    assert party.deeds() == [
        *voted(ALL, Hal=3, Ida=3, Jo=3)[1:],
        *voted(("Hal", "Ida", "Jo"), Hal=3, Ida=2),
    ]


def test_in_a_re_vote_for_one_seat_each_player_has_one_hand() -> None:
    party = circle()
    party.vote(Hal=5, Ida=3, Jo=3)
    party.go_to("counting")
    assert party.refusal_of(BallotCast("Ana", ("Ida", "Jo"))) == Refused("ballot of Ana", "one_hand", ("Ana",))
    assert party.refusal_of(HandsCounted((("Ida", 6), ("Jo", 6)))) == Refused(
        "tally", "too_many_hands", ("11", "11", "12")
    )
    party.say(BallotCast("Ana", ("Ida",)))


def test_in_a_re_vote_for_two_seats_each_player_has_two_hands() -> None:
    party = circle()
    party.vote(Hal=3, Ida=3, Jo=3)
    party.go_to("counting")
    assert party.refusal_of(BallotCast("Ana", ("Ida",))) == Refused("ballot of Ana", "two_hands", ("Ana",))
    party.say(BallotCast("Ana", ("Ida", "Jo")))


def test_a_re_vote_is_only_against_the_tied_and_the_tied_may_vote() -> None:
    party = circle()
    party.vote(Hal=5, Ida=3, Jo=3)
    party.go_to("counting")
    assert party.refusal_of(BallotCast("Ana", ("Kim",))) == Refused("ballot of Ana", "not_a_candidate", ("Kim",))
    assert party.refusal_of(BallotCast("Ana", ("Hal",))) == Refused("ballot of Ana", "not_a_candidate", ("Hal",))
    party.say(BallotCast("Ida", ("Jo",)))


def test_a_charmed_ballot_is_the_charmers_in_a_re_vote_too() -> None:
    party = a_weekend(Cid="charmer")
    play_round(party, "Lia", jail=("Jo", "Kim"))
    party.go_to("turning")
    party.say(Kissed("Dora"))
    party.say(NobodyDied())
    party.vote(Hal=5, Ida=3, Jo=3)
    look_at(party, "counting")
    party.ballots({"Cid": ("Jo",), "Dora": ("Ida",), "Eve": ("Ida",)})
    assert party.deeds() == [Tally((("Ida", 1), ("Jo", 2)))]


# The youngest.


def test_tied_again_the_youngest_goes() -> None:
    party = circle()
    party.vote(Hal=5, Ida=3, Jo=3)
    assert count(party, Ida=4, Jo=4) == [Tally((("Ida", 4), ("Jo", 4))), Youngest("Jo")]
    party.press()
    assert party.deeds()[0] == Jail(("Hal", "Jo"))


def test_for_two_seats_the_two_youngest_go() -> None:
    party = circle()
    party.vote(Hal=3, Ida=3, Jo=3)
    assert count(party, Hal=3, Ida=3, Jo=3)[1:] == [Youngest("Ida"), Youngest("Jo")]
    party.press()
    assert party.deeds()[0] == Jail(("Ida", "Jo"))


def test_a_re_vote_may_fill_one_seat_and_leave_the_other_to_age() -> None:
    party = circle()
    party.vote(Hal=3, Ida=3, Jo=3)
    assert count(party, Hal=5, Ida=3, Jo=3)[1:] == [Youngest("Jo")]
    party.press()
    assert party.deeds()[0] == Jail(("Hal", "Jo"))


def test_between_equal_ages_the_host_decides() -> None:
    party = circle(aged(40, 30, 30))
    party.vote(Ana=5, Bob=3, Cid=3)
    assert count(party, Bob=3, Cid=3)[1:] == []
    assert party.beat == "youngest"
    party.say(YoungestNamed(("Cid",)))
    assert party.deeds() == [Youngest("Cid", by="host")]
    party.press()
    assert party.deeds()[0] == Jail(("Ana", "Cid"))


def test_age_decides_as_far_as_it_can_and_the_host_does_the_rest() -> None:
    party = circle(aged(20, 30, 30))
    party.vote(Ana=3, Bob=3, Cid=3)
    assert count(party, Ana=3, Bob=3, Cid=3)[1:] == [Youngest("Ana")]
    assert party.refusal_of(YoungestNamed(("Ana",))) == Refused("youngest", "not_tied", ("Bob", "Cid"))
    party.say(YoungestNamed(("Bob",)))
    party.press()
    assert party.all(Jail) == [Jail(("Ana", "Bob"))]


@pytest.mark.parametrize("ages", [(None, None, None), (20, None, 30)])
def test_where_ages_are_not_known_the_host_is_asked(ages: tuple[int | None, ...]) -> None:
    party = circle(aged(*ages))
    party.vote(Ana=3, Bob=3, Cid=3)
    party.vote(Ana=3, Bob=3, Cid=3)
    assert party.beat == "youngest"
    assert party.all(Say)[-1].names == ("Ana", "Bob", "Cid")
    party.cues()
    party.say(YoungestNamed(("Cid", "Ana")))
    assert party.deeds() == [Youngest("Cid", by="host"), Youngest("Ana", by="host")]


@pytest.mark.parametrize("names", [(), ("Ana",), ("Ana", "Bob", "Cid"), ("Ana", "Ana"), ("Ana", "Ana", "Bob")])
def test_the_host_names_as_many_of_the_tied_as_there_are_seats(names: tuple[str, ...]) -> None:
    party = circle(aged(None))
    party.vote(Ana=3, Bob=3, Cid=3)
    party.vote(Ana=3, Bob=3, Cid=3)
    refused = Refused("youngest", "how_many_youngest", ("2", "Ana", "Bob", "Cid"))
    assert party.refusal_of(YoungestNamed(names)) == refused


@pytest.mark.parametrize(
    ("ages", "seats", "decided", "left"),
    [
        ({"Ana": 30, "Bob": 20}, 1, ("Bob",), ()),
        ({"Ana": 30, "Bob": 20, "Cid": 25}, 2, ("Bob", "Cid"), ()),
        ({"Ana": 20, "Bob": 20, "Cid": 25}, 2, ("Ana", "Bob"), ()),
        ({"Ana": 20, "Bob": 20}, 1, (), ("Ana", "Bob")),
        ({"Ana": 20, "Bob": 30, "Cid": 30}, 2, ("Ana",), ("Bob", "Cid")),
        ({"Ana": None, "Bob": 20}, 1, (), ("Ana", "Bob")),
    ],
)
def test_how_age_settles_a_tie(
    ages: dict[str, int | None], seats: int, decided: tuple[str, ...], left: tuple[str, ...]
) -> None:
    assert youngest(ages, seats) == (decided, left)


# When the host's word changes the circle while it votes.


def test_somebody_killed_while_hands_are_counted_has_neither_vote_nor_seat() -> None:
    party = counting()
    party.say(BallotCast("Hal", ("Ida", "Jo")))
    party.say(BallotCast("Ana", ("Hal", "Jo")))
    party.say(BallotCast("Bob", ("Ida", "Jo")))
    party.say(Killed("Hal"))
    party.cues()
    party.say(BallotsClosed(others=True))
    assert party.deeds() == [Tally((("Ida", 1), ("Jo", 1)))]


def test_hands_that_are_up_are_counted_as_they_are_even_if_the_host_fills_a_seat() -> None:
    party = counting()
    party.say(Imprisoned("Dora"))
    assert count(party, Hal=11, Ida=10)[1:] == []
    party.press()
    assert party.all(Jail)[-1] == Jail(("Dora", "Hal"))


def test_whoever_the_host_has_jailed_is_no_candidate_and_one_hand_is_enough() -> None:
    party = a_weekend()
    party.murder("Lia")
    look_at(party, "discussion")
    party.say(Imprisoned("Dora"))
    party.go_to("counting")
    assert party.all(Vote) == [Vote(tuple(name for name in ALL if name != "Dora"), 1)]
    party.vote(Hal=6, Ida=5)
    party.press()
    assert party.all(Jail)[-1] == Jail(("Dora", "Hal"))


def test_there_is_no_vote_when_the_host_has_filled_both_seats() -> None:
    party = a_weekend()
    party.murder("Lia")
    look_at(party, "discussion")
    party.say(Imprisoned("Dora"))
    party.say(Imprisoned("Eve"))
    party.press()
    party.press()
    assert party.all(Vote) == []
    assert party.all(Jail)[-1] == Jail(("Dora", "Eve"))


def test_there_is_nothing_to_count_when_the_host_fills_both_seats_in_the_circle() -> None:
    party = circle()
    party.say(Imprisoned("Dora"))
    party.say(Imprisoned("Eve"))
    party.press()
    assert party.beat == "jailing"
    party.press()
    assert party.all(Tally) == []
    assert party.all(Jail)[-1] == Jail(("Dora", "Eve"))


def test_if_the_one_with_a_seat_is_killed_during_the_re_vote_both_seats_are_for_the_tied() -> None:
    party = circle()
    party.vote(Hal=5, Ida=3, Jo=3)
    party.say(Killed("Hal"))
    party.vote(Ida=6, Jo=5)
    assert party.all(Say)[-1].names == ("Ida", "Jo")
    party.press()
    assert party.all(Jail)[-1] == Jail(("Ida", "Jo"))


def test_hands_counted_when_the_host_has_just_filled_both_seats_change_nothing() -> None:
    party = counting()
    party.say(Imprisoned("Dora"))
    party.say(Imprisoned("Eve"))
    party.vote(Hal=6, Ida=5)
    party.press()
    assert party.all(Jail)[-1] == Jail(("Dora", "Eve"))


# At the table.


def test_at_the_table_each_points_with_one_hand() -> None:
    party = a_table()
    party.murder("Gus")
    party.go_to("counting")
    assert party.all(Vote) == [Vote(("Ana", "Bob", "Cid", "Dora", "Eve", "Fay"), 1)]
    assert party.refusal_of(BallotCast("Ana", ("Cid", "Dora"))) == Refused("ballot of Ana", "one_hand", ("Ana",))
    party.cues()
    party.ballots({"Ana": ("Cid",), "Bob": ("Cid",), "Cid": ("Ana",)})
    assert party.deeds() == [Tally((("Ana", 1), ("Cid", 2)))]


def test_at_the_table_a_second_tie_sacrifices_the_youngest() -> None:
    party = a_table()
    party.murder("Gus")
    party.vote(Cid=2, Dora=2)
    party.cues()
    party.vote(Cid=3, Dora=3)
    party.press()
    assert party.deeds()[1:4] == [Tally((("Cid", 3), ("Dora", 3))), Youngest("Dora"), Sacrifice("Dora", "guest")]
