"""Who serves each prop, the pins or the Pico: the [pico] settings, and conflicts that name both. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from majordome.core.toml_reader import Section
from majordome.settings.pin_map import Pins, read_pins
from majordome.settings.prop_table import ROWS
from majordome.settings.prop_table import SERVABLE as SERVABLE

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Pico:
    """The props board. It is looked for if it serves anything."""

    port: str | None = AUTO  # a device, the name or id of a board, or None: never look for one
    serves: tuple[str, ...] = ()

    @property
    def wanted(self) -> bool:
        """The evening counts on it."""
        return self.port is not None and bool(self.serves)


def read_pico(section: Section) -> Pico:
    """The [pico] table."""
    pico = Pico(_port(section), _serves(section))
    section.done()
    if pico.port is None and pico.serves:
        raise section.wrong("port", f'is false, and serves names {pico.serves[0]}: write port = "auto", or serves = []')
    return pico


def read_wiring(pico_section: Section, pins_section: Section) -> tuple[Pico, Pins]:
    """Both tables. What the board serves has no pins unless somebody wrote them, and that is a conflict."""
    pico = read_pico(pico_section)
    pins = read_pins(pins_section, left_to(Pins(), pico))
    for part in pico.serves:
        for key in _keys(part):
            if where := _pins_of(pins, key):
                raise pico_section.wrong(
                    "serves",
                    f"{part} is for the Pico and for {where} ({key} in [pins]): "
                    f"write {key} = false in [pins], or take {part} out of serves",
                )
    return pico, pins


def _keys(part: str) -> tuple[str, ...]:
    """What stands in [pins] for a part, and for what is of no use without it."""
    row = ROWS[part]
    return (part, *row.along.values()) if row.pins else ()


def left_to(pins: Pins, pico: Pico) -> Pins:
    """The wiring without what the board serves."""
    off: dict[str, Any] = {}
    for part in pico.serves:
        for key in _keys(part):
            off[key] = () if isinstance(getattr(pins, key), tuple) else None
    return replace(pins, **off)


NO_PINS = left_to(
    Pins(second_button=None, factory="none"),
    Pico(serves=SERVABLE),
)


def _pins_of(pins: Pins, key: str) -> str:
    value = getattr(pins, key)
    numbers = value if isinstance(value, tuple) else () if value is None else (value,)
    return f"GPIO {', '.join(map(str, numbers))}" if numbers else ""


def _port(section: Section) -> str | None:
    value = section.any("port")
    if value is None:
        return AUTO
    if value is False:
        return None
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise section.wrong("port", 'must be "auto", a device as "/dev/ttyACM0", the name or id of a board, or false')
    return value.strip()


def _serves(section: Section) -> tuple[str, ...]:
    value = section.any("serves")
    if value is None or value is False:
        return ()
    if not isinstance(value, list) or any(name not in SERVABLE for name in value):
        raise section.wrong("serves", f"must list what the Pico serves, of: {', '.join(SERVABLE)}")
    twice = next((name for n, name in enumerate(value) if name in value[:n]), None)
    if twice is not None:
        raise section.wrong("serves", f"names {twice} twice: once is enough")
    return tuple(name for name in SERVABLE if name in value)
