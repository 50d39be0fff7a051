"""The host's overrides: what each does to the table, and when it cannot be."""

from __future__ import annotations

from dataclasses import replace

from majordome.core.cues import AliveAgain, Cue, Death, Jail, Refused, Release
from majordome.core.events import Freed, Imprisoned, Killed, Override, Revived, VoteCorrected
from majordome.games.murder.ballots import refuse_tally
from majordome.games.murder.guests import Table

CHAIRS_IN_JAIL = 2


def refuse_correction(table: Table, event: Override) -> Refused | None:
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
            if table.evening.game != "weekend":
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


def correct(table: Table, event: Override) -> tuple[tuple[Cue, ...], Table]:
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
