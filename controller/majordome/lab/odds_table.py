"""`make lab`: plays every game as people usually play it, and writes the table that the box tells the odds from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.cues import Refused
from majordome.core.library import load, manifest, manifests
from majordome.lab.odds import FILE, added, key_of, log_odds, most_of, pair_of, shipped
from majordome.lab.players import bench_of
from majordome.lab.setups import Batch, Progress, Setup, run
from majordome.lab.study import PARTS, playable, won
from majordome.lab.sums import Z95, paired, quantile

SHARE = 0.6  # of the work, about: each card alone; the rest is what pairs of them do


class OddsRow(Struct):
    """One company: how it plays without special cards, with so many of each kind, and with two kinds of them."""

    base: Setup
    alone: list[Setup]
    told: dict[str, Any] = {}

    @property
    def keys(self) -> tuple[str, str, str]:
        """Where it stands in the table."""
        return self.base.game, key_of(self.base.game, self.base.evening.settings), str(self.base.players)


def make(evenings: int, seed: int, cores: int | None, progress: Progress) -> None:
    """Play everything that the table has, and write it anew."""
    rows = [row for game in sorted(manifests()) for row in _rows(game)]
    played = iter(
        run(
            [setup for row in rows for setup in (row.base, *row.alone)],
            evenings,
            seed,
            cores=cores,
            progress=lambda part: progress(part * SHARE),
        )
    )
    for row in rows:
        row.told = _summed(next(played), [next(played) for _ in row.alone])
    pairs = [(row, setup) for row in rows for setup in _pairs(row)]
    played = iter(
        run(
            [setup for _, setup in pairs],
            evenings,
            seed,
            cores=cores,
            progress=lambda part: progress(SHARE + part * (1 - SHARE)),
        )
    )
    for row, setup in pairs:
        (one, ones), (other, others) = setup.cards
        row.told["pairs"][pair_of(one, other)] = round(_amiss(next(played), row.told) / (ones * others), 3)
    games: dict[str, Any] = {}
    for row in rows:
        game, key, players = row.keys
        games.setdefault(game, {}).setdefault(key, {})[players] = _without_nothing(row.told)
    told = {"evenings": evenings, "seed": seed, "games": games}
    FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    shipped.cache_clear()


def _rows(game: str) -> Iterator[OddsRow]:
    """Each set-up of a game, and the same with every number of each card that its deck has.

    Each number of players is played: around a table an even one and an odd one have little in common.
    """
    found, bench = manifest(game), bench_of(game)
    choices = [[(s.name, word) for word in s.choices] for s in found.settings.values() if s.kind == "choice"]
    for settings in product(*choices):
        for players in range(found.fewest, found.most + 1):
            if playable(game, players, settings):
                base = Setup(game, players, settings, (), bench.usual)
                cards = [(card, most_of(base.evening, card)) for card in bench.cards(base.evening)]
                dealt = [((card, number + 1),) for card, most in cards for number in range(most)]
                yield OddsRow(base, [replace(base, cards=each) for each in dealt])


def _summed(base: Batch, alone: list[Batch]) -> dict[str, Any]:
    bench = bench_of(base.setup.game)
    side = bench.side(base.setup.evening)
    spans = _spans(base)
    row: dict[str, Any] = {"side": side, "minutes": spans, "each_round": bench.each_round}
    if "rounds" in bench.measures:
        row["rounds"] = round(sum(base.measured("rounds")) / len(base.lines), 2)
    row |= {"chance": round(_seen(base, side), 4), "cards": {}, "pairs": {}, "moves": {}, "does": set()}
    for batch in alone:
        card = batch.setup.cards[0][0]
        row["cards"].setdefault(card, []).append(_effect(batch, base, side))
        moved = [round(with_it - without, 1) for with_it, without in zip(_spans(batch), spans, strict=True)]
        row["moves"].setdefault(card, []).append(moved)
        if won(batch, side) != won(base, side):
            row["does"].add(card)
    return row


def _spans(batch: Batch) -> list[float]:
    minutes = [line.minutes for line in batch.lines]
    return [round(quantile(minutes, part), 1) for part in PARTS]


def _effect(batch: Batch, base: Batch, side: str) -> float:
    """In log-odds. What cannot be told from nothing in so many evenings counts as nothing."""
    _, low, high = paired(won(batch, side), won(base, side))
    if low <= 0 <= high:
        return 0.0
    return round(log_odds(_seen(batch, side)) - log_odds(_seen(base, side)), 3)


def _pairs(row: OddsRow) -> Iterator[Setup]:
    """Two kinds of cards that each decide evenings, as many of both as can be dealt."""
    game, evening = load(row.base.game), row.base.evening
    for one, other in combinations([card for card in row.told["cards"] if card in row.told["does"]], 2):
        numbers = {card: most_of(evening, card) for card in (one, other)}
        while all(numbers.values()) and isinstance(game.cards(evening, numbers), Refused):
            numbers[max(numbers, key=lambda card: numbers[card])] -= 1
        if all(numbers.values()):
            yield replace(row.base, cards=tuple(numbers.items()))


def _amiss(batch: Batch, row: dict[str, Any]) -> float:
    """How far two kinds of cards are from doing what each does alone, in log-odds; what may be chance is nothing."""
    seen, expected = _seen(batch, row["side"]), added({**row, "pairs": {}}, dict(batch.setup.cards))
    amiss = log_odds(seen) - log_odds(row["chance"]) - expected
    return amiss if abs(amiss) > Z95 / sqrt(len(batch.lines) * seen * (1 - seen)) else 0.0


def _without_nothing(row: dict[str, Any]) -> dict[str, Any]:
    """As it is written: a pair that does what its cards do, and a card that moves nothing, need no line."""
    del row["does"]
    pairs = {pair: amiss for pair, amiss in row["pairs"].items() if amiss}
    return row | {"pairs": pairs, "moves": {card: by for card, by in row["moves"].items() if any(map(any, by))}}


def _seen(batch: Batch, side: str) -> float:
    """Never quite 0 or 1: what was not seen in so many evenings may still come."""
    return (batch.wins[side] + 0.5) / (len(batch.lines) + 1)
