"""One line a question: where it is asked, by whom, with what, and who answers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from majordome.web.auth import PageViewer
from majordome.web.http_words import JSON, HttpError, Request, Response

Answerer = Callable[[Request, PageViewer, Any], Awaitable[Response]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A question that may be asked."""

    method: str
    path: str
    answer: Answerer
    summary: str
    who: tuple[str, ...] = ()  # kinds of viewers; none: anyone
    takes: type | None = None
    gives: Any = None
    content: str = JSON
    succeeds: tuple[int, ...] = (200,)
    refuses: tuple[int, ...] = ()  # beyond what follows from the rest
    query: tuple[tuple[str, tuple[str, ...]], ...] = ()
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path)))

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The names in braces of the path."""
        return tuple(self.pattern.groupindex)

    @property
    def fails(self) -> tuple[int, ...]:
        """The status of every other answer that can come."""
        by_body = (400, 413, 415) if self.takes else ()
        asked_wrong = (422,) if self.query else ()
        return tuple(sorted({403, 411, 429, 431, *self.refuses, *by_body, *asked_wrong, *((401,) if self.who else ())}))


def find(routes: Iterable[Route], request: Request) -> tuple[Route, dict[str, str]]:
    """The route of this question, and what stands in its braces."""
    ways: list[str] = []
    method = "GET" if request.method == "HEAD" else request.method
    for route in routes:
        match = route.pattern.fullmatch(request.path)
        if match is None:
            continue
        if route.method == method:
            return route, match.groupdict()
        ways += [route.method, "HEAD"] if route.method == "GET" else [route.method]
    if ways:
        raise HttpError(405, "not_in_this_way", allow=tuple(ways))
    raise HttpError(404, "no_such_page")
