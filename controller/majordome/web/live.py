"""The notice board: what every page is shown. Written in the thread of the evening, read in the thread of the pages.

While eyes are closed nothing at all is sent to anyone but the host.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from majordome.core.cues import Cue, Fact, HourglassEmpty, Notice, Refused, Top
from majordome.core.plain_values import snake, to_plain
from majordome.web.auth import NOBODY, PageViewer
from majordome.web.http_words import as_json
from majordome.web.state import Shown, States
from majordome.web.websocket import SocketLine

log = logging.getLogger(__name__)

ALIVE_EVERY = 5.0  # seconds: a page that hears nothing for longer knows that it has lost the box
TOGETHER = 0.05  # seconds in which those who come and go are told as one piece of news
MOST_SIGNALS = 24  # that wait for a slow page
NOT_WHO_IT_SAYS = 4401
GOOD_NIGHT = 4410  # the box is switched off, as it should be
TO_EVERYONE = ("top", "fact", "empty")
TO_HOSTS = ("notice", "refused")
FOR_THE_FIRST_HOST = ("evening_trouble", "evenings_in_memory")  # who may come long after it was told


@dataclass(eq=False)
class LiveReader:
    """A page on a live line."""

    line: SocketLine
    viewer: PageViewer
    wants: str
    shown: bytes = b""  # what it was last sent, but for the falling sand
    state: bytes | None = None
    signals: deque[bytes] = field(default_factory=lambda: deque(maxlen=MOST_SIGNALS))
    news: asyncio.Event = field(default_factory=asyncio.Event)
    since: float = field(default_factory=monotonic)


def welcome(viewer: PageViewer, wants: str) -> bool:
    """Whether this viewer may read along as that: the screen is for everyone, and a host may look at the twin."""
    return wants == "screen" or viewer.kind == wants or (wants, viewer.kind) in (("host", "waiting"), ("twin", "host"))


class LiveBoard:
    """Keeps every page true."""

    def __init__(self, states: States) -> None:
        self.states = states
        self.readers: set[LiveReader] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._signals: list[dict[str, Any]] = []
        self._taken: Shown = states.take(None)
        states.pad.look(self._taken.now_at)
        self._shown = self._taken
        self._refreshing = False
        self._for_a_host: list[bytes] = []  # what no host was there to hear

    # In the thread of the evening.

    def show(self, cue: Cue) -> None:
        """As a page of the stage: what passes becomes a signal."""
        match cue:
            case Top(call):
                self._signals.append({"signal": "top", "call": call})
            case HourglassEmpty():
                self._signals.append({"signal": "empty"})
            case Fact() if not cue.secret:
                self._signals.append({"signal": "fact", "fact": {"is": snake(type(cue).__name__), **to_plain(cue)}})
            case Notice(what, names):
                self._signals.append({"signal": "notice", "what": what, "names": names, **_waits(what)})
            case Refused(what, why, names):
                self._signals.append({"signal": "refused", "what": what, "why": why, "names": names})
        if isinstance(cue, Notice):  # may come without a step
            self.look()

    def signal(self, signal: dict[str, Any]) -> None:
        """A prop of the twin has something to show, with the step that is being played."""
        self._signals.append(signal)

    def look(self) -> None:
        """A step has been played: show how it is now."""
        self._taken = shown = self.states.take(self._taken)
        signals, self._signals = self._signals, []
        if shown.room.dark:  # what is so from now on is told when eyes are open, and nothing may shine
            signals = [{**signal, "dark": True} for signal in signals if signal["signal"] != "fact"]
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._publish, shown, signals)
            except RuntimeError:
                log.warning("the pages are closed")  # the evening goes on

    # In the thread of the pages.

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pages may come."""
        self._loop = loop

    def _publish(self, shown: Shown, signals: list[dict[str, Any]]) -> None:
        if shown.host.moment != self._shown.host.moment:
            self.states.pad.look(shown.now_at)
        self._shown = shown
        for signal in signals:
            self.tell(signal)
        self.refresh()

    def tell(self, signal: dict[str, Any]) -> None:
        """Something that passes, to all who may see it."""
        name = signal["signal"]
        kinds = ("host", "screen", "twin") if name in TO_EVERYONE else ("host",) if name in TO_HOSTS else ("twin",)
        text = as_json({"is": "signal", **signal})
        readers = [
            reader
            for reader in self.readers
            if reader.wants in kinds and (name in TO_EVERYONE or reader.viewer.kind != "waiting")
        ]
        for reader in readers:
            reader.signals.append(text)
            reader.news.set()
        if signal.get("waits") and not readers:
            self._for_a_host.append(text)

    def refresh(self) -> None:
        """Whoever sees something new is told."""
        self._tell_news(self.readers)

    def _refresh_soon(self) -> None:
        """Somebody came or went: hosts see how many read along. However many come at once, it is told once."""
        if not self._refreshing and self._loop is not None:
            self._refreshing = True
            self._loop.call_later(TOGETHER, self._refreshed)

    def _refreshed(self) -> None:
        self._refreshing = False
        self.refresh()

    def _tell_news(self, readers: Iterable[LiveReader]) -> None:
        told: dict[tuple[PageViewer, str], tuple[bytes, bytes]] = {}  # the same for all who see the same
        for reader in readers:
            who = (NOBODY, reader.wants) if reader.wants == "screen" else (reader.viewer, reader.wants)
            if who not in told:
                told[who] = self._text(*who)
            still, text = told[who]
            if still != reader.shown:
                reader.shown, reader.state = still, text
                reader.news.set()

    def _text(self, viewer: PageViewer, wants: str) -> tuple[bytes, bytes]:
        """The state but for the falling sand, to tell whether it is news; and as it is sent."""
        state = self.state(viewer, wants)
        sand, ends, shown = state["room"]["sand"], None, self._shown
        if shown.room.sand is not None:
            ends = round(shown.room.sand.left + (shown.at if shown.room.sand.running else 0.0), 1)
        still = {**state, "room": {**state["room"], "sand": sand and {**sand, "left": ends}}}
        return as_json(still), as_json(state)

    def state(self, viewer: PageViewer, wants: str) -> dict[str, Any]:
        """The whole state for one viewer."""
        return self.states.of(self._shown, viewer, wants, (reader.wants for reader in self.readers))

    async def look_again(self, who: Callable[[SocketLine, str], PageViewer]) -> None:
        """Keys have changed: whoever is not who they were is told, or sent away."""
        for reader in self.readers:
            reader.viewer = who(reader.line, reader.wants)
        strangers = {reader for reader in self.readers if not welcome(reader.viewer, reader.wants)}
        self.readers -= strangers
        self.refresh()
        await asyncio.gather(*(reader.line.close(NOT_WHO_IT_SAYS) for reader in strangers))

    async def live(self, reader: LiveReader) -> None:
        """Tell one page, as long as it listens: always the newest state, however slow it is."""
        self.readers.add(reader)
        if reader.wants == "host" and reader.viewer.kind != "waiting":
            reader.signals += self._for_a_host
            self._for_a_host.clear()
        try:
            self._tell_news((reader,))
            self._refresh_soon()
            while True:
                try:
                    async with asyncio.timeout(ALIVE_EVERY):
                        await reader.news.wait()
                except TimeoutError:
                    await reader.line.send(b'{"is":"alive"}')
                    continue
                reader.news.clear()
                texts = [*reader.signals, *([reader.state] if reader.state is not None else [])]
                reader.signals.clear()
                reader.state = None
                await reader.line.send(*texts)
        finally:
            self.readers.discard(reader)
            self._refresh_soon()


def _waits(what: str) -> dict[str, bool]:
    return {"waits": True} if what in FOR_THE_FIRST_HOST else {}
