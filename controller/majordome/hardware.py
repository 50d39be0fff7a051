"""What is fitted on pins, put together from the pin map. Every part is optional: one that fails is told, left out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar

from majordome.clock import Clock
from majordome.cues import Cue, Light, Notice
from majordome.events import Chair
from majordome.inputs.chairs import PinChair
from majordome.inputs.guest_buzzers import PinGuestBuzzers
from majordome.inputs.pins import PinButton, PinSecondButton, PinSwitch
from majordome.performance import Ear, Performance, Sensed, moment_meant
from majordome.pins import Pins
from majordome.prompter import Prompter
from majordome.props.buzzer import PinBuzzer
from majordome.props.hourglass import PinHourglass
from majordome.props.lamps import ButtonLamp, PinLamp
from majordome.props.limelight import Limelight

log = logging.getLogger(__name__)
P = TypeVar("P")


class Hardware:
    """The box's own body."""

    def __init__(
        self,
        pins: Pins,
        pin_factory: Any,
        *,
        clock: Clock,
        tell: Callable[[Sensed | Notice], None],
        prompter: Prompter,
        speed: float = 1.0,
    ) -> None:
        self.troubles: list[Notice] = []
        self.strikers: list[Callable[[], None]] = []  # what else sounds on the press itself
        self.limelight = Limelight(clock, speed, self._failed)
        self._factory = pin_factory
        self._clock = clock
        self._tell = tell
        self._prompter = prompter
        self._plays = False
        self._labels: dict[int, str] = {}
        self._given_up: set[int] = set()
        self._report: Callable[[list[Cue]], None] = lambda cues: None
        moving: dict[str, Any] = {"clock": clock, "wake": self.limelight.wake, "pin_factory": pin_factory}
        hearing: dict[str, Any] = {
            "clock": clock,
            "tell": self._pass_on,
            "moment": self.moment,
            "failed": self._failed,
            "pin_factory": pin_factory,
        }

        def chair(side: Chair, check: int | None) -> Callable[[int], PinChair]:
            contact: dict[str, Any] = {"normally_open": pins.chairs_normally_open, "check": check}
            return lambda pin: PinChair(side, pin, broken=self._cable_broken, **contact, **hearing)

        self.buzzer = self._fit("buzzer", pins.buzzer, lambda pin: PinBuzzer(pin, tonal=pins.buzzer_tonal, **moving))
        self.hourglass = self._fit("hourglass", pins.hourglass, lambda row: PinHourglass(row, **moving))
        self.lamp = self._fit("lamp", pins.lamp, lambda lamp: PinLamp(lamp, **moving))
        self.button_lamp = self._fit("button_lamp", pins.button_lamp, lambda pin: ButtonLamp(pin, **moving))
        strike = self._strike
        held = self.button_lamp.held if self.button_lamp else _nothing
        self.button = self._fit("button", pins.button, lambda pin: PinButton(pin, strike=strike, held=held, **hearing))
        self.second_button = self._fit("second_button", pins.second_button, lambda pin: PinSecondButton(pin, **hearing))
        self.left_chair = self._fit("left_chair", pins.left_chair, chair("left", pins.left_chair_check))
        self.right_chair = self._fit("right_chair", pins.right_chair, chair("right", pins.right_chair_check))
        self.guest_buzzers = self._fit(
            "guest_buzzers", pins.guest_buzzers, lambda many: PinGuestBuzzers(many, **hearing)
        )
        self.limelight.watch([p for p in (self.buzzer, self.hourglass, self.lamp, self.button_lamp) if p is not None])

    def _fit(self, name: str, pin: Any, make: Callable[[Any], P]) -> P | None:
        """Make a part; where it cannot be, the host is told in words and the evening goes on without it."""
        if pin is None or pin == ():
            return None
        label = f"{name} (GPIO {', '.join(map(str, pin)) if isinstance(pin, tuple) else pin})"
        try:
            part = make(pin)
        except Exception as trouble:
            log.exception("the %s cannot be used", label)
            self.troubles.append(_prop_failed(label, trouble))
            return None
        self._labels[id(part)] = label
        return part

    def _failed(self, part: object, trouble: Exception) -> None:
        """From any thread: a part does not answer any more. The host is told once, in the evening's own thread."""
        if id(part) in self._given_up:
            return
        self._given_up.add(id(part))
        label = self._labels.get(id(part), type(part).__name__)
        log.error("the %s does not answer any more", label, exc_info=trouble)
        self._tell(_prop_failed(label, trouble))

    def _pass_on(self, sensed: Sensed) -> None:
        """A press that the doctor asked for, before the evening began, is no press of the evening."""
        if self._plays:
            self._tell(sensed)

    def moment(self) -> int:
        """The moment for which a hand moves now."""
        return moment_meant(self._prompter, self._clock.now())

    def _strike(self) -> None:
        if self.moment() != self._prompter.moment:
            return
        if self.buzzer is not None:
            self.buzzer.strike()
        for strike in self.strikers:
            strike()

    @property
    def ears(self) -> list[Ear]:
        """What hears."""
        return list(self._inputs())

    def _inputs(self) -> Iterator[PinSwitch | PinChair | PinGuestBuzzers]:
        for part in (self.button, self.second_button, self.left_chair, self.right_chair, self.guest_buzzers):
            if part is not None:
                yield part

    def props(self) -> dict[str, list[Any]]:
        """What the stage plays on."""
        return {
            "buzzers": [part for part in (self.buzzer,) if part],
            "hourglasses": [part for part in (self.hourglass,) if part],
            "lamps": [part for part in (self.lamp,) if part],
        }

    def attach(self, performance: Performance) -> None:
        """Take part in the evening."""
        self._report = performance.stage.perform
        for part in self._inputs():
            part.begin(self._clock.now())
        self._plays = True
        performance.ears += self.ears
        performance.watchers.append(self.look)
        self.look()

    def look(self) -> None:
        """After each step: what the next press sounds, and what the light in the button says."""
        beat, paused = self._prompter.beat, self._prompter.paused
        if self.buzzer is not None:
            self.buzzer.arm(beat.top if beat is not None and not paused else None)
        if self.button_lamp is None:
            return
        if beat is not None and beat.dark:
            self.button_lamp.show("dark")
        elif paused and beat is not None:
            self.button_lamp.show("paused")
        else:
            self.button_lamp.show("waits" if beat is None or beat.press is not None else "busy")

    def dim(self, on: bool) -> None:
        """Nobody has come for long: only so much light that the box can be found. Or somebody is back."""
        if on and self.button_lamp is not None:
            self.button_lamp.show("busy")
        elif not on:
            self.look()
        lasting = self._prompter.lasting(self._clock.now())
        mood = "night" if on else next((cue.mood for cue in lasting if isinstance(cue, Light)), "evening")
        if self.lamp is not None:
            self.lamp.mood(mood)

    def _cable_broken(self, chair: Chair) -> None:
        self._report([Notice("cable_broken", (chair,))])

    def close(self) -> None:
        """Silent and dark; twice does no harm."""
        self.limelight.close()
        parts = (self.buzzer, self.hourglass, self.lamp, self.button_lamp, self.button, self.second_button)
        for part in (*parts, self.left_chair, self.right_chair, self.guest_buzzers, self._factory):
            try:
                if part is not None:
                    part.close()
            except Exception:  # the others shall fall silent and dark all the same
                log.exception("the %s cannot be closed", self._labels.get(id(part), type(part).__name__))

    def __enter__(self) -> Hardware:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _nothing(*_: object) -> None:
    pass


def _prop_failed(label: str, trouble: Exception) -> Notice:
    return Notice("prop_failed", (label, str(trouble) or type(trouble).__name__))
