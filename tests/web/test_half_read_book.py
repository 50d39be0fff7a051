"""Many pages look while the host takes the evening back and puts it back: nobody ever sees a moment that never was."""

from __future__ import annotations

import json
from threading import Event, Thread

import pytest

from majordome.web import connection_gate, http
from web.boxes import Box, Json, Visitor

pytestmark = pytest.mark.long

READERS, LAPS, STEPS = 6, 12, 8


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six readers of one address ask more, on a quick machine, than any six phones: here they may."""
    monkeypatch.setattr(http, "QUESTIONS", 1e9)
    monkeypatch.setattr(connection_gate, "COMES", 1e9)


def moment(state: Json) -> str:
    """What the room sees of a moment; the sand falls meanwhile."""
    room = state["room"]
    return json.dumps([room["beat"], room["heading"], room["seats"], room["finished"], room["paused"]])


def test_no_page_ever_shows_a_half_read_evening(box: Box) -> None:
    host = box.host()
    for wish in ("press", "press", "press"):  # to the murder, and the scream
        host.say(wish)
    host.does("killed", name="Dora")
    host.does("killed", name="Eve")
    host.does("revived", name="Dora")
    host.does("killed", name="Gus")
    host.does("pause")
    there_were = {moment(host.state())}
    taken = 0
    while taken < STEPS and host.say("take_back").is_success:
        taken += 1
        there_were.add(moment(host.state()))
    assert taken >= 4
    for _ in range(taken):
        host.does("put_back")
        there_were.add(moment(host.state()))
    over, seen, looks = Event(), set[str](), [0]

    def look(phone: Visitor, kind: str) -> None:
        while not over.is_set():
            seen.add(moment(phone.state(kind)))
            looks[0] += 1

    phones = [(box.visitor(), "screen") for _ in range(READERS)]
    lines = [phone.live("screen") for phone, _ in phones]
    readers = [Thread(target=look, args=reader, daemon=True) for reader in phones]
    for reader in readers:
        reader.start()
    try:
        for _ in range(LAPS):
            for wish in ["take_back"] * taken + ["put_back"] * taken:
                host.does(wish)
    finally:
        over.set()
        for reader in readers:
            reader.join(20)
    pushed = {moment(message) for line in lines for message in line.messages if message["is"] == "state"}
    assert looks[0] > LAPS
    assert (seen | pushed) <= there_were
    assert len(seen | pushed) > 1
