"""The guest's simulated gpiochip from outside: fingers that pull its lines, and eyes that read them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
PI_4B = 0xC03111


class Line:
    """One line of the chip. A button stands between it and ground, so that pressed means low."""

    def __init__(self, number: int, chip: Path = CHIP) -> None:
        folder = chip / f"sim_gpio{number}"
        self._pull = os.open(folder / "pull", os.O_WRONLY)
        self._value = os.open(folder / "value", os.O_RDONLY)

    def press(self) -> None:
        os.pwrite(self._pull, b"pull-down", 0)

    def release(self) -> None:
        os.pwrite(self._pull, b"pull-up", 0)

    def bounce(self, times: int, pause: float = 0) -> None:
        """So many presses, each let go again, with a pause after every edge."""
        for _ in range(times):
            self.press()
            time.sleep(pause)
            self.release()
            time.sleep(pause)

    @property
    def high(self) -> bool:
        """The level on the wire, whoever drives it."""
        return os.pread(self._value, 1, 0) == b"1"

    def becomes(self, high: bool, within: float = 10) -> bool:
        """Waits for a level; tells whether it came in time."""
        return comes_true(lambda: self.high is high, within)


def comes_true(what: Callable[[], object], within: float = 10) -> bool:
    """Waits, generously: an emulated processor on a busy machine has pauses of tens of milliseconds."""
    deadline = time.monotonic() + within
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)
    return True


def open_factory() -> Any:
    """gpiozero's own lgpio factory on the simulated chip; it only has to be told which Pi this would be."""
    from gpiozero.pins.lgpio import LGPIOFactory

    LGPIOFactory._get_revision = lambda _factory: PI_4B
    return LGPIOFactory(chip=0)
