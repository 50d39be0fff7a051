"""A whole running controller on mock pins, in real time: journal, page and animation on. For the benchmarks of pins."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from unittest import mock

from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome import __version__
from majordome.box.parts import Hardware
from majordome.core.clock import RealClock
from majordome.core.cues import Cue
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import LEAVE, Inputs
from majordome.core.journal import Header
from majordome.core.journal_file import Journal
from majordome.core.journal_writer import JournalWriter
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.stage import Stage
from majordome.games.murder.testing import an_evening
from majordome.settings.pin_map import Pins
from majordome.terminal.line_mode import PlainPage
from majordome.words.narrator import Narrator

PINS = Pins()


class TimedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that notes when it was last switched on, and off."""

    on_at = off_at = 0

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if value:
            self.on_at = time.perf_counter_ns()
        else:
            self.off_at = time.perf_counter_ns()


class Running:
    """The box, playing in a thread of its own."""

    def __init__(self, folder: Path, extra_page: Any, speed: float, evening: Evening, pins: Pins) -> None:
        self.clock = RealClock(speed)
        self.inputs: Inputs = Queue()
        self.factory = MockFactory(pin_class=TimedPin)
        self.narrator = Narrator("en")
        self.prompter = Prompter(evening, self.narrator)
        self.hardware = Hardware(
            pins, self.factory, clock=self.clock, tell=self.inputs.put, prompter=self.prompter, speed=speed
        )
        header = Header(evening, "en", 0, rules=1, wall=0.0, majordome=__version__)
        self.writer = JournalWriter(Journal.begin(folder, header, "bench"))
        self.sink = open(os.devnull, "w")  # noqa: SIM115 - closed with the box
        page = PlainPage(self.narrator, lambda line: print(line, file=self.sink))
        pages = [page, *([extra_page] if extra_page else [])]
        stage = Stage(lambda: manifest(evening.game), **self.hardware.props(), page=pages)
        self.performance = Performance(self.prompter, stage, self.clock, self.writer)
        self.performance.watchers.append(lambda: page.tell_beat(self.performance))
        self.performance.begin()
        self.hardware.attach(self.performance)
        self.hardware.animator.start()
        self._thread = Thread(target=self.performance.run, args=(self.inputs, self.clock), name="evening")
        self._thread.start()

    def settle(self) -> None:
        """Wait until all that was said is done, and written."""
        self.inputs.join()

    def close(self) -> None:
        """End the evening."""
        self.inputs.put(LEAVE)
        self._thread.join()
        self.writer.close()
        self.hardware.close()
        self.sink.close()


@contextmanager
def running(
    extra_page: Any = None, speed: float = 1.0, evening: Evening | None = None, pins: Pins = PINS
) -> Iterator[Running]:
    """A box that plays for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        box = Running(Path(folder), extra_page, speed, evening or an_evening(discussion=3600), pins)
        try:
            yield box
        finally:
            box.close()


@contextmanager
def busy_cores() -> Iterator[None]:
    """Every core has something else to do."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 2)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def slow_disk(seconds: float) -> Any:
    """A card whose every write takes so long."""
    fsync = os.fsync

    def slow(handle: int) -> None:
        time.sleep(seconds)
        fsync(handle)

    return mock.patch("os.fsync", slow)


CONDITIONS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "idle": nullcontext,
    "both cores busy": busy_cores,
    "fsync of 100 ms": lambda: slow_disk(0.1),
}


class Screams:
    """A page that notes when the scream came."""

    def __init__(self) -> None:
        self.at: list[float] = []

    def show(self, cue: Cue) -> None:
        """Note it."""
        if type(cue).__name__ == "Scream":
            self.at.append(time.monotonic())
