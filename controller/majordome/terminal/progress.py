"""A bar for what takes long, where somebody looks; nothing where nobody does."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self, TextIO

WIDTH = 40


class Bar:
    """`part` goes from 0 to 1. It is drawn on standard error and wiped away at the end."""

    def __init__(self, what: str, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._what = what
        self._drawn = -1

    def __call__(self, part: float) -> None:
        """So much is done."""
        done = int(WIDTH * min(1.0, max(0.0, part)))
        if done != self._drawn and self._out.isatty():
            self._drawn = done
            self._out.write(f"\r{self._what} [{'#' * done}{'.' * (WIDTH - done)}]")
            self._out.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._drawn >= 0:
            self._out.write("\r" + " " * (len(self._what) + WIDTH + 3) + "\r")
            self._out.flush()
