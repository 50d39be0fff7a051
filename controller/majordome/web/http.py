"""The front door: bytes in and out, by h11 on asyncio, and how many may stand in it at once.

Every wait has an end and every buffer a bound. A visitor who says nothing makes room for the next one, so that no
number of slow connections keeps the host's phone out.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, cast

import h11

from majordome.web.http_words import Request, Response, Unheard
from majordome.web.websocket import TO_SEND, Line

log = logging.getLogger(__name__)

MOST_VISITORS, MOST_OF_ONE_ADDRESS = 160, 48
MOST_SILENT = 12  # connections of one address that have not asked anything yet
HEADERS, BODY = 16 * 1024, 64 * 1024  # bytes
READ = 16 * 1024
FIRST_WORD, WHOLE_BODY, IDLE = 5.0, 5.0, 20.0  # seconds
JUST_CAME = 1.0  # second
GONE_AFTER = 20_000  # milliseconds without any sign of the other end
QUESTIONS, QUESTIONS_A_SECOND = 240.0, 40.0  # of one address: at once, and in the long run


@dataclass(eq=False)
class Visitor:
    """One connection."""

    address: str
    writer: asyncio.StreamWriter
    talk: asyncio.Task[None] | None = None
    silent: bool = True  # has not asked anything yet
    lives: bool = False  # on a live line
    since: float = field(default_factory=monotonic)  # it came, or asked something


class Door:
    """Lets pages in."""

    def __init__(
        self,
        answer: Callable[[Request], Awaitable[Response]],
        live: Callable[[Line], Awaitable[None]],
        may_call: Callable[[Request], None] = lambda request: None,
    ) -> None:
        self._answer = answer
        self._live = live
        self._may_call = may_call  # raises where no line is given
        self._visitors: dict[Visitor, None] = {}  # in the order in which they came
        self._patience: dict[str, tuple[float, float]] = {}  # of an address: questions left, and when that was so
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """From now on; returns the port."""
        self._server = await asyncio.start_server(self._welcome, host, port, limit=READ, backlog=64)
        return cast(int, self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Nobody comes in any more, and everybody goes."""
        if self._server is not None:
            self._server.close()
        talks = [visitor.talk for visitor in self._visitors if visitor.talk is not None]
        for visitor in list(self._visitors):
            visitor.writer.transport.abort()
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer, plug = writer.get_extra_info("peername"), writer.get_extra_info("socket")
        if plug is not None and hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that was carried out of the house
            plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER)
        visitor = Visitor(peer[0] if peer else "", writer, asyncio.current_task())
        self._visitors[visitor] = None
        self._make_room(visitor)
        try:
            await self._converse(visitor, reader)
            async with asyncio.timeout(TO_SEND):
                await _part(reader, writer)
        except (OSError, TimeoutError, h11.ProtocolError, asyncio.CancelledError):
            pass  # gone, too slow, not HTTP at all, or the house is closing
        except Exception:
            log.exception("a page was not answered")
        finally:
            self._visitors.pop(visitor, None)
            writer.transport.abort()  # what was not taken by now is not waited for

    def _make_room(self, newcomer: Visitor) -> None:
        """Of too many, the one who has been silent longest goes; nobody on a live line has to, for a newcomer.

        Who has only just come is about to ask: a phone behind a shared address must not lose its first page to lines
        that other phones keep open for later.
        """
        now = monotonic()
        own = [visitor for visitor in self._visitors if visitor.address == newcomer.address]
        silent = [visitor for visitor in own if visitor.silent]
        for crowd, most in ((silent, MOST_SILENT), (own, MOST_OF_ONE_ADDRESS), (list(self._visitors), MOST_VISITORS)):
            if len(crowd) > most:
                others = [visitor for visitor in crowd if visitor is not newcomer and not visitor.lives]
                first = min(others, key=lambda one: (_just_came(one, now), not one.silent, one.since), default=newcomer)
                first.writer.transport.abort()
                self._visitors.pop(first, None)

    def _asks_too_much(self, address: str) -> bool:
        now = monotonic()
        left, since = self._patience.get(address, (QUESTIONS, now))
        left = min(QUESTIONS, left + (now - since) * QUESTIONS_A_SECOND) - 1
        self._patience[address] = (max(left, -1.0), now)
        if len(self._patience) > 4 * MOST_VISITORS:  # forget those who have gone
            recent = sorted(self._patience.items(), key=lambda item: item[1][1])[-MOST_VISITORS:]
            self._patience = dict(recent)
        return left < 0

    async def _converse(self, visitor: Visitor, reader: asyncio.StreamReader) -> None:
        """One question after the other on one connection."""
        http = h11.Connection(h11.SERVER, max_incomplete_event_size=HEADERS)
        patience = FIRST_WORD
        while True:
            head = False
            try:
                async with asyncio.timeout(patience):
                    asked = await _next(http, reader)
                if not isinstance(asked, h11.Request):
                    return None
                visitor.silent, visitor.since, head = False, monotonic(), asked.method == b"HEAD"
                if self._asks_too_much(visitor.address):
                    raise Unheard(429, "too_many", after=5)
                request = Request.read(asked.method.decode(), asked.target.decode(), _headers(asked), visitor.address)
                if request.headers.get("upgrade", "").lower() == "websocket":
                    self._may_call(request)
                    visitor.lives = True
                    line = Line(request, reader, visitor.writer)
                    return await line.speak(self._live, http.trailing_data[0]) if line.accept(asked) else None
                async with asyncio.timeout(WHOLE_BODY):
                    request = replace(request, body=await _body(http, request, reader, visitor.writer))
                response = await self._answer(request)
            except h11.RemoteProtocolError as fault:
                response = Unheard(fault.error_status_hint, "not_understood").response()
            except Unheard as unheard:
                response = unheard.response()
            await _send(http, visitor.writer, response, head=head)
            if http.our_state is not h11.DONE or http.their_state is not h11.DONE:
                return None
            http.start_next_cycle()
            patience = IDLE


def _just_came(visitor: Visitor, now: float) -> bool:
    return visitor.silent and now - visitor.since < JUST_CAME


async def _next(http: h11.Connection, reader: asyncio.StreamReader) -> Any:
    """What comes next: a question, a part of its body, its end, or goodbye."""
    while (event := http.next_event()) is h11.NEED_DATA:
        http.receive_data(await reader.read(READ))
    return event


async def _body(
    http: h11.Connection, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bytes:
    if int(request.headers.get("content-length", "0")) > BODY:
        raise Unheard(413, "too_long")
    if http.they_are_waiting_for_100_continue:
        writer.write(http.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
    body = bytearray()
    while isinstance(event := await _next(http, reader), h11.Data):
        body += event.data
        if len(body) > BODY:
            raise Unheard(413, "too_long")
    if not isinstance(event, h11.EndOfMessage):
        raise OSError("gone in the middle of a question")
    return bytes(body)


async def _send(http: h11.Connection, writer: asyncio.StreamWriter, response: Response, *, head: bool) -> None:
    if http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
        return
    headers = [*response.headers, ("content-length", str(len(response.body)))]
    if http.their_state is not h11.DONE:  # the question was not heard to its end: the next one is on another connection
        headers.append(("connection", "close"))
    data = http.send(h11.Response(status_code=response.status, headers=headers)) or b""
    if response.body and not head:
        data += http.send(h11.Data(data=response.body)) or b""
    data += http.send(h11.EndOfMessage()) or b""
    writer.write(data)
    async with asyncio.timeout(TO_SEND):
        await writer.drain()


async def _part(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Goodbye. What is still on its way is taken in, or the last answer would be lost."""
    writer.write_eof()
    for _ in range(BODY // READ):
        if not await reader.read(READ):
            return


def _headers(asked: h11.Request) -> dict[str, str]:
    """One value a name; where a name comes twice, joined as HTTP has it."""
    headers: dict[str, str] = {}
    for name, value in asked.headers:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        headers[key] = f"{headers[key]}{'; ' if key == 'cookie' else ', '}{text}" if key in headers else text
    return headers
