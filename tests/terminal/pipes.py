"""The butler at the other end of a pipe, for tests: a real process, or this one from beginning to end."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Protocol

PATIENCE = 30.0  # seconds, before a test gives up


class Butler:
    """A process that plays: type a line, read until something is said."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "majordome", "play", "--plain", *words]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
        self.told: list[str] = []
        self._rest = b""
        assert self.process.stdout is not None
        self._eyes = selectors.DefaultSelector()
        self._eyes.register(self.process.stdout, selectors.EVENT_READ)

    def __enter__(self) -> Butler:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()
        self._eyes.close()

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())

    def until(self, text: str) -> list[str]:
        """Read on until a line holds this text; all lines up to it."""
        assert self.process.stdout is not None
        lines: list[str] = []
        deadline = time.monotonic() + PATIENCE
        while not (lines and text in lines[-1]):
            while b"\n" not in self._rest:
                assert self._eyes.select(deadline - time.monotonic()), f"no '{text}' in {lines}"
                more = os.read(self.process.stdout.fileno(), 65536)
                assert more, f"it left without '{text}': {lines}"
                self._rest += more
            line, _, self._rest = self._rest.partition(b"\n")
            lines.append(line.decode())
        self.told += lines
        return lines

    def left(self) -> tuple[int, str]:
        """Wait until it has left: its code, and what it said on standard error."""
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err.decode()


def played_elsewhere(*words: str, typed: str) -> list[str]:
    """A real process from beginning to end: the lines it said. It must have ended well."""
    command = [sys.executable, "-m", "majordome", "play", "--plain", *words]
    told = subprocess.run(command, input=typed.encode(), capture_output=True, timeout=PATIENCE)
    assert (told.returncode, told.stderr.decode()) == (0, "")
    return told.stdout.decode().splitlines()


class Played(Protocol):
    """Plays from beginning to end in this process, standard input and all: the lines it said."""

    def __call__(self, *words: str, typed: str, trouble: str = "") -> list[str]: ...


def journals(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.journal"))
