"""A party on pins, for tests: levels go in, levels come out. Everything is real - gpiozero's own devices, gestures,
rulebook, stage, props - but the clock and the voltage (gpiozero's mock pins).
"""

from __future__ import annotations

from queue import Empty, Queue
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box.parts import Hardware
from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Inputs, Said
from majordome.core.events import Chair
from majordome.core.library import manifest
from majordome.core.prompter import Answer, Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.settings.pin_map import HEADER, Pins
from majordome.words.narrator import Narrator

TOUCH = 0.12  # seconds: an ordinary press
SURE = 0.6  # after which no second press is waited for, and the next one counts
A_MOMENT = 1e-9  # what is due and does not come is a rounding error away


class PinParty:
    """A box on mock pins, and hands that press and sit."""

    def __init__(self, evening: Evening, pins: Pins | None = None, *, factory: Any = None) -> None:
        self.pins = pins or Pins()
        self.factory = factory or MockFactory(pin_class=MockPWMPin)
        self.clock = VirtualClock()
        self.seen: list[tuple[float, Cue]] = []
        self.trace: list[tuple[float, int, float]] = []  # when which pin changed to what
        self._levels: dict[int, float] = {}
        self._found: dict[int, Any] = {}  # gpiozero looks long for a pin
        self.inputs: Inputs = Queue()
        self.prompter = Prompter(evening, Narrator("en"))
        self.hardware = Hardware(
            self.pins, self.factory, clock=self.clock, tell=self.inputs.put, prompter=self.prompter
        )
        box = self.hardware
        stage = Stage(lambda: manifest(self.prompter.evening.game), **box.props(), page=[self])
        self.writer = MemoryWriter()
        self.performance = Performance(self.prompter, stage, self.clock, self.writer)
        self.performance.begin()
        box.attach(self.performance)
        self._settle()

    def show(self, cue: Cue) -> None:
        """As a page of the stage."""
        self.seen.append((self.clock.now(), cue))

    # Hands.

    def down(self, pin: int | None = None) -> None:
        """Push a button down, and keep it down."""
        self._pin(self.pins.button if pin is None else pin).drive_low()
        self._settle()

    def up(self, pin: int | None = None) -> None:
        """Let it go."""
        self._pin(self.pins.button if pin is None else pin).drive_high()
        self._settle()

    def press(self, seconds: float = TOUCH) -> None:
        """Press the big button, and wait until it is sure what was meant."""
        self.down()
        self.wait(seconds)
        self.up()
        self.wait(SURE)

    def double(self) -> None:
        """Press it twice."""
        self.down()
        self.wait(TOUCH)
        self.up()
        self.wait(TOUCH)
        self.press()

    def sit(self, chair: Chair) -> None:
        """Somebody sits down, and stays."""
        self.down(self._chair_pin(chair))
        self.wait(0.5)

    def stand(self, chair: Chair, seconds: float = 1.5) -> None:
        """Somebody stands up, for so long."""
        self.up(self._chair_pin(chair))
        self.wait(seconds)

    def say(self, said: Said) -> Answer:
        """What the host tells by other means."""
        answer = self.performance.hear(said)
        self._settle()
        return answer

    # Time.

    def wait(self, seconds: float) -> None:
        """Let time pass; everything comes when it is due."""
        until, before = self.clock.now() + seconds, None
        while True:
            dues = [self.performance.next_due(), self.hardware.animator.next_due()]
            due = min((due for due in dues if due is not None), default=until)
            if due > until:
                break
            self.clock.advance(max(A_MOMENT if due == before else 0.0, due - self.clock.now()))
            before = due
            self.performance.tick()
            self._settle()
            if due >= until:
                break
        self.clock.advance(max(0.0, until - self.clock.now()))

    def wait_for(self, beat: str, at_most: float = 4000.0) -> None:
        """Let time pass until the box is at this beat."""
        began = self.clock.now()
        while self.beat != beat:
            assert self.clock.now() - began < at_most, f"the box stays at '{self.beat}'"
            self.wait(1.0)

    def _settle(self) -> None:
        while True:
            try:
                heard = self.inputs.get_nowait()
            except Empty:
                break
            assert heard is not None
            self.performance.take(heard)
        self.hardware.animator.catch_up()
        self._look()

    def _look(self) -> None:
        for number, _ in self.pins.users():
            if number not in HEADER:
                continue
            pin = self._pin(number)
            if pin.function == "output" and self._levels.get(number, 0.0) != float(pin.state):
                self._levels[number] = float(pin.state)
                self.trace.append((self.clock.now(), number, float(pin.state)))

    # What can be seen.

    @property
    def beat(self) -> str:
        """Where the box waits."""
        return self.prompter.beat.name if self.prompter.beat else "finished"

    def level(self, pin: int | None) -> float:
        """The level of a pin."""
        return float(self._pin(pin).state)

    def row(self) -> list[float]:
        """The LEDs of the hourglass."""
        return [round(self.level(pin), 2) for pin in self.pins.hourglass]

    def pulses(self, pin: int | None) -> list[tuple[float, float]]:
        """When a pin went on, and for how long."""
        pulses, began = [], None
        for t, number, level in self.trace:
            if number == pin and level > 0 and began is None:
                began = t
            elif number == pin and level == 0 and began is not None:
                pulses.append((round(began, 3), round(t - began, 3)))
                began = None
        return pulses

    def _pin(self, number: int | None) -> Any:
        assert number is not None, "that part is not fitted"
        if number not in self._found:
            self._found[number] = self.factory.pin(f"GPIO{number}")
        return self._found[number]

    def _chair_pin(self, chair: Chair) -> int | None:
        return self.pins.left_chair if chair == "left" else self.pins.right_chair
