"""One word, one thing: no two classes of the house have one name, and no game takes a name of the house's.

Each game is a house of its own: two games may use the same word for what is theirs.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from majordome.core.script import Table
from majordome.words.narrator import Lang, lines

HOUSE = Path(__file__).parents[2] / "controller" / "majordome"
NEW_GAME = HOUSE / "cli" / "new_game"  # what `majordome games new` begins with
GAMES = [*sorted(path.parent for path in (HOUSE / "games").glob("*/game.toml")), NEW_GAME]


def classes(source: str) -> list[str]:
    """Every class of a module, also within another one."""
    return [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]


def places(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Where each name stands: a module, once for each class of that name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for name in classes(path.read_text("utf-8")):
            found[name].append(path.relative_to(HOUSE.parent).with_suffix("").as_posix().replace("/", "."))
    return found


@cache
def of_the_house() -> dict[str, list[str]]:
    """All that belongs to no game."""
    return places(path for path in sorted(HOUSE.rglob("*.py")) if not set(GAMES) & set(path.parents))


@cache
def of(game: Path) -> dict[str, list[str]]:
    return places(sorted(game.rglob("*.py")))


def is_the_games_table(name: str, modules: list[str]) -> bool:
    """A game's own facts: core's `Table` with more in it, and so by the same name."""
    return name == Table.__name__ and all(issubclass(import_module(module).Table, Table) for module in modules)


def test_no_two_classes_of_the_house_have_one_name() -> None:
    house = of_the_house()
    assert len(house) > 300
    assert {name: modules for name, modules in house.items() if len(modules) > 1} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_classes_of_a_game_have_one_name(game: Path) -> None:
    assert of(game)
    assert {name: modules for name, modules in of(game).items() if len(modules) > 1} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_class_of_a_game_has_a_name_of_the_house_but_its_table(game: Path) -> None:
    house = of_the_house()
    taken = {name: modules for name, modules in of(game).items() if name in house}
    assert {name: modules for name, modules in taken.items() if not is_the_games_table(name, modules)} == {}


def test_every_game_is_looked_at() -> None:
    assert {game.name for game in GAMES} >= {"murder", "snakes", "exchange", "parasites", "new_game"}


def test_a_class_within_another_is_found_too_and_a_private_one() -> None:
    assert classes("class A:\n    class B: ...\nclass _C: ...") == ["A", "_C", "B"]


def test_only_what_is_a_table_may_be_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    furniture = ModuleType("furniture")
    furniture.Table = type("Table", (), {})  # type: ignore[attr-defined]  # of wood
    monkeypatch.setitem(sys.modules, "furniture", furniture)
    assert is_the_games_table("Table", ["majordome.games.snakes.corrections"])
    assert not is_the_games_table("Table", ["furniture"])
    assert not is_the_games_table("Circle", ["majordome.games.snakes.circle"])


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_part_that_is_told_of_by_its_class_has_that_name_in_the_lines(lang: Lang) -> None:
    """A part that fails is called by the name of its class: renamed, it would lose its word."""
    by_class = {name for name in lines(lang)["part"] if name[0].isupper()}
    assert "EveningPages" in by_class
    assert by_class <= set(of_the_house())
