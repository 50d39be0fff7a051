"""The board in an evening: its props are told anew what lasts whenever it comes, and the host why it is not there."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, Protocol

from majordome.core.cues import Notice
from majordome.pico import wire
from majordome.pico.link import Identity, Link, Told, Value
from majordome.pico.port import Absence, Port
from majordome.settings.prop_table import ROWS

log = logging.getLogger(__name__)
GRACE = 2.0  # seconds: a board that only starts anew, or a cable that trembles, is nothing to tell the host
LAST_WORDS = 0.3  # seconds that the board may take to acknowledge that it is over
LEVELS = {0: logging.DEBUG, 1: logging.INFO, 2: logging.WARNING, 3: logging.ERROR}


class BoardLine(Protocol):
    """The way to a board that may or may not be there."""

    @property
    def identity(self) -> Identity | None: ...
    @property
    def device(self) -> str: ...
    @property
    def link(self) -> Link | None: ...
    def say(self, name: str, *values: Value) -> bool: ...
    def board_time(self, ours: float) -> int: ...
    def start(self) -> None: ...
    def close(self) -> None: ...


class Lasting(Protocol):
    """A prop on the board."""

    def restore(self) -> None:
        """The board knows nothing: tell it how things are by now."""


class Board:
    """The board, and all that is on it. What comes from it comes in the thread of its port."""

    def __init__(
        self,
        wanted: str,
        serves: Sequence[str],
        *,
        tell: Callable[[Notice], None],
        now: Callable[[], float] = time.monotonic,
        line: Callable[..., BoardLine] = Port,
        usual: tuple[int, int, int] | None = None,
        **port: Any,
    ) -> None:
        self.serves = tuple(serves)
        self.now = now
        self.absence: Absence | None = None
        self.status: Told | None = None
        self.here = Event()
        self.heard = Event()  # since it came, it has begun to tell how things are there
        self._tell = tell
        self.usual = usual  # the firmware that came with this box
        self._props: list[Lasting] = []
        self._ears: dict[str, list[Callable[[Told], None]]] = {}
        self._leaving: list[Callable[[], None]] = []
        self._dark = 0
        self._was_here = False
        self._absent_since = 0.0
        self._told: str | None = None
        self._remarks: set[str] = set()
        self.line: BoardLine = line(wanted, self, **port)

    # For the props and ears.

    def add(self, prop: Lasting) -> None:
        """This prop has something that lasts."""
        self._props.append(prop)

    def listen(self, name: str, ear: Callable[[Told], None], left: Callable[[], None] = lambda: None) -> None:
        """Tell this ear whatever the board tells under this name, and when the board leaves."""
        self._ears.setdefault(name, []).append(ear)
        self._leaving.append(left)

    def say(self, name: str, *values: Value) -> bool:
        """An order, at once; False where there is no board."""
        return self.line.say(name, *values)

    def board_time(self, ours: float) -> int:
        """The board's time of a moment of ours."""
        return self.line.board_time(ours)

    @property
    def identity(self) -> Identity | None:
        """Who is there."""
        return self.line.identity

    def darken(self, dark: bool) -> None:
        """Eyes are closed: nothing on the board may shine."""
        what = wire.NO_LIGHT if dark else 0
        if what != self._dark:
            self._dark = what
            self.say("dark", what)

    # From the port.

    def joined(self, identity: Identity) -> None:
        """All that lasts is told anew."""
        log.info("the Pico is here: firmware %s, id %s, started by %s", identity.firmware, identity.uid, identity.cause)
        self.say("dark", self._dark)
        for prop in self._props:
            prop.restore()
        self.absence, self._was_here = None, True
        if self._told is not None:
            self._told = None
            self._tell(Notice("pico_back"))
        lacking = tuple(part for part in self.serves if not ROWS[part].found(identity))
        if lacking:
            self._remark(Notice("pico_lacks", lacking))
        if self.usual is not None and identity.version != self.usual:
            ours = ".".join(map(str, self.usual))
            what = "pico_older" if identity.version < self.usual else "pico_newer"
            self._remark(Notice(what, (identity.firmware, ours)))
        self.here.set()

    def _remark(self, notice: Notice) -> None:
        if notice.what not in self._remarks:
            self._remarks.add(notice.what)
            self._tell(notice)

    def told(self, told: Told) -> None:
        """Something happened there."""
        if told.name == "log":
            log.log(LEVELS.get(told.number("level"), logging.INFO), "the Pico says: %s", told.fields["text"])
        elif told.name == "status":
            self.status = told
        for ear in self._ears.get(told.name, ()):
            ear(told)
        if told.name != "log":
            self.heard.set()  # a button that is held is told before all else

    def absent(self, absence: Absence) -> None:
        """There is no board. The host is told once for each reason, and not of a moment's absence."""
        if self.here.is_set():
            self.here.clear()
            self.heard.clear()
            self._absent_since = self.now()
            for left in self._leaving:
                left()
        if absence.why == "missing" and self._was_here:
            absence = Absence("lost")
        self.absence = absence
        moment = self._was_here and self.now() - self._absent_since < GRACE
        if moment or absence.why == self._told:
            return
        self._told = absence.why
        names = self.serves if absence.why in ("missing", "lost") else absence.names
        self._tell(Notice(f"pico_{absence.why}", names))

    def start(self) -> None:
        """Look for it, for ever."""
        self.line.start()

    def close(self) -> None:
        """Dark and silent; twice does no harm."""
        self.say("clear", 0)
        self.say("cancel")
        self.say("dark", wire.NO_LIGHT | wire.NO_SOUND)
        self._arrived(LAST_WORDS)
        self.line.close()

    def _arrived(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (link := self.line.link) is not None and link.unanswered and time.monotonic() < until:
            time.sleep(0.005)
