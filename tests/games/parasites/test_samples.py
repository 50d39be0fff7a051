"""The sample evenings, cue for cue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.parasites.company import EVENINGS, rehearsed

SAMPLES = sorted(EVENINGS.glob("*.toml"))


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 4


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_evening_prints_the_cues_that_are_listed(sample: Path) -> None:
    listed = [json.loads(line) for line in sample.with_suffix(".cues").read_text("utf-8").splitlines()]
    printed, code = rehearsed(sample)
    assert printed == listed
    assert code == (1 if listed[-1] == {"cue": "unfinished"} else 0)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_same_file_always_prints_the_same(sample: Path) -> None:
    assert rehearsed(sample) == rehearsed(sample)
