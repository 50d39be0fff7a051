"""Tonight's chances, round by round, once the game is over.

From the beginning of each round on, the evening is played again many times by the lab's usual players: how often did
their side win from there? Only a game whose players can sit down at any table as it lies is told of.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from majordome.core.cues import Cue, Fact, Outcome
from majordome.core.evening import Evening
from majordome.core.events import Event, GameEnded
from majordome.core.library import load
from majordome.core.script import NOBODY, Beat, Script
from majordome.lab.players import Bench, Players, Ways, bench_of
from majordome.lab.playing import LONGEST

TIMES = 150  # evenings from each round on: the box has other things to do


class Tonight(Struct, frozen=True):
    """Whose chance, and what it was at the beginning of each part of the game."""

    side: str
    rounds: tuple[tuple[Fact, float], ...]


def by_round(
    evening: Evening, said: Sequence[Event], *, ways: Ways | None = None, times: int = TIMES, seed: int = 0
) -> Tonight | None:
    """`said`: everything that counts, to the end. None where nobody can tell."""
    bench = bench_of(evening.game)
    if not picks_up(bench, evening):
        return None
    side, how = bench.side(evening), ways or bench.usual
    rounds = []
    for heading, before in _headings(evening, said):
        dice = Random(seed)
        won = sum(_from_here(evening, said[:before], bench.seat(evening, dice, how)) == side for _ in range(times))
        rounds.append((heading, won / times))
    return Tonight(side, tuple(rounds))


def picks_up(bench: Bench, evening: Evening) -> bool:
    """Its players need to know no more than the table, and the box knows every card."""
    roles = [guest.role for guest in evening.guests]
    return bool(getattr(bench, "picks_up", False)) and bool(roles) and all(roles)


def _headings(evening: Evening, said: Sequence[Event]) -> list[tuple[Fact, int]]:
    """Each part of the game, and how much had been said before it began."""
    found: list[tuple[Fact, int]] = []
    script = load(evening.game).script(evening)
    cues, beat = _on(script, None)
    for number in range(len(said) + 1):
        found += [(cue, number) for cue in cues if isinstance(cue, Fact) and cue.heading]
        if beat is None or number == len(said):
            break
        cues, beat = _on(script, said[number])
    return found


def _from_here(evening: Evening, said: Sequence[Event], players: Players) -> str:
    """Who wins when these players take over."""
    script = load(evening.game).script(evening)
    cues, beat = _on(script, None)
    for event in said:
        cues, beat = _on(script, event)
    for _ in range(LONGEST):
        for cue in cues:
            if isinstance(cue, Outcome):
                return cue.winner
        cues, beat = _on(script, players.answer(beat) if beat is not None else GameEnded(NOBODY))
    return NOBODY


def _on(script: Script[Any], event: Event | None) -> tuple[list[Cue], Beat | None]:
    """To the next beat; None at the end."""
    cues: list[Cue] = []
    try:
        item = next(script) if event is None else script.send(event)
        while not isinstance(item, Beat):
            cues.append(item)
            item = next(script)
    except StopIteration:
        return cues, None
    return cues, item
