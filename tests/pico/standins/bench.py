"""A bench for the firmware: its clock stands still until the test lets time pass, and the box is this file."""

import machine
import why
import wire
from mail import NEW, Inbox

why._WATCHDOG = {"": 0x40058000}


class Clock:
    """Microseconds. Starts just before it goes round, to be sure that nobody minds."""

    def __init__(self):
        self.now = wire.MASK - 3000000

    def __call__(self):
        return self.now

    def on(self, us):
        self.now = wire.later(self.now, us)


class Box:
    """The other end of the line: orders go in, what is told is kept, and acknowledged."""

    def __init__(self):
        self._in = bytearray(4096)
        self._first = self._last = 0
        self._reader = wire.Reader()
        self._inbox = Inbox()
        self._number = 0
        self.told = []
        self.deaf = False

    # The board's side.

    def read(self):
        if self._first == self._last:
            return -1
        byte = self._in[self._first]
        self._first = (self._first + 1) % 4096
        return byte

    def write(self, frame, size):
        if self.deaf:
            return
        for n in range(size):
            if self._reader.take(frame[n]):
                kind, number = self._reader.kind, self._reader.number
                if wire.registered(kind):
                    new = self._inbox.judge(number) == NEW
                    self.say(wire.frame("a", number=number))
                    if not new:
                        continue
                self.told.append((chr(kind), self._reader.values()))

    # The test's side.

    def say(self, data):
        for byte in data:
            self._in[self._last] = byte
            self._last = (self._last + 1) % 4096

    def order(self, letter, *values):
        number = 0
        if wire.registered(ord(letter)):
            number, self._number = self._number, (self._number + 1) & 0xFF
        self.say(wire.frame(letter, *values, number=number))

    def hello(self, session=1):
        self._number = 0
        self._inbox.reset()
        self.order("h", wire.PROTOCOL, session, 0)


class Bench:
    """The board on it."""

    def __init__(self, hello=True):
        import main

        self.clock = machine.clock = Clock()
        self.box = Box()
        self.core = main.build(self.box, self.clock)
        self.pings = True
        self._pinged = 0
        if hello:
            self.box.hello()
            self.go(5)
            self.box.told.clear()

    def go(self, ms, step=1):
        """Let time pass; the box pings."""
        for _ in range(0, ms, step):
            self._pinged += step
            if self.pings and self._pinged >= wire.BEAT_MS:
                self._pinged = 0
                self.box.order("p", 0)
            self.clock.on(step * 1000)
            self.core.turn()

    def order(self, letter, *values):
        """An order, obeyed."""
        self.box.order(letter, *values)
        self.go(1)

    def leds(self):
        import rp2

        sent = rp2.StateMachine.all[-1].sent
        return [(word >> 8 & 255, word >> 16 & 255, word & 255) for word in sent or []]

    def shines(self):
        """How many LEDs of the sand are lit."""
        return len([led for led in self.leds() if led != (0, 0, 0)])

    def lamp(self):
        import settings

        return [machine.PWM.all[pin].duty for pin in settings.LAMP]

    def sounds(self):
        """(ms since the first one, tone): what the buzzer did, and forgets it."""
        import settings

        heard = [(at, what) for at, pin, what in machine.story if pin == settings.BUZZER]
        machine.story.clear()
        return [(wire.since(at, heard[0][0]) // 1000, what) for at, what in heard]

    def told(self, letters):
        """What was told with one of these letters, and forgets all."""
        told = [(letter,) + values for letter, values in self.box.told if letter in letters]  # noqa: RUF005 - see rp2.py
        self.box.told.clear()
        return told
