"""Puts the Pico together: its settings, its port, and the firmware that came with this box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from majordome.core.cues import Notice
from majordome.pico.board import Board
from majordome.pico.firmware import version
from majordome.settings.wiring import AUTO, Pico


def board_of(
    pico: Pico, tell: Callable[[Notice], None], *, serves: Sequence[str] | None = None, **port: Any
) -> Board | None:
    """The board that the evening counts on; None where it counts on none."""
    if serves is None and not pico.wanted:
        return None
    return Board(pico.port or AUTO, pico.serves if serves is None else serves, tell=tell, usual=version(), **port)
