"""Hands counted a second time, in another way: both counts must agree, whatever the hands did."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.games.murder.ballots import Poll, count, refuse_ballot, refuse_tally, seats_filled, youngest
from majordome.games.murder.events import Kissed, Votes
from majordome.games.murder.facts import Jail, Tally, Vote
from majordome.games.murder.testing import a_weekend
from majordome.testing import NAMES
from strategies import steady

pytestmark = pytest.mark.long

CROWD = NAMES[:8]


@st.composite
def polls(draw: st.DrawFn) -> Poll:
    candidates = draw(st.lists(st.sampled_from(CROWD), min_size=1, unique=True))
    seats = draw(st.integers(1, 2))
    return Poll(tuple(candidates), seats, CROWD, hands=seats)


def tallies() -> st.SearchStrategy[Votes]:
    return st.dictionaries(st.sampled_from(CROWD), st.integers(0, 4)).map(lambda votes: tuple(votes.items()))


def rivals_at_least(name: str, poll: Poll, votes: Votes) -> int:
    """How many others have as many hands against them, or more."""
    hands = Counter(dict(votes))
    return sum(hands[other] >= hands[name] for other in poll.candidates if other != name)


def rivals_above(name: str, poll: Poll, votes: Votes) -> int:
    hands = Counter(dict(votes))
    return sum(hands[other] > hands[name] for other in poll.candidates if other != name)


@steady(120)
@given(polls(), tallies())
def test_a_seat_goes_to_whoever_fewer_rivals_than_seats_can_match(poll: Poll, votes: Votes) -> None:
    clear, tied = seats_filled(poll, votes)
    assert set(clear) == {c for c in poll.candidates if rivals_at_least(c, poll, votes) < poll.seats}
    assert set(tied) == {c for c in poll.candidates if c not in clear and rivals_above(c, poll, votes) < poll.seats}


@steady(120)
@given(polls(), tallies())
def test_there_is_a_tie_only_where_more_are_tied_than_seats_are_left(poll: Poll, votes: Votes) -> None:
    clear, tied = seats_filled(poll, votes)
    if tied:
        assert 0 < poll.seats - len(clear) < len(tied)
    else:
        assert len(clear) == min(poll.seats, len(poll.candidates))
    assert tied == tuple(c for c in poll.candidates if c in tied)  # told in the order of the circle
    assert len({*clear, *tied}) == len(clear) + len(tied)


@steady(120)
@given(polls(), st.data())
def test_each_hand_is_counted_once(poll: Poll, data: st.DataObject) -> None:
    hand = st.sampled_from(poll.candidates)
    ballots = data.draw(st.dictionaries(st.sampled_from(CROWD), st.lists(hand, max_size=2, unique=True)))
    pointed = [name for names in ballots.values() for name in names]
    assert count(poll, ballots) == tuple((c, pointed.count(c)) for c in poll.candidates if c in pointed)


@steady(120)
@given(polls(), st.sampled_from(NAMES[:10]), st.lists(st.sampled_from(NAMES[:10]), max_size=3))
def test_a_ballot_is_good_only_with_a_living_hand_for_each_seat(poll: Poll, voter: str, against: list[str]) -> None:
    good = (
        voter in poll.voters
        and set(against) <= set(poll.candidates)
        and len(against) == len(set(against)) == poll.seats
    )
    assert (refuse_ballot(poll, voter, against) is None) is good


@steady(120)
@given(polls(), st.lists(st.tuples(st.sampled_from(NAMES[:9]), st.integers(-1, 10)), max_size=4))
def test_a_count_is_good_only_if_so_many_hands_can_have_pointed(poll: Poll, votes: list[tuple[str, int]]) -> None:
    good = (
        {name for name, _ in votes} <= set(poll.candidates)
        and max(Counter(name for name, _ in votes).values(), default=1) == 1
        and all(0 <= hands <= 8 for _, hands in votes)
        and sum(hands for _, hands in votes) <= 8 * poll.seats
    )
    assert (refuse_tally(poll, tuple(votes)) is None) is good


@steady(120)
@given(
    st.dictionaries(st.sampled_from(CROWD), st.one_of(st.integers(20, 24), st.none()), min_size=2),
    st.integers(1, 2),
)
def test_the_youngest_is_whom_fewer_than_seats_others_can_match_in_youth(
    ages: dict[str, int | None], seats: int
) -> None:
    decided, left = youngest(ages, seats)
    known = {name: age for name, age in ages.items() if age is not None}
    if len(known) < len(ages):
        assert (decided, left) == ((), tuple(ages))
        return
    as_young = {name: sum(known[o] <= age for o in known if o != name) for name, age in known.items()}
    younger = {name: sum(known[o] < age for o in known if o != name) for name, age in known.items()}
    assert set(decided) == {name for name in known if as_young[name] < seats}
    assert set(left) == {name for name in known if younger[name] < seats <= as_young[name]}
    assert len(decided) == seats if not left else len(decided) < seats < len(decided) + len(left)


@steady(30)
@given(st.data())
def test_a_charmed_guest_votes_as_the_charmer_does_whatever_the_hand_says(data: st.DataObject) -> None:
    party = a_weekend(10, Cid="charmer")
    party.murder("Jo", by="Ana")
    party.jail("Hal", "Ida")
    party.go_to("turning")
    party.say(Kissed("Dora"))
    party.murder(None)
    living = party.table.living
    pair = st.lists(st.sampled_from(living), min_size=2, max_size=2, unique=True).map(tuple)
    ballots = data.draw(st.dictionaries(st.sampled_from(living), pair, min_size=1))
    party.ballots(ballots)
    held = {**ballots, "Dora": ballots.get("Cid", ())}
    hands = Counter(name for pointed in held.values() for name in pointed)
    assert party.all(Tally)[-1].votes == tuple((name, hands[name]) for name in living if hands[name])


@steady(30)
@given(st.lists(tallies(), min_size=2, max_size=2))
def test_after_two_counts_two_living_guests_sit(counts: list[Votes]) -> None:
    party = a_weekend(10)
    party.murder("Jo")
    for votes in counts:
        party.go_to("counting")
        candidates = party.all(Vote)[-1].candidates
        party.vote({name: hands for name, hands in votes if name in candidates and hands < 3})
        if party.beat != "circle":
            break
    party.go_to("jailing")
    party.press()
    (jail,) = party.all(Jail)
    assert len(set(jail.names)) == 2
    assert set(jail.names) <= set(party.table.living)
