"""The guest as a fixture: a test hands it a script and gets back what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest

from kernel.rig.guest import NoRig, Visit, build, visit


class Guest(Protocol):
    def __call__(self, script: Path, *args: str, timeout: float = 300) -> Visit: ...


@pytest.fixture(scope="session")
def guest() -> Guest:
    try:
        kernel = build()
    except NoRig as why:
        pytest.skip(f"no kernel under qemu on this machine: {why}")

    def run(script: Path, *args: str, timeout: float = 300) -> Visit:
        return visit(kernel, script, *args, timeout=timeout)

    return run
