"""Whole evenings, held to the counts that an independent program made of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from majordome.core.rehearsal import Rehearsal
from majordome.settings.evening_file import read_evening

EVENINGS = Path(__file__).parents[1] / "evenings"

FIELDS: dict[str, tuple[str, ...]] = {
    "round": ("number", "day", "time"),
    "top": ("for",),
    "countdown": ("seconds",),
    "scream": (),
    "death": ("name",),
    "alive_again": ("name",),
    "swap": ("vampire", "murderer"),
    "spared": ("name",),
    "release": ("names",),
    "hourglass": ("seconds",),
    "hourglass_empty": (),
    "vote": ("candidates", "seats"),
    "tally": ("votes",),
    "youngest": ("name",),
    "jail": ("names",),
    "sacrifice": ("name", "role"),
    "refused": (),
    "outcome": ("winner",),
}


def rehearse(name: str) -> list[dict[str, Any]]:
    lines: list[str] = []
    plan = read_evening(EVENINGS / f"{name}.toml")
    assert Rehearsal(plan.evening, plan.lang, plan.host, lines.append).play()
    return [json.loads(line) for line in lines]


def told(line: dict[str, Any], length: int) -> list[Any]:
    values = [line["cue"], *(line.get(field) for field in FIELDS[line["cue"]])]
    return [sorted(value) if isinstance(value, list) else value for value in values][:length]


@pytest.mark.parametrize("name", sorted(path.stem for path in EVENINGS.glob("*.cues")))
def test_the_evening_goes_as_it_was_counted(name: str) -> None:
    expected = [json.loads(line) for line in (EVENINGS / f"{name}.cues").read_text("utf-8").splitlines()]
    listed = [line for line in rehearse(name) if line["cue"] in FIELDS]
    if name.startswith("table"):
        listed = [line for line in listed if line["cue"] != "top"]
    order = [cue for cue in expected if cue[0] != "refused"]
    played = [line for line in listed if line["cue"] != "refused"]
    assert [told(line, len(cue)) for line, cue in zip(played, order, strict=True)] == order
    # How often something was refused before each tally.
    assert refusals([cue[0] for cue in expected]) == refusals([line["cue"] for line in listed])


def refusals(cues: list[str]) -> Counter[int]:
    votes = 0
    counted: Counter[int] = Counter()
    for cue in cues:
        votes += cue == "tally"
        counted[votes] += cue == "refused"
    return counted


@pytest.mark.parametrize("name", sorted(path.stem for path in EVENINGS.glob("*.cues")))
def test_the_scream_and_the_last_grain_come_exactly_when_they_are_due(name: str) -> None:
    lines = rehearse(name)
    for first, then in (("countdown", "scream"), ("hourglass", "hourglass_empty")):
        for n, line in enumerate(lines):
            if line["cue"] == first:
                due = next(later for later in lines[n:] if later["cue"] == then)
                assert due["t"] - line["t"] == line["seconds"]


def test_the_same_evening_prints_the_same_bytes() -> None:
    assert rehearse("weekend-5") == rehearse("weekend-5")
