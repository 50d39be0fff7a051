"""All that hangs on the board, made from the settings, and what concerns them all: darkness, changes, the self-test."""

import gc

import wire
from button_light import ButtonLight
from buzzer import Buzzer
from chairs import Chair, Tares
from lamp import Lamp
from sand import Sand
from strip import Strip, allowance
from switch import Switch

PASSED, FAILED, NOT_FITTED, SHOWN = 1, 0, 2, 3
LEAST_FREE = 40000  # bytes
TARES = "tares.txt"


class Props:
    """What changes has a bit: 0 the big button, 1 to 6 the guests' buzzers, from 7 the chairs."""

    def __init__(self, settings, clock):
        s = settings
        self._clock = clock
        self.sand = self.lamp = self.buzzer = self.button = self.button_light = None
        self.ring = self.guest_lights = None
        self.upper = self.lower = 0
        self.struck = wire.NONE
        self._spent = False  # what is armed is not for the finger that is on the button now
        # A board keeps its own settings.py, which may be older than these.
        ring, lights = getattr(s, "RING", None), getattr(s, "GUEST_LIGHTS", ())
        others = 0 if ring is None else s.RING_MA + s.RING_LEDS * s.LED_IDLE_MA
        if s.SAND is not None:
            self.upper, self.lower = s.UPPER, s.LOWER
            strip = Strip(s.SAND, s.UPPER + s.LOWER, allowance(s, s.UPPER + s.LOWER, others))
            self.sand = Sand(strip, s.UPPER, s.LOWER, s.SAND_COLOUR, s.BRIGHTNESS)
        if ring is not None:
            from ring import Ring  # only here: a board without one has the memory for something else

            self.ring = Ring(Strip(ring, s.RING_LEDS, s.RING_MA * 255 // s.LED_MA, machine=1))
        if lights:
            from guest_lights import GuestLights

            self.guest_lights = GuestLights(lights[:6])
        if s.LAMP:
            self.lamp = Lamp(s.LAMP, s.LAMP_ACTIVE_HIGH)
        if s.BUZZER is not None:
            self.buzzer = Buzzer(s.BUZZER, s.BUZZER_TONAL, s.BUZZER_ACTIVE_HIGH)
        if s.BUTTON is not None:
            self.button = Switch(s.BUTTON, clock, self._strike)
        if s.BUTTON_LIGHT is not None:
            self.button_light = ButtonLight(s.BUTTON_LIGHT)
        self.guests = [Switch(pin, clock) for pin in s.GUESTS[:6]]
        self.chairs = [
            Chair(pin, s.CHAIR_EMPTY, s.CHAIR_TAKEN, s.CHAIR_LEFT, s.CHAIR_SETTLES_MS) for pin in s.CHAIRS[:3]
        ]
        self._torn = getattr(s, "CHAIR_TORN", 64)  # the settings on a board may be older than this
        self._tares = Tares(TARES, self.chairs)
        self._tares.load()
        self.fitted = (
            (wire.SAND if self.sand else 0)
            | (wire.LAMP if self.lamp else 0)
            | (wire.COLOURED_LAMP if self.lamp and self.lamp.coloured else 0)
            | (wire.BUZZER if self.buzzer else 0)
            | (wire.BUTTON if self.button else 0)
            | (wire.BUTTON_LIGHT if self.button_light else 0)
            | (wire.RING if self.ring else 0)
            | (wire.GUEST_LIGHTS if self.guest_lights else 0)
        )

    def _strike(self, now):
        """The finger leaves the big button, in its interrupt: TOP does not wait for the loop."""
        if self.buzzer and not self._spent:
            self._spent = True
            self.struck = self.buzzer.strike(now)

    def armed(self):
        """Another moment of the evening: a finger that is down already was not meant for it."""
        self._spent = self.button is not None and self.button.pressed

    # What the loop asks for.

    def look(self, now):
        """Which have changed, one bit each."""
        changed = 0
        if self.button and self.button.moved(now):
            changed |= 1
            if self.button.pressed:
                self.struck, self._spent = wire.NONE, False
            if self.button_light:
                self.button_light.held = self.button.at if self.button.pressed else -1
        bit = 2
        for guest in self.guests:
            if guest.moved(now):
                changed |= bit
            bit <<= 1
        bit = 128
        for chair in self.chairs:
            if chair.moved(now):
                changed |= bit
            bit <<= 1
        return changed

    def held(self):
        """Which switches are down, one bit each."""
        down = 1 if self.button and self.button.pressed else 0
        for n, guest in enumerate(self.guests):
            if guest.pressed:
                down |= 2 << n
        return down

    def switch(self, n):
        """By its bit."""
        return self.guests[n - 1] if n else self.button

    def draw(self, now):
        """The frame of this moment, on all that shines."""
        if self.sand:
            self.sand.draw(now)
        if self.lamp:
            self.lamp.draw(now)
        if self.button_light:
            self.button_light.draw(now)
        if self.ring:
            self.ring.draw(now)
        if self.guest_lights:
            self.guest_lights.draw()

    def darken(self, no_light, no_sound):
        """At once."""
        for light in (self.sand, self.lamp, self.button_light, self.ring, self.guest_lights):
            if light:
                light.dark = no_light
        if no_light:
            self.draw(self._clock())
        if self.buzzer:
            self.buzzer.quiet = no_sound
            if no_sound:
                self.buzzer.hush()

    def away(self):
        """Dark and silent, and nothing remembered."""
        for prop in (self.sand, self.lamp, self.button_light, self.ring, self.guest_lights, self.buzzer):
            if prop:
                prop.away()

    def tare(self, which):
        """These chairs are empty as they are; which of them there are."""
        done = 0
        for n, chair in enumerate(self.chairs):
            if which >> n & 1:
                chair.tare()
                done |= 1 << n
        if done:
            self._tares.save()
        return done

    def test(self, part, now):
        """One part of wire.PARTS: verdict and value."""
        if part == 0:
            gc.collect()
            free = gc.mem_free()
            return (PASSED if free >= LEAST_FREE else FAILED), min(0xFFFF, free // 1024)
        if part <= 3:
            prop = (self.sand, self.lamp, self.buzzer)[part - 1]
            if prop is None:
                return NOT_FITTED, 0
            if part == 3:
                prop.sound(wire.PATTERNS.index("pass"), now)
            else:
                prop.test(now)
            return SHOWN, 0
        if part == 7:
            if self.ring is None:
                return NOT_FITTED, 0
            self.ring.test(now)
            return SHOWN, 0
        if part == 4:
            if not self.chairs:
                return NOT_FITTED, 0
            torn = [chair.raw for chair in self.chairs if not self._torn < chair.raw < 65000]
            return (FAILED, torn[0]) if torn else (PASSED, self.chairs[0].raw)
        switches = self.guests if part == 5 else [self.button] if self.button else []
        if not switches:
            return NOT_FITTED, 0
        held = sum(1 << n for n, switch in enumerate(switches) if switch.pin.value() == 0)
        return (FAILED, held) if held else (PASSED, 0)
