"""The journal that is being written: what the host is told of the disk is what a fresh process would read there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from majordome.core.journal import SUFFIX, Header, Story, counts, record_to_plain, seal
from majordome.core.plain_values import to_plain
from majordome.core.private_file import keep_name
from majordome.core.records import Record


class Journal:
    """The journal that is being written. It never raises: a full card is told, and the evening goes on in memory.

    What the host is told of the disk is what a fresh process would read there: all lines are kept in memory, and a file
    that was changed, cut or taken away behind our back is written anew as a whole.
    """

    def __init__(self, path: Path, header: Header | None, story: Story | None = None, *, later: bool = False) -> None:
        self.path = path
        self.trouble: str | None = None
        self._lost: str | None = None  # why a line could not even be made: from there on the file is not the evening
        self.blank = story is None or story.blank  # nothing has happened yet
        self._written = bytearray(story.data if story else b"")  # what is on the disk, or was
        self._backlog: list[bytes] = []
        self._checksum = story.checksum if story else 0
        self._file: int | None = None
        if header is not None:
            self._line(to_plain(header))
            if not later:
                self._flush()

    @classmethod
    def begin(cls, folder: Path, header: Header, name: str, *, later: bool = False) -> Journal:
        """A new evening. `later`: its first line is left to a `JournalWriter`, which the disk may keep waiting."""
        path = folder / f"{name}{SUFFIX}"
        number = 1
        while os.path.exists(path):  # unlike Path.exists, no exception where the folder may not be looked into
            number += 1
            path = folder / f"{name}-{number}{SUFFIX}"
        return cls(path, header, later=later)

    @classmethod
    def go_on(cls, path: Path, story: Story) -> Journal:
        """An evening that goes on. A torn last line is cut off: it was never promised to anyone."""
        return cls(path, None, story)

    def write(self, records: tuple[Record, ...], wall: float) -> None:
        """Add these lines and wait until they are on the disk. None: only try again what could not be written."""
        self.blank = self.blank and not any(counts(record) for record in records)
        try:
            for record in records:
                self._line(record_to_plain(record, wall))
        except Exception as fault:
            self.trouble = self._lost = f"{type(fault).__name__}: {fault}"
            raise
        self._flush()

    @property
    def unwritten(self) -> bool:
        """Something that happened is in memory only."""
        return bool(self._backlog) and not self.blank

    @property
    def safe(self) -> bool:
        """All of it is on the disk: a fresh process goes on from here."""
        return self.trouble is None and not self._backlog

    def close(self) -> None:
        """Write what can be written, and close it; twice does no harm."""
        if self._backlog:
            self._flush()
        self._let_go()

    def forget(self) -> None:
        """Close it, and leave nothing behind of an evening in which nothing happened."""
        self.close()
        if self.blank:
            with suppress(OSError):
                self.path.unlink()

    def _let_go(self) -> None:
        handle, self._file = self._file, None
        if handle is not None:
            with suppress(OSError):  # what matters was synced before
                os.close(handle)

    def _line(self, plain: dict[str, Any]) -> None:
        line, self._checksum = seal(plain, self._checksum)
        self._backlog.append(line)

    def _flush(self) -> None:
        data = b"".join(self._backlog)
        try:
            if self._file is not None and _is_gone(self._file, self.path, len(self._written)):
                self._let_go()
            if not data and self._file is not None:
                self.trouble = self._lost
                return
            file = self._open() if self._file is None else self._file
            os.ftruncate(file, len(self._written))  # also what a full disk left of a line
            _write_all(file, data, len(self._written))
            os.fsync(file)
        except OSError as trouble:
            self.trouble = trouble.strerror or str(trouble)
            self._let_go()
            return
        self._written += data
        self._backlog.clear()
        self.trouble = self._lost

    def _open(self) -> int:
        """Open it, and make it what it was when it was last written, whatever has become of it since."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Roles are written here: only the host may read it.
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        keep_name(self.path.parent)
        there = os.pread(self._file, len(self._written) + 1, 0)
        if there[: len(self._written)] != self._written:
            os.ftruncate(self._file, 0)
            _write_all(self._file, bytes(self._written), 0)
        return self._file


def _is_gone(file: int, path: Path, least: int) -> bool:
    """The file was deleted or cut short, or something else stands in its place."""
    ours = os.fstat(file)
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return True
    return ours.st_nlink == 0 or ours.st_size < least or (ours.st_dev, ours.st_ino) != (there.st_dev, there.st_ino)


def _write_all(file: int, data: bytes, at: int) -> None:
    written = 0
    while written < len(data):
        written += os.pwrite(file, data[written:], at + written)
