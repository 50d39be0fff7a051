"""A switch against ground: the big button, a guest's buzzer. The interrupt takes the time, the loop makes sure.

A press counts from its first edge. It is told when the level is still there a moment later (so that a spark of a
motor is no press), a release when the contact has come to rest.
"""

from machine import Pin
from wire import since

SURE_US = 1000  # a press that lasts so long is one
RESTS_US = 20000  # a contact bounces no longer
HOLD_US = 2000000  # who stays so long does not press


class Switch:
    """`moved(now)` is true once for each press and each release; `pressed` and `at` tell which and when."""

    def __init__(self, pin, clock, at_once=None):
        self.pin = Pin(pin, Pin.IN, Pin.PULL_UP)
        self._clock = clock
        self._at_once = at_once
        self._edge_at = 0
        self._edge = False  # an edge downwards that has not been looked at
        self._up_since = -1
        self.pressed = False
        self.at = 0
        if at_once is not None:
            self.pin.irq(self._moves, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
            return
        # Hard: the time is taken within microseconds of the edge. So nothing in here may allocate.
        self.pin.irq(self._fell, Pin.IRQ_FALLING, hard=True)

    def _fell(self, pin):
        if self._edge or self.pressed:
            return
        self._edge_at = self._clock()
        self._edge = True

    def _moves(self, pin):
        """A button whose release counts: what is done at once is done as the finger leaves, after a short press."""
        if not pin.value():
            self._fell(pin)
            return
        now = self._clock()
        if not self.pressed or not RESTS_US <= since(now, self.at) < HOLD_US:
            return  # it trembles after going down; or it was a hold
        for _ in range(8):
            if not pin.value():
                return  # a spark: too short for anybody's hand
        self._at_once(now)

    def moved(self, now):
        """What the loop asks at every turn."""
        if not self.pressed:
            if not self._edge or since(now, self._edge_at) < SURE_US:
                return False
            self._edge = False
            if self.pin.value():
                return False
            self.pressed, self.at, self._up_since = True, self._edge_at, -1
            return True
        if not self.pin.value():
            self._up_since = -1
        elif self._up_since < 0:
            self._up_since = now
        elif since(now, self._up_since) >= RESTS_US:
            self.pressed, self.at = False, self._up_since
            return True
        return False
