"""What a murder party leaves for the ledger, when it is over: who was on which side, and what befell whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from majordome.core.cues import Fact, Outcome
from majordome.games.murder.corrections import Table
from majordome.games.murder.facts import AliveAgain, Death, Jail, Release, Round, Sacrifice, Tally
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
    died, jailed = _for_good(facts)
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


def _for_good(facts: Sequence[Fact]) -> tuple[list[str], list[str]]:
    """Who was murdered, and who was led away: not who rose again, nor whom the host freed before the round was over.

    Whoever sits in jail already is named again where the host sends another there, and is not led away twice.
    """
    died: list[str] = []
    away: list[str] = []
    since: dict[str, int] = {}  # who sits there, and from which round on
    number = 0
    for fact in facts:
        match fact:
            case Round():
                number += 1
            case Death(name) if name:
                died.append(name)
            case AliveAgain(name) if name in died:
                died.remove(name)
            case Jail(names):
                away += [name for name in names if name not in since]
                since |= {name: number for name in names if name not in since}
            case Release(names):
                for name in names:
                    if since.pop(name, None) == number:
                        away.remove(name)
            case Sacrifice(name) if name:
                away.append(name)
    return died, away
