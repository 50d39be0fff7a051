"""A game of slams that is in no box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from majordome.core import library


@pytest.fixture
def quickest(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Its name; found in a folder of the host's, for this test."""
    monkeypatch.setenv("MAJORDOME_GAMES", str(Path(__file__).parent / "games"))
    library.forget()
    yield "quickest"
    library.forget()
