"""Whoever is refused hears why: the box says so, and parts politely, before it hangs up."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress

import pytest

from majordome.web import closing_connections, connection_gate
from web.boxes import Box, an_address, until

PROMISED = "Content-Type: application/json\r\nContent-Length: {0}\r\n"


def head(box: Box, line: str = "GET /api/me HTTP/1.1", more: str = "") -> bytes:
    host, port = box.place
    return f"{line}\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n{more}\r\n".encode("latin-1")


def hears(plug: socket.socket) -> bytes:
    """All that is answered, as a browser hears it: a connection that is reset in the middle is no answer."""
    told = b""
    while piece := plug.recv(65536):
        told += piece
    return told


def in_drops(plug: socket.socket, data: bytes, size: int) -> None:
    """Each a packet of its own, as a phone in the far corner of the garden sends."""
    plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for at in range(0, len(data), size):
        plug.sendall(data[at : at + size])
        time.sleep(0.0005)


@pytest.mark.parametrize("size", [500, 16_000])
def test_a_stranger_who_goes_on_talking_hears_the_refusal(box: Box, size: int) -> None:
    with box.knock(head(box, "POST /api/say HTTP/1.1", PROMISED.format(60_000)), an_address()) as plug:
        in_drops(plug, b"a" * 60_000, size)
        assert hears(plug).startswith(b"HTTP/1.1 401")


def test_whoever_sends_far_too_much_hears_the_refusal_too(box: Box) -> None:
    with box.knock(head(box, "POST /api/say HTTP/1.1", PROMISED.format(900_000)), an_address()) as plug:
        in_drops(plug, b"a" * 900_000, 16_000)
        assert hears(plug).startswith(b"HTTP/1.1 401")


def test_whoever_never_stops_is_hung_up_on(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing_connections, "MOST_DROPPED", 100_000)
    call = head(box, "POST /api/say HTTP/1.1", PROMISED.format(10**9))
    with box.knock(call, an_address()) as plug, pytest.raises(ConnectionError):
        in_drops(plug, b"a" * 10**8, 16_000)
    until(lambda: not box.pages._server._visitors, "everybody's going")


@pytest.fixture
def poor(box: Box, monkeypatch: pytest.MonkeyPatch) -> str:
    """An address that has come too often already."""
    monkeypatch.setattr(connection_gate, "COMES_A_SECOND", 0.001)
    address = an_address()
    while box.pages._server._gate._rate.allows(address, connection_gate.COMES, connection_gate.COMES_A_SECOND):
        pass
    return address


@pytest.mark.parametrize("body", [b"", b'{"code":"1"}', b"a" * 60_000])
def test_whoever_comes_too_often_is_told_so_with_all_manners(box: Box, poor: str, body: bytes) -> None:
    with box.knock(head(box, "POST /api/pair HTTP/1.1", PROMISED.format(len(body))), poor) as plug:
        in_drops(plug, body, 1000)
        told = hears(plug).lower()
    assert told.startswith(b"http/1.1 429")
    for manners in (b"content-security-policy", b"nosniff", b"no-store", b"connection: close", b"retry-after"):
        assert manners in told
    assert b'"why":"too_many"' in told
    until(lambda: not box.pages._server._gate._refused.waiting, "it has gone")


def test_of_a_crowd_that_comes_too_often_only_a_few_are_told_and_the_host_comes_in(box: Box, poor: str) -> None:
    host = box.host()
    refused = box.pages._server._gate._refused
    with ExitStack() as stack:
        for _ in range(60):
            with suppress(ConnectionError):
                stack.enter_context(box.knock(head(box), poor))
        until(lambda: 0 < len(refused.waiting) <= closing_connections.MOST_OF_ONE_ADDRESS, "a few")
        host.does("killed", name="Dora")
    until(lambda: not refused.waiting, "all gone")


def test_whoever_is_told_and_stays_is_hung_up_on(box: Box, poor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing_connections, "GOODBYE", 0.2)
    with box.knock(head(box), poor) as plug:
        assert hears(plug).startswith(b"HTTP/1.1 429")
        until(lambda: not box.pages._server._gate._refused.waiting, "the end of patience")
