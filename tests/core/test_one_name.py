"""One word, one thing: no two rooms of the house have a class of the same name. Games may repeat each other."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

HOUSE = Path(__file__).parents[2] / "controller" / "majordome"
NO_ROOM = ("games", "cli/new_game")  # each game is a house of its own


def classes(source: str) -> list[str]:
    """Every class that another module may see."""
    found = [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return [name for name in found if not name.startswith("_")]


def rooms_of_each_name() -> dict[str, set[str]]:
    rooms: dict[str, set[str]] = defaultdict(set)
    for path in sorted(HOUSE.rglob("*.py")):
        place = path.relative_to(HOUSE).as_posix()
        if not place.startswith(NO_ROOM):
            for name in classes(path.read_text("utf-8")):
                rooms[name].add(place.partition("/")[0])
    return rooms


def test_no_two_rooms_have_a_class_of_one_name() -> None:
    rooms = rooms_of_each_name()
    assert len(rooms) > 300
    assert {name: sorted(where) for name, where in rooms.items() if len(where) > 1} == {}


def test_a_class_within_another_is_found_too() -> None:
    assert classes("class A:\n    class B: ...\nclass _C: ...") == ["A", "B"]
