"""What each viewer is told of the evening: made only of what that viewer may know. What is not for them is not sent.

While eyes are closed the room's text does not change, whatever happens.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.asks import Ask, Ballots
from majordome.core.cues import Say
from majordome.core.events import CHAIRS
from majordome.core.guest_list import clean
from majordome.core.library import manifest
from majordome.core.plain_values import to_plain
from majordome.core.snapshot import Snapshot
from majordome.core.view import HostView, RoomView, ask_for_player, card, gestures, host, room
from majordome.web.auth import Keys, PageViewer
from majordome.web.box_access import BoxAccess
from majordome.web.counting_pad import CountingPad
from majordome.web.drafts import Drafts
from majordome.web.join_requests import JoinRequests, alike, same
from majordome.web.messages import SoundBy
from majordome.web.qr import rows
from majordome.web.twin import TwinBody
from majordome.words.narrator import LANGS, Lang, Narrator

BUZZERS = ("buzzers", "guest_buzzers")  # what a game may like
ABOUT_ALL = ("name", "open")  # of a player's own view: what no finger need be held on


class Shown(Struct, frozen=True, kw_only=True):
    """The evening at one moment, as pages may know it."""

    at: float
    now_at: Snapshot
    lang: Lang
    room: RoomView
    begun: bool  # the first step is done
    said: Mapping[str, str]  # the butler's latest sentence, by language
    host: HostView
    step: HostView  # as the twin tells it: in the dark as it was before, and what nobody saw is no step at all
    caption: str  # the same
    button: str


class HostChoices(Struct):
    """What hosts have set on their pages and the evening does not need to know."""

    seen: frozenset[str] = frozenset()  # whose card was shown on a host's phone
    volume: int = 80  # per cent
    ballots: bool = False
    sound_by: SoundBy = "box"


def sentence(said: Say | None, lang: Lang, game: str) -> str:
    """A line in either language, whichever the butler spoke."""
    if said is None:
        return ""
    narrator = Narrator(lang, game=manifest(game))
    try:
        return narrator.words(replace(said, variant=said.variant % narrator.variants(said.line)))
    except LookupError:  # a game that has no words in this language
        return ""


class States:
    """The state of every viewer, from the evening's latest snapshot."""

    def __init__(
        self,
        access: BoxAccess,
        keys: Keys,
        body: TwinBody,
        join: Callable[[], dict[str, Any]],
        drafts: Drafts,
        pad: CountingPad,
        join_requests: JoinRequests,
    ) -> None:
        self.run = secrets.token_hex(3)  # of this start of the box: what was meant for an earlier one is too late
        self.choices = HostChoices()
        self.join = join  # where the host's page is
        self.drafts = drafts
        self.pad = pad
        self.join_requests = join_requests
        self._salt = secrets.token_bytes(16)
        self._access = access
        self._keys = keys
        self._body = body

    def moment(self, number: int) -> str:
        """A moment of the evening, as pages name it: none tells how many came before, or a guest could count them."""
        return f"{self.run}-{hmac.digest(self._salt, str(number).encode(), 'sha256').hex()[:12]}"

    def number(self, moment: str) -> int | None:
        """The moment that a page means; None for one that is over, of an earlier start, or none at all."""
        now = self._access.prompter.snapshot.moment
        return now if moment == self.moment(now) else None

    def take(self, before: Shown | None) -> Shown:
        """How it is now, after how it was."""
        now_at, now = self._access.prompter.snapshot, self._access.clock.now()
        if before is not None and (before.now_at.evening is not now_at.evening or before.room.finished):
            before = None  # of another evening
        leads = host(now_at)
        # What was so before the lights went out: after a power cut in the dark, as it is.
        still = before if before is not None and before.room.dark and now_at.dark else None
        unseen = now_at.last is not None and now_at.last.event.unseen
        waits = "waits" if now_at.finished or gestures(now_at) else "busy"
        narrator, said = self._access.narrator, now_at.said
        return Shown(
            at=now,
            now_at=now_at,
            lang=still.lang if still else narrator.lang,
            room=room(now_at, now, before.room if before else None),
            begun=still.begun if still else now_at.takes_back is not None,
            said=still.said if still else {lang: sentence(said, lang, now_at.evening.game) for lang in LANGS},
            host=leads,
            step=before.step if before is not None and (still or unseen) else leads,
            caption=still.caption if still else sentence(said, narrator.lang, now_at.evening.game),
            button="dark" if now_at.dark else "paused" if now_at.paused else waits,
        )

    def of(self, shown: Shown, viewer: PageViewer, wants: str, readers: Iterable[str] = ()) -> dict[str, Any]:
        """The whole state for one viewer."""
        told: dict[str, Any] = {"is": "state", "run": self.run, "lang": shown.lang, "room": self._room(shown)}
        if wants == "host" and viewer.kind == "host":
            told["lang"] = self._access.narrator.lang
            told["host"] = self._host(shown, viewer, list(readers))
        elif wants == "card" and viewer.kind == "card":
            told["card"] = self._card(shown, viewer.name)
        elif wants == "twin" and viewer.kind in ("twin", "host"):
            told["box"] = self._box(shown)
        return told

    def _room(self, shown: Shown) -> dict[str, Any]:
        told: dict[str, Any] = to_plain(shown.room)
        if told["sand"] is not None:
            speed = self._access.clock.speed
            fallen = self._access.clock.now() - shown.at if told["sand"]["running"] else 0.0
            left, total = told["sand"]["left"], told["sand"]["total"]
            told["sand"] |= {"left": round(max(0.0, left - fallen) / speed, 2), "total": round(total / speed, 2)}
        kinds = {ask["kind"] for ask in told["asks"]}
        return {
            **told.pop("table"),
            **told,
            "begun": shown.begun,
            "led": any(not phone.waiting for phone in self._keys.hosts),
            "arrived": () if shown.begun and not shown.room.finished else self._arrived(shown),
            "said": dict(shown.said),
            "counted": self.pad.votes if "counts" in kinds else (),
            "ballots_on": "ballots" in kinds and (self.choices.ballots or len(kinds) == 1),
        }

    def _host(self, shown: Shown, viewer: PageViewer, readers: list[str]) -> dict[str, Any]:
        told: dict[str, Any] = to_plain(shown.host)
        pack = self._access.pack()
        evening = shown.now_at.evening
        hosts = [
            {"id": phone.id, "name": phone.name, "waiting": phone.waiting, "me": phone.id == viewer.id}
            for phone in self._keys.hosts
        ]
        return {
            **told.pop("table"),
            **told,
            "moment": self.moment(shown.host.moment),
            "ages": {guest.name: guest.age for guest in evening.guests if guest.age is not None},
            "pad": self.pad.votes,
            "ballots_on": self.choices.ballots,
            "hosts": hosts,
            "cards": {name: self._card_state(name) for name in dict.fromkeys((*shown.now_at.names, *self.drafted()))},
            "draft": self.drafts.now and {"rev": self.drafts.now.rev, "guests": self.drafted()},
            "doorstep": {"open": self.join_requests.open, "waiting": self._waiting(shown.now_at.names)},
            "volume": None if self._access.speaker is None else self.choices.volume,
            "sound_by": self.choices.sound_by,
            "voice": pack.voice,
            "voices": pack.voices(),
            "joined": {kind: readers.count(kind) for kind in ("host", "card", "screen", "twin")},
        }

    def drafted(self) -> tuple[str, ...]:
        """Everybody on the list that is being written."""
        draft = self.drafts.now
        return tuple(name for name in map(clean, draft.names) if name) if draft is not None else ()

    def _arrived(self, shown: Shown) -> tuple[str, ...]:
        """Whose phone is here, before the first press; a name that nobody let in is on no screen."""
        names = dict.fromkeys((*self.drafted(), *shown.now_at.names))
        return tuple(name for name in names if self._keys.card_state(name) == "held")

    def _card_state(self, name: str) -> str:
        state = self._keys.card_state(name)
        return "seen" if state != "held" and name in self.choices.seen else state

    def _waiting(self, listed: tuple[str, ...]) -> list[dict[str, Any]]:
        """Who stands at the door; `new`: on no list yet; `like`: a name that it looks like; `twice`: two want it."""
        waiting, names = self.join_requests.waiting, (*listed, *self.drafted())
        return [
            {
                "id": one.id,
                "name": one.name,
                "number": one.number,
                "new": not any(same(one.name, name) for name in names),
                "like": alike(one.name, (*names, *(other.name for other in waiting))),
                "twice": sum(same(one.name, other.name) for other in waiting) > 1,
            }
            for one in waiting
        ]

    def _card(self, shown: Shown, name: str) -> dict[str, Any]:
        own = (None if shown.room.dark else card(shown.now_at, name)) or {}
        asks = [ask_for_player(ask, name) for ask in self.asks_of_phones(shown.now_at)]
        told = [ask for ask in asks if ask is not None]
        return {
            "name": name,
            "marks": next((marks for seat, marks in shown.room.seats if seat == name), ()),
            "has_card": any(value not in (None, (), [], {}) for key, value in own.items() if key not in ABOUT_ALL),
            "open": own.get("open"),  # what a player may see without a finger held on it
            "asks": told,
            "moment": self.moment(shown.now_at.moment) if told else None,  # who is not asked cannot count the steps
        }

    def asks_of_phones(self, now_at: Snapshot) -> tuple[Ask, ...]:
        """What guests' phones may answer. Where there is another way than ballots, the host says if phones vote."""
        if now_at.beat is None or now_at.dark or now_at.paused:
            return ()
        asks = now_at.beat.asks
        closed = not self.choices.ballots and len(asks) > 1
        return tuple(ask for ask in asks if not (closed and isinstance(ask, Ballots)))

    def _box(self, shown: Shown) -> dict[str, Any]:
        evening, chairs = shown.now_at.evening, self._access.prompter.snapshot.chairs
        buzzers = any(part in BUZZERS for part in manifest(evening.game).likes)
        return {
            "lamp": self._body.lamp.colour,
            "button": shown.button,
            "beat": shown.step.beat,
            "gestures": shown.step.gestures,
            "takes_back": shown.step.takes_back,
            "caption": shown.caption,
            "stays": self._access.stays(),
            "chairs": {chair: chair in chairs for chair in CHAIRS},
            "buzzers": shown.now_at.table.around if buzzers and shown.now_at.table is not None else (),
            "sound_by": self.choices.sound_by,
            "can_sound": self._access.speaker is not None,
            "volume": self.choices.volume,
            "hosts": sum(not phone.waiting for phone in self._keys.hosts),
            "code": self._keys.code,
            **self.join(),
            "qr": rows(f"{self.join()['url']}#{self._keys.token}"),
        }
