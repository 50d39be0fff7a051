"""What pages ask of the evening: put into its queue once for each id, and never waited for long."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

from majordome.core.evening_queue import AnotherEvening, Heard
from majordome.core.evening_queue import Said as SaidAloud
from majordome.core.events import Event, Gesture, Wish
from majordome.core.plain_values import Misfit
from majordome.core.prompter import Answer
from majordome.web import messages
from majordome.web.auth import PageViewer
from majordome.web.box_access import BoxAccess
from majordome.web.http_words import HttpError, Response, in_json

KEPT_ANSWERS = 256  # of what was said, so that a retry gets the same answer
PATIENCE = 12.0  # seconds for the evening to answer
A_MINUTE = 60  # things that one guest's phone may say


class EveningRequests:
    """Tells the evening what pages want, and the pages what came of it."""

    def __init__(self, access: BoxAccess) -> None:
        self._access = access
        self._answers: OrderedDict[tuple[str, str], asyncio.Future[Response]] = OrderedDict()
        self._said: dict[str, list[float]] = {}

    def meant(self, said: messages.Saying) -> Event | Gesture | Wish:
        """What it means in the game that is played."""
        try:
            return said.meant(self._access.prompter.snapshot.evening.game)
        except Misfit:
            raise HttpError(400, "not_understood") from None

    async def once(self, viewer: PageViewer, id: str, do: Callable[[], Awaitable[Response]]) -> Response:
        """Do this once for the same id of the same viewer: whoever asks again gets the same answer."""
        if not 0 < len(id) <= messages.LONGEST_ID:
            raise HttpError(400, "not_understood", where="id")
        key = (f"{viewer.kind} {viewer.id or viewer.name}", id)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = asyncio.ensure_future(do())
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits for it or not
            while len(self._answers) > KEPT_ANSWERS:
                self._answers.popitem(last=False)
        return await in_time(asyncio.shield(answer))

    def patiently(self, name: str) -> None:
        """One guest may not drown the evening: raises HttpError where it is too much."""
        now = monotonic()
        recent = [at for at in self._said.get(name, []) if now - at < 60.0]
        if len(recent) >= A_MINUTE:
            raise HttpError(429, "too_many", after=30)
        self._said[name] = [*recent, now]

    async def tell(self, said: SaidAloud | AnotherEvening, moment: int | None, at: float | None = None) -> Response:
        """Say it to the evening; `at`: when it arrived here. Answered when it is on the disk."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[tuple[Answer, bool]] = loop.create_future()

        def reply(answer: Answer, safe: bool) -> None:
            with suppress(RuntimeError):  # the pages are closed
                loop.call_soon_threadsafe(tell, (answer, safe))

        def tell(come_of_it: tuple[Answer, bool]) -> None:
            if not answered.done():  # nobody waits for it any more
                answered.set_result(come_of_it)

        self._access.hear(Heard(said, moment, at, reply))
        answer, safe = await answered
        if answer.refused is not None:
            raise HttpError(409, answer.refused.why, answer.refused.names)
        return in_json(messages.Said(safe))


async def in_time(answer: Awaitable[Response]) -> Response:
    """What the evening answers; where it takes long, the page may ask again."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await answer
    except TimeoutError:
        raise HttpError(503, "box_busy", after=5) from None


def cookie(kind: str, value: str, seconds: int) -> tuple[str, str]:
    """The header that gives a browser this key."""
    return "set-cookie", f"majordome_{kind}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"
