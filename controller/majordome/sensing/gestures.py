"""What a hand does with the one button: press, double press, hold, long hold, and ten seconds for good night.

Pure: edges and times in, gestures out.

A gesture counts when the finger leaves the button, as on every phone: until then nothing has happened, so that nothing
is ever done in front of the guests and taken back. Only where a double press means something a single one waits for
the second; and ten seconds are good night by themselves, or a stuck button would never be found out. Each gesture has
the time at which the finger first left, so that a countdown is as long after a press as after a double press.
"""

from __future__ import annotations

from dataclasses import dataclass

from majordome.core.evening_queue import GoodNight, Heard, Moment
from majordome.core.events import GOOD_NIGHT as GOOD_NIGHT
from majordome.core.events import HOLD as HOLD
from majordome.core.events import LONG_HOLD as LONG_HOLD
from majordome.core.events import Gesture

SETTLING = 0.03  # seconds: contacts bounce this long at most
SECOND_PRESS = 0.5  # a double press goes down again within this time of the first release
SAME_GESTURE = 0.5  # whoever presses twice by habit, or three times, does not skip the next beat


@dataclass(slots=True)
class _Down:
    """The button is down, or was a moment ago."""

    at: float
    moment: Moment
    spent: bool = False  # as a press it has counted already, or does not count
    over: bool = False  # nothing comes of it any more, however long it is held
    released: float | None = None
    seen: float = float("-inf")  # when it was last known to be down


class GestureReader:
    """Reads one button. Without `holds`, one that only presses: it counts as it goes down."""

    def __init__(self, *, holds: bool = True) -> None:
        self._holds = holds
        self._down: _Down | None = None
        self.acted = float("-inf")  # when the finger last left after something that was heard

    def forget(self) -> None:
        """The button cannot be seen any more: nothing comes of what was under way."""
        self._down = None

    def due(self) -> float | None:
        """When to look again without an edge."""
        down = self._down
        if down is None:
            return None
        if down.released is not None:
            return down.released + SECOND_PRESS
        if not self._holds or down.over:
            return None
        return next((down.at + held for held in (HOLD, LONG_HOLD, GOOD_NIGHT) if down.at + held > down.seen), None)

    def edge(self, pressed: bool, at: float, moment: Moment) -> list[Heard]:
        """The button went down or up."""
        return self._pressed(at, moment) if pressed else self._released(at)

    def let_go(self) -> list[Heard]:
        """The finger has left, and nobody saw when: it stayed as long as it was seen, and never becomes a hold."""
        down = self._down
        return [] if down is None else self._released(max(down.at, down.seen))

    def _pressed(self, at: float, moment: Moment) -> list[Heard]:
        before = self._down
        if before is not None and before.released is None:
            return []  # an up edge was lost: it is still the same press
        if before is not None and before.released is not None and at <= before.released + SECOND_PRESS:
            self._down = _Down(at, before.moment, spent=True, over=True)
            return [self._heard(Gesture.DOUBLE, before, before.released)]
        self._down = _Down(at, moment, spent=at < self.acted + SAME_GESTURE)
        if not self._holds and not self._down.spent and not moment.double:
            self._down.spent = True
            return [self._heard(Gesture.PRESS, self._down, at)]
        return []

    def _released(self, at: float) -> list[Heard]:
        down = self._down
        if down is None or down.released is not None:
            return []
        self._down = None
        if self._holds and not down.over and at >= down.at + HOLD:
            return [self._heard(Gesture.BACK if at >= down.at + LONG_HOLD else Gesture.HOLD, down, at)]
        if down.spent:
            self.acted = max(self.acted, at if self._holds else self.acted)  # a third press by habit is none, either
            return []
        if down.moment.double:
            down.released, self._down = at, down
            return []
        return [self._heard(Gesture.PRESS, down, at)]

    def tick(self, now: float) -> list[Heard]:
        """Time has passed."""
        down = self._down
        if down is None:
            return []
        if down.released is not None:
            if now < down.released + SECOND_PRESS:
                return []
            self._down = None
            return [self._heard(Gesture.PRESS, down, down.released)]
        down.seen = now
        if self._holds and not down.over and now >= down.at + GOOD_NIGHT:
            down.spent = down.over = True
            return [Heard(GoodNight(held=lambda: self._down is down))]
        return []

    def _heard(self, gesture: Gesture, down: _Down, at: float) -> Heard:
        self.acted = at
        return Heard(gesture) if gesture is Gesture.BACK else Heard(gesture, down.moment.number, at)
