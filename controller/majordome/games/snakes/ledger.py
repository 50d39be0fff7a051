"""What masks and snakes leaves for the ledger: who held a snake in the end, where it was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from majordome.core.cues import Fact, Outcome
from majordome.games.snakes.corrections import Table


def sides(table: Table) -> Mapping[str, str]:
    """Nobody has to show a snake: then nobody has a side."""
    if not table.holders:
        return {}
    return {name: "snakes" if name in table.holders else "day" for name in table.players}


def deeds(table: Table, facts: Sequence[Fact]) -> Sequence[tuple[str, str]]:
    """Who won with a snake."""
    won = any(isinstance(fact, Outcome) and fact.winner == "snakes" for fact in facts)
    return tuple(("charmer", name) for name in table.holders) if won else ()
