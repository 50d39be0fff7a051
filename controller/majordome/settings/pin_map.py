"""Which pin is for what: the default map, the [pins] settings, conflicts, and the drawing of the header. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from majordome.core.toml_reader import Section
from majordome.settings.prop_table import PROP_TABLE

# GPIO number -> place on the 40-pin header.
HEADER: dict[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
POWER = {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"}
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)

# Pins that belong to an interface; `free` in the settings gives one up.
INTERFACES: dict[str, tuple[int, ...]] = {
    "i2c": (2, 3),
    "uart": (14, 15),
    "spi": (7, 8, 9, 10, 11),
    "i2s": (18, 19, 20, 21),
    "eeprom": (0, 1),
}
FACTORIES = ("lgpio", "rpigpio", "native", "mock", "none")
WITHOUT_PWM = ("native",)
MOST_GUEST_BUZZERS = 6


@dataclass(frozen=True, slots=True)
class Pins:
    """The wiring of a box, by GPIO number. None or empty: not fitted."""

    factory: str | None = None  # None: lgpio on a Raspberry Pi, no pins elsewhere
    button: int | None = 17
    button_lamp: int | None = 27
    second_button: int | None = None
    buzzer: int | None = 22
    buzzer_tonal: bool = False
    hourglass: tuple[int, ...] = (4, 13, 16, 23, 24, 25, 26)
    lamp: tuple[int, ...] = (12,)
    left_chair: int | None = 5
    right_chair: int | None = 6
    left_chair_check: int | None = None
    right_chair_check: int | None = None
    chairs_normally_open: bool = True
    guest_buzzers: tuple[int, ...] = ()  # in the order of the seats
    free: tuple[str, ...] = ()  # interfaces that this box does not use
    guest_buzzer_lights: tuple[int, ...] = ()  # in the same order

    def users(self) -> Iterator[tuple[int, str]]:
        """Every pin with what it is for."""
        for name in ONE_PIN:
            pin: int | None = getattr(self, name)
            if pin is not None:
                yield pin, name
        for name in MANY_PINS:
            pins: tuple[int, ...] = getattr(self, name)
            for n, pin in enumerate(pins, 1):
                yield pin, f"{name} {n}" if len(pins) > 1 else name


_ON_PINS = [row for row in PROP_TABLE if row.pins]
_MANY = {row.name for row in _ON_PINS if row.many}
_ONE = {key for row in _ON_PINS for key in (row.name, *row.along.values())} - _MANY
ONE_PIN = tuple(field.name for field in fields(Pins) if field.name in _ONE)
MANY_PINS = tuple(field.name for field in fields(Pins) if field.name in _MANY)
NEEDS_PWM = tuple(row.name for row in _ON_PINS if row.pwm)


def read_pins(section: Section, usual: Pins | None = None) -> Pins:
    """The [pins] table; an error names both users of a pin."""
    usual = usual or Pins()
    one: dict[str, Any] = {name: _pin(section, name, getattr(usual, name)) for name in ONE_PIN}
    many: dict[str, Any] = {name: _pins(section, name, getattr(usual, name)) for name in MANY_PINS}
    pins = Pins(
        factory=section.choice("factory", FACTORIES, None),
        **one,
        **many,
        buzzer_tonal=section.flag("buzzer_tonal", usual.buzzer_tonal),
        chairs_normally_open=section.flag("chairs_normally_open", usual.chairs_normally_open),
        free=_free(section),
    )
    section.done()
    for settings, why in conflicts(pins):
        # Of two settings, the one that stands in the file is the one to change.
        raise section.wrong(next(filter(section.has, settings), settings[0]), why)
    return pins


def conflicts(pins: Pins) -> Iterator[tuple[tuple[str, ...], str]]:
    """What cannot be: (the settings that are at odds, why)."""
    taken: dict[int, str] = {}
    pwm = (*NEEDS_PWM, "buzzer") if pins.buzzer_tonal else NEEDS_PWM
    for pin, user in pins.users():
        setting = user.split(" ")[0]
        if pin not in HEADER:
            yield (setting,), f"there is no GPIO{pin} on the header: choose one of 2 to 27"
        elif pin in taken:
            both = (setting, taken[pin].split(" ")[0])
            yield both, f"GPIO{pin} is for {taken[pin]} and for {user}: give one of them another pin"
        for interface, reserved in INTERFACES.items():
            if pin in reserved and interface not in pins.free:
                remedy = "" if interface == "eeprom" else f', or write free = ["{interface}"]'
                yield (setting,), f"GPIO{pin} is for {user} and for {interface.upper()}: choose another pin{remedy}"
        if pins.factory in WITHOUT_PWM and setting in pwm:
            yield (
                (setting, "factory"),
                f"GPIO{pin} is for {user}, which needs PWM, and the {pins.factory} pin factory has none: use lgpio",
            )
        taken.setdefault(pin, user)
    if len(pins.lamp) not in (0, 1, 3):
        yield ("lamp",), f"has {len(pins.lamp)} pins: one for a white lamp, three for red, green and blue"
    for setting in ("guest_buzzers", "guest_buzzer_lights"):
        number = len(getattr(pins, setting))
        if number > MOST_GUEST_BUZZERS:
            yield (setting,), f"has {number} pins: at most {MOST_GUEST_BUZZERS}"


def _pin(section: Section, key: str, usual: int | None) -> int | None:
    value = section.any(key)
    if value is None:
        return usual
    if value is False:
        return None
    if type(value) is not int:
        raise section.wrong(key, "must be a GPIO number, or false where it is not fitted")
    return value


def _pins(section: Section, key: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    value = section.any(key)
    if value is None:
        return usual
    if value is False:
        return ()
    many = value if isinstance(value, list) else [value]
    if any(type(pin) is not int for pin in many):
        raise section.wrong(key, "must be GPIO numbers as in [4, 13], or false where it is not fitted")
    return tuple(many)


def _free(section: Section) -> tuple[str, ...]:
    value = section.any("free")
    known = [name for name in INTERFACES if name != "eeprom"]
    if value is None:
        return ()
    if not isinstance(value, list) or any(name not in known for name in value):
        raise section.wrong("free", f"must list interfaces that the box does not use, of: {', '.join(known)}")
    return tuple(value)


def draw(pins: Pins) -> str:
    """The header as it lies on the board, pin 1 on top left, with what goes where."""
    users = {HEADER[pin]: f"{user.replace('_', ' ')}" for pin, user in pins.users()}
    interface = {
        HEADER[pin]: name.upper() for name, reserved in INTERFACES.items() if name not in pins.free for pin in reserved
    }
    gpio = {place: f"GPIO{number}" for number, place in HEADER.items()}

    def label(place: int) -> tuple[str, str]:
        if place in POWER:
            return POWER[place], ""
        if place in GROUND:
            return "GND", ""
        return gpio[place], users.get(place) or (f"({interface[place]})" if place in interface else "")

    lines = []
    for left in range(1, 41, 2):
        (name_l, user_l), (name_r, user_r) = label(left), label(left + 1)
        lines.append(f"{user_l:>18}  {name_l:>6}  ({left:>2}) ({left + 1:>2})  {name_r:<6}  {user_r}".rstrip())
    return "\n".join(lines)
