"""Two stopwatches by turns: on a busy machine only what ran in the same minute can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter


def in_turns(
    ours: Callable[[], object],
    reference: Callable[[], object],
    rounds: int,
    *,
    clock: Callable[[], float] = perf_counter,
    of: Callable[[Iterable[float]], float] = median,
) -> tuple[float, float]:
    """Seconds of each: the median (or best) of so many rounds, ours and the reference by turns, after a warm-up.

    What only computes is best measured by `time.process_time`: it stands still while others use the processor.
    """
    times = round_by_round(ours, reference, rounds, clock)
    return of(mine for mine, _ in times), of(theirs for _, theirs in times)


def round_by_round(
    ours: Callable[[], object], reference: Callable[[], object], rounds: int, clock: Callable[[], float]
) -> list[tuple[float, float]]:
    """Seconds of ours and of the reference in each round. What slows a whole round leaves their ratio as it is."""

    def seconds(deed: Callable[[], object]) -> float:
        begun = clock()
        deed()
        return clock() - begun

    return [(seconds(ours), seconds(reference)) for _ in range(rounds + 1)][1:]
