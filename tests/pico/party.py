"""A party on a Pico, in real time: the real firmware on the rig's pty, the real port, board, props, ears and rulebook.

The evening runs faster than the clock on the wall (`speed`), but hands, sensors and the board itself do not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import Queue
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeVar

from majordome.box.parts import Hardware
from majordome.core.clock import RealClock
from majordome.core.cues import Cue, Notice, ReadOut
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import LEAVE, Heard, Inputs, Said
from majordome.core.events import Chair
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.pico.board import Board
from majordome.settings.wiring import NO_PINS, SERVABLE
from majordome.words.narrator import Narrator
from pins.moves import an_evening

C = TypeVar("C", bound=Cue)
USUAL = tuple(part for part in SERVABLE if part not in ("ring", "guest_buzzer_lights"))  # as settings.py has it
PATIENCE = 20.0  # seconds: machines that run tests are busy
LOOK = 0.003
FINGER = 0.06  # seconds: no hand is quicker, and a shorter edge is taken for trembling


def until(happened: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for a real event, with a time-out that names it."""
    end = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(LOOK)


class PicoParty:
    """An evening whose body is a board, or part of one."""

    def __init__(
        self,
        rig: Any,
        evening: Evening | None = None,
        *,
        speed: float = 8.0,
        serves: Sequence[str] = USUAL,
        **port: Any,
    ) -> None:
        self.rig = rig
        self.seen: list[Cue] = []
        self.orders: list[tuple[str, tuple[Any, ...]]] = []  # what the board was told
        self.clock = RealClock(speed)
        self.inputs: Inputs = Queue()
        self.prompter = Prompter(evening or an_evening(discussion=8), Narrator("en"))
        self.board = Board(rig.path, serves, tell=self.inputs.put, **port)
        send = self.board.line.say

        def overheard(name: str, *values: Any) -> bool:
            self.orders.append((name, values))
            return send(name, *values)

        self.board.line.say = overheard  # type: ignore[method-assign]  # listened to, not replaced
        self.hardware = Hardware(
            NO_PINS, None, clock=self.clock, tell=self.inputs.put, prompter=self.prompter, speed=speed, board=self.board
        )
        stage = Stage(lambda: manifest(self.prompter.evening.game), **self.hardware.props(), page=[self])
        self.performance = Performance(self.prompter, stage, self.clock, MemoryWriter())
        self._thread = Thread(target=self._play, daemon=True)
        self.trouble: BaseException | None = None

    def _play(self) -> None:
        try:
            self.performance.begin()
            self.hardware.attach(self.performance)
            self.performance.run(self.inputs, self.clock)
        except BaseException as trouble:  # noqa: BLE001 - told by the test's own thread
            self.trouble = trouble

    def show(self, cue: Cue) -> None:
        """As a page of the stage."""
        self.seen.append(cue)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.inputs.put(LEAVE)
        self._thread.join(10)
        self.hardware.close()
        assert self.trouble is None, self.trouble

    # Hands.

    def press(self) -> None:
        """As short as the evening's speed wants it."""
        self.rig.press_button()
        until(lambda: self.hardware.button and self.hardware.button.level, "the press is heard")
        leaves = time.monotonic() + FINGER
        until(lambda: time.monotonic() >= leaves, "the finger leaves")
        self.rig.release_button()
        until(lambda: self.hardware.button and not self.hardware.button.level, "the release is heard")

    def say(self, said: Said) -> None:
        """What the host tells by other means, for this moment."""
        self.inputs.put(Heard(said, self.prompter.moment))

    def sit(self, *chairs: Chair) -> None:
        for chair in chairs:
            self.rig.sit(chair)

    def stand(self, *chairs: Chair) -> None:
        for chair in chairs:
            self.rig.stand(chair)

    # Eyes.

    @property
    def beat(self) -> str:
        return self.prompter.beat.name if self.prompter.beat else "finished"

    def wait_for(self, *beats: str) -> None:
        until(lambda: self.beat in beats or self.trouble, f"{' or '.join(beats)}; the box stays at '{self.beat}'")

    def here(self) -> None:
        assert self.board.here.wait(PATIENCE), f"the board does not come: {self.board.absence}"

    def all(self, kind: type[C]) -> list[C]:
        return [cue for cue in self.seen if isinstance(cue, kind)]

    @property
    def said(self) -> list[str]:
        """The names of the orders."""
        return [name for name, _ in self.orders]

    def read_out(self) -> list[str]:
        return [cue.text for cue in self.all(ReadOut)]

    def notices(self) -> list[str]:
        return [notice.what for notice in self.all(Notice)]

    def rest(self, seconds: float) -> None:
        """So long on the clock of the evening: until gestures are sure, and a second press is not the same."""
        end = self.clock.now() + seconds
        until(lambda: self.clock.now() >= end, "time passes")

    def settled(self) -> None:
        """All that was said has arrived."""

        def all_answered() -> bool:
            link = self.board.line.link
            return link is not None and link.together and link.unanswered == 0

        until(all_answered, "the board has everything")
