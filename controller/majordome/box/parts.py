"""What is fitted, on pins or on the Pico, put together. Every part is optional: one that fails is told and left out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar

from majordome.core.clock import Clock
from majordome.core.cues import Cue, Notice
from majordome.core.evening_loop import Ear, Performance, Sensed
from majordome.core.events import Chair
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.core.prompter import Prompter
from majordome.core.race import RaceLock
from majordome.core.snapshot import REACTION
from majordome.inputs.pin_buttons import PinButton, PinSecondButton, PinSwitch
from majordome.inputs.pin_chairs import PinChair
from majordome.inputs.pin_guest_buzzers import PinGuestBuzzers
from majordome.pico.board import Board
from majordome.pico.inputs import PicoButton, PicoChair, PicoGuestBuzzers
from majordome.pico.props import PicoButtonLamp, PicoBuzzer, PicoHourglass, PicoLamp
from majordome.props.animator import Animator
from majordome.props.buzzer import PinBuzzer
from majordome.props.hourglass import PinHourglass
from majordome.props.lamps import ButtonLamp, PinLamp
from majordome.settings.pin_map import Pins

log = logging.getLogger(__name__)
P = TypeVar("P")
FIRST_WORD = 1.0  # seconds that a Pico may take to say who it is, and what is held


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
        board: Board | None = None,
        race: RaceLock | None = None,
    ) -> None:
        self.board = board
        self.race = race or RaceLock(clock, tell, lambda: prompter.snapshot)
        self._own_race = race is None
        self.troubles: list[Notice] = []
        self.strikers: list[Callable[[], None]] = []  # what else sounds on the press itself
        self.animator = Animator(clock, speed, self._failed)
        self._factory = pin_factory
        self._clock = clock
        self._tell = tell
        self._prompter = prompter
        self._speed = speed
        self._plays = False
        self._labels: dict[int, str] = {}
        self._given_up: set[int] = set()
        self._report: Callable[[list[Cue]], None] = lambda cues: None
        moving: dict[str, Any] = {"clock": clock, "wake": self.animator.wake, "pin_factory": pin_factory}
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

        guests: dict[str, Any] = {"race": self.race, "moment": self._guests_moment, "speed": speed}
        on_board: dict[str, Any] = {key: hearing[key] for key in ("clock", "tell", "moment")} | {"speed": speed}

        def pico_chair(side: Chair) -> Callable[[Board], PicoChair]:
            return lambda board: PicoChair(side, board, **on_board)

        def pico_buzzer(board: Board) -> PicoBuzzer:
            return PicoBuzzer(board, clock=clock, own_button="button" in board.serves)

        self.buzzer = self._served("buzzer", pico_buzzer) or self._fit(
            "buzzer", pins.buzzer, lambda pin: PinBuzzer(pin, tonal=pins.buzzer_tonal, **moving)
        )
        self.hourglass = self._served("hourglass", lambda board: PicoHourglass(board, speed=speed)) or self._fit(
            "hourglass", pins.hourglass, lambda row: PinHourglass(row, **moving)
        )
        self.lamp = self._served("lamp", PicoLamp) or self._fit("lamp", pins.lamp, lambda lamp: PinLamp(lamp, **moving))
        self.button_lamp = self._served("button_lamp", PicoButtonLamp) or self._fit(
            "button_lamp", pins.button_lamp, lambda pin: ButtonLamp(pin, **moving)
        )
        strike = self._strike
        held = self.button_lamp.held if self.button_lamp else _nothing
        has_struck = self.buzzer.has_struck if isinstance(self.buzzer, PicoBuzzer) else _nothing
        self.button = self._served(
            "button", lambda board: PicoButton(board, strike=strike, held=held, has_struck=has_struck, **on_board)
        ) or self._fit("button", pins.button, lambda pin: PinButton(pin, strike=strike, held=held, **hearing))
        self.second_button = self._fit("second_button", pins.second_button, lambda pin: PinSecondButton(pin, **hearing))
        self.left_chair = self._served("left_chair", pico_chair("left")) or self._fit(
            "left_chair", pins.left_chair, chair("left", pins.left_chair_check)
        )
        self.right_chair = self._served("right_chair", pico_chair("right")) or self._fit(
            "right_chair", pins.right_chair, chair("right", pins.right_chair_check)
        )
        self.guest_buzzers = self._served(
            "guest_buzzers", lambda board: PicoGuestBuzzers(board, **(on_board | guests))
        ) or self._fit("guest_buzzers", pins.guest_buzzers, lambda many: PinGuestBuzzers(many, **(hearing | guests)))
        on_pins = (PinBuzzer, PinHourglass, PinLamp, ButtonLamp)
        props = (self.buzzer, self.hourglass, self.lamp, self.button_lamp)
        self.animator.watch([prop for prop in props if isinstance(prop, on_pins)])
        if board is not None:
            board.start()  # everybody is there who wants to hear of it

    def _served(self, name: str, make: Callable[[Board], P]) -> P | None:
        """A part on the Pico. It can be made whether or not the board is there."""
        if self.board is None or name not in self.board.serves:
            return None
        part = make(self.board)
        self._labels[id(part)] = f"{name} (Pico)"
        return part

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
        return self._prompter.snapshot.moment_meant(self._clock.now())

    def _guests_moment(self) -> int:
        """Before a race is armed, a guest's hand has moved for the moment before."""
        return min(self.moment(), self.race.moment)

    def _strike(self) -> None:
        if self.moment() != self._prompter.moment:
            return
        if self.buzzer is not None:
            self.buzzer.strike()
        for strike in self.strikers:
            strike()

    def _game(self) -> Manifest:
        return manifest(self._prompter.evening.game)

    @property
    def ears(self) -> list[Ear]:
        """What hears."""
        return [*self._inputs(), *([self.buzzer] if isinstance(self.buzzer, PicoBuzzer) else [])]

    def where(self, name: str) -> str:
        """`GPIO 22`, `Pico`: what serves this part; nothing where it is not fitted."""
        label = self._labels.get(id(getattr(self, name, None)), "")
        return label.partition("(")[2].rstrip(")")

    def held_at_start(self) -> bool:
        """The button is held while the box starts; a Pico's button must first be heard of."""
        if self.button is None:
            return False
        if self.board is not None and isinstance(self.button, PicoButton) and self.board.here.wait(FIRST_WORD):
            self.board.heard.wait(FIRST_WORD)
        return self.button.level

    def _inputs(self) -> Iterator[PinSwitch | PinChair | PicoButton | PicoChair | PicoGuestBuzzers]:
        for part in (self.button, self.second_button, self.left_chair, self.right_chair, self.guest_buzzers):
            if isinstance(part, PinGuestBuzzers):
                yield from part.buzzers
            elif part is not None:
                yield part

    def props(self) -> dict[str, list[Any]]:
        """What the stage plays on."""
        return {
            "buzzer": [part for part in (self.buzzer,) if part],
            "hourglass": [part for part in (self.hourglass,) if part],
            "lamp": [part for part in (self.lamp,) if part],
        }

    def attach(self, performance: Performance) -> None:
        """Take part in the evening."""
        self._report = performance.stage.perform
        for part in self._inputs():
            part.begin(self._clock.now())
        self._plays = True
        performance.ears += self.ears
        if self._own_race:
            self.race.attach(performance)
        performance.watchers.append(self.look)
        self.look()

    def look(self) -> None:
        """After each step: what the next press sounds, what may shine, and what the light in the button says."""
        beat, paused = self._prompter.beat, self._prompter.paused
        top = beat.top if beat is not None and not paused else None
        self._arm(None if top is None else self._game().call(top))
        dark = beat is not None and beat.dark
        if self.board is not None:
            self.board.darken(dark)
        if isinstance(self.lamp, PicoLamp):
            self.lamp.flashes_at(self._flash())
        if self.button_lamp is None:
            return
        if dark:
            self.button_lamp.show("dark")
        elif paused and beat is not None:
            self.button_lamp.show("paused")
        else:
            self.button_lamp.show("waits" if beat is None or beat.press is not None else "busy")

    def _arm(self, top: str | None) -> None:
        if isinstance(self.buzzer, PinBuzzer):
            self.buzzer.arm(top)
        elif isinstance(self.buzzer, PicoBuzzer):
            # The board sounds it by itself: a press that would not count must not sound it either.
            late = REACTION if self.moment() != self._prompter.moment else 0.0
            again = self.button.settled_at - self._clock.now() if isinstance(self.button, PicoButton) else 0.0
            self.buzzer.arm(top, max(late, again))

    def _flash(self) -> float | None:
        """When the lamp will flash, in the board's own seconds from now."""
        beat, left = self._prompter.beat, self._prompter.time_left(self._clock.now())
        if self.board is None or beat is None or not beat.flash or left is None:
            return None
        return self.board.now() + left / self._speed

    def dim(self, on: bool) -> None:
        """Nobody has come for long: only so much light that the box can be found. Or somebody is back."""
        if on and self.button_lamp is not None:
            self.button_lamp.show("busy")
        elif not on:
            self.look()
        if self.lamp is not None:
            self.lamp.shine(self._game().mood("night" if on else self._prompter.snapshot.mood))

    def _cable_broken(self, chair: Chair) -> None:
        self._report([Notice("cable_broken", (chair,))])

    def close(self) -> None:
        """Silent and dark; twice does no harm."""
        self.animator.close()
        parts = (self.buzzer, self.hourglass, self.lamp, self.button_lamp, self.button, self.second_button)
        for part in (*parts, self.left_chair, self.right_chair, self.guest_buzzers, self.board, self._factory):
            try:
                if part is not None and hasattr(part, "close"):  # what is on the board closes with the board
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
