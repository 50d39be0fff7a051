"""The notice board: what every page is shown. Written in the thread of the evening, read in the thread of the pages.

Each kind of viewer gets its own text, made only of what that viewer may know: what is not for them is not sent. From
TOP to the scream the room's text does not change, so nothing at all is sent to anyone but the host.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from majordome.core.cues import Cue, HourglassEmpty, Notice, Outcome, Refused, Top
from majordome.core.events import CHAIRS
from majordome.core.plain import to_plain
from majordome.core.view import HostView, RoomView, ballot, host, public, room
from majordome.games.murder.events import Kissed, Votes, Winner
from majordome.games.murder.facts import Alarm, Round, Scream, Tally
from majordome.web.auth import NOBODY, Keys, Viewer
from majordome.web.backstage import Backstage
from majordome.web.http_words import as_json
from majordome.web.messages import SoundBy
from majordome.web.twin import TwinBody
from majordome.web.websocket import Line
from majordome.words.narrator import Lang

log = logging.getLogger(__name__)

ALIVE_EVERY = 5.0  # seconds: a page that hears nothing for longer knows that it has lost the box
MOST_SIGNALS = 24  # that wait for a slow page
NOT_WHO_IT_SAYS = 4401
TO_EVERYONE = ("top", "scream", "alarm", "empty", "tally")
TO_HOSTS = ("notice", "refused")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The evening at one moment, as pages may know it."""

    at: float
    lang: Lang
    room: RoomView
    host: HostView
    ages: dict[str, int]
    winner: Winner | None
    tally: Votes | None
    step: HostView  # as the twin tells it: in the dark as it was at TOP, and a kiss is no step at all
    caption: str  # the same
    button: str


@dataclass(eq=False)
class Reader:
    """A page on a live line."""

    line: Line
    viewer: Viewer
    wants: str
    shown: bytes = b""  # what it was last sent, but for the falling sand
    state: bytes | None = None
    signals: deque[bytes] = field(default_factory=lambda: deque(maxlen=MOST_SIGNALS))
    news: asyncio.Event = field(default_factory=asyncio.Event)
    since: float = field(default_factory=monotonic)


@dataclass
class Counter:
    """What hosts have set on their pages and the evening does not need to know."""

    pad: Votes = ()
    volume: int = 80  # per cent
    ballots: bool = False
    sound_by: SoundBy = "box"


def welcome(viewer: Viewer, wants: str) -> bool:
    """Whether this viewer may read along as that: the screen is for everyone, and a host may look at the twin."""
    return wants == "screen" or viewer.kind == wants or (wants, viewer.kind) in (("host", "waiting"), ("twin", "host"))


class Board:
    """Keeps every page true."""

    def __init__(self, backstage: Backstage, keys: Keys, body: TwinBody, join: Callable[[], dict[str, Any]]) -> None:
        self.run = secrets.token_hex(3)  # of this start of the box: what was meant for an earlier one is too late
        self._salt = secrets.token_bytes(16)
        self.counter = Counter()
        self.readers: set[Reader] = set()
        self._backstage = backstage
        self._keys = keys
        self._body = body
        self.join = join  # where the host's page is
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tally: Votes | None = None
        self._winner: Winner | None = None
        self._signals: list[dict[str, Any]] = []
        self._taken: Snapshot | None = None
        self._snapshot = self._take()

    # In the thread of the evening.

    def show(self, cue: Cue) -> None:
        """As a page of the stage: what passes becomes a signal."""
        match cue:
            case Top(call):
                self._tally = None if call == "vote" else self._tally
                self._signals.append({"signal": "top", "call": call})
            case Scream():
                self._signals.append({"signal": "scream"})
            case Alarm(chair):
                self._signals.append({"signal": "alarm", "chair": chair})
            case HourglassEmpty():
                self._signals.append({"signal": "empty"})
            case Tally(votes):
                self._tally = votes
                self._signals.append({"signal": "tally", "votes": votes})
            case Round():
                self._tally = None
            case Outcome(winner):
                self._winner = winner
            case Notice(what, names):
                self._tally = None if what == "taken_back" else self._tally
                self._signals.append({"signal": "notice", "what": what, "names": names})
            case Refused(what, why, names):
                self._signals.append({"signal": "refused", "what": what, "why": why, "names": names})
        if isinstance(cue, Notice):  # may come without a step
            self.look()

    def signal(self, signal: dict[str, Any]) -> None:
        """A prop of the twin has something to show, with the step that is being played."""
        self._signals.append(signal)

    def look(self) -> None:
        """A step has been played: show how it is now."""
        snapshot, signals, self._signals = self._take(), self._signals, []
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._publish, snapshot, signals)
            except RuntimeError:
                log.warning("the pages are closed")  # the evening goes on

    def _take(self) -> Snapshot:
        prompter, now, before = self._backstage.prompter, self._backstage.clock.now(), self._taken
        seen, leads = public(prompter, now), host(prompter)
        if not seen.finished:
            self._winner = None
        if not prompter.history:
            self._tally = None  # of the evening before
        waits = "waits" if seen.finished or seen.gestures else "busy"
        kissed = bool(prompter.history) and isinstance(prompter.history[-1].event, Kissed)  # which nobody saw
        still = before if before is not None and before.room.dark and seen.dark else None
        self._taken = Snapshot(
            at=now,
            lang=still.lang if still else self._backstage.narrator.lang,
            # What was so before the lights went out: after a power cut in the dark, as it is.
            room=room(prompter, now, None if before is None or before.room.finished else before.room),
            host=leads,
            ages={guest.name: guest.age for guest in prompter.table.guests if guest.age is not None},
            winner=self._winner,
            tally=self._tally,
            step=before.step if before is not None and (still or kissed) else leads,
            caption=still.caption if still else self._sentence(),
            button="dark" if seen.dark else "paused" if seen.paused else waits,
        )
        return self._taken

    def _sentence(self) -> str:
        said = self._backstage.prompter.said
        return self._backstage.narrator.words(said) if said else ""

    # In the thread of the pages.

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pages may come."""
        self._loop = loop

    def moment(self, number: int) -> str:
        """A moment of the evening, as pages name it: none tells how many came before, or a guest could count them."""
        return f"{self.run}-{hmac.digest(self._salt, str(number).encode(), 'sha256').hex()[:12]}"

    def number(self, moment: str) -> int | None:
        """The moment that a page means; None for one that is over, of an earlier start, or none at all."""
        now = self._backstage.prompter.moment
        return now if moment == self.moment(now) else None

    def _publish(self, snapshot: Snapshot, signals: list[dict[str, Any]]) -> None:
        if snapshot.host.moment != self._snapshot.host.moment:
            self.counter.pad = ()
        self._snapshot = snapshot
        for signal in signals:
            self.tell(signal)
        self.refresh()

    def tell(self, signal: dict[str, Any]) -> None:
        """Something that passes, to all who may see it."""
        name = signal["signal"]
        kinds = ("host", "screen", "twin") if name in TO_EVERYONE else ("host",) if name in TO_HOSTS else ("twin",)
        text = as_json({"is": "signal", **signal})
        for reader in self.readers:
            if reader.wants in kinds and (name in TO_EVERYONE or reader.viewer.kind != "waiting"):
                reader.signals.append(text)
                reader.news.set()

    def refresh(self) -> None:
        """Whoever sees something new is told."""
        told: dict[tuple[Viewer, str], tuple[bytes, bytes]] = {}  # the same for all who see the same
        for reader in self.readers:
            who = (NOBODY, reader.wants) if reader.wants == "screen" else (reader.viewer, reader.wants)
            if who not in told:
                told[who] = self._text(*who)
            still, text = told[who]
            if still != reader.shown:
                reader.shown, reader.state = still, text
                reader.news.set()

    def _text(self, viewer: Viewer, wants: str) -> tuple[bytes, bytes]:
        """The state but for the falling sand, to tell whether it is news; and as it is sent."""
        state = self.state(viewer, wants)
        sand, ends, snapshot = state["room"]["sand"], None, self._snapshot
        if snapshot.room.sand is not None:
            ends = round(snapshot.room.sand.left + (snapshot.at if snapshot.room.sand.running else 0.0), 1)
        still = {**state, "room": {**state["room"], "sand": sand and {**sand, "left": ends}}}
        return as_json(still), as_json(state)

    def state(self, viewer: Viewer, wants: str) -> dict[str, Any]:
        """The whole state for one viewer."""
        snapshot = self._snapshot
        told: dict[str, Any] = {"is": "state", "run": self.run, "lang": snapshot.lang, "room": self._room_of(snapshot)}
        if wants == "host" and viewer.kind == "host":
            told["lang"] = self._backstage.narrator.lang
            told["host"] = self._host_of(snapshot, viewer)
        elif wants == "card" and viewer.kind == "card":
            told["card"] = self._card_of(snapshot, viewer.name)
        elif wants == "twin" and viewer.kind in ("twin", "host"):
            told["box"] = self._box_of(snapshot)
        return told

    def _room_of(self, snapshot: Snapshot) -> dict[str, Any]:
        told: dict[str, Any] = to_plain(snapshot.room)
        vote, speed = told["vote"], self._backstage.clock.speed
        if told["sand"] is not None:
            fallen = self._backstage.clock.now() - snapshot.at if told["sand"]["running"] else 0.0
            left, total = told["sand"]["left"], told["sand"]["total"]
            told["sand"] |= {"left": round(max(0.0, left - fallen) / speed, 2), "total": round(total / speed, 2)}
        counting = vote is not None and snapshot.room.beat in ("counting", "counting_ballots")
        if vote is not None:
            by_phone = counting and (self.counter.ballots or vote["voted"])
            vote |= {
                "counted": self.counter.pad if counting else (),
                "ballots": {"in": vote["voted"], "of": vote["voters"]} if by_phone else None,
            }
        if snapshot.tally and not snapshot.room.dark and vote is None:
            told["vote"] = vote = {"candidates": [], "seats": 0, "again": False, "counted": (), "ballots": None}
        if vote is not None:
            vote |= {"tally": None if counting else snapshot.tally}
            vote.pop("voted", None), vote.pop("voters", None)
        told["winner"] = snapshot.winner if snapshot.room.finished else None
        return told

    def _host_of(self, snapshot: Snapshot, viewer: Viewer) -> dict[str, Any]:
        told: dict[str, Any] = to_plain(snapshot.host)
        speaker = self._backstage.speaker
        kinds = [reader.wants for reader in self.readers]
        hosts = [
            {"id": phone.id, "name": phone.name, "waiting": phone.waiting, "me": phone.id == viewer.id}
            for phone in self._keys.hosts
        ]
        return told | {
            "moment": self.moment(snapshot.host.moment),
            "ages": snapshot.ages,
            "pad": self.counter.pad,
            "ballots_on": self.counter.ballots,
            "hosts": hosts,
            "cards": {guest.name: self._keys.card_state(guest.name) for guest in snapshot.room.guests},
            "volume": None if speaker is None else self.counter.volume,
            "sound_by": self.counter.sound_by,
            "joined": {kind: kinds.count(kind) for kind in ("host", "card", "screen", "twin")},
        }

    def _card_of(self, snapshot: Snapshot, name: str) -> dict[str, Any]:
        guest = next((guest for guest in snapshot.room.guests if guest.name == name), None)
        open_now = self.counter.ballots and not snapshot.room.dark
        may = ballot(self._backstage.prompter, name) if open_now else None
        return {
            "name": name,
            "has_role": snapshot.host.knows_roles,
            "alive": guest is not None and guest.alive,
            "in_jail": guest is not None and guest.in_jail,
            "ballot": may and {**to_plain(may), "moment": self.moment(may.moment)},
        }

    def _box_of(self, snapshot: Snapshot) -> dict[str, Any]:
        chairs = self._backstage.prompter.chairs
        return {
            "lamp": self._body.lamp,
            "button": snapshot.button,
            "beat": snapshot.step.beat,
            "gestures": snapshot.step.gestures,
            "takes_back": snapshot.step.takes_back,
            "caption": snapshot.caption,
            "stays": self._backstage.stays(),
            "chairs": {chair: chair in chairs for chair in CHAIRS},
            "sound_by": self.counter.sound_by,
            "can_sound": self._backstage.speaker is not None,
            "volume": self.counter.volume,
            "hosts": sum(not phone.waiting for phone in self._keys.hosts),
            "code": self._keys.code,
            **self.join(),
        }

    async def look_again(self, who: Callable[[Line, str], Viewer]) -> None:
        """Keys have changed: whoever is not who they were is told, or sent away."""
        for reader in list(self.readers):
            reader.viewer = who(reader.line, reader.wants)
            if not welcome(reader.viewer, reader.wants):
                self.readers.discard(reader)
                await reader.line.close(NOT_WHO_IT_SAYS)
        self.refresh()

    async def live(self, reader: Reader) -> None:
        """Tell one page, as long as it listens: always the newest state, however slow it is."""
        self.readers.add(reader)
        try:
            self.refresh()
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
            self.refresh()
