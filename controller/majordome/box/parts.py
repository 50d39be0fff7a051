"""What is fitted, on pins or on the Pico, put together. Every part is optional: one that fails is told and left out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import TracebackType
from typing import Any

from majordome.box import make_prop
from majordome.core.clock import Clock
from majordome.core.cues import Cue, Notice
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Ear, Heard, Sensed
from majordome.core.events import Chair
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.core.prompter import Prompter
from majordome.core.race import RaceLock
from majordome.core.snapshot import REACTION
from majordome.pico.board import Board
from majordome.pico.inputs import PicoButton
from majordome.pico.props import PicoBuzzer, PicoLamp
from majordome.props.animator import Animator
from majordome.settings.pin_map import Pins
from majordome.settings.prop_table import PROP_TABLE, Row

log = logging.getLogger(__name__)
FIRST_WORD = 1.0  # seconds that a Pico may take to say who it is, and what is held
PICO = "Pico"  # what serves a part that is on no pin


class Hardware:
    """The box's own body: the rows of the prop table that are fitted. `race` is shared with phones and twin."""

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
        self.parts: dict[str, Any] = {}
        self.troubles: list[Notice] = []
        self.strikers: list[Callable[[], None]] = []  # what else sounds on the press itself
        self.animator = Animator(clock, speed, self._failed)
        self.race = race or RaceLock(clock, self._pass_on, lambda: prompter.snapshot)
        self._own_race = race is None
        self._factory = pin_factory
        self._clock = clock
        self._tell = tell
        self._prompter = prompter
        self._speed = speed
        self._plays = False
        self._where: dict[str, str] = {}
        self._given_up: set[int] = set()
        self._report: Callable[[list[Cue]], None] = lambda cues: None
        for row in PROP_TABLE:
            self._fit(row, pins)
        self.animator.watch([part for part in self.parts.values() if hasattr(part, "move")])
        if lights := self.parts.get("guest_buzzer_lights"):
            self.race.lights.append(lambda players: lights.show(self.race.seats(players)))
        if board is not None:
            board.start()  # everybody is there who wants to hear of it

    def _offers(self) -> dict[str, Any]:
        """What a part may need: its constructor names it."""
        return {
            "clock": self._clock,
            "speed": self._speed,
            "wake": self.animator.wake,
            "pin_factory": self._factory,
            "tell": self._pass_on,
            "moment": self.moment,
            "failed": self._failed,
            "race": self.race,
            "strike": self._strike,
            "held": self.button_lamp.held if self.button_lamp else _nothing,
            "has_struck": self.buzzer.has_struck if isinstance(self.buzzer, PicoBuzzer) else _nothing,
            "own_button": self.board is not None and "button" in self.board.serves,
            "broken": self._cable_broken,
        }

    def _fit(self, row: Row, pins: Pins) -> None:
        """Make a part; where it cannot be, the host is told in words and the evening goes on without it."""
        if self.board is not None and row.name in self.board.serves:
            self._where[row.name] = PICO
            self.parts[row.name] = make_prop.on_board(row, self.board, self._offers())
        elif where := make_prop.where(row, pins):
            self._where[row.name] = where
            try:
                self.parts[row.name] = make_prop.on_pins(row, pins, self._offers())
            except Exception as trouble:
                log.exception("the %s cannot be used", row.name)
                self.troubles.append(_prop_failed(f"{row.name} ({where})", trouble))

    # The parts that the box itself plays on.

    @property
    def button(self) -> Any:
        """The big one."""
        return self.parts.get("button")

    @property
    def button_lamp(self) -> Any:
        """The light in it."""
        return self.parts.get("button_lamp")

    @property
    def buzzer(self) -> Any:
        """TOP."""
        return self.parts.get("buzzer")

    @property
    def lamp(self) -> Any:
        """The mood of the room."""
        return self.parts.get("lamp")

    @property
    def hourglass(self) -> Any:
        """The sand."""
        return self.parts.get("hourglass")

    def where(self, name: str) -> str:
        """`GPIO 22`, `Pico`: what serves this part; nothing where it is not fitted."""
        return self._where[name] if name in self.parts else ""

    def _label(self, part: object) -> str:
        name = next((name for name, other in self.parts.items() if other is part), None)
        return f"{name} ({self._where[name]})" if name is not None else type(part).__name__

    def props(self) -> dict[str, list[Any]]:
        """What the stage plays on, by the kinds of core.props.PROPS."""
        fitted = [row for row in PROP_TABLE if row.kind and row.name in self.parts]
        return {row.kind: [self.parts[row.name]] for row in fitted}

    @property
    def ears(self) -> list[Ear]:
        """What hears; of several buzzers each."""
        return [
            ear for part in self.parts.values() for ear in getattr(part, "buzzers", [part]) if hasattr(ear, "sense")
        ]

    # In the evening.

    def _failed(self, part: object, trouble: Exception) -> None:
        """From any thread: a part does not answer any more. The host is told once, in the evening's own thread."""
        if id(part) in self._given_up:
            return
        self._given_up.add(id(part))
        label = self._label(part)
        log.error("the %s does not answer any more", label, exc_info=trouble)
        self._tell(_prop_failed(label, trouble))

    def _pass_on(self, sensed: Sensed | Heard) -> None:
        """A press that the doctor asked for, before the evening began, is no press of the evening."""
        if self._plays and isinstance(sensed, Sensed):  # nobody speaks to a lock that only the box has
            self._tell(sensed)

    def moment(self) -> int:
        """The moment for which a hand moves now."""
        return self._prompter.snapshot.moment_meant(self._clock.now())

    def _strike(self) -> None:
        if self.moment() != self._prompter.moment:
            return
        if self.buzzer is not None:
            self.buzzer.strike()
        for strike in self.strikers:
            strike()

    def _game(self) -> Manifest:
        return manifest(self._prompter.evening.game)

    def held_at_start(self) -> bool:
        """The button is held while the box starts; a Pico's button must first be heard of."""
        if self.button is None:
            return False
        if self.board is not None and isinstance(self.button, PicoButton) and self.board.here.wait(FIRST_WORD):
            self.board.heard.wait(FIRST_WORD)
        return bool(self.button.level)

    def attach(self, performance: Performance) -> None:
        """Take part in the evening."""
        self._report = performance.stage.perform
        for ear in self.ears:
            if hasattr(ear, "begin"):
                ear.begin(self._clock.now())
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
        if isinstance(self.buzzer, PicoBuzzer):
            # The board sounds it by itself: a press that would not count must not sound it either.
            late = REACTION if self.moment() != self._prompter.moment else 0.0
            again = self.button.settled_at - self._clock.now() if isinstance(self.button, PicoButton) else 0.0
            self.buzzer.arm(top, max(late, again))
        elif self.buzzer is not None:
            self.buzzer.arm(top)

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
        for part in (*self.parts.values(), self.board, self._factory):
            try:
                if hasattr(part, "close"):  # what is on the board closes with the board
                    part.close()
            except Exception:  # the others shall fall silent and dark all the same
                log.exception("the %s cannot be closed", self._label(part))

    def __enter__(self) -> Hardware:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _nothing(*_: object) -> None:
    pass


def _prop_failed(label: str, trouble: Exception) -> Notice:
    return Notice("prop_failed", (label, str(trouble) or type(trouble).__name__))
