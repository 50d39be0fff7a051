"""A broker that dies in every beat of an evening, and a flood: the evening is the same as without any broker."""

from __future__ import annotations

from collections.abc import Callable

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from majordome.core.cues import Cue, Notice
from majordome.core.events import GameEnded
from majordome.games.murder.testing import MurderParty, an_evening, guest_list
from majordome.rooms import connection
from majordome.rooms.topics import THINGS
from majordome.settings.rooms import Mqtt, Rooms, Sense
from rooms.broker import Broker, Spy, until
from rooms.house import House, told


def evening(party: MurderParty, between: Callable[[], None]) -> list[Cue]:
    """Two rounds; `between` is called in every beat."""

    def at(*beats: str) -> None:
        while party.beat not in beats:
            between()
            beat = party.prompter.beat
            assert beat is not None
            if beat.within is not None:
                party.wait(party.prompter.time_left(party.clock.now()) or 0)
            else:
                party.press()
        between()

    for victim, jailed in (("Kim", ("Lia", "Jo")), ("Ida", ("Hal", "Gus"))):
        at("murder", "turning")
        party.murder(victim)
        between()
        at("counting")
        party.vote(dict.fromkeys(jailed, 3))
        at("jailing")
        party.press()
    between()
    party.say(GameEnded("guests"))
    between()
    return [cue for _, cue in party.seen if not isinstance(cue, Notice)]


def test_a_broker_that_dies_and_comes_back_in_every_beat_changes_nothing(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.02)
    alone = MurderParty(an_evening("weekend", guest_list(12)))
    expected = evening(alone, lambda: None)
    house = House(an_evening("weekend", guest_list(12)), Mqtt(broker="127.0.0.1", port=broker.port)).connected()
    beats = []

    def storm() -> None:
        beats.append(house.beat)
        broker.kill()
        until(lambda: not house.leader_link.line.connected.is_set(), "the box does not notice")
        broker.start()
        house.connected()
        until(house.leader_link.outbox.is_empty, "nothing is told to the new broker")

    assert evening(house, storm) == expected
    assert [clock for clock, _ in house.seen if isinstance(_, type(expected[-1]))]
    assert {"walking", "murder", "discussion", "counting", "jailing", "turning"} <= set(beats)
    spy = Spy(broker.port)
    state = told(until(lambda: spy.last("majordome/box/state")))
    assert (state["finished"], state["winner"]) == (True, "guests")
    house.take_all()
    assert {notice.what for notice in house.notices} <= {"broker_missing", "broker_back"}
    spy.close()
    house.close()


@pytest.mark.long
def test_a_hundred_thousand_hostile_messages_move_nothing(broker: Broker, spy: Spy) -> None:
    chair = Sense("left_chair", "majordome/dungeon/left_chair", availability="majordome/dungeon/status", own=True)
    button = Sense("button", "majordome/dungeon/button", availability="majordome/dungeon/status", own=True)
    where = Mqtt(broker="127.0.0.1", port=broker.port)
    house = House(an_evening("weekend", guest_list(12), chairs=True), where, Rooms(senses=(chair, button))).connected()
    things = [f"majordome/box/{thing}/set" for thing in THINGS]
    topics = [*things, chair.topic, button.topic, "majordome/dungeon/status", "majordome/leader"]
    topics += ["majordome/box/status", "homeassistant/status", "majordome/box/echo"]
    topics += [f"majordome/box/{told}" for told in ("state", "cue", "lasting", "lamp", "volume", "event/scream")]
    forged = b'{"since":0,"machine":"x","box":"ghost"}'
    payloads = [b"", b"x" * 6000, b"{" * 900, b'{"state":"ON","color":9}', b"\xff\x00", b"1e308", b"nan", forged]
    flood = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    flood.max_queued_messages_set(0)
    flood.connect("127.0.0.1", broker.port)
    flood.loop_start()
    for number in range(100_000):
        flood.publish(topics[number % len(topics)], payloads[number % len(payloads)])
        if number % 500 == 0:
            assert house.inputs.qsize() < 400, "the evening drowns"
            house.take_all()
    flood.disconnect()
    flood.loop_stop()
    assert house.beat == "welcome"
    house.press()
    spy.heard.clear()
    # A flood is heard so much a second, and all of it first.
    until(lambda: house.leader_link.leadership.leading, "it does not lead any more", patience=120)
    until(lambda: spy.all("majordome/box/state"), "it does not speak any more", patience=120)
    assert house.beat == "walking"
    assert not house.prompter.snapshot.chairs
    house.close()
