"""Asks one device who it is, once, and lets it go again."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from majordome.pico import wire
from majordome.pico.find import Device
from majordome.pico.link import BoardJoined, Identity, Link, Unfit
from majordome.pico.port import A_STRANGER_WITHIN, ANSWERS_WITHIN, GONE, Absence, open_serial, refused

LISTENS = 0.02  # seconds at a stretch


def ask(
    device: Device, *, patience: float | None = None, opened: Callable[[str], Any] = open_serial
) -> Identity | Absence:
    """Who it is, or why that is not known: forbidden, busy, silent, missing, lost."""
    if patience is None:
        patience = ANSWERS_WITHIN if device.is_pico or device.named else A_STRANGER_WITHIN
    try:
        line = opened(device.path)
    except GONE as trouble:
        return refused(device, trouble)
    try:
        line.timeout = LISTENS
        return _listen(line, patience) or Absence("silent", (device.path,))
    except GONE:
        return Absence("lost", (device.path,))
    finally:
        with suppress(*GONE):
            line.close()


def _listen(line: Any, patience: float) -> Identity | None:
    began = time.monotonic()
    link = Link(int(began * 1000) & 0xFFFF, began)
    while (now := time.monotonic()) - began < patience:
        link.tick(now)
        line.write(link.drain())
        data = line.read(1)
        for news in link.hear(data + line.read(line.in_waiting) if data else b"", time.monotonic()):
            if isinstance(news, BoardJoined | Unfit):
                return news.identity
    return None


def too_old(identity: Identity) -> bool | None:
    """True: the firmware is; False: this box is; None: they understand each other."""
    return None if identity.protocol == wire.PROTOCOL else identity.protocol < wire.PROTOCOL
