"""Answers to what everyone, and what the host, may ask on a page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from time import monotonic

from majordome.core.cues import Notice
from majordome.core.evening_queue import AnotherEvening
from majordome.core.events import ChairLeft, ChairTaken, Override, TimeAdded
from majordome.core.library import manifest, manifests
from majordome.core.manifest import HOUSE_MOODS
from majordome.core.plain_values import to_plain
from majordome.core.view import secrets
from majordome.errors import JournalError
from majordome.settings.config import LOUDEST, SOFTEST
from majordome.web import messages, new_evening
from majordome.web.auth import WITHIN, Keys, PageViewer, TooManyTries
from majordome.web.box_access import BoxAccess
from majordome.web.evening_requests import EveningRequests, cookie
from majordome.web.http_words import HttpError, Request, Response, as_json, in_json
from majordome.web.live import LiveBoard
from majordome.web.qr import rows
from majordome.web.static_files import pages_of
from majordome.words.narrator import LANGS, Lang, lines

NOT_FOR_PAGES = (
    "say",
    "account",
    "doctor",
    "hotspot",
    "lab",
    "ledger",
    "home",
    "rooms",
)  # texts of the voice and of the terminal
MOST_ADDED = 3600  # seconds of sand at once: no clock could wait for any number
ALOUD_EVERY = 20.0  # seconds
LONGEST_CODE = 40  # letters
YEAR = 365 * 86400  # seconds that a host's phone is known


class PageHandlers:
    """Answers everyone and the host."""

    def __init__(
        self, access: BoxAccess, keys: Keys, board: LiveBoard, requests: EveningRequests, look_again: Callable[[], None]
    ) -> None:
        self._access = access
        self._keys = keys
        self._board = board
        self._states = board.states
        self._requests = requests
        self._look_again = look_again  # keys have changed
        self._aloud_again = 0.0
        self._warned = float("-inf")  # that codes are guessed

    # For everyone.

    async def words(self, request: Request, viewer: PageViewer, body: None) -> Response:
        """Of the game that is played, or of the one that is asked for: a form shows others, too."""
        played = self._access.prompter.snapshot.evening.game
        game = manifests().get(request.query.get("game", "")) or manifest(played)
        return Response(200, _words(self._lang(request), game.id, game.folder), (("content-type", "application/json"),))

    async def game(self, request: Request, viewer: PageViewer, body: None) -> Response:
        game = manifest(self._access.prompter.snapshot.evening.game)
        moods = {**HOUSE_MOODS, **game.moods}
        told = {
            "id": game.id,
            "title": game.title,
            "players": [game.fewest, game.most],
            "likes": game.likes,
            "secrets": game.secrets,
            "host_plays": game.host_plays,
            "has_roles": bool(game.roles),
            "moods": {name: mood.colour for name, mood in moods.items()},
            "pages": pages_of(game),
        }
        return in_json(told)

    async def me(self, request: Request, viewer: PageViewer, body: None) -> Response:
        return in_json(messages.Me(viewer.kind, viewer.name))

    async def state(self, request: Request, viewer: PageViewer, body: None) -> Response:
        return in_json(self._board.state(viewer, request.query.get("as", "screen")))

    async def join(self, request: Request, viewer: PageViewer, body: None) -> Response:
        return in_json(self._states.join())

    async def pair(self, request: Request, viewer: PageViewer, body: messages.Pair) -> Response:
        try:
            paired = self._keys.pair(body.code.strip().replace(" ", "")[:LONGEST_CODE], body.name, request.address)
        except TooManyTries:
            if monotonic() - self._warned > WITHIN:  # once for a flood: the evening must not drown in it
                self._warned = monotonic()
                self._access.tell(Notice("codes_are_guessed"))
            raise HttpError(429, "too_many_codes", after=int(WITHIN)) from None
        if paired is None:
            self._board.refresh()
            raise HttpError(403, "wrong_code")
        phone, key = paired
        self._look_again()
        kind = "waiting" if phone.waiting else "host"
        self._access.tell(Notice("host_waits" if phone.waiting else "host_paired", (phone.name or "?",)))
        given = messages.Me("waiting" if phone.waiting else "host", phone.name)
        return in_json(given, 202 if kind == "waiting" else 200, cookie("host", key, YEAR))

    async def code_aloud(self, request: Request, viewer: PageViewer, body: None) -> Response:
        """A box without a screen says its code; only as long as nobody leads, and before the first press."""
        speaker, now = self._access.speaker, monotonic()
        if speaker is None or self._keys.hosts or self._access.prompter.snapshot.steps:
            raise HttpError(409, "code_is_shown")
        if now < self._aloud_again:
            raise HttpError(429, "too_many", after=ceil(self._aloud_again - now))
        self._aloud_again = now + ALOUD_EVERY
        speaker.say(", ".join(self._keys.code))
        return in_json({})

    # For hosts.

    async def say(self, request: Request, viewer: PageViewer, body: messages.HostSays) -> Response:
        return await self._requests.once(viewer, body.id, partial(self._say, body))

    async def _say(self, body: messages.HostSays) -> Response:
        said = self._requests.meant(body.said)
        if isinstance(said, TimeAdded) and abs(said.seconds) > MOST_ADDED:
            raise HttpError(409, "number_out_of_range", (str(said.seconds), str(-MOST_ADDED), str(MOST_ADDED)))
        if isinstance(said, ChairTaken | ChairLeft) or (isinstance(said, Override) and said.any_time):
            return await self._requests.tell(said, None)  # it holds whatever beat it is by now: never too late
        moment = self._states.number(body.moment)
        if moment is None:
            raise HttpError(409, "too_late")
        return await self._requests.tell(said, moment)

    async def secrets(self, request: Request, viewer: PageViewer, body: None) -> Response:
        now_at = self._access.prompter.snapshot
        if manifest(now_at.evening.game).host_plays and not now_at.finished:
            raise HttpError(403, "host_plays")
        return in_json(dict(secrets(now_at)))

    async def let_in(self, request: Request, viewer: PageViewer, body: messages.HostLetIn) -> Response:
        if not (self._keys.let_in(body.id) if body.let_in else self._keys.send_away(body.id)):
            raise HttpError(404, "nobody_waits")
        self._look_again()
        return in_json({})

    async def leave(self, request: Request, viewer: PageViewer, body: None) -> Response:
        self._keys.send_away(viewer.id)
        self._look_again()
        return in_json({}, 200, cookie("host", "", 0))

    async def evening(self, request: Request, viewer: PageViewer, body: None) -> Response:
        now_at = self._access.prompter.snapshot
        told = new_evening.shown(now_at.evening, begun=bool(now_at.steps) and not now_at.finished)
        return in_json({**told, "draft": to_plain(self._states.drafts.now)})

    async def odds(self, request: Request, viewer: PageViewer, body: messages.OddsWanted) -> Response:
        return in_json(await asyncio.to_thread(new_evening.odds_of, body))

    async def another_evening(self, request: Request, viewer: PageViewer, body: messages.NewEvening) -> Response:
        return await self._requests.once(viewer, body.id, partial(self._another_evening, body))

    async def _another_evening(self, body: messages.NewEvening) -> Response:
        now_at = self._access.prompter.snapshot
        if now_at.steps and not now_at.finished and not body.abandon:
            raise HttpError(409, "evening_under_way")
        evening = new_evening.evening_of(body, now_at.evening)
        moment = self._states.number(body.moment)
        if moment is None:
            raise HttpError(409, "too_late")
        response = await self._requests.tell(AnotherEvening(evening), moment)
        guests = [guest.name for guest in evening.guests]
        self._keys.invite(guests, self._access.evening(), goes_on=not now_at.steps)
        self._states.drafts.drop()
        self._states.choices.seen = frozenset()
        self._states.pad.clear()
        self._look_again()
        return response

    async def invite(self, request: Request, viewer: PageViewer, body: messages.Invite) -> Response:
        if body.guest not in self._access.prompter.snapshot.names:
            raise HttpError(404, "unknown_name", (body.guest,))
        url = f"{self._states.join()['url']}card#{self._keys.offer(body.guest)}"
        self._look_again()
        return in_json(messages.LinkShown(url, rows(url)))

    async def wifi(self, request: Request, viewer: PageViewer, body: None) -> Response:
        told = await asyncio.to_thread(self._access.wifi)
        return in_json(messages.OwnWifi(told[0], told[1], rows(told[2])) if told else None)

    async def pad(self, request: Request, viewer: PageViewer, body: messages.Pad) -> Response:
        here = set(self._access.prompter.snapshot.names)
        if len(body.votes) > len(here) or not all(name in here and 0 <= count < 1000 for name, count in body.votes):
            raise HttpError(422, "impossible_pad", where="votes")
        self._states.pad.write(body.votes, self._access.prompter.snapshot)
        self._board.refresh()
        return in_json({})

    async def box(self, request: Request, viewer: PageViewer, body: messages.BoxWishes) -> Response:
        choices, speaker = self._states.choices, self._access.speaker
        if body.volume is not None and not SOFTEST <= body.volume <= LOUDEST:
            raise HttpError(422, "number_out_of_range", (str(body.volume), str(SOFTEST), str(LOUDEST)), where="volume")
        if viewer.kind == "twin" and body.ballots is not None:
            raise HttpError(403, "not_allowed")
        if body.volume is not None:
            choices.volume = body.volume
        if body.sound_by is not None:
            choices.sound_by = body.sound_by
        if body.ballots is not None:
            choices.ballots = body.ballots
        if speaker is not None:
            speaker.set_volume(choices.volume / 100 if choices.sound_by == "box" else 0.0)
        if body.lang is not None or body.voice is not None:
            pack = self._access.pack()
            await asyncio.to_thread(self._access.speak, body.lang or pack.lang, body.voice or pack.voice)
        self._board.refresh()
        return in_json({})

    async def ledger(self, request: Request, viewer: PageViewer, body: None) -> Response:
        """When the game is over: tonight's company, for whoever was there."""
        if not self._access.prompter.snapshot.finished:
            return in_json(messages.LedgerTold())
        to_host = viewer.kind == "host"
        try:
            return in_json(await asyncio.to_thread(self._access.ledger, self._lang(request), to_host))
        except (OSError, JournalError):
            raise HttpError(503, "no_account") from None

    async def hints(self, request: Request, viewer: PageViewer, body: messages.HintsWanted) -> Response:
        """While the next evening is put together, for the host alone."""
        told = await asyncio.to_thread(self._access.hints, self._lang(request), body.names)
        return in_json(messages.HintsTold(told))

    async def account(self, request: Request, viewer: PageViewer, body: None) -> Response:
        told = await self._account(request)
        return in_json(messages.Account(self._access.prompter.snapshot.finished, told))

    async def account_file(self, request: Request, viewer: PageViewer, body: None) -> Response:
        told = await self._account(request)
        name = ("content-disposition", 'attachment; filename="majordome.txt"')
        text = "\n".join(told) + "\n"
        return Response(200, text.encode("utf-8", "replace"), (("content-type", "text/plain; charset=utf-8"), name))

    async def _account(self, request: Request) -> tuple[str, ...]:
        lang = self._lang(request)
        try:
            return tuple(await asyncio.to_thread(self._access.account, lang))
        except (OSError, JournalError):  # the disk has trouble, of which the host knows
            raise HttpError(503, "no_account") from None

    def _lang(self, request: Request) -> Lang:
        return next((lang for lang in LANGS if lang == request.query.get("lang")), self._access.narrator.lang)


@lru_cache(maxsize=8)
def _words(lang: Lang, game: str, folder: Path) -> bytes:
    texts = {table: words for table, words in lines(lang, folder).items() if table not in NOT_FOR_PAGES}
    return as_json({"lang": lang, "game": game, **texts})
