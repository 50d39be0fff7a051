"""Guest buzzers: who was first. Pure: presses with the ticks of their own clock in, the order of a race out."""

from __future__ import annotations

from majordome.core.events import BuzzersPressed

LASTS = 0.1  # seconds: presses of guest buzzers within this time are one race


class Race:
    """Collects the presses of one race."""

    def __init__(self) -> None:
        self._presses: list[tuple[float, int]] = []
        self.until: float | None = None

    def press(self, number: int, ticks: float, at: float) -> None:
        """A guest slams a buzzer; only the first time counts."""
        if all(number != other for _, other in self._presses):
            self._presses.append((ticks, number))
            self.until = self.until or at + LASTS

    def over(self) -> BuzzersPressed:
        """The order of it; the next press begins another race."""
        order = tuple(number for _, number in sorted(self._presses))
        self._presses, self.until = [], None
        return BuzzersPressed(order)
