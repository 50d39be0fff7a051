"""Games recorded by earlier versions: each replays to where it stood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.parasites.record import GAMES, HERE, recalled, where_it_stands
from majordome.core.journal import read
from majordome.core.library import manifest

JOURNALS = sorted(HERE.glob("*.journal"))


def test_there_are_recorded_games() -> None:
    assert {path.stem.rsplit("-", 1)[0] for path in JOURNALS} >= set(GAMES)


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_stands_where_it_stood(path: Path) -> None:
    story = read(path)
    assert story.header.rules in manifest("parasites").replays
    assert where_it_stands(recalled(story)) == json.loads(path.with_suffix(".json").read_text("utf-8"))
