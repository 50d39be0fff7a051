"""The contract of docs/mqtt.md as an AsyncAPI document: every channel, who speaks there, and what. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from majordome import __version__
from majordome.core.events import Gesture
from majordome.core.plain_values import snake
from majordome.rooms.orders import LONGEST_SAND, LOUDEST, SOFTEST
from majordome.rooms.room_state import FOR_SATELLITES
from majordome.rooms.topics import OFFLINE, ONLINE, Topics
from majordome.settings.rooms import MOST_SEATS
from majordome.words.narrator import LANGS

Schema = dict[str, Any]
TOPICS = Topics("{root}", "{box}")
TEXT, JSON = "text/plain", "application/json"
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
WORD: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}


def _or_none(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def _table(needed: Schema, **more: Schema) -> Schema:
    return {"type": "object", "required": list(needed), "properties": {**needed, **more}}


def _list(each: Schema) -> Schema:
    return {"type": "array", "items": each}


COLOUR = _table({part: {"type": "integer", "minimum": 0, "maximum": 255} for part in "rgb"})
BRIGHT: Schema = {"type": "integer", "minimum": 0, "maximum": 255}
CUES = _list(_table({"is": {"enum": ["fact", *(snake(kind.__name__) for kind in FOR_SATELLITES)]}}))
STATE = _table(
    {
        "game": WORD,
        "lang": {"enum": list(LANGS)},
        "phase": WORD,
        "phase_text": WORD,
        "dark": FLAG,
        "paused": FLAG,
        "finished": FLAG,
        "mood": WORD,
        "round": _or_none(WHOLE),
        "heading": {"type": ["object", "null"]},
        "living": _or_none(WHOLE),
        "seats": _list(_table({"name": WORD, "marks": _list(WORD)})),
        "scores": _list(_table({"name": WORD, "points": NUMBER})),
        "chairs": {"type": "object", "additionalProperties": FLAG, "propertyNames": {"enum": ["left", "right"]}},
        "sand": _or_none(_table({"total": NUMBER, "running": FLAG})),
        "ends": _or_none({"type": "string", "format": "date-time"}),
        "winner": _or_none(WORD),
        "winners": _list(WORD),
        "step": WHOLE,
    }
)
EDGE = _table({"down": FLAG, "t": NUMBER, "step": WHOLE})


class Channel(Struct, frozen=True):
    """One topic, or several of one kind."""

    name: str
    address: str
    what: str
    payload: Schema
    content: str = JSON
    retain: bool = False
    ours: bool = True  # the box speaks there; else it listens
    parameters: Schema = {}


def channels(moments: Sequence[str]) -> tuple[Channel, ...]:
    """All of them; `moments`: those of every game that is here."""
    status, seats = {"enum": [ONLINE.decode(), OFFLINE.decode()]}, [str(seat + 1) for seat in range(MOST_SEATS)]
    switch, hands = {"enum": ["on", "off"]}, [gesture.value for gesture in Gesture]
    claim = _table({"box": WORD, "machine": WORD, "since": NUMBER})
    lamp = _table({"state": {"enum": ["ON", "OFF"]}}, color_mode=WORD, brightness=BRIGHT, color=COLOUR)
    event = _table({"event_type": {"enum": ["press", *moments]}, "step": WHOLE})
    seen = {"since": NUMBER, "step": WHOLE, "game": WORD, "dark": FLAG, "cues": CUES}
    which = {"moment": {"enum": ["press", *moments]}}
    return (
        Channel("leader", TOPICS.leader, "which box leads the evening", claim, retain=True),
        Channel("status", TOPICS.status, "of a box or a satellite; offline: its last will", status, TEXT, retain=True),
        Channel("state", TOPICS.state, "what the room may know", STATE, retain=True),
        Channel("event", TOPICS.event("{moment}"), "a moment, as it happens", event, parameters=which),
        Channel("lamp", TOPICS.lamp, "the light of the room", lamp, retain=True),
        Channel("volume", TOPICS.volume, "per cent", {"type": "integer", "maximum": LOUDEST}, retain=True),
        Channel("cue", TOPICS.cue, "what satellites play, now", _table({**seen, "number": WHOLE})),
        Channel("lasting", TOPICS.lasting, "how the room looks", _table({**seen, "lang": WORD}), retain=True),
        Channel("echo", f"{TOPICS.own}/echo", "the box's own word to itself, behind all that is retained", WORD, TEXT),
        Channel("chair", f"{TOPICS.own}/{{side}}_chair", "of a satellite: on, somebody sits", switch, TEXT,
                retain=True, ours=False, parameters={"side": {"enum": ["left", "right"]}}),
        Channel("button", f"{TOPICS.own}/button", "of a satellite: an edge", EDGE, ours=False),
        Channel("guest_buzzer", f"{TOPICS.own}/guest_buzzer_{{seat}}", "of a satellite: an edge", EDGE, ours=False,
                parameters={"seat": {"enum": seats}}),
        Channel("set_press", TOPICS.set("press"), "a hand on the button", {"enum": hands}, TEXT, ours=False),
        Channel("set_pause", TOPICS.set("pause"), "a pause, and on", switch, TEXT, ours=False),
        Channel("set_volume", TOPICS.set("volume"), "per cent", {**NUMBER, "minimum": SOFTEST, "maximum": LOUDEST},
                ours=False),
        Channel("set_lang", TOPICS.set("lang"), "what the butler speaks", {"enum": list(LANGS)}, TEXT, ours=False),
        Channel("set_time", TOPICS.set("time"), "seconds that shall be left in the hourglass",
                {**NUMBER, "exclusiveMinimum": 0, "maximum": LONGEST_SAND}, ours=False),
        Channel("set_lamp", TOPICS.set("lamp"), "until the game's next light; not in the dark",
                _table({"state": {"enum": ["ON", "OFF"]}}, brightness=BRIGHT, color=COLOUR), ours=False),
    )  # fmt: skip


def document(moments: Sequence[str]) -> dict[str, Any]:
    """The whole of it, from the box's side: it sends where it speaks, and receives where it is told."""
    named = {"root": {"default": "majordome", "description": "root in [mqtt]"}, "box": {"description": "box in [mqtt]"}}
    told, operations = {}, {}
    for channel in channels(moments):
        parameters = {key: value for key, value in named.items() if f"{{{key}}}" in channel.address}
        message = {"contentType": channel.content, "payload": channel.payload}
        told[channel.name] = {
            "address": channel.address,
            "description": channel.what,
            "parameters": parameters | channel.parameters,
            "messages": {channel.name: message},
        }
        operations[channel.name] = {
            "action": "send" if channel.ours else "receive",
            "channel": {"$ref": f"#/channels/{channel.name}"},
            "bindings": {"mqtt": {"qos": 1, "retain": channel.retain, "bindingVersion": "0.2.0"}},
        }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Majordome, the other rooms",
            "version": __version__,
            "description": "What a box and its satellites say on an MQTT broker, and what they listen to. "
            "New fields may come, none is taken away. An order (.../set) that is retained is ignored.",
        },
        "defaultContentType": JSON,
        "channels": told,
        "operations": operations,
    }
