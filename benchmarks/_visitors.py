"""Twenty pages and a host's phone, in a process of their own: they share no lock with the box that is measured.

Reads one command a line on standard input, answers with one line of JSON. Times are of the system's monotonic clock,
which is the same for every process.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
import time
from typing import Any

import websockets
from websockets.typing import Origin

TOLD = '"signal":"top"'


class Visitors:
    """All of them."""

    def __init__(self, port: int, cookie: str) -> None:
        self._address = f"127.0.0.1:{port}"
        self._headers = {
            "origin": f"http://{self._address}",
            "cookie": cookie,
            "content-type": "application/json",
        }
        self._phone = http.client.HTTPConnection("127.0.0.1", port)
        self._told: list[int] = []
        self._all_told = asyncio.Event()
        self._pages: list[Any] = []

    async def come(self, number: int) -> int:
        """So many pages open their live line."""
        for _ in range(number):
            page = await websockets.connect(
                f"ws://{self._address}/api/live?as=screen", origin=Origin(self._headers["origin"]), ping_interval=None
            )
            await page.recv()
            self._pages.append(asyncio.ensure_future(self._read(page)))
        return len(self._pages)

    async def _read(self, page: Any) -> None:
        async for text in page:
            if TOLD in text:
                self._told.append(time.monotonic_ns())
                if len(self._told) == len(self._pages):
                    self._all_told.set()

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """A question of the phone, on a connection that stays open."""
        self._phone.request(method, path, json.dumps(body) if body is not None else None, self._headers)
        answer: dict[str, Any] = json.loads(self._phone.getresponse().read())
        return answer

    async def press(self, said: str, number: int, *, top: bool) -> dict[str, int]:
        """One press of the phone: when it was sent, and when the last page was told."""
        moment = self.ask("GET", "/api/state?as=host").get("host", {}).get("moment", "")
        self._told.clear()
        self._all_told.clear()
        await asyncio.sleep(0)
        sent = time.monotonic_ns()
        body = {"id": f"p{number}", "moment": moment, "said": {"is": said}}
        await asyncio.to_thread(self.ask, "POST", "/api/say", body)
        answered = time.monotonic_ns()
        told = 0
        if top:
            async with asyncio.timeout(5):
                await self._all_told.wait()
            told = max(self._told)
        return {"sent": sent, "answered": answered, "told": told}


async def main() -> None:
    """Serve the commands."""
    visitors = Visitors(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    number = 0
    while line := (await lines.readline()).decode().split():
        number += 1
        said, coming = line[-1], line[0] == "come"
        answer: Any = await (visitors.come(int(said)) if coming else visitors.press(said, number, top=line[0] == "top"))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
