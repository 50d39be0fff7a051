"""The lights in the guests' buzzers: who may slam, and who has won. Lit in the thread of the hand that slammed.

Wiring: each pin through its resistor to the LED in that buzzer and to ground, in the order of the buzzers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gpiozero import OutputDevice

from majordome.props.pin_prop import PinProp, put_out


class PinGuestLights(PinProp):
    """One light a seat."""

    def __init__(self, pins: Sequence[int], *, pin_factory: Any = None) -> None:
        self._lights: list[Any] = []
        try:
            for pin in pins:
                self._lights.append(OutputDevice(pin, pin_factory=pin_factory))
        except BaseException:
            self.close()
            raise

    @property
    def lights(self) -> int:
        """How many there are."""
        return len(self._lights)

    def show(self, seats: frozenset[int]) -> None:
        """These are lit, all others dark."""
        for seat, light in enumerate(self._lights):
            if seat in seats:
                light.on()
            else:
                light.off()

    def close(self) -> None:
        """Dark; twice does no harm."""
        put_out(*self._lights)
