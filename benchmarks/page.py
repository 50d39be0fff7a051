"""The pages: from a press on the phone to the cue, from the cue to twenty pages, beside h11 and wsproto alone.

Also what the pages cost the whole box, and that they leave the button alone. The phone and the twenty pages run in a
process of their own. Goal: press to TOP with twenty pages connected within 1.2 times of without.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import h11
from _running import PINS, Running, running
from press_to_top import our_press, percentiles
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, TextMessage

from majordome.box.pages import EveningPages
from majordome.core.cues import Cue, Top
from majordome.settings.config import PageSettings, Settings, SoundSettings

PRESSES = 90
BETWEEN = 0.12  # seconds: nobody presses faster, and the door bears no more from one address
PAGES = 20
IDLE_SECONDS = 10.0
HERE = Path(__file__).parent


class Tops:
    """A page of the stage that notes when TOP was called."""

    def __init__(self) -> None:
        self.at: Queue[int] = Queue()

    def show(self, cue: Cue) -> None:
        """Note it."""
        if isinstance(cue, Top):
            self.at.put(time.monotonic_ns())


class Visitors:
    """The other process."""

    def __init__(self, port: int, cookie: str = "") -> None:
        script = [sys.executable, str(HERE / "_visitors.py"), str(port), cookie]
        self._process = subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, command: str) -> Any:
        """One command, one answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """They go home."""
        self._process.kill()
        self._process.wait()


@contextmanager
def with_pages(box: Running, folder: Path) -> Iterator[tuple[int, str]]:
    """The pages of a running box: their port, and the cookie of a host."""
    settings = Settings(
        evenings=folder, page=PageSettings(port=0, listen="127.0.0.1", mdns=False), sound=SoundSettings(silent=True)
    )
    web_pages = EveningPages(settings, box.prompter, box.narrator, box.clock, box.inputs, None, lambda: folder / "none")
    ready: Queue[Any] = Queue()
    web_pages.opened = ready.put
    web_pages.start()
    pages = ready.get(timeout=20)
    box.settle()
    paired = pages.keys.pair(pages.keys.code, "bench", "127.0.0.1")
    try:
        yield int(pages.url.rsplit(":", 1)[1].strip("/")), f"majordome_host={paired[1]}"
    finally:
        web_pages.close()


class Bare:
    """The two libraries and nothing else: answers a question, and passes it on to everyone who listens."""

    def __init__(self, text: str) -> None:
        self.handled: Queue[int] = Queue()
        self._text = text
        self._listening: list[tuple[WSConnection, asyncio.StreamWriter]] = []
        self._loop = asyncio.new_event_loop()
        self._ready: Queue[int] = Queue()
        Thread(target=self._run, daemon=True).start()
        self.port = self._ready.get()

    def _run(self) -> None:
        async def serve() -> None:
            server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
            self._ready.put(server.sockets[0].getsockname()[1])
            await asyncio.Event().wait()

        self._loop.run_until_complete(serve())

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        http = h11.Connection(h11.SERVER)
        asked: Any = None
        while True:
            event = http.next_event()
            if event is h11.NEED_DATA:
                data = await reader.read(65536)
                if not data:
                    return
                http.receive_data(data)
            elif isinstance(event, h11.Request):
                asked = event
                if dict(event.headers).get(b"upgrade"):
                    line = WSConnection(ConnectionType.SERVER)
                    line.initiate_upgrade_connection(list(event.headers), event.target)
                    writer.write(line.send(AcceptConnection()) + line.send(TextMessage(data="{}")))
                    self._listening.append((line, writer))
                    await reader.read()
                    return
            elif isinstance(event, h11.EndOfMessage):
                if asked.method == b"POST":
                    self.handled.put(time.monotonic_ns())
                    for line, page in self._listening:
                        page.write(line.send(TextMessage(data=self._text)))
                answer = b'{"safe":true}'
                length = [("content-length", str(len(answer)))]
                writer.write(
                    (http.send(h11.Response(status_code=200, headers=length)) or b"")
                    + (http.send(h11.Data(data=answer)) or b"")
                    + (http.send(h11.EndOfMessage()) or b"")
                )
                http.start_next_cycle()


def told(what: str, ours: list[float], bare: list[float]) -> None:
    """Both percentiles, beside the bare libraries'."""
    (p50, p99), (bare50, bare99) = percentiles(ours), percentiles(bare)
    print(
        f"page, {what}: median {p50 / 1e6:.2f} ms beside {bare50 / 1e6:.2f} ms bare, ratio {p50 / bare50:.2f}; "
        f"p99 {p99 / 1e6:.2f} ms beside {bare99 / 1e6:.2f} ms"
    )


def phone_to_room() -> None:
    """Ours and bare by turns."""
    tops, bare = Tops(), Bare('{"is":"signal","signal":"top","call":"stop"}')
    ours: tuple[list[float], list[float]] = ([], [])
    theirs: tuple[list[float], list[float]] = ([], [])
    with (
        tempfile.TemporaryDirectory() as folder,
        running(extra_page=tops) as box,
        with_pages(box, Path(folder)) as (port, cookie),
        closing(Visitors(port, cookie)) as house,
        closing(Visitors(bare.port)) as street,
    ):
        house.tell(f"come {PAGES}")
        street.tell(f"come {PAGES}")
        house.tell("press hold")  # pause and go on: warm
        house.tell("press hold")
        house.tell("press press")
        tops.at.queue.clear()
        for _ in range(PRESSES):
            pressed = house.tell("top press")
            cue = tops.at.get(timeout=5)
            ours[0].append(cue - pressed["sent"])
            ours[1].append(pressed["told"] - cue)
            house.tell("press take_back")
            time.sleep(BETWEEN)
            pressed = street.tell("top press")
            handled = bare.handled.get(timeout=5)
            theirs[0].append(handled - pressed["sent"])
            theirs[1].append(pressed["told"] - handled)
    told("press on the phone to the cue", ours[0], theirs[0])
    told(f"cue to {PAGES} pages told", ours[1], theirs[1])


def press_to_top() -> None:
    """The button on the pin, with twenty pages and without, by turns."""
    times: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(3):
        for open_house in (False, True):
            with tempfile.TemporaryDirectory() as folder, running(speed=10.0) as box:
                if not open_house:
                    times[False] += [our_press(box) for _ in range(PRESSES // 3)]
                    continue
                with with_pages(box, Path(folder)) as (port, cookie), closing(Visitors(port, cookie)) as house:
                    house.tell(f"come {PAGES}")
                    times[True] += [our_press(box) for _ in range(PRESSES // 3)]
    (p50, p99), (bare50, bare99) = percentiles(times[True]), percentiles(times[False])
    print(
        f"page, press to TOP on pin {PINS.button} with {PAGES} pages: median {p50:.0f} us beside {bare50:.0f} us "
        f"without, ratio {p50 / bare50:.2f}; p99 {p99:.0f} us beside {bare99:.0f} us"
    )


def cost_of_pages() -> None:
    """The whole box as a process, with pages and without: start, memory, and what it does when nothing happens."""
    costs = {}
    for flags in (["--no-page"], []):
        with tempfile.TemporaryDirectory() as folder:
            environ = {**os.environ, "XDG_STATE_HOME": folder, "GPIOZERO_PIN_FACTORY": "none"}
            began = time.monotonic()
            command = [sys.executable, "-m", "majordome", "play", "--new", "--plain", "--silent", *flags]
            box = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, text=True, bufsize=1
            )
            try:
                assert box.stdout is not None
                while not box.stdout.readline().startswith("["):  # what a press will do: the first press is possible
                    pass
                ready = time.monotonic() - began
                while not flags and "http://" not in box.stdout.readline():
                    pass
                open_after = time.monotonic() - began
                time.sleep(1.0)
                before = _cpu(box.pid)
                time.sleep(IDLE_SECONDS)
                idle = (_cpu(box.pid) - before) / IDLE_SECONDS * 100
                costs[not flags] = (ready, open_after, _memory(box.pid), idle)
            finally:
                box.kill()
                box.communicate()
    (ready, open_after, memory, idle), (bare_ready, _, bare_memory, bare_idle) = costs[True], costs[False]
    print(
        f"page, the whole box with pages: first press possible after {ready:.2f} s beside {bare_ready:.2f} s without "
        f"(ratio {ready / bare_ready:.2f}), pages open after {open_after:.2f} s; "
        f"memory {memory:.1f} MB beside {bare_memory:.1f} MB (ratio {memory / bare_memory:.2f}); "
        f"idle {idle:.2f} % of a core beside {bare_idle:.2f} %"
    )


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and tell."""
    phone_to_room()
    press_to_top()
    cost_of_pages()


if __name__ == "__main__":
    main()
