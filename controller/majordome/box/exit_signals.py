"""Signals that end the box: TERM, INT and HUP put the same word into the evening's queue as `q` does.

A signal may come at any instruction, also while the queue's own lock is held. So its handler only notes it in a queue
that cannot block, and a thread of its own passes it on. That thread also sees to it that the box is dark and gone in
time, whatever hangs: a prop, a terminal that takes no more lines, a broker.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from types import FrameType
from typing import Any

from majordome.core.cues import Notice
from majordome.core.evening_queue import LEAVE, Inputs

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))
INTERRUPTED, FORCED = 130, 1  # exit codes: what shells expect after Ctrl-C, and what tells that something hung
DARK_AFTER, GONE_AFTER = 1.5, 4.5  # seconds since somebody wants to leave; the service is ended by force after five
LAST_WORD = b"majordome: something hung, so the box left by force: all that was written is kept\n"

log = logging.getLogger(__name__)


class Leaving:
    """Why the box leaves, if it was a signal, and whether it gets away."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self.darken: Callable[[], None] = lambda: None  # puts out whatever shines or sounds; twice does no harm
        self.give_up: Callable[[], None] = lambda: None  # told when the evening does not leave
        self._guards = False
        self._dark, self._gone = threading.Event(), threading.Event()
        self._heard: SimpleQueue[float | None] = SimpleQueue()  # how long each has waited already

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
        self._heard.put(0.0)

    def ask(self, waited: float = 0.0) -> None:
        """Leave, as after a signal. `waited`: seconds that somebody who wants to leave was not heard."""
        self._heard.put(waited)

    def pass_on(self, inputs: Inputs) -> None:
        """In a thread of its own: every signal says LEAVE."""
        while (waited := self._heard.get()) is not None:
            inputs.put(LEAVE)
            if self._guards:
                self._guards = False  # one is enough
                threading.Thread(target=self._guard, args=(waited,), name="guard", daemon=True).start()

    def _guard(self, waited: float) -> None:
        """Dark and gone in time, by force where it must be."""
        if not self._dark.wait(DARK_AFTER - waited):
            log.error("something hangs: the box is darkened by force")
            threading.Thread(target=self.darken, name="darkening", daemon=True).start()  # it may hang, too
            with suppress(Exception):  # whatever comes of it, the box leaves
                self.give_up()
        if not self._gone.wait(GONE_AFTER - DARK_AFTER):
            with suppress(OSError):
                os.set_blocking(2, False)  # a terminal that takes no more lines
                os.write(2, LAST_WORD)
            os._exit(self.exit_code or FORCED)

    def is_dark(self) -> None:
        """Nothing shines and nothing sounds any more."""
        self._dark.set()

    @contextmanager
    def to_the_end(self) -> Iterator[None]:
        """Around all that is left behind: whoever wants to leave gets away from here in time."""
        self._guards = True
        try:
            yield
        finally:
            self._guards = False
            self._dark.set()
            self._gone.set()

    def done(self) -> None:
        """Nobody waits for signals any more."""
        self._heard.put(None)


@contextmanager
def leaving_one_way(inputs: Inputs, leaving: Leaving | None = None) -> Iterator[Leaving]:
    """Signals leave, and a thread that dies is told, as long as the evening lasts."""
    leaving = leaving or Leaving()
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
    """Before the evening and beside it nothing holds a lock: signals end it on the spot, by way of every `with`.

    Left to the system they would end the process alone, and a lamp or a buzzer stays on. A second one comes too late:
    what is just being put out is put out.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        for other in SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(code)

    before = {number: signal.signal(number, leave) for number in SIGNALS}
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
