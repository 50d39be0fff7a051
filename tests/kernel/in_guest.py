"""Runs in the guest: gpiozero and lgpio on a real kernel's gpiochip. Each experiment says in JSON what it saw."""

from __future__ import annotations

import json
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import lgpio
from gpiozero import LED, Button

from kernel.simchip import Line, comes_true, open_factory
from majordome.core.clock import RealClock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.race import RaceLock
from majordome.inputs.pin_guest_buzzers import PinGuestBuzzers
from majordome.props.guest_lights import PinGuestLights
from majordome.sensing.gestures import SETTLING

BUTTON, OTHER_BUTTON, LAMP = 17, 22, 18
LIGHTS = (23, 24)
RACES = 20
QUIET = 0.5  # seconds without an edge: the storm is over

Facts = dict[str, object]


def press(factory: Any) -> Facts:
    line = Line(BUTTON)
    seen: list[str] = []
    with Button(BUTTON, pin_factory=factory) as button:
        pulled_up = line.high  # by the bias that gpiozero asked the kernel for, nobody has touched the line
        button.when_pressed = lambda: seen.append("pressed")
        button.when_released = lambda: seen.append("released")
        line.press()
        comes_true(lambda: seen)
        held = button.is_pressed
        line.release()
        comes_true(lambda: len(seen) > 1)
    return {"pulled_up": pulled_up, "seen": seen, "held": held}


def lamp(factory: Any) -> Facts:
    line = Line(LAMP)
    levels = []
    with LED(LAMP, pin_factory=factory) as led:
        for switch in (led.on, led.off, led.on):
            switch()
            levels.append(line.high)
    return {"levels": levels}


def storm(factory: Any) -> Facts:
    """Bounces by the undebounced edges, as our own gesture reader gets them, with the kernel's timestamps."""
    line = Line(BUTTON)
    edges: list[tuple[float, int]] = []

    def changed(ticks: float, state: int) -> None:
        edges.append((ticks, state))

    with Button(BUTTON, pin_factory=factory) as button:
        button.pin.when_changed = changed
        began = time.monotonic()
        line.bounce(20, pause=0.005)
        ended = time.monotonic()
        _until_quiet(edges)
        in_storm = list(edges)
        line.press()
        pressed_after = comes_true(lambda: edges[-1][1] == 0)
        line.release()
        comes_true(lambda: edges[-1][1] == 1)
    ticks = [tick for tick, _ in in_storm]
    return {
        "edges": len(in_storm),
        "last": in_storm[-1][1],
        "in_order": ticks == sorted(ticks),
        "on_the_monotonic_clock": began <= ticks[0] and ticks[-1] <= ended,
        "pressed_after": pressed_after,
    }


def _until_quiet(edges: list[tuple[float, int]]) -> None:
    count = -1
    while count != len(edges):
        count = len(edges)
        time.sleep(QUIET)


def race(factory: Any) -> Facts:
    """Two players slam one right behind the other, many times: who is lit on the wire, and in which order that is."""
    names = ("Ana", "Bob")
    told: list[Sensed | Heard] = []
    beat = SimpleNamespace(race=names, double_buzz=())
    evening = SimpleNamespace(names=names)
    at: Any = SimpleNamespace(
        evening=evening,
        beat=beat,
        table=None,
        moment=0,
        paused=False,
        dark=False,
        finished=False,
        opens_at=lambda now: float("-inf"),
    )
    clock = RealClock()
    lock = RaceLock(clock, told.append, lambda: at)
    hands, lamps = [Line(BUTTON), Line(OTHER_BUTTON)], [Line(pin) for pin in LIGHTS]
    hearing: dict[str, Any] = {"clock": clock, "tell": told.append, "moment": lambda: at.moment}
    buzzers = PinGuestBuzzers((BUTTON, OTHER_BUTTON), race=lock, pin_factory=factory, **hearing)
    right, both = 0, 0
    with PinGuestLights(LIGHTS, pin_factory=factory) as lights:
        lock.lights.append(lambda players: lights.show(lock.seats(players)))
        for number in range(RACES):
            at.moment += 1
            lock.look()
            first, second = (0, 1) if number % 2 == 0 else (1, 0)
            hands[first].press()
            hands[second].press()
            both += comes_true(lambda: len(lock._race.order) == 2)
            right += lamps[first].high and not lamps[second].high
            for hand in hands:
                hand.release()
            comes_true(lambda: _let_go(buzzers, clock.now(), at.moment))
            time.sleep(3 * SETTLING)  # an emulated processor may tell of the release later than it was
    buzzers.close()
    return {"both": both, "right": right}


def _let_go(buzzers: PinGuestBuzzers, now: float, moment: int) -> bool:
    """As the evening's own thread does it: a switch has settled when it is asked a little later."""
    for buzzer in buzzers.buzzers:
        buzzer.tick(now, Moment(moment, acts_at_once=True, double=False, paused=False))
    return not any(buzzer.pressed for buzzer in buzzers.buzzers)


def fault(factory: Any) -> Facts:
    """An exception in one button's callback, and what it does to the other button. Leaves the pins deaf: comes last."""
    line, other_line = Line(BUTTON), Line(OTHER_BUTTON)
    seen: list[str] = []
    thread = lgpio._notify_thread
    with Button(BUTTON, pin_factory=factory) as button, Button(OTHER_BUTTON, pin_factory=factory) as other:
        button.when_pressed = _stumble
        other.when_pressed = lambda: seen.append("other")
        line.press()
        thread.join(10)
        other_line.press()
        heard = comes_true(lambda: seen, within=2)
        readable = other.is_pressed
        # Not a thing that the box does; it shows that the edges wait in lgpio's pipe and only their reader is gone.
        threading.Thread(target=thread.run, daemon=True).start()
        revived = comes_true(lambda: seen)
    return {"thread_dies": not thread.is_alive(), "other_heard": heard, "readable": readable, "revived": revived}


def _stumble() -> None:
    raise ValueError("a callback stumbles: this traceback is meant")


def main() -> None:
    factory = open_factory()
    for experiment in (press, lamp, storm, race, fault):
        sys.stdout.write(json.dumps({"experiment": experiment.__name__, **experiment(factory)}) + "\n")


if __name__ == "__main__":
    main()
