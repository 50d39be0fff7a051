"""A study of one game: which set-ups are played, and what is said of them in rows."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from majordome.core.evening import Value
from majordome.core.guest_list import refuse_evening
from majordome.lab.players import Ways, bench_of
from majordome.lab.setups import Batch, Progress, Setup, run
from majordome.lab.sums import interval, paired, quantile

PARTS = (0.1, 0.5, 0.9)


class CardEffect(Struct, frozen=True):
    """What one card does to a side's chance: the same evenings with the card and without."""

    card: str
    players: int
    difference: float
    low: float
    high: float


class Study(Struct, frozen=True):
    """What was asked, and what came of it."""

    game: str
    side: str
    evenings: int
    seed: int
    grid: tuple[Batch, ...]  # by players and skill
    effects: tuple[CardEffect, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """Every number of players."""
        return tuple(sorted({batch.setup.players for batch in self.grid}))

    @property
    def skills(self) -> tuple[float, ...]:
        """Every skill."""
        return tuple(sorted({batch.setup.ways.skill for batch in self.grid}))

    @property
    def skill(self) -> float:
        """The one in the middle, for pictures that show only one."""
        return self.skills[len(self.skills) // 2]

    def at(self, players: int, skill: float) -> Batch:
        """One batch."""
        return next(b for b in self.grid if b.setup.players == players and b.setup.ways.skill == skill)


def study(
    game: str,
    players: Sequence[int],
    evenings: int,
    seed: int,
    *,
    skills: Sequence[float] = (1.0,),
    ways: tuple[tuple[str, str], ...] = (),
    settings: tuple[tuple[str, Value], ...] = (),
    cards: tuple[tuple[str, int], ...] = (),
    each_card: bool = False,
    cores: int | None = None,
    progress: Progress = lambda part: None,
) -> Study:
    """Play all of it."""
    bench = bench_of(game)
    grid = [Setup(game, n, settings, cards, Ways(ways, skill)) for n in players for skill in skills]
    middle = grid[len(players) // 2 * len(skills) + len(skills) // 2]  # of players and of skill
    with_one = []
    if each_card:
        held = dict(cards)
        for card in bench.cards(middle.evening):
            more = tuple({**held, card: held.get(card, 0) + 1}.items())
            with_one.append((card, Setup(game, middle.players, settings, more, middle.ways)))
    batches = run([*grid, *(setup for _, setup in with_one)], evenings, seed, cores=cores, progress=progress)
    side = bench.side(middle.evening)
    base = won(batches[grid.index(middle)], side)
    effects = [
        CardEffect(card, setup.players, *paired(won(batch, side), base))
        for (card, setup), batch in zip(with_one, batches[len(grid) :], strict=True)
    ]
    return Study(game, side, evenings, seed, tuple(batches[: len(grid)]), tuple(effects))


def won(batch: Batch, side: str) -> list[float]:
    """1 for each evening that this side won, else 0."""
    return [float(line.winner == side) for line in batch.lines]


def playable(game: str, players: int, settings: tuple[tuple[str, Value], ...] = ()) -> bool:
    """Whether the rules allow so many players."""
    return refuse_evening(Setup(game, players, settings).evening) is None


def row(batch: Batch, winners: Sequence[str]) -> dict[str, Any]:
    """Everything that is known of one set-up, as plain values."""
    minutes = [line.minutes for line in batch.lines]
    told: dict[str, Any] = {**batch.setup.told, "evenings": len(batch.lines)}
    for winner in winners:
        wins = batch.wins[winner]
        low, high = interval(wins, len(batch.lines))
        told |= {f"{winner}": round(wins / len(batch.lines), 4), f"{winner}_low": round(low, 4)}
        told[f"{winner}_high"] = round(high, 4)
    told |= {f"minutes_p{part * 100:.0f}": round(quantile(minutes, part), 1) for part in PARTS}
    return told | {name: round(fmean(batch.measured(name)), 3) for name in bench_of(batch.setup.game).measures}


def by_round(batch: Batch, side: str) -> list[float]:
    """The side's chance to have won by the end of each round: as if the game had only so many."""
    rounds = batch.measured("rounds")
    won = [played for line, played in zip(batch.lines, rounds, strict=True) if line.winner == side]
    return [sum(played <= number for played in won) / len(rounds) for number in range(1, int(max(rounds)) + 1)]
