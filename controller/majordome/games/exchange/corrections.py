"""What may be said at any time: the host's corrections, and a slam while another acts. The table that scenes share."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from majordome.core.cues import Refused, Scores
from majordome.core.events import Event, Slammed
from majordome.core.script import Script, Skip
from majordome.games.exchange.events import LetIn, PointsCorrected, SentOut
from majordome.games.exchange.facts import BackIn, End, Out, Waiting
from majordome.games.exchange.lights import ring, scoreboard
from majordome.games.exchange.seats import Seats

MOST_POINTS = 99


class HandEnded(Exception):
    """The hand is over, in the middle of whatever was going on."""

    def __init__(self, table: Table, why: End) -> None:
        super().__init__("the hand is over")
        self.table = table
        self.why = why


class Table(Seats, frozen=True):
    """The facts, open to the host's word and to the next slam."""

    skips: ClassVar[bool] = True

    def refuses(self, event: Event) -> Refused | None:
        """Why this cannot be said at any time."""
        match event:
            case Slammed(player) if self.floor is not None:
                return refuse_in_line(self, player)
            case PointsCorrected() | SentOut() | LetIn():
                return refuse_correction(self, event)
        return Seats.refuses(self, event)

    def aside(self, event: Event) -> Script[Self]:
        """The facts after the host's word, or after one more has slammed."""
        table = self
        match event:
            case Slammed(player):  # nothing else while one is under way: the next waits
                table = replace(self, queue=(*self.queue, player))
                yield Waiting(player)
            case PointsCorrected(name, points):
                table = replace(self, points=tuple((n, points if n == name else had) for n, had in self.points))
                yield Scores(table.points)
            case SentOut(name):
                table = replace(self, out=self.out | {name}, queue=tuple(n for n in self.queue if n != name))
                yield Out(name)
            case LetIn(name):
                table = replace(self, out=self.out - {name})
                yield BackIn(name)
        yield ring(table) if table.playing else scoreboard(table)
        if isinstance(event, SentOut):
            if table.only_one_left:
                raise HandEnded(table, "alone")
            if event.name in (self.floor, self.target):
                raise Skip(table)  # what was under way falls with them
        return table

    @property
    def only_one_left(self) -> bool:
        """Nobody is left to play this hand with."""
        return self.playing and len(self.in_hand) == 1


def refuse_stranger(table: Table, event: Event) -> Refused | None:
    """Only who sits here can slam."""
    if isinstance(event, Slammed) and event.player not in table.seats:
        return Refused("slam", "not_at_the_table", (event.player,))
    return None


def refuse_in_line(table: Table, player: str) -> Refused | None:
    """Why this player cannot be the next to act."""
    if (stranger := refuse_stranger(table, Slammed(player))) is not None:
        return stranger
    if player in table.out:
        return Refused("slam", "out_for_this_hand", (player,))
    if player == table.floor:
        return Refused("slam", "has_the_floor", (player,))
    if player in table.queue:
        return Refused("slam", "already_waiting", (player,))
    return None


def refuse_correction(table: Table, event: PointsCorrected | SentOut | LetIn) -> Refused | None:
    """Why the host cannot do this now, or None."""
    if event.name not in table.seats:
        return Refused("name", "not_at_the_table", (event.name,))
    match event:
        case PointsCorrected(points=points) if not 0 <= points <= MOST_POINTS:
            return Refused("points", "number_out_of_range", (str(points), "0", str(MOST_POINTS)))
        case SentOut() if not table.playing:
            return Refused("out", "no_hand_yet")
        case SentOut(name) if name in table.out:
            return Refused("out", "already_out", (name,))
        case LetIn(name) if name not in table.out:
            return Refused("in", "not_out", (name,))
    return None
