"""What the host may correct at any time, and the chairs: the table that scenes take and hand back."""

from __future__ import annotations

from typing import ClassVar, Self, TypeVar

from msgspec.structs import replace

from majordome.core.cues import Cue, Refused, Say
from majordome.core.events import CHAIRS, ChairLeft, ChairTaken, Event
from majordome.core.script import Curtain, Script
from majordome.core.script import Table as AnyTable
from majordome.games.murder.ballots import refuse_tally
from majordome.games.murder.events import Freed, Imprisoned, Killed, Revived, VoteCorrected, Votes
from majordome.games.murder.facts import Alarm, AliveAgain, Death, Jail, Release
from majordome.games.murder.guests import Company
from majordome.games.murder.verdict import verdict

CHAIRS_IN_JAIL = 2
Tbl = TypeVar("Tbl", bound=Company)


class Recount(Exception):
    """The host corrects the last count."""

    def __init__(self, table: Table, votes: Votes) -> None:
        super().__init__("the vote was corrected")
        self.table = table
        self.votes = votes


class Table(Company, frozen=True):
    """The facts, open to the host's word."""

    skips: ClassVar[bool] = True

    def refuses(self, event: Event) -> Refused | None:
        """Why this cannot be said at any time."""
        if isinstance(event, ChairTaken | ChairLeft):
            taken = event.chair in self.chairs
            return Refused("chair", "no_news") if taken is isinstance(event, ChairTaken) else None
        if isinstance(event, Killed | Revived | Freed | Imprisoned | VoteCorrected):
            return refuse_correction(self, event)
        return AnyTable.refuses(self, event)

    def aside(self, event: Event) -> Script[Self]:
        """The facts after the host's word, or after somebody sat down or stood up."""
        match event:
            case ChairTaken() | ChairLeft():
                return self.chair(event)
            case VoteCorrected(votes):
                raise Recount(self, votes)
        cues, table = correct(self, event)
        yield from cues
        if (won := verdict(table)) is not None:
            raise Curtain(table, won)
        return table

    def settle(self, *, dark: bool) -> Script[Self]:
        """A prisoner who stands up before release raises the alarm: once, and not while eyes are closed."""
        standing = [c for c in CHAIRS if c in self.watched - self.chairs - self.alarmed] if self.watched else []
        if dark or not standing:
            return self
        if self.jail and len(self.chairs) >= len(self.jail):  # it was somebody whom the host let out
            return replace(self, watched=self.watched - set(standing))
        yield from (Alarm(chair) for chair in standing)
        yield Say("sit_down")
        return replace(self, alarmed=self.alarmed | set(standing))


def refuse_correction(table: Table, event: Event) -> Refused | None:
    """Why the host cannot do this now, or None."""
    match event:
        case Killed(name) | Revived(name) | Freed(name) | Imprisoned(name) if table.guest(name) is None:
            return Refused("name", "unknown_name" if table.listed else "no_guest_list", (name,))
        case Killed(name) if name in table.dead:
            return Refused("kill", "already_dead", (name,))
        case Revived(name) if name not in table.dead:
            return Refused("revive", "not_dead", (name,))
        case Freed(name) if name not in table.jail:
            return Refused("free", "not_in_jail", (name,))
        case Imprisoned(name):
            if not table.has_jail:
                return Refused("jail", "no_jail_at_the_table")
            if name in table.dead:
                return Refused("jail", "already_dead", (name,))
            if name in table.jail:
                return Refused("jail", "already_in_jail", (name,))
            if len(table.jail) >= CHAIRS_IN_JAIL:
                return Refused("jail", "jail_is_full", table.jail)
        case VoteCorrected(votes):
            if table.poll is None:
                return Refused("correction", "no_vote_open")
            return refuse_tally(table.poll, votes)
    return None


def correct(table: Tbl, event: Event) -> tuple[tuple[Cue, ...], Tbl]:
    """The facts after the host's word, and what to tell."""
    match event:
        case Killed(name):
            return (Death(name),), table.bury(name)
        case Revived(name):
            return (AliveAgain(name),), table.raise_up(name)
        case Freed(name):
            return (Release((name,)),), table.let_out(name)
        case Imprisoned(name):
            jail = (*table.jail, name)
            table = replace(table, jail=jail)
            return (Jail(jail),), table if table.watched else table.watch()
    return (), table
