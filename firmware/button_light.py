"""The light in the big button: on when the box waits for a press, faint while it is busy, breathing in a pause."""

from machine import PWM, Pin
from sand import WAVE
from wire import since

OFF, WAITS, BUSY, PAUSED = 0, 1, 2, 3
BREATH_MS = 2400
BLINK_MS = 120


class ButtonLight:
    """One LED by PWM. A finger dims it; one that stays makes it blink once at 2 s, twice at 5 s, thrice at 10 s."""

    def __init__(self, pin):
        self._led = PWM(Pin(pin), freq=1000, duty_u16=0)
        self._shown = 0
        self._state = OFF
        self._since = 0
        self.held = -1  # since when a finger is on it
        self.dark = False

    def show(self, state, now):
        """One of wire.LIGHTS."""
        self._state, self._since = state, now

    def draw(self, now):
        """The light of this moment."""
        if self.dark or self._state == OFF:
            self._set(0)
        elif self.held >= 0:
            self._set(255 if self._blinks(since(now, self.held) // 1000) else 40)
        elif self._state == PAUSED:
            gone = since(now, self._since) // 1000
            if gone >= BREATH_MS or gone < 0:
                gone, self._since = 0, now
            self._set(255 - WAVE[gone * 64 // BREATH_MS])
        else:
            self._set(255 if self._state == WAITS else 20)

    def _blinks(self, gone):
        if gone < 5000:
            gone, times = gone - 2000, 1
        elif gone < 10000:
            gone, times = gone - 5000, 2
        else:
            gone, times = gone - 10000, 3
        return 0 <= gone < 2 * times * BLINK_MS and gone // BLINK_MS % 2 == 0

    def _set(self, level):
        if level != self._shown:
            self._shown = level
            self._led.duty_u16(level * level)

    def away(self):
        """Dark at once."""
        self._state = OFF
        self._set(0)
