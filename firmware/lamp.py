"""The lamp of the room: one white light or red, green and blue, by PWM. It fades, and flashes."""

from machine import PWM, Pin
from wire import since

FLASH_MS, FLASHES = 120, 6
TEST_MS = 500


class Lamp:
    """Colours of 0 to 255; a white lamp shows the brightest of the three."""

    def __init__(self, pins, active_high):
        self.coloured = len(pins) == 3
        self._active_high = active_high
        self._lights = [PWM(Pin(pin), freq=1000, duty_u16=0 if active_high else 65535) for pin in pins]
        self._from = bytearray(3)
        self._to = bytearray(3)
        self._shown = bytearray(3)
        self._since = 0
        self._fade = 0
        self._flashes = FLASHES
        self._flashing_since = 0
        self._testing = False
        self.dark = False

    def show(self, red, green, blue, fade, now):
        """This colour, after so many ms."""
        self._from[0], self._from[1], self._from[2] = self._shown[0], self._shown[1], self._shown[2]
        self._to[0], self._to[1], self._to[2] = red, green, blue
        self._since, self._fade, self._testing = now, fade, False

    def flash(self, now):
        """White flashes; then as before."""
        self._flashes, self._flashing_since = 0, now

    def test(self, now):
        """Red, green, blue, and dark again."""
        self._testing, self._since = True, now

    def draw(self, now):
        """The light of this moment."""
        if self.dark:
            self._set(0, 0, 0)
            return
        if self._flashes < FLASHES:
            self._flashes = since(now, self._flashing_since) // 1000 // FLASH_MS
            if self._flashes < FLASHES:
                level = 255 if self._flashes % 2 == 0 else 0
                self._set(level, level, level)
                return
        gone = since(now, self._since) // 1000
        if self._testing:
            step = gone // TEST_MS
            self._set(160 if step == 0 else 0, 160 if step == 1 else 0, 160 if step == 2 else 0)
            self._testing = step < 3
            return
        if gone >= self._fade or gone < 0:
            self._fade = 0
            self._set(self._to[0], self._to[1], self._to[2])
        else:
            self._set(self._between(0, gone), self._between(1, gone), self._between(2, gone))

    def _between(self, n, gone):
        return self._from[n] + (self._to[n] - self._from[n]) * gone // self._fade

    def _set(self, red, green, blue):
        shown = self._shown
        if red == shown[0] and green == shown[1] and blue == shown[2]:
            return
        shown[0], shown[1], shown[2] = red, green, blue
        if self.coloured:
            for n in range(3):
                self._duty(n, shown[n])
        else:
            self._duty(0, max(red, max(green, blue)))

    def _duty(self, n, level):
        duty = level * level  # as eyes see it: 255 * 255 is 65025 of 65535
        self._lights[n].duty_u16(duty if self._active_high else 65535 - duty)

    def away(self):
        """Dark at once, and nothing to come."""
        self.show(0, 0, 0, 0, 0)
        self._flashes = FLASHES
        self._set(0, 0, 0)
