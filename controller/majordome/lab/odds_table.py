"""`make lab`: plays every game as people usually play it, and writes the table that the box tells the odds from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from majordome.core.library import manifest, manifests
from majordome.lab.odds import FILE, key_of, log_odds, shipped
from majordome.lab.players import bench_of
from majordome.lab.setups import Batch, Progress, Setup, run
from majordome.lab.study import PARTS, playable
from majordome.lab.sums import quantile


def make(evenings: int, seed: int, cores: int | None, progress: Progress) -> None:
    """Play everything that the table has, and write it anew."""
    rows = [row for game in sorted(manifests()) for row in _rows(game)]
    setups = [setup for row in rows for setup in row]
    batches = iter(run(setups, evenings, seed, cores=cores, progress=progress))
    games: dict[str, Any] = {}
    for row in rows:
        base, *with_one = [next(batches) for _ in row]
        setup = base.setup
        by_key = games.setdefault(setup.game, {}).setdefault(key_of(setup.game, dict(setup.settings)), {})
        by_key[str(setup.players)] = _summed(base, with_one)
    told = {"evenings": evenings, "seed": seed, "games": games}
    FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    shipped.cache_clear()


def _rows(game: str) -> Iterator[list[Setup]]:
    """Each set-up of a game, followed by the same with one card more of each kind."""
    found, bench = manifest(game), bench_of(game)
    choices = [[(s.name, word) for word in s.choices] for s in found.settings.values() if s.kind == "choice"]
    for settings in product(*choices):
        for players in range(found.fewest, found.most + 1):
            if playable(game, players, settings):
                base = Setup(game, players, settings, (), bench.usual)
                cards = bench.cards(base.evening)
                yield [base, *(Setup(game, players, settings, ((card, 1),), bench.usual) for card in cards)]


def _summed(base: Batch, with_one: list[Batch]) -> dict[str, Any]:
    bench = bench_of(base.setup.game)
    side = bench.side(base.setup.evening)
    minutes = [line.minutes for line in base.lines]
    spans = [round(quantile(minutes, part), 1) for part in PARTS]
    row: dict[str, Any] = {"side": side, "minutes": spans, "each_round": bench.each_round}
    if "rounds" in bench.measures:
        row["rounds"] = round(sum(base.measured("rounds")) / len(base.lines), 2)
    chance = _seen(base, side)
    row["chance"] = round(chance, 4)
    row["cards"] = {
        batch.setup.cards[0][0]: round(log_odds(_seen(batch, side)) - log_odds(chance), 3) for batch in with_one
    }
    return row


def _seen(batch: Batch, side: str) -> float:
    """Never quite 0 or 1: what was not seen in so many evenings may still come."""
    return (batch.wins[side] + 0.5) / (len(batch.lines) + 1)
