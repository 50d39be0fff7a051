"""The reception desk: answers every question of the API. It asks the evening by its queue, and never waits for long."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from math import ceil
from time import monotonic
from typing import Any

from majordome.core.cues import Notice
from majordome.core.evening_loop import AnotherEvening, Heard
from majordome.core.evening_loop import Said as SaidAloud
from majordome.core.events import ChairLeft, ChairTaken, GameEnded, TimeAdded
from majordome.core.prompter import Answer
from majordome.core.view import card, refused_ballot, secrets
from majordome.errors import JournalError
from majordome.games.murder.events import BallotCast, Freed, Imprisoned, Killed, Revived
from majordome.settings.config import LOUDEST, SOFTEST
from majordome.settings.evening_file import LONGEST_TALK
from majordome.web import messages as asks
from majordome.web import new_evening as setup
from majordome.web.auth import CODE_DIGITS, WITHIN, Keys, TooManyTries, Viewer
from majordome.web.backstage import Backstage
from majordome.web.http_words import Request, Response, Unheard, as_json, in_json
from majordome.web.live import Board
from majordome.web.qr import rows
from majordome.words.narrator import LANGS, Lang, lines

TOLD_TO_PAGES = (
    *("beat", "refusal", "notice", "role", "day", "time", "winner", "ui", "command", "part"),
    *("page", "card", "screen", "twin"),
)
KEPT_ANSWERS = 256  # of what was said, so that a retry gets the same answer
PATIENCE = 12.0  # seconds for the evening to answer
BALLOTS_A_MINUTE = 20
ALOUD_EVERY = 20.0  # seconds
# Facts that hold whatever beat it is by now: what the host says of them is never too late.
AT_ANY_MOMENT = (Killed, Revived, Freed, Imprisoned, GameEnded, ChairTaken, ChairLeft)
YEAR, PARTY = 365 * 86400, 3 * 86400  # seconds that a host's phone and a guest's card are known


class Desk:
    """Answers."""

    def __init__(self, backstage: Backstage, keys: Keys, board: Board, look_again: Callable[[], None]) -> None:
        self._backstage = backstage
        self._keys = keys
        self._board = board
        self._look_again = look_again  # keys have changed
        self._answers: OrderedDict[tuple[str, str], asyncio.Future[Response]] = OrderedDict()
        self._ballots: dict[str, list[float]] = {}
        self._aloud_again = 0.0
        self._warned = float("-inf")  # that codes are guessed
        self._words = {lang: as_json({"lang": lang, **_told(lang)}) for lang in LANGS}

    # For everyone.

    async def words(self, request: Request, viewer: Viewer, body: None) -> Response:
        lang = self._lang(request)
        return Response(200, self._words[lang], (("content-type", "application/json"),))

    async def me(self, request: Request, viewer: Viewer, body: None) -> Response:
        return in_json(asks.Me(viewer.kind, viewer.name))

    async def state(self, request: Request, viewer: Viewer, body: None) -> Response:
        return in_json(self._board.state(viewer, request.query.get("as", "screen")))

    async def join(self, request: Request, viewer: Viewer, body: None) -> Response:
        return in_json(self._board.join())

    async def pair(self, request: Request, viewer: Viewer, body: asks.Pair) -> Response:
        try:
            paired = self._keys.pair(body.code.strip().replace(" ", "")[: 2 * CODE_DIGITS], body.name, request.address)
        except TooManyTries:
            if monotonic() - self._warned > WITHIN:  # once for a flood: the evening must not drown in it
                self._warned = monotonic()
                self._backstage.tell(Notice("codes_are_guessed"))
            raise Unheard(429, "too_many_codes", after=int(WITHIN)) from None
        if paired is None:
            self._board.refresh()
            raise Unheard(403, "wrong_code")
        phone, cookie = paired
        self._look_again()
        kind = "waiting" if phone.waiting else "host"
        self._backstage.tell(Notice("host_waits" if phone.waiting else "host_paired", (phone.name or "?",)))
        given = asks.Me("waiting" if phone.waiting else "host", phone.name)
        return in_json(given, 202 if kind == "waiting" else 200, _cookie("host", cookie, YEAR))

    async def code_aloud(self, request: Request, viewer: Viewer, body: None) -> Response:
        """A box without a screen says its code; only as long as nobody leads, and before the first press."""
        speaker, now = self._backstage.speaker, monotonic()
        if speaker is None or self._keys.hosts or self._backstage.prompter.history:
            raise Unheard(409, "code_is_shown")
        if now < self._aloud_again:
            raise Unheard(429, "too_many", after=ceil(self._aloud_again - now))
        self._aloud_again = now + ALOUD_EVERY
        speaker.say(", ".join(self._keys.code))
        return in_json({})

    # For hosts.

    async def say(self, request: Request, viewer: Viewer, body: asks.Say) -> Response:
        return await self._once(viewer, body.id, partial(self._say, body))

    async def _say(self, body: asks.Say) -> Response:
        said = body.said.said
        if isinstance(said, TimeAdded) and abs(said.seconds) > LONGEST_TALK:
            raise Unheard(409, "number_out_of_range", (str(said.seconds), str(-LONGEST_TALK), str(LONGEST_TALK)))
        moment = self._board.number(body.moment)
        if moment is None and not isinstance(said, AT_ANY_MOMENT):
            raise Unheard(409, "too_late")
        return await self._tell_the_evening(said, None if isinstance(said, AT_ANY_MOMENT) else moment)

    async def secrets(self, request: Request, viewer: Viewer, body: None) -> Response:
        return in_json(secrets(self._backstage.prompter))

    async def let_in(self, request: Request, viewer: Viewer, body: asks.LetIn) -> Response:
        if not (self._keys.let_in(body.id) if body.let_in else self._keys.send_away(body.id)):
            raise Unheard(404, "nobody_waits")
        self._look_again()
        return in_json({})

    async def leave(self, request: Request, viewer: Viewer, body: None) -> Response:
        self._keys.send_away(viewer.id)
        self._look_again()
        return in_json({}, 200, _cookie("host", "", 0))

    async def evening(self, request: Request, viewer: Viewer, body: None) -> Response:
        prompter = self._backstage.prompter
        return in_json(setup.shown(prompter.evening, begun=bool(prompter.history) and not prompter.finished))

    async def another_evening(self, request: Request, viewer: Viewer, body: asks.NewEvening) -> Response:
        return await self._once(viewer, body.id, partial(self._another_evening, body))

    async def _another_evening(self, body: asks.NewEvening) -> Response:
        prompter = self._backstage.prompter
        under_way = bool(prompter.history) and not prompter.finished
        if under_way and not body.abandon:
            raise Unheard(409, "evening_under_way")
        evening = setup.evening_of(body, prompter.evening)
        moment = self._board.number(body.moment)
        if moment is None:
            raise Unheard(409, "too_late")
        fresh = not prompter.history
        response = await self._tell_the_evening(AnotherEvening(evening), moment)
        self._keys.invite((guest.name for guest in evening.guests), same_evening=fresh)
        self._look_again()
        return response

    async def invite(self, request: Request, viewer: Viewer, body: asks.Invite) -> Response:
        if self._backstage.prompter.table.guest(body.guest) is None:
            raise Unheard(404, "unknown_name", (body.guest,))
        url = f"{self._board.join()['url']}card#{self._keys.offer(body.guest)}"
        self._look_again()
        return in_json(asks.Link(url, rows(url)))

    async def wifi(self, request: Request, viewer: Viewer, body: None) -> Response:
        told = await asyncio.to_thread(self._backstage.wifi)
        return in_json(asks.OwnWifi(told[0], told[1], rows(told[2])) if told else None)

    async def pad(self, request: Request, viewer: Viewer, body: asks.Pad) -> Response:
        here = {guest.name for guest in self._backstage.prompter.table.guests}
        if len(body.votes) > len(here) or not all(name in here and 0 <= count < 1000 for name, count in body.votes):
            raise Unheard(422, "impossible_pad", where="votes")
        self._board.counter.pad = body.votes
        self._board.refresh()
        return in_json({})

    async def box(self, request: Request, viewer: Viewer, body: asks.BoxWishes) -> Response:
        counter, speaker = self._board.counter, self._backstage.speaker
        if body.volume is not None and not SOFTEST <= body.volume <= LOUDEST:
            raise Unheard(422, "number_out_of_range", (str(body.volume), str(SOFTEST), str(LOUDEST)), where="volume")
        if viewer.kind == "twin" and body.ballots is not None:
            raise Unheard(403, "not_allowed")
        if body.volume is not None:
            counter.volume = body.volume
        if body.sound_by is not None:
            counter.sound_by = body.sound_by
        if body.ballots is not None:
            counter.ballots = body.ballots
        if speaker is not None:
            speaker.set_volume(counter.volume / 100 if counter.sound_by == "box" else 0.0)
        if body.lang is not None:
            await asyncio.to_thread(self._backstage.speak, body.lang)
            self._backstage.tell(Notice("speaks"))
        self._board.refresh()
        return in_json({})

    async def account(self, request: Request, viewer: Viewer, body: None) -> Response:
        told = await self._account(request)
        return in_json(asks.Account(self._backstage.prompter.finished, told))

    async def account_file(self, request: Request, viewer: Viewer, body: None) -> Response:
        told = await self._account(request)
        name = ("content-disposition", 'attachment; filename="majordome.txt"')
        text = "\n".join(told) + "\n"
        return Response(200, text.encode("utf-8", "replace"), (("content-type", "text/plain; charset=utf-8"), name))

    async def _account(self, request: Request) -> tuple[str, ...]:
        lang = self._lang(request)
        try:
            return tuple(await asyncio.to_thread(self._backstage.account, lang))
        except (OSError, JournalError):  # the disk has trouble, of which the host knows
            raise Unheard(503, "no_account") from None

    def _lang(self, request: Request) -> Lang:
        return next((lang for lang in LANGS if lang == request.query.get("lang")), self._backstage.narrator.lang)

    # For guests.

    async def claim(self, request: Request, viewer: Viewer, body: asks.Claim) -> Response:
        claimed = self._keys.claim(body.token)
        if claimed is None:
            raise Unheard(410, "card_taken")
        guest, cookie = claimed
        self._look_again()
        return in_json(asks.Me("card", guest), 200, _cookie("card", cookie, PARTY))

    async def card(self, request: Request, viewer: Viewer, body: None) -> Response:
        held = card(self._backstage.prompter, viewer.name)
        if held is None:
            raise Unheard(410, "card_void")
        return in_json(held)

    async def ballot(self, request: Request, viewer: Viewer, body: asks.Cast) -> Response:
        if not self._board.counter.ballots:
            raise Unheard(409, "ballots_off")
        now = monotonic()
        recent = [at for at in self._ballots.get(viewer.name, []) if now - at < 60.0]
        if len(recent) >= BALLOTS_A_MINUTE:
            raise Unheard(429, "too_many", after=30)
        self._ballots[viewer.name] = [*recent, now]
        return await self._once(viewer, body.id, partial(self._ballot, viewer.name, body))

    async def _ballot(self, voter: str, body: asks.Cast) -> Response:
        moment = self._board.number(body.moment)
        if moment is None:
            raise Unheard(409, "too_late")
        # The rules do not look at the ballot of a charmed guest. A phone must not tell by that who is under a charm.
        if refused := refused_ballot(self._backstage.prompter, voter, body.against):
            raise Unheard(409, refused.why, refused.names)
        return await self._tell_the_evening(BallotCast(voter, body.against), moment)

    # For the twin.

    async def claim_twin(self, request: Request, viewer: Viewer, body: asks.Claim) -> Response:
        cookie = self._keys.claim_twin(body.token)
        if cookie is None:
            raise Unheard(410, "twin_closed")
        return in_json(asks.Me("twin"), 200, _cookie("twin", cookie, PARTY))

    async def button(self, request: Request, viewer: Viewer, body: asks.Edge) -> Response:
        if self._backstage.button is None:
            raise Unheard(409, "no_twin")
        self._backstage.button(body.down)
        return in_json({})

    async def chair(self, request: Request, viewer: Viewer, body: asks.Seat) -> Response:
        said = ChairTaken(body.chair) if body.taken else ChairLeft(body.chair)
        return await _in_time(self._tell_the_evening(said, None))

    # How the evening is asked.

    async def _once(self, viewer: Viewer, id: str, do: Callable[[], Any]) -> Response:
        """The same id of the same viewer is the same deed: whoever asks again gets the same answer."""
        if not 0 < len(id) <= asks.LONGEST_ID:
            raise Unheard(400, "not_understood", where="id")
        key = (f"{viewer.kind} {viewer.id or viewer.name}", id)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = asyncio.ensure_future(do())
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits for it or not
            while len(self._answers) > KEPT_ANSWERS:
                self._answers.popitem(last=False)
        return await _in_time(asyncio.shield(answer))

    async def _tell_the_evening(self, said: SaidAloud | AnotherEvening, moment: int | None) -> Response:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[tuple[Answer, bool]] = loop.create_future()

        def reply(answer: Answer, safe: bool) -> None:
            with suppress(RuntimeError):  # the pages are closed
                loop.call_soon_threadsafe(tell, (answer, safe))

        def tell(come_of_it: tuple[Answer, bool]) -> None:
            if not answered.done():  # nobody waits for it any more
                answered.set_result(come_of_it)

        self._backstage.hear(Heard(said, moment, reply=reply))
        answer, safe = await answered
        if answer.refused is not None:
            raise Unheard(409, answer.refused.why, answer.refused.names)
        return in_json(asks.Said(safe))


async def _in_time(answer: Awaitable[Response]) -> Response:
    """What the evening answers; where it takes long, the page may ask again."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await answer
    except TimeoutError:
        raise Unheard(503, "box_busy", after=5) from None


def _told(lang: Any) -> dict[str, Any]:
    texts = lines(lang)
    return {table: texts[table] for table in TOLD_TO_PAGES if table in texts}


def _cookie(kind: str, value: str, seconds: int) -> tuple[str, str]:
    return "set-cookie", f"majordome_{kind}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"
