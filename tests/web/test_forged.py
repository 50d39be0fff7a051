"""Forged origins, foreign names, guessed codes: friends with ideas, and pages of others in the same browser."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.web.auth import CODE_DIGITS, TRIES, TRIES_OF_ALL, WITHIN, Keys, TooManyTries
from majordome.web.http_words import HttpError, Request
from majordome.web.routes import Route
from majordome.web.security import AccessRules
from web.boxes import Box, until

OpenBox = Callable[..., Box]


def writes(box: Box) -> list[Route]:
    return [route for route in box.pages._rules.routes if route.method != "GET"]


def test_no_write_and_no_line_without_our_own_origin(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("majordome.web.http.QUESTIONS", 1e9)  # nobody else asks as much
    host, ours = box.host(), box.url
    name, port = box.place
    forged = [
        None,
        "null",
        "",
        "http://evil.example",
        f"http://evil.example:{port}",
        f"http://{name}",
        f"http://{name}:{port + 1}",
        f"http://localhost:{port}",
        f"ftp://{name}:{port}",
        f"{name}:{port}",
        f"http://{name}:{port}.evil.example",
        f"http://{name}:{port}@evil.example",
        f"{ours}, http://evil.example",
        "http://[",
        "file://",
    ]
    for origin in forged:
        headers = {"Origin": origin} if origin is not None else {}
        if origin is None:
            del host.http.headers["origin"]
        for route in writes(box):
            answer = host.http.request(route.method, route.path, json={}, headers=headers)
            assert (origin, route.path, answer.status_code) == (origin, route.path, 403)
            assert answer.json()["error"]["why"] == "wrong_origin"
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        line = host.http.get(
            "/api/live?as=host", headers={**upgrade, **headers, "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        )
        assert (origin, line.status_code) == (origin, 403)
        host.http.headers["origin"] = ours
    assert not box.prompter.history


def test_only_by_a_name_that_is_ours(box: Box) -> None:
    phone, (_, port) = box.visitor(), box.place
    for name in (
        "evil.example",
        "127.0.0.1.evil.example",
        "majordome.local.evil.example",
        "",
        "[",
        "a b",
        "majordome.evil",
    ):
        for path in ("/", "/api/state", "/static/js/host.js", "/api/openapi.json", "/api/words", "/nowhere"):
            answer = phone.http.get(path, headers={"Host": f"{name}:{port}" if name else ""})
            assert (name, path, answer.status_code) == (name, path, 403)
        # Even where the page says that it is at home there: that is what a rebound name looks like.
        rebound = {"Host": f"{name}:{port}", "Origin": f"http://{name}:{port}"}
        assert phone.http.post("/api/pair", json={"code": "x"}, headers=rebound).status_code == 403
    for name in (
        f"localhost:{port}",
        f"majordome.local:{port}",
        f"MAJORDOME.local:{port}",
        f"[::1]:{port}",
        "192.168.1.20",
    ):
        assert phone.http.get("/api/state", headers={"Host": name}).status_code == 200


def test_other_pages_are_told_nothing(box: Box) -> None:
    phone = box.visitor()
    for path in ("/api/state", "/api/say", "/", "/api/live"):
        asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
        answer = phone.http.options(path, headers=asked)
        assert answer.status_code == 405 if path != "/api/live" else 404
        assert not [name for name in answer.headers if name.startswith("access-control")]
    for path in ("/", "/api/state", "/static/js/host.js"):
        headers = phone.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
    assert phone.get("/api/state").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_a_form_of_another_page_is_no_question(box: Box, kind: str) -> None:
    phone = box.visitor()
    answer = phone.http.post("/api/pair", content=b'{"code":"x"}', headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]["why"]) == (415, "not_json")
    assert (
        phone.http.post(
            "/api/pair", content=b'{"code":"x"}', headers={"Content-Type": "application/JSON; charset=utf-8"}
        ).status_code
        == 403
    )


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_host_and_no_origin_makes_the_house_stumble(host: str, origin: str) -> None:
    rules = AccessRules.__new__(AccessRules)
    rules._names = frozenset({"localhost"})
    request = Request("POST", "/", "", headers={"host": host, "origin": origin})
    for check in (rules.check_host, rules.check_origin):
        with suppress(HttpError):
            check(request)


# Guessed codes.


def test_codes_cannot_be_guessed(box: Box) -> None:
    guesser, host = box.visitor(), box.visitor()
    wrong = f"{(int(box.pages.keys.code) + 1) % 10**CODE_DIGITS:06}"
    statuses = [guesser.post("/api/pair", code=wrong).status_code for _ in range(TRIES + 3)]
    assert statuses == [403] * TRIES + [429] * 3
    refused = guesser.post("/api/pair", code=box.pages.keys.code)  # the right one comes too late
    assert (refused.status_code, refused.json()["error"]["why"]) == (429, "too_many_codes")
    assert int(refused.headers["retry-after"]) == WITHIN
    box.settled()
    until(lambda: len(box.notices("codes_are_guessed")) == 1)  # told once, not at every try
    assert host.post("/api/pair", code=f" {box.pages.keys.code[:3]} {box.pages.keys.code[3:]} ").status_code == 200


def test_a_flood_from_everywhere_changes_the_code_and_ends(box: Box) -> None:
    keys, now = box.pages.keys, [0.0]
    keys._patience.clock = lambda: now[0]
    twin, before = box.twin(), keys.code
    line = twin.live("twin")
    line.until(lambda message: message["is"] == "state" and message["box"]["code"] == before)
    for n in range(TRIES_OF_ALL):
        assert keys.pair("wrong", "", f"10.0.0.{n}") is None
    assert keys.code != before
    assert keys.code in (box.settings.evenings / "page.json").read_text()  # where `majordome page` reads it
    newcomer = box.visitor()
    assert newcomer.post("/api/pair", code=keys.code).status_code == 429
    now[0] = WITHIN
    assert newcomer.post("/api/pair", code=before).status_code == 403
    assert newcomer.post("/api/pair", code=keys.code).status_code == 200


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0, 20), st.booleans()), max_size=200))
def test_whoever_tries_gets_few_tries(tries: list[tuple[int, float, bool]]) -> None:
    now, heard = 0.0, list[tuple[float, str]]()
    keys = Keys(Path("/nonexistent"), clock=lambda: now)
    assert keys.pair(keys.code, "the host", "10.0.1.1")
    for number, pause, right in tries:
        now, address = now + pause, f"10.0.0.{number}"
        try:
            paired = keys.pair(keys.code if right else "wrong", "", address)
        except TooManyTries:
            continue
        assert (paired is not None) == right
        heard.append((now, address))
        recent = [who for at, who in heard if now - at < WITHIN]
        assert len(recent) <= TRIES_OF_ALL
        assert recent.count(address) <= TRIES
    # At this pace a code of six digits stands for weeks, and it changes every few tries.
    assert TRIES_OF_ALL / WITHIN * 3600 * 8 / 10**CODE_DIGITS < 0.01


def test_whoever_knows_the_code_does_not_crowd_the_door_either(box: Box) -> None:
    box.host()
    crowd = box.visitor()
    statuses = [crowd.post("/api/pair", code=box.pages.keys.code).status_code for _ in range(TRIES + 1)]
    assert statuses == [202] * TRIES + [429]


def test_one_address_asks_only_so_much(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("majordome.web.http.QUESTIONS", 20.0)
    monkeypatch.setattr("majordome.web.http.QUESTIONS_A_SECOND", 0.001)
    curious, other = box.visitor(), box.visitor()
    answers = [curious.get("/api/me") for _ in range(25)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 5
    assert answers[-1].headers["retry-after"] == "5"
    assert other.get("/api/me").status_code == 200
