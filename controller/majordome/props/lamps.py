"""The lamp for the mood of the room, and the light in the big button.

Wiring: one white LED (or a transistor and a strip) on a PWM pin, or three pins for red, green and blue; the button's
own LED through its resistor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi
from typing import Any

from gpiozero import PWMLED, RGBLED

from majordome.core.clock import Clock
from majordome.core.events import GOOD_NIGHT, HOLD, LONG_HOLD
from majordome.core.manifest import Colour, Mood
from majordome.props.colours import BLACK, FADE, fade, shade
from majordome.props.pin_prop import PinProp, put_out

FLASHES, FLASH = 6, 0.12
FRAME = 0.04
BREATH = 2.4
BLINK = 0.12  # seconds
BLINKS = ((GOOD_NIGHT, 3), (LONG_HOLD, 2), (HOLD, 1))  # a finger that stays so long is answered by so many


class PinLamp(PinProp):
    """One white lamp, or a coloured one."""

    def __init__(
        self,
        pins: Sequence[int],
        *,
        active_high: bool = True,
        clock: Clock,
        wake: Callable[[Any], None] = lambda prop: None,
        pin_factory: Any = None,
    ) -> None:
        self._clock = clock
        self._wake = wake
        self.coloured = len(pins) == 3
        self._lamp: Any = (
            RGBLED(*pins, active_high=active_high, pin_factory=pin_factory)
            if self.coloured
            else PWMLED(pins[0], active_high=active_high, pin_factory=pin_factory)
        )
        self._from = self._to = self._shown = BLACK
        self._since = clock.now()
        self._flash: tuple[Colour, float] | None = None  # which light, and since when

    def shine(self, mood: Mood) -> None:
        """A mood of the room. Darkness comes at once, everything else gently."""
        self._from, self._to, self._since = self._shown, shade(mood, coloured=self.coloured), self._clock.now()
        if not fade(mood):
            self._from, self._flash = BLACK, None
        self._wake(self)

    def flash(self, mood: Mood) -> None:
        """A few flashes; then as before."""
        self._flash = shade(mood, coloured=self.coloured), self._clock.now()
        self._wake(self)

    def move(self, now: float) -> float | None:
        """The light of this moment."""
        if self._flash is not None:
            light, since = self._flash
            flash = int((now - since) / FLASH + 1e-6)
            if flash < FLASHES:
                self._set(light if flash % 2 == 0 else BLACK)
                return since + (flash + 1) * FLASH
        part = min(1.0, (now - self._since) / FADE)
        self._set(tuple(a + (b - a) * part for a, b in zip(self._from, self._to, strict=True)))  # type: ignore[arg-type]  # three of them
        return None if part >= 1.0 or self._from == self._to else now + FRAME

    def _set(self, colour: Colour) -> None:
        if colour != self._shown:
            self._lamp.value = colour if self.coloured else colour[0]
            self._shown = colour

    def close(self) -> None:
        """Dark; twice does no harm."""
        put_out(self._lamp)


def blinking(held: float) -> tuple[bool, float | None]:
    """Whether the light blinks under a finger that has stayed so long, and after how long a stay to look again."""
    for after, blinks in BLINKS:
        if held >= after:
            half = int((held - after) / BLINK)
            if half < 2 * blinks:
                return half % 2 == 0, after + (half + 1) * BLINK
            break
    return False, min((after for after, _ in BLINKS if after > held), default=None)


class ButtonLamp(PinProp):
    """The light in the button: on when the box waits for a press, dim under a finger, breathing in a pause.

    Under a finger that stays it blinks once at two seconds, twice at five, three times at ten: what letting go means.
    """

    def __init__(
        self, pin: int, *, clock: Clock, wake: Callable[[Any], None] = lambda prop: None, pin_factory: Any = None
    ) -> None:
        self._clock = clock
        self._wake = wake
        self._led: Any = PWMLED(pin, pin_factory=pin_factory)
        self._state = "off"
        self._held: float | None = None  # since when a finger is on it
        self._since = 0.0

    def show(self, state: str) -> None:
        """'waits' for a press, 'busy' by itself, 'paused', or 'dark': nothing may shine while eyes are closed."""
        if state != self._state:
            self._state, self._since = state, self._clock.now()
            self._wake(self)

    def held(self, held: bool) -> None:
        """A hand is on the button: the light answers."""
        if held != (self._held is not None):
            self._held = self._clock.now() if held else None
            self._wake(self)

    def move(self, now: float) -> float | None:
        """The light of this moment."""
        if self._state == "dark":
            self._led.value = 0.0
            return None
        if self._held is not None:
            bright, due = blinking(now - self._held + 1e-6)
            self._led.value = 1.0 if bright else 0.15
            return None if due is None else self._held + due
        if self._state == "paused":
            self._led.value = 0.5 - 0.5 * cos(2 * pi * (now - self._since) / BREATH)
            return now + FRAME
        self._led.value = {"waits": 1.0, "busy": 0.08}.get(self._state, 0.0)
        return None

    def close(self) -> None:
        """Dark; twice does no harm."""
        put_out(self._led)
