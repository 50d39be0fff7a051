"""When a guest's hand came down, on mock pins: by the kernel's time of the edge, whoever is held up on the way."""

from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory

from inputs.racing import Racing
from majordome.core.events import Gesture
from majordome.inputs.pin_guest_buzzers import READINGS, PinGuestBuzzers

PINS = (7, 8, 9, 10)


class HeldUp(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins whose kernel has the evening's own clock, and a thread that stands still between the two clocks."""

    def __init__(self, racing: Racing) -> None:
        super().__init__()
        self.racing = racing
        self.kernel_is_ahead = 5.0
        self.held_up: list[float] = []  # seconds, one for each reading of the kernel's clock
        self.read = 0

    def ticks(self) -> float:
        self.read += 1
        if self.held_up:
            self.racing.clock.advance(self.held_up.pop(0))
        return self.racing.clock.now() + self.kernel_is_ahead

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        return later - earlier


@pytest.fixture
def pins(quickest: str) -> HeldUp:
    racing = Racing(quickest)
    pins = HeldUp(racing)
    PinGuestBuzzers(
        PINS,
        race=racing.race,
        clock=racing.clock,
        tell=racing.told.append,
        moment=lambda: racing.prompter.moment,
        pin_factory=pins,
    )
    racing.performance.hear(Gesture.PRESS)
    racing.clock.advance(0.0001)  # right behind the arming
    return pins


def down(pins: HeldUp, seat: int, ago: float = 0.0) -> None:
    """A hand came down so long ago, and its thread is told now."""
    pin = pins.pin(PINS[seat])
    pin._state = False
    pin.when_changed(pins.racing.clock.now() + pins.kernel_is_ahead - ago, 0)


def test_the_kernels_time_counts_and_not_who_is_told_first(pins: HeldUp) -> None:
    pins.racing.clock.advance(0.5)
    down(pins, 0)
    down(pins, 1, ago=0.004)
    pins.racing.wait(1)
    assert pins.racing.read_out()[0] == "Bob"


def test_a_thread_that_is_held_up_between_the_clocks_does_not_make_its_hand_the_first(pins: HeldUp) -> None:
    pins.racing.clock.advance(0.5)
    down(pins, 0, ago=0.004)
    pins.held_up = [0.02]
    down(pins, 1)
    pins.racing.wait(1)
    assert pins.racing.read_out()[0] == "Ana"


def test_a_hand_right_behind_the_arming_is_in_the_race_though_its_thread_is_held_up(pins: HeldUp) -> None:
    pins.held_up = [0.02]
    down(pins, 0)
    assert pins.racing.lit[-1] == ("Ana",)


def test_on_a_machine_that_is_always_held_up_the_hand_still_counts(pins: HeldUp) -> None:
    pins.read, pins.held_up = 0, [0.02] * 100
    down(pins, 0)
    assert pins.racing.lit[-1] == ("Ana",)
    assert pins.read == READINGS
