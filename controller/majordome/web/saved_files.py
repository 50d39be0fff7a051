"""Small things that pages have told and a power cut must not take: one private file each, whole or not at all."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from majordome.core.private_file import write_private

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds: pages are answered in the thread that would wait


class FileSaver:
    """Writes for the pages, in a thread of its own. A disk that hangs is waited for once; of each file the last counts.

    Full or broken, it costs only what a power cut would have saved.
    """

    def __init__(self) -> None:
        self._lock, self._idle = Lock(), Event()
        self._idle.set()
        self._todo: dict[Path, Callable[[], object]] = {}

    def do(self, path: Path, work: Callable[[], object]) -> None:
        """Do this work on that file: now, or, where the disk hangs, as soon as that answers."""
        with self._lock:
            self._todo[path] = work
            hangs = not self._idle.is_set()
            if not hangs:
                self._idle.clear()
                Thread(target=self._work, name="keeping", daemon=True).start()
        if not hangs:
            self._idle.wait(PATIENCE)

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._todo:
                    return self._idle.set()
                work = self._todo.pop(next(iter(self._todo)))
            try:
                work()
            except OSError:
                pass
            except Exception:  # the next one is written all the same
                log.exception("something was not kept")


FILE_SAVER = FileSaver()


def keep(path: Path, plain: Any) -> None:
    """Write these plain values there, as JSON."""
    FILE_SAVER.do(path, partial(write_private, path, json.dumps(plain).encode()))


def kept(path: Path) -> Any:
    """The plain values that were kept there; None where nothing was, or nothing can be read."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def forget(path: Path) -> None:
    """Delete the file: it is of no use any more."""
    FILE_SAVER.do(path, partial(path.unlink, missing_ok=True))
