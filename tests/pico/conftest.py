"""What runs under real MicroPython takes its seconds: all of it is `make test-pico`, not `make test`."""

from __future__ import annotations

import pytest

from inputs.conftest import quickest as quickest
from pico.rig import needs_micropython


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before `-m` is looked at."""
    for item in items:
        if needs_micropython.mark in item.iter_markers("skipif"):
            item.add_marker(pytest.mark.board)
