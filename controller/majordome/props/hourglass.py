"""The hourglass: a row of LEDs from which the light runs out like sand. Any number of LEDs from one.

Wiring: each pin through its resistor (470 ohm for a red LED) to an LED and to ground; the last LED is the neck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, cos, pi
from typing import Any

from gpiozero import LED, PWMLED

from majordome.core.clock import Clock
from majordome.props.pin_prop import PinProp, put_out

STEPS = 50  # brightness steps of one LED: more cannot be told apart
LAST_HALF_MINUTE, LAST_SECONDS = 30.0, 10.0
PULSE, BLINK = 1.0, 0.25  # seconds a pulse in the last half minute, and a blink in the last ten seconds
BREATH = 4.0
FLASHES, FLASH = 6, 0.25
FAINTEST = 0.2  # the last grains must be seen
SMOOTH = 0.05  # seconds between frames of what breathes or pulses


def sand_levels(left: float, total: float, lights: int) -> tuple[float, ...]:
    """How bright each LED is: full below the sand's surface, dimming at it, dark above."""
    height = lights * max(0.0, min(left, total)) / total if total > 0 else 0.0
    return tuple(round(max(0.0, min(1.0, height - n)) * STEPS) / STEPS for n in range(lights))


def next_grain(left: float, total: float, lights: int) -> float:
    """Seconds until the row looks different."""
    grain = total / (lights * STEPS)
    steps = left / grain
    half_a_step = steps - (ceil(steps - 0.5) - 0.5)  # there the brightness is rounded down, and surely so just below
    return max(0.02, half_a_step * grain + 0.001)


class PinHourglass(PinProp):
    """An hourglass of LEDs on pins."""

    def __init__(
        self,
        pins: Sequence[int],
        *,
        pwm: bool = True,
        active_high: bool = True,
        clock: Clock,
        wake: Callable[[Any], None] = lambda prop: None,
        pin_factory: Any = None,
    ) -> None:
        self._clock = clock
        self._wake = wake
        self._pwm = pwm
        kind: Any = PWMLED if pwm else LED
        self._leds: list[Any] = []
        try:
            for pin in pins:
                self._leds.append(kind(pin, active_high=active_high, pin_factory=pin_factory))
        except BaseException:
            self.close()
            raise
        self._shown: tuple[float, ...] = (0.0,) * len(self._leds)
        self._show: Callable[[float], float | None] = self._dark
        self._sand: tuple[float, float, float] | None = None  # seconds left, in all, and when that was so
        self._frozen = False

    # What the stage asks for.

    def run(self, left: float, total: float) -> None:
        """Let it run."""
        began = self._clock.now()
        self._sand, self._frozen = (left, total, began), False

        def falling(now: float) -> float | None:
            return self._falling(began + left - now, total, now)

        self._now_show(falling)

    def freeze(self) -> None:
        """Stand still, breathing."""
        if self._sand is None or self._frozen:
            return
        left, total, began = self._sand
        since = self._clock.now()
        levels, self._frozen = self._grains(max(0.0, began + left - since), total), True

        def breathing(now: float) -> float:
            breath = 0.6 + 0.4 * cos(2 * pi * (now - since) / BREATH)
            self._set(tuple(level * breath for level in levels))
            return now + SMOOTH

        self._now_show(breathing)

    def clear(self, *, empty: bool) -> None:
        """Put it away; after the last grain it flashes."""
        self._sand = None
        if not empty:
            self._now_show(self._dark)
            return
        since = self._clock.now()

        def flashing(now: float) -> float | None:
            flash = int((now - since) / FLASH + 1e-6)
            if flash >= FLASHES:
                return self._dark(now)
            self._set((1.0 if flash % 2 == 0 else 0.0,) * len(self._leds))
            return since + (flash + 1) * FLASH

        self._now_show(flashing)

    @property
    def lights(self) -> int:
        """How many LEDs there are."""
        return len(self._leds)

    def only(self, light: int) -> None:
        """One LED alone, for the doctor."""
        self._show, self._sand = self._dark, None
        self._set(tuple(float(n == light) for n in range(len(self._leds))))

    # How it looks.

    def move(self, now: float) -> float | None:
        """The frame of this moment."""
        return self._show(now)

    def _falling(self, left: float, total: float, now: float) -> float | None:
        if left <= 0:
            return self._dark(now)
        levels = self._grains(left, total)
        if left <= LAST_SECONDS:
            blink = ceil(left / BLINK - 1e-6)
            self._set(levels if blink % 2 == 0 else (0.0,) * len(levels))
            return now + max(0.01, left - (blink - 1) * BLINK)
        if left <= LAST_HALF_MINUTE:
            pulse = 0.65 + 0.35 * cos(2 * pi * left / PULSE)
            self._set(tuple(level * pulse for level in levels))
            return now + SMOOTH
        self._set(levels)
        return now + min(next_grain(left, total, len(self._leds)), left - LAST_HALF_MINUTE)

    def _grains(self, left: float, total: float) -> tuple[float, ...]:
        """The row, never quite dark while there is sand; LEDs that cannot dim shine as long as they hold any."""
        neck, *above = sand_levels(left, total, len(self._leds))
        levels = (max(neck, FAINTEST), *above)
        return levels if self._pwm else tuple(float(level > 0) for level in levels)

    def _dark(self, now: float) -> float | None:
        self._set((0.0,) * len(self._leds))
        return None

    def _now_show(self, show: Callable[[float], float | None]) -> None:
        self._show = show
        self._wake(self)

    def _set(self, levels: tuple[float, ...]) -> None:
        if levels == self._shown:
            return
        for led, level, before in zip(self._leds, levels, self._shown, strict=True):
            if level != before:
                led.value = level if self._pwm else float(level >= 0.5)
        self._shown = levels

    def close(self) -> None:
        """Dark; twice does no harm."""
        put_out(*self._leds)
