"""Writes the journal beside the play: TOP must not wait for a slow card, and nothing is promised before
it is written."""

from __future__ import annotations

import time
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread

from majordome.core.journal_file import Journal
from majordome.core.record_writer import PATIENCE
from majordome.core.records import Record

HUNG = "the disk does not answer"


class JournalWriter:
    """Writes to the disk, one batch after the other, in a thread of its own that nobody need wait for."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._todo: SimpleQueue[tuple[tuple[Record, ...], float, Future[str | None]] | None] = SimpleQueue()
        self._kept = True  # also a journal in which nothing happened
        self._hand = Thread(target=self._write, name="writer", daemon=True)
        self._hand.start()

    def write(self, records: tuple[Record, ...]) -> Future[str | None]:
        """Begin to write. The future is done when they are safe; its result is the trouble, if there is any."""
        saved: Future[str | None] = Future()
        if self._hand.is_alive():
            self._todo.put((records, time.time(), saved))
        else:  # closed already: in this thread, then
            self.journal.write(records, time.time())
            saved.set_result(self.journal.trouble)
        return saved

    def _write(self) -> None:
        while (task := self._todo.get()) is not None:
            records, wall, saved = task
            try:
                self.journal.write(records, wall)
                saved.set_result(self.journal.trouble)
            except BaseException as fault:  # noqa: BLE001  # whoever waits for it is told, and the next batch is tried
                saved.set_result(f"{type(fault).__name__}: {fault}")
        if self._kept:  # in this thread: a disk that hangs keeps nobody else
            self.journal.close()
        else:
            self.journal.forget()

    def end(self) -> None:
        """Finish what is begun, and let go; nobody waits for it."""
        self._todo.put(None)

    def close(self, patience: float = PATIENCE) -> None:
        """The same; a disk that hangs is waited for no longer than people would."""
        self.end()
        self._hand.join(patience)

    def forget(self) -> None:
        """Finish what is begun; a journal in which nothing happened is not kept."""
        self._kept = False
        self.close()

    @property
    def unwritten(self) -> bool:
        """Something that happened is in memory only: it can be tried again."""
        return self.journal.unwritten
