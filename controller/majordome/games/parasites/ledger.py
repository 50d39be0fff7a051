"""What parasites leaves for the ledger: the classic game is won, or lost, by all together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from majordome.core.cues import Fact
from majordome.games.parasites.corrections import Table


def sides(table: Table) -> Mapping[str, str]:
    """Advanced, the box has never learnt who was what."""
    return {} if table.advanced else dict.fromkeys(table.seats, "team")


def deeds(table: Table, facts: Sequence[Fact]) -> Sequence[tuple[str, str]]:
    """A hunt in common has no heroes."""
    return ()
