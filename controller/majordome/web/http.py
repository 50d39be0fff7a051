"""The HTTP server: bytes in and out, by h11 on asyncio, and how many may be connected at once.

Every wait has an end and every buffer a bound. Of a question only the head is read before it is known who asks, what,
and how long the rest may be. A visitor who says nothing makes room for the next one, from the most crowded address
first, and some places are kept for hosts: no number of connections keeps the host's phone out.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Protocol

import h11

from majordome.web.closing_connections import close_politely
from majordome.web.connection_gate import AddressRateLimit, ConnectionGate
from majordome.web.http_words import HttpError, Request, Response
from majordome.web.websocket import TO_SEND, SocketLine

log = logging.getLogger(__name__)

MOST_VISITORS, KEPT_FOR_HOSTS, MOST_OF_ONE_ADDRESS = 192, 32, 144  # twenty phones behind a travel router: seven each
HEADERS, COOKIE, BODY = 16 * 1024, 1024, 64 * 1024  # bytes
READ = 16 * 1024
FIRST_WORD, WHOLE_BODY, IDLE = 5.0, 5.0, 20.0  # seconds
JUST_CAME = 1.0  # second
GONE_AFTER = 20_000  # milliseconds without any sign of the other end
QUESTIONS, QUESTIONS_A_SECOND = 360.0, 40.0  # of one address, or of one host's key: at once, and in the long run
ITS_TURN = 4.0  # seconds that a question more waits: as long as all of one address take, one each
STUMBLES_TOLD_EVERY = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Admitted:
    """A question that may be asked by whoever asks it."""

    answer: Callable[[Request], Awaitable[Response]]
    most: int = 0  # bytes that may follow


class Access(Protocol):
    """Who may ask what."""

    def leads(self, first: bytes) -> bool:
        """Whether a host's key is in these first bytes of a connection."""
        ...

    def key_of_host(self, request: Request) -> str:
        """The host whose question this is; empty for everybody else."""
        ...

    def admit(self, request: Request) -> Admitted:
        """By its head alone; raises HttpError."""
        ...

    def check_line(self, request: Request) -> None:
        """Raises HttpError where no live line is given."""

    def polite(self, response: Response) -> Response:
        """The answer, with the headers that every answer of the house carries."""
        ...


@dataclass(eq=False)
class Visitor:
    """One connection."""

    address: str
    writer: asyncio.StreamWriter | None = None
    talk: asyncio.Task[None] | None = None
    leads: bool = False  # has shown a host's key
    silent: bool = True  # has not asked anything yet
    asks: bool = False  # and has not been answered
    line: SocketLine | None = None
    since: float = field(default_factory=monotonic)  # it came, or asked something

    @property
    def lives(self) -> bool:
        """On a live line, and welcome there."""
        return self.line is not None and self.line.welcomed


class HttpServer:
    """Answers pages, one question after the other on each connection, or hands the connection to the live line."""

    def __init__(self, rules: Access, live: Callable[[SocketLine], Awaitable[None]]) -> None:
        self._rules = rules
        self._live = live
        self._gate = ConnectionGate(rules.leads, self._let_in, self._too_many)
        self._visitors: dict[Visitor, None] = {}  # in the order in which they came
        self._rate = AddressRateLimit()
        self._stumbled = float("-inf")

    async def open(self, host: str, port: int) -> int:
        """Answer from now on; the port."""
        return self._gate.open(host, port)

    async def close(self) -> None:
        """Nobody comes in any more, and everybody goes."""
        self._gate.close()
        talks = [visitor.talk for visitor in self._visitors if visitor.talk is not None]
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    def _too_many(self) -> bytes:
        """For those who come too often to be let in: an answer to whatever they asked."""
        refusal = self._rules.polite(HttpError(429, "too_many", after=5).response())
        http = h11.Connection(h11.SERVER)
        http.receive_data(b"GET / HTTP/1.0\r\n\r\n")
        http.next_event()
        return _in_bytes(http, refusal, head=False, last=True)

    def _let_in(self, plug: socket.socket, address: str, leads: bool) -> None:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that was carried out of the house
            plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER)
        visitor = Visitor(address, leads=leads)
        self._visitors[visitor] = None
        visitor.talk = asyncio.ensure_future(self._welcome(visitor, plug))
        visitor.talk.add_done_callback(lambda talk: plug.close())  # also where it was over before it began
        self._make_room(visitor)

    async def _welcome(self, visitor: Visitor, plug: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(READ, loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        try:
            transport, _ = await loop.connect_accepted_socket(lambda: protocol, plug)
        except (OSError, asyncio.CancelledError):
            self._visitors.pop(visitor, None)
            return
        visitor.writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        try:
            await self._converse(visitor, reader, visitor.writer)
            await close_politely(reader, visitor.writer)
        except (OSError, TimeoutError, h11.ProtocolError, asyncio.CancelledError):
            pass  # gone, too slow, not HTTP at all, or the house is closing
        except Exception:
            if monotonic() - self._stumbled > STUMBLES_TOLD_EVERY:  # a visitor must not fill the log, either
                self._stumbled = monotonic()
                log.exception("a page was not answered")
        finally:
            self._visitors.pop(visitor, None)
            transport.abort()  # what was not taken by now is not waited for

    def _make_room(self, newcomer: Visitor) -> None:
        """Of too many at one address the longest idle goes; of too many in all, that of the most crowded address.

        Nobody on a live line has to, and no host for anyone but a host.
        """
        kin = [visitor for visitor in self._visitors if visitor.leads is newcomer.leads]
        own = [visitor for visitor in kin if visitor.address == newcomer.address]
        if len(own) > MOST_OF_ONE_ADDRESS:
            self._send_away(own, newcomer)
        if len(kin) > (KEPT_FOR_HOSTS if newcomer.leads else MOST_VISITORS - KEPT_FOR_HOSTS):
            crowds = Counter(visitor.address for visitor in kin if not visitor.lives)
            crowded = crowds.most_common(1)[0][0]
            self._send_away([visitor for visitor in kin if visitor.address == crowded], newcomer)

    def _send_away(self, crowd: list[Visitor], newcomer: Visitor) -> None:
        others = [visitor for visitor in crowd if visitor is not newcomer and not visitor.lives]
        now = monotonic()  # who has only just come is about to ask, and goes last
        first = min(
            others, key=lambda one: (_just_came(one, now), one.asks, not one.silent, one.since), default=newcomer
        )
        self._visitors.pop(first, None)
        if first.writer is not None:
            first.writer.transport.abort()
        if first.talk is not None:
            first.talk.cancel()

    async def _converse(self, visitor: Visitor, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One question after the other on one connection."""
        http = h11.Connection(h11.SERVER, max_incomplete_event_size=HEADERS)
        patience = FIRST_WORD
        while True:
            head = last = False
            try:
                async with asyncio.timeout(patience):
                    asked = await _next(http, reader)
                if not isinstance(asked, h11.Request):
                    return None
                visitor.silent, visitor.asks, visitor.since = False, True, monotonic()
                head = asked.method == b"HEAD"
                request = _request(asked, visitor.address)
                key = self._rules.key_of_host(request)
                visitor.leads = bool(key)
                turn = self._rate.seconds_to_wait(key or visitor.address, QUESTIONS, QUESTIONS_A_SECOND, ITS_TURN)
                if turn is None:
                    last = True
                    raise HttpError(429, "too_many", after=5)
                await asyncio.sleep(turn)
                if request.headers.get("upgrade", "").lower() == "websocket":
                    self._rules.check_line(request)
                    visitor.line = SocketLine(request, reader, writer)
                    heard = visitor.line.accept(asked)
                    return await visitor.line.speak(self._live, http.trailing_data[0]) if heard else None
                length = int(request.headers.get("content-length", "0"))
                if not length:
                    http.next_event()  # its end: whatever is answered, the next question may follow
                admitted = self._rules.admit(request)
                if length > admitted.most:
                    raise HttpError(413, "too_long")
                if length:
                    async with asyncio.timeout(WHOLE_BODY):
                        request = replace(request, body=await _body(http, reader, writer))
                response = await admitted.answer(request)
            except h11.RemoteProtocolError as fault:
                response = HttpError(fault.error_status_hint, "not_understood").response()
            except HttpError as error:
                response = error.response()
            await _send(http, writer, self._rules.polite(response), head=head, last=last)
            if http.our_state is not h11.DONE or http.their_state is not h11.DONE:
                return None
            http.start_next_cycle()
            visitor.asks, patience = False, IDLE


def _just_came(visitor: Visitor, now: float) -> bool:
    return visitor.silent and now - visitor.since < JUST_CAME


async def _next(http: h11.Connection, reader: asyncio.StreamReader) -> Any:
    """What comes next: a question, a part of its body, its end, or goodbye."""
    while (event := http.next_event()) is h11.NEED_DATA:
        http.receive_data(await reader.read(READ))
    return event


def _request(asked: h11.Request, address: str) -> Request:
    """The head of a question, if it can be one: what cannot be counted on the wire is not begun."""
    headers: dict[str, str] = {}
    for name, value in asked.headers:  # one value a name; where a name comes twice, joined as HTTP has it
        key, text = name.decode("latin-1"), value.decode("latin-1")
        headers[key] = f"{headers[key]}{'; ' if key == 'cookie' else ', '}{text}" if key in headers else text
    if "transfer-encoding" in headers:
        raise HttpError(411, "not_understood")
    if len(headers.get("cookie", "")) > COOKIE:
        raise HttpError(431, "too_long")
    return Request.read(asked.method.decode(), asked.target.decode(), headers, address)


async def _body(http: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    if http.they_are_waiting_for_100_continue:
        writer.write(http.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
    body = bytearray()
    while isinstance(event := await _next(http, reader), h11.Data):
        body += event.data
    if not isinstance(event, h11.EndOfMessage):
        raise OSError("gone in the middle of a question")
    return bytes(body)


async def _send(
    http: h11.Connection, writer: asyncio.StreamWriter, response: Response, *, head: bool, last: bool
) -> None:
    if http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
        return
    writer.write(_in_bytes(http, response, head=head, last=last))
    async with asyncio.timeout(TO_SEND):
        await writer.drain()


def _in_bytes(http: h11.Connection, response: Response, *, head: bool, last: bool) -> bytes:
    headers = [*response.headers, ("content-length", str(len(response.body)))]
    if last or http.their_state is not h11.DONE:  # a question that was not heard to its end is the last one here
        headers.append(("connection", "close"))
    data = http.send(h11.Response(status_code=response.status, headers=headers)) or b""
    if response.body and not head:
        data += http.send(h11.Data(data=response.body)) or b""
    return data + (http.send(h11.EndOfMessage()) or b"")
