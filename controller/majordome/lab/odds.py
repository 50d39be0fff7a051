"""What the box tells a host beforehand: the chance and the minutes of an evening, out of a table that the lab has made.

The table (`odds.json`, written by `make lab`) has every game and number of players as people usually play it, and what
one card more of each kind does, in log-odds: there, cards add up. Nothing here looks at who holds a card.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import exp, log
from pathlib import Path
from typing import Any

from msgspec import Struct

from majordome.core.cues import Refused
from majordome.core.evening import Evening, Value
from majordome.core.library import load, manifest, manifests
from majordome.lab.players import bench_of
from majordome.lab.setups import Batch, Progress, Setup, run
from majordome.lab.study import PARTS, playable
from majordome.lab.sums import quantile

FILE = Path(__file__).with_name("odds.json")
CARD_COSTS = 0.004  # a card more must bring the chances nearer than this: a short list is easier to explain


class Odds(Struct, frozen=True):
    """Before the evening."""

    side: str  # whose chance; nobody's where each plays alone
    chance: float | None
    minutes: int
    shortest: int  # one evening in ten is shorter
    longest: int  # one in ten is longer


def odds(evening: Evening, cards: Mapping[str, int] | None = None) -> Odds | None:
    """With so many guests and these cards (by itself, those of the evening). None where the lab has not played it."""
    found = _row(evening)
    if found is None:
        return None
    dealt = Counter(guest.role for guest in evening.guests if guest.role) if cards is None else cards
    minutes = [_minutes(evening, found, number) for number in found["minutes"]]
    chance = _chance(found, dealt) if found["side"] else None
    return Odds(found["side"], chance, minutes[1], minutes[0], minutes[2])


def even(evening: Evening) -> dict[str, int] | None:
    """The cards with which the chances are nearest to even; none where the game has no such cards."""
    found = _row(evening)
    if found is None or not found["cards"]:
        return None
    names, game = list(found["cards"]), load(evening.game)
    most = [_most(evening, name) for name in names]
    best, nearest = None, 2.0
    for numbers in product(*(range(limit + 1) for limit in most)):
        wanted = {name: number for name, number in zip(names, numbers, strict=True) if number}
        off = abs(_chance(found, wanted) - 0.5) + CARD_COSTS * sum(numbers)
        if off < nearest and not isinstance(game.cards(evening, wanted), Refused):
            best, nearest = wanted, off
    return best


def _most(evening: Evening, card: str) -> int:
    """How many of this card the deck has."""
    game, number = load(evening.game), 0
    while number < len(evening.guests) and not isinstance(game.cards(evening, {card: number + 1}), Refused):
        number += 1
    return number


def _row(evening: Evening) -> dict[str, Any] | None:
    if not evening.guests:
        return None
    row: dict[str, Any] | None = (
        _table().get(evening.game, {}).get(_key(evening.game, evening.settings), {}).get(str(len(evening.guests)))
    )
    return row


def _chance(row: Mapping[str, Any], cards: Mapping[str, int]) -> float:
    shift = sum(row["cards"].get(card, 0.0) * number for card, number in cards.items())
    return 1 / (1 + exp(-(_log_odds(row["chance"]) + shift)))


def _minutes(evening: Evening, row: Mapping[str, Any], minutes: float) -> int:
    """As the lab has played it, and as much longer as this host lets people talk."""
    setting = bench_of(evening.game).each_round
    if not setting:
        return round(minutes)
    usual = manifest(evening.game).settings[setting].default
    assert isinstance(usual, int)
    talked: float = row["rounds"] * minutes / row["minutes"][1]  # a short evening has few rounds
    return max(1, round(minutes + talked * (evening.number(setting) - usual) / 60))


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


def _key(game: str, settings: Mapping[str, Value]) -> str:
    """The choices among words: an edition, a mode. Times and flags change nobody's chance."""
    choices = [name for name, setting in manifest(game).settings.items() if setting.kind == "choice"]
    return " ".join(f"{name}={settings[name]}" for name in choices)


@lru_cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["games"]
    return table


# Making the table.


def make(evenings: int, seed: int, cores: int | None, progress: Progress) -> None:
    """Play everything that the table has, and write it anew."""
    rows = [row for game in sorted(manifests()) for row in _rows(game)]
    setups = [setup for row in rows for setup in row]
    batches = iter(run(setups, evenings, seed, cores=cores, progress=progress))
    games: dict[str, Any] = {}
    for row in rows:
        base, *with_one = [next(batches) for _ in row]
        setup = base.setup
        by_key = games.setdefault(setup.game, {}).setdefault(_key(setup.game, dict(setup.settings)), {})
        by_key[str(setup.players)] = _summed(base, with_one)
    told = {"evenings": evenings, "seed": seed, "games": games}
    FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    _table.cache_clear()


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
    row: dict[str, Any] = {"side": side, "minutes": [round(quantile(minutes, part), 1) for part in PARTS]}
    if "rounds" in bench.measures:
        row["rounds"] = round(sum(base.measured("rounds")) / len(base.lines), 2)
    chance = _seen(base, side)
    row["chance"] = round(chance, 4)
    row["cards"] = {
        batch.setup.cards[0][0]: round(_log_odds(_seen(batch, side)) - _log_odds(chance), 3) for batch in with_one
    }
    return row


def _seen(batch: Batch, side: str) -> float:
    """Never quite 0 or 1: what was not seen in so many evenings may still come."""
    return (batch.wins[side] + 0.5) / (len(batch.lines) + 1)
