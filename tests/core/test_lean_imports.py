"""What a library takes along is left out while it is imported, and can be had again behind it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from majordome.cli import rehearse as rehearse_command
from majordome.lean_imports import later, lean

EVENING = Path(__file__).parents[1] / "evenings" / "weekend-1.toml"


def loaded(source: str) -> set[str]:
    """What a new Python has loaded after this."""
    whole = f"import json, sys; {source}; print(json.dumps(list(sys.modules)))"
    return set(json.loads(subprocess.run([sys.executable, "-c", whole], capture_output=True, check=True).stdout))


def test_a_rehearsal_takes_no_tools_of_programmers_along() -> None:
    anyway = loaded("pass")
    rehearsing = loaded("import majordome.core.rehearsal") - anyway
    assert "msgspec" in rehearsing
    assert not {"typing_extensions", "inspect", "ast", "dis"} & rehearsing


def test_a_rehearsal_looks_into_no_ballast() -> None:
    rehearse = f"from majordome.cli.commands import main; main(['rehearse', {str(EVENING)!r}])"
    unread = "print([name for name, module in sys.modules.items() if type(module).__name__ == '_LazyModule'])"
    whole = ["-c", f"import sys; {rehearse}; {unread}"]
    *evening, last = subprocess.run([sys.executable, *whole], capture_output=True, check=True, text=True).stdout.split(
        "\n"
    )[:-1]
    assert "outcome" in evening[-1]
    assert sorted(ast.literal_eval(last)) == sorted(rehearse_command.BALLAST)


def test_whoever_needs_it_later_has_it() -> None:
    pytest.importorskip("typing_extensions")
    assert "typing_extensions" in loaded("import majordome.core, typing_extensions")


@pytest.fixture
def heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library, and what it takes along."""
    (tmp_path / "heavy_load.py").write_text("weighs = 'much'\n")
    takes = "from heavy_load import weighs\n"
    (tmp_path / "carrier.py").write_text(f"try:\n    {takes}except ImportError:\n    weighs = ''\n")
    (tmp_path / "stubborn.py").write_text(takes)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("heavy_load", "carrier", "stubborn"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.usefixtures("heavy")
def test_a_library_that_can_do_without_does() -> None:
    assert lean("carrier", "heavy_load").weighs == ""
    assert lean("heavy_load").weighs == "much"


@pytest.mark.usefixtures("heavy")
def test_what_is_there_already_is_not_taken_away() -> None:
    there = lean("heavy_load")
    assert lean("carrier", "heavy_load").weighs == "much"
    assert sys.modules["heavy_load"] is there


@pytest.mark.usefixtures("heavy")
def test_what_is_put_off_is_read_when_somebody_looks_into_it() -> None:
    with later("heavy_load"):
        there = lean("heavy_load")
    assert type(there) is not ModuleType
    assert there.weighs == "much"
    assert type(there) is ModuleType


@pytest.mark.usefixtures("heavy")
def test_nothing_else_is_put_off_and_nothing_afterwards() -> None:
    with later("carrier"):
        assert type(lean("heavy_load")) is ModuleType
    assert type(lean("carrier")) is ModuleType


@pytest.mark.usefixtures("heavy")
def test_a_library_that_cannot_do_without_says_so_and_nothing_stays_behind() -> None:
    with pytest.raises(ImportError, match="heavy_load"):
        lean("stubborn", "heavy_load")
    assert "heavy_load" not in sys.modules
