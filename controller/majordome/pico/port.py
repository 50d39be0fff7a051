"""The board on its serial port: found, opened, read in a thread of its own, and found again for ever.

Anybody may `say` something from any thread; it is on the wire when the call returns, and nobody waits for an answer.
"""

from __future__ import annotations

import errno
import logging
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from threading import Event, Lock, Thread
from typing import Any, Protocol

import serial

from majordome.pico import wire
from majordome.pico.find import Device, answers_to, devices
from majordome.pico.link import BoardGone, BoardJoined, Identity, Link, News, Told, Unfit, Value

log = logging.getLogger(__name__)

SOONEST, LATEST = 0.1, 3.2  # seconds between two looks for the board: doubled each time in vain
START_ANEW = b"\r\x03\x04"  # away with what was typed, and Ctrl-D
ANSWERS_WITHIN = 3.0  # seconds: a Pico may be starting
A_STRANGER_WITHIN = 0.6  # any other device hears two or three hellos, and is left alone from then on
WRITES_WITHIN = 0.2
SHORT, LONG = 0.02, 0.1  # seconds that the port is listened to at a stretch
GONE = (OSError, TypeError, termios.error)  # what pyserial raises when the cable is pulled, here or there
Trace = Callable[[str, bytes], None]


@dataclass(frozen=True, slots=True)
class Absence:
    """Why there is no board: a key of the lines, with what it speaks of."""

    why: str  # missing, forbidden, busy, silent, old, new, lost
    names: tuple[str, ...] = ()


class PortListener(Protocol):
    """Whoever lives with the board. All of it is called in the port's thread, and may not block."""

    def joined(self, identity: Identity) -> None:
        """The board is there and knows nothing: tell it all that lasts."""

    def told(self, told: Told) -> None:
        """Something happened on the board."""

    def absent(self, absence: Absence) -> None:
        """There is no board, for this reason."""


class Port:
    """One board, wherever it is plugged in."""

    def __init__(
        self,
        wanted: str,
        company: PortListener,
        *,
        look: Callable[[str], Sequence[Device]] = devices,
        opened: Callable[[str], Any] | None = None,
        trace: Trace = lambda direction, data: None,
    ) -> None:
        self._wanted = wanted
        self._company = company
        self._look = look
        self._opened = opened or open_serial
        self._trace = trace
        self._lock = Lock()
        self._link: Link | None = None
        self._line: Any = None
        self._broken: Exception | None = None
        self._left_alone: dict[tuple[str, int], list[Absence]] = {}
        self._session = Random().randrange(1, 0xFFFF)
        self._closed = Event()
        self._thread: Thread | None = None

    # From any thread.

    @property
    def identity(self) -> Identity | None:
        """The board that is there."""
        link = self._link
        return None if link is None else link.identity

    @property
    def device(self) -> str:
        """Where it is plugged in."""
        line = self._line
        return "" if line is None else str(line.port)

    @property
    def link(self) -> Link | None:
        """How the wire is doing."""
        return self._link

    def say(self, name: str, *values: Value) -> bool:
        """An order, sent at once; False where there is no board. Never raises, and waits for nobody."""
        with self._lock:
            if self._link is None or not self._link.together:
                return False
            self._link.say(name, *values, now=time.monotonic())
            self._send()
        self._wake()  # it must be sent again in time if no answer comes
        return True

    def board_time(self, ours: float) -> int:
        """The board's time of a moment of ours (`time.monotonic`)."""
        link = self._link
        return wire.NOW if link is None else link.board_time(ours)

    def start(self) -> None:
        """Look for the board, for ever."""
        self._thread = Thread(target=self._run, name="pico", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the board go; it falls dark and silent by itself. Twice does no harm."""
        self._closed.set()
        self._wake()
        if self._thread is not None:
            self._thread.join(2.0)
            self._thread = None

    def _wake(self) -> None:
        line = self._line
        if line is not None:
            with suppress(*GONE, AttributeError):  # it is being closed at this very moment
                line.cancel_read()

    # In the port's own thread.

    def _run(self) -> None:
        pause = SOONEST
        while not self._closed.is_set():
            try:
                met = self._meet()
            except Exception:  # whatever a device does: the next look may find the board
                log.exception("the Pico's port stumbled")
                met = False
            pause = SOONEST if met else min(2 * pause, LATEST)
            self._closed.wait(pause)

    def _meet(self) -> bool:
        """One look round: True if a board was there for a while."""
        found = self._look(self._wanted)
        here = {_plugged(device): device for device in found}
        self._left_alone = {key: why for key, why in self._left_alone.items() if key in here}
        why_not: list[Absence] = []
        for key, device in here.items():
            if key in self._left_alone:
                why_not += self._left_alone[key]
                continue
            absence = self._visit(device)
            if absence is None:
                return True
            why_not += absence
        if not self._closed.is_set():
            self._company.absent(why_not[0] if why_not else Absence("missing"))
        return False

    def _visit(self, device: Device) -> list[Absence] | None:
        """None if it was our board, and is gone again; else why not, where the host should know."""
        try:
            line = self._opened(device.path)
        except GONE as trouble:
            return [refused(device, trouble)]
        self._session = self._session % 0xFFFF + 1
        with self._lock:
            self._broken = None
            self._line, self._link = line, Link(self._session, time.monotonic())
        try:
            return self._talk(device, line)
        finally:
            with self._lock:
                self._line = self._link = None
            with suppress(*GONE):  # it was gone before it was closed
                line.close()

    def _talk(self, device: Device, line: Any) -> list[Absence] | None:
        """Until the device is gone, or turns out not to be ours."""
        link = self._link
        assert link is not None
        patience = ANSWERS_WITHIN if device.is_pico or device.named else A_STRANGER_WITHIN
        give_up = time.monotonic() + patience
        was_ours = woken = False
        while not self._closed.is_set():
            with self._lock:
                now = time.monotonic()
                news = link.tick(now)
                self._send()
                due = link.due(now)
            data = self._read(line, due - now)
            if data is None or self._broken is not None:
                break
            with self._lock:
                now = time.monotonic()
                news += link.hear(data, now)
                self._send()
            for item in news:
                match item:
                    case Unfit(identity):
                        older = identity.protocol < wire.PROTOCOL
                        why = Absence("old" if older else "new", (identity.firmware, device.path))
                        return self._leave_alone(device, [why])
                    case BoardJoined(identity) if not answers_to(self._wanted, identity.uid, identity.name):
                        return self._leave_alone(device, [])
                    case BoardJoined():
                        was_ours = True
                    case BoardGone():
                        give_up = now + patience
                self._pass_on(item)
            if not link.together and now >= give_up:
                ours = device.is_pico or device.named or was_ours
                if ours and not woken:  # noise on the cable may have thrown it into MicroPython's prompt
                    woken, give_up = True, now + patience
                    self._start_anew(line)
                    continue
                return self._leave_alone(device, [Absence("silent", (device.path,))] if ours else [])
        if not was_ours:
            return []
        self._company.absent(Absence("lost"))
        return None

    def _pass_on(self, item: News) -> None:
        try:
            match item:
                case BoardJoined(identity):
                    self._company.joined(identity)
                case Told():
                    self._company.told(item)
                case BoardGone(why):
                    log.warning("the Pico is %s", why)
                    self._company.absent(Absence("lost"))
        except Exception:  # a prop that stumbles must not cost the others their board
            log.exception("what the Pico told was lost: %s", item)

    def _leave_alone(self, device: Device, why: list[Absence]) -> list[Absence]:
        """Until it is plugged in anew; one that the host named is asked again and again."""
        if not device.named:
            self._left_alone[_plugged(device)] = why
        return why

    def _read(self, line: Any, seconds: float) -> bytes | None:
        """What has come by then; None if the device is gone. Unplugging shows in many ways."""
        try:
            pause = SHORT if seconds < LONG else LONG
            if line.timeout != pause:  # pyserial sets up the whole port anew each time
                line.timeout = pause
            data: bytes = line.read(1)
            if data and (more := line.in_waiting):
                data += line.read(more)
        except GONE as trouble:
            log.info("%s cannot be read any more: %s", line.port, trouble)
            return None
        if data:
            self._trace("<", data)
        return data

    def _start_anew(self, line: Any) -> None:
        """Ctrl-D at the prompt starts main.py; to a firmware that runs it is one more byte of noise."""
        self._trace(">", START_ANEW)
        with self._lock, suppress(*GONE):  # if it is gone, the next read says so
            line.write(START_ANEW)

    def _send(self) -> None:
        """With the lock held."""
        assert self._link is not None
        data = self._link.drain()
        if not data or self._broken is not None:
            return
        try:
            self._line.write(data)
            self._trace(">", data)
        except GONE as trouble:
            log.info("%s cannot be written any more: %s", self._line.port, trouble)
            self._broken = trouble


def open_serial(path: str) -> serial.Serial:
    """For us alone: two programs on one line understand nothing."""
    return serial.Serial(path, 115200, timeout=0, write_timeout=WRITES_WITHIN, exclusive=True)


def _plugged(device: Device) -> tuple[str, int]:
    return device.path, device.plug


def refused(device: Device, trouble: Exception) -> Absence:
    """Why it cannot be opened."""
    number = getattr(trouble, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return Absence("forbidden", (device.path,))
    if number in (errno.EBUSY, errno.EWOULDBLOCK) or "lock" in str(trouble):
        return Absence("busy", (device.path,))
    log.info("%s cannot be opened: %s", device.path, trouble)
    return Absence("missing")
