"""Evenings a second and core in the lab, beside the bare script, and beside the same random game in boardgame.io.

The bare script hears what was said in the lab, kept beforehand: no players, no dice, no clock. boardgame.io (from npm,
left out with a word where there is none) plays the game around a table with a move for each event that our script
hears.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from _measure import in_turns

from majordome.core.evening import Evening
from majordome.core.events import Event
from majordome.core.library import load
from majordome.core.script import Beat
from majordome.lab.players import Players, bench_of
from majordome.lab.playing import company, dealt_to, play, voice_of
from majordome.lab.setups import Setup, chunk, run

EVENINGS, ROUNDS = 200, 5
HERE = Path(__file__).parent
NPM = HERE.parent / ".npm"


class Noted:
    """Players whose every word is kept."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self.said: list[Event] = []

    def answer(self, beat: Beat) -> Event:
        self.said.append(self._players.answer(beat))
        return self.said[-1]


def kept(setup: Setup) -> list[tuple[Evening, list[Event]]]:
    """What is said in so many evenings."""
    game, bench = load(setup.game), bench_of(setup.game)
    cards, evenings = dealt_to(game, setup.evening, {}), []
    for number in range(EVENINGS):
        evening = company(setup.evening, cards, Random(2 * number), ages=True)
        noted = Noted(bench.seat(evening, Random(2 * number + 1), setup.ways))
        play(game, evening, noted, voice_of(setup.game))
        evenings.append((evening, noted.said))
    return evenings


def bare(game: str, evening: Evening, said: list[Event]) -> object:
    """The generator alone."""
    script, events = load(game).script(evening), iter(said)
    try:
        item = next(script)
        while True:
            item = script.send(next(events)) if isinstance(item, Beat) else next(script)
    except StopIteration as end:
        return end.value


def beside_the_script(setup: Setup) -> float:
    """Evenings a second in the lab."""
    evenings = kept(setup)
    ours, reference = in_turns(
        lambda: chunk((setup, 0, 0, EVENINGS)),
        lambda: [bare(setup.game, *evening) for evening in evenings],
        ROUNDS,
        clock=process_time,
        of=min,
    )
    print(
        f"lab, {setup.game} of {setup.players}: {EVENINGS / ours:.0f} evenings a second and core, "
        f"{EVENINGS / reference:.0f} by the bare script, ratio {ours / reference:.2f}"
    )
    return EVENINGS / ours


def beside_boardgame_io(players: int, ours: float) -> None:
    """The same game by the other engine, where npm can fetch it."""
    if not (shutil.which("npm") and shutil.which("node")):
        print("  boardgame.io: left out, there is no npm here (sudo apt install npm)")
        return
    if not (NPM / "node_modules" / "boardgame.io").is_dir():
        fetch = ["npm", "install", "--prefix", str(NPM), "--no-package-lock", "--no-save", "--no-audit", "--no-fund"]
        if subprocess.run([*fetch, "--silent", "boardgame.io@0.50"], check=False).returncode:
            print("  boardgame.io: left out, npm could not fetch it")
            return
    command = ["node", str(HERE / "_boardgame.js"), str(NPM), str(players), "1000"]
    told = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "NODE_ENV": "production"}
    )
    theirs = 1000 / json.loads(told.stdout)["seconds"]
    print(f"  boardgame.io: {theirs:.0f} evenings a second and core, ratio {ours / theirs:.1f} for the lab")


def over_cores(setup: Setup) -> None:
    """Twice the cores, twice the evenings: as far as nobody else uses them."""
    seconds = {}
    for cores in sorted({1, os.cpu_count() or 1}):
        begun = perf_counter()
        run([setup], 10 * EVENINGS, cores=cores)
        seconds[cores] = perf_counter() - begun
    told = ", ".join(f"{10 * EVENINGS / each:.0f} on {cores}" for cores, each in seconds.items())
    print(f"  by the clock on the wall, evenings a second by cores: {told}")


def main() -> None:
    """Both murder games, then the others' engine."""
    beside_the_script(Setup("weekend", 13))
    table = Setup("table", 7)
    beside_boardgame_io(table.players, beside_the_script(table))
    over_cores(table)


if __name__ == "__main__":
    main()
