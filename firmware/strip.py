"""A chain of WS2812 by PIO, within a current budget.

Why not the `neopixel` module: it shuts out all interrupts while it sends, 1.8 ms for 60 LEDs, and a guest's press would
get a wrong time. The PIO sends by itself.
"""

from array import array

import rp2
from machine import Pin


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
)
def ws2812():
    """Ten cycles of 125 ns a bit: three high, three as the bit is, four low. With nothing to send it waits low."""
    # A nought is high for 375 ns, a one for 750 ns: within what every maker of WS2812 and SK6812 asks.
    wrap_target()
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[2]
    set(pins, 0)[2]
    wrap()


class Strip:
    """LEDs that are set one by one and shown together, never over the allowance (the sum of all channels)."""

    def __init__(self, pin, count, allowance, machine=0):
        self.count = count
        self.allowance = allowance
        self.lights = array("I", [0] * count)  # green, red, blue, as the LEDs want them
        self.sum = 0
        foot = Pin(pin, Pin.OUT, value=0)
        self._machine = rp2.StateMachine(machine, ws2812, freq=8_000_000, out_base=foot, set_base=foot)
        self._machine.active(1)

    def clear(self):
        """All dark, as yet unseen."""
        lights = self.lights
        for n in range(self.count):
            lights[n] = 0
        self.sum = 0

    def add(self, n, red, green, blue):
        """One LED, which was dark."""
        self.lights[n] = green << 16 | red << 8 | blue
        self.sum += red + green + blue

    def show(self):
        """Send it, dimmed as a whole if it would draw too much."""
        lights, total, allowance = self.lights, self.sum, self.allowance
        if total > allowance:
            for n in range(self.count):
                light = lights[n]
                if light:
                    green = (light >> 16) * allowance // total
                    red = (light >> 8 & 0xFF) * allowance // total
                    lights[n] = green << 16 | red << 8 | (light & 0xFF) * allowance // total
        self._machine.put(lights, 8)


def allowance(settings, leds, others=0):
    """What so many LEDs may shine: the sum of all channels, 0 to 255 each, that the budget and `others` (mA) leave."""
    left = settings.BUDGET_MA - settings.BOARD_MA - leds * settings.LED_IDLE_MA - others
    left -= len(settings.LAMP) * settings.LAMP_MA
    if settings.BUZZER is not None:
        left -= settings.BUZZER_MA
    if left <= 0:
        raise ValueError("settings: BUDGET_MA leaves nothing for the LEDs")
    return left * 255 // settings.LED_MA
