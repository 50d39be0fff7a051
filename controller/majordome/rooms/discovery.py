"""The box as Home Assistant finds it by itself: one device, and what can be seen and done there. Pure.

Since 2024.11 Home Assistant takes one message for the whole device; before that, one for each of its parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from majordome import __version__
from majordome.core.manifest import Manifest
from majordome.rooms.outbox import Message
from majordome.rooms.topics import Topics, as_bytes
from majordome.settings.rooms import Mqtt, secret_facts
from majordome.words.narrator import LANGS, Narrator

TRIGGERS = ("top", "hourglass_empty", "outcome")  # and what the game lets people hear or see
LONGEST_SAND = 3600  # seconds
Parts = dict[str, dict[str, Any]]


def triggers_of(game: Manifest) -> tuple[str, ...]:
    """The moments of this evening that an automation is likely to wait for."""
    told = [fact for fact, look in game.facts.items() if look.sound or look.call or look.flash]
    return (*TRIGGERS, *(fact for fact in told if fact not in secret_facts()))


def parts_of(topics: Topics, narrator: Narrator, game: Manifest, moments: Sequence[str], *, speaker: bool) -> Parts:
    """Every entity and trigger, by its own id. `moments`: those of which events may come."""
    state = {"state_topic": topics.state}
    parts: Parts = {
        "phase": {
            "platform": "sensor",
            "icon": "mdi:drama-masks",
            "value_template": "{{ value_json.phase_text }}",
            "json_attributes_topic": topics.state,
            **state,
        },
        "round": {"platform": "sensor", "icon": "mdi:counter", "value_template": "{{ value_json.round }}", **state},
        "time_left": {
            "platform": "sensor",
            "device_class": "timestamp",
            "icon": "mdi:timer-sand",
            "value_template": "{{ value_json.ends }}",
            **state,
        },
        "living": {
            "platform": "sensor",
            "icon": "mdi:account-group",
            "value_template": "{{ value_json.living }}",
            **state,
        },
        "dark": {
            "platform": "binary_sensor",
            "icon": "mdi:eye-off",
            "value_template": "{{ 'ON' if value_json.dark else 'OFF' }}",
            **state,
        },
        "pause": {
            "platform": "switch",
            "icon": "mdi:pause",
            "command_topic": topics.set("pause"),
            "payload_on": "on",
            "payload_off": "off",
            "state_on": "on",
            "state_off": "off",
            "value_template": "{{ 'on' if value_json.paused else 'off' }}",
            **state,
        },
        "press": {
            "platform": "button",
            "icon": "mdi:gesture-tap-button",
            "command_topic": topics.set("press"),
            "payload_press": "press",
        },
        "moment": {
            "platform": "event",
            "icon": "mdi:bell-ring",
            "state_topic": topics.event("+"),
            "event_types": ["press", *moments],
        },
        "time": {
            "platform": "number",
            "icon": "mdi:timer-edit",
            "command_topic": topics.set("time"),
            "min": 1,
            "max": LONGEST_SAND,
            "mode": "box",
            "unit_of_measurement": "s",
            "value_template": "{{ value_json.sand.total | round | int if value_json.sand else 'None' }}",
            **state,
        },
        "lang": {
            "platform": "select",
            "icon": "mdi:translate",
            "command_topic": topics.set("lang"),
            "options": list(LANGS),
            "value_template": "{{ value_json.lang }}",
            **state,
        },
        "lamp": {
            "platform": "light",
            "schema": "json",
            "state_topic": topics.lamp,
            "command_topic": topics.set("lamp"),
            "brightness": True,
            "supported_color_modes": ["rgb"],
        },
    }
    if speaker:
        parts["volume"] = {
            "platform": "number",
            "icon": "mdi:volume-high",
            "state_topic": topics.volume,
            "command_topic": topics.set("volume"),
            "min": 10,
            "max": 100,
            "unit_of_measurement": "%",
        }
    for name, part in parts.items():
        part |= {"name": narrator.word("home", name), "unique_id": f"{_id(topics)}_{name}"}
    for moment in triggers_of(game):
        parts[f"at_{moment}"] = {
            "platform": "device_automation",
            "automation_type": "trigger",
            "type": moment,
            "subtype": "evening",
            "topic": topics.event(moment),
        }
    return parts


def _id(topics: Topics) -> str:
    return f"{topics.root}_{topics.box}".replace("/", "_").replace("-", "_")


def discovery(
    mqtt: Mqtt, narrator: Narrator, game: Manifest, moments: Sequence[str], *, speaker: bool
) -> Iterator[Message]:
    """All that Home Assistant is told, in the form of its age."""
    topics = Topics(mqtt.root, mqtt.box)
    parts = parts_of(topics, narrator, game, moments, speaker=speaker)
    device = {
        "identifiers": [_id(topics)],
        "name": f"Majordome {mqtt.box}" if mqtt.box != Mqtt().box else "Majordome",
        "manufacturer": "Majordome",
        "model": narrator.word("home", "model"),
        "sw_version": __version__,
    }
    origin = {"name": "majordome", "sw_version": __version__}
    if mqtt.discovery == "device":
        whole = {"device": device, "origin": origin, "components": parts, "availability_topic": topics.status}
        yield Message(topic_of(mqtt, "device", ""), as_bytes(whole), retain=True)
        return
    for name, part in parts.items():
        told = {key: value for key, value in part.items() if key != "platform"} | {"device": device, "origin": origin}
        if part.get("device_class") == "timestamp":
            del told["device_class"]  # one of that age complains of a time that is none
            told["value_template"] = "{{ value_json.ends or '' }}"
        if part["platform"] == "light":
            told["color_mode"] = True  # of that age
        if part["platform"] != "device_automation":
            told["availability_topic"] = topics.status
        else:
            del told["origin"]  # a trigger of that age knows of no origin
        yield Message(topic_of(mqtt, part["platform"], name), as_bytes(told), retain=True)


def topic_of(mqtt: Mqtt, platform: str, name: str) -> str:
    """Where Home Assistant looks for it."""
    own = _id(Topics(mqtt.root, mqtt.box))
    return "/".join(part for part in (mqtt.home_assistant, platform, own, name, "config") if part)
