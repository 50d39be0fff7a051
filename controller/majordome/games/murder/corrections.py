"""What the host may correct at any time, and the chairs: the table that scenes take and hand back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, TypeVar

from msgspec.structs import replace

from majordome.core.cues import Cue, Refused, Say
from majordome.core.events import CHAIRS, Chair, ChairLeft, ChairTaken, Event
from majordome.core.guest_list import LONGEST_NAME, clean, speakable
from majordome.core.script import Curtain, Script
from majordome.core.script import Table as AnyTable
from majordome.games.murder.ballots import refuse_tally
from majordome.games.murder.deaths import name_later
from majordome.games.murder.events import (
    CardTaken,
    Freed,
    GuestCame,
    GuestLeft,
    Imprisoned,
    Killed,
    Named,
    Revived,
    VoteCorrected,
    Votes,
)
from majordome.games.murder.facts import Alarm, AliveAgain, Death, GoneHome, Jail, NewGuest, Release, TakenOver
from majordome.games.murder.guests import Company
from majordome.games.murder.verdict import verdict

CHAIRS_IN_JAIL = 2
SEATS = {"weekend": 20, "table": 9}  # as in game.toml
CORRECTIONS = (Killed, Revived, Freed, Imprisoned, VoteCorrected, GuestLeft, GuestCame, CardTaken)
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
        if isinstance(event, Named):
            return refuse_name(self, event)
        if isinstance(event, CORRECTIONS):
            return refuse_correction(self, event)
        return AnyTable.refuses(self, event)

    def aside(self, event: Event) -> Script[Self]:
        """The facts after the host's word, or after somebody sat down or stood up."""
        match event:
            case ChairTaken() | ChairLeft():
                return self.chair(event)
            case VoteCorrected(votes):
                raise Recount(self, votes)
            case Named():
                table = yield from name_later(self, event)
            case _:
                cues, table = correct(self, event)
                yield from cues
        if (won := verdict(table)) is not None:
            raise Curtain(table, won)
        return table

    def settle(self, *, dark: bool) -> Script[Self] | None:
        """A prisoner who stands up before release raises the alarm: once, and not while eyes are closed."""
        if dark or not self.watched:
            return None
        standing = [chair for chair in CHAIRS if chair in self.watched - self.chairs - self.alarmed]
        return self.alarm(standing) if standing else None

    def alarm(self, standing: Sequence[Chair]) -> Script[Self]:
        """Nobody has let them out."""
        if self.jail and len(self.chairs) >= len(self.jail):  # it was somebody whom the host let out
            return replace(self, watched=self.watched - set(standing))
        yield from (Alarm(chair) for chair in standing)
        yield Say("sit_down")
        return replace(self, alarmed=self.alarmed | set(standing))


def refuse_name(table: Table, event: Named) -> Refused | None:
    """A name told later, or put right: until the next murder, and of somebody who lives or was named."""
    murder = table.murder
    if murder is None:
        return Refused("victim", "name_with_kill", (event.victim,))
    for name in (event.victim, event.killer):
        if name is not None and table.guest(name) is None:
            return Refused("victim", "unknown_name" if table.listed else "no_guest_list", (name,))
    if event.victim == murder.victim or event.victim not in table.living:
        return Refused("victim", "already_dead", (event.victim,))
    if event.victim in table.jail:
        return Refused("victim", "prisoner_is_safe", (event.victim,))
    return Refused("victim", "killed_oneself", (event.victim,)) if event.victim == event.killer else None


def refuse_correction(table: Table, event: Event) -> Refused | None:
    """Why the host cannot do this now, or None."""
    match event:
        case GuestCame(name) | CardTaken(by=name) if not table.listed:
            return Refused("name", "no_guest_list", (name,))
        case GuestCame(name) | CardTaken(by=name) if not _good(name):
            return Refused("name", "bad_name", (name,))
        case GuestCame(name) | CardTaken(by=name) if table.guest(clean(name)) is not None:
            return Refused("name", "name_taken", (name,))
        case GuestCame() if len(table.guests) - len(table.gone) >= SEATS[table.evening.game]:
            return Refused("name", "no_seat_left", (str(SEATS[table.evening.game]),))
        case Killed(name) | Revived(name) | Freed(name) | Imprisoned(name) | GuestLeft(name) | CardTaken(name) if (
            table.guest(name) is None
        ):
            return Refused("name", "unknown_name" if table.listed else "no_guest_list", (name,))
        case GuestLeft(name) | Killed(name) | Imprisoned(name) if name in table.gone:
            return Refused("name", "already_gone", (name,))
        case Killed(name) if name in table.dead:
            return Refused("kill", "already_dead", (name,))
        case Revived(name) if name not in table.dead and name not in table.gone:
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


def _good(name: str) -> bool:
    return 0 < len(clean(name)) <= LONGEST_NAME and speakable(name)


def correct(table: Tbl, event: Event) -> tuple[tuple[Cue, ...], Tbl]:
    """The facts after the host's word, and what to tell."""
    match event:
        case Killed(name):
            return (Death(name),), table.bury(name).one_named()
        case Revived(name):
            return (AliveAgain(name),), table.raise_up(name)
        case Freed(name):
            return (Release((name,)),), table.let_out(name)
        case GuestLeft(name):
            return (GoneHome(name),), table.leave(name)
        case GuestCame(name):
            return (NewGuest(clean(name)),), table.seat(clean(name))
        case CardTaken(name, by):
            return (TakenOver(name, clean(by)),), table.hand_over(name, clean(by))
        case Imprisoned(name):
            jail = (*table.jail, name)
            table = replace(table, jail=jail, occupied=True)
            return (Jail(jail),), table if table.watched else table.watch()
    return (), table
