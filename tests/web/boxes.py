"""A box with its pages open, for real: its own thread, journal, port and clock. Only pins are missing.

Every visitor may come from an address of their own: the whole of 127.0.0.0/8 is this machine.
"""

from __future__ import annotations

import itertools
import json
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Condition, Thread
from typing import Any, BinaryIO
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from majordome.box.pages import EveningPages
from majordome.core.clock import RealClock
from majordome.core.cues import Cue, Notice
from majordome.core.evening import Evening, Guest, Value
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import LEAVE, Inputs, Joined
from majordome.core.journal import read
from majordome.core.journal_file import Journal
from majordome.core.journal_writer import JournalWriter
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.core.prompter import Prompter
from majordome.core.stage import Stage
from majordome.service.evenings_folder import new_journal, newest, serial
from majordome.settings.config import PageSettings, Settings, SoundSettings
from majordome.web.server import Pages
from majordome.words.narrator import Lang, Narrator

PATIENCE = 20.0  # seconds, before a test gives up
ADDRESSES = itertools.count(2)
IDS = itertools.count(1)

Json = Any  # what JSON may hold


def an_address() -> str:
    """One that nobody had before."""
    number = next(ADDRESSES)
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def until(so: Callable[[], bool], what: str = "it") -> None:
    """Wait for something that another thread does."""
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline, f"{what} did not come"
        time.sleep(0.002)


def murder(guests: tuple[Guest, ...] = (), game: str = "weekend", **settings: Value) -> Evening:
    """A murder party, as the game usually has it but for these."""
    return Evening(game, guests, manifest(game).usual(**settings))


class SkippingClock(RealClock):
    """The clock of the house, which a test may put forward."""

    skipped = 0.0

    def now(self) -> float:
        return super().now() + self.skipped


class Box:
    """The box. `pages` are open; the evening waits at its first beat, or where its journal stops."""

    def __init__(
        self,
        folder: Path,
        evening: Evening,
        *,
        speed: float = 1.0,
        lang: Lang = "en",
        resume: bool = False,
        speaker: Any = None,
        port: int = 0,
        pack: Path | None = None,
    ) -> None:
        page = PageSettings(port=port, listen="127.0.0.1", mdns=False, browser=False)
        self.settings = Settings(
            evening=evening, lang=lang, evenings=folder, page=page, seed=1, sound=SoundSettings(pack=pack)
        )
        self.narrator = Narrator(lang, 1)
        self.clock = SkippingClock(speed)
        self.inputs: Inputs = Queue()
        self.prompter = Prompter(evening, self.narrator)
        self.seen: list[Cue] = []
        self.visitors: list[Visitor] = []
        path = newest(folder) if resume else None
        story = read(path) if path else None
        self.journals = [Journal.go_on(path, story) if path and story else new_journal(self.settings, 1)]
        self.performance = Performance(
            self.prompter, Stage(self._game, page=[self]), self.clock, JournalWriter(self.journals[-1]), self._another
        )
        if story is None:
            self.performance.begin()
        else:
            self.performance.recall(story.records)
        self.performance.disk.check()
        self.evening_pages = EveningPages(
            self.settings, self.prompter, self.narrator, self.clock, self.inputs, speaker, lambda: self.journal
        )
        self._evening = Thread(target=self.performance.run, args=(self.inputs, self.clock), name="evening")
        self._evening.start()
        self.evening_pages.start()
        until(lambda: self.evening_pages.pages is not None or bool(self.notices("prop_failed")), "the pages")
        until(self.joined, "the pages in the evening")

    def joined(self) -> bool:
        """The pages see every cue."""
        return self.evening_pages.pages is None or self.evening_pages.pages.board.look in self.performance.watchers

    def _game(self) -> Manifest:
        return manifest(self.prompter.evening.game)

    def _another(self, evening: Evening) -> JournalWriter:
        tonight = replace(self.settings, evening=evening, lang=self.narrator.lang)
        self.journals.append(new_journal(tonight, 1, after=serial(self.journal)))
        return JournalWriter(self.journals[-1])

    def show(self, cue: Cue) -> None:
        """As a page of the stage: note what was done."""
        self.seen.append(cue)

    def notices(self, what: str) -> list[Notice]:
        """What the host was told."""
        return [cue for cue in self.seen if isinstance(cue, Notice) and cue.what == what]

    @property
    def pages(self) -> Pages:
        pages = self.evening_pages.pages
        assert pages is not None, "the pages are not open"
        return pages

    @property
    def journal(self) -> Path:
        """The file of the evening that is played."""
        return self.journals[-1].path

    @property
    def lives(self) -> bool:
        """The evening goes on."""
        return self._evening.is_alive()

    @property
    def url(self) -> str:
        return self.pages.url.rstrip("/")

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.pages.url)
        return str(parts.hostname), int(parts.port or 0)

    def knock(self, data: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        """A bare connection."""
        plug = socket.create_connection(self.place, timeout=PATIENCE, source_address=(address, 0))
        if data:
            plug.sendall(data)
        return plug

    def visitor(self) -> Visitor:
        """Somebody's phone that nobody knows."""
        self.visitors.append(Visitor(self))
        return self.visitors[-1]

    def host(self, name: str = "Marie") -> Visitor:
        """A phone that leads the evening."""
        phone = self.visitor()
        assert phone.post("/api/pair", code=self.pages.keys.code, name=name).status_code in (200, 202)
        if phone.get("/api/me?as=host").json()["kind"] == "waiting":
            self.pages.keys.let_in(self.pages.keys.hosts[-1].id)
        return phone

    def guest(self, name: str) -> Visitor:
        """A guest's phone, with the card on it."""
        phone = self.visitor()
        assert phone.post("/api/card/claim", token=self.pages.keys.offer(name)).json() == {"kind": "card", "name": name}
        return phone

    def twin(self) -> Visitor:
        """The page that shows the box."""
        page = self.visitor()
        assert page.post("/api/twin/claim", token=self.pages.keys.twin_token).status_code == 200
        return page

    def settled(self) -> None:
        """All that was said has been heard."""
        self.inputs.join()

    def let_pass(self, beat: str) -> None:
        """The time of this beat is up, and the evening is at that one."""
        self.clock.skipped += self.prompter.time_left(self.clock.now()) or 0.0
        self.inputs.put(Joined(lambda performance: None))  # whoever waits looks at the clock again
        until(lambda: (self.prompter.beat.name if self.prompter.beat else "finished") == beat, beat)

    def close(self) -> None:
        """Leave; the evening is kept."""
        for visitor in self.visitors:
            visitor.close()
        self.evening_pages.close()
        if self._evening.is_alive():
            self.inputs.put(LEAVE)
            self._evening.join(PATIENCE)
            assert not self._evening.is_alive(), "the evening does not end"
        self.performance.close()


class Visitor:
    """A phone, from an address of its own; it keeps its cookies."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.address = an_address()
        self.lines: list[LiveLine] = []
        self._plug: socket.socket | None = None
        transport = httpx.HTTPTransport(local_address=self.address)
        self.http = httpx.Client(
            base_url=box.url, headers={"Origin": box.url}, transport=transport, timeout=PATIENCE, trust_env=False
        )

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def read(self, *paths: str) -> list[str]:
        """Many questions in one breath, on one connection: status and text of each answer."""
        if self._plug is None:
            self._plug = self.box.knock(address=self.address)
        host, port = self.box.place
        head = f" HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {self.cookies}\r\n\r\n"
        self._plug.sendall("".join(f"GET {path}{head}" for path in paths).encode())
        with self._plug.makefile("rb") as answers:
            return [_answer(answers) for _ in paths]

    def post(self, path: str, **body: Json) -> httpx.Response:
        return self.http.post(path, json=body)

    def put(self, path: str, **body: Json) -> httpx.Response:
        return self.http.put(path, json=body)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def state(self, kind: str = "host") -> Json:
        return self.get(f"/api/state?as={kind}").json()

    @property
    def moment(self) -> str:
        """The moment of the evening, as the host's page knows it."""
        return str(self.state()["host"]["moment"])

    def say(self, is_: str, *, id: str | None = None, moment: str | None = None, **more: Json) -> httpx.Response:
        """For the moment of now, if no other is meant."""
        body = {
            "id": id or f"tap-{next(IDS)}",
            "moment": self.moment if moment is None else moment,
            "said": {"is": is_, **more},
        }
        return self.http.post("/api/say", json=body)

    def does(self, is_: str, **more: Json) -> None:
        """Say something that the box must take."""
        answer = self.say(is_, **more)
        assert (answer.status_code, answer.text) == (200, '{"safe":true}'), (is_, more, answer.text)

    def live(self, kind: str = "screen") -> LiveLine:
        """A live line of this phone."""
        line = LiveLine(self, kind)
        self.lines.append(line)
        return line

    def close(self) -> None:
        for line in self.lines:
            line.close()
        if self._plug is not None:
            self._plug.close()
        self.http.close()


def _answer(answers: BinaryIO) -> str:
    """The next answer of several on one connection."""
    status = answers.readline().split(b" ")[1].decode()
    length = 0
    while (line := answers.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return f"{status} {answers.read(length).decode('utf-8', 'replace')}"


class LiveLine:
    """Notes every message, in a thread of its own."""

    def __init__(self, visitor: Visitor, kind: str) -> None:
        url = visitor.box.url
        self.texts: list[str] = []
        self.closed: int | None = None
        self._news = Condition()
        self._open = ExitStack()
        calling = connect(
            f"ws{url[4:]}/api/live?as={kind}",
            origin=Origin(url),
            additional_headers={"Cookie": visitor.cookies} if visitor.cookies else {},
            compression=None,
            ping_interval=None,
            source_address=(visitor.address, 0),
            proxy=None,
            close_timeout=1,
        )
        self._line: ClientConnection = self._open.enter_context(calling)
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            while True:
                text = self._line.recv()
                with self._news:
                    self.texts.append(str(text))
                    self._news.notify_all()
        except ConnectionClosed as end:
            with self._news:
                self.closed = end.rcvd.code if end.rcvd else 1006
                self._news.notify_all()

    @property
    def messages(self) -> list[Json]:
        return [json.loads(text) for text in self.texts]

    @property
    def state(self) -> Json:
        """The latest."""
        return next(message for message in reversed(self.messages) if message["is"] == "state")

    def until(self, so: Callable[[Mapping[str, Json]], bool], what: str = "a message") -> Json:
        """Wait for a message, or find it among those that came."""

        def found() -> bool:
            return any(so(message) for message in self.messages) or self.closed is not None

        with self._news:
            assert self._news.wait_for(found, PATIENCE), f"{what} did not come"
        return next((message for message in reversed(self.messages) if so(message)), None)

    def until_closed(self) -> int:
        """The code with which the box said goodbye."""
        with self._news:
            assert self._news.wait_for(lambda: self.closed is not None, PATIENCE), "the line stays open"
        assert self.closed is not None
        return self.closed

    def close(self) -> None:
        self._open.close()
        self._thread.join(PATIENCE)
