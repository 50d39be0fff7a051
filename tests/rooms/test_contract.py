"""docs/mqtt.asyncapi.json is what goes over the wire: every message is held to it, and the file to the code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from majordome.cli.commands import main
from majordome.games.murder.testing import an_evening, guest_list
from majordome.rooms.asyncapi import Channel, channels, document
from majordome.rooms.outbox import Message
from majordome.rooms.satellite_link import SatelliteLink
from majordome.rooms.topics import THINGS
from majordome.settings.rooms import Mqtt, known_moments
from rooms.house import NOWHERE, House, sent

FILE = Path(__file__).parents[2] / "docs" / "mqtt.asyncapi.json"
MOMENTS = known_moments()


def pattern(channel: Channel) -> re.Pattern[str]:
    """Of the topics that are this channel's."""
    parts = {"root": "majordome", "box": "[a-z0-9_-]+"}
    for name, parameter in channel.parameters.items():
        parts[name] = "|".join(map(re.escape, parameter["enum"]))
    return re.compile(re.sub(r"\{(\w+)\}", lambda found: f"(?:{parts[found[1]]})", channel.address))


def held(message: Message) -> str:
    """The channel of a message, which must be as its channel says."""
    (channel,) = [each for each in channels(MOMENTS) if pattern(each).fullmatch(message.topic)]
    told: Any = message.payload.decode() if channel.content == "text/plain" else json.loads(message.payload)
    jsonschema_rs.validator_for(channel.payload, validate_formats=True).validate(told)
    assert message.retain is channel.retain, channel.name
    if "properties" in channel.payload and channel.name != "event":  # a moment brings fields of its own
        assert told.keys() <= channel.payload["properties"].keys(), channel.name
    return channel.name


@pytest.fixture
def house() -> Iterator[House]:
    guests = guest_list(14, known=True, Ana="murderer", Bob="murderer")
    house = House(an_evening("weekend", guests, chairs=True), NOWHERE, volume=lambda: 80)
    yield house
    house.close()


def test_every_message_of_an_evening_is_as_the_contract_says(house: House) -> None:
    house.murder("Kim")
    house.jail("Lia", "Max")
    house.go_to("discussion")
    house.hold()
    house.press()
    seen = {held(message) for message in sent(house)}
    assert seen == {"state", "event", "lamp", "volume", "cue", "lasting"}


def test_what_a_satellite_tells_is_as_the_contract_says() -> None:
    cellar = SatelliteLink(Mqtt(broker="x", box="cellar"), "c" * 16, do=lambda _: None, tell=lambda _: None)
    told = list[Message]()
    cellar.outbox.lay = told.append  # type: ignore[assignment,method-assign]  # instead of a broker
    cellar.level("left_chair", True)
    cellar.edge("button", True)
    cellar.edge("guest_buzzer_3", False)
    cellar.close()
    assert [held(message) for message in told] == ["chair", "button", "guest_buzzer", "status"]


def test_every_thing_that_may_be_set_is_in_the_contract() -> None:
    assert {f"set_{thing}" for thing in THINGS} == {
        each.name for each in channels(MOMENTS) if each.name.startswith("set_")
    }


def test_the_state_has_exactly_the_fields_of_the_contract(house: House) -> None:
    (state,) = [message for message in sent(house) if message.topic.endswith("/state")]
    assert (
        list(json.loads(state.payload))
        == document(MOMENTS)["channels"]["state"]["messages"]["state"]["payload"]["required"]
    )


def test_the_file_in_docs_is_what_the_box_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rooms", "contract"]) == 0
    anew = "make it anew: .venv/bin/majordome rooms contract >docs/mqtt.asyncapi.json"
    assert FILE.read_text("utf-8") == capsys.readouterr().out, anew


def test_every_topic_of_the_table_in_docs_is_a_channel() -> None:
    page = (FILE.parent / "mqtt.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \| (?:yes|no|no, yes|-) \|", page, re.MULTILINE)
    named = {topic for row in rows for topic in re.findall(r"`([a-z_/<>]+)`", row)}
    known = {
        each.address.removeprefix("{root}/{box}/").replace("{", "<").replace("}", ">") for each in channels(MOMENTS)
    }
    known |= {"left_chair", "right_chair"}
    assert len(named) > 14
    assert named <= known, named - known
