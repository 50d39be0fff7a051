"""The digital twin's big button: edges come from a page, and are read like those of a pin."""

from __future__ import annotations

from collections.abc import Callable

from majordome.core.clock import Clock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.prompter import Answer
from majordome.sensing.gestures import GestureReader


class TwinButton:
    """An ear of the evening. `edge` may be called from any thread."""

    def __init__(self, *, clock: Clock, tell: Callable[[Sensed], None], moment: Callable[[], int]) -> None:
        self._clock = clock
        self._tell = tell
        self._moment = moment
        self._reader = GestureReader()
        self._down = False

    def edge(self, down: bool) -> None:
        """The button goes down or up."""
        if down is not self._down:
            self._down = down
            self._tell(Sensed(self, down, self._clock.now(), self._moment()))

    def due(self) -> float | None:
        """When a press may have become a hold, or a single press is sure."""
        return self._reader.due()

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        return self._reader.edge(sensed.pressed, sensed.at, moment)

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        return self._reader.tick(now)

    def took(self, heard: Heard, answer: Answer) -> None:
        """What came of it."""
