"""The pages, served in a thread of their own. Whatever becomes of them, the evening goes on."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from majordome.core.cues import Notice
from majordome.settings.config import LARGEST_PORT
from majordome.web.auth import Keys, PageViewer
from majordome.web.box_access import BoxAccess
from majordome.web.counting_pad import CountingPad
from majordome.web.drafts import Drafts
from majordome.web.evening_requests import EveningRequests
from majordome.web.handlers import PageHandlers
from majordome.web.handlers_joining import JoiningHandlers
from majordome.web.handlers_players import PlayerHandlers
from majordome.web.http import HttpServer
from majordome.web.join_requests import JoinRequests
from majordome.web.live import GOOD_NIGHT, NOT_WHO_IT_SAYS, LiveBoard, LiveReader, welcome
from majordome.web.live_limit import gives_way
from majordome.web.qr import rows
from majordome.web.security import AccessRules
from majordome.web.sounds import Sounds
from majordome.web.state import States
from majordome.web.twin import TwinBody, TwinVoice
from majordome.web.websocket import SocketLine

log = logging.getLogger(__name__)

NAME = "majordome.local"
PORTS_TRIED = 10
CLOSING, GOODBYE = 2.0, 0.5  # seconds
TOO_MANY_LINES = 4429
LOOK_EVERY = 5.0  # seconds: at our own address
KEYS_EVERY = 0.5  # at the file of the keys
EVERYWHERE = ("0.0.0.0", "::", "")
ALONE = "127.0.0.1"


class Pages:
    """All pages of one box. `body` and `voice` are props for the stage, `board` is one of its pages."""

    def __init__(self, access: BoxAccess, folder: Path, *, host: str, port: int, names: bool = True) -> None:
        self.keys = Keys(folder)
        self.url = f"http://{address_of(host)}:{port}/"
        self.name_url: str | None = None
        self._access = access
        self._host, self._port = host, port
        self._announce = names
        self.body = TwinBody(self._signal)
        self.voice = TwinVoice(self._order)
        drafts, pad, join_requests = Drafts(folder), CountingPad(folder), JoinRequests()
        self.board = LiveBoard(States(access, self.keys, self.body, self._join, drafts, pad, join_requests))
        self._sounds: Sounds | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leave: asyncio.Event | None = None
        self._ready = Event()
        self._thread = Thread(target=self._run, name="pages", daemon=True)
        self._looking: set[asyncio.Future[None]] = set()
        self.opened = False
        self.moved: Callable[[], None] = lambda: None  # the address is another one

    @property
    def twin_url(self) -> str:
        """Opens the twin on this machine; whoever has this link has the box's button."""
        port = self.url.rsplit(":", 1)[1]
        return f"http://127.0.0.1:{port}twin#{self.keys.twin_token}"

    @property
    def pairing_url(self) -> str:
        """For the QR code on the box itself: the phone that scans it first needs no code."""
        return f"{self.url}#{self.keys.token}"

    @property
    def drafted(self) -> tuple[str, ...]:
        """Who is on the list that is being written: their phones may be here before the evening has them."""
        return self.board.states.drafted()

    def start(self) -> None:
        """Open the server, soon."""
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait until the server is open, or cannot be."""
        self._ready.wait(seconds)
        return self.opened

    def close(self) -> None:
        """Close the server; twice does no harm."""
        loop, leave = self._loop, self._leave
        if loop is not None and leave is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(leave.set)
        if self._thread.is_alive():
            self._thread.join(CLOSING)

    # In the thread of the evening.

    def _signal(self, signal: dict[str, Any]) -> None:
        self.board.signal(signal)

    def _order(self, order: dict[str, Any]) -> None:
        loop = self._loop
        if loop is not None and self._sounds is not None and self.board.states.choices.sound_by == "page":
            with suppress(RuntimeError):  # closed meanwhile
                loop.call_soon_threadsafe(self._sounds.order, order)

    # In the thread of the pages.

    def _join(self) -> dict[str, Any]:
        guests = f"{self.url}card"
        told = {"url": self.url, "name_url": self.name_url, "qr": rows(self.url)}
        return {**told, "guest_url": guests, "guest_qr": rows(guests)}

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as trouble:
            log.exception("the pages are closed")
            self._access.tell(Notice("prop_failed", ("pages", str(trouble) or type(trouble).__name__)))
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop, self._leave = asyncio.get_running_loop(), asyncio.Event()
        self._sounds = Sounds(self._access, self.board.tell)
        requests = EveningRequests(self._access)
        handlers = PageHandlers(self._access, self.keys, self.board, requests, self._look_again)
        players = PlayerHandlers(self._access, self.keys, self.board.states, requests, self._look_again)
        joining = JoiningHandlers(self._access, self.keys, self.board, self._look_again)
        names, prompter = names_of(self._host), self._access.prompter
        self._rules = AccessRules(
            handlers, players, joining, self.keys, self._sounds, names, lambda: prompter.snapshot.evening.game
        )
        self._server = server = HttpServer(self._rules, self._live)
        port = await self._open(server)
        self.url = f"http://{address_of(self._host)}:{port}/"
        self.board.open(self._loop)
        self.opened = True
        self._ready.set()
        playing = asyncio.ensure_future(self._sounds.play())
        announcing = asyncio.ensure_future(self._call_out(port))
        watching = asyncio.ensure_future(self._watch_keys())
        try:
            await self._leave.wait()
        finally:
            with suppress(TimeoutError):  # who does not listen will notice
                async with asyncio.timeout(GOODBYE):
                    lines = [reader.line for reader in self.board.readers]
                    await asyncio.gather(*(line.close(GOOD_NIGHT) for line in lines), return_exceptions=True)
            await server.close()
            playing.cancel()
            announcing.cancel()
            watching.cancel()
            await asyncio.gather(playing, announcing, watching, self._sounds.close(), return_exceptions=True)

    async def _open(self, server: HttpServer) -> int:
        """The port that was asked for, or the next that is free: another box may run on this machine."""
        *others, last = range(self._port, min(self._port + PORTS_TRIED, LARGEST_PORT + 1)) if self._port else (0,)
        for port in others:
            with suppress(OSError):
                return await server.open(self._host, port)
        return await server.open(self._host, last)

    async def _call_out(self, port: int) -> None:
        """Where the box is. Its address may come late, or change when it opens a Wi-Fi of its own."""
        while True:
            address = address_of(self._host)
            self.url, self.name_url = f"http://{address}:{port}/", None
            try:
                async with AsyncExitStack() as calling:
                    if self._announce and self._host in EVERYWHERE and address != ALONE:
                        from majordome.web.mdns import announced

                        await calling.enter_async_context(announced(NAME, address, port))
                        self.name_url = f"http://{NAME}:{port}/"
                    self._moved()
                    await self._stays(address)
            except Exception as trouble:  # noqa: BLE001 - the number is always there
                log.info("no name on this network: %s", trouble)
                self.name_url = None
                self._moved()
                await self._stays(address)

    async def _stays(self, address: str) -> None:
        while address_of(self._host) == address:
            await asyncio.sleep(LOOK_EVERY)

    def _moved(self) -> None:
        self.board.refresh()
        self.moved()

    async def _watch_keys(self) -> None:
        """`majordome page --forget` counts at once, and another evening ends the keys of another party."""
        self.keys.forgotten = self._look_again
        evening = self._access.evening()
        while True:
            await asyncio.sleep(KEYS_EVERY)
            self.keys.look()
            if (now := self._access.evening()) != evening:
                evening = now
                self.keys.invite((*self._access.prompter.snapshot.names, *self.drafted), now)
                self._look_again()

    def _look_again(self) -> None:
        self._in_passing(self.board.look_again(self._who))

    def _in_passing(self, what: Coroutine[Any, Any, None]) -> None:
        doing = asyncio.ensure_future(what)
        self._looking.add(doing)
        doing.add_done_callback(self._looking.discard)

    def _who(self, line: SocketLine, wants: str) -> PageViewer:
        return self._rules.viewer(line.request, (wants,))

    async def _live(self, line: SocketLine) -> None:
        wants = line.request.query.get("as", "screen")
        reader = LiveReader(line, self._who(line, wants), wants)
        if not welcome(reader.viewer, wants):
            return await line.close(NOT_WHO_IT_SAYS)
        crowded = gives_way(self.board.readers, reader)
        self.board.readers.difference_update(crowded)
        self.board.readers.add(reader)
        line.welcomed = True
        for other in crowded:  # whoever does not listen need not be waited for
            self._in_passing(other.line.close(TOO_MANY_LINES))
        try:
            await self.board.live(reader)
        finally:
            if wants == "twin" and self._access.button and not any(r.wants == "twin" for r in self.board.readers):
                self._access.button(False)  # nobody holds it any more


def address_of(host: str) -> str:
    """The address by which phones find this machine; no packet is sent to find it."""
    if host not in EVERYWHERE:
        return host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ALONE


def names_of(host: str) -> frozenset[str]:
    """The names by which this machine is called."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", NAME, name, f"{name}.local", host.lower()})
