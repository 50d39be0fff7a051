"""Buttons and chairs on pins, by gpiozero.

The threads of the pins only note what they saw and never raise: an exception in a callback would kill lgpio's only
callback thread, and every button would go deaf.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from gpiozero import Button, DigitalInputDevice

from majordome.clock import Clock
from majordome.events import BuzzersPressed, Chair, Gesture
from majordome.inputs.gestures import SAME_GESTURE, SETTLING, GestureReader
from majordome.inputs.presence import Presence
from majordome.performance import Heard, Moment, Sensed
from majordome.prompter import Answer

Tell = Callable[[Sensed], None]
RACE = 0.1  # seconds: presses of guest buzzers within this time are one race
UNPLUGGED_AFTER = 1.0


class PinSwitch:
    """A switch on a pin, debounced by its leading edge: the first change counts at once, the trembling after it not.

    Wiring: between the pin and ground, with the Pi's own pull-up (`pull_up=True`).
    """

    def __init__(
        self, pin: int, *, pull_up: bool = True, clock: Clock, tell: Tell, moment: Callable[[], int], pin_factory: Any
    ) -> None:
        self._clock = clock
        self._tell = tell
        self._moment = moment
        self._active = not pull_up
        self._device: Any = Button(pin, pull_up=pull_up, pin_factory=pin_factory)
        self.pressed: bool = self._device.is_pressed
        self._changed_at = float("-inf")
        self._settled = True
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: object) -> None:
        at = self._clock.now()
        pressed = bool(state) is self._active
        if at - self._changed_at < SETTLING or pressed is self.pressed:
            return
        self._note(pressed, at)
        if pressed:
            self.on_press(at)
        self._tell(Sensed(self, pressed, at, self._moment(), ticks))

    @property
    def level(self) -> bool:
        """What the switch says now, undebounced."""
        return bool(self._device.is_pressed)

    def on_press(self, at: float) -> None:
        """In the thread of the pin, before anything else."""

    def _note(self, pressed: bool, at: float) -> None:
        self.pressed, self._changed_at, self._settled = pressed, at, False

    def due(self) -> float | None:
        """When the contacts have settled, and the level can be trusted."""
        return None if self._settled else self._changed_at + SETTLING

    def settle(self, now: float) -> bool:
        """The trembling is over: True if the switch is not where its first edge said."""
        if self._settled or now < self._changed_at + SETTLING:
            return False
        self._settled = True
        level: bool = self._device.is_pressed
        if level is self.pressed:
            return False
        self._note(level, now)
        return True

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
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
        pin_factory: Any = None,
    ) -> None:
        self._strike = strike
        self._held = held
        self._reader = GestureReader()
        self._pressed_at = float("-inf")
        super().__init__(pin, pull_up=pull_up, clock=clock, tell=tell, moment=moment, pin_factory=pin_factory)

    def on_press(self, at: float) -> None:
        """TOP sounds on the press itself: nothing slow stands between."""
        before, self._pressed_at = self._pressed_at, at
        if at - before >= SAME_GESTURE:  # else it belongs to the press before, and calls nothing
            self._strike()

    def due(self) -> float | None:
        """When a press may have become a hold, or a single press is sure."""
        return min((t for t in (super().due(), self._reader.due()) if t is not None), default=None)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """An edge has reached the evening."""
        self._held(sensed.pressed)
        return self._reader.edge(sensed.pressed, sensed.at, moment)

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Time has passed."""
        heard = []
        if self.settle(now):
            self._held(self.pressed)
            heard += self._reader.edge(self.pressed, now, moment)
        return heard + self._reader.tick(now)

    def took(self, heard: Heard, answer: Answer) -> None:
        """What came of it."""
        self._reader.took(heard, answer)


class PinSecondButton(PinSwitch):
    """A small second button: the same as a double press."""

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """Acts as it goes down."""
        return [Heard(Gesture.DOUBLE, sensed.moment, sensed.at)] if sensed.pressed else []


class PinChair:
    """A jail chair: a presence switch that closes (or opens) when somebody sits.

    With the second contact of a changeover switch on `check`, exactly one of the two is closed: if neither is, the
    cable is broken, and that is told instead of an alarm.
    """

    def __init__(
        self,
        chair: Chair,
        pin: int,
        *,
        normally_open: bool = True,
        check: int | None = None,
        broken: Callable[[Chair], None] = lambda chair: None,
        clock: Clock,
        tell: Tell,
        moment: Callable[[], int],
        pin_factory: Any = None,
    ) -> None:
        self.chair = chair
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
        self._look(clock.now())  # a level, not an edge: somebody may be sitting there already

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
        if not self.unplugged:
            self._unplugged_since, self._told_broken = None, False
            self._presence.level(self.sits, at)
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


class PinGuestBuzzers:
    """Up to six buzzers for guests: the first press wins; all presses of a race are told in the kernel's order."""

    def __init__(
        self, pins: tuple[int, ...], *, clock: Clock, tell: Tell, moment: Callable[[], int], pin_factory: Any = None
    ) -> None:
        self._race: list[tuple[float, int]] = []
        self._until: float | None = None
        self._numbers: dict[int, int] = {}
        self._switches = []
        for number, pin in enumerate(pins, 1):
            switch = PinSwitch(pin, clock=clock, tell=self._passing(tell), moment=moment, pin_factory=pin_factory)
            self._numbers[id(switch)] = number
            self._switches.append(switch)

    def _passing(self, tell: Tell) -> Tell:
        def passing(sensed: Sensed) -> None:
            tell(Sensed(self, sensed.pressed, sensed.at, sensed.moment, sensed.ticks, sensed.ear))

        return passing

    def due(self) -> float | None:
        """When the race is over, or a switch has settled."""
        return min((t for t in (self._until, *(s.due() for s in self._switches)) if t is not None), default=None)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """A guest slams a buzzer."""
        number = self._numbers[id(sensed.switch)]
        if sensed.pressed and all(number != other for _, other in self._race):
            self._race.append((sensed.ticks, number))
            self._until = self._until or sensed.at + RACE
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The race is told when it is over."""
        for switch in self._switches:
            switch.settle(now)
        if self._until is None or now < self._until:
            return []
        order, self._race, self._until = tuple(number for _, number in sorted(self._race)), [], None
        return [Heard(BuzzersPressed(order))]

    def took(self, heard: Heard, answer: Answer) -> None:
        """Nothing more to do."""

    def close(self) -> None:
        """Deaf; twice does no harm."""
        for switch in self._switches:
            switch.close()
