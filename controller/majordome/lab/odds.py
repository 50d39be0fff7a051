"""What the box tells a host beforehand: the chance and the minutes of an evening, out of a table that the lab has made.

The table (`odds.json`, written by `make lab`) has every game and number of players as people usually play it, and what
so many cards of each kind do, in log-odds: there, cards nearly add up. Where two kinds do not, it says how much is
amiss. Nothing here looks at who holds a card.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, product
from math import exp, log
from pathlib import Path
from typing import Any

from msgspec import Struct

from majordome.core.cues import Refused
from majordome.core.evening import Evening, Value
from majordome.core.library import load, manifest

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
    shortest, usual, longest = sorted(_minutes(evening, found, number) for number in _lengths(found, dealt))
    chance = _chance(found, dealt) if found["side"] else None
    return Odds(found["side"], chance, usual, shortest, longest)


def even(evening: Evening) -> dict[str, int] | None:
    """The cards with which the chances are nearest to even; none where the game has no such cards."""
    found = _row(evening)
    if found is None or not found["cards"]:
        return None
    names, game = list(found["cards"]), load(evening.game)
    most = [most_of(evening, name) for name in names]
    best, nearest = None, 2.0
    for numbers in product(*(range(limit + 1) for limit in most)):
        wanted = {name: number for name, number in zip(names, numbers, strict=True) if number}
        off = abs(_chance(found, wanted) - 0.5) + CARD_COSTS * sum(numbers)
        if off < nearest and not isinstance(game.cards(evening, wanted), Refused):
            best, nearest = wanted, off
    return best


def most_of(evening: Evening, card: str) -> int:
    """How many of this card the deck has."""
    game, number = load(evening.game), 0
    while number < len(evening.guests) and not isinstance(game.cards(evening, {card: number + 1}), Refused):
        number += 1
    return number


def _row(evening: Evening) -> dict[str, Any] | None:
    game = manifest(evening.game)
    if not game.fewest <= len(evening.guests) <= game.most:
        return None
    row: dict[str, Any] | None = (
        shipped().get(evening.game, {}).get(key_of(evening.game, evening.settings), {}).get(str(len(evening.guests)))
    )
    return row


def _chance(row: Mapping[str, Any], cards: Mapping[str, int]) -> float:
    return 1 / (1 + exp(-(log_odds(row["chance"]) + added(row, cards))))


def added(row: Mapping[str, Any], cards: Mapping[str, int]) -> float:
    """What these cards do together, in log-odds."""
    held = {card: number for card, number in cards.items() if number and card in row["cards"]}
    alone: float = sum(row["cards"][card][number - 1] for card, number in held.items())
    together: float = sum(
        row["pairs"].get(pair_of(one, other), 0.0) * held[one] * held[other] for one, other in combinations(held, 2)
    )
    return alone + together


def pair_of(one: str, other: str) -> str:
    """As two kinds of cards stand in the table."""
    return " ".join(sorted((one, other)))


def _lengths(row: Mapping[str, Any], cards: Mapping[str, int]) -> list[float]:
    """P10, P50 and P90 with these cards: each kind moves them by its own."""
    moved = [row["moves"][card][number - 1] for card, number in cards.items() if number and card in row["moves"]]
    return [minutes + sum(by) for minutes, *by in zip(row["minutes"], *moved, strict=True)]


def _minutes(evening: Evening, row: Mapping[str, Any], minutes: float) -> int:
    """As the lab has played it, and as much longer as this host lets people talk."""
    setting = row["each_round"]
    if not setting:
        return round(minutes)
    usual = manifest(evening.game).settings[setting].default
    assert isinstance(usual, int)
    talked: float = row["rounds"] * minutes / row["minutes"][1]  # a short evening has few rounds
    return max(1, round(minutes + talked * (evening.number(setting) - usual) / 60))


def log_odds(chance: float) -> float:
    """The chance as log-odds, in which what cards do adds up."""
    return log(chance / (1 - chance))


def key_of(game: str, settings: Mapping[str, Value]) -> str:
    """The choices among words: which deck, which mode. Times and flags change nobody's chance."""
    choices = [name for name, setting in manifest(game).settings.items() if setting.kind == "choice"]
    return " ".join(f"{name}={settings[name]}" for name in choices)


@lru_cache
def shipped() -> dict[str, Any]:
    """By game, settings and number of players."""
    table: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["games"]
    return table
