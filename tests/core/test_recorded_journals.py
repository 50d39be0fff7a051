"""Games recorded by earlier versions: each replays to where it stood, or is refused with the journal's own error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from journals.record import where_it_stands
from majordome.core.account import account
from majordome.core.journal import read
from majordome.core.library import manifest
from majordome.errors import Diverged
from majordome.service.evenings_folder import digest, recalled

JOURNALS = sorted((Path(__file__).parents[1] / "journals").glob("*.journal"))


def test_there_are_recorded_games() -> None:
    assert {path.stem.partition("-v1")[0] for path in JOURNALS} >= {"weekend-1", "table-7", "second-thoughts"}


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_stands_where_it_stood_or_is_refused(path: Path) -> None:
    story = read(path)
    if story.header.rules not in manifest(story.header.evening.game).replays:
        with pytest.raises(Diverged, match="version"):
            recalled(story)
        return
    assert where_it_stands(recalled(story)) == json.loads(path.with_suffix(".json").read_text("utf-8"))


def test_both_formats_are_there_and_each_game_stands_at_the_same_place_in_both() -> None:
    first = [path for path in JOURNALS if json.loads(path.read_bytes().partition(b"\n")[0][9:])["schema"] == 1]
    assert [path.stem for path in first] == [path.stem for path in JOURNALS if not path.stem.endswith("-s2")]
    assert len(first) == 7
    for path in first:
        again = path.with_name(f"{path.stem}-s2.journal")
        stands = [json.loads(each.with_suffix(".json").read_text("utf-8")) for each in (path, again)]
        for each in stands:
            del each["played"]  # the butler's sentences have other lengths by now
        assert stands[0] == stands[1]
        if read(path).header.rules not in manifest(read(path).header.evening.game).replays:
            continue
        assert digest(recalled(read(again))) == digest(recalled(read(path)))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_told(path: Path) -> None:
    story = read(path)
    if story.header.rules not in manifest(story.header.evening.game).replays:
        pytest.skip("other rules: refused above, with a word")
    told = list(account(story, secrets=True))
    assert told[0].startswith("2026-11-1")
    assert len(told) > 5
