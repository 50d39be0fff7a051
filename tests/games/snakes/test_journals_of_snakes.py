"""Games recorded by earlier versions replay to where they stood, and can be told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.snakes.record import GAMES, JOURNALS, recalled, where_it_stands
from majordome.core.account import account
from majordome.core.journal import read
from majordome.core.library import manifest

RECORDED = sorted(JOURNALS.glob("*.journal"))


def test_there_is_a_recorded_game_of_each_kind() -> None:
    assert {path.stem.rsplit("-", 1)[0] for path in RECORDED} == set(GAMES)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_stands_where_it_stood(path: Path) -> None:
    story = read(path)
    assert story.header.rules in manifest("snakes").replays
    assert where_it_stands(recalled(story)) == json.loads(path.with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_told(path: Path) -> None:
    told = list(account(read(path)))
    assert "snakes" in told[0]
    assert len(told) > 10


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_game_goes_on_after_a_power_cut_at_any_line(path: Path) -> None:
    story = read(path)
    for cut in range(len(story.records)):
        box = recalled(type(story)(story.header, story.entries[:cut], 0, b"", False))
        assert box.beat is not None
