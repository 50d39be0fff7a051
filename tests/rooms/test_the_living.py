"""How many are still in the game, as the other rooms are told: each game names the marks of those who are not."""

from __future__ import annotations

from typing import Any

from majordome.core.library import manifest
from majordome.games.murder.events import GuestLeft
from majordome.games.murder.testing import an_evening, guest_list
from rooms.house import NOWHERE, House, sent, told


def state(house: House) -> Any:
    """The latest."""
    return [told(message.payload) for message in sent(house) if message.topic == "majordome/box/state"][-1]


def test_neither_the_dead_nor_those_who_went_home_are_among_the_living() -> None:
    house = House(an_evening("weekend", guest_list(12, known=True, Ana="murderer", Bob="murderer")), NOWHERE)
    assert state(house)["living"] == 12
    house.murder("Kim", by="Ana")
    assert state(house)["living"] == 11
    house.say(GuestLeft("Lia"))
    shown = state(house)
    assert shown["living"] == 10
    assert {"name": "Lia", "marks": ["gone"]} in shown["seats"]


def test_each_game_names_its_own_fallen() -> None:
    named = {name: manifest(name).fallen for name in ("weekend", "table", "exchange", "parasites", "snakes")}
    assert named == {
        **dict.fromkeys(("weekend", "table"), ("dead", "gone")),
        "exchange": ("out",),
        "parasites": ("shot",),
        "snakes": ("out",),
    }
