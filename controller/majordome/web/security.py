"""Every question a page may ask, in one list, and the rules of the house for all of them."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from majordome.core.view import Secret, Secrets
from majordome.web import messages as asks
from majordome.web.auth import Keys, Viewer
from majordome.web.handlers import Desk
from majordome.web.http_words import Request, Response, Unheard, in_json
from majordome.web.live import welcome
from majordome.web.openapi import openapi
from majordome.web.routes import Route, find
from majordome.web.sounds import Sounds
from majordome.web.static_files import Shelf
from majordome.words.narrator import LANGS

LIVE = "/api/live"
VIEWS = ("host", "card", "screen", "twin")
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
LANG = (("lang", LANGS),)


def routes_of(desk: Desk, sounds: Sounds) -> tuple[Route, ...]:
    """The API."""
    host, guest, body = ("host",), ("card",), ("twin", "host")
    return (
        Route(method="GET", path="/api/words", answer=desk.words, summary="every text", query=LANG),
        Route(method="GET", path="/api/me", answer=desk.me, summary="who asks", gives=asks.Me, query=(("as", VIEWS),)),
        Route(
            method="GET",
            path="/api/state",
            answer=desk.state,
            summary="the whole state, as the live line tells it",
            query=(("as", VIEWS),),
        ),
        Route(method="GET", path="/api/join", answer=desk.join, summary="where the host's page is", gives=asks.Join),
        Route(
            method="POST",
            path="/api/pair",
            answer=desk.pair,
            summary="a phone becomes a host's; 202: a host must let it in",
            takes=asks.Pair,
            gives=asks.Me,
            succeeds=(200, 202),
        ),
        Route(
            method="POST",
            path="/api/pair/aloud",
            answer=desk.code_aloud,
            summary="a box without a screen says its code, as long as nobody leads",
            refuses=(409,),
        ),
        Route(
            method="POST",
            path="/api/say",
            answer=desk.say,
            summary="the host says something for one moment of the evening",
            who=host,
            takes=asks.Say,
            gives=asks.Said,
            refuses=(409, 503),
        ),
        Route(
            method="GET",
            path="/api/secrets",
            answer=desk.secrets,
            summary="the cards; ask while a finger is held",
            who=host,
            gives=Secrets,
        ),
        Route(
            method="POST",
            path="/api/hosts",
            answer=desk.let_in,
            summary="let another host in, or send one away",
            who=host,
            takes=asks.LetIn,
            refuses=(404,),
        ),
        Route(method="POST", path="/api/leave", answer=desk.leave, summary="forget this phone", who=host),
        Route(method="GET", path="/api/evening", answer=desk.evening, summary="the evening's settings", who=host),
        Route(
            method="POST",
            path="/api/evening",
            answer=desk.another_evening,
            summary="another evening, with this guest list",
            who=host,
            takes=asks.NewEvening,
            gives=asks.Said,
            refuses=(409, 422, 503),
        ),
        Route(
            method="POST",
            path="/api/invitations",
            answer=desk.invite,
            summary="a private link for a guest",
            who=host,
            takes=asks.Invite,
            gives=asks.Link,
            refuses=(404,),
        ),
        Route(
            method="GET",
            path="/api/wifi",
            answer=desk.wifi,
            summary="the box's own Wi-Fi, for the guests' phones; null where it has none",
            who=host,
            gives=asks.OwnWifi | None,
        ),
        Route(
            method="PUT",
            path="/api/pad",
            answer=desk.pad,
            summary="the counting pad so far",
            who=host,
            takes=asks.Pad,
            refuses=(422,),
        ),
        Route(
            method="POST",
            path="/api/box",
            answer=desk.box,
            summary="volume, language, who sounds, ballots on phones",
            who=body,
            takes=asks.BoxWishes,
            refuses=(422,),
        ),
        Route(
            method="GET",
            path="/api/account",
            answer=desk.account,
            summary="the evening as it was",
            who=host,
            gives=asks.Account,
            query=LANG,
            refuses=(503,),
        ),
        Route(
            method="GET",
            path="/api/account.txt",
            answer=desk.account_file,
            summary="the same, to save",
            who=host,
            content="text/plain; charset=utf-8",
            query=LANG,
            refuses=(503,),
        ),
        Route(
            method="POST",
            path="/api/card/claim",
            answer=desk.claim,
            summary="the first phone that shows the token gets the card",
            takes=asks.Claim,
            gives=asks.Me,
            refuses=(410,),
        ),
        Route(
            method="GET",
            path="/api/card",
            answer=desk.card,
            summary="one's own card; ask while a finger is held",
            who=guest,
            gives=Secret,
            refuses=(410,),
        ),
        Route(
            method="POST",
            path="/api/ballot",
            answer=desk.ballot,
            summary="one's own ballot",
            who=guest,
            takes=asks.Cast,
            gives=asks.Said,
            refuses=(409, 503),
        ),
        Route(
            method="POST",
            path="/api/twin/claim",
            answer=desk.claim_twin,
            summary="the page that the box opened is its twin",
            takes=asks.Claim,
            gives=asks.Me,
            refuses=(410,),
        ),
        Route(
            method="POST",
            path="/api/twin/button",
            answer=desk.button,
            summary="the twin's button goes down or up",
            who=body,
            takes=asks.Edge,
            refuses=(409,),
        ),
        Route(
            method="POST",
            path="/api/twin/chair",
            answer=desk.chair,
            summary="somebody sits down on the twin's chair, or stands up",
            who=body,
            takes=asks.Seat,
            gives=asks.Said,
            refuses=(409, 503),
        ),
        Route(
            method="GET",
            path="/sounds/{folder}/{file}",
            answer=sounds.take,
            summary="a sound for the twin's page",
            who=body,
            content="audio/*",
            refuses=(404,),
        ),
    )


class House:
    """Who may ask what, from where."""

    def __init__(self, desk: Desk, keys: Keys, sounds: Sounds, names: frozenset[str]) -> None:
        self.routes = routes_of(desk, sounds)
        self._keys = keys
        self._shelf = Shelf()
        self._names = names  # what this box is called
        self._openapi = in_json(openapi(self.routes))

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
        if request.path in self._shelf or request.path.startswith("/static/"):
            return self._shelf.take(request)
        if request.path == "/api/openapi.json" and request.method in ("GET", "HEAD"):
            return self._openapi
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
