"""The pages' own files, read once. Nothing outside the folder can be asked for: there is no path, only a name."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from majordome.web.http_words import Request, Response, Unheard

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}
PAGES = {"/": "host.html", "/card": "card.html", "/screen": "screen.html", "/twin": "twin.html"}
SMALL = 600  # bytes: not worth packing


@dataclass(frozen=True, slots=True)
class Leaf:
    """One file, as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    mark: str


class Shelf:
    """All files, by the name they are asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._leaves = {
            f"/static/{path.relative_to(folder).as_posix()}": _leaf(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in TYPES
        }
        for page, file in PAGES.items():
            if leaf := self._leaves.get(f"/static/{file}"):
                self._leaves[page] = leaf

    def __contains__(self, path: str) -> bool:
        return path in self._leaves

    def take(self, request: Request) -> Response:
        """A file; where the browser has it already, only a word that it is the same."""
        leaf = self._leaves.get(request.path)
        if leaf is None:
            raise Unheard(404, "no_such_page")
        if request.method not in ("GET", "HEAD"):
            raise Unheard(405, "not_in_this_way", allow=("GET", "HEAD"))
        headers = (("content-type", leaf.kind), ("etag", leaf.mark), ("cache-control", "no-cache"))
        if leaf.mark in request.headers.get("if-none-match", ""):
            return Response(304, b"", headers)
        if leaf.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            packing = (("content-encoding", "gzip"), ("vary", "accept-encoding"))
            return Response(200, leaf.packed, (*headers, *packing))
        return Response(200, leaf.body, headers)


def _leaf(path: Path) -> Leaf:
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0) if len(body) > SMALL else None
    return Leaf(body, packed, TYPES[path.suffix], f'"{hashlib.sha256(body).hexdigest()[:16]}"')
