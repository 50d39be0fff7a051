"""Answers to guests who join by the code of the room, and to the host who lets them in and writes the list."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from majordome.core.guest_list import JOINERS, clean, speakable
from majordome.core.view import card
from majordome.web import messages
from majordome.web.auth import Keys, PageViewer
from majordome.web.box_access import BoxAccess
from majordome.web.drafts import MOST_GUESTS, Draft
from majordome.web.evening_requests import cookie
from majordome.web.handlers_players import PARTY
from majordome.web.http_words import HttpError, Request, Response, in_json
from majordome.web.join_requests import GONE, LONGEST_NAME, JoinRequest, TooManyJoinRequests, alike, same
from majordome.web.live import LiveBoard

COOKIE = "majordome_card"


class JoiningHandlers:
    """Answers phones that would like to join, and the host about them."""

    def __init__(self, access: BoxAccess, keys: Keys, board: LiveBoard, look_again: Callable[[], None]) -> None:
        self._access = access
        self._keys = keys
        self._board = board
        self._join_requests = board.states.join_requests
        self._drafts = board.states.drafts
        self._look_again = look_again  # keys have changed

    # For guests.

    async def stands(self, request: Request, viewer: PageViewer, body: None) -> Response:
        return in_json(self._stands(request.cookie(COOKIE) or ""))

    def _stands(self, key: str) -> messages.AtTheDoor:
        names, free = self._names, tuple(name for name in self._names if self._keys.card_state(name) != "held")
        held = self._keys.viewer(None, key, None, "card").name if key else ""
        asking = self._join_requests.still_here(key) if key and not held else None
        refused = bool(key) and asking is None and self._join_requests.was_refused(key)
        return messages.AtTheDoor(
            stands="in" if held else "waiting" if asking else "refused" if refused else "nobody",
            open=self._join_requests.open,
            new=self._new_ones and len(names) < MOST_GUESTS,
            names=free,
            name=held or (asking.name if asking else ""),
            number=asking.number if asking else None,
        )

    async def knock(self, request: Request, viewer: PageViewer, body: messages.Knock) -> Response:
        key = request.cookie(COOKIE) or ""
        if key and (held := self._keys.viewer(None, key, None, "card").name):
            raise HttpError(409, "holds_a_card", (held,))
        if not self._join_requests.open:
            raise HttpError(409, "door_closed")
        if key and self._join_requests.too_soon(key):
            raise HttpError(429, "too_many", after=10)
        name = self._asked_for(body.name)
        known = bool(key) and self._join_requests.still_here(key) is not None
        key = key if known else secrets.token_urlsafe(32)  # never one that somebody else may have made up
        try:
            self._join_requests.ask(name, key, request.address)
        except TooManyJoinRequests:
            raise HttpError(429, "door_full", after=20) from None
        self._board.refresh()
        asyncio.get_running_loop().call_later(GONE + 1, self._board.refresh)  # whoever is gone by then is not shown
        return in_json(self._stands(key), 202, cookie("card", key, PARTY))

    def _asked_for(self, typed: str) -> str:
        """A name that somebody may have, in one way of writing it."""
        if not speakable(typed):
            raise HttpError(422, "name_has_signs", where="name")
        name = clean(typed)
        if not name.strip(JOINERS):
            raise HttpError(422, "name_needed", where="name")
        if len(name) > LONGEST_NAME:
            raise HttpError(422, "name_too_long", (name[:LONGEST_NAME], str(LONGEST_NAME)), where="name")
        listed = self._listed(name)
        if listed is None and not self._new_ones:
            raise HttpError(409, "not_on_the_list", (name,))
        if listed is not None and self._keys.card_state(listed) == "held":
            raise HttpError(409, "name_is_held", (listed,))
        return listed or name

    @property
    def _new_ones(self) -> bool:
        """Until the first press, and after the end, a list may grow."""
        return not self._access.prompter.snapshot.under_way

    @property
    def _names(self) -> tuple[str, ...]:
        """Who is on the list: on the one that is being written, as long as an evening may begin with it."""
        draft = self._drafts.now if self._new_ones else None
        names = self._access.prompter.snapshot.names if draft is None else map(clean, draft.names)
        return tuple(name for name in names if name)

    def _listed(self, name: str) -> str | None:
        return next((listed for listed in self._names if same(listed, name)), None)

    async def leave(self, request: Request, viewer: PageViewer, body: None) -> Response:
        self._keys.take_away(viewer.name)
        self._look_again()
        return in_json({}, 200, cookie("card", "", 0))

    # For hosts.

    async def answer(self, request: Request, viewer: PageViewer, body: messages.DoorAnswer) -> Response:
        waiting = self._join_requests.waiting
        if body.id is not None:
            asking = next((one for one in waiting if one.id == body.id), None)
            if asking is None:
                raise HttpError(404, "nobody_waits")
            self._let_in(asking) if body.let_in else self._join_requests.leave(asking, refused=True)
        elif not body.let_in:
            for asking in waiting:
                self._join_requests.leave(asking, refused=True)
        else:
            for asking in waiting:
                if not doubtful(asking, waiting, self._names):
                    self._let_in(asking)
        self._look_again()
        self._board.refresh()
        return in_json(messages.DoorLeft(len(self._join_requests.waiting)))

    def _let_in(self, asking: JoinRequest) -> None:
        """The name is that phone's; others who asked for it are told that they did not get it."""
        listed = self._listed(asking.name)
        if listed is None and not self._new_ones:
            raise HttpError(409, "not_on_the_list", (asking.name,))
        if listed is not None and self._keys.card_state(listed) == "held":
            raise HttpError(409, "name_is_held", (listed,))
        if listed is None:
            if len(self._names) >= MOST_GUESTS:
                raise HttpError(409, "door_full")
            self._drafts.add(asking.name, self._access.prompter.snapshot.evening)
        self._keys.hold(listed or asking.name, asking.digest)
        self._join_requests.leave(asking)
        for other in self._join_requests.waiting:
            if same(other.name, asking.name):
                self._join_requests.leave(other, refused=True)

    async def wish(self, request: Request, viewer: PageViewer, body: messages.DoorWish) -> Response:
        self._join_requests.open = body.open
        self._board.refresh()
        return in_json({})

    async def draft(self, request: Request, viewer: PageViewer, body: Draft) -> Response:
        if body.too_long:
            raise HttpError(409, "too_long")
        if not self._drafts.write(body):
            raise HttpError(409, "list_changed")
        self._board.refresh()
        return in_json({})

    async def show(self, request: Request, viewer: PageViewer, body: messages.Invite) -> Response:
        now_at = self._access.prompter.snapshot
        held = None if now_at.dark else card(now_at, body.guest)
        if held is None:
            raise HttpError(404, "unknown_name", (body.guest,))
        self._board.states.choices.seen |= {body.guest}
        self._board.refresh()
        return in_json(dict(held))


def doubtful(asking: JoinRequest, waiting: tuple[JoinRequest, ...], names: tuple[str, ...]) -> bool:
    """Whether a host shall look twice: two want the same name, or it looks like another."""
    others = [one for one in waiting if one is not asking]
    if any(same(one.name, asking.name) for one in others):
        return True
    return alike(asking.name, (*names, *(one.name for one in others))) is not None
