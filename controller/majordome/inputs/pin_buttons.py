"""Buttons on pins, by gpiozero.

The threads of the pins only note what they saw and never raise: an exception in a callback would kill lgpio's only
callback thread, and every button would go deaf.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any, TypeVar

from gpiozero import DigitalInputDevice

from majordome.core.clock import Clock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import Gesture
from majordome.core.prompter import Answer
from majordome.sensing.gestures import HOLD, SAME_GESTURE, SETTLING, GestureReader

log = logging.getLogger(__name__)
T = TypeVar("T")
Tell = Callable[[Sensed], None]
Failed = Callable[[Any, Exception], None]
STALLED = 1.0  # seconds: an edge that was noted so long ago has been lost on its way to the evening


def noted(callback: Callable[[T, float, object], None]) -> Callable[[T, float, object], None]:
    """A callback of a pin: whatever goes wrong in it is noted, and nothing more."""

    @wraps(callback)
    def safely(self: T, ticks: float, state: object) -> None:
        try:
            callback(self, ticks, state)
        except Exception:
            log.exception("an edge on a pin was lost")

    return safely


class PinSwitch:
    """A switch on a pin, debounced by its leading edge: the first change counts at once, the trembling after it not.

    Wiring: between the pin and ground, with the Pi's own pull-up (`pull_up=True`).
    """

    def __init__(
        self,
        pin: int,
        *,
        pull_up: bool = True,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        failed: Failed = lambda part, trouble: None,
        pin_factory: Any,
    ) -> None:
        self._clock = clock
        self._tell = tell
        self._moment = moment
        self._failed = failed
        self._active = not pull_up
        # Not a Button: that keeps a thread of its own, ten times a second, for holds that are read here.
        self._device: Any = DigitalInputDevice(pin, pull_up=pull_up, pin_factory=pin_factory)
        self.pressed: bool = self._device.is_active
        self._changed_at = float("-inf")
        self._settled = True
        self._told = self._heard = 0  # edges: counted by the thread of the pin, and by the thread of the evening
        self._device.pin.when_changed = self._changed

    @noted
    def _changed(self, ticks: float, state: object) -> None:
        at = self._clock.now()
        pressed = bool(state) is self._active
        if at - self._changed_at < SETTLING or pressed is self.pressed:
            return
        self._note(pressed, at)
        mark: object = None
        try:
            mark = self.on_press(at, ticks) if pressed else self.on_release(at)
        except Exception:  # no sound is no reason to miss the press
            log.exception("a press was not answered at once")
        self._told += 1
        try:
            self._tell(Sensed(self, pressed, at, self._moment(), ticks, mark))
        except Exception:
            self._told -= 1
            raise

    @property
    def level(self) -> bool:
        """What the switch says now, undebounced."""
        try:
            return bool(self._device.is_active)
        except Exception as trouble:  # noqa: BLE001 - told, and the evening goes on without it
            self._failed(self, trouble)
            return self.pressed

    def on_press(self, at: float, ticks: float) -> object:
        """In the thread of the pin, before anything else; what comes of it goes along with the edge."""
        return None

    def on_release(self, at: float) -> object:
        """The same when the finger leaves."""
        return None

    def _note(self, pressed: bool, at: float) -> None:
        self.pressed, self._changed_at, self._settled = pressed, at, False

    @property
    def on_the_way(self) -> bool:
        """An edge was noted that has not come out of the queue: the evening is behind."""
        return self._told != self._heard

    @property
    def sure_at(self) -> float:
        """When the contacts have settled, no edge is on its way, and the level can be trusted."""
        return self._changed_at + (STALLED if self.on_the_way else SETTLING)

    def due(self) -> float | None:
        """When to look whether the switch is where its first edge said."""
        return None if self._settled else self.sure_at

    def settle(self, now: float) -> bool:
        """True if the switch is not where its last edge said: that edge came while it trembled, or was lost."""
        if now < self.sure_at:
            return False
        self._settled, self._heard = True, self._told
        level = self.level
        if level is self.pressed:
            return False
        self._note(level, now)
        return True

    def begin(self, now: float) -> None:
        """The evening begins: what was pressed before is forgotten."""
        self._heard = self._told

    def came(self) -> None:
        """An edge has come out of the queue."""
        self._heard = min(self._heard + 1, self._told)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        self.came()
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        self.settle(now)
        return []

    def took(self, heard: Heard, answer: Answer) -> None:
        """What came of it."""

    def close(self) -> None:
        """Deaf; twice does no harm."""
        self._device.close()

    def __enter__(self) -> PinSwitch:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class PinButton(PinSwitch):
    """The big button. `strike` sounds an armed TOP in the thread of the pin; `held` tells the light in the button."""

    def __init__(
        self,
        pin: int,
        *,
        strike: Callable[[], None] = lambda: None,
        held: Callable[[bool], None] = lambda down: None,
        pull_up: bool = True,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        failed: Failed = lambda part, trouble: None,
        pin_factory: Any = None,
    ) -> None:
        self._strike = strike
        self._held = held
        self._reader = GestureReader()
        self._counted_at = float("-inf")
        self._down: tuple[float, int] | None = None  # of a press that may count: since when, and for which moment
        super().__init__(
            pin, pull_up=pull_up, clock=clock, tell=tell, moment=moment, failed=failed, pin_factory=pin_factory
        )

    def on_press(self, at: float, ticks: float) -> object:
        """Only noted: it may become a hold, and belongs to the press before if that was a moment ago."""
        again = at - max(self._counted_at, self._reader.acted) < SAME_GESTURE
        self._down = None if again else (at, self._moment())
        return None

    def on_release(self, at: float) -> object:
        """TOP sounds as the finger leaves: nothing slow stands between. Not after a hold, nor for another moment."""
        down, self._down = self._down, None
        self._counted_at = at
        if down is not None and at - down[0] < HOLD and down[1] == self._moment():
            self._strike()
        return None

    def due(self) -> float | None:
        """When a press may have become a hold, or a single press is sure."""
        return min((t for t in (super().due(), self._read_at()) if t is not None), default=None)

    def _read_at(self) -> float | None:
        due = self._reader.due()
        return None if due is None else max(due, self.sure_at)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        self.came()
        self._held(sensed.pressed)
        return self._reader.edge(sensed.pressed, sensed.at, moment)

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        heard = []
        if self.settle(now):
            self._held(self.pressed)
            heard += self._reader.edge(True, now, moment) if self.pressed else self._reader.let_go()
        due = self._read_at()
        return heard if due is None or due > now else heard + self._reader.tick(now)


class PinSecondButton(PinSwitch):
    """A small second button: the same as a double press."""

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """Acts as it goes down."""
        self.came()
        return [Heard(Gesture.DOUBLE, sensed.moment, sensed.at)] if sensed.pressed else []
