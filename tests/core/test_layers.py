"""Who may import whom, read from the imports themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "controller" / "majordome"

# The pure parts of the standard library: no clock, no chance, no logging, no input or output.
PURE = {"__future__", "dataclasses", "typing", "enum", "collections", "collections.abc", "functools", "itertools"}
VOCABULARIES = ("majordome.core.events", "majordome.core.cues", "majordome.rulebooks")
DEVICES = ("majordome.inputs", "majordome.props")
WINGS = (*DEVICES, "majordome.pico", "majordome.web", "majordome.terminal")
# These put an evening and a box together, or look it over.
COMPOSERS = tuple(
    f"majordome.{name}"
    for name in ("__main__", "appliance", "box", "checkup", "doctor", "hardware", "listening", "pages", "voice")
)
CORE = ("prompter", "reading", "playtime", "records", "journal", "plain", "stage", "view")


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
    found = []
    own_wing = next((wing for wing in WINGS if within(module, wing)), None)
    for name in sorted(set(imports(module, source, package=package))):
        top = name.partition(".")[0]
        why = ""
        if top == "numpy":
            why = "numpy costs the box 15 MB"
        elif within(module, *VOCABULARIES):
            pure = name in PURE or name.rpartition(".")[0] in PURE
            part = top == "majordome" and (name == top or not is_module(name))  # of a module that is judged itself
            if not pure and not part and not within(name, *VOCABULARIES):
                why = "a rulebook is pure"
        elif within(name, *WINGS):
            if module in {f"majordome.{core}" for core in CORE}:
                why = "the core knows no device"
            elif own_wing is not None and not within(name, own_wing):
                why = "devices do not know each other"
            elif own_wing is None and module not in COMPOSERS and within(name, *DEVICES):
                why = "only those who put an evening together name concrete devices"
        if why:
            found.append(f"{module} imports {name}: {why}")
    return found


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
        assert "numpy" not in tops, path


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
        ("majordome.core.events", "import logging as quiet", "majordome.core.events imports logging"),
        ("majordome.core.events", "__import__('time')", "majordome.core.events imports time"),
        (
            "majordome.core.cues",
            "from majordome.core.prompter import Beat",
            "majordome.core.cues imports majordome.core.prompter",
        ),
        (
            "majordome.core.cues",
            "from majordome import prompter",
            "majordome.core.cues imports majordome.core.prompter",
        ),
        (
            "majordome.games.murder.vote",
            "from .. import clock",
            "majordome.games.murder.vote imports majordome.core.clock",
        ),
        (
            "majordome.core.prompter",
            "from majordome.props.lamp import Lamp",
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
            "import majordome.props.twin",
            "majordome.core.rehearsal imports majordome.props.twin",
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
        ("majordome.games.murder.weekend", "from dataclasses import replace\nfrom majordome.core.cues import Top"),
        ("majordome.core.game", "from majordome.rulebooks import table\nfrom collections.abc import Callable"),
        ("majordome.games.murder.vote", "from .ballots import Poll\nfrom ..events import Votes"),
        ("majordome.core.prompter", "import logging\nfrom majordome.core.script import Beat"),
        ("majordome.props.lamp", "import gpiozero\nfrom majordome.props.pins import Pin"),
        ("majordome.__main__", "from majordome.props.lamp import Lamp\nfrom majordome.inputs import commands"),
    ],
)
def test_a_good_import_is_left_alone(module: str, source: str) -> None:
    assert faults(module, source) == []


def test_the_pure_parts_are_parts_of_the_standard_library() -> None:
    assert {name.partition(".")[0] for name in PURE} <= set(sys.stdlib_module_names)
