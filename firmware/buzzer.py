"""TOP on the board's own buzzer. A pattern is begun in an instant, also from an interrupt, and goes on by itself."""

from machine import PWM, Pin, disable_irq, enable_irq
from wire import MASK, NONE, later, since

A3, A4, E5, A5 = 220, 440, 659, 880
# In the order of wire.PATTERNS: ms on and off in turn, and the tone of each beep. As the box's own buzzer has them.
LENGTHS = (
    (900,),
    (350, 150, 350),
    (180, 100, 180, 100, 500),
    (500, 200, 800),
    (120, 80, 120, 80, 120, 80, 120, 80, 120, 80, 120),
    (80, 80, 80),
    (1200,),
)
TONES = ((A5,), (E5, A5), (A4, E5, A5), (A5, A4), (A5, E5, A5, E5, A5, E5), (A4, A5), (A3,))
LATE = 2000000  # us: a call so late would call something else


class Buzzer:
    """One buzzer. `armed` is what the next press of the big button sounds."""

    def __init__(self, pin, tonal, active_high):
        self._tonal = tonal
        self._off = 0 if active_high else 1
        self._pin = PWM(Pin(pin), freq=A5, duty_u16=0) if tonal else Pin(pin, Pin.OUT, value=self._off)
        self.armed = NONE
        self._pattern = NONE
        self._step = 0
        self._until = 0
        self._next = NONE  # at its time
        self._next_at = 0
        self.quiet = False

    def sound(self, pattern, now):
        """Begin at once."""
        if self.quiet or pattern >= len(LENGTHS):
            return
        self._pattern, self._step = pattern, 0
        self._until = later(now, LENGTHS[pattern][0] * 1000)
        self._switch(TONES[pattern][0])

    def strike(self, now):
        """The big button went down: sound what is armed. Which one that was."""
        pattern, self.armed = self.armed, NONE
        if pattern != NONE and not self.quiet:
            self.sound(pattern, now)
            return pattern
        return NONE

    def sound_at(self, pattern, at, now):
        """Begin at that time; what is far too late is left out."""
        late = since(now, at)
        if late < 0:
            self._next, self._next_at = pattern, at
        elif late < LATE:
            self.sound(pattern, now)

    def due_in(self, now):
        """us until something must sound at its time, or a very long time."""
        return MASK if self._next == NONE else -since(now, self._next_at)

    def move(self, now):
        """Go on with the pattern."""
        if self._next != NONE and since(now, self._next_at) >= 0:
            pattern, self._next = self._next, NONE
            self.sound(pattern, now)
        if self._pattern == NONE or since(now, self._until) < 0:
            return
        before = disable_irq()  # or the end of this pattern would cut off the TOP that a press begins just now
        if since(now, self._until) >= 0:
            self._go_on()
        enable_irq(before)

    def _go_on(self):
        self._step += 1
        lengths = LENGTHS[self._pattern]
        if self._step >= len(lengths):
            self._pattern = NONE
            self._switch(0)
            return
        self._until = later(self._until, lengths[self._step] * 1000)
        self._switch(0 if self._step % 2 else TONES[self._pattern][self._step // 2])

    def _switch(self, tone):
        if not self._tonal:
            self._pin.value(1 - self._off if tone else self._off)
        elif tone:
            self._pin.freq(tone)
            self._pin.duty_u16(32768)
        else:
            self._pin.duty_u16(0)

    def hush(self):
        """Silent at once; nothing sounds at a time either."""
        self._pattern = self._next = NONE
        self._switch(0)

    def away(self):
        """Silent, and nothing armed."""
        self.armed = NONE
        self.quiet = False
        self.hush()
