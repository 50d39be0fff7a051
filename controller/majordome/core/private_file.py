"""Files that hold secrets, written whole or not at all, and readable by nobody else.

The one way to write such a file: beside its place under a name that cannot be guessed or be a link, on the disk before
it takes its place, and its name on the disk after that. A power cut leaves the old file or the new one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE, READABLE = 0o600, 0o644


def write_private(path: Path, data: bytes, *, mode: int = PRIVATE, at: float | None = None) -> None:
    """Put these bytes in place of whatever is there. As root, for whoever owns the folder. `at`: its time of change."""
    write_private_with(path, lambda file: file.write(data), mode=mode, at=at)


def write_private_with(
    path: Path, fill: Callable[[BinaryIO], object], *, mode: int = PRIVATE, at: float | None = None
) -> None:
    """The same for a file that is written piece by piece."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    handle = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(handle, "w+b") as file:
            fill(file)
            file.flush()
            if os.geteuid() == 0:
                owner = path.parent.stat()
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
            os.fsync(file.fileno())
        if at is not None:
            os.utime(unfinished, (at, at))
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    keep_name(path.parent)


def keep_name(folder: Path) -> None:
    """A new file's name is safe only when its folder is written too."""
    with suppress(OSError):  # some file systems cannot, and the bytes themselves are synced all the same
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
