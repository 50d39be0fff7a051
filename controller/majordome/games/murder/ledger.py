"""What a murder party leaves for the ledger, when it is over: who was on which side, and what befell whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from majordome.core.cues import Fact, Outcome
from majordome.games.murder.corrections import Table
from majordome.games.murder.facts import Death, Jail, Sacrifice, Tally
from majordome.games.murder.roles import MURDERER


def sides(table: Table) -> Mapping[str, str]:
    """By the cards as they are held in the end: a vampire may have become a murderer."""
    if not table.knows_roles:
        return {}
    return {guest.name: "murderers" if guest.role is MURDERER else "guests" for guest in table.guests}


def deeds(table: Table, facts: Sequence[Fact]) -> Sequence[tuple[str, str]]:
    """(deed, player), as `[award]` of the lines calls them."""
    return tuple(_deeds(table, facts))


def _deeds(table: Table, facts: Sequence[Fact]) -> Iterator[tuple[str, str]]:
    winner = next((fact.winner for fact in facts if isinstance(fact, Outcome)), "")
    died = [fact.name for fact in facts if isinstance(fact, Death) and fact.name]
    jailed = [name for fact in facts if isinstance(fact, Jail) for name in fact.names]
    jailed += [fact.name for fact in facts if isinstance(fact, Sacrifice) and fact.name]
    if died:
        yield "first_victim", died[0]
    yield from (("suspect", name) for name in jailed)
    held = sides(table)
    if winner == "murderers":
        pointed_at = {name for fact in facts if isinstance(fact, Tally) for name, hands in fact.votes if hands}
        for name, side in held.items():
            if side == "murderers" and name not in jailed:
                yield "liar", name
                if name not in pointed_at:
                    yield "ghost", name
    if winner in ("guests", "murderers"):
        yield from (("survivor", name) for name in table.living if held.get(name) == "guests")
