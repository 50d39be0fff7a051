"""What Home Assistant is told, held to its own rules as they stand here; `make test-home` asks real ones."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from majordome.core.library import manifest
from majordome.rooms.discovery import discovery, triggers_of
from majordome.rooms.outbox import Message
from majordome.settings.rooms import Mqtt, known_moments
from majordome.words.narrator import LANGS, Lang, Narrator

MQTT = Mqtt(broker="x", box="hall")
# What each kind of part must have, and may have, by Home Assistant's own schemas (2024.3 to 2026.2).
ANY = {"name", "unique_id", "icon", "availability_topic", "device", "origin", "json_attributes_topic", "device_class"}
NEEDS = {
    "sensor": ({"state_topic"}, {"value_template"}),
    "binary_sensor": ({"state_topic"}, {"value_template"}),
    "switch": (
        {"command_topic"},
        {"state_topic", "payload_on", "payload_off", "state_on", "state_off", "value_template"},
    ),
    "button": ({"command_topic"}, {"payload_press"}),
    "event": ({"state_topic", "event_types"}, set[str]()),
    "number": ({"command_topic"}, {"state_topic", "min", "max", "mode", "unit_of_measurement", "value_template"}),
    "select": ({"command_topic", "options"}, {"state_topic", "value_template"}),
    "light": ({"command_topic", "schema"}, {"state_topic", "brightness", "supported_color_modes", "color_mode"}),
    "device_automation": ({"automation_type", "type", "subtype", "topic"}, {"device"}),
}


def told(form: str, lang: Lang = "en", game: str = "weekend", *, speaker: bool = True) -> dict[str, dict[str, Any]]:
    messages = discovery(
        replace(MQTT, discovery=form), Narrator(lang), manifest(game), known_moments(), speaker=speaker
    )
    return {message.topic: _read(message) for message in messages}


def _read(message: Message) -> dict[str, Any]:
    assert message.retain
    plain: dict[str, Any] = json.loads(message.payload)
    return plain


def check(platform: str, part: dict[str, Any]) -> None:
    needed, may = NEEDS[platform]
    assert needed <= part.keys(), platform
    assert part.keys() - needed - may <= (ANY if platform != "device_automation" else {"device"}), platform
    for key, value in part.items():
        if key.endswith("_topic") or key == "topic":
            assert value.startswith("majordome/hall/")
            assert "+" not in value or platform == "event"


def test_the_device_is_one_message_with_every_part_in_it() -> None:
    ((topic, whole),) = told("device").items()
    assert topic == "homeassistant/device/majordome_hall/config"
    assert whole["device"]["identifiers"] == ["majordome_hall"]
    assert whole["origin"]["name"] == "majordome"
    assert whole["availability_topic"] == "majordome/hall/status"
    for part in whole["components"].values():
        check(part["platform"], {key: value for key, value in part.items() if key != "platform"})
    entities = [part for part in whole["components"].values() if part["platform"] != "device_automation"]
    assert len({part["unique_id"] for part in entities}) == len(entities) == 12


def test_an_older_one_is_told_the_same_part_by_part() -> None:
    parts = told("single")
    ((_, whole),) = told("device").items()
    assert len(parts) == len(whole["components"])
    for topic, part in parts.items():
        _, platform, node, name, config = topic.split("/")
        assert (node, config) == ("majordome_hall", "config")
        check(platform, part)
        assert part["device"] == whole["device"]
        assert whole["components"][name]["platform"] == platform


def test_without_a_speaker_there_is_no_volume() -> None:
    ((_, whole),) = told("device", speaker=False).items()
    assert "volume" not in whole["components"]


@pytest.mark.parametrize("lang", LANGS)
def test_its_parts_have_names_in_the_butlers_language(lang: Lang) -> None:
    ((_, whole),) = told("device", lang).items()
    assert whole["components"]["pause"]["name"] == "Pause"
    assert whole["components"]["living"]["name"] == {"fr": "Vivants", "en": "Living"}[lang]


def test_the_triggers_are_those_of_the_game_and_never_a_secret() -> None:
    assert triggers_of(manifest("weekend")) == (
        *("top", "hourglass_empty", "outcome"),
        *("scream", "alarm", "jail", "release"),
    )
    assert "flip" in triggers_of(manifest("snakes"))
    ((_, whole),) = told("device").items()
    types = whole["components"]["moment"]["event_types"]
    assert {"press", "top", "death"} <= set(types)
    assert not {"swap", "spared", "charmed", "killed_by", "countdown"} & set(types)
