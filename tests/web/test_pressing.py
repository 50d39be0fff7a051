"""A press from a phone: never twice, never for the wrong beat, and answered when it is on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from majordome.core.journal import read
from web.boxes import Box, murder, until

pytestmark = pytest.mark.long

OpenBox = Callable[..., Box]


def test_the_same_tap_acts_once_and_gets_the_same_answer(box: Box) -> None:
    host = box.host()
    moment = host.moment
    answers = [host.say("press", id="one", moment=moment) for _ in range(3)]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, '{"safe":true}')}
    assert len(box.prompter.history) == 1
    late = [host.say("press", id="two", moment=moment) for _ in range(2)]
    assert {(answer.status_code, answer.json()["error"]["why"]) for answer in late} == {(409, "too_late")}
    assert len(box.prompter.history) == 1


def test_the_id_of_one_phone_is_not_that_of_another(box: Box) -> None:
    first, second = box.host(), box.host("Paul")
    assert first.say("press", id="one").status_code == 200
    assert second.say("press", id="one").status_code == 200
    assert len(box.prompter.history) == 2


@pytest.mark.parametrize("moment", ["", "0", "x-1", "-", "9" * 50, "٣-٣"])
def test_a_moment_of_another_time_is_too_late(box: Box, moment: str) -> None:
    answer = box.host().say("press", moment=moment)
    assert (answer.status_code, answer.json()["error"]["why"]) == (409, "too_late")
    assert not box.prompter.history


def test_of_two_hosts_who_press_at_once_one_acts(box: Box) -> None:
    hosts = [box.host(), box.host("Paul")]
    with ThreadPoolExecutor(2) as hands:
        for _ in range(5):
            moment, before = hosts[0].moment, len(box.prompter.history)
            if box.prompter.beat and box.prompter.beat.dark:
                break
            said = [hands.submit(host.say, "press", moment=moment) for host in hosts]
            assert sorted(press.result().status_code for press in said) == [200, 409]
            assert len(box.prompter.history) == before + 1


def test_it_is_answered_when_it_is_on_the_disk(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    host, slow, real = box.host(), Event(), os.fsync

    def fsync(handle: int) -> None:
        assert slow.wait(20)
        real(handle)

    moment = host.moment
    monkeypatch.setattr("majordome.core.journal_file.os.fsync", fsync)
    with ThreadPoolExecutor(1) as hand:
        press = hand.submit(host.say, "press", moment=moment)
        until(
            lambda: box.prompter.beat is not None and box.prompter.beat.name == "walking", "the beat"
        )  # it acts at once
        assert box.visitor().get("/api/state").json()["room"]["beat"] == "walking"
        assert not press.done()
        slow.set()
        assert press.result().json() == {"safe": True}
    monkeypatch.undo()
    assert len(read(box.journal).records) == 1


def test_it_says_when_it_is_only_in_memory(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    host = box.host()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("majordome.core.journal_file.os.pwrite", full)
    assert host.say("press").json() == {"safe": False}
    assert box.prompter.history
    body = {"id": "e", "moment": host.moment, "game": "weekend", "abandon": True}
    assert host.http.post("/api/evening", json=body).json() == {"safe": False}  # its first line is not there either
    monkeypatch.undo()
    assert host.say("press").json() == {"safe": True}
    assert host.get("/api/account").status_code == 200


def test_an_account_that_cannot_be_read_is_said_so(box: Box) -> None:
    host = box.host()
    box.journal.unlink()
    for path in ("/api/account", "/api/account.txt"):
        answer = host.get(path)
        assert (answer.status_code, answer.json()["error"]["why"]) == (503, "no_account")


def test_no_thumb_ends_the_box(box: Box) -> None:
    first, second = box.host(), box.host("Paul")
    first.does("game_ended", winner="nobody")
    for _ in range(2):
        answer = first.say("press")
        assert (answer.status_code, answer.json()["error"]["why"]) == (409, "finished")
    second.does("take_back")  # and a press that was meant for the last beat comes too late, not at the end
    moment = first.moment
    second.does("game_ended", winner="guests")
    assert first.say("press", moment=moment).json()["error"]["why"] == "too_late"
    box.settled()
    assert box.lives


def test_facts_hold_at_any_moment(box: Box) -> None:
    host = box.host()
    moment = host.moment
    host.does("press")
    host.does("killed", name="Dora", moment=moment)
    host.does("revived", name="Dora", moment="of another box")
    assert host.say("killed", name="Nobody", moment=moment).json()["error"] == {
        "why": "unknown_name",
        "names": ["Nobody"],
        "where": None,
    }


def test_a_wrong_victim_is_put_right_from_the_page(box: Box) -> None:
    host = box.host()
    for said in ("press", "press"):
        host.does(said)
    host.does("tapped", victim="Dora")
    host.does("screamed")
    assert host.state()["host"]["can_name"]
    host.does("named", victim="Eve")
    assert box.prompter.table.dead == {"Eve"}


def test_no_sand_is_added_that_no_clock_could_wait_for(box: Box) -> None:
    host = box.host()
    for said in ("press", "press"):
        host.does(said)
    host.does("nobody_died")
    host.does("press")
    assert not host.state()["host"]["sand_can_change"]  # the butler gives the floor: the glass is not turned yet
    assert host.say("time_added", seconds=30).json()["error"]["why"] == "no_hourglass"
    host.does("press")
    assert host.state()["host"]["sand_can_change"]
    for seconds in (10**12, -(10**300), 3601):
        assert host.say("time_added", seconds=seconds).json()["error"]["why"] == "number_out_of_range"
    host.does("time_added", seconds=30)
    sand = host.state("screen")["room"]["sand"]
    assert (sand["total"], sand["running"]) == (90, True)
    host.does("pause")
    assert not host.state("screen")["room"]["sand"]["running"]
    assert box.lives


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {},
        {"is": 3},
        {"is": "press", "more": 1},
        {"is": "time_up"},
        {"is": "buzzers_pressed", "order": [1]},
        {"is": "killed"},
        {"is": "killed", "name": 3},
        {"is": "killed", "name": None},
        {"is": "hands_counted", "votes": [["Ana"]]},
        {"is": "hands_counted", "votes": [["Ana", 1.5]]},
        {"is": "answered", "yes": 1},
        {"is": "chair_taken", "chair": "middle"},
        {"is": "__class__"},
    ],
)
def test_what_nobody_can_say_is_not_understood(box: Box, said: object) -> None:
    host = box.host()
    answer = host.http.post("/api/say", json={"id": "a", "moment": host.moment, "said": said})
    assert (answer.status_code, answer.json()["error"]["why"]) == (400, "not_understood")
    assert not box.prompter.history


@pytest.mark.parametrize("id", ["", "x" * 65])
def test_an_id_has_a_length(box: Box, id: str) -> None:
    host = box.host()
    body = {"id": id, "moment": host.moment, "said": {"is": "press"}}
    assert host.http.post("/api/say", json=body).status_code == 400
    assert not box.prompter.history


def test_the_twins_button_is_the_boxs_button(box: Box) -> None:
    twin = box.twin()
    line = twin.live("twin")
    twin.post("/api/twin/button", down=True)
    twin.post("/api/twin/button", down=False)  # a press counts when the finger leaves the button
    line.until(lambda message: message["is"] == "state" and message["room"]["beat"] == "walking", "the press")
    assert [step.beat for step in box.prompter.history] == ["welcome"]
    twin.post("/api/twin/button", down=True)
    line.close()  # the page is gone with a finger on the button: nobody holds it any more
    box.settled()
    until(lambda: not box.evening_pages.pages or not any(r.wants == "twin" for r in box.pages.board.readers), "the end")
    until(lambda: all(ear.due() is None for ear in box.performance.ears), "the hand off the button")
    assert not box.prompter.paused


def test_somebody_sits_down_on_the_twins_chair(open_box: OpenBox) -> None:
    box = open_box(murder(chairs=True))
    twin = box.twin()
    for _ in range(2):  # sitting down twice is no news, and no trouble
        assert twin.post("/api/twin/chair", chair="left", taken=True).status_code in (200, 409)
    assert box.prompter.chairs == {"left"}
    assert twin.state("twin")["box"]["chairs"] == {"left": True, "right": False}
    assert twin.state("twin")["room"]["chairs"] == {"left": True, "right": False}
