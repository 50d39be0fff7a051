"""The rules of the house for every question of a page: by our name, from our own pages, by whom it is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from majordome.web.api import VIEWS, routes_of
from majordome.web.auth import Keys, PageViewer
from majordome.web.handlers import PageHandlers
from majordome.web.handlers_joining import JoiningHandlers
from majordome.web.handlers_players import PlayerHandlers
from majordome.web.http import BODY, Admitted
from majordome.web.http_words import JSON, HttpError, Request, Response, as_json
from majordome.web.live import welcome
from majordome.web.openapi import openapi
from majordome.web.routes import Route, find
from majordome.web.sounds import Sounds
from majordome.web.static_files import GAMES, StaticFiles

LIVE, OPENAPI = "/api/live", "/api/openapi.json"
HOST_COOKIE, KEY_ENDS, LONGEST_KEY = b"majordome_host=", re.compile(rb"[;\s]"), 64
NOTHING_MUCH = 1024  # bytes after a question that needs no more words
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self'",
        "connect-src 'self'{line}",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
MANNERS = (
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)


A_HOST = re.compile(r"[\w.:\[\]-]{1,100}")


def policy(request: Request) -> tuple[str, str]:
    """What a page may load. Safari before 16 does not take a live line for a part of `'self'`: it is named too."""
    host = request.headers.get("host", "")
    line = "".join(f" {scheme}://{host}" for scheme in ("ws", "wss")) if A_HOST.fullmatch(host) else ""
    return "content-security-policy", POLICY.format(line=line)


class AccessRules:
    """Who may ask what, from where."""

    def __init__(
        self,
        handlers: PageHandlers,
        players: PlayerHandlers,
        joining: JoiningHandlers,
        keys: Keys,
        sounds: Sounds,
        names: frozenset[str],
        game: Callable[[], str],
    ) -> None:
        self.routes = routes_of(handlers, players, joining, sounds)
        self._game = game  # that is played
        self._keys = keys
        self._static = StaticFiles()
        self._names = names  # what this box is called

    def polite(self, response: Response) -> Response:
        """The answer, with the headers that every answer carries."""
        told = {name for name, _ in response.headers}
        usual = (("cache-control", "no-store"), ("content-security-policy", POLICY.format(line="")))
        kept = tuple(manner for manner in usual if manner[0] not in told)
        return Response(response.status, response.body, (*response.headers, *kept, *MANNERS))

    def leads(self, first: bytes) -> bool:
        """Whether a host's key is in the first bytes of this connection."""
        _, found, rest = first.partition(HOST_COOKIE)
        return bool(found) and self._keys.leads(KEY_ENDS.split(rest[:LONGEST_KEY], 1)[0].decode("latin-1"))

    def key_of_host(self, request: Request) -> str:
        """The id of the host who asks; "" for anybody else."""
        cookie = request.cookie("majordome_host")
        return self._keys.viewer(cookie, None, None, "host").id if cookie and self._keys.leads(cookie) else ""

    def admit(self, request: Request) -> Admitted:
        """What answers this, by its head alone; raises HttpError where it may not be asked, or not by them."""
        self._keys.look()
        self.check_host(request)
        if request.path in self._static or request.path.startswith(("/static/", GAMES)):
            return Admitted(self._file)
        if request.path == OPENAPI and request.method in ("GET", "HEAD"):
            return Admitted(self._openapi)
        route, _ = find(self.routes, request)
        if route.method != "GET":
            self.check_origin(request)
        for name, values in route.query:
            if request.query.get(name, values[0]) not in values:
                raise HttpError(422, "no_such_language" if name == "lang" else "not_understood", where=name)
        viewer = self.viewer(request, route.who)
        if route.who and viewer.kind not in route.who:
            raise HttpError(401, "nobody_we_know")

        async def answer(request: Request) -> Response:
            return await route.answer(request, viewer, request.told(route.takes) if route.takes else None)

        return Admitted(answer, BODY if route.takes else NOTHING_MUCH)

    async def _file(self, request: Request) -> Response:
        found = self._static.take(request)
        return Response(found.status, found.body, (*found.headers, policy(request)))

    async def _openapi(self, request: Request) -> Response:
        return Response(200, _described(self.routes, self._game()), (("content-type", JSON),))

    def viewer(self, request: Request, who: tuple[str, ...] = ()) -> PageViewer:
        """Whose cookies came along; a browser with several is what the question needs, or what it says it is."""
        asked = request.query.get("as", "")
        kinds = who or ((asked,) if asked in VIEWS else VIEWS)
        found = [viewer for kind in kinds if (viewer := self._viewer(request, kind)).kind != "nobody"]
        return found[0] if found else PageViewer()

    def _viewer(self, request: Request, kind: str) -> PageViewer:
        host, card, twin = (request.cookie(f"majordome_{name}") for name in ("host", "card", "twin"))
        viewer = self._keys.viewer(host, card, twin, kind)
        if viewer.kind == "nobody" and kind == "twin":  # a host may look at the twin
            leads = self._keys.viewer(host, None, None, "host")
            return leads if welcome(leads, kind) else viewer
        return viewer

    def check_line(self, request: Request) -> None:
        """A live line: by our name, from our own pages."""
        self.check_host(request)
        self.check_origin(request)
        if request.path != LIVE or request.query.get("as", "screen") not in VIEWS:
            raise HttpError(404, "no_such_page")

    def check_host(self, request: Request) -> None:
        """Only by a name that is ours: another name may lead here too, and bring its own pages along."""
        name = _parts(f"//{request.headers.get('host', '')}").hostname or ""
        try:
            ip_address(name)
        except ValueError:
            if name not in self._names:
                raise HttpError(403, "wrong_address") from None

    def check_origin(self, request: Request) -> None:
        """Only our own pages may change anything, or read along."""
        origin = _parts(request.headers.get("origin", ""))
        if origin.scheme not in ("http", "https") or origin.netloc.lower() != request.headers.get("host", "").lower():
            raise HttpError(403, "wrong_origin")


@lru_cache(maxsize=4)
def _described(routes: tuple[Route, ...], game: str) -> bytes:
    return as_json(openapi(routes, game))


def _parts(address: str) -> SplitResult:
    """Of an address that anybody may have written."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
