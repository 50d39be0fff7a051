"""In which of its ways a spoken file is made: by a listener's marks, and without a bit that lifts nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "sounds"))  # the workshop is no part of the installed program

from workshop import encode, voicing
from workshop.voicing import VoicedJob, Way

RATE = 24000
BUTLER = [["speech", 16, 1.0], ["music", 24, 1.0], ["music", 24, 1.07], ["music", 24, 0.94]]
SHE = [["speech", 14, 1.0], ["music", 24, 1.0, 3.85], ["speech", 16, 1.0, 4.31, 4.05], ["speech", 16, 1.07, 4.31, 4.05]]


def made(
    monkeypatch: pytest.MonkeyPatch, ways: Sequence[Sequence[object]], marks: Sequence[float], seconds: float = 3.0
) -> tuple[str, float | None, int]:
    """Which way was kept, its mark, and how many were tried, where a listener gives these marks."""
    tried: list[Way] = []

    def packed(_: VoicedJob, way: Way) -> bytes:
        tried.append(way)
        return f"{way.kind} {way.bitrate} x {way.haste}".encode()

    monkeypatch.setattr(VoicedJob, "_packed", packed)
    monkeypatch.setattr(encode, "decoded", lambda data: (np.zeros(round(seconds * RATE)), RATE))
    monkeypatch.setattr(voicing, "opinion", lambda heard, rate: marks[len(tried) - 1])
    data, mark = VoicedJob(Path("pack"), "en/x.ogg", {"ways": ways}).make()
    return data.decode(), mark, len(tried)


@pytest.mark.parametrize(
    ("marks", "kept"),
    [
        ([4.2], ("speech 16 x 1.0", 4.2, 1)),
        ([4.1, 4.25], ("music 24 x 1.0", 4.25, 2)),
        ([4.1, 4.0, 4.15, 3.9], ("music 24 x 1.07", 4.15, 4)),
    ],
)
def test_the_first_way_that_is_good_enough_or_the_best(
    monkeypatch: pytest.MonkeyPatch, marks: list[float], kept: tuple[str, float, int]
) -> None:
    assert made(monkeypatch, BUTLER, marks) == kept


@pytest.mark.parametrize(
    ("marks", "kept"),
    [
        ([4.31], ("speech 14 x 1.0", 4.31, 1)),
        ([4.1, 4.35], ("speech 16 x 1.0", 4.35, 2)),
        ([4.1, 4.2, 4.33], ("speech 16 x 1.07", 4.33, 3)),
        ([4.1, 4.3, 4.2], ("speech 14 x 1.0", 4.1, 3)),  # lifted, but not over the bar: it stays small
        ([4.0], ("speech 14 x 1.0", 4.0, 1)),  # too far below it
        ([3.7, 3.8], ("music 24 x 1.0", 3.8, 2)),
    ],
)
def test_more_bits_are_kept_where_they_lift_a_line_over_the_bar(
    monkeypatch: pytest.MonkeyPatch, marks: list[float], kept: tuple[str, float, int]
) -> None:
    assert made(monkeypatch, SHE, marks) == kept


def test_of_a_word_or_two_a_mark_says_little_so_only_a_lift_over_the_bar_is_worth_more_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert made(monkeypatch, BUTLER, [3.5], seconds=1.5) == ("speech 16 x 1.0", 3.5, 1)
    assert made(monkeypatch, SHE, [3.5], seconds=1.5) == ("speech 14 x 1.0", 3.5, 1)
    assert made(monkeypatch, SHE, [4.1, 4.2, 4.3], seconds=1.5) == ("speech 14 x 1.0", 4.1, 3)
    assert made(monkeypatch, SHE, [4.1, 4.2, 4.31], seconds=1.5) == ("speech 16 x 1.07", 4.31, 3)
