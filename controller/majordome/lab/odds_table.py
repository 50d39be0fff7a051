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
from majordome.lab.study import PARTS, playable, won
from majordome.lab.sums import paired, quantile


def make(evenings: int, seed: int, cores: int | None, progress: Progress) -> None:
    """Play everything that the table has, and write it anew."""
    rows = [row for game in sorted(manifests()) for row in _rows(game)]
    setups = [setup for row in rows for setup in row]
    batches = iter(run(setups, evenings, seed, cores=cores, progress=progress))
    games: dict[str, Any] = {}
    for row in rows:
        base, *with_one = [next(batches) for _ in row]
        setup = base.setup
        by_key = games.setdefault(setup.game, {}).setdefault(key_of(setup.game, setup.evening.settings), {})
        by_key[str(setup.players)] = _summed(base, with_one)
    for by_key in games.values():
        for by_players in by_key.values():
            _between(by_players)
    told = {"evenings": evenings, "seed": seed, "games": games}
    FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    shipped.cache_clear()


def _rows(game: str) -> Iterator[list[Setup]]:
    """Each set-up of a game; for the smallest and the largest company also with one card of each kind."""
    found, bench = manifest(game), bench_of(game)
    choices = [[(s.name, word) for word in s.choices] for s in found.settings.values() if s.kind == "choice"]
    for settings in product(*choices):
        numbers = [n for n in range(found.fewest, found.most + 1) if playable(game, n, settings)]
        for players in numbers:
            base = Setup(game, players, settings, (), bench.usual)
            cards = bench.cards(base.evening) if players in (numbers[0], numbers[-1]) else ()
            yield [base, *(Setup(game, players, settings, ((card, 1),), bench.usual) for card in cards)]


def _summed(base: Batch, with_one: list[Batch]) -> dict[str, Any]:
    bench = bench_of(base.setup.game)
    side = bench.side(base.setup.evening)
    minutes = [line.minutes for line in base.lines]
    spans = [round(quantile(minutes, part), 1) for part in PARTS]
    row: dict[str, Any] = {"side": side, "minutes": spans, "each_round": bench.each_round}
    if "rounds" in bench.measures:
        row["rounds"] = round(sum(base.measured("rounds")) / len(base.lines), 2)
    row["chance"] = round(_seen(base, side), 4)
    row["cards"] = {batch.setup.cards[0][0]: _effect(batch, base, side) for batch in with_one}
    return row


def _effect(batch: Batch, base: Batch, side: str) -> float:
    """In log-odds. What cannot be told from nothing in so many evenings counts as nothing."""
    _, low, high = paired(won(batch, side), won(base, side))
    if low <= 0 <= high:
        return 0.0
    return round(log_odds(_seen(batch, side)) - log_odds(_seen(base, side)), 3)


def _between(rows: dict[str, Any]) -> None:
    """What a card does in a company of a middling size lies between the smallest and the largest."""
    numbers = [int(number) for number in rows]
    few, many = rows[str(min(numbers))]["cards"], rows[str(max(numbers))]["cards"]
    for number in numbers:
        part = (number - min(numbers)) / max(1, max(numbers) - min(numbers))
        rows[str(number)]["cards"] = {card: round(few[card] * (1 - part) + many[card] * part, 3) for card in few}


def _seen(batch: Batch, side: str) -> float:
    """Never quite 0 or 1: what was not seen in so many evenings may still come."""
    return (batch.wins[side] + 0.5) / (len(batch.lines) + 1)
