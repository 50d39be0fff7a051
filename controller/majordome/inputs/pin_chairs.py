"""Chairs on pins: a level that lasts, and a cable that may break."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero import DigitalInputDevice

from majordome.core.clock import Clock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import Chair
from majordome.core.prompter import Answer
from majordome.inputs.pin_buttons import Failed, Tell, noted
from majordome.sensing.presence import Presence

UNPLUGGED_AFTER = 1.0  # seconds


class PinChair:
    """A chair: a presence switch that closes (or opens) when somebody sits.

    With the second contact of a changeover switch on `check`, exactly one of the two is closed: if neither is, the
    cable is broken, and that is told instead of an alarm.
    """

    def __init__(
        self,
        pin: int,
        *,
        chair: Chair,
        normally_open: bool = True,
        check: int | None = None,
        broken: Callable[[Chair], None] = lambda chair: None,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        failed: Failed = lambda part, trouble: None,
        pin_factory: Any = None,
    ) -> None:
        self.chair = chair
        self._failed = failed
        self._presence = Presence(chair)
        self._normally_open = normally_open
        self._broken = broken
        self._unplugged_since: float | None = None
        self._told_broken = False
        self._clock = clock
        self._tell = tell
        self._moment = moment
        self._contact: Any = DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory)
        self._check: Any = None if check is None else DigitalInputDevice(check, pull_up=True, pin_factory=pin_factory)
        for device in (self._contact, self._check):
            if device is not None:
                device.pin.when_changed = self._changed
        self.begin(clock.now())

    def begin(self, now: float) -> None:
        """A level, not an edge: when the evening begins, somebody may be sitting there already."""
        self._look(now)

    @noted
    def _changed(self, ticks: float, state: object) -> None:
        self._tell(Sensed(self, bool(state), self._clock.now(), self._moment(), ticks))

    @property
    def unplugged(self) -> bool:
        """Neither contact is closed: the cable is broken."""
        return self._check is not None and not self._contact.is_active and not self._check.is_active

    @property
    def sits(self) -> bool:
        """What the switch says now."""
        closed: bool = self._contact.is_active
        return closed is self._normally_open

    def _look(self, at: float) -> None:
        try:
            unplugged, sits = self.unplugged, self.sits
        except Exception as trouble:  # noqa: BLE001 - told, and the chair stays as it was
            self._failed(self, trouble)
            self._presence.level(self._presence.taken, at)
            return
        if not unplugged:
            self._unplugged_since, self._told_broken = None, False
            self._presence.level(sits, at)
        elif self._unplugged_since is None:
            self._unplugged_since = at
            self._presence.level(self._presence.taken, at)  # a broken cable is nobody standing up

    def due(self) -> float | None:
        """When the level has lasted."""
        return min((t for t in (self._presence.due(), self._told_when_broken()) if t is not None), default=None)

    def _told_when_broken(self) -> float | None:
        waits = self._unplugged_since is not None and not self._told_broken
        return (self._unplugged_since or 0.0) + UNPLUGGED_AFTER if waits else None

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """The level has changed."""
        self._look(sensed.at)
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The level may have lasted long enough."""
        self._look(now)
        broken_at = self._told_when_broken()
        if broken_at is not None and now >= broken_at:
            self._told_broken = True
            self._broken(self.chair)
        event = self._presence.tick(now)
        return [] if event is None else [Heard(event)]

    def took(self, heard: Heard, answer: Answer) -> None:
        """Nothing more to do."""

    def close(self) -> None:
        """Deaf; twice does no harm."""
        for device in (self._contact, self._check):
            if device is not None:
                device.close()
