"""What moves by itself - a beeping buzzer, falling sand, a breathing lamp - is moved from here, in a thread of its own.

A prop only says when it wants to be looked at next. When nothing moves, nothing is computed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import Protocol

from majordome.core.clock import Clock

log = logging.getLogger(__name__)

TO_STAND_STILL = 0.5  # seconds: a pin that hangs must not keep the others from going out


class Moving(Protocol):
    """A prop that changes with time."""

    def move(self, now: float) -> float | None:
        """Look as it should at this moment; when to look again, or None if nothing moves."""
        ...


class Animator:
    """Moves all props at their times, and tells whose pins have `failed`.

    Without its thread (`start`) it is moved by hand: `catch_up`.
    """

    def __init__(
        self,
        clock: Clock,
        speed: float = 1.0,
        failed: Callable[[Moving, Exception], None] = lambda prop, trouble: None,
    ) -> None:
        self._failed = failed
        self._clock = clock
        self._speed = speed
        self._props: list[Moving] = []
        self._due: dict[int, float | None] = {}
        self._news = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def watch(self, props: Sequence[Moving]) -> None:
        """Move these from now on."""
        with self._news:
            self._props += props
            self._due |= {id(prop): self._clock.now() for prop in props}
            self._news.notify()

    def wake(self, prop: Moving) -> None:
        """Something has changed there: look at once."""
        with self._news:
            self._due[id(prop)] = self._clock.now()
            self._news.notify()

    def next_due(self) -> float | None:
        """When something moves next."""
        return min((due for due in self._due.values() if due is not None), default=None)

    def catch_up(self) -> None:
        """Move whatever is due."""
        now = self._clock.now()
        for prop in list(self._props):
            due = self._due.get(id(prop))
            if due is None or due > now:
                continue
            self._due[id(prop)] = None
            try:
                again = prop.move(now)
            except Exception as trouble:  # a prop that fails must not stop the others
                log.exception("the %s does not move any more", type(prop).__name__)
                self._failed(prop, trouble)
                continue
            with self._news:
                if self._due[id(prop)] is None:  # nobody woke it meanwhile
                    self._due[id(prop)] = again

    def start(self) -> None:
        """Move by itself; twice does no harm."""
        if self._thread is not None:
            return
        self._thread = Thread(target=self._run, name="animator", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            with self._news:
                due = self.next_due()
                wait = None if due is None else (due - self._clock.now()) / self._speed
                if wait is None or wait > 0:
                    self._news.wait(wait)
                if self._closed:
                    return
            self.catch_up()

    def close(self) -> None:
        """Stand still; twice does no harm."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(TO_STAND_STILL)
            self._thread = None
