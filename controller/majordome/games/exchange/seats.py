"""Who sits where, and what is so at this moment. Pure facts: nothing here asks, tells or waits."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from majordome.core.evening import Evening
from majordome.core.script import NOBODY
from majordome.core.script import Table as AnyTable
from majordome.games.exchange.facts import Direction, Points

FEWEST, MOST = 2, 5
GOAL = 5  # the first to five points wins
STEP = {"clockwise": 1, "anticlockwise": -1}


class Seats(AnyTable, frozen=True):
    """The facts as far as rules count with them. Every change is a new one."""

    seats: tuple[str, ...] = ()  # clockwise
    points: Points = ()
    hand: int = 0
    starter: str | None = None  # who began this hand
    exchanges: int = 0  # since the game began
    giver: str | None = None
    taker: str | None = None
    out: frozenset[str] = frozenset()  # taken to the station until the end of the hand
    floor: str | None = None  # who slammed first, and acts
    queue: tuple[str, ...] = ()  # who slammed while another acts, in that order
    deed: str | None = None  # what is being settled
    target: str | None = None
    crime: int | None = None
    survival: int | None = None

    @classmethod
    def laid(cls, evening: Evening) -> Self:
        """The table as the guest list has it; without one, nobody has sat down yet."""
        return cls(evening).seat(evening.names)

    def seat(self, names: tuple[str, ...]) -> Self:
        """These play, in this order, and nobody has a point."""
        return replace(self, seats=names, points=tuple((name, 0) for name in names))

    @property
    def around(self) -> tuple[str, ...]:
        """Names, or numbers."""
        return self.seats

    @property
    def winners(self) -> tuple[str, ...]:
        """Anyone, or nobody."""
        return (*self.seats, NOBODY)

    @property
    def in_hand(self) -> tuple[str, ...]:
        """Who is still in the hand."""
        return tuple(name for name in self.seats if name not in self.out)

    def others(self, *names: str | None) -> tuple[str, ...]:
        """Who is still in the hand, but for these."""
        return tuple(name for name in self.in_hand if name not in names)

    # The order of play.

    @property
    def direction(self) -> Direction:
        """The first hand is clockwise; the direction turns with each hand."""
        return "clockwise" if self.hand % 2 else "anticlockwise"

    @property
    def next_starter(self) -> str:
        """Each hand is begun by the next seat clockwise after the one who began the last."""
        if self.starter is None:
            return self.seats[0]
        return self.seats[(self.seats.index(self.starter) + 1) % len(self.seats)]

    def after(self, name: str) -> str:
        """The next seat still in the hand, in the direction of play."""
        at, step = self.seats.index(name), STEP[self.direction]
        turn = (self.seats[(at + step * n) % len(self.seats)] for n in range(1, len(self.seats) + 1))
        return next(seat for seat in turn if seat not in self.out)

    def dealt(self, starter: str) -> Self:
        """A new hand: everyone is in, and nothing is under way."""
        return replace(self.gathered(), hand=self.hand + 1, starter=starter)

    def gathered(self) -> Self:
        """The cards are gathered in: nobody is out any more, nobody gives or takes."""
        return replace(self.settled(), giver=None, taker=None, out=frozenset(), queue=())

    @property
    def playing(self) -> bool:
        """Cards are in the hands."""
        return self.giver is not None

    def turned(self) -> Self:
        """The one who took offers next; if out by now, the next seat after them."""
        giver = self.starter if self.taker is None else self.taker
        assert giver is not None, "a turn before a hand was dealt"
        if giver in self.out:
            giver = self.after(giver)
        return replace(self, giver=giver, taker=self.after(giver), exchanges=self.exchanges + 1)

    # Actions.

    def settled(self) -> Self:
        """Nobody has the floor."""
        return replace(self, floor=None, deed=None, target=None, crime=None, survival=None)

    def passed_to(self, accused: str) -> bool:
        """This turn's giver accuses this turn's taker: the assassin may have been in the cards."""
        return self.floor == self.giver and accused == self.taker

    # Points.

    def score(self, won: int, *names: str) -> Self:
        """So many points more for each of these."""
        return replace(self, points=tuple((name, had + won * (name in names)) for name, had in self.points))

    @property
    def leaders(self) -> tuple[str, ...]:
        """Everyone with the highest score."""
        best = max((had for _, had in self.points), default=0)
        return tuple(name for name, had in self.points if had == best)

    @property
    def champion(self) -> str | None:
        """At five or more, and nobody else with as many; several with the same highest play another hand."""
        first, *level = self.leaders
        return first if not level and dict(self.points)[first] >= GOAL else None

    @property
    def level_at_the_top(self) -> bool:
        """Several have reached the goal, with as many points each."""
        return len(self.leaders) > 1 and dict(self.points)[self.leaders[0]] >= GOAL
