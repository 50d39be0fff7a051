"""Who plays in the lab, and how. A game's folder may bring players of its own in `lab.py`, as it may bring cards.

Without them everybody says anything that could be said (`Game.answers`): enough to see how long a game can be and
which ends it has, not who would win it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from majordome.core.cues import Fact
from majordome.core.evening import Evening
from majordome.core.events import Event
from majordome.core.game import Game
from majordome.core.library import load, manifest, package_of
from majordome.core.script import NOBODY, Beat

Dice: TypeAlias = Random
RANDOM = "random"


class Ways(Struct, frozen=True):
    """How each side plays, and how well those play who try."""

    of: tuple[tuple[str, str], ...] = ()  # (side, way)
    skill: float = 1.0

    def side(self, name: str) -> str:
        """How this side plays; where nobody says, by dice."""
        return dict(self.of).get(name, RANDOM)


class Played(Struct, frozen=True):
    """One evening, when it is over."""

    evening: Evening
    winner: str
    winners: tuple[str, ...]  # by name, where the box knows
    seconds: float
    facts: tuple[tuple[float, Fact], ...]  # each with its second
    table: Any


class Players(Protocol):
    """Everybody at the table, in one hand."""

    def answer(self, beat: Beat) -> Event:
        """What is said or done at this beat."""
        ...


class Bench(Protocol):
    """A game's place in the lab."""

    ways: Mapping[str, tuple[str, ...]]  # how each side may play
    measures: tuple[str, ...]  # what is measured beside winner and length
    usual: Ways  # as people play who have done it before
    each_round: str  # the setting of the seconds that each round takes, whoever plays; none: ""

    def side(self, evening: Evening) -> str:
        """Whose chance is told; nobody's where each plays alone."""
        ...

    def cards(self, evening: Evening) -> tuple[str, ...]:
        """The special cards whose effect can be asked for."""
        ...

    def seat(self, evening: Evening, dice: Dice, ways: Ways) -> Players:
        """Players for one evening."""
        ...

    def measure(self, played: Played, players: Players) -> tuple[float, ...]:
        """As `measures` names them."""
        ...


class ByDice:
    """Says anything that could be said now, and lets the clock run where it only waits."""

    def __init__(self, game: Game, dice: Dice) -> None:
        self._game = game
        self._dice = dice

    def answer(self, beat: Beat) -> Event:
        """One of the game's own answers."""
        return self._dice.choice(list(self._game.answers(beat)))


class AnyBench:
    """For a game that brings no players of its own."""

    ways: Mapping[str, tuple[str, ...]] = {}
    measures: tuple[str, ...] = ()
    usual: Ways = Ways()
    each_round: str = ""

    def side(self, evening: Evening) -> str:
        """The first that the manifest names."""
        return next((side for side in manifest(evening.game).winners if side != NOBODY), "")

    def cards(self, evening: Evening) -> tuple[str, ...]:
        """None that the lab knows of."""
        return ()

    def seat(self, evening: Evening, dice: Dice, ways: Ways) -> Players:
        """By dice."""
        return ByDice(load(evening.game), dice)

    def measure(self, played: Played, players: Players) -> tuple[float, ...]:
        """Nothing."""
        return ()


def bench_of(game: str) -> Bench:
    """The game's own, or the one that does for any game."""
    found = manifest(game)
    if not (found.folder / "lab.py").is_file():
        return AnyBench()
    bench: Bench = import_module(f"{package_of(found)}.lab").BENCH
    return bench
