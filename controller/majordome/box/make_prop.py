"""Makes a prop from its row: on its pins, or on the Pico."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from typing import Any

from majordome.settings.pin_map import Pins
from majordome.settings.prop_table import Row


def named(path: str) -> Any:
    """What `package.module:name` names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def made(driver: str, *wired: object, offers: Mapping[str, Any]) -> Any:
    """A prop of this driver. Of all that is offered it takes what its constructor names."""
    maker = named(driver)
    wanted = signature(maker).parameters
    return maker(*wired, **{name: value for name, value in offers.items() if name in wanted})


def on_pins(row: Row, pins: Pins, offers: Mapping[str, Any]) -> Any:
    """The prop on its pins, with the other pins and settings that go with it."""
    own = {keyword: getattr(pins, key) for keyword, key in {**row.along, **row.flags}.items()}
    return made(row.pins, getattr(pins, row.name), offers={**offers, **own, **row.given})


def on_board(row: Row, board: object, offers: Mapping[str, Any]) -> Any:
    """The prop on the Pico. It can be made whether or not the board is there."""
    return made(row.pico, board, offers={**offers, **row.given})


def where(row: Row, pins: Pins) -> str:
    """Which pins it is on, as `GPIO 4, 13`; nothing where it has no pins."""
    if not row.pins:
        return ""
    value = getattr(pins, row.name)
    numbers = value if isinstance(value, tuple) else () if value is None else (value,)
    return f"GPIO {', '.join(map(str, numbers))}" if numbers else ""
