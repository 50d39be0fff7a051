"""The Pico's pins, as far as the firmware uses them: a test presses, sits and looks from outside.

Runs under MicroPython. Nothing in here allocates when a pin is only read or set to what it was.
"""

clock = None  # microseconds; whoever starts the board gives it
story = []  # (when, pin, level or tone): what sounded, and when
LONGEST_STORY = 500
scratch = 0
on_reset = None  # at the prompt nobody catches Reset


class Reset(Exception):
    """The chip resets; `how` is reset or bootloader."""


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8
    all = {}

    def __init__(self, number, mode=IN, pull=None, value=None):
        self.number = number
        self.level = 1 if pull == Pin.PULL_UP else value or 0
        self.handler, self.trigger = None, 0
        Pin.all[number] = self

    def irq(self, handler, trigger, hard=False):
        assert hard
        assert trigger in (Pin.IRQ_FALLING, Pin.IRQ_FALLING | Pin.IRQ_RISING)
        self.handler, self.trigger = handler, trigger

    def value(self, level=None):
        if level is None:
            return self.level
        if level != self.level:
            self.level = level
            tell(self.number, level)
        return None


def tell(pin, what):
    if clock is not None and len(story) < LONGEST_STORY:
        story.append((clock(), pin, what))


class PWM:
    all = {}

    def __init__(self, pin, freq, duty_u16):
        self.number = pin.number
        self._freq = freq
        self.duty = duty_u16
        PWM.all[pin.number] = self

    def freq(self, hertz):
        self._freq = hertz

    def duty_u16(self, duty):
        if duty != self.duty:
            self.duty = duty
            tell(self.number, self._freq if duty == 32768 else duty)


class ADC:
    values = {}

    def __init__(self, pin):
        self.number = pin.number
        ADC.values.setdefault(pin.number, 1500)

    def read_u16(self):
        return ADC.values[self.number]


class WDT:
    fed = 0

    def __init__(self, timeout):
        assert 1000 <= timeout <= 8388
        self.timeout = timeout

    def feed(self):
        WDT.fed += 1


class _Memory:
    """Two registers of the watchdog: the scratch that outlives a reset, and the one that stops it."""

    stopped = False

    def __getitem__(self, address):
        assert address == 0x4005800C
        return scratch

    def __setitem__(self, address, value):
        global scratch
        if address == 0x4005800C:
            scratch = value
        else:
            assert (address, value) == (0x4005B000, 0x40000000)
            _Memory.stopped = True


mem32 = _Memory()


def unique_id():
    return b"\xe6\x60\x58\x38\x83\x00\x11\x22"


def disable_irq():
    return 0


def enable_irq(state):
    pass


def reset():
    if on_reset is not None:
        on_reset()
        return
    raise Reset("reset")


def bootloader():
    raise Reset("bootloader")


# From outside.


def set_pin(number, level):
    """A hand, or a wire."""
    pin = Pin.all[number]
    fell, rose = pin.level == 1 and level == 0, pin.level == 0 and level == 1
    pin.level = level
    if (fell or (rose and pin.trigger & Pin.IRQ_RISING)) and pin.handler is not None:
        pin.handler(pin)
