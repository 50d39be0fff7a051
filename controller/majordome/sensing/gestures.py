"""What a hand does with the one button: press, double press, hold, long hold, and ten seconds for good night.

Pure: edges and times in, gestures out.

Where the press has one meaning it acts as the button goes down. Where a double press or a hold means something, it is
resolved as soon as it is unambiguous. Each gesture carries the time at which the button first went down, so that a
countdown is as long after a press as after a double press.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from majordome.core.evening_loop import GoodNight, Heard, Moment
from majordome.core.events import Gesture, Wish
from majordome.core.prompter import Answer
from majordome.core.records import Happened, Paused

SETTLING = 0.03  # seconds: contacts bounce this long at most
SECOND_PRESS = 0.35  # a double press comes within this time of the first release
SAME_GESTURE = 0.4  # whoever presses twice by habit does not skip the next beat
HOLD = 2.0
LONG_HOLD = 5.0
GOOD_NIGHT = 10.0
SECOND_THOUGHTS = (Wish.TAKE_BACK, Wish.PUT_BACK)


@dataclass(slots=True)
class _Down:
    """The button is down, or was a moment ago."""

    at: float
    moment: Moment
    done: bool = False  # its press has acted, or does not count
    held: bool = False
    long_held: bool = False
    good_night: bool = False
    stepped_back: bool = False  # its long hold has taken a step back
    released: float | None = None
    own: list[type[Happened] | type[Paused]] = field(default_factory=list)  # what this very gesture has started


class GestureReader:
    """Reads one button; without `holds`, one that only presses."""

    def __init__(self, *, holds: bool = True) -> None:
        self._holds = holds
        self._down: _Down | None = None
        self.acted = float("-inf")  # when the button went down for the last gesture that was heard

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
        if not self._holds:
            return None
        if not down.held:
            return down.at + HOLD
        if not down.long_held:
            return down.at + LONG_HOLD
        return None if down.good_night else down.at + GOOD_NIGHT

    def edge(self, pressed: bool, at: float, moment: Moment) -> list[Heard]:
        """The button went down or up."""
        return self._pressed(at, moment) if pressed else self._released(at)

    def _pressed(self, at: float, moment: Moment) -> list[Heard]:
        before = self._down
        if before is not None and before.released is None:
            return []  # an up edge was lost: it is still the same press
        if before is not None and before.released is not None and at <= before.released + SECOND_PRESS:
            before.released, before.done = None, True
            return [self._heard(Gesture.DOUBLE, before)]
        self._down = _Down(at, moment, done=at < self.acted + SAME_GESTURE)
        if not self._down.done and moment.acts_at_once:
            self._down.done = True
            return [self._heard(Gesture.PRESS, self._down)]
        return []

    def _released(self, at: float) -> list[Heard]:
        down = self._down
        if down is None or down.released is not None:
            return []
        if down.done or down.held:
            self._down = None
            return []
        if down.moment.double:
            down.released = at
            return []
        self._down = None
        return [self._heard(Gesture.PRESS, down)]

    def tick(self, now: float) -> list[Heard]:
        """Time has passed."""
        down = self._down
        if down is None:
            return []
        if down.released is not None:
            if now < down.released + SECOND_PRESS:
                return []
            self._down = None
            return [self._heard(Gesture.PRESS, down)]
        if not self._holds:
            return []
        heard: list[Heard] = []
        if not down.held and now >= down.at + HOLD:
            down.held = True
            heard += self._hold(down)
        if not down.long_held and now >= down.at + LONG_HOLD:
            down.long_held = True
            heard += [Heard(undo) for undo in self._undo_own(down)]
            heard.append(Heard(Gesture.BACK))
        elif not down.good_night and now >= down.at + GOOD_NIGHT:
            down.good_night = True  # never in one breath with the long hold: what came of that must be known
            heard += [Heard(Wish.PUT_BACK)] if down.stepped_back else []
            heard.append(Heard(GoodNight(held=lambda: self._down is down)))
        return heard

    def _hold(self, down: _Down) -> list[Heard]:
        if not down.own:
            return [] if down.done and down.moment.paused else [self._heard(Gesture.HOLD, down)]
        # The press has acted already, and a hold means a pause: take it back first.
        return [*(Heard(undo) for undo in self._undo_own(down)), Heard(Wish.PAUSE)]

    def _undo_own(self, down: _Down) -> list[Wish]:
        own, down.own = down.own, []
        return [Wish.TAKE_BACK if kind is Happened else Wish.GO_ON for kind in reversed(own)]

    def _heard(self, gesture: Gesture, down: _Down) -> Heard:
        self.acted = down.at
        return Heard(gesture, down.moment.number, down.at)

    def took(self, heard: Heard, answer: Answer) -> None:
        """What came of it: a longer hold takes back also what its own press or hold started."""
        down = self._down
        if down is not None and heard.said is Gesture.BACK:
            down.stepped_back = answer.refused is None
        if down is None or not isinstance(heard.said, Gesture | Wish) or heard.said in (Gesture.BACK, *SECOND_THOUGHTS):
            return
        for record in answer.records:
            if isinstance(record, Paused) or (isinstance(record, Happened) and record.event.by_host):
                down.own.append(type(record))
