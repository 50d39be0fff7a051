"""The developer guide's own code, run as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from majordome.core.game import RULEBOOKS

GUIDE = Path(__file__).parent.parent / "docs" / "developer.md"
TESTS = (
    "test_whoever_moves_is_out_and_the_last_one_standing_has_won",
    "test_the_host_can_take_a_step_back_and_correct_everything",
)


@pytest.fixture
def guide() -> Iterator[dict[str, Any]]:
    """Every block of code on the page, in its order; the shelf is as before afterwards."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    shelf, names = dict(RULEBOOKS), dict[str, Any]()
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"block {number} of {GUIDE.name}", "exec"), names)
    yield names
    RULEBOOKS.clear()
    RULEBOOKS.update(shelf)


@pytest.mark.parametrize("name", TESTS)
def test_the_guides_own_test_passes(guide: dict[str, Any], name: str) -> None:
    test: Callable[[], None] = guide[name]
    test()


def test_every_test_of_the_guide_is_run(guide: dict[str, Any]) -> None:
    assert sorted(name for name in guide if name.startswith("test_")) == sorted(TESTS)


def test_every_file_that_the_guide_names_is_there() -> None:
    named = set(re.findall(r"\b((?:inputs|props|rulebooks|tests|benchmarks)/\w+\.py)\b", GUIDE.read_text("utf-8")))
    assert len(named) > 5
    root = GUIDE.parent.parent
    assert [
        name for name in named if not any((base / name).is_file() for base in (root, root / "controller/majordome"))
    ] == []
