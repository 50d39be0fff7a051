"""Every trouble that is told to people, and the exit code that goes with it."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import majordome
from majordome import errors
from majordome.errors import FileError, JournalDamaged, Trouble

KINDS = {name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Trouble)}


def test_the_tree_that_is_drawn_is_the_tree_there_is() -> None:
    assert errors.__doc__ is not None
    drawn = re.findall(r"^ {4}(?P<stem>[│├└─ ]*)(?P<name>\w+) +(?P<code>\d)(?: |$)", errors.__doc__, re.MULTILINE)
    above: list[str] = []
    found = {}
    for stem, name, code in drawn:
        depth = len(stem) // 4
        above[depth:] = [name]
        found[name] = (above[depth - 1] if depth else "Exception", int(code))
    assert found == {name: (kind.__bases__[0].__name__, kind.exit_code) for name, kind in KINDS.items()}


def below(kind: type[Trouble]) -> set[type[Trouble]]:
    return {inner for each in kind.__subclasses__() for inner in {each, *below(each)}}


def test_every_trouble_of_the_house_is_drawn() -> None:
    for module in walk_packages(majordome.__path__, "majordome."):
        if module.name != "majordome.__main__" and not module.name.startswith("majordome.cli.new_game"):
            with suppress(ModuleNotFoundError):  # a library that only some machines have
                import_module(module.name)
    ours = {kind for kind in below(Trouble) if kind.__module__.startswith("majordome.")}
    assert {kind.__name__: kind for kind in ours} == {name: kind for name, kind in KINDS.items() if kind is not Trouble}


def test_whatever_stands_in_a_file_breaks_neither_the_line_nor_the_terminal() -> None:
    assert str(FileError("a\nb\x1b[2Jc\u202ed é")) == "a?b?[2Jc?d é"


def test_a_damaged_journal_names_its_line_and_the_remedy() -> None:
    damaged = JournalDamaged(Path("/e/a.journal"), 7, "its checksum is wrong")
    assert (damaged.line, damaged.exit_code) == (7, 3)
    assert str(damaged) == (
        "/e/a.journal: line 7 is damaged (its checksum is wrong); nothing after it can be trusted. "
        "'majordome journal salvage /e/a.journal' makes a new journal of the lines before it"
    )
