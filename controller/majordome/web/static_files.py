"""The pages' own files and those of the games, read once.

Nothing outside the folders can be asked for: there is no path, only a name.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from majordome.core.library import manifests
from majordome.core.manifest import Manifest
from majordome.web.http_words import HttpError, Request, Response

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",  # the licence of a typeface goes with it
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}
PAGES = {"/": "host.html", "/card": "card.html", "/screen": "screen.html", "/twin": "twin.html"}
GAMES = "/games/"
PACKED_ALREADY = (".png", ".woff2", ".mp4", ".webm")
OF_GAMES = (".js", ".css", ".svg", ".woff2")  # what a game's `page` folder may bring
A_RANGE = re.compile(r"bytes=(\d{1,9})-(\d{0,9})")
SMALL = 600  # bytes: not worth packing


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    mark: str


class StaticFiles:
    """All files, by the name they are asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = _files("/static/", folder, tuple(TYPES))
        for page, file in PAGES.items():
            if static := self._files.get(f"/static/{file}"):
                self._files[page] = static

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def take(self, request: Request) -> Response:
        """The answer with this file; where the browser has it already, only that it is the same."""
        static = self._files.get(request.path) or _of_game(request.path)
        if static is None:
            raise HttpError(404, "no_such_page")
        if request.method not in ("GET", "HEAD"):
            raise HttpError(405, "not_in_this_way", allow=("GET", "HEAD"))
        headers = (("content-type", static.kind), ("etag", static.mark), ("cache-control", "no-cache"))
        if static.mark in request.headers.get("if-none-match", ""):
            return Response(304, b"", headers)
        if (part := _part(request, static)) is not None:
            return part
        if static.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            packing = (("content-encoding", "gzip"), ("vary", "accept-encoding"))
            return Response(200, static.packed, (*headers, *packing))
        return Response(200, static.body, headers)


def _part(request: Request, static: StaticFile) -> Response | None:
    """A film is asked for piece by piece: Safari plays none that comes whole."""
    asked = A_RANGE.fullmatch(request.headers.get("range", "")) if static.kind.startswith("video/") else None
    if asked is None:
        return None
    first = min(int(asked[1]), len(static.body) - 1)
    last = min(int(asked[2] or len(static.body)), len(static.body) - 1)
    where = ("content-range", f"bytes {first}-{max(first, last)}/{len(static.body)}")
    headers = (("content-type", static.kind), ("etag", static.mark), ("accept-ranges", "bytes"), where)
    return Response(206, static.body[first : max(first, last) + 1], headers)


def pages_of(game: Manifest) -> list[str]:
    """What the game's folder brings, by the names that its pages ask for."""
    return sorted(_of_games(game.id, game.folder))


def _of_game(path: str) -> StaticFile | None:
    name = path.removeprefix(GAMES).partition("/")[0]
    game = manifests().get(name) if path.startswith(GAMES) else None
    return _of_games(game.id, game.folder).get(path) if game is not None else None


@lru_cache
def _of_games(name: str, folder: Path) -> dict[str, StaticFile]:
    return _files(f"{GAMES}{name}/", folder / "page", OF_GAMES)


def _files(prefix: str, folder: Path, suffixes: tuple[str, ...]) -> dict[str, StaticFile]:
    """Every file of that kind; one that leads out of the folder is none of it."""
    home = folder.resolve()
    return {
        prefix + path.relative_to(folder).as_posix(): _leaf(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in suffixes and path.is_file() and path.resolve().is_relative_to(home)
    }


def _leaf(path: Path) -> StaticFile:
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0) if len(body) > SMALL and path.suffix not in PACKED_ALREADY else None
    return StaticFile(body, packed, TYPES[path.suffix], f'"{hashlib.sha256(body).hexdigest()[:16]}"')
