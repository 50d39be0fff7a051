"""A conversation with one board: hello, registered mail, heartbeat and a common time. Bytes and times in, bytes out.

Knows no port and no thread, so that tests can run it on a virtual clock over a wire that loses what it likes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from majordome.pico import wire
from majordome.pico.mail import AHEAD, NEW, RESEND_US, Inbox, Outbox

HELLO_EVERY = 0.25  # seconds
BEAT = wire.BEAT_MS / 1000
LOST = wire.LOST_MS / 1000
TRIPS = 16  # the quickest of so many round trips tells the time best
HALF_A_FRAME = 0.5  # seconds until the beginning of a frame that does not go on is forgotten
MOST_WAITING = 64  # orders that wait for their turn: the evening says a few at a time

LETTERS = {name: letter for letter, (name, _) in wire.MESSAGES.items()}
Value: TypeAlias = "int | bytes | str"


@dataclass(frozen=True, slots=True)
class Identity:
    """Who answers: the firmware, and what is fitted to the board."""

    protocol: int
    version: tuple[int, int, int]
    fitted: frozenset[str]
    bulbs: tuple[int, int]
    guests: int
    chairs: int
    cause: str
    uptime: float
    uid: str
    name: str

    @property
    def firmware(self) -> str:
        """The version of the firmware, as `1.0.2`."""
        return ".".join(map(str, self.version))


@dataclass(frozen=True, slots=True)
class BoardJoined:
    """The board is there, and knows nothing of the evening yet."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class Unfit:
    """A board of ours whose firmware speaks another protocol."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class BoardGone:
    """The board does not answer any more, or has started anew."""

    why: str


@dataclass(frozen=True, slots=True)
class Told:
    """Something the board tells, with our time of it where it has one."""

    name: str
    fields: dict[str, Value]
    at: float

    def number(self, field: str) -> int:
        """A field that is a number."""
        value = self.fields[field]
        assert isinstance(value, int)
        return value


News: TypeAlias = BoardJoined | Unfit | BoardGone | Told


class Link:
    """From hello on. `session` must be another one each time, and never 0."""

    def __init__(self, session: int, now: float) -> None:
        self._reader = wire.Reader()
        self._byte_at = now
        self._begin(session, now)

    def _begin(self, session: int, now: float) -> None:
        """Say hello; both sides will count from nought."""
        self.identity: Identity | None = None
        self.trip: float | None = None  # seconds of the quickest round trip of late
        self._session = session & 0xFFFF or 1
        self._outbox = Outbox()
        self._inbox = Inbox()
        self._waiting: deque[tuple[str, tuple[Value, ...]]] = deque()
        self._out = bytearray()
        self._trips: deque[tuple[float, int, float]] = deque(maxlen=TRIPS)  # how long, board time, our time of it
        self._hello_at = self._ping_at = self._heard_at = now

    @property
    def together(self) -> bool:
        """The board has answered, and both count from nought."""
        return self.identity is not None

    @property
    def bad(self) -> int:
        """Frames that came damaged, and what was none."""
        return self._reader.bad

    @property
    def resent(self) -> int:
        """How often something had to be sent again."""
        return self._outbox.resent

    @property
    def unanswered(self) -> int:
        """Orders that the board has not acknowledged."""
        return self._outbox.waiting + len(self._waiting)

    # What we say.

    def say(self, name: str, *values: Value, now: float) -> None:
        """An order. Without a board it is nothing: what lasts is told anew when it comes, what passes has passed."""
        if not self.together:
            return
        letter = LETTERS[name]
        if not wire.registered(ord(letter)):
            self._out += wire.frame(letter, *values)
        elif self._outbox.full or self._waiting:
            if len(self._waiting) < MOST_WAITING:
                self._waiting.append((letter, values))
        else:
            self._register(letter, values, now)

    def _register(self, letter: str, values: tuple[Value, ...], now: float) -> None:
        frame = wire.frame(letter, *values, number=self._outbox.number)
        self._outbox.keep(frame, len(frame), _us(now))
        self._out += frame

    def drain(self) -> bytes:
        """What is to be sent now."""
        out, self._out = bytes(self._out), bytearray()
        return out

    def tick(self, now: float) -> list[News]:
        """Time has passed: say what is due. `BoardGone` if the board has been silent for too long."""
        if now - self._byte_at >= HALF_A_FRAME:
            self._reader.forget()
        if not self.together:
            if now >= self._hello_at:
                self._hello_at = now + HELLO_EVERY
                self._out += wire.hello(self._session, _us(now))
            return []
        if now - self._heard_at >= LOST:
            return self._part("silent", now)
        if now >= self._ping_at:
            self._ping_at = now + BEAT
            self._out += wire.frame("p", _us(now))
        for n in range(self._outbox.due(_us(now))):
            self._out += self._outbox.again(n)[: self._outbox.size(n)]
        return []

    def due(self, now: float) -> float:
        """When to tick next."""
        if not self.together:
            return self._hello_at
        next_beat = min(self._ping_at, self._heard_at + LOST)
        return min(next_beat, now + RESEND_US / 2e6) if self._outbox.waiting else next_beat

    # What we hear.

    def hear(self, data: bytes, now: float) -> list[News]:
        """What these bytes from the port tell."""
        news: list[News] = []
        self._byte_at = now if data else self._byte_at
        for byte in data:
            if self._reader.take(byte):
                news += self._frame(now)
        return news

    def _frame(self, now: float) -> Iterator[News]:
        reader = self._reader
        kind, number, values = reader.kind, reader.number, reader.values()
        if kind == ord("i"):
            yield from self._who(values, now)
            return
        if not self.together:
            return  # of an older session
        self._heard_at = now
        if kind == ord("a"):
            self._outbox.acknowledged(number, _us(now))
            self._send_waiting(now)
        elif kind == ord("n"):
            self._outbox.wanted(number, _us(now))
            self._send_waiting(now)
        elif kind == ord("q"):
            self._tell_the_time(*values, now=now)
        elif not wire.registered(kind):
            yield self._told(kind, values, now)
        else:
            judged = self._inbox.judge(number)
            if judged == AHEAD:
                self._out += wire.frame("n", number=self._inbox.expected)
            else:
                self._out += wire.frame("a", number=(self._inbox.expected - 1) & 0xFF)
            if judged == NEW:
                yield self._told(kind, values, now)

    def _send_waiting(self, now: float) -> None:
        while self._waiting and not self._outbox.full:
            self._register(*self._waiting.popleft(), now)

    def _told(self, kind: int, values: tuple[Value, ...], now: float) -> Told:
        fields = {name: value for (_, name), value in zip(wire.FIELDS[kind], values, strict=True)}
        at = fields.get("at")
        when = self.our_time(at) if isinstance(at, int) else None
        if when is None or not now - LOST < when < now:  # a level may have been so for long: it is told now
            when = now
        return Told(wire.KINDS[kind], fields, when)

    def _who(self, values: tuple[Value, ...], now: float) -> Iterator[News]:
        identity = _identity(values)
        if identity is None:
            return
        if identity.protocol != wire.PROTOCOL:
            yield Unfit(identity)
        elif values[1] == self._session:
            self._heard_at = now
            if not self.together:
                self.identity = identity
                self._ping_at = now
                yield BoardJoined(identity)
        elif self.together:
            yield from self._part("restarted", now)
        else:
            self._hello_at = min(self._hello_at, now)  # it has just started: it need not wait for our next hello

    def _part(self, why: str, now: float) -> list[News]:
        """The board knows nothing of us any more: a new session."""
        self._begin(self._session + 1, now)
        return [BoardGone(why)]

    # One time for both.

    def _tell_the_time(self, *values: Value, now: float) -> None:
        sent, heard, answered = values
        assert isinstance(sent, int)
        assert isinstance(heard, int)
        assert isinstance(answered, int)
        there_and_back = wire.since(_us(now), sent)
        on_the_board = wire.since(answered, heard)
        trip = (there_and_back - on_the_board) / 1e6
        if trip < 0 or on_the_board < 0:
            return  # nobody's clock does that
        self._trips.append((trip, answered, now - trip / 2))
        self.trip = min(self._trips)[0]

    def our_time(self, board: int) -> float | None:
        """Our time of a time of the board; None before the first pong."""
        if not self._trips:
            return None
        _, theirs, ours = min(self._trips)
        return ours + wire.since(board, theirs) / 1e6

    def board_time(self, ours: float) -> int:
        """The board's time of a time of ours; at once, before the first pong."""
        if not self._trips:
            return wire.NOW
        _, theirs, at = min(self._trips)
        return min((theirs + round((ours - at) * 1e6)) & wire.MASK, wire.NOW - 1)


def _us(now: float) -> int:
    return int(now * 1e6) & wire.MASK


def _identity(values: tuple[Value, ...]) -> Identity | None:
    protocol, _, major, minor, patch, fitted, upper, lower, guests, chairs, cause, uptime, uid, name = values
    numbers = (protocol, major, minor, patch, fitted, upper, lower, guests, chairs, cause, uptime)
    if not all(isinstance(number, int) for number in numbers) or not isinstance(uid, bytes):
        return None
    whole = [int(number) for number in numbers if isinstance(number, int)]
    return Identity(
        protocol=whole[0],
        version=(whole[1], whole[2], whole[3]),
        fitted=frozenset(part for bit, part in enumerate(wire.FITTED) if whole[4] >> bit & 1),
        bulbs=(whole[5], whole[6]),
        guests=whole[7],
        chairs=whole[8],
        cause=wire.CAUSES[whole[9]] if whole[9] < len(wire.CAUSES) else "unknown",
        uptime=whole[10] / 1000,
        uid=uid.hex(),
        name=str(name),
    )
