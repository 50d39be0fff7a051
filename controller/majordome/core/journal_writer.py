"""The journal's scribe writes it beside the play: TOP must not wait for a slow card, and nothing is promised before
it is written."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor

from majordome.core.journal import Journal
from majordome.core.records import Record


class JournalScribe:
    """Writes to the disk, one batch after the other, in a thread of its own."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._hand = ThreadPoolExecutor(max_workers=1, thread_name_prefix="scribe")

    def write(self, records: tuple[Record, ...]) -> Future[str | None]:
        """Begin to write."""
        return self._hand.submit(self._write, records, time.time())

    def _write(self, records: tuple[Record, ...], wall: float) -> str | None:
        self.journal.write(records, wall)
        return self.journal.trouble

    def close(self) -> None:
        """Finish what is begun."""
        self._hand.shutdown(wait=True)
        self.journal.close()

    def forget(self) -> None:
        """Finish what is begun; a journal in which nothing happened is not kept."""
        self.close()
        self.journal.forget()
