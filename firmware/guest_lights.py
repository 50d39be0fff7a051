"""The lights in the guests' buzzers: who may slam, and who has won. Set at once, and dark while eyes are closed."""

from machine import Pin


class GuestLights:
    """One pin a seat; which are lit comes as one bit each."""

    def __init__(self, pins):
        self._pins = [Pin(pin, Pin.OUT, value=0) for pin in pins]
        self._wanted = 0
        self._shown = 0
        self.dark = False

    def show(self, lit):
        """From now on."""
        self._wanted = lit
        self.draw()

    def draw(self):
        """As it should be."""
        lit = 0 if self.dark else self._wanted
        if lit == self._shown:
            return
        self._shown = lit
        for n in range(len(self._pins)):
            self._pins[n].value(lit >> n & 1)

    def away(self):
        """Dark."""
        self.show(0)
