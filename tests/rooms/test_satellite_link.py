"""A satellite: what it plays of what it is told, and what it does with the same thing twice, late, or forged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import paho.mqtt.client as paho
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paho.mqtt.enums import CallbackAPIVersion

from majordome.core.cues import Cue, Hourglass, Light, Say, Top
from majordome.games.murder.testing import an_evening, guest_list
from majordome.rooms.connection import Arrived
from majordome.rooms.outbox import Message
from majordome.rooms.satellite_link import LeadersOrders, SatelliteLink
from majordome.settings.rooms import Mqtt
from rooms.broker import Broker, Spy, until
from rooms.house import NOWHERE, House, sent

LEADS = Message("majordome/leader", b'{"box":"box","machine":"m","since":1}', retain=True)


class Room:
    """A satellite in the cellar, told by hand what the line would hand over."""

    def __init__(self, where: Mqtt = NOWHERE) -> None:
        self.orders: list[LeadersOrders] = []
        self.satellite_link = SatelliteLink(
            Mqtt(broker="127.0.0.1", port=where.port, box="cellar"),
            "c" * 16,
            do=self.orders.append,
            tell=lambda _: None,
        )

    def hear(self, *messages: Message, retained: bool = False) -> None:
        for message in messages:
            self.satellite_link._heard(Arrived(message.topic, message.payload, retained=retained))

    @property
    def played(self) -> list[Cue]:
        return [cue for orders in self.orders for cue in orders.cues]

    def names(self) -> list[str]:
        return [type(cue).__name__ for cue in self.played]


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.satellite_link.close()


@pytest.fixture
def house() -> Iterator[House]:
    house = House(an_evening("weekend", guest_list(12)), NOWHERE)
    yield house
    house.close()


def a_night(house: House) -> list[Message]:
    """Until the sand runs."""
    house.murder("Kim")
    house.go_to("discussion")
    return sent(house)


def test_a_satellite_plays_a_night_as_it_is_told(house: House, room: Room) -> None:
    room.hear(LEADS, *a_night(house))
    assert [cue for cue in room.played if isinstance(cue, Top)] == house.all(Top)
    assert "Scream" in room.names()
    assert isinstance(room.played[-1], Hourglass | Light | Say)
    assert room.satellite_link.step == house.leader_link.announcer.step


def test_what_is_told_twice_is_played_once(house: House, room: Room) -> None:
    messages = a_night(house)
    room.hear(LEADS, *messages)
    once = list(room.played)
    room.hear(LEADS, *messages[-6:])
    room.orders.clear()
    room.hear(Message("majordome/leader", b'{"box":"tower","machine":"m","since":1}'), LEADS)  # as if it had just come
    room.hear(*(message for message in messages for _ in range(2)))
    assert room.played == once
    assert room.names().count("Scream") == 1


def test_what_comes_behind_what_followed_it_is_over(house: House, room: Room) -> None:
    cues = [message for message in a_night(house) if message.topic.endswith(("/cue", "/lasting"))]
    room.hear(LEADS, *cues)
    before = list(room.played)
    room.hear(*reversed(cues))
    assert room.played == before  # no second scream, and no lamp of an hour ago


def test_a_leader_that_begins_anew_is_heard_from_its_first_word_on(room: Room) -> None:
    for since in (1_700_000_000.0, 1_700_000_100.0, 1_600_000_000.0):  # its clock may have been set back
        house = House(an_evening("weekend", guest_list(12)), NOWHERE, wall=lambda since=since: since)  # type: ignore[misc]
        house.murder("Kim")
        room.orders.clear()
        room.hear(LEADS, *sent(house))
        assert room.names().count("Scream") == 1
        house.close()


def test_a_satellite_that_comes_late_is_told_how_the_room_looks_and_screams_no_more(house: House, room: Room) -> None:
    kept = {message.topic: message for message in a_night(house)}
    room.hear(LEADS, *kept.values(), retained=True)
    assert room.names().count("Scream") == 0
    assert {"Light", "Hourglass"} <= set(room.names())


def test_another_box_than_the_leader_is_not_obeyed(house: House, room: Room) -> None:
    room.hear(Message("majordome/leader", b'{"box":"tower","machine":"m","since":1}'), *a_night(house))
    assert room.orders == []


STEPS = st.one_of(st.integers(-2, 2**70), st.none(), st.text(max_size=3), st.booleans(), st.floats())
CUES = st.one_of(
    st.none(),
    st.integers(),
    st.lists(
        st.one_of(
            st.sampled_from(
                ["light", {"is": "light"}, {"is": "light", "mood": 9}, {"is": "say", "line": "../../x"}, None]
            ),
            st.fixed_dictionaries({"is": st.sampled_from(["top", "fact", "countdown", "say", "hourglass", "x"])}),
            st.builds(lambda name, n: {"is": "fact", "fact": name, "seconds": n}, st.text(max_size=50), STEPS),
        ),
        max_size=4,
    ),
)
HOSTILE = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda *parts: json.dumps(
            dict(zip(("step", "since", "number", "cues", "dark", "lang"), parts, strict=True))
        ).encode(),
        *(STEPS, STEPS, STEPS, CUES, STEPS, STEPS),
    ),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["leader", "box/cue", "box/lasting", "box/state"]), HOSTILE), max_size=30))
def test_whatever_a_satellite_is_told_it_stays_and_hears_its_leader(told: list[tuple[str, bytes]]) -> None:
    room = Room()
    for where, payload in told:
        room.hear(Message(f"majordome/{where}", payload))
    room.orders.clear()
    room.hear(LEADS)
    since: dict[str, Any] = {"since": 0.25, "number": 1, "step": 1, "game": "weekend", "dark": False}
    room.hear(Message("majordome/box/cue", json.dumps({**since, "cues": [{"is": "light", "mood": "day"}]}).encode()))
    assert room.played == [Light("day")]
    room.satellite_link.close()


@pytest.mark.long
def test_a_hundred_thousand_hostile_messages_leave_a_satellite_in_service(broker: Broker, spy: Spy) -> None:
    room = Room(Mqtt(port=broker.port))
    room.satellite_link.start({"left_chair": False})
    until(lambda: spy.last("majordome/cellar/status") == b"online", "it is not there")
    topics = [
        "leader",
        "box/cue",
        "box/lasting",
        "box/state",
        "cellar/cue",
        "cellar/status",
        "cellar/left_chair",
        "x/cue",
    ]
    payloads = [b"", b"x" * 6000, b"{" * 900, b'{"step":1e999}', b"\xff\x00", b'{"step":1,"cues":[9]}', b"null"]
    flood = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    flood.max_queued_messages_set(0)
    flood.connect("127.0.0.1", broker.port)
    flood.loop_start()
    for number in range(100_000):
        flood.publish(f"majordome/{topics[number % len(topics)]}", payloads[number % len(payloads)])
    flood.disconnect()
    flood.loop_stop()
    spy.heard.clear()
    room.satellite_link.level("left_chair", True)
    until(lambda: spy.last("majordome/cellar/left_chair") == b"on", "it does not speak any more")
    room.orders.clear()
    light = {"since": 2, "number": 1, "step": 1, "cues": [{"is": "light", "mood": "day"}]}

    def hears() -> bool:
        spy.say("majordome/leader", LEADS.payload, retain=True)
        light["number"] = int(str(light["number"])) + 1
        spy.say("majordome/box/cue", json.dumps(light))
        return Light("day") in room.played

    until(hears, "it does not hear any more", patience=120)  # a flood is heard so much a second, and then this
    room.satellite_link.close()
