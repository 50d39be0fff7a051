"""Buzzers for guests on pins: the first press wins, and the order of all presses is the kernel's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from majordome.core.clock import Clock
from majordome.core.evening_loop import Heard, Moment, Sensed
from majordome.core.prompter import Answer
from majordome.inputs.pin_buttons import Failed, PinSwitch, Tell
from majordome.sensing.buzzer_race import Race


class PinGuestBuzzers:
    """Up to six buzzers for guests: the first press wins; all presses of a race are told in the kernel's order."""

    def __init__(
        self,
        pins: tuple[int, ...],
        *,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        failed: Failed = lambda part, trouble: None,
        pin_factory: Any = None,
    ) -> None:
        self._race = Race()
        self._numbers: dict[int, int] = {}
        self._switches: list[PinSwitch] = []
        hearing: dict[str, Any] = {
            "clock": clock,
            "tell": self._passing(tell),
            "moment": moment,
            "failed": lambda switch, trouble: failed(self, trouble),
            "pin_factory": pin_factory,
        }
        for number, pin in enumerate(pins, 1):
            switch = PinSwitch(pin, **hearing)
            self._numbers[id(switch)] = number
            self._switches.append(switch)

    def _passing(self, tell: Tell) -> Tell:
        def passing(sensed: Sensed) -> None:
            tell(Sensed(self, sensed.pressed, sensed.at, sensed.moment, sensed.ticks, sensed.ear))

        return passing

    def begin(self, now: float) -> None:
        """The evening begins: what was pressed before is forgotten."""
        for switch in self._switches:
            switch.begin(now)

    def due(self) -> float | None:
        """When the race is over, or a switch has settled."""
        return min((t for t in (self._told_at(), *(s.due() for s in self._switches)) if t is not None), default=None)

    def _told_at(self) -> float | None:
        """When the race is over, and every press of it has come out of the queue."""
        late = (switch.sure_at for switch in self._switches if switch.on_the_way)
        return None if self._race.until is None else max((self._race.until, *late))

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """A guest slams a buzzer."""
        assert isinstance(sensed.switch, PinSwitch)
        sensed.switch.came()
        if sensed.pressed:
            self._race.press(self._numbers[id(sensed.switch)], sensed.ticks, sensed.at)
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The race is told when it is over."""
        for switch in self._switches:
            switch.settle(now)
        told_at = self._told_at()
        if told_at is None or now < told_at:
            return []
        return [Heard(self._race.over())]

    def took(self, heard: Heard, answer: Answer) -> None:
        """Nothing more to do."""

    def close(self) -> None:
        """Deaf; twice does no harm."""
        for switch in self._switches:
            switch.close()
