"""Buzzers of the guests on pins: one a seat, in the order of the guest list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from majordome.core.clock import Clock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.race import RaceLock
from majordome.inputs.pin_buttons import Failed, PinSwitch, Tell
from majordome.sensing.guest_gestures import GuestReader

SLAM: Final = "slam"  # of an edge: it has been in a race already
STALE = 0.5  # seconds: ticks that tell of more are of another clock
SIDE_BY_SIDE = 0.0001  # seconds: two clocks read within it are read at once
READINGS = 5  # of the two clocks, while other threads come between them


class PinGuestBuzzer(PinSwitch):
    """The buzzer of one seat, from 0. Its edge has the kernel's own time: what matters is when the hand came down, not
    when this thread was told. Held down, or stuck, it has slammed once; it counts again when it was let go."""

    def __init__(
        self,
        pin: int,
        *,
        seat: int,
        race: RaceLock,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        speed: float = 1.0,
        failed: Failed = lambda part, trouble: None,
        pin_factory: Any = None,
    ) -> None:
        self._reader = GuestReader(seat, race)
        self._speed = speed
        super().__init__(
            pin, clock=clock, tell=tell, moment=lambda: race.meant(moment), failed=failed, pin_factory=pin_factory
        )
        factory = self._device.pin_factory
        self._ticks, self._ticks_diff = factory.ticks, factory.ticks_diff

    def on_press(self, at: float, ticks: float) -> object:
        """In the thread of the pin: a race is decided here."""
        return SLAM if self._reader.slam(self._edge_at(ticks)) else None

    def _edge_at(self, ticks: float) -> float:
        """When the edge was, by the evening's clock. A thread that is held up between the two clocks reads them again:
        its hand would come down earlier than it did, before the race was open or before somebody who was first."""
        edge = now = self._clock.now()
        closest = float("inf")
        for _ in range(READINGS):
            before = now
            ago = self._ticks_diff(self._ticks(), ticks)  # seconds since the edge, by the kernel's clock
            now = self._clock.now()
            if now - before < closest:
                closest = now - before
                edge = now - ago * self._speed if 0.0 <= ago < STALE else now
            if closest <= SIDE_BY_SIDE * self._speed:
                break
        return edge

    def due(self) -> float | None:
        """When a single press is sure, or the switch has settled."""
        return min((t for t in (super().due(), self._reader.due()) if t is not None), default=None)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        self.came()
        if sensed.switch == SLAM:
            self._reader.slammed(sensed.at)
            return []
        return self._reader.edge(sensed.pressed, sensed.at, moment)

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed. An edge that was lost counts from when it is seen."""
        heard: list[Heard] = []
        if self.settle(now) and not (self.pressed and self._reader.slam(now)):
            heard += self._reader.edge(self.pressed, now, moment)
        return heard + self._reader.tick(now)


class PinGuestBuzzers:
    """All of them."""

    def __init__(
        self,
        pins: tuple[int, ...],
        *,
        race: RaceLock,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        speed: float = 1.0,
        failed: Failed = lambda part, trouble: None,
        pin_factory: Any = None,
    ) -> None:
        self.buzzers: list[PinGuestBuzzer] = []
        hearing: dict[str, Any] = {"race": race, "clock": clock, "tell": tell, "moment": moment, "speed": speed}
        try:
            for seat, pin in enumerate(pins):
                self.buzzers.append(
                    PinGuestBuzzer(pin, seat=seat, failed=self._passing(failed), pin_factory=pin_factory, **hearing)
                )
        except BaseException:
            self.close()
            raise

    def _passing(self, failed: Failed) -> Failed:
        return lambda buzzer, trouble: failed(self, trouble)

    @property
    def many(self) -> int:
        """How many there are."""
        return len(self.buzzers)

    @property
    def down(self) -> set[int]:
        """The seats whose buzzer is pressed now."""
        return {seat for seat, buzzer in enumerate(self.buzzers) if buzzer.level}

    def close(self) -> None:
        """Deaf; twice does no harm."""
        for buzzer in self.buzzers:
            buzzer.close()
