"""One injected clock. Everything that waits or tells the time gets it from here."""

from __future__ import annotations

import time
from typing import Protocol

LAST_MOMENT = 0.002  # seconds: spun, so that what is due is not late by a turn of the scheduler


class Clock(Protocol):
    """Tells the time, in seconds from some beginning."""

    def now(self) -> float:
        """Seconds."""
        ...


class RealClock:
    """The clock of the house. `speed` makes an evening run faster, to try it out."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed

    def now(self) -> float:
        """Seconds, never turned back by a change of the time of day."""
        return time.monotonic() * self.speed

    def wait_for(self, due: float) -> float:
        """Real seconds to wait for it, less the last moment."""
        return max(0.0, (due - self.now()) / self.speed - LAST_MOMENT)

    def spin_until(self, due: float | None) -> None:
        """Wait out the last moment exactly."""
        while due is not None and self.now() < due:
            pass


class VirtualClock:
    """Stands still until it is advanced: for rehearsals and tests."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Seconds so far."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        if seconds < 0:
            raise ValueError("time does not go back")
        self._now += seconds
