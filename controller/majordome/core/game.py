"""The shelf: every rulebook by its name, with its version and how many may play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from majordome.core.script import Script
from majordome.games.murder import table, weekend
from majordome.games.murder.guests import Evening, Game, Table


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game."""

    script: Callable[[Evening], Script[Table]]
    version: int
    fewest: int
    most: int


RULEBOOKS: dict[Game, Rulebook] = {
    "weekend": Rulebook(weekend.weekend, weekend.VERSION, fewest=10, most=20),
    "table": Rulebook(table.table, table.VERSION, fewest=5, most=9),
}
