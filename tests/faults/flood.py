"""A laptop with eight addresses does its worst, as a process of its own: `flood.py HOST:PORT LOAD [COOKIE]`."""

from __future__ import annotations

import socket
import sys
import threading
from contextlib import suppress

EIGHT = tuple(f"127.0.0.{number}" for number in range(1, 9))
HELD = 50  # connections that each address keeps open
LINE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def loads(host: str, cookie: str = "") -> dict[str, bytes]:
    """What is sent on each connection, by its name."""
    head = f"Host: {host}\r\nOrigin: http://{host}\r\n"
    quoted = '"' + "\\" * 15_000 + '"'
    return {
        "connections": b"",
        "half a head": b"GET / HTTP/1.1\r\nHost: lo",
        "questions": f"GET /api/state HTTP/1.1\r\n{head}\r\n".encode() * 20,
        "documents": f"GET /api/openapi.json HTTP/1.1\r\n{head}\r\n".encode() * 20,
        "cookies": f"GET /api/me HTTP/1.1\r\n{head}Cookie: majordome_host={quoted}\r\n\r\n".encode(),
        "chunks": f"POST /api/pair HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\nffff\r\n".encode()
        + b"a" * 20_000,
        "screens": f"GET /api/live?as=screen HTTP/1.1\r\n{head}{LINE}\r\n".encode(),
        "one card": f"GET /api/live?as=card HTTP/1.1\r\n{head}{LINE}Cookie: {cookie}\r\n\r\n".encode(),
        "no letters": f"GET /api/live?as=host HTTP/1.1\r\n{head}{LINE}X: \xe9\r\n\r\n".encode("latin-1"),
    }


def flood(place: tuple[str, int], address: str, load: bytes) -> None:
    """Come, say it, stay until fifty others have come, and come again."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            held.append(socket.create_connection(place, 1, (address, 0)))
            held[-1].sendall(load)
        while len(held) > HELD:
            held.pop(0).close()


def main() -> None:
    """Until somebody ends it."""
    host, load = sys.argv[1:3]
    name, _, port = host.partition(":")
    data = loads(host, *sys.argv[3:])[load]
    floods = [threading.Thread(target=flood, args=((name, int(port)), address, data), daemon=True) for address in EIGHT]
    for thread in floods:
        thread.start()
    sys.stdout.write("flooding\n")
    sys.stdout.flush()
    sys.stdin.read()  # whoever began it has gone


if __name__ == "__main__":
    main()
