"""Home Assistant's own schemas on what the box says of itself. Run by the Python that has it.

Reads lines of JSON, `{"topic": .., "payload": ..}`, and writes one for each that is refused.
"""

import asyncio
import importlib
import json
import sys
import tempfile
from typing import Any

import voluptuous as vol
from homeassistant.components.mqtt import device_trigger
from homeassistant.core import HomeAssistant

SHARED = ("device", "origin", "availability_topic")  # of a whole device: each of its parts has these too


def check(platform: str, part: dict[str, Any]) -> None:
    """One part, by the schema of its kind."""
    if platform == "device_automation":
        device_trigger.TRIGGER_DISCOVERY_SCHEMA({key: part[key] for key in part if key != "availability_topic"})
    else:
        importlib.import_module(f"homeassistant.components.mqtt.{platform}").DISCOVERY_SCHEMA(part)


def check_device(whole: dict[str, Any]) -> None:
    """The whole device, and then its parts: the schema of a device looks into none of them."""
    from homeassistant.components.mqtt.schemas import DEVICE_DISCOVERY_SCHEMA  # none before 2024.11

    DEVICE_DISCOVERY_SCHEMA(whole)
    shared = {key: whole[key] for key in SHARED}
    for part in whole["components"].values():
        check(part["platform"], {key: value for key, value in part.items() if key != "platform"} | shared)


async def main() -> None:
    HomeAssistant(tempfile.gettempdir())  # some of its schemas ask for a house, and for its loop
    for line in sys.stdin:
        told = json.loads(line)
        platform = told["topic"].split("/")[1]
        try:
            if platform == "device":
                check_device(told["payload"])
            else:
                check(platform, told["payload"])
        except vol.Invalid as trouble:
            sys.stdout.write(f"{told['topic']}: {trouble}\n")


if __name__ == "__main__":
    asyncio.run(main())
