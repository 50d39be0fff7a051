"""What a page asks and what it is answered. Knows HTTP's words, not its bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote

from majordome.core.plain_values import Misfit, from_plain, to_plain

D = TypeVar("D")
JSON = "application/json"
MOST_IN_QUERY = 20
OUR_COOKIES = "majordome_"  # how the names of ours begin


@dataclass(frozen=True, slots=True)
class Request:
    """One question of one page."""

    method: str
    path: str
    address: str  # of whoever asks
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)  # names in small letters
    cookies: Mapping[str, str] = field(default_factory=dict)  # only ours
    body: bytes = b""

    @classmethod
    def read(cls, method: str, target: str, headers: Mapping[str, str], address: str) -> Request:
        """The request of this first line and these headers."""
        path, _, asked = target.partition("?")
        try:
            found = parse_qs(asked, keep_blank_values=True, max_num_fields=MOST_IN_QUERY)
        except ValueError:
            raise HttpError(400, "not_understood") from None
        query = {key: values[-1] for key, values in found.items()}
        cookies = _cookies(headers.get("cookie", ""))
        return cls(method, unquote(path, errors="replace"), address, query, headers, cookies)

    def cookie(self, name: str) -> str | None:
        """The cookie of this name that the browser sent; None where it sent none."""
        return self.cookies.get(name)

    def told(self, kind: type[D]) -> D:
        """The body, read as this kind; raises HttpError where it is none."""
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise HttpError(415, "not_json")
        try:
            return from_plain(kind, json.loads(self.body))
        except (Misfit, ValueError, RecursionError):
            raise HttpError(400, "not_understood") from None


@dataclass(frozen=True, slots=True)
class Response:
    """One answer."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class HttpError(Exception):
    """An answer that says why not: its status, a key of [refusal], and where in the body."""

    def __init__(
        self,
        status: int,
        why: str,
        names: tuple[str, ...] = (),
        *,
        where: str | None = None,
        after: int | None = None,
        allow: tuple[str, ...] = (),
    ) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.names = names
        self.where = where
        self.headers: tuple[tuple[str, str], ...] = ()
        if after is not None:
            self.headers += (("retry-after", str(after)),)  # seconds to wait before asking again
        if allow:
            self.headers += (("allow", ", ".join(allow)),)

    def response(self) -> Response:
        """The same as an answer, in words that a page can show."""
        error = {"why": self.why, "names": self.names, "where": self.where}
        return in_json({"error": error}, self.status, *self.headers)


def _cookies(header: str) -> dict[str, str]:
    """Split once, and nothing unquoted: ours are plain letters. Of two with one name, the first counts."""
    found: dict[str, str] = {}
    for crumb in header.split(";"):
        name, _, value = crumb.strip().partition("=")
        if name.startswith(OUR_COOKIES):
            found.setdefault(name, value)
    return found


def in_json(answer: Any, status: int = 200, *headers: tuple[str, str]) -> Response:
    """A struct, or plain values, as JSON."""
    return Response(status, as_json(answer), (("content-type", JSON), *headers))


def as_json(answer: Any) -> bytes:
    """Compact, in UTF-8. Half a letter of a broken keyboard becomes a question mark, not an error."""
    return json.dumps(_plain(answer), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return to_plain(value)
