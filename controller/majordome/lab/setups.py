"""What is played in the lab: set-ups, each so many times, on every core, and always alike for the same seed."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Any

from msgspec import Struct

from majordome.core.evening import Evening, Guest, Value
from majordome.core.library import load, manifest
from majordome.lab.players import Ways, bench_of
from majordome.lab.playing import company, dealt_to, play, voice_of

CHUNK = 100  # evenings that a core plays in one go
PUT_TO_THE_RULES = 20  # of so many evenings one: whatever its players say is first put to the rules, as the box would
Progress = Callable[[float], None]


class Setup(Struct, frozen=True):
    """One way to play a game: how many, with which settings and cards, and how well."""

    game: str
    players: int
    settings: tuple[tuple[str, Value], ...] = ()
    cards: tuple[tuple[str, int], ...] = ()
    ways: Ways = Ways()

    @property
    def evening(self) -> Evening:
        """The evening of this set-up, before the cards are dealt."""
        found = manifest(self.game)
        guests = tuple(Guest(str(number)) for number in range(1, self.players + 1))
        return Evening(self.game, guests, found.usual(**dict(self.settings)))

    @property
    def told(self) -> dict[str, Any]:
        """As a row of a table begins."""
        return {
            "game": self.game,
            "players": self.players,
            **dict(self.settings),
            "cards": " ".join(f"{card}={number}" for card, number in self.cards),
            "ways": " ".join(f"{side}={way}" for side, way in self.ways.of),
            "skill": self.ways.skill,
        }


class LabLine(Struct, frozen=True, array_like=True):
    """What is kept of one evening."""

    winner: str
    minutes: float
    measures: tuple[float, ...] = ()


class Batch(Struct, frozen=True):
    """All evenings of one set-up. The evening of one number has the same dice in every batch of one seed."""

    setup: Setup
    lines: tuple[LabLine, ...]

    @property
    def wins(self) -> Counter[str]:
        """How often each end came."""
        return Counter(line.winner for line in self.lines)

    def chance(self, winner: str) -> float:
        """How often this side won."""
        return self.wins[winner] / len(self.lines)

    def measured(self, name: str) -> list[float]:
        """One measure of every evening."""
        at = bench_of(self.setup.game).measures.index(name)
        return [line.measures[at] for line in self.lines]


class LabTable:
    """A set-up that is ready to be played, again and again: whatever is alike each time is looked up once."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._game, self._bench = load(setup.game), bench_of(setup.game)
        self._evening, self._voice = setup.evening, voice_of(setup.game)
        self._cards = dealt_to(self._game, self._evening, dict(setup.cards))
        self._ages = manifest(setup.game).ages
        self._deal, self._dice = Random(), Random()  # shaken anew for each evening: new ones would be shaken twice

    def play(self, seed: int, number: int) -> LabLine:
        """The evening of this number. The deal has dice of its own: it is alike whatever is played with it."""
        start = (seed << 32) + 2 * number
        self._deal.seed(start)
        self._dice.seed(start + 1)
        evening = company(self._evening, self._cards, self._deal, ages=self._ages)
        players = self._bench.seat(evening, self._dice, self._setup.ways)
        strict = number % PUT_TO_THE_RULES == 0
        played = play(self._game, evening, players, self._voice, strict=strict)
        return LabLine(played.winner, played.seconds / 60, self._bench.measure(played, players))


def chunk(task: tuple[Setup, int, int, int]) -> tuple[LabLine, ...]:
    """Some of the evenings of one set-up, in one go."""
    setup, seed, start, stop = task
    table = LabTable(setup)
    looked_after = gc.isenabled()
    gc.disable()  # an evening leaves no circles behind, and looking for them costs a tenth of the time
    try:
        return tuple(table.play(seed, number) for number in range(start, stop))
    finally:
        if looked_after:
            gc.enable()


def run(
    setups: Sequence[Setup],
    evenings: int,
    seed: int = 0,
    *,
    cores: int | None = None,
    progress: Progress = lambda part: None,
) -> list[Batch]:
    """Play each set-up so many times."""
    spans = [(start, min(start + CHUNK, evenings)) for start in range(0, evenings, CHUNK)]
    tasks = [(setup, seed, *span) for setup in setups for span in spans]
    lines: list[list[LabLine]] = [[] for _ in setups]
    for done, chunk in enumerate(_played(tasks, cores or os.cpu_count() or 1), 1):
        lines[(done - 1) // len(spans)].extend(chunk)
        progress(done / len(tasks))
    return [Batch(setup, tuple(mine)) for setup, mine in zip(setups, lines, strict=True)]


def _played(tasks: Sequence[tuple[Setup, int, int, int]], cores: int) -> Iterator[Iterable[LabLine]]:
    if cores == 1 or len(tasks) == 1:
        yield from map(chunk, tasks)
        return
    with ProcessPoolExecutor(min(cores, len(tasks)), initializer=_end_with_the_lab) as pool:
        try:
            with _uninterrupted():
                played = pool.map(chunk, tasks)
            yield from played
        except BaseException:  # Ctrl-C, too: whatever has not begun is not played
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the processes are there: half a pool cannot be closed. They leave it to the lab for good."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_the_lab() -> None:
    """A lab that is killed leaves no process behind, which would wait for its next task for ever."""
    Thread(target=_until_the_lab_ends, name="ends with the lab", daemon=True).start()


def _until_the_lab_ends() -> None:
    lab = parent_process()
    assert lab is not None, "only a pool's own process asks for this"
    lab.join()
    os._exit(1)
