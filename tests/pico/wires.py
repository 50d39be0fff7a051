"""A board's end of the wire for tests on a virtual clock, and a wire that loses, delays and damages what it likes."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from majordome.pico import wire
from majordome.pico.link import Link, News
from majordome.pico.mail import AHEAD, NEW, Inbox, Outbox

UID = bytes.fromhex("e660583883001122")
STEP = 0.001
Fault = Callable[[int, bytes], bytes]  # the n-th frame of one direction -> what arrives


def perfect(n: int, frame: bytes) -> bytes:
    return frame


def losing(every: int) -> Fault:
    """Every so-manieth frame does not arrive."""
    return lambda n, frame: b"" if every and n % every == 0 else frame


class BoardEnd:
    """What docs/wire.md asks of a board, and nothing more: it notes the orders it obeys."""

    def __init__(self, *, protocol: int = wire.PROTOCOL, version: tuple[int, int, int] = (1, 0, 0)) -> None:
        self.protocol, self.version = protocol, version
        self.obeyed: list[tuple[str, tuple[object, ...]]] = []
        self.session = 0
        self.ahead = 0.0  # seconds that its clock is ahead of ours
        self.heard_at = 0.0
        self.lost = 0
        self._reader, self._out = wire.Reader(), bytearray()
        self._outbox, self._inbox = Outbox(16), Inbox()
        self.untold: list[tuple[str, tuple[int, ...]]] = []
        self.deaf = False

    def restart(self) -> None:
        self.session, self._out = 0, bytearray()
        self._outbox, self._inbox, self.untold = Outbox(16), Inbox(), []
        self._identity()

    def us(self, now: float) -> int:
        return int((now + self.ahead) * 1e6) & wire.MASK

    def tell(self, letter: str, *values: int) -> None:
        self.untold.append((letter, values))

    def turn(self, data: bytes, now: float) -> bytes:
        if self.deaf:
            return b""
        for byte in data:
            if self._reader.take(byte):
                self._take(now)
        if self.session and now - self.heard_at >= wire.LOST_MS / 1000:
            self.session, self.lost = 0, self.lost + 1
            self._outbox.reset()
        if self.session:
            us = self.us(now)
            for n in range(self._outbox.due(us)):
                self._out += self._outbox.again(n)[: self._outbox.size(n)]
            while self.untold and not self._outbox.full:
                letter, values = self.untold.pop(0)
                frame = wire.frame(letter, *values, number=self._outbox.number)
                self._outbox.keep(frame, len(frame), us)
                self._out += frame
        out, self._out = bytes(self._out), bytearray()
        return out

    def _take(self, now: float) -> None:
        kind, number, values = self._reader.kind, self._reader.number, self._reader.values()
        if kind == ord("h"):
            session = values[1]
            assert isinstance(session, int)
            if session != self.session:
                self.session = session
                self._outbox.reset()
                self._inbox.reset()
            self.heard_at = now
            self._identity()
            return
        if not self.session:
            self._identity()
            return
        self.heard_at = now
        if kind == ord("p"):
            assert isinstance(values[0], int)
            self._out += wire.frame("q", values[0], self.us(now), self.us(now))
        elif kind == ord("a"):
            self._outbox.acknowledged(number, self.us(now))
        elif kind == ord("n"):
            self._outbox.wanted(number, self.us(now))
        elif wire.registered(kind):
            judged = self._inbox.judge(number)
            if judged == AHEAD:
                self._out += wire.frame("n", number=self._inbox.expected)
            else:
                self._out += wire.frame("a", number=(self._inbox.expected - 1) & 0xFF)
            if judged == NEW:
                self.obeyed.append((wire.KINDS[kind], values))

    def _identity(self) -> None:
        fitted = wire.SAND | wire.LAMP | wire.COLOURED_LAMP | wire.BUZZER | wire.BUTTON | wire.BUTTON_LIGHT
        values = (self.protocol, self.session, *self.version, fitted, 30, 30, 6, 2, 1, 0, UID, "props")
        self._out += wire.frame("i", *values)


class Wire:
    """A link and a board's end on one virtual clock, with a wire of some length between them."""

    def __init__(
        self,
        board: BoardEnd | None = None,
        *,
        to_board: Fault = perfect,
        to_box: Fault = perfect,
        delay: float = 0.002,
        session: int = 7,
    ) -> None:
        self.now = 1000.0
        self.board = board or BoardEnd()
        self.link = Link(session, self.now)
        self.news: list[News] = []
        self.to_board, self.to_box = to_board, to_box
        self.delay = delay
        self.cut = False
        self._counts = {"board": count(1), "box": count(1)}
        self.lost: dict[str, set[str]] = {"board": set(), "box": set()}  # kinds of frames that did not arrive
        self._order = count()
        self._flying: list[tuple[float, int, str, bytes]] = []

    def send(self, to: str, data: bytes) -> None:
        """Frame by frame, each to its own fate."""
        fault = self.to_board if to == "board" else self.to_box
        for frame in data.split(b"\x00"):
            if frame and not self.cut:
                arrives = fault(next(self._counts[to]), b"\x00" + frame + b"\x00")
                if not arrives:
                    self.lost[to].add(chr(frame[1]))
                heappush(self._flying, (self.now + self.delay, next(self._order), to, arrives))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass; True as soon as `until` holds."""
        end = self.now + seconds
        while self.now < end and not until():
            arrived = {"board": b"", "box": b""}
            while self._flying and self._flying[0][0] <= self.now:
                _, _, to, data = heappop(self._flying)
                arrived[to] += data
            self.news += self.link.hear(arrived["box"], self.now)
            self.news += self.link.tick(self.now)
            self.send("board", self.link.drain())
            self.send("box", self.board.turn(arrived["board"], self.now))
            self.now += STEP
        return until()

    def say(self, name: str, *values: int) -> None:
        self.link.say(name, *values, now=self.now)

    def join(self) -> None:
        assert self.run(5.0, lambda: self.link.together), "they never meet"
