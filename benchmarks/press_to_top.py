"""From the edge on the button's pin to the buzzer's pin, through the whole running controller, beside bare gpiozero.

A press counts when the finger leaves, so that edge is measured. `button.when_released = buzzer.on` is as short as it
gets. Journal, page and animation run on our side; the disk is made slow and the cores busy in turn. Goal: the median
within 1.2 times bare, and no slow disk in the 99th percentile.
"""

from __future__ import annotations

import time
from typing import Any

from _running import CONDITIONS, PINS, Running, TimedPin, running
from gpiozero import Button, Buzzer
from gpiozero.pins.mock import MockFactory

from majordome.core.evening_queue import Heard
from majordome.core.events import Gesture, Wish

PRESSES = 300
SPEED = 10.0  # the box's clock runs faster, so that presses of one habit-pressing hand are told apart sooner
TOUCH = 0.02  # seconds that the button is down
BETWEEN = 0.06  # seconds between two presses


def press(pin: Any, buzzer: Any) -> float:
    """Microseconds from the edge that decides, the finger's leaving, to the buzzer."""
    pin.drive_low()
    time.sleep(TOUCH)
    began = time.perf_counter_ns()
    pin.drive_high()
    took: float = (buzzer.on_at - began) / 1000
    time.sleep(BETWEEN)
    return took


def bare(factory: Any) -> tuple[Any, Any, Any]:
    """As gpiozero's own manual has it."""
    button, buzzer = Button(17, pin_factory=factory), Buzzer(22, pin_factory=factory)
    button.when_released = buzzer.on
    return button, buzzer, (factory.pin("GPIO17"), factory.pin("GPIO22"))


def our_press(box: Running) -> float:
    """Back to 'walking', where a press is a TOP; then press."""
    back_to_walking(box)
    took = press(box.factory.pin(f"GPIO{PINS.button}"), box.factory.pin(f"GPIO{PINS.buzzer}"))
    time.sleep(BETWEEN)
    box.settle()
    return took


def back_to_walking(box: Running) -> None:
    """However far the last press got: on a busy machine it may have become a hold, and paused the evening."""
    while box.prompter.paused or box.prompter.beat is None or box.prompter.beat.name != "walking":
        at_start = not box.prompter.paused and box.prompter.beat is not None and box.prompter.beat.name == "welcome"
        wish = Wish.GO_ON if box.prompter.paused else Gesture.PRESS if at_start else Wish.TAKE_BACK
        box.inputs.put(Heard(wish))
        box.settle()


def percentiles(times: list[float]) -> tuple[float, float]:
    """The median, and the 99th percentile."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]


def measure(name: str, presses: int) -> None:
    """Ours and bare by turns."""
    factory = MockFactory(pin_class=TimedPin)
    button, buzzer, (button_pin, buzzer_pin) = bare(factory)
    ours, reference = [], []
    with running(speed=SPEED) as box:
        assert box.hardware.hourglass is not None
        box.hardware.hourglass.run(20.0, 3600.0)  # the last half minute: it pulses at every frame
        with CONDITIONS[name]():
            for _ in range(presses):
                ours.append(our_press(box))
                reference.append(press(button_pin, buzzer_pin))
                buzzer.off()
    button.close()
    (p50, p99), (bare50, bare99) = percentiles(ours), percentiles(reference)
    print(
        f"press_to_top, {name}: median {p50:.0f} us beside {bare50:.0f} us bare, ratio {p50 / bare50:.2f}; "
        f"p99 {p99:.0f} us beside {bare99:.0f} us"
    )


def main() -> None:
    """Measure and tell."""
    for name in CONDITIONS:
        measure(name, 40 if "fsync" in name else PRESSES // 2)


if __name__ == "__main__":
    main()
