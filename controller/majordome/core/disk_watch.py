"""The disk's truth: each step is on it before the next one is taken, or the host knows that it is not.

It belongs to the evening's own thread. What is written, and how, is the writer's.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from majordome.core.clock import Clock
from majordome.core.cues import Notice
from majordome.core.record_writer import PATIENCE, RecordWriter, Saved
from majordome.core.records import Record

TRY_DISK_EVERY = 5.0  # seconds, while it has trouble
LOOK_AT_DISK_AFTER = 1.0  # seconds after a step
DISK_PATIENCE = 10.0  # seconds: a disk that takes longer for one line counts as one that has trouble
GLANCE = 0.2  # seconds between two looks at whether somebody must leave meanwhile
SLOW = 0.6  # seconds: a card that takes longer for one line is slow
LEAVING = 0.3  # seconds that it is waited for on the way out: the lamp must be out within two
HUNG = "it does not answer"


class DiskWatch:
    """The writer of this evening, those of earlier ones that are behind, and what the host was told last."""

    def __init__(self, writer: RecordWriter, clock: Clock, tell: Callable[[Notice], None]) -> None:
        self.hurried: Callable[[], bool] = lambda: False  # told to leave by a signal, which may not wait for a disk
        self._writer = writer
        self._clock = clock
        self._tell = tell
        self._saved: Saved | None = None
        self._looks_at = 0.0  # whether the last step is on the disk
        self._is_well = True
        self._hangs = False  # a disk that hangs is waited for once, and not at every step
        self._behind: list[RecordWriter] = []  # of evenings before this one, whose last lines are not on the disk yet
        self._tried = float("-inf")
        self.is_waited_for = False  # for longer than a card takes: whoever types need not wait for it too

    def keep(self, records: tuple[Record, ...]) -> None:
        """The disk begins to turn; the step before this one is safe by then."""
        if records:
            self.settle()
            self._saved = self._writer.write(records)
            self._looks_at = self._clock.now() + LOOK_AT_DISK_AFTER

    def another(self, writer: RecordWriter) -> None:
        """Another evening has a journal of its own. Its first line is safe, or the host is told."""
        if self._writer.unwritten:
            self._behind.append(self._writer)  # its hand stays: it is tried again
        else:
            self._writer.forget()
        self._writer, self._saved = writer, writer.write(())

    def when_safe(self, tell: Callable[[bool], None]) -> None:
        """Tell whoever waits for it: True once the last step is on the disk, False when it cannot be."""
        if self._saved is None:
            tell(self._is_well)
        else:
            self._saved.add_done_callback(lambda saved: tell(saved.result() is None))

    def settle(self, patience: float = DISK_PATIENCE) -> None:
        """Wait until the last step is safe, but for a disk that is known to hang: that one is only looked at."""
        if self._saved is None:
            return
        try:
            trouble, self._saved = self._result(self._saved, 0 if self._hangs else patience), None
            self._hangs = False
        except TimeoutError:
            trouble, self._hangs = HUNG, True  # it is asked again before the next step
        if trouble and self._is_well:
            self._tell(Notice("disk_trouble", (trouble,)))
        elif not trouble and not self._is_well:
            self._tell(Notice("disk_well"))
        self._is_well = not trouble

    def _result(self, saved: Saved, patience: float) -> str | None:
        """Wait for it; no longer than patience lasts, and hardly at all for whoever must leave."""
        try:
            while patience > GLANCE and not self.hurried():
                with suppress(TimeoutError):
                    return saved.result(GLANCE)
                patience -= GLANCE
                self.is_waited_for = patience <= DISK_PATIENCE - SLOW
            return saved.result(min(patience, GLANCE))
        finally:
            self.is_waited_for = False

    def check(self) -> None:
        """Tell the host at once if nothing can be written."""
        self.settle()
        self._saved = self._writer.write(())
        self.settle()

    def look(self, now: float) -> None:
        """What could not be written is tried again, by time: nobody need press for it."""
        if self._saved is not None and now >= self._looks_at:  # nobody need press for the bad news, either
            self._looks_at = now + LOOK_AT_DISK_AFTER
            if self._saved.done():
                self.settle()
        if not self._in_trouble or now < self._tried + TRY_DISK_EVERY:
            return
        self._tried = now
        if self._hangs:  # it has enough to do
            return
        for writer in self._behind:
            with suppress(TimeoutError):
                self._result(writer.write(()), GLANCE)
            if not writer.unwritten:
                writer.end()
        self._behind = [writer for writer in self._behind if writer.unwritten]
        self.check()

    def due(self, now: float) -> float | None:
        """When to look again; None while all is safe and well."""
        dues = [max(now, self._tried + TRY_DISK_EVERY)] if self._in_trouble else []
        if self._saved is not None:
            dues.append(max(now, self._looks_at))
        return min(dues, default=None)

    @property
    def _in_trouble(self) -> bool:
        return not self._is_well or bool(self._behind)

    def leave(self) -> None:
        """The host leaves the room: the last step is waited for, but not long."""
        self.settle(LEAVING)

    def close(self) -> None:
        """The last line of each evening is written, if the disk answers at all."""
        writers = (self._writer, *self._behind)
        for writer in writers:
            writer.end()
        for writer in writers:  # all together are waited for no longer than one
            writer.close(PATIENCE / len(writers))
        self.leave()
