"""Closing a connection politely: whoever is refused hears it, though the rest of the question was never read.

A connection that is closed while something on it is unread is reset, and the answer is lost with it. So what is still
on its way is taken in and dropped: so many bytes, for so long, and of so few at once that no crowd can live on it.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress

READ = 16 * 1024  # bytes at a time
MOST_DROPPED = 1024 * 1024  # bytes
GOODBYE = 2.0  # seconds
MOST, MOST_OF_ONE_ADDRESS = 24, 4  # who are told at once that they are not let in


async def close_politely(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say nothing more, and drop what still comes until the other end has heard enough."""
    writer.write_eof()
    dropped = 0
    async with asyncio.timeout(GOODBYE):
        while dropped < MOST_DROPPED and (more := await reader.read(READ)):
            dropped += len(more)


def hang_up(plug: socket.socket) -> None:
    """Close it at once: nothing is kept of it, here or in the kernel."""
    with suppress(OSError):
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plug.close()


class RefusedConnections:
    """Connections that are told that they are not let in, and then closed."""

    def __init__(self) -> None:
        self.waiting: dict[socket.socket, str] = {}  # their address
        self._dropped: dict[socket.socket, int] = {}

    def tell(self, plug: socket.socket, address: str, words: bytes) -> None:
        """In one breath. Of too many at once the others hear nothing."""
        crowd = sum(one == address for one in self.waiting.values())
        if len(self.waiting) >= MOST or crowd >= MOST_OF_ONE_ADDRESS:
            return hang_up(plug)
        try:
            plug.send(words)  # shorter than any buffer of a fresh connection
            plug.shutdown(socket.SHUT_WR)
        except OSError:
            return hang_up(plug)
        self.waiting[plug], self._dropped[plug] = address, 0
        loop = asyncio.get_running_loop()
        loop.add_reader(plug, self._drop, plug)
        loop.call_later(GOODBYE, self._end, plug)
        return None

    def close(self) -> None:
        """Nobody is waited for."""
        for plug in list(self.waiting):
            self._end(plug)

    def _drop(self, plug: socket.socket) -> None:
        try:
            more = len(plug.recv(READ))
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return self._end(plug)
        self._dropped[plug] += more
        if not more:
            self._end(plug, socket.socket.close)  # it has said all, and hears the last of ours
        elif self._dropped[plug] >= MOST_DROPPED:
            self._end(plug)
        return None

    def _end(self, plug: socket.socket, close: Callable[[socket.socket], None] = hang_up) -> None:
        if self.waiting.pop(plug, None) is not None:
            del self._dropped[plug]
            asyncio.get_running_loop().remove_reader(plug)
            close(plug)
