"""Answers to what guests' phones and the twin ask: one's own card, an answer, a buzzer, the box's button and chairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from majordome.core.asks import Ballots
from majordome.core.events import Buzz, ChairLeft, ChairTaken, Event
from majordome.core.view import card
from majordome.web import messages
from majordome.web.auth import Keys, PageViewer
from majordome.web.box_access import BoxAccess
from majordome.web.evening_requests import EveningRequests, cookie, in_time
from majordome.web.http_words import HttpError, Request, Response, in_json
from majordome.web.state import States

PARTY = 3 * 86400  # seconds that a guest's card is known


class PlayerHandlers:
    """Answers guests and the twin."""

    def __init__(
        self, access: BoxAccess, keys: Keys, states: States, requests: EveningRequests, look_again: Callable[[], None]
    ) -> None:
        self._access = access
        self._keys = keys
        self._states = states
        self._requests = requests
        self._look_again = look_again  # keys have changed

    # For guests.

    async def claim(self, request: Request, viewer: PageViewer, body: messages.LinkClaim) -> Response:
        claimed = self._keys.claim(body.token)
        if claimed is None:
            raise HttpError(410, "card_taken")
        guest, key = claimed
        self._look_again()
        return in_json(messages.Me("card", guest), 200, cookie("card", key, PARTY))

    async def card(self, request: Request, viewer: PageViewer, body: None) -> Response:
        now_at = self._access.prompter.snapshot
        held = card(now_at, viewer.name)
        if held is None:
            raise HttpError(410, "card_void")
        if now_at.dark:  # a card may change hands in the dark: nobody learns of it before the lights are on
            raise HttpError(409, "not_now")
        return in_json(dict(held))

    async def answer(self, request: Request, viewer: PageViewer, body: messages.GuestAnswers) -> Response:
        at = self._access.clock.now()  # of two who answer, the first to arrive is the first
        self._requests.patiently(viewer.name)
        return await self._requests.once(viewer, body.id, partial(self._answer, viewer.name, body, at))

    async def _answer(self, player: str, body: messages.GuestAnswers, at: float) -> Response:
        now_at, said = self._access.prompter.snapshot, self._requests.meant(body.said)
        if not isinstance(said, Event):
            raise HttpError(400, "not_understood", where="said")
        if now_at.dark:  # by no answer shall a phone learn what goes on
            raise HttpError(409, "not_now")
        moment = self._states.number(body.moment)
        if moment is None:
            raise HttpError(409, "too_late")
        if now_at.paused:
            raise HttpError(409, "paused")
        asked = [ask for ask in now_at.beat.asks if ask.allows(said, player)] if now_at.beat else []
        if not asked:
            raise HttpError(409, "not_now")
        ask = next((ask for ask in asked if ask in self._states.asks_of_phones(now_at)), None)
        if ask is None:
            raise HttpError(409, "ballots_off" if isinstance(asked[0], Ballots) else "not_now")
        # What the rules know of a player, no refusal may tell: what any answer must be like is checked before them.
        if refused := ask.refuses(said):
            raise HttpError(409, refused.why, refused.names)
        return await self._requests.tell(said, moment, at)

    async def buzz(self, request: Request, viewer: PageViewer, body: messages.Buzzed) -> Response:
        at = self._access.clock.now()
        self._requests.patiently(viewer.name)
        return await self._requests.once(viewer, body.id, partial(self._buzz, viewer.name, body.moment, at))

    async def _buzz(self, player: str, wanted: str | None, at: float) -> Response:
        now_at = self._access.prompter.snapshot
        if now_at.dark:
            raise HttpError(409, "not_now")
        moment = now_at.moment_meant(at) if wanted is None else self._states.number(wanted)
        if moment is None:
            raise HttpError(409, "too_late")
        return await self._requests.tell(Buzz(player), moment, at)

    # For the twin.

    async def claim_twin(self, request: Request, viewer: PageViewer, body: messages.LinkClaim) -> Response:
        key = self._keys.claim_twin(body.token)
        if key is None:
            raise HttpError(410, "twin_closed")
        return in_json(messages.Me("twin"), 200, cookie("twin", key, PARTY))

    async def button(self, request: Request, viewer: PageViewer, body: messages.Edge) -> Response:
        if self._access.button is None:
            raise HttpError(409, "no_twin")
        self._access.button(body.down)
        return in_json({})

    async def chair(self, request: Request, viewer: PageViewer, body: messages.ChairMoved) -> Response:
        said = ChairTaken(body.chair) if body.taken else ChairLeft(body.chair)
        return await in_time(self._requests.tell(said, None))

    async def twin_buzz(self, request: Request, viewer: PageViewer, body: messages.TwinBuzzed) -> Response:
        now_at, at = self._access.prompter.snapshot, self._access.clock.now()
        if now_at.table is None or body.player not in now_at.table.around:
            raise HttpError(404, "unknown_name", (body.player,))
        return await in_time(self._requests.tell(Buzz(body.player), now_at.moment_meant(at), at))
