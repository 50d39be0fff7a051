"""From the edge of a guest's buzzer to the others' lights going out, in the whole running controller, beside gpiozero.

`button.when_pressed = led.off` is as short as it gets, and knows of no race: no order of edges, no lock, no moment of
the evening, and one light instead of three. Journal, page and rules run on our side. Goal: within 2 times bare.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from _running import CONDITIONS, Running, TimedPin, running
from gpiozero import LED, Button
from gpiozero.pins.mock import MockFactory
from press_to_top import percentiles

os.environ["MAJORDOME_GAMES"] = str(Path(__file__).parent.parent / "tests" / "inputs" / "games")

from majordome.core.evening import Evening, Guest
from majordome.core.evening_queue import Heard
from majordome.core.events import Gesture
from majordome.settings.pin_map import Pins

RACES = 150
SPEED = 10.0  # the box's clock runs faster: a race is over sooner
BETWEEN = 0.06  # seconds
BUZZERS, LIGHTS = (7, 8, 9, 10), (11, 18, 19, 20)
PINS = Pins(guest_buzzers=BUZZERS, guest_buzzer_lights=LIGHTS, free=("spi", "i2s"))
EVENING = Evening("quickest", tuple(Guest(name) for name in ("Ana", "Bob", "Cid", "Dora")))


def go_to_the_race(box: Running) -> None:
    """The winner has answered, somebody presses, all may slam."""
    while box.prompter.beat is None or box.prompter.beat.name != "race":
        box.inputs.put(Heard(Gesture.PRESS))
        box.settle()
    time.sleep(BETWEEN)


def our_race(box: Running, winner: int) -> tuple[float, float]:
    """Microseconds from the edge until the first and the last of the others are locked out."""
    go_to_the_race(box)
    buzzer = box.factory.pin(f"GPIO{BUZZERS[winner]}")
    others = [box.factory.pin(f"GPIO{pin}") for number, pin in enumerate(LIGHTS) if number != winner]
    assert all(other.state for other in others)
    began = time.perf_counter_ns()
    buzzer.drive_low()
    out = [(other.off_at - began) / 1000 for other in others]
    assert all(took > 0 for took in out), "somebody is not locked out"
    time.sleep(BETWEEN)
    buzzer.drive_high()
    time.sleep(BETWEEN)
    box.settle()
    return min(out), max(out)


def bare_press(button: Any, lamp: Any, led: LED) -> float:
    """The same of one button that switches off one light."""
    led.on()
    began = time.perf_counter_ns()
    button.drive_low()
    took: float = (lamp.off_at - began) / 1000
    time.sleep(BETWEEN)
    button.drive_high()
    return took


def measure(name: str, races: int) -> None:
    """Ours and bare by turns."""
    factory = MockFactory(pin_class=TimedPin)
    button, led = Button(17, pin_factory=factory), LED(22, pin_factory=factory)
    button.when_pressed = led.off
    first, last, reference = [], [], []
    with running(speed=SPEED, evening=EVENING, pins=PINS) as box, CONDITIONS[name]():
        for number in range(races):
            one, all_of_them = our_race(box, number % len(BUZZERS))
            first.append(one)
            last.append(all_of_them)
            reference.append(bare_press(factory.pin("GPIO17"), factory.pin("GPIO22"), led))
    button.close()
    (one50, _), (p50, p99), (bare50, bare99) = percentiles(first), percentiles(last), percentiles(reference)
    print(
        f"race, {name}: the others are locked out after {p50:.0f} us (the first light after {one50:.0f}) beside "
        f"{bare50:.0f} us bare, ratio {p50 / bare50:.2f} ({one50 / bare50:.2f}); "
        f"p99 {p99:.0f} us beside {bare99:.0f} us"
    )


def main() -> None:
    """Measure and tell."""
    for name in CONDITIONS:
        measure(name, 40 if "fsync" in name else RACES)


if __name__ == "__main__":
    main()
