"""Counting hands: which ballots are good, who has a seat, who is tied.

Knows names and numbers only; who is alive or charmed is told by whoever calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from majordome.core.cues import Refused
from majordome.games.murder.events import Votes


class Poll(Struct, frozen=True):
    """One vote: against whom, for how many seats, by how many, and who has a seat already."""

    candidates: tuple[str, ...]
    seats: int
    voters: tuple[str, ...]
    seated: tuple[str, ...] = ()
    again: bool = False  # a re-vote: the next tie goes by age
    hands: int = 0  # one for each seat that was free at TOP: whatever happens then, so many are up


def refuse_ballot(poll: Poll, voter: str, against: Sequence[str]) -> Refused | None:
    """On TOP each living player points at different living players, one hand for each seat."""
    if voter not in poll.voters:
        return Refused(f"ballot of {voter}", "may_not_vote", (voter,))
    if not against:
        return Refused(f"ballot of {voter}", "points_at_nobody", (voter,))
    candidates, hands = poll.candidates, len(against)
    for name in against:
        if name not in candidates:
            return Refused(f"ballot of {voter}", "not_a_candidate", (name,))
    if hands > 1 and len(set(against)) < hands:
        return Refused(f"ballot of {voter}", "same_player_twice", (voter,))
    if hands != poll.hands:
        return Refused(f"ballot of {voter}", "one_hand" if poll.hands == 1 else "two_hands", (voter,))
    return None


def refuse_tally(poll: Poll, votes: Votes) -> Refused | None:
    """A count of hands that cannot have been."""
    names = [name for name, _ in votes]
    for name in names:
        if name not in poll.candidates:
            return Refused("tally", "not_a_candidate", (name,))
    if len(set(names)) < len(names):
        return Refused("tally", "counted_twice", (next(n for n in names if names.count(n) > 1),))
    for name, count in votes:
        if not 0 <= count <= len(poll.voters):
            return Refused("tally", "impossible_count", (name, str(count), str(len(poll.voters))))
    hands = sum(count for _, count in votes)
    most = poll.hands * len(poll.voters)
    if hands > most:
        return Refused("tally", "too_many_hands", (str(len(poll.voters)), str(most), str(hands)))
    return None


def count(poll: Poll, ballots: Mapping[str, Sequence[str]]) -> Votes:
    """Add up the hands, going round the circle."""
    votes = dict.fromkeys(poll.candidates, 0)
    for against in ballots.values():
        for name in against:
            votes[name] += 1
    return tuple((name, n) for name, n in votes.items() if n)


def seats_filled(poll: Poll, votes: Votes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who clearly have a seat, and those tied for the seats that are left.

    Whoever is clear of the tie keeps the seat. Players without a single vote are candidates like any other.
    """
    counted = {**dict.fromkeys(poll.candidates, 0), **dict(votes)}
    ranked = sorted(poll.candidates, key=counted.__getitem__, reverse=True)
    if not poll.seats or len(ranked) <= poll.seats:
        return tuple(ranked[: poll.seats]), ()
    last_in, first_out = counted[ranked[poll.seats - 1]], counted[ranked[poll.seats]]
    if last_in > first_out:
        return tuple(ranked[: poll.seats]), ()
    clear = tuple(name for name in ranked if counted[name] > last_in)
    return clear, tuple(name for name in poll.candidates if counted[name] == last_in)


def youngest(ages: Mapping[str, int | None], seats: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A second tie: the youngest go. Returns those whom age decides, and those among whom the host must."""
    known = [age for age in ages.values() if age is not None]
    if len(known) < len(ages):
        return (), tuple(ages)
    limit = sorted(known)[seats - 1]
    below = tuple(name for name, age in ages.items() if age is not None and age < limit)
    at = tuple(name for name, age in ages.items() if age == limit)
    if len(below) + len(at) == seats:
        return tuple(name for name, age in ages.items() if age is not None and age <= limit), ()
    return below, at
