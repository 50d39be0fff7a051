"""Chairs, buttons and buzzers in other rooms: what counts, what is too late, and what a broken cable means."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majordome.core.clock import VirtualClock
from majordome.core.cues import Top
from majordome.core.evening import Evening, Guest
from majordome.core.events import Slammed
from majordome.core.library import manifest
from majordome.core.race import RaceLock
from majordome.games.murder.facts import Alarm
from majordome.games.murder.testing import an_evening, guest_list
from majordome.settings.rooms import Rooms, Sense
from rooms.broker import Broker, Spy, until
from rooms.house import NOWHERE, House

DUNGEON = "majordome/dungeon/status"
LEFT = Sense("left_chair", "majordome/dungeon/left_chair", availability=DUNGEON, own=True)
RIGHT = Sense("right_chair", "zigbee/right", "occupancy", "true", "false", "zigbee/right/there")
BUTTON = Sense("button", "majordome/dungeon/button", availability=DUNGEON, own=True)
PLAIN = Sense("button", "zigbee/button", field="action", on="single", off="none")


class Remote(House):
    """A house whose ears are told without a broker: what the line would hand over."""

    def __init__(self, *senses: Sense, evening: Evening | None = None, **leader_link: Any) -> None:
        super().__init__(
            evening or an_evening("weekend", guest_list(12), chairs=True), NOWHERE, Rooms(senses=senses), **leader_link
        )
        self.leader_link.leadership.leading = True

    def hear(self, topic: str, payload: str | bytes | dict[str, Any], *, retained: bool = False) -> None:
        if isinstance(payload, dict):
            payload = json.dumps(payload)
        told = payload.encode() if isinstance(payload, str) else payload
        self.leader_link.ears.hear(topic, told, retained=retained, step=self.leader_link.announcer.step)
        self.take_all()

    def pass_time(self, seconds: float) -> None:
        """Time passes, and whatever hears over time hears."""
        steps = 20
        for _ in range(steps):
            self.clock.advance(seconds / steps)
            self.performance.tick()
            self.take_all()

    @property
    def sitting(self) -> frozenset[str]:
        return frozenset(self.prompter.snapshot.chairs)


@pytest.fixture
def dungeon() -> Iterator[Remote]:
    house = Remote(LEFT, RIGHT, BUTTON, PLAIN)
    yield house
    house.close()


def edge(down: bool, t: float, step: int) -> dict[str, Any]:
    return {"down": down, "t": t, "step": step}


def test_somebody_who_sat_down_before_the_evening_began_sits(dungeon: Remote) -> None:
    dungeon.hear(LEFT.topic, "on", retained=True)
    dungeon.hear(RIGHT.topic, {"occupancy": True}, retained=True)
    dungeon.pass_time(0.5)
    assert dungeon.sitting == {"left", "right"}
    dungeon.hear(RIGHT.topic, {"occupancy": False, "battery": 80})
    dungeon.pass_time(1.5)
    assert dungeon.sitting == {"left"}


def test_offline_is_a_broken_cable_and_never_somebody_who_stood_up(dungeon: Remote) -> None:
    dungeon.murder("Kim")
    dungeon.vote({"Lia": 5, "Jo": 4})
    dungeon.go_to("jailing")
    for topic, payload in ((LEFT.topic, "on"), (RIGHT.topic, '{"occupancy": true}')):
        dungeon.hear(topic, payload)
    dungeon.pass_time(1)
    assert dungeon.sitting == {"left", "right"}
    alarms = len(dungeon.all(Alarm))
    dungeon.hear(DUNGEON, "offline")
    dungeon.hear("zigbee/right/there", '{"state": "offline"}')
    dungeon.hear(LEFT.topic, "off")  # whatever is said of a chair that is not there
    dungeon.pass_time(60)
    assert dungeon.sitting == {"left", "right"}
    assert len(dungeon.all(Alarm)) == alarms
    assert [notice.what for notice in dungeon.notices] == ["cable_broken", "cable_broken"]
    dungeon.hear(DUNGEON, "online")
    dungeon.hear(LEFT.topic, "on")
    dungeon.pass_time(5)
    assert dungeon.sitting == {"left", "right"}


def test_no_broker_is_every_cable_broken_and_nobody_stands_up(dungeon: Remote) -> None:
    dungeon.hear(LEFT.topic, "on")
    dungeon.pass_time(1)
    dungeon.leader_link.ears.all_gone()
    dungeon.take_all()
    dungeon.pass_time(30)
    assert dungeon.sitting == {"left"}


def test_a_press_in_another_room_is_a_press(dungeon: Remote) -> None:
    step = dungeon.leader_link.announcer.step
    dungeon.hear(BUTTON.topic, edge(True, 10.0, step))
    dungeon.hear(BUTTON.topic, edge(False, 10.1, step))
    dungeon.pass_time(1)
    assert dungeon.beat == "walking"


def test_a_press_that_is_told_twice_or_out_of_order_is_one_press(dungeon: Remote) -> None:
    step = dungeon.leader_link.announcer.step
    down, up = edge(True, 10.0, step), edge(False, 10.1, step)
    for told in (down, down, up, up, down, up):
        dungeon.hear(BUTTON.topic, told)
    dungeon.pass_time(2)
    assert dungeon.beat == "walking"
    assert dungeon.all(Top) == []


def test_a_retained_press_is_of_another_evening(dungeon: Remote) -> None:
    step = dungeon.leader_link.announcer.step
    dungeon.hear(BUTTON.topic, edge(True, 10.0, step), retained=True)
    dungeon.hear(BUTTON.topic, edge(False, 10.1, step), retained=True)
    dungeon.hear(PLAIN.topic, {"action": "single"}, retained=True)
    dungeon.pass_time(2)
    assert dungeon.beat == "welcome"


def test_a_press_for_what_the_room_has_left_behind_is_too_late(dungeon: Remote) -> None:
    step = dungeon.leader_link.announcer.step
    dungeon.press()
    dungeon.hear(BUTTON.topic, edge(True, 10.0, step))
    dungeon.hear(BUTTON.topic, edge(False, 10.1, step))
    dungeon.pass_time(2)
    assert dungeon.beat == "walking"
    assert dungeon.all(Top) == []


def test_a_hold_is_as_long_as_the_finger_stayed_there_whatever_the_network_did(dungeon: Remote) -> None:
    """Both edges arrive at once, a second late: it was held for six seconds all the same, and takes a step back."""
    dungeon.press()
    step = dungeon.leader_link.announcer.step
    dungeon.hear(BUTTON.topic, edge(True, 10.0, step))
    dungeon.hear(BUTTON.topic, edge(False, 16.0, step))
    assert dungeon.beat == "welcome"


def test_a_satellite_that_dies_with_a_finger_on_its_button_has_pressed_nothing(dungeon: Remote) -> None:
    step = dungeon.leader_link.announcer.step
    dungeon.hear(BUTTON.topic, edge(True, 10.0, step))
    dungeon.hear(DUNGEON, "offline")
    dungeon.pass_time(30)
    assert dungeon.beat == "welcome"
    assert not dungeon.performance.left
    dungeon.hear(DUNGEON, "online")
    dungeon.hear(BUTTON.topic, edge(True, 0.5, step))  # its clock begins anew
    dungeon.hear(BUTTON.topic, edge(False, 0.6, step))
    dungeon.pass_time(1)
    assert dungeon.beat == "walking"


def test_a_button_of_any_brand_presses_once_however_often_it_says_so(dungeon: Remote) -> None:
    for _ in range(3):
        dungeon.hear(PLAIN.topic, {"action": "single", "battery": 90})
    dungeon.hear(PLAIN.topic, {"action": "double"})
    dungeon.pass_time(2)
    assert dungeon.beat == "walking"
    assert dungeon.all(Top) == []


def test_a_guests_buzzer_in_another_room_slams() -> None:
    guests = tuple(Guest(name) for name in ("Ana", "Bob", "Cid"))
    evening = Evening("exchange", guests, manifest("exchange").usual())
    senses = [Sense("guest_buzzer", f"buzz/{seat}", on="1", off="0", seat=seat) for seat in range(3)]
    lock: list[_Late] = []
    house = Remote(*senses, evening=evening, race=_race(lock))
    house.clock.advance(1)
    lock[0].bind(house)
    while "race" not in {ask.kind for ask in (house.prompter.beat.asks if house.prompter.beat else ())}:
        house.press()
    house.clock.advance(1)
    house.hear("buzz/1", "1")
    house.hear("buzz/2", "1")
    house.pass_time(1)
    last = [record.event for record in house.writer.records if hasattr(record, "event")]
    assert Slammed("Bob") in last
    house.close()


class _Late(RaceLock):
    """The lock of an evening that is not there yet."""

    def __init__(self) -> None:
        self.house: Any = None
        super().__init__(
            VirtualClock(), lambda heard: self.house.inputs.put(heard), lambda: self.house.prompter.snapshot
        )

    def bind(self, house: House) -> None:
        self.house, self._clock = house, house.clock
        self.attach(house.performance)


def _race(lock: list[_Late]) -> RaceLock:
    lock.append(_Late())
    return lock[0]


HOSTILE = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [b"on", b"off", b"true", b"{}", b"[]", b"null", b'{"down":true}', b'{"action":"single"}', b"\xff\xfe", b"1e999"]
    ),
    st.builds(
        lambda down, t, step: json.dumps({"down": down, "t": t, "step": step}).encode(),
        st.sampled_from([True, False, None, 1]),
        st.one_of(st.floats(), st.integers(), st.text(max_size=3)),
        st.one_of(st.integers(-2, 40), st.none(), st.text(max_size=3)),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), HOSTILE, st.booleans()), max_size=40))
def test_whatever_is_sent_the_evening_goes_on(told: list[tuple[int, bytes, bool]]) -> None:
    house = Remote(LEFT, RIGHT, BUTTON, PLAIN)
    topics = [LEFT.topic, RIGHT.topic, BUTTON.topic, PLAIN.topic, DUNGEON, "zigbee/right/there"]
    things = ["press", "time", "lamp", "volume", "lang", "pause"]
    for number, payload, retained in told:
        if number < len(topics):
            house.hear(topics[number], payload, retained=retained)
        for thing in things:
            house.leader_link.orders.take(thing, payload, retained=retained)
        house.take_all()
        house.pass_time(0.2)
    assert not house.performance.left
    assert house.prompter.snapshot is not None
    house.close()


def test_a_chair_by_a_real_broker(broker: Broker, spy: Spy) -> None:
    where = replace(NOWHERE, port=broker.port)
    house = House(an_evening("weekend", guest_list(12), chairs=True), where, Rooms(senses=(LEFT,))).connected()
    spy.say(LEFT.topic, "on", retain=True)
    house.take()
    house.clock.advance(0.3)
    house.performance.tick()
    assert house.prompter.snapshot.chairs == {"left"}
    broker.kill()
    until(lambda: not house.leader_link.line.connected.is_set())
    house.take()
    house.clock.advance(30)
    house.performance.tick()
    assert house.prompter.snapshot.chairs == {"left"}
    house.close()
