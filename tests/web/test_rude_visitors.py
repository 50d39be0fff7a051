"""Giant, malformed and endless questions: whatever comes to the door, the host presses and the page loads."""

from __future__ import annotations

import gc
import json
import logging
import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from majordome.web import http
from majordome.web.static_files import STATIC
from web.boxes import Box, Visitor, an_address, murder, until

pytestmark = pytest.mark.long

OpenBox = Callable[..., Box]
BIG = 10 * 1024 * 1024


@pytest.fixture(autouse=True)
def nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No visitor makes the box stumble."""
    yield
    troubles = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert not troubles, troubles


def head(box: Box, line: str = "GET /api/me HTTP/1.1", *more: str) -> bytes:
    host, port = box.place
    own = (f"Host: {host}:{port}", f"Origin: http://{host}:{port}", *more)
    return "\r\n".join((line, *own, "", "")).encode("latin-1")


def told(plug: socket.socket) -> bytes:
    """All that is answered until the box hangs up."""
    answer = b""
    with suppress(ConnectionError):
        while more := plug.recv(65536):
            answer += more
    return answer


def send(plug: socket.socket, data: bytes) -> None:
    with suppress(ConnectionError):
        plug.sendall(data)


def ask(box: Box, data: bytes) -> bytes:
    with box.knock(address=an_address()) as plug:
        send(plug, data)
        with suppress(OSError):
            plug.shutdown(socket.SHUT_WR)
        return told(plug)


def all_is_well(host: Visitor) -> None:
    """The host says something, quickly, and a page loads."""
    began = time.monotonic()
    host.does("killed", name="Dora")
    host.does("revived", name="Dora")
    assert host.get("/").status_code == 200
    assert time.monotonic() - began < 3 * 1.0  # three things, each within a second
    assert host.box.lives


CHUNKED = b"POST /api/pair HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
MALFORMED: list[tuple[bytes, tuple[int, ...]]] = [
    (b"GET /\r\n", (400,)),  # HTTP/0.9
    (b"GET / HTTP/1.0\r\n\r\n", (403,)),  # no name
    (b"GET / HTTP/1.1\r\n\r\n", (400,)),
    (b"\r\n\r\n\r\n", (400,)),
    (b"\x00" * 100, (400,)),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)) * 2, (400,)),  # somebody typed https://
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400, 403, 505)),
    (b"G\xc3\x89T / HTTP/1.1\r\nHost: localhost\r\n\r\n", (400,)),
    (b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", (400,)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n", (400,)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", (400,)),
    (b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", (400,)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", (400,)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", (400,)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", (400, 413)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", (400, 501)),
    (CHUNKED + b"zz\r\n", (411,)),
    (CHUNKED + b"f" * 30 + b"\r\n", (411,)),
    (b"GET /" + b"a" * 2**20 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", (400, 431)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 2**20 + b"\r\n\r\n", (400, 431)),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 100_000 + b"\r\n", (400, 431)),
    (b"GET /api/me?" + b"&".join(b"a=1" for _ in range(1000)) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", (400,)),
    (b"GET //[ HTTP/1.1\r\nHost: localhost\r\n\r\n", (404,)),
    (b"GET http://evil.example/api/me HTTP/1.1\r\nHost: localhost\r\n\r\n", (404,)),
    (b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n", (404,)),
    (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", (404,)),
    (b"POST /api/pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab", (403,)),  # from nowhere, and gone
]  # fmt: skip


def test_what_is_no_question_is_refused_and_the_next_one_answered(box: Box) -> None:
    host = box.host()
    for data, statuses in MALFORMED:
        answer = ask(box, data)
        status = int(answer.split(b" ")[1]) if answer else None
        assert status in (statuses or (None,)), (data[:80], answer[:200])
    all_is_well(host)


def post(box: Box, body: bytes, *more: str, path: str = "/api/pair") -> bytes:
    length = () if any("ength" in line or "ncoding" in line for line in more) else (f"Content-Length: {len(body)}",)
    return head(box, f"POST {path} HTTP/1.1", "Content-Type: application/json", *length, *more) + body


BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe\xfd",
    b'{"code":"\xff"}',
    b"\x00",
    b"[" * 30_000,
    b'{"a":' * 10_000,
    b'{"code":' + b"9" * 5000 + b"}",
    b'{"code":1e999}',
    b'{"code":NaN}',
    b'{"code":"1","code":"2","name":3}',
    b'{"__class__":"x"}',
    b'{"code":"' + b"1" * 60_000 + b'","name":5}',
]


def test_a_body_that_is_no_answer_to_the_form_is_not_understood(box: Box) -> None:
    host = box.host()
    for body in BODIES:
        assert ask(box, post(box, body)).startswith(b"HTTP/1.1 400"), body[:60]
    for body in (b'{"code":"' + b"9" * 60_000 + b'"}', b'{"code":"\\ud800\\u0000"}', b'{"code":"","name":"\\ud800"}'):
        assert ask(box, post(box, body)).startswith(b"HTTP/1.1 403"), body[:60]
    all_is_well(host)


def test_a_giant_body_is_not_even_read(box: Box) -> None:
    host = box.host()
    for more in (f"Content-Length: {BIG}", "Content-Length: 65537"):
        answer = ask(box, post(box, b"", more))
        assert answer.startswith(b"HTTP/1.1 413"), more
        assert b"connection: close" in answer.lower()
    chunk = b"4000\r\n" + b"a" * 0x4000 + b"\r\n"
    with box.knock(post(box, b"", "Transfer-Encoding: chunked"), an_address()) as plug:
        send(plug, chunk * 700)  # ten megabytes, and no end of it
        assert told(plug)[:12] in (b"HTTP/1.1 411", b"")  # or the box has hung up in our middle
    with box.knock(post(box, b"", f"Content-Length: {BIG}", "Expect: 100-continue"), an_address()) as plug:
        assert told(plug).startswith(b"HTTP/1.1 413")  # not "go on"
    all_is_well(host)


def test_many_questions_in_one_breath_are_answered_in_order(box: Box) -> None:
    phone = box.visitor()
    paths = ["/api/me", "/api/nothing", "/api/state", "/"] * 20
    assert [answer[:3] for answer in phone.read(*paths)] == ["200", "404", "200", "200"] * 20


WAYS_OUT = [
    "/static/../keys.py",
    "/static/..%2fkeys.py",
    "/static/%2e%2e/keys.py",
    "/static/%2e%2e%2fkeys.py",
    "/static/..%5ckeys.py",
    "/static/%252e%252e/keys.py",
    "/static/..%c0%afkeys.py",
    "/static//etc/passwd",
    "/static/%2fetc/passwd",
    "/static/js/../../keys.py",
    "/static/./host.html",
    "/static/host.html%00.js",
    "/static/",
    "/static",
    "/static/js/",
    "//static/host.html",
    "/../../etc/passwd",
    "/sounds/../../etc/passwd",
    "/sounds/fr/../../../pyproject.toml",
    "/sounds/fr/%2e%2e%2f%2e%2e%2fpyproject.ogg",
    "/sounds/names/..%2f..%2fkeys.json",
    "/sounds/names/fr-0123456789abcdef.wav",
    "/sounds/effects/..ogg",
    "/sounds/effects/%2e%2e.ogg",
    "/sounds/effects/scream_1.ogg%00",
    "/sounds/evenings/x.ogg",
    "/keys.json",
    "/page.json",
]


def test_no_path_leads_out_of_the_folder(box: Box) -> None:
    host = box.host()
    for path, answer in zip(WAYS_OUT, host.read(*WAYS_OUT), strict=True):
        assert answer.startswith("404"), (path, answer)
    files = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()]
    assert all(answer.startswith("200") for answer in host.read(*(f"/static/{file}" for file in files)))
    assert host.read("/sounds/effects/scream_1.ogg")[0].startswith("200")


# The live line.


KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
UPGRADE = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", KEY)


def a_line(box: Box, *more: str) -> bytes:
    return head(box, "GET /api/live?as=screen HTTP/1.1", *(more or UPGRADE))


def frame(opcode: int, data: bytes, *, fin: bool = True, masked: bool = True, length: int | None = None) -> bytes:
    size = len(data) if length is None else length
    mask = 0x80 if masked else 0
    first = bytes([(0x80 if fin else 0) | opcode])
    sizes = (
        bytes([mask | size])
        if size < 126
        else bytes([mask | 126]) + size.to_bytes(2)
        if size < 65536
        else bytes([mask | 127]) + size.to_bytes(8)
    )
    return first + sizes + (b"\0\0\0\0" if masked else b"") + data


def test_no_handshake_no_line(box: Box) -> None:
    for more in (
        UPGRADE[:3],
        (*UPGRADE[:2], "Sec-WebSocket-Version: 99", KEY),
        ("Connection: close", *UPGRADE[1:]),
    ):
        answer = ask(box, a_line(box, *more))
        assert answer[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 426"), (more, answer[:100])
    for path in ("/api/live?as=butler", "/api/state", "/"):
        assert ask(box, head(box, f"GET {path} HTTP/1.1", *UPGRADE)).startswith(b"HTTP/1.1 404")


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 500,
        frame(1, b"hello", masked=False),
        frame(1, b"x" * 2000),
        frame(1, b"", length=2**62),
        frame(1, b"\xff\xff"),
        frame(3, b""),
        frame(9, b"x" * 126),
        frame(8, b"\x00"),
        frame(0, b"x"),
        frame(9, b"ping") * 2000,
        frame(1, b"x", fin=False) + frame(0, b"x", fin=False) * 2000,
        frame(8, b"\x03\xe8"),
    ],
    ids=["noise", "unmasked", "talks", "endless", "no utf-8", "unknown", "long ping", "half a goodbye", "no beginning",
         "pings", "fragments", "goodbye"],
)  # fmt: skip
def test_whoever_talks_nonsense_on_the_line_is_hung_up_on(box: Box, data: bytes) -> None:
    host = box.host()
    with box.knock(a_line(box), an_address()) as plug:
        assert plug.recv(12).startswith(b"HTTP/1.1 101")
        send(plug, data)
        if data == frame(1, b"", length=2**62):
            send(plug, b"x" * 2000)
        told(plug)  # it ends
    until(lambda: not box.pages.board.readers, "the end of the line")
    all_is_well(host)


# Slow ones.


@contextmanager
def crowd(box: Box, number: int, data: bytes, *addresses: str) -> Iterator[list[socket.socket]]:
    with ExitStack() as all_:
        plugs = []
        for n in range(number):
            plug = box.knock(address=addresses[n % len(addresses)] if addresses else an_address())
            all_.enter_context(plug)
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            send(plug, data)
            plugs.append(plug)
        yield plugs


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("where", ["one address", "a hundred addresses"])
@pytest.mark.parametrize(
    "what", ["nothing", "half a header", "half a body", "a page it does not read", "a line it does not read"]
)
def test_a_hundred_slow_ones_keep_nobody_out(box: Box, where: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for patience in ("FIRST_WORD", "WHOLE_BODY", "TO_SEND"):
        monkeypatch.setattr(
            http, patience, 0.5 if where == "one address" else 1.5
        )  # as they are, but the test is not as long
    monkeypatch.setattr("majordome.web.websocket.TO_SEND", 0.5)
    host = box.host()
    screen = host.live("screen")
    all_is_well(host)
    gc.collect()
    before = descriptors()
    data = {
        "nothing": b"",
        "half a header": b"GET / HTTP/1.1\r\nHost: loc",
        "half a body": post(box, b"{", "Content-Length: 100"),
        "a page it does not read": head(box, "GET /static/js/host.js HTTP/1.1") * 10,
        "a line it does not read": a_line(box),
    }[what]
    addresses = [an_address()] if where == "one address" else []
    with crowd(box, 100, data, *addresses) as plugs:
        most = http.MOST_OF_ONE_ADDRESS if where == "one address" else http.MOST_VISITORS
        assert len(box.pages._server._visitors) <= most + 5
        all_is_well(host)
        for n in range(3):  # drip, drip
            for plug in plugs[n::3]:
                send(plug, b"a" if "half" in what else b"")
            all_is_well(host)
        assert screen.closed is None
        box.visitor().live("screen").until(lambda message: message["is"] == "state")
    screen.until(lambda message: message["is"] == "state")
    until(lambda: len(box.pages._server._visitors) <= 6, "everybody's going")
    gc.collect()
    until(lambda: descriptors() <= before + 6, "the descriptors")


def test_a_phone_that_has_just_come_is_heard_before_lines_that_others_keep_open(box: Box) -> None:
    shared = an_address()  # many phones behind one travel router
    with ExitStack() as phones:
        for _ in range(http.MOST_OF_ONE_ADDRESS):
            plug = phones.enter_context(box.knock(address=shared))
            send(plug, head(box))
            assert plug.recv(12) == b"HTTP/1.1 200"
        lines = [phones.enter_context(box.knock(address=shared)) for _ in range(6)]  # as browsers do
        for plug in lines:
            send(plug, head(box))
        for plug in lines:
            assert plug.recv(12) == b"HTTP/1.1 200"


def test_memory_comes_back_after_a_flood(box: Box) -> None:
    host = box.host()
    all_is_well(host)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10):
        with crowd(box, 20, post(box, b"", "Transfer-Encoding: chunked") + b"ffff\r\n" + b"a" * 60_000, an_address()):
            pass
    until(lambda: len(box.pages._server._visitors) <= 3, "everybody's going")
    all_is_well(host)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30 * 1024  # kilobytes


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box that stands all the knocking of a property."""
    box = Box(tmp_path_factory.mktemp("standing"), murder())
    yield box
    box.close()


GOOD_LINES = (
    b"GET / HTTP/1.1",
    b"GET /api/live HTTP/1.1",
    b"POST /api/pair HTTP/1.1",
    b"Host: localhost",
    b"Origin: http://localhost",
    b"Connection: Upgrade",
    b"Upgrade: websocket",
    b"Sec-WebSocket-Version: 13",
    KEY.encode(),
    b"Content-Type: application/json",
    b"Content-Length: 3",
    b"Transfer-Encoding: chunked",
    b"Expect: 100-continue",
    b"",
)
PIECES = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.sampled_from(
            [*(line + b"\r\n" for line in GOOD_LINES), b"3\r\nabc\r\n", b"0\r\n\r\n", b"\x81\x85", b"\x88\x80"]
        ),
    ),
    max_size=14,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=PIECES)
def test_no_bytes_make_the_door_stumble(standing: Box, caplog: pytest.LogCaptureFixture, pieces: list[bytes]) -> None:
    with standing.knock(address=an_address()) as plug:
        for piece in pieces:
            send(plug, piece)
        with suppress(OSError):
            plug.shutdown(socket.SHUT_WR)
        told(plug)
    answer = ask(standing, head(standing))
    assert answer.startswith(b"HTTP/1.1 200")
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {"kind": "nobody", "name": ""}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert standing.lives
