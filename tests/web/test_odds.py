"""The odds of an evening, told to hosts while they choose the cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.boxes import Box

OpenBox = Callable[..., Box]


def ask(box: Box, **asked: Any) -> Any:
    answer = box.host().http.post("/api/odds", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_host_is_told_the_chance_the_minutes_and_the_cards_for_even_chances(open_box: OpenBox) -> None:
    told = ask(open_box(), game="table", players=6, special={"vampire": 1})
    assert told["side"] == "guests"
    assert 0 < told["chance"] < 0.5
    assert told["shortest"] <= told["minutes"] <= told["longest"]
    assert told["even"]  # which of several cards come nearest, the lab's dice decide
    assert "vampire" not in told["even"]
    assert abs(told["even_chance"] - 0.5) < abs(told["chance"] - 0.5)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "chess", "players": 8},
        {"game": "table", "players": 50},
        {"game": "table", "players": -1},
        {"game": "table", "players": 6, "special": {"vampire": 9}},
        {"game": "table", "players": 6, "special": {"vampire": -1}},
        {"game": "table", "players": 6, "special": {"joker": 1}},
        {"game": "table", "players": 6, "settings": {"edition": "Z"}},
    ],
)
def test_of_what_cannot_be_played_nothing_is_told(open_box: OpenBox, asked: dict[str, Any]) -> None:
    assert ask(open_box(), **asked) is None


def test_only_hosts_are_told(open_box: OpenBox) -> None:
    answer = open_box().visitor().http.post("/api/odds", json={"game": "table", "players": 6})
    assert answer.status_code == 401
