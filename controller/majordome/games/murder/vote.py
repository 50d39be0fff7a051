"""The vote: all in a circle, TOP, hands are counted, ties are voted again, and then the youngest goes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.asks import Ask, Ballots, Choose, Counts, Option
from majordome.core.by_button import choose_some
from majordome.core.cues import Light, ReadOut, Refused, Say, Top
from majordome.core.events import Event, Pressed
from majordome.core.script import Script, expect
from majordome.games.murder.ballots import Poll, count, refuse_ballot, refuse_tally, seats_filled, youngest
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import BallotCast, BallotsClosed, CountedAloud, HandsCounted, Votes, YoungestNamed
from majordome.games.murder.facts import Tally, Vote, Youngest
from majordome.games.murder.roles import CHARMER

Suspects = tuple[str, ...]
Box = Mapping[str, tuple[str, ...]]  # ballots: each voter's names
MOST_READ_OUT = 4  # names: nobody listens to more
CLOSING = (
    Option(BallotsClosed(), label="all_in"),
    Option(BallotsClosed(others=True), label="others_abstain"),
)
ALOUD = (Option(CountedAloud(), label="counted_aloud"), Option(CountedAloud(tied=True), label="tied"))


def vote(table: Table, seats: int, recount: Votes | None = None) -> Script[tuple[Table, Suspects]]:
    """The suspects with most votes. `recount` is the host's correction of the latest count."""
    if not table.listed:
        return (yield from vote_aloud(table, seats))
    poll = table.poll if recount is not None else None
    unnamed = False  # a tie that was counted aloud: the box does not know between whom
    while True:
        poll = _open(table, seats, poll)
        counting = Counting(seats, poll, table.jail, {})
        if not poll.seats:
            return table, poll.seated
        votes = recount
        if votes is None:
            table = yield from circle(table, poll, unnamed=unnamed)
            poll = counting.by_now(table)
            poll = replace(poll, hands=poll.seats)  # two hands, and in a re-vote for one seat one
            if not poll.seats:  # the host filled them meanwhile
                return table, poll.seated
            counting = Counting(seats, poll, table.jail, {})
            table, votes, tied_aloud = yield from count_hands(table, counting)
            if tied_aloud and not poll.again:  # counted aloud, and a tie: once more, among those in the room who know
                yield Tally(())
                poll, unnamed = replace(poll, again=True), True
                continue
            if tied_aloud:
                yield Tally(())
                yield Say("youngest_unnamed" if poll.seats == 1 else "youngest_two_unnamed")
        if votes is None:  # the host counted aloud and leads the suspects away without telling names
            return table, poll.seated
        recount, poll = None, counting.by_now(table)
        counted = tuple([(name, n) for name, n in votes if n])
        table = replace(table, poll=poll, tally=counted)
        yield Tally(counted)
        if counted:
            yield ReadOut(most_voted(counted))
        seated, tied = seats_filled(poll, votes)
        poll = replace(poll, seated=(*poll.seated, *seated), seats=poll.seats - len(seated), candidates=tied)
        if not tied:
            return table, poll.seated
        if poll.again:
            table, by_age = yield from settle_by_age(table, poll)
            return table, (*map(table.now, poll.seated), *by_age)
        poll = replace(poll, again=True)


def _open(table: Table, seats: int, poll: Poll | None) -> Poll:
    """The poll as it stands: only living players vote or are voted for, and nobody takes two seats.

    Who dies or goes home is out of it; whoever takes over a card stands where the other stood.
    """
    if poll is None:
        poll = Poll(candidates=table.living, seats=seats, voters=table.living)
        if not table.jail and seats <= len(table.living):  # most often: nobody has a seat yet
            return poll
    living = set(table.living)
    seated = tuple(name for name in map(table.now, poll.seated) if name in living)
    taken = {*table.jail, *seated}
    candidates = tuple([name for name in map(table.now, poll.candidates) if name in living and name not in taken])
    free = min(seats - len({*table.jail, *seated}), len(candidates))
    return replace(poll, candidates=candidates, seats=max(0, free), voters=table.living, seated=seated)


def circle(table: Table, poll: Poll, *, unnamed: bool = False) -> Script[Table]:
    """All stand in a circle; on TOP they point."""
    yield Light("vote")
    yield Vote(poll.candidates, poll.seats)
    yield from call_to_vote(table, poll.seats, poll.again, () if unnamed else poll.candidates)
    table, _ = yield from expect(
        replace(table, pointing=poll), "circle", Pressed, press=Pressed(), top="vote", usually=20
    )
    yield Top("vote")
    return replace(table, tally=(), pointing=None)


def call_to_vote(table: Table, seats: int, again: bool, tied: Suspects) -> Script[None]:
    """Where to stand, how many hands, and against whom."""
    if again:
        yield Say("vote_again", tied) if tied else Say("vote_again_unnamed")
        if table.has_jail:  # around a table it is one hand, always
            yield Say("two_hands_again" if seats > 1 else "one_hand_again")
        return
    yield Say("circle" if table.has_jail else "circle_table")
    # Two hands, two different people; at the table, and where one seat is left, one.
    yield Say("two_hands" if seats > 1 else "one_hand" if table.has_jail else "one_hand_table")
    if table.has_jail and table.round > 1 and table.dealt(CHARMER):
        yield Say("charmed_point")  # whether there is a charmed one by now, nobody hears


class Counting(Struct, frozen=True, gc=False):  # no circle can run through it
    """A poll whose hands are being counted: as it was opened, and the ballots so far."""

    seats: int
    poll: Poll
    jail: Suspects  # who sat there by then
    box: Box

    def with_ballot(self, cast: BallotCast) -> Counting:
        """One more is handed in, or one in place of another."""
        return Counting(self.seats, self.poll, self.jail, {**self.box, cast.voter: cast.against})

    def by_now(self, table: Table) -> Poll:
        """The poll as it stands, where the host has corrected something since."""
        poll = self.poll
        return poll if table.living is poll.voters and table.jail is self.jail else _open(table, self.seats, poll)

    def handed_in(self, table: Table) -> Box:
        """The ballots, under the names of those who play by now."""
        if not table.heirs:
            return self.box
        return {table.now(who): tuple(map(table.now, names)) for who, names in self.box.items()}

    def good_ballots(self, table: Table) -> tuple[Poll, Box]:
        """The poll as it stands, and the ballots that are still good in it."""
        poll = _open(table, self.seats, self.poll)
        return poll, {who: on for who, on in self.handed_in(table).items() if not refuse_ballot(poll, who, on)}

    def refuses(self, table: Table, event: Event) -> Refused | None:
        """Why this cannot be the count, or a ballot. The charmed are heard like all, or the answer tells."""
        if isinstance(event, BallotCast):
            return refuse_ballot(self.by_now(table), event.voter, event.against)
        match event:
            case HandsCounted(votes):
                return refuse_tally(self.by_now(table), votes)
            case BallotsClosed(abstaining, others) if not others:
                poll, ballots = self.good_ballots(table)
                missing = tuple(name for name in poll.voters if name not in ballots and name not in abstaining)
                return Refused("count", "ballots_missing", missing) if missing else None
        return None

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """The host counts the hands against each, everyone hands in a ballot, or it is counted aloud without names."""
        poll, box = self.by_now(table), self.handed_in(table)
        voters, hands, among = poll.voters, poll.hands, poll.candidates
        return (
            Counts("hands", among, HandsCounted, most_each=len(voters), most=hands * len(voters)),
            Ballots("ballot", among, hands, BallotCast, box=tuple(box.items()), again=poll.again, players=voters),
            Choose("count", CLOSING if box else ALOUD),
        )


def count_hands(table: Table, counting: Counting) -> Script[tuple[Table, Votes | None, bool]]:
    """The host counts hands, or hands in ballots one by one. Last: counted aloud, and it is a tie."""
    while True:
        box = counting.box
        table, told = yield from expect(
            table,
            "counting_ballots" if box else "counting",
            HandsCounted,
            BallotCast,
            BallotsClosed,
            CountedAloud,
            press=BallotsClosed() if box else CountedAloud(),
            double=None if box else CountedAloud(tied=True),
            hold=BallotsClosed(others=True) if box else None,
            usually=40,
            asks=counting.asks,
            refuse=counting.refuses,
        )
        if isinstance(told, BallotCast):  # most often, by far
            counting = counting.with_ballot(told)
            continue
        match told:
            case HandsCounted(votes):
                return table, votes, False
            case BallotsClosed(abstaining):
                now, ballots = counting.good_ballots(table)
                heard = {who: names for who, names in ballots.items() if who not in abstaining}
                return table, count(now, as_charmed(table, heard)), False
            case _:
                return table, None, isinstance(told, CountedAloud) and told.tied


def most_voted(votes: Votes) -> str:
    """How many hands against whom: those with most, most first."""
    ranked = sorted(votes, key=lambda vote: -vote[1])
    return ", ".join([f"{name} {count}" for name, count in ranked[:MOST_READ_OUT]])


def under_charm(table: Table) -> tuple[str, ...]:
    """The living who vote exactly as the charmer does."""
    return tuple(n for n in table.charmed if n in table.living) if table.charmed and table.charmer else ()


def as_charmed(table: Table, ballots: Box) -> Box:
    """A charmed player's ballot is the charmer's, always, whatever it says; if she abstains, so do they."""
    spell = dict.fromkeys(under_charm(table), ballots.get(table.charmer or "", ()))
    return {**ballots, **spell}


def settle_by_age(table: Table, poll: Poll) -> Script[tuple[Table, Suspects]]:
    """Tied again: the youngest goes. Where ages do not tell, the host does."""
    ages = {name: guest.age for name in poll.candidates if (guest := table.guest(name))}
    decided, left = youngest(ages, poll.seats)
    yield from (Youngest(name) for name in decided)
    wanted = poll.seats - len(decided)
    if not wanted:
        yield Say("youngest" if len(decided) == 1 else "youngest_two", decided)
        return table, decided

    def among(table: Table) -> Suspects:
        return tuple(name for name in map(table.now, left) if name in table.living)

    def refuse(table: Table, event: Event) -> Refused | None:
        if not isinstance(event, YoungestNamed):
            return None
        still = among(table)
        if any(name not in still for name in event.names):
            return Refused("youngest", "not_tied", still)
        if not len(event.names) == len(set(event.names)) == min(wanted, len(still)):
            return Refused("youngest", "how_many_youngest", (str(min(wanted, len(still))), *still))
        return None

    yield Say("who_is_youngest" if wanted == 1 else "who_are_youngest", left)

    table, told = yield from choose_some(
        table, "youngest", "youngest", among, YoungestNamed, wanted, wanted, usually=15, refuse=refuse
    )
    yield from (Youngest(name, by="host") for name in told.names)
    decided = (*map(table.now, decided), *told.names)
    yield Say("youngest" if len(decided) == 1 else "youngest_two", decided)
    return table, decided


def vote_aloud(table: Table, seats: int) -> Script[tuple[Table, Suspects]]:
    """Without a guest list the host counts; a double press says that it is a tie."""
    for again in (False, True):
        yield Light("vote")
        yield Vote((), seats)
        yield from call_to_vote(table, seats, again, ())
        table, _ = yield from expect(table, "circle", Pressed, press=Pressed(), top="vote", usually=20)
        yield Top("vote")
        table, told = yield from expect(
            table,
            "counting_aloud",
            CountedAloud,
            press=CountedAloud(),
            double=CountedAloud(tied=True),
            usually=40,
            asks=(Choose("count", ALOUD),),
        )
        yield Tally(())
        if not told.tied:
            return table, ()
    yield Say("youngest_unnamed" if seats == 1 else "youngest_two_unnamed")
    return table, ()
