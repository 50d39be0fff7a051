"""The light in the big button: on when the box waits for a press, faint while it is busy, breathing in a pause."""

from machine import PWM, Pin
from sand import WAVE
from wire import since

OFF, WAITS, BUSY, PAUSED = 0, 1, 2, 3
BREATH_MS = 2400


class ButtonLight:
    """One LED by PWM. A hand on the button dims it."""

    def __init__(self, pin):
        self._led = PWM(Pin(pin), freq=1000, duty_u16=0)
        self._shown = 0
        self._state = OFF
        self._since = 0
        self.held = False
        self.dark = False

    def show(self, state, now):
        """One of wire.LIGHTS."""
        self._state, self._since = state, now

    def draw(self, now):
        """The light of this moment."""
        if self.dark or self._state == OFF:
            self._set(0)
        elif self.held:
            self._set(40)
        elif self._state == PAUSED:
            gone = since(now, self._since) // 1000
            if gone >= BREATH_MS or gone < 0:
                gone, self._since = 0, now
            self._set(255 - WAVE[gone * 64 // BREATH_MS])
        else:
            self._set(255 if self._state == WAITS else 20)

    def _set(self, level):
        if level != self._shown:
            self._shown = level
            self._led.duty_u16(level * level)

    def away(self):
        """Dark at once."""
        self._state = OFF
        self._set(0)
