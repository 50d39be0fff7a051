"""Where the records of an evening are written to: into memory here, into the journal's file in journal_writer.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from majordome.core.records import Record

PATIENCE = 1.0  # seconds: a disk that hangs must not keep the box from leaving


class Saved(Protocol):
    """Records that are being written: done when they are safe. A `concurrent.futures.Future` is one."""

    def done(self) -> bool:
        """Whether it is known what came of it."""
        ...

    def result(self, timeout: float | None = None) -> str | None:
        """Wait; the trouble, if there is any. A `TimeoutError` where it takes longer."""
        ...

    def add_done_callback(self, fn: Callable[[Any], object], /) -> None:
        """Call this when it is done."""
        ...


class RecordWriter(Protocol):
    """Writes records, one batch after the other."""

    def write(self, records: tuple[Record, ...]) -> Saved:
        """Begin to write these; what is given back is done when they are safe."""
        ...

    def end(self) -> None:
        """Finish what is begun; nobody waits for it."""
        ...

    def close(self, patience: float = PATIENCE) -> None:
        """Finish what is begun, and wait for it as long as patience lasts."""
        ...

    def forget(self) -> None:
        """Another evening takes its place: a journal in which nothing happened is not kept."""
        ...

    @property
    def unwritten(self) -> bool:
        """Something that happened is in memory only: it can be tried again."""
        ...


class _Safe:
    """Written already."""

    def done(self) -> bool:
        """True: it is written."""
        return True

    def result(self, timeout: float | None = None) -> str | None:
        """No trouble."""
        return None

    def add_done_callback(self, fn: Callable[[Any], object], /) -> None:
        """At once."""
        fn(self)


class MemoryWriter:
    """Keeps the records in memory: for rehearsals and tests."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def write(self, records: tuple[Record, ...]) -> Saved:
        """Done at once."""
        self.records += records
        return _Safe()

    def end(self) -> None:
        """Nothing is begun."""

    def close(self, patience: float = PATIENCE) -> None:
        """Nothing is open."""

    def forget(self) -> None:
        """Nothing is kept anywhere."""

    unwritten = False
