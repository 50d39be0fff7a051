"""Games recorded by earlier versions: each replays to where it stood, or is refused with the journal's own error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from journals.record import where_it_stands
from majordome.core.account import account
from majordome.core.game import RULEBOOKS
from majordome.core.journal import read
from majordome.errors import Diverged
from majordome.service.evenings_folder import recalled

JOURNALS = sorted((Path(__file__).parent / "journals").glob("*.journal"))


def test_there_are_recorded_games() -> None:
    assert {path.stem.rsplit("-", 1)[0] for path in JOURNALS} >= {"weekend-1", "table-7", "second-thoughts"}


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_stands_where_it_stood_or_is_refused(path: Path) -> None:
    story = read(path)
    if story.header.rules != RULEBOOKS[story.header.evening.game].version:
        with pytest.raises(Diverged, match="version"):
            recalled(story)
        return
    assert where_it_stands(recalled(story)) == json.loads(path.with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_told(path: Path) -> None:
    told = list(account(read(path), secrets=True))
    assert told[0].startswith("2026-11-1")
    assert len(told) > 5
