"""Leaving is one way, whoever asks for it: TERM, INT and HUP put the same word into the evening's queue as `q` does.

A signal may come at any instruction, also while the queue's own lock is held. So its handler only notes it in a queue
that cannot block, and a thread of its own passes it on.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType
from typing import Any

from majordome.core.cues import Notice
from majordome.core.hearing import LEAVE, Inputs

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))
INTERRUPTED = 130  # the exit code that shells expect after Ctrl-C

log = logging.getLogger(__name__)


class Leaving:
    """Why the box leaves, if it was a signal."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._heard: SimpleQueue[int | None] = SimpleQueue()

    @property
    def exit_code(self) -> int:
        """0, unless somebody pressed Ctrl-C."""
        return INTERRUPTED if self.signal == signal.SIGINT else 0

    def hurries(self, inputs: Inputs) -> bool:
        """Somebody waits to leave: by a signal, or by a LEAVE that stands in the queue."""
        if self.signal is not None:
            return True
        with inputs.mutex:
            return any(heard is LEAVE for heard in inputs.queue)

    def note(self, number: int, frame: FrameType | None) -> None:
        """The handler: nothing in it can block, or raise."""
        self.signal = number
        self._heard.put(number)

    def pass_on(self, inputs: Inputs) -> None:
        """In a thread of its own: every signal says LEAVE."""
        while self._heard.get() is not None:
            inputs.put(LEAVE)

    def done(self) -> None:
        """Nobody waits for signals any more."""
        self._heard.put(None)


@contextmanager
def leaving_one_way(inputs: Inputs) -> Iterator[Leaving]:
    """Signals leave, and a thread that dies is told, as long as the evening lasts."""
    leaving = Leaving()
    threading.Thread(target=leaving.pass_on, args=(inputs,), name="leaving", daemon=True).start()
    before = {number: signal.signal(number, leaving.note) for number in SIGNALS}
    hook, threading.excepthook = threading.excepthook, _told(inputs)
    try:
        yield leaving
    finally:
        threading.excepthook = hook
        for number, handler in before.items():
            signal.signal(number, handler)
        leaving.done()


@contextmanager
def leaving_at_once(code: int = 0) -> Iterator[None]:
    """Before the evening and beside it nothing holds a lock: TERM and HUP end it on the spot, by way of every `with`.

    Left to the system they would end the process alone, and a lamp or a buzzer stays on.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(code)

    before = {number: signal.signal(number, leave) for number in SIGNALS if number != signal.SIGINT}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def not_now() -> Iterator[None]:
    """What is half open can be closed by nobody: a signal waits until it is open."""
    came: list[int] = []
    before = {number: signal.signal(number, lambda number, frame: came.append(number)) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number in came[:1]:
        signal.raise_signal(number)


def _told(inputs: Inputs) -> Any:
    """No thread dies unnoticed: the host is told, and the log knows why."""

    def tell(args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread is not None else "thread"
        log.error("the thread %s died", name, exc_info=args.exc_value)
        inputs.put(Notice("prop_failed", (name, str(args.exc_value) or args.exc_type.__name__)))

    return tell
