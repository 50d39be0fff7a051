"""The few sums that the lab needs: a chance with its interval, a difference of pairs, and quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import fmean

Z95 = 1.959964


def interval(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """Where the chance lies, after Wilson: good near 0 and 1, where few have won."""
    if not games:
        return 0.0, 1.0
    p, z2 = wins / games, z * z / games
    middle, half = p + z2 / 2, z * sqrt(p * (1 - p) / games + z2 / (4 * games))
    return max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2))


def paired(ours: Sequence[float], theirs: Sequence[float], z: float = Z95) -> tuple[float, float, float]:
    """The mean difference of pairs from -1 to 1, and its interval, after Bonett and Price.

    One pair more each way is thought of: where no pair differed, or all alike, there is doubt all the same.
    """
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    more = [*differences, 1.0, -1.0]
    middle = fmean(more)
    half = z * sqrt((fmean([each * each for each in more]) - middle * middle) / len(more))
    return fmean(differences), max(-1.0, middle - half), min(1.0, middle + half)


def quantile(values: Sequence[float], part: float) -> float:
    """The smallest value that is not less than this part of all."""
    ordered = sorted(values)
    return ordered[max(0, ceil(part * len(ordered)) - 1)]


def sigmas(wins: int, games: int, chance: float) -> float:
    """How far a count is from what a chance promises, in standard deviations."""
    return (wins - games * chance) / sqrt(games * chance * (1 - chance))
