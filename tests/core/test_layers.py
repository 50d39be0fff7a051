"""Who may import whom, read from the imports themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "controller" / "majordome"

# The pure parts of the standard library: no clock, no chance, no logging, no input or output.
PURE = {
    *("__future__", "dataclasses", "typing", "enum", "collections", "collections.abc", "functools", "itertools"),
    *("math", "re", "types"),
}
# The words that games are written in: as pure as the games themselves.
WORDS = tuple(
    f"majordome.core.{name}"
    for name in ("events", "cues", "asks", "evening", "script", "by_button", "plain_values", "telling_rules")
)
# Beside them, what the house holds out to a game.
CONTRACT = tuple(
    f"majordome.core.{name}" for name in ("game", "guest_list", "toml_reader", "typed_commands", "table_drawing")
)
# What of a game's folder is no rule: cards to print, its part of `majordome.testing`, its players in the lab.
PRINTED, TRIED, PLAYED = ("cards", "pictures"), ("testing",), ("lab",)
# What stands in no room, and every room but the games' may use.
HALL = ("majordome.errors", "majordome.lean_imports")
# Which rooms of the house a room knows, beside itself and the hall. A room that stands in no row knows any.
ROOMS: dict[str, tuple[str, ...]] = {
    "errors": (),
    "lean_imports": (),
    "core": ("words",),
    "words": ("core",),
    "settings": ("core", "words"),
    "printing": (),
    "lab": ("core", "words"),
    "sensing": ("core",),
    "props": ("core",),
    "inputs": ("core", "sensing"),
    "sound": ("core", "words", "settings", "props.animator"),
    "studio": ("words", "sound.pack"),  # where voices are made: no box that plays comes here
    "pico": ("core", "sensing", "props.colours", "settings.prop_table", "box.doctor"),
    "terminal": ("core", "words", "box.doctor"),
    "web": ("core", "words", "settings", "sound", "lab.odds"),
    "rooms": ("core", "words", "settings", "sensing", "props.colours", "props.hourglass"),
    "service": ("core", "words", "settings", "terminal.cue_text", "box.machine_health", "box.parts"),
}


def within(name: str, *packages: str) -> bool:
    """The module is one of these, or lies inside one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def imports(module: str, source: str, *, package: bool = False) -> Iterator[str]:
    """Everything that a module imports, wherever in it. `from a import b` may mean the module `a.b`: both are given."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(name, names, level):
                base = (module if package else module.rpartition(".")[0]).split(".")
                above = base[: len(base) - (level or 1) + 1] if level else []
                origin = ".".join([*above, *([name] if name else [])])
                yield origin
                yield from (f"{origin}.{alias.name}" for alias in names)
            case ast.Call(
                ast.Name("__import__") | ast.Attribute(attr="import_module"), [ast.Constant(str() as name), *_]
            ):
                yield name


def is_module(name: str) -> bool:
    """`majordome.core.cues` is one, `majordome.core.cues.Top` is not."""
    path = ROOT / "controller" / Path(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def faults(module: str, source: str, *, package: bool = False) -> list[str]:
    """Each import that this module may not have."""
    names = sorted(set(imports(module, source, package=package)))
    return [f"{module} imports {name}: {why}" for name in names if (why := fault(module, name))]


def fault(module: str, name: str) -> str:
    """Why this module may not import that one."""
    top, part = name.partition(".")[0], name.startswith("majordome.") and not is_module(name)
    if top == "numpy" and not within(module, "majordome.studio"):
        return "numpy costs the box 15 MB"
    if within(name, "majordome.studio") and not within(module, "majordome.studio", "majordome.cli.voice"):
        return "the studio makes voices, and a box only plays them"
    if part or name in ("majordome", "majordome.core", "majordome.games"):
        return ""  # of a module that is judged itself
    if within(module, "majordome.games"):
        return fault_of_game(module, name)
    if within(module, *WORDS):
        return "" if is_pure(name) or within(name, *WORDS) else "the words of the house are pure"
    if within(name, "majordome.games"):
        return "only a name leads to a game"
    room = module.split(".")[1] if "." in module else ""
    known = ROOMS.get(room)
    if known is None or top != "majordome" or within(name, f"majordome.{room}", *HALL):
        return ""
    return "" if within(name, *(f"majordome.{other}" for other in known)) else f"{room} knows no such room"


def is_pure(name: str) -> bool:
    return name in PURE or name.rpartition(".")[0] in PURE or within(name, "msgspec")


def fault_of_game(module: str, name: str) -> str:
    """A game knows itself and the words of the house, and nothing that could make it play otherwise another time."""
    folder, own = ".".join(module.split(".")[:3]), module.split(".")[3:4]
    if is_pure(name) or within(name, folder, *WORDS, *CONTRACT, "majordome.errors"):
        return ""
    if own and own[0] in PRINTED and within(name, "majordome.printing"):
        return ""
    if own and own[0] in TRIED and within(name, "majordome.testing", "majordome.core.library"):
        return ""
    if own and own[0] in PLAYED and within(name, "majordome.lab.players"):
        return ""
    return "games do not know each other" if within(name, "majordome.games") else "a game is pure"


@cache
def modules() -> dict[str, Path]:
    paths = {path.relative_to(HOUSE.parent).with_suffix(""): path for path in sorted(HOUSE.rglob("*.py"))}
    return {".".join(name.parts).removesuffix(".__init__"): path for name, path in paths.items()}


@pytest.mark.parametrize("module", modules())
def test_a_module_knows_only_what_it_may_know(module: str) -> None:
    path = modules()[module]
    assert faults(module, path.read_text("utf-8"), package=path.name == "__init__.py") == []


@pytest.mark.parametrize("folder", ["controller", "benchmarks"])
def test_the_running_box_knows_no_numpy(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*.py")):
        tops = {name.partition(".")[0] for name in imports("x", path.read_text("utf-8"))}
        assert "numpy" not in tops or path.parent.name == "studio", path


def test_there_are_modules_to_read() -> None:
    assert {"majordome.core.prompter", "majordome.games.murder.weekend", "majordome.core.events"} <= set(modules())


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("majordome.games.murder.weekend", "import time", "majordome.games.murder.weekend imports time"),
        (
            "majordome.games.murder.weekend",
            "def f():\n    import random",
            "majordome.games.murder.weekend imports random",
        ),
        ("majordome.games.murder.weekend", "from os import path", "majordome.games.murder.weekend imports os"),
        (
            "majordome.sound.voice",
            "from majordome.studio import kokoro",
            "majordome.sound.voice imports majordome.studio",
        ),
        ("majordome.core.events", "import logging as quiet", "majordome.core.events imports logging"),
        ("majordome.core.events", "__import__('time')", "majordome.core.events imports time"),
        (
            "majordome.core.cues",
            "from majordome.core.prompter import Beat",
            "majordome.core.cues imports majordome.core.prompter",
        ),
        (
            "majordome.core.cues",
            "from majordome.core import prompter",
            "majordome.core.cues imports majordome.core.prompter",
        ),
        (
            "majordome.games.murder.vote",
            "from ...core import clock",
            "majordome.games.murder.vote imports majordome.core.clock",
        ),
        (
            "majordome.core.prompter",
            "from ..games import murder",
            "majordome.core.prompter imports majordome.games.murder",
        ),
        (
            "majordome.core.view",
            "def f():\n    from majordome.games.murder.roles import Role",
            "majordome.core.view imports majordome.games.murder.roles",
        ),
        (
            "majordome.web.live",
            "from majordome.games.murder.facts import Tally",
            "majordome.web.live imports majordome.games.murder",
        ),
        (
            "majordome.box.compose",
            "import majordome.games.snakes.game",
            "majordome.box.compose imports majordome.games.snakes.game",
        ),
        (
            "majordome.games.snakes.game",
            "from majordome.games.murder.roles import Role",
            "majordome.games.snakes.game imports majordome.games.murder",
        ),
        (
            "majordome.games.murder.murder",
            "from majordome.core.prompter import Prompter",
            "majordome.games.murder.murder imports majordome.core.prompter",
        ),
        (
            "majordome.games.murder.murder",
            "from majordome.lab.players import Ways",
            "majordome.games.murder.murder imports majordome.lab",
        ),
        (
            "majordome.games.murder.murder",
            "from majordome.printing.ink import INK",
            "majordome.games.murder.murder imports majordome.printing",
        ),
        ("majordome.core.script", "import os.path", "majordome.core.script imports os.path"),
        (
            "majordome.core.journal",
            "from majordome.settings import config",
            "majordome.core.journal imports majordome.settings",
        ),
        (
            "majordome.terminal.screen",
            "from majordome.box.compose import Box",
            "majordome.terminal.screen imports majordome.box.compose",
        ),
        (
            "majordome.core.prompter",
            "from majordome.props.lamps import Lamp",
            "majordome.core.prompter imports majordome.props",
        ),
        ("majordome.core.stage", "import majordome.web", "majordome.core.stage imports majordome.web"),
        ("majordome.core.view", "from majordome import pico", "majordome.core.view imports majordome.pico"),
        (
            "majordome.inputs.button",
            "from majordome.props import lamp",
            "majordome.inputs.button imports majordome.props",
        ),
        ("majordome.web.server", "from ..inputs import phone", "majordome.web.server imports majordome.inputs"),
        ("majordome.pico", "from . import port\nfrom ..props import lamp", "majordome.pico imports majordome.props"),
        (
            "majordome.core.rehearsal",
            "import majordome.props.lamps",
            "majordome.core.rehearsal imports majordome.props.lamps",
        ),
        ("majordome.props.sand", "import numpy.random", "majordome.props.sand imports numpy.random"),
    ],
)
def test_a_forbidden_import_is_found(module: str, source: str, fault: str) -> None:
    found = faults(module, source, package=module == "majordome.pico")
    assert found
    assert found[0].startswith(fault)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("majordome.games.murder.weekend", "from msgspec.structs import replace\nfrom majordome.core.cues import Top"),
        ("majordome.games.murder.game", "from majordome.core.game import Rules\nfrom collections.abc import Callable"),
        ("majordome.games.murder.vote", "from .ballots import Poll\nfrom ...core.events import Event"),
        ("majordome.games.murder.cards", "from majordome.printing.ink import INK"),
        ("majordome.games.murder.testing", "from majordome.testing import Party"),
        ("majordome.core.prompter", "import logging\nfrom majordome.core.script import Beat"),
        ("majordome.props.lamps", "import gpiozero\nfrom majordome.props.pin_prop import Part"),
        ("majordome.__main__", "from majordome.props.lamps import Lamp\nfrom majordome.inputs import pin_buttons"),
        ("majordome.box.compose", "from majordome.props.lamps import Lamp\nfrom majordome.web.server import Server"),
    ],
)
def test_a_good_import_is_left_alone(module: str, source: str) -> None:
    assert faults(module, source) == []


def test_the_pure_parts_are_parts_of_the_standard_library() -> None:
    assert {name.partition(".")[0] for name in PURE} <= set(sys.stdlib_module_names)
