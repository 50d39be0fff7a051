"""A strip of WLED as the hourglass, over DDP: one UDP packet a frame, and nothing is waited for.

WLED shows what it is sent and, when nothing comes for a while, falls back to an effect of its own. So frames keep
coming as long as the box plays, black ones in the dark: a strip that began to glow by itself would wake the castle.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from math import cos, pi
from typing import Any

from majordome.core.clock import Clock
from majordome.props.hourglass import (
    BLINK,
    BREATH,
    FAINTEST,
    FLASH,
    FLASHES,
    LAST_HALF_MINUTE,
    LAST_SECONDS,
    PULSE,
    SMOOTH,
    sand_levels,
)
from majordome.settings.rooms import Strip

SAND = (255, 150, 40)  # its colour
KEEP = 0.5  # seconds: WLED waits two and a half before it goes its own way
LOOK_UP = 30.0  # seconds between two questions where the strip is
VERSION_AND_PUSH, RGB, DISPLAY = 0x41, 0x0B, 0x01


def ddp(pixels: bytes, number: int) -> bytes:
    """A frame: the header of DDP version 1 with `push`, RGB of 8 bits, to the strip's own display."""
    return struct.pack(">BBBBIH", VERSION_AND_PUSH, number % 15 + 1, RGB, DISPLAY, 0, len(pixels)) + pixels


class WledHourglass:
    """An hourglass of the stage, moved by an animator of its own. A strip that cannot be found is tried again."""

    def __init__(
        self,
        strip: Strip,
        *,
        clock: Clock,
        speed: float = 1.0,
        wake: Callable[[Any], None] = lambda prop: None,
        dark: Callable[[], bool] = lambda: False,
    ) -> None:
        self._strip, self._clock, self._speed, self._wake, self._dark = strip, clock, speed, wake, dark
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._address: tuple[str, int] | None = None
        self._asked = float("-inf")
        self._number = 0
        self._sand: tuple[float, float, float] | None = None  # seconds left, in all, and when that was so
        self._frozen: float | None = None
        self._flashes: float | None = None

    # What the stage asks for.

    def run(self, left: float, total: float) -> None:
        """Let it run."""
        self._sand, self._frozen, self._flashes = (left, total, self._clock.now()), None, None
        self._wake(self)

    def freeze(self) -> None:
        """Stand still, breathing."""
        if self._sand is not None and self._frozen is None:
            self._frozen = self._clock.now()
            self._wake(self)

    def clear(self, *, empty: bool) -> None:
        """Put it away; after the last grain it flashes."""
        self._sand, self._frozen = None, None
        self._flashes = self._clock.now() if empty else None
        self._wake(self)

    # How it looks.

    def move(self, now: float) -> float | None:
        """The frame of this moment, and when the next one is due: there is always a next one."""
        levels, after = self._levels(now)
        if self._dark():
            levels, after = (0.0,) * self._strip.lights, KEEP * self._speed
        self._send(b"".join(bytes(round(part * level) for part in SAND) for level in levels))
        return now + min(after, KEEP * self._speed)

    def _levels(self, now: float) -> tuple[tuple[float, ...], float]:
        lights = self._strip.lights
        if self._flashes is not None:
            flash = int((now - self._flashes) / FLASH + 1e-6)
            if flash < FLASHES:
                return (float(flash % 2 == 0),) * lights, FLASH
            self._flashes = None
        if self._sand is None:
            return (0.0,) * lights, KEEP
        left, total, began = self._sand
        left -= (now if self._frozen is None else self._frozen) - began
        if left <= 0:
            return (0.0,) * lights, KEEP
        neck, *above = sand_levels(left, total, lights)
        levels = (max(neck, FAINTEST), *above)
        if self._frozen is not None:
            return _dimmed(levels, 0.6, (now - self._frozen) / BREATH), SMOOTH
        if left <= LAST_SECONDS:
            return levels if int(left / BLINK) % 2 == 0 else (0.0,) * lights, BLINK / 2
        if left <= LAST_HALF_MINUTE:
            return _dimmed(levels, 0.65, left / PULSE), SMOOTH
        return levels, KEEP

    def _send(self, pixels: bytes) -> None:
        if self._address is None and time.monotonic() - self._asked > LOOK_UP:
            self._asked = time.monotonic()
            with suppress(OSError):  # not on the network yet: it is asked for again
                self._address = (socket.gethostbyname(self._strip.host), self._strip.port)
        if self._address is not None:
            self._number += 1
            try:
                self._socket.sendto(ddp(pixels, self._number), self._address)
            except BlockingIOError:
                pass  # the next frame comes soon
            except OSError:
                self._address = None

    def close(self) -> None:
        """Black; twice does no harm."""
        if self._socket.fileno() >= 0:
            self._send(bytes(3 * self._strip.lights))
            self._socket.close()


def _dimmed(levels: tuple[float, ...], middle: float, turns: float) -> tuple[float, ...]:
    part = middle + (1 - middle) * cos(2 * pi * turns)
    return tuple(level * part for level in levels)
