"""Who may do what: nothing is done for somebody who may not, and keys open what they were made for."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from majordome.games.murder.testing import guest_list
from majordome.web.auth import Keys
from majordome.web.evening_requests import A_MINUTE
from web.boxes import Box, Json, Visitor, murder

OpenBox = Callable[..., Box]

NEW_EVENING: dict[str, object] = {"id": "e", "moment": "x", "game": "weekend"}
BODIES: dict[tuple[str, str], dict[str, object]] = {  # a good body for every write: only who asks is wrong
    ("POST", "/api/say"): {"id": "a", "moment": "x", "said": {"is": "press"}},
    ("POST", "/api/hosts"): {"id": "a", "let_in": True},
    ("POST", "/api/leave"): {},
    ("POST", "/api/evening"): NEW_EVENING,
    ("POST", "/api/odds"): {"game": "weekend", "players": 12},
    ("POST", "/api/hints"): {"names": ["Ana"]},
    ("POST", "/api/invitations"): {"guest": "Ana"},
    ("PUT", "/api/pad"): {"votes": []},
    ("PUT", "/api/draft"): {"rev": 1, "game": "weekend", "guests": [{"name": "Zoe", "age": ""}]},
    ("PUT", "/api/doorstep"): {"open": False},
    ("POST", "/api/doorstep/answer"): {"let_in": True},
    ("POST", "/api/card/leave"): {},
    ("POST", "/api/card/shown"): {"guest": "Ana"},
    ("POST", "/api/box"): {"lang": "fr", "voice": "housekeeper", "volume": 20, "ballots": True, "sound_by": "page"},
    ("POST", "/api/answer"): {"id": "a", "moment": "x", "said": {"is": "ballot_cast", "voter": "Cid", "against": []}},
    ("POST", "/api/buzz"): {"id": "a", "moment": "x"},
    ("POST", "/api/twin/button"): {"down": True},
    ("POST", "/api/twin/chair"): {"chair": "left", "taken": True},
    ("POST", "/api/twin/buzz"): {"player": "Ana"},
}
FOR_ANYONE = {
    ("POST", "/api/pair"),
    ("POST", "/api/pair/aloud"),
    ("POST", "/api/card/claim"),
    ("POST", "/api/doorstep"),
    ("POST", "/api/twin/claim"),
}
ALLOWED = {
    "guest": {"/api/answer", "/api/buzz", "/api/card/leave"},
    "twin": {"/api/box", "/api/twin/button", "/api/twin/chair", "/api/twin/buzz"},
}


def visitors(box: Box) -> dict[str, Visitor]:
    waiting = box.visitor()
    assert waiting.post("/api/pair", code=box.pages.keys.code, name="Iago").status_code == 202
    return {"nobody": box.visitor(), "guest": box.guest("Cid"), "waiting": waiting, "twin": box.twin()}


def as_it_is(box: Box) -> tuple[object, ...]:
    choices, keys = box.pages.board.states.choices, box.pages.keys
    table = (
        keys.hosts,
        keys._ring.cards,
        choices.ballots,
        box.pages.board.states.pad.votes,
        choices.volume,
        choices.sound_by,
    )
    return (*table, box.prompter.moment, list(box.prompter.history), box.prompter.evening, box.narrator.lang)


def test_every_write_is_known_here(box: Box) -> None:
    writes = {(route.method, route.path) for route in box.pages._rules.routes if route.method != "GET"}
    assert writes == set(BODIES) | FOR_ANYONE


def test_whoever_may_not_does_nothing(box: Box) -> None:
    box.host()
    phones = visitors(box)
    moment = box.pages.board.states.moment(box.prompter.moment)
    before = as_it_is(box)
    for who, phone in phones.items():
        for (method, path), body in BODIES.items():
            if path in ALLOWED.get(who, ()):
                continue
            good = {**body, "moment": moment} if "moment" in body else body
            answer = phone.http.request(method, path, json=good)
            assert (who, path, answer.status_code) == (who, path, 401)
            assert answer.json()["error"]["why"] == "nobody_we_know"
    box.settled()
    assert as_it_is(box) == before
    assert box.prompter.beat is not None
    assert box.prompter.beat.name == "welcome"


def test_the_twin_turns_no_ballots_on(box: Box) -> None:
    assert box.twin().post("/api/box", ballots=True).status_code == 403
    assert not box.pages.board.states.choices.ballots


def to_the_count(host: Visitor) -> None:
    for said in ("press", "press"):
        host.does(said)
    host.does("tapped", victim="Lia", killer="Ana")
    host.box.let_pass("mourning")
    for _ in range(4):
        host.does("press")


def test_a_guest_votes_once_for_nobody_else_and_only_when_it_is_time(box: Box) -> None:
    host, cid, dora, dead = box.host(), box.guest("Cid"), box.guest("Dora"), box.guest("Lia")

    def cast(phone: Visitor, *against: str, id: str = "b", moment: str | None = None, **more: str) -> tuple[int, str]:
        now = box.pages.board.states.moment(box.prompter.moment) if moment is None else moment
        voter = str(phone.state("card")["card"]["name"])
        ballot = {"is": "ballot_cast", "voter": voter, "against": list(against), **more}
        answer = phone.post("/api/answer", id=id, moment=now, said=ballot)
        return answer.status_code, "" if answer.is_success else answer.json()["error"]["why"]

    def asked(phone: Visitor) -> Json:
        return next((ask for ask in phone.state("card")["card"]["asks"] if ask["kind"] == "ballots"), None)

    assert cast(cid, "Ana", "Bob", id="0") == (409, "not_now")
    to_the_count(host)
    assert cast(cid, "Ana", "Bob", id="1") == (409, "ballots_off")
    assert asked(cid) is None
    host.post("/api/box", ballots=True)
    ask = asked(cid)
    assert (ask["hands"], ask["among"], ask["cast"]) == (2, list(box.prompter.table.living), None)
    assert "heard" not in ask
    assert cid.state("card")["card"]["moment"] == host.moment
    assert cast(cid, "Ana", "Bob", id="2", voter="Dora") == (409, "not_now")
    assert cast(cid, "Ana", "Bob", id="2b", more="x") == (400, "not_understood")
    for n, (against, why) in enumerate(
        (
            ((), "how_many_names"),
            (("Ana",), "how_many_names"),
            (("Ana", "Ana"), "same_name_twice"),
            (("Ana", "Lia"), "not_a_candidate"),
            (("Ana", "<b>"), "not_a_candidate"),
            (("Ana", "Bob", "Dora"), "how_many_names"),
        )
    ):
        assert cast(cid, *against, id=f"no-{n}") == (409, why)
    assert cast(dead, "Ana", "Bob") == (409, "not_now")
    assert asked(dead) is None
    assert cast(cid, "Ana", "Bob", id="3", moment="of another time") == (409, "too_late")

    assert cast(cid, "Ana", "Bob", id="4") == (200, "")
    assert cast(cid, "Ana", "Bob", id="4") == (200, "")  # a retry
    assert cast(cid, "Dora", "Bob", id="5") == (200, "")  # thought better of it: it replaces the first
    assert asked(cid)["cast"] == ["Dora", "Bob"]
    # What one voted for, only the voter sees: not the other guests, and not even the host.
    assert asked(dora)["cast"] is None
    assert dora.state("card")["room"]["vote"]["ballots"] == {"in": 1, "of": 11}
    assert [ask["heard"] for ask in host.state()["host"]["asks"] if ask["kind"] == "ballots"] == [["Cid"]]
    assert '"Dora","Bob"' not in host.get("/api/state?as=host").text.replace(json.dumps(["Cid"]), "")

    for n in range(A_MINUTE):
        last = cast(cid, "Dora", "Bob", id=f"flood-{n}")
    assert last == (429, "too_many")
    assert cast(dora, "Ana", "Bob") == (200, "")  # one who floods takes nobody else's voice


def test_a_charm_is_not_told_by_what_the_phone_takes(open_box: OpenBox) -> None:
    box = open_box(murder(guest_list(12, Eve="charmer"), discussion=60))
    host, kissed, other = box.host(), box.guest("Fay"), box.guest("Gus")
    host.post("/api/box", ballots=True)
    to_the_count(host)
    host.does("hands_counted", votes=[["Ida", 4], ["Jo", 3]])
    for said in ("press", "press", "press"):
        host.does(said)
    host.does("kissed", name="Fay")
    host.does("nobody_died")
    for _ in range(4):
        host.does("press")
    told = []
    for phone in (kissed, other):
        own = phone.state("card")["card"]
        answers = [
            phone.post(
                "/api/answer",
                id=str(n),
                moment=own["moment"],
                said={"is": "ballot_cast", "voter": own["name"], "against": list(against)},
            )
            for n, against in enumerate(((), ("Ana",), ("Nobody", "x"), ("Ana", "Ana"), ("Ana", "Bob")))
        ]
        told.append(
            [(answer.status_code, answer.text.replace(phone.state("card")["card"]["name"], "")) for answer in answers]
        )
    assert told[0] == told[1]
    assert [status for status, _ in told[0]] == [409, 409, 409, 409, 200]
    host.does("killed", name="Bob")  # nobody can have meant him any more
    for phone in (kissed, other):
        own = phone.state("card")["card"]
        ballot = {"is": "ballot_cast", "voter": own["name"], "against": ["Ana", "Bob"]}
        answer = phone.post("/api/answer", id="late", moment=own["moment"], said=ballot)
        assert (answer.status_code, answer.json()["error"]["why"]) == (409, "not_a_candidate")
    closed = host.say("ballots_closed").json()["error"]
    assert (closed["why"], closed["names"]) == ("ballots_missing", list(box.prompter.table.living))


def test_a_second_host_waits_until_a_host_lets_it_in(box: Box) -> None:
    first, second = box.host("Marie"), box.visitor()
    assert second.post("/api/pair", code=box.pages.keys.code, name="Paul").json() == {"kind": "waiting", "name": "Paul"}
    assert second.get("/api/me").json()["kind"] == "waiting"
    line = second.live("host")
    assert "host" not in line.until(lambda message: message["is"] == "state")
    assert second.say("press", moment="x").status_code == 401
    (paul,) = (host for host in first.state()["host"]["hosts"] if host["waiting"])
    assert (paul["name"], paul["me"]) == ("Paul", False)
    assert first.post("/api/hosts", id="nobody", let_in=True).status_code == 404
    assert first.post("/api/hosts", id=paul["id"], let_in=True).status_code == 200
    line.until(lambda message: "host" in message)
    second.does("press")

    # And sent away again: the line ends, and nothing can be done.
    assert first.post("/api/hosts", id=paul["id"], let_in=False).status_code == 200
    assert line.until_closed() == 4401
    assert second.say("press", moment=first.moment).status_code == 401
    assert second.get("/api/secrets").status_code == 401
    assert second.get("/api/me").json() == {"kind": "nobody", "name": ""}


def test_a_phone_that_leaves_is_forgotten_and_those_who_waited_pair_anew(box: Box) -> None:
    first = box.host()
    second = box.visitor()
    second.post("/api/pair", code=box.pages.keys.code)
    line = first.live("host")
    assert first.post("/api/leave").headers["set-cookie"].startswith("majordome_host=; Path=/; Max-Age=0")
    assert line.until_closed() == 4401
    assert second.get("/api/me").json()["kind"] == "nobody"  # otherwise nobody could ever let them in
    assert second.post("/api/pair", code=box.pages.keys.code).status_code == 200


def test_of_many_who_wait_the_first_makes_room_and_the_hosts_stay(tmp_path: Path) -> None:
    keys = Keys(tmp_path, clock=lambda: 0.0)
    paired = [keys.pair(keys.code, f"host {n}", f"10.0.0.{n}") for n in range(12)]
    assert [phone.name for phone in keys.hosts] == ["host 0", *(f"host {n}" for n in range(5, 12))]
    assert paired[0] is not None
    assert keys.viewer(paired[0][1], None, None, "host").kind == "host"


def test_a_link_serves_one_phone(box: Box) -> None:
    host, zoe, thief = box.host(), box.visitor(), box.visitor()
    url = host.post("/api/invitations", guest="Cid").json()["url"]
    assert url.startswith(f"{box.url}/card#")
    token = url.partition("#")[2]
    assert host.state()["host"]["cards"]["Cid"] == "offered"
    claimed = zoe.post("/api/card/claim", token=token)
    assert claimed.json() == {"kind": "card", "name": "Cid"}
    cookie = claimed.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="))
    assert zoe.get("/api/card").json() == {"name": "Cid", "role": "heart"}
    assert host.state()["host"]["cards"]["Cid"] == "held"
    for word in (token, token.upper(), "", "x", cookie):
        refused = thief.post("/api/card/claim", token=word)
        assert (refused.status_code, refused.json()["error"]["why"]) == (410, "card_taken")
    assert thief.get("/api/card").status_code == 401

    # The host gives it out again: the phone that had it has it no more.
    line = zoe.live("card")
    again = host.post("/api/invitations", guest="Cid").json()["url"].partition("#")[2]
    assert line.until_closed() == 4401
    assert zoe.get("/api/card").status_code == 401
    assert thief.post("/api/card/claim", token=token).status_code == 410
    assert thief.post("/api/card/claim", token=again).status_code == 200
    assert host.post("/api/invitations", guest="Nobody").json()["error"]["why"] == "unknown_name"


def test_keys_outlive_the_box_and_only_digests_are_on_disk(open_box: OpenBox, tmp_path: Path) -> None:
    box = open_box()
    host, guest, twin = box.host(), box.guest("Cid"), box.twin()
    host.does("press")
    offered, code, moment = box.pages.keys.offer("Dora"), box.pages.keys.code, host.moment
    path = tmp_path / "keys.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "page.json").stat().st_mode) == 0o600
    written = path.read_text()
    cookies = [cookie.value for phone in (host, guest, twin) for cookie in phone.http.cookies.jar]
    assert len(cookies) == 3
    for secret in (*cookies, offered, code, box.pages.keys.twin_token):
        assert secret
        assert secret not in written
    box.close()
    assert not (tmp_path / "page.json").exists()

    box = open_box(resume=True)
    for phone, kind in ((host, "host"), (guest, "card"), (twin, "nobody")):  # the box opens its own page anew
        again = box.visitor()
        again.http.cookies.update(phone.http.cookies)
        assert again.get("/api/me").json()["kind"] == kind
        if kind == "host":
            late = again.say("press", moment=moment)
            assert (late.status_code, late.json()["error"]["why"]) == (409, "too_late")  # it was of another time
            again.does("press")
    assert box.visitor().post("/api/card/claim", token=offered).json()["name"] == "Dora"


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"hosts": 3}', b"\xff\xfe", b'{"hosts":[],"cards":[],"more":1}']
)
def test_damaged_keys_mean_pairing_anew_no_more(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_bytes(damage)
    keys = Keys(tmp_path)
    assert keys.hosts == ()
    paired = keys.pair(keys.code, "", "")
    assert paired is not None
    assert not paired[0].waiting


@pytest.mark.parametrize("name", ["\x1b[2J", "a\u202eb", "\ud800", "\x00"])
def test_a_name_that_would_break_a_screen_is_left_out(name: str, tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    paired = keys.pair(keys.code, name, "")
    assert paired is not None
    assert paired[0].name == ""
