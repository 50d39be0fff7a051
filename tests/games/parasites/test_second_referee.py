"""Random games, judged by the script and by a second referee who never saw it; then by button, buzzers and phones."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from games.parasites.company import Line, company_of, rehearsed
from games.parasites.files import any_file, written
from games.parasites.naive_referee import Referee
from games.parasites.ways import ByButton, ByBuzzers, ByPhones, Way, play

pytestmark = pytest.mark.long

SLOWLY = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@SLOWLY
@given(any_file())
def test_both_referees_see_the_same_game(file: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        printed, code = rehearsed(written(file, Path(folder)))
    seen = Referee(file).judge()
    assert printed == seen
    assert code == (1 if seen[-1] == {"cue": "unfinished"} else 0)


def without_refusals(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line["cue"] not in ("refused", "unfinished")]


@pytest.mark.parametrize("way", [ByButton, ByBuzzers, ByPhones])
def test_the_same_game_by_button_by_buzzers_and_by_phones(way: type[Way]) -> None:
    @settings(SLOWLY, max_examples=80)
    @given(any_file())
    def the_same(file: dict[str, Any]) -> None:
        company = company_of(file)
        play(file, company, way(company))
        assert without_refusals(company.lines) == without_refusals(Referee(file).judge())

    the_same()
