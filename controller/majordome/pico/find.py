"""Which serial device may be the board: by its USB id, by what the config names, or any that answers hello."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from serial.tools import list_ports

RASPBERRY_PI = 0x2E8A  # the USB vendor of every Pico
AUTO = "auto"
Look = Callable[[], Iterable[Any]]


@dataclass(frozen=True, slots=True)
class Device:
    """A serial device. `plug` is another one when it was unplugged in between, though its name may be the same."""

    path: str
    is_pico: bool = False  # by its USB id
    named: bool = False  # the host named it: nobody else's
    uid: str = ""  # the id that USB tells, where it does
    what: str = ""
    plug: int = 0


def devices(wanted: str = AUTO, look: Look = list_ports.comports) -> list[Device]:
    """The likeliest first. A UART of the machine itself is nobody's USB board: a console may hang on it."""
    if os.sep in wanted:
        return [Device(wanted, named=True, plug=_plug(wanted))] if os.path.exists(wanted) else []
    found = [
        Device(
            port.device,
            is_pico=port.vid == RASPBERRY_PI,
            uid=(port.serial_number or "").casefold(),
            what=port.description or "",
            plug=_plug(port.device),
        )
        for port in look()
        if port.vid is not None
    ]
    # USB tells the id of a Pico; its name, and the id of any other board, only the board itself can tell.
    return sorted(found, key=lambda device: (device.uid != wanted.casefold(), not device.is_pico, device.path))


def answers_to(wanted: str, uid: str, name: str) -> bool:
    """The board with this id and name is the one that is wanted."""
    return wanted == AUTO or os.sep in wanted or wanted.casefold() in (uid.casefold(), name.casefold())


def _plug(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0
