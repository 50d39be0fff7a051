"""What a supervisor is told: systemd's notify protocol, and a heartbeat that is the evening's own.

The heartbeat is an ear of the evening: it beats only while the evening's thread turns. A thread that hangs falls
silent, systemd starts the box anew, and the box goes on where the evening was. Without NOTIFY_SOCKET nothing is told.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

from majordome.core.clock import Clock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.prompter import Answer

log = logging.getLogger(__name__)

BEATS_IN_TIME = 3  # so many heartbeats fit into the supervisor's patience
LONGEST_STATUS = 200
LOOK_AGAIN = 1.0  # seconds


class Supervisor:
    """The other end of NOTIFY_SOCKET: a path, or a name in the abstract namespace (`@...`)."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._told = ""
        self._away = False
        self.patience = _patience(environ) if self.there else None

    @property
    def there(self) -> bool:
        """Somebody listens: the box runs as a service."""
        return bool(self._address)

    def tell(self, *lines: str) -> bool:
        """`READY=1`, `STATUS=...`; True if it was taken. A supervisor that is away is no trouble of the evening's."""
        if not self.there:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.setblocking(False)  # a full queue may not hold up the evening
                out.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)
        except (OSError, ValueError) as trouble:
            if not self._away:
                log.warning("the supervisor was not reached: %s", trouble)
            self._away = True
            return False
        self._away = False
        return True

    def status(self, words: str) -> None:
        """One line for `systemctl status`, told when it changes."""
        words = " ".join(words.split())[:LONGEST_STATUS]
        if words != self._told and self.tell(f"STATUS={words}"):
            self._told = words


def _patience(environ: Mapping[str, str]) -> float | None:
    """Seconds after which a silent process is taken for dead; None where nobody watches this one."""
    with suppress(ValueError):
        seconds = int(environ.get("WATCHDOG_USEC", "")) / 1e6
        watched = environ.get("WATCHDOG_PID") or str(os.getpid())
        return seconds if seconds > 0 and watched == str(os.getpid()) else None
    return None


class Heartbeat:
    """An ear: its first tick, in the evening's own thread, says that a press works; each later one, that it still does.

    `works`: there is something to press. A box without it is never ready, and its supervisor may start it anew.
    `speed` is the clock's: the supervisor's patience is counted in real seconds.
    """

    def __init__(
        self,
        supervisor: Supervisor,
        clock: Clock,
        *,
        works: Callable[[], bool] = lambda: True,
        ready: Callable[[], None] = lambda: None,
        speed: float = 1.0,
    ) -> None:
        self._supervisor = supervisor
        self._works = works
        self._ready = ready
        self._every = supervisor.patience and supervisor.patience / BEATS_IN_TIME * speed
        self._due: float | None = clock.now()
        self._beats = False

    def due(self) -> float | None:
        """At once, and then as often as the supervisor wants to hear of it."""
        return self._due

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The evening's thread turns."""
        self._due = None if self._every is None else now + self._every
        if self._beats:
            self._supervisor.tell("WATCHDOG=1")
        elif self._works() and (self._supervisor.tell("READY=1", "WATCHDOG=1") or not self._supervisor.there):
            self._beats = True
            self._ready()
        else:
            self._due = now + LOOK_AGAIN
        return []

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """It has no switch."""
        return []

    def took(self, heard: Heard, answer: Answer) -> None:
        """It says nothing to the evening."""
