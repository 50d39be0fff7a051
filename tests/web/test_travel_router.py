"""Twenty phones behind the one address of a travel router: all come at once, and each gets its page whole."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from threading import Barrier

from web.boxes import PATIENCE, Box, an_address

PHONES, CONNECTIONS = 20, 6  # what browsers open to one address
NAMED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
IMPORTED = re.compile(r'from "\./([\w-]+\.js)"')


def page(box: Box, path: str) -> dict[str, bytes]:
    """Every file that this page is made of."""
    phone, found, next_ = box.visitor(), dict[str, bytes](), [path]
    while next_:
        answer = phone.get(name := next_.pop())
        found[name] = answer.content
        text = answer.text if name.endswith(".js") or name == path else ""
        more = [*NAMED.findall(text), *(f"/static/js/{part}" for part in IMPORTED.findall(text))]
        next_ += [one for one in dict.fromkeys(more) if one not in (*found, *next_)]
    return found


def load(box: Box, address: str, paths: list[str], together: Barrier) -> dict[str, bytes]:
    """As a browser does: several connections, one question at a time on each."""
    got = dict[str, bytes]()
    with ExitStack() as stack:
        lines = [HTTPConnection(*box.place, PATIENCE, (address, 0)) for _ in range(CONNECTIONS)]
        for line in lines:
            stack.enter_context(closing(line))
            line.connect()
        together.wait(PATIENCE)  # all have come before any has asked
        for first in range(0, len(paths), CONNECTIONS):
            asked = list(zip(lines, paths[first:], strict=False))
            for line, path in asked:
                line.request("GET", path)
            for line, path in asked:
                answer = line.getresponse()
                got[path] = answer.read() if answer.status == 200 else b"%d" % answer.status
    return got


def test_twenty_phones_behind_one_address_get_their_pages_whole(box: Box) -> None:
    whole, router, together = page(box, "/card"), an_address(), Barrier(PHONES)
    assert len(whole) > 15
    with ThreadPoolExecutor(PHONES) as phones:
        got = list(phones.map(lambda _: load(box, router, list(whole), together), range(PHONES)))
    for each in got:
        assert each == whole
