"""Chairs that feel whether someone sits: a pressure sensor on an analogue pin, with hysteresis and a tare."""

from machine import ADC, Pin
from wire import since

LOOK_US = 10000  # a look at the chairs so often


class Chair:
    """`raw` is smoothed over some looks, `empty` what it is with nobody on it."""

    def __init__(self, pin, empty, taken, left, settles_ms):
        self._adc = ADC(Pin(pin))
        self.empty = empty
        self._taken = taken
        self._left = left
        self._settles_us = settles_ms * 1000
        self._sum = self._adc.read_u16() * 8
        self.raw = self._sum >> 3
        self.taken = self.raw > empty + taken
        self.at = 0
        self._other_since = -1
        self._looked_at = 0

    def moved(self, now):
        """Look; true when someone has sat down or stood up, and stays so."""
        if 0 <= since(now, self._looked_at) < LOOK_US:
            return False
        self._looked_at = now
        self._sum += self._adc.read_u16() - self.raw
        self.raw = self._sum >> 3
        over = self.raw - self.empty
        if (over < self._left) if self.taken else (over > self._taken):
            if self._other_since < 0:
                self._other_since = now
            elif since(now, self._other_since) >= self._settles_us:
                self.taken, self.at, self._other_since = not self.taken, self._other_since, -1
                return True
        else:
            self._other_since = -1
        return False

    def tare(self):
        """As it is now, it is empty."""
        self.empty = self.raw


class Tares:
    """Remembers the tares over a power cut."""

    def __init__(self, path, chairs):
        self._path = path
        self._chairs = chairs

    def load(self):
        """What was tared before; a damaged file is as none."""
        try:
            with open(self._path) as kept:
                values = [int(word) for word in kept.read().split()]
        except (OSError, ValueError):
            return
        if len(values) == len(self._chairs) and all(0 <= value < 65536 for value in values):
            for n, chair in enumerate(self._chairs):
                chair.empty = values[n]

    def save(self):
        """Keep them; without room on the board they last until it restarts."""
        try:
            with open(self._path, "w") as kept:
                kept.write(" ".join([str(chair.empty) for chair in self._chairs]))
        except OSError:
            return False
        return True
