"""The rules of the house for every question of a page: by our name, from our own pages, by whom it is for."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from majordome.web.api import VIEWS, routes_of
from majordome.web.auth import Keys, Viewer
from majordome.web.handlers import Desk
from majordome.web.handlers_players import PlayersDesk
from majordome.web.http_words import Request, Response, Unheard, in_json
from majordome.web.live import welcome
from majordome.web.openapi import openapi
from majordome.web.routes import find
from majordome.web.sounds import Sounds
from majordome.web.static_files import GAMES, Shelf

LIVE = "/api/live"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
MANNERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)


class House:
    """Who may ask what, from where."""

    def __init__(
        self,
        desk: Desk,
        players: PlayersDesk,
        keys: Keys,
        sounds: Sounds,
        names: frozenset[str],
        game: Callable[[], str],
    ) -> None:
        self.routes = routes_of(desk, players, sounds)
        self._game = game  # that is played
        self._keys = keys
        self._shelf = Shelf()
        self._names = names  # what this box is called

    async def answer(self, request: Request) -> Response:
        """Any question."""
        try:
            response = await self._answer(request)
        except Unheard as unheard:
            response = unheard.response()
        kept = () if any(name == "cache-control" for name, _ in response.headers) else (("cache-control", "no-store"),)
        return Response(response.status, response.body, (*response.headers, *kept, *MANNERS))

    async def _answer(self, request: Request) -> Response:
        self.check_host(request)
        if request.path in self._shelf or request.path.startswith(("/static/", GAMES)):
            return self._shelf.take(request)
        if request.path == "/api/openapi.json" and request.method in ("GET", "HEAD"):
            return in_json(openapi(self.routes, self._game()))
        route, _ = find(self.routes, request)
        if route.method != "GET":
            self.check_origin(request)
        for name, values in route.query:
            if request.query.get(name, values[0]) not in values:
                raise Unheard(422, "no_such_language" if name == "lang" else "not_understood", where=name)
        viewer = self.viewer(request, route.who)
        if route.who and viewer.kind not in route.who:
            raise Unheard(401, "nobody_we_know")
        return await route.answer(request, viewer, request.told(route.takes) if route.takes else None)

    def viewer(self, request: Request, who: tuple[str, ...] = ()) -> Viewer:
        """Whose cookies came along; a browser with several is what the question needs, or what it says it is."""
        asked = request.query.get("as", "")
        kinds = who or ((asked,) if asked in VIEWS else VIEWS)
        found = [viewer for kind in kinds if (viewer := self._viewer(request, kind)).kind != "nobody"]
        return found[0] if found else Viewer()

    def _viewer(self, request: Request, kind: str) -> Viewer:
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
            raise Unheard(404, "no_such_page")

    def check_host(self, request: Request) -> None:
        """Only by a name that is ours: another name may lead here too, and bring its own pages along."""
        name = _parts(f"//{request.headers.get('host', '')}").hostname or ""
        try:
            ip_address(name)
        except ValueError:
            if name not in self._names:
                raise Unheard(403, "wrong_address") from None

    def check_origin(self, request: Request) -> None:
        """Only our own pages may change anything, or read along."""
        origin = _parts(request.headers.get("origin", ""))
        if origin.scheme not in ("http", "https") or origin.netloc.lower() != request.headers.get("host", "").lower():
            raise Unheard(403, "wrong_origin")


def _parts(address: str) -> SplitResult:
    """Of an address that anybody may have written."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
