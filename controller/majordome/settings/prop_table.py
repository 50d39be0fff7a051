"""Everything that can be fitted to a box: one row a prop.

A new prop is one file and one row here (and for pins, a field in `Pins` with its default). From the row come its key
in `[pins]` and its word in `serves` of `[pico]`, what the stage plays on it, who drives it, and how the doctor looks at
it. Drivers and checks are named, not imported: reading the settings loads no pins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One prop. A driver is given its pins, or the board, and by keyword whatever else its constructor names."""

    name: str  # its setting, and its label
    kind: str = ""  # what it plays: a row of core.props.PROPS; the twin has that, too. "": it hears, or answers a hand
    pins: str = ""  # the driver on pins; "": there is none
    many: bool = False  # it takes several pins
    pwm: bool = False  # and they must dim
    pico: str = ""  # the driver on the board; "": there is none
    found: Callable[[Any], bool] = lambda identity: True  # the board says who it is: it is fitted there
    check: str = ""  # how the doctor looks at it; "": it is tried in play
    along: Mapping[str, str] = field(default_factory=dict)  # keywords of the pins' driver: other pins that go with it
    flags: Mapping[str, str] = field(default_factory=dict)  # and other settings of [pins]
    given: Mapping[str, Any] = field(default_factory=dict)  # keywords of both drivers


def _fitted(*words: str) -> Callable[[Any], bool]:
    return lambda identity: any(word in identity.fitted for word in words)


def _chair(side: str, place: int) -> Row:
    return Row(
        f"{side}_chair",
        pins="majordome.inputs.pin_chairs:PinChair",
        pico="majordome.pico.inputs:PicoChair",
        found=lambda identity: identity.chairs > place,
        check="majordome.box.checks:sat_upon",
        along={"check": f"{side}_chair_check"},
        flags={"normally_open": "chairs_normally_open"},
        given={"chair": side},
    )


# In the order in which the doctor looks at them; what answers a hand stands before the hand's button.
PROP_TABLE: tuple[Row, ...] = (
    Row(
        "lamp",
        kind="lamp",
        pins="majordome.props.lamps:PinLamp",
        many=True,
        pwm=True,
        pico="majordome.pico.props:PicoLamp",
        found=_fitted("lamp", "coloured_lamp"),
        check="majordome.box.checks:lamp",
    ),
    Row(
        "button_lamp",
        pins="majordome.props.lamps:ButtonLamp",
        pwm=True,
        pico="majordome.pico.props:PicoButtonLamp",
        found=_fitted("button_light"),
        check="majordome.box.checks:button_lamp",
    ),
    Row(
        "hourglass",
        kind="hourglass",
        pins="majordome.props.hourglass:PinHourglass",
        many=True,
        pwm=True,
        pico="majordome.pico.props:PicoHourglass",
        found=_fitted("sand"),
        check="majordome.box.checks:hourglass",
    ),
    Row(
        "buzzer",
        kind="buzzer",
        pins="majordome.props.buzzer:PinBuzzer",
        pico="majordome.pico.props:PicoBuzzer",
        found=_fitted("buzzer"),
        check="majordome.box.checks:buzzer",
        flags={"tonal": "buzzer_tonal"},
    ),
    Row(
        "ring",  # no pins: WS2812 want a timing that only the Pico keeps
        kind="ring",
        pico="majordome.pico.ring:PicoRing",
        found=_fitted("ring"),
        check="majordome.box.checks:ring",
    ),
    Row(
        "button",
        pins="majordome.inputs.pin_buttons:PinButton",
        pico="majordome.pico.inputs:PicoButton",
        found=_fitted("button"),
        check="majordome.box.checks:pressed",
    ),
    Row(
        "second_button",
        pins="majordome.inputs.pin_buttons:PinSecondButton",
        check="majordome.box.checks:pressed",
    ),
    _chair("left", 0),
    _chair("right", 1),
    Row(
        "guest_buzzer_lights",
        pins="majordome.props.guest_lights:PinGuestLights",
        many=True,
        pico="majordome.pico.ring:PicoGuestLights",
        found=_fitted("guest_lights"),
        check="majordome.box.checks:guest_lights",
    ),
    Row(
        "guest_buzzers",
        pins="majordome.inputs.pin_guest_buzzers:PinGuestBuzzers",
        many=True,
        pico="majordome.pico.inputs:PicoGuestBuzzers",
        found=lambda identity: identity.guests > 0,
        check="majordome.box.checks:slammed",
    ),
)
ROWS: dict[str, Row] = {row.name: row for row in PROP_TABLE}
SERVABLE = tuple(row.name for row in PROP_TABLE if row.pico)  # what a board can serve, in the words of [pins]
