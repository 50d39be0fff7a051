"""The two ends of a pipe: lines that are typed, and a reader who goes away."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator

STDIN, STDOUT = 0, 1
WIPED, SECOND_SCREEN, FIRST_SCREEN = "\x1b[H\x1b[2J", "\x1b[?1049h", "\x1b[?1049l"
NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)  # of a card: no reason to end an evening
ENOUGH = 4096  # bytes at a time


class TypedLines(Iterator[str]):
    """Standard input, line by line, as it comes; what is not UTF-8 becomes a replacement mark.

    It reads the descriptor itself. Python's own buffer keeps for itself what one reader did not ask for, and a thread
    that still waits in it when the evening ends aborts the whole process.
    """

    def __init__(self, descriptor: int = STDIN) -> None:
        self._descriptor = descriptor
        self._data = b""
        self._ended = False

    def __next__(self) -> str:
        """The next line, without its end."""
        while b"\n" not in self._data and not self._ended:
            try:
                more = os.read(self._descriptor, ENOUGH)
            except OSError:  # closed, or its terminal is gone
                more = b""
            self._data += more
            self._ended = not more
        if not self._data:
            raise StopIteration
        line, _, self._data = self._data.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")


def put_out(line: str, end: str = "\n") -> bool:
    """A line for whoever reads; False where nobody does any more. It never raises: an evening does not end over it."""
    try:
        sys.stdout.write(line + end)
        sys.stdout.flush()
    except OSError as trouble:
        if trouble.errno in NO_ROOM:
            return True
        nobody_reads()
        return False
    return True


class SecondScreen:
    """A terminal's second screen: what is typed, asked and refused in the dark stands there, and goes with it.

    A terminal that has no second screen is wiped instead, and a pipe is left as it is.
    """

    def __init__(self, terminal: bool | None = None) -> None:
        self._terminal = _on_a_terminal() if terminal is None else terminal
        self.drawn = False

    def draw(self, drawn: bool) -> None:
        """Before the secrets, or away from the room's own lines, with all that stood on it."""
        if self._terminal and drawn is not self.drawn:
            self.drawn = drawn
            put_out(f"{SECOND_SCREEN}{WIPED}" if drawn else f"{WIPED}{FIRST_SCREEN}", end="")


def _on_a_terminal() -> bool:
    return os.isatty(STDOUT) and os.environ.get("TERM", "dumb") != "dumb"


def nobody_reads() -> None:
    """The other end of the pipe is closed: whatever is still said goes nowhere, and no last flush can fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
