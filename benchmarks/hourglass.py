"""What the falling sand costs: a frame, and the share of a core over a whole discussion, beside gpiozero's LEDBarGraph.

The reference sets `LEDBarGraph.value` fifty times a second, as a straightforward animation would. Ours asks when the
row will look different, and sleeps until then. Goal: under 1 % of a core, and nothing computed when nothing moves.
"""

from __future__ import annotations

import time

from gpiozero import LEDBarGraph
from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.core.clock import VirtualClock
from majordome.props.animator import Animator
from majordome.props.hourglass import PinHourglass

LEDS = (4, 13, 16, 23, 24, 25, 26)
DISCUSSION = 180.0
FRAMES_A_SECOND = 50


def ours() -> tuple[int, float]:
    """Frames, and seconds of processor time, for one discussion."""
    clock = VirtualClock()
    animator = Animator(clock)
    frames, spent = 0, 0.0
    with PinHourglass(
        LEDS, clock=clock, wake=animator.wake, pin_factory=MockFactory(pin_class=MockPWMPin)
    ) as hourglass:
        animator.watch([hourglass])
        hourglass.run(DISCUSSION, DISCUSSION)
        while (due := animator.next_due()) is not None and due <= DISCUSSION:
            clock.advance(max(0.0, due - clock.now()))
            began = time.process_time()
            animator.catch_up()
            spent += time.process_time() - began
            frames += 1
        hourglass.clear(empty=False)
        animator.catch_up()
        assert animator.next_due() is None, "nothing moves, and nothing is due"
    return frames, spent


def reference() -> tuple[int, float]:
    """The same by LEDBarGraph."""
    frames = int(DISCUSSION * FRAMES_A_SECOND)
    graph = LEDBarGraph(*LEDS, pwm=True, pin_factory=MockFactory(pin_class=MockPWMPin))
    began = time.process_time()
    for frame in range(frames):
        graph.value = 1 - frame / frames
    spent = time.process_time() - began
    graph.close()
    return frames, spent


def main() -> None:
    """Measure and tell."""
    (frames, spent), (bar_frames, bar_spent) = ours(), reference()
    print(
        f"hourglass: {spent / DISCUSSION:.3%} of a core beside {bar_spent / DISCUSSION:.3%} by LEDBarGraph, "
        f"ratio {spent / bar_spent:.3f}; goal under 1 %"
    )
    print(
        f"  {frames} frames of {spent / frames * 1e6:.0f} us in a discussion of {DISCUSSION:.0f} s, "
        f"beside {bar_frames} of {bar_spent / bar_frames * 1e6:.0f} us; put away: no frame at all"
    )


if __name__ == "__main__":
    main()
