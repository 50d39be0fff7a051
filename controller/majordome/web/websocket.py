"""A live line to a page: a WebSocket on which only the box speaks. What pages have to say they say by questions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import h11
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, RejectConnection, TextMessage
from wsproto.events import Request as LineAsked
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from majordome.web.http_words import HttpError, Request

TO_SEND = 10.0  # seconds
MOST_SAID = 1024  # bytes in all: goodbye and a few pings
TALKS_TOO_MUCH = 1009


class SocketLine:
    """Texts out; of what comes in, only pings and goodbye are understood."""

    def __init__(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.request = request
        self.welcomed = False  # whoever reads along may do so
        self._reader = reader
        self._writer = writer
        self._frames = WSConnection(ConnectionType.SERVER)

    def accept(self, asked: h11.Request) -> bool:
        """Shake hands; False if that is no handshake."""
        if not all(value.isascii() for _, value in asked.headers):
            raise HttpError(400, "not_understood")
        try:
            self._frames.initiate_upgrade_connection(list(asked.headers), asked.target)
            accepted = any(isinstance(event, LineAsked) for event in self._frames.events())
            self._writer.write(self._frames.send(AcceptConnection() if accepted else RejectConnection()))
        except RemoteProtocolError as fault:
            hint = fault.event_hint
            with suppress(LocalProtocolError):
                self._writer.write(
                    self._frames.send(hint if isinstance(hint, RejectConnection) else RejectConnection())
                )
            return False
        return accepted

    async def send(self, *texts: bytes) -> None:
        """Send these texts. Whoever does not take them in time is too slow: TimeoutError."""
        try:
            self._writer.write(b"".join(self._frames.send(TextMessage(data=text.decode())) for text in texts))
        except LocalProtocolError:
            raise ConnectionError("one side has said goodbye") from None
        async with asyncio.timeout(TO_SEND):
            await self._writer.drain()

    async def close(self, code: int) -> None:
        """Say goodbye, and why."""
        self.welcomed = False
        with suppress(LocalProtocolError, OSError, TimeoutError):
            self._writer.write(self._frames.send(CloseConnection(code=code)))
            async with asyncio.timeout(TO_SEND):
                await self._writer.drain()

    async def speak(self, live: Callable[[SocketLine], Awaitable[None]], already_said: bytes) -> None:
        """Until either side has had enough."""
        both = {asyncio.ensure_future(live(self)), asyncio.ensure_future(self._listen(already_said))}
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _listen(self, data: bytes) -> None:
        said = len(data)
        while said <= MOST_SAID:
            try:
                self._frames.receive_data(data)
                for event in self._frames.events():
                    if isinstance(event, Ping | CloseConnection):
                        self._writer.write(self._frames.send(event.response()))
                    if isinstance(event, CloseConnection):
                        return
            except (RemoteProtocolError, LocalProtocolError):
                return
            data = await self._reader.read(MOST_SAID)
            if not data:
                return
            said += len(data)
        await self.close(TALKS_TOO_MUCH)
