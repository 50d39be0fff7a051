"""Guests come in by the code of the room: a name is asked for, a host lets them in, and nobody gets another's card."""

from __future__ import annotations

from typing import Any

import pytest

from majordome.games.murder.testing import guest_list
from majordome.web.drafts import FILE
from majordome.web.join_requests import KNOCKS, MOST, MOST_OF_ONE_ADDRESS, JoinRequests, TooManyJoinRequests, alike
from web.boxes import Box, Visitor, murder
from web.conftest import OpenBox


def knock(box: Box, name: str) -> Visitor:
    phone = box.visitor()
    assert phone.post("/api/doorstep", name=name).status_code == 202
    return phone


def stands(phone: Visitor) -> str:
    return str(phone.get("/api/doorstep").json()["stands"])


def waiting(host: Visitor) -> list[dict[str, Any]]:
    return list(host.state()["host"]["doorstep"]["waiting"])


def lets_in(host: Visitor, name: str) -> None:
    one = next(one for one in waiting(host) if one["name"] == name)
    assert host.post("/api/doorstep/answer", id=one["id"], let_in=True).status_code == 200


def test_twelve_guests_come_in_by_one_code_and_one_tap(open_box: OpenBox) -> None:
    box = open_box(murder())
    host, screen = box.host(), box.visitor()
    names = [guest.name for guest in guest_list(12)]
    phones = {name: knock(box, name) for name in names}
    assert [one["name"] for one in waiting(host)] == names
    assert screen.state("screen")["room"]["arrived"] == []  # a name that nobody let in is on no screen
    assert host.post("/api/doorstep/answer", let_in=True).json() == {"waiting": 0}
    assert {stands(phone) for phone in phones.values()} == {"in"}
    assert screen.state("screen")["room"]["arrived"] == names

    # The list has grown by itself; the box deals, and each card comes to its phone.
    drafted = host.get("/api/evening").json()["draft"]
    assert [guest["name"] for guest in drafted["guests"]] == names
    evening = {"id": "e", "moment": host.moment, "game": "weekend", "roles": "deal"}
    answer = host.post("/api/evening", **evening, guests=[{"name": name} for name in names])
    assert answer.status_code == 200, answer.text
    held = {name: phone.get("/api/card").json() for name, phone in phones.items()}
    assert {name: card["name"] for name, card in held.items()} == {name: name for name in names}
    assert sorted(card["role"] for card in held.values()).count("murderer") == 2
    assert host.get("/api/evening").json()["draft"] is None


def test_a_name_of_the_list_is_taken_once_and_the_second_phone_is_refused_kindly(box: Box) -> None:
    host, first, second = box.host(), knock(box, "ana"), knock(box, "Ana")
    numbers = [one["number"] for one in waiting(host)]
    assert len(set(numbers)) == 2
    assert all(one["twice"] and not one["new"] for one in waiting(host))
    assert host.post("/api/doorstep/answer", let_in=True).json() == {"waiting": 2}  # of these two, a host decides
    one = waiting(host)[0]
    assert first.get("/api/doorstep").json()["number"] == one["number"]
    host.post("/api/doorstep/answer", id=one["id"], let_in=True)
    assert (stands(first), stands(second)) == ("in", "refused")
    assert first.get("/api/card").json()["name"] == "Ana"
    assert second.get("/api/card").status_code == 401
    assert "Ana" not in second.get("/api/doorstep").json()["names"]
    late = box.visitor().post("/api/doorstep", name="Ana")
    assert (late.status_code, late.json()["error"]["why"]) == (409, "name_is_held")


def test_a_phone_that_holds_a_card_keeps_it_until_it_gives_it_back(box: Box) -> None:
    cid = box.guest("Cid")
    refused = cid.post("/api/doorstep", name="Ana")
    assert refused.json()["error"] == {"why": "holds_a_card", "names": ["Cid"], "where": None}
    assert cid.post("/api/card/leave").status_code == 200
    assert cid.get("/api/card").status_code == 401
    assert cid.post("/api/doorstep", name="Ana").status_code == 202


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "name_needed"),
        (" \u00a0 ", "name_needed"),
        ("\u200d\u200c", "name_needed"),
        ("Bob\nEve", "name_has_signs"),
        ("\u202eevE", "name_has_signs"),
        ("\x1b[2J", "name_has_signs"),
        ("a" * 41, "name_too_long"),
        ("a" * 60_000, "name_too_long"),
    ],
)
def test_a_name_that_no_screen_could_show_is_refused(box: Box, name: str, why: str) -> None:
    host = box.host()
    answer = box.visitor().post("/api/doorstep", name=name)
    assert (answer.status_code, answer.json()["error"]["why"]) == (422, why)
    assert waiting(host) == []


def test_a_name_that_looks_like_another_waits_for_a_second_look(box: Box) -> None:
    host = box.host()
    for forged in ("Аna", "A n a", "Añá", "Ana."):
        knock(box, forged)
    assert waiting(host)[0]["like"] == "Ana"
    assert host.post("/api/doorstep/answer", let_in=True).json() == {"waiting": 4}
    assert alike("Zoé", ["Zoe"]) == "Zoe"
    assert alike("Zoé", ["Zoé", "Max"]) is None


def test_a_flood_finds_no_room_and_is_gone_when_it_stops(box: Box) -> None:
    now = [0.0]
    join_requests = JoinRequests(lambda: now[0])
    for number in range(MOST_OF_ONE_ADDRESS):
        join_requests.ask(f"Bot {number}", f"key {number}", "10.0.0.6")
    with pytest.raises(TooManyJoinRequests):
        join_requests.ask("Bot", "another", "10.0.0.6")
    join_requests.ask("Ana", "hers", "10.0.0.7")  # everybody else still finds room
    for number in range(MOST - MOST_OF_ONE_ADDRESS - 1):
        join_requests.ask(f"More {number}", f"more {number}", f"10.0.1.{number}")
    with pytest.raises(TooManyJoinRequests):
        join_requests.ask("Bob", "his", "10.0.0.8")
    now[0] += 30
    assert join_requests.still_here("hers") is not None
    now[0] += 30
    assert [one.name for one in join_requests.waiting] == ["Ana"]  # who says nothing goes by themselves
    now[0] += 10
    for number in range(KNOCKS):
        join_requests.leave(join_requests.ask("Bot", f"again {number}", "10.0.0.6"))
    with pytest.raises(TooManyJoinRequests):
        join_requests.ask("Bot", "once too often", "10.0.0.6")


def test_a_host_closes_the_door_and_one_who_was_refused_waits(box: Box) -> None:
    host, phone = box.host(), knock(box, "Zoe")
    host.post("/api/doorstep/answer", id=waiting(host)[0]["id"], let_in=False)
    assert stands(phone) == "refused"
    assert phone.post("/api/doorstep", name="Zoe").status_code == 429
    assert host.put("/api/doorstep", open=False).status_code == 200
    assert box.visitor().post("/api/doorstep", name="Max").json()["error"]["why"] == "door_closed"
    assert host.post("/api/doorstep/answer", id="nobody", let_in=True).status_code == 404


def test_after_the_first_press_only_the_listed_come_in(box: Box) -> None:
    host = box.host()
    host.does("press")
    stranger = box.visitor()
    assert stranger.post("/api/doorstep", name="Zoe").json()["error"]["why"] == "not_on_the_list"
    assert stranger.get("/api/doorstep").json()["new"] is False
    late = knock(box, "Cid")
    lets_in(host, "Cid")
    assert late.get("/api/card").json() == {"name": "Cid", "role": "heart"}
    assert box.visitor().state("screen")["room"]["arrived"] == []


def test_a_guest_without_a_phone_sees_the_card_on_the_hosts_and_that_is_written_down(box: Box) -> None:
    host = box.host()
    assert host.post("/api/card/shown", guest="Cid").json() == {"name": "Cid", "role": "heart"}
    assert host.state()["host"]["cards"]["Cid"] == "seen"
    assert host.post("/api/card/shown", guest="Nemo").status_code == 404
    assert box.guest("Ana").post("/api/card/shown", guest="Cid").status_code == 401


def test_a_list_that_is_being_written_outlives_the_box(box: Box, open_box: OpenBox) -> None:
    host = box.host()
    draft = {"rev": 3, "game": "weekend", "guests": [{"name": "Zo", "age": "3"}], "adding": "Ma"}
    assert host.put("/api/draft", **draft).status_code == 200
    assert host.put("/api/draft", **{**draft, "rev": 3}).json()["error"]["why"] == "list_changed"
    assert host.put("/api/draft", **{**draft, "rev": 4, "adding": "a" * 5000}).status_code == 409
    assert (box.settings.evenings / FILE).stat().st_mode & 0o777 == 0o600
    box.close()
    again = open_box(resume=True)
    kept = again.host().get("/api/evening").json()["draft"]
    assert (kept["guests"], kept["adding"]) == ([{"name": "Zo", "age": "3"}], "Ma")
    (box.settings.evenings / FILE).write_text("{", "utf-8")


def test_a_list_that_cannot_be_read_is_no_list(open_box: OpenBox, tmp_path: Any) -> None:
    (tmp_path / FILE).write_text('{"rev": "x"}', "utf-8")
    assert open_box().host().get("/api/evening").json()["draft"] is None
