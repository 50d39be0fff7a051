"""Boxes with open pages, closed again after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from majordome.core.evening import Evening
from majordome.games.murder.testing import guest_list
from web.boxes import Box, murder

OpenBox = Callable[..., Box]


@pytest.fixture
def open_box(tmp_path: Path) -> Iterator[OpenBox]:
    """`open_box(evening, speed=50)`: a box in the folder of this test."""
    boxes: list[Box] = []

    def open_(evening: Evening | None = None, **more: Any) -> Box:
        boxes.append(Box(tmp_path, evening or murder(guest_list(12, Cid="heart"), discussion=60), **more))
        return boxes[-1]

    yield open_
    for box in boxes:
        box.close()


@pytest.fixture
def box(open_box: OpenBox) -> Box:
    """Twelve guests whose cards the box knows: Ana and Bob are the murderers, Cid the heart patient."""
    return open_box()
