"""The keys that were given out, as they are kept on disk: only digests, and from when in the box's own life they are.

The file is the truth: where somebody has forgotten or replaced it, a box that runs goes by what is there now. But a
folder that is lost, or another one in its place, is a lost card: nobody has forgotten anything.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock

from msgspec import Struct

from majordome.core.plain_values import Misfit, from_plain, to_plain
from majordome.core.private_file import write_private
from majordome.web.saved_files import FILE_SAVER

log = logging.getLogger(__name__)

FILE = "keys.json"
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
Signature = tuple[int, int, int]


class Age(Struct, frozen=True):
    """When a key was last seen: in which start of the machine, and how long after it. No clock on a wall is needed."""

    boot: str = ""
    at: float = 0.0

    @classmethod
    def now(cls) -> Age:
        """The age of what is seen at this very moment."""
        try:
            boot = BOOT_ID.read_text().strip()
        except OSError:
            boot = "this one"
        clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while a laptop sleeps
        return cls(boot, time.clock_gettime(clock))

    def within(self, seconds: float, of: Age) -> bool:
        """Surely not longer ago. What was seen before this start of the machine may be from any time."""
        return self.boot == of.boot and of.at - self.at < seconds


class Phone(Struct, frozen=True):
    """A host's phone."""

    id: str
    name: str
    digest: str
    waiting: bool = False
    seen: Age = Age()


class GuestKey(Struct, frozen=True):
    """A guest's card: offered by a link, then held by one phone."""

    guest: str
    offered: str | None = None  # digest of the link's token
    held: str | None = None  # digest of the phone's cookie
    seen: Age = Age()


class KeyRing(Struct, frozen=True):
    """All keys that were given out."""

    hosts: tuple[Phone, ...] = ()
    cards: tuple[GuestKey, ...] = ()
    evening: str = ""  # the one they were last good for


class KeyRingFile:
    """The ring on disk."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._busy = Lock()  # what we write ourselves is no change
        self._signature: Signature | None = None
        self._home = self._where()
        self._signature = self._look()

    def changed(self) -> bool:
        """Somebody else has forgotten or replaced it."""
        if not self._busy.acquire(blocking=False):  # the disk may hang
            return False
        with self._unlocked():
            return self._where() == self._home and self._look() != self._signature

    def moved(self) -> bool:
        """Another folder stands in the place of ours: the card was lost, or is back."""
        if not self._busy.acquire(blocking=False):
            return False
        with self._unlocked():
            where = self._where()
            if where in (None, self._home):
                return False
            self._home, self._signature = where, self._look()
            return True

    @contextmanager
    def _unlocked(self) -> Iterator[None]:
        try:
            yield
        finally:
            self._busy.release()

    def read(self) -> KeyRing:
        """The keys that are in the file now."""
        self._signature = self._look()
        try:
            return from_plain(KeyRing, json.loads(self._path.read_bytes()))
        except FileNotFoundError:
            return KeyRing()
        except (OSError, ValueError, Misfit) as trouble:
            log.warning("the keys cannot be read, and phones must pair again: %s", type(trouble).__name__)
            return KeyRing()

    def keep(self, ring: KeyRing) -> None:
        """Write it, unless it was forgotten meanwhile."""
        FILE_SAVER.do(self._path, partial(self._write, ring))

    def _write(self, ring: KeyRing) -> None:
        with self._busy, _alone(self._path.parent):  # a full card: phones pair again after a cut
            if self._look() == self._signature:
                write_private(self._path, json.dumps(to_plain(ring)).encode())
                self._signature = self._look()

    def _look(self) -> Signature | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        except OSError:  # a broken card says nothing
            return self._signature
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _where(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = self._path.parent.stat()
            return found.st_dev, found.st_ino
        return None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One after the other, whoever writes or forgets. A file system that cannot lock is no reason not to."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def forget_all(folder: Path) -> bool:
    """Every phone must pair again, also with a box that runs; True if there was any."""
    try:
        with _alone(folder):
            (folder / FILE).unlink()
    except FileNotFoundError:
        return False
    return True
