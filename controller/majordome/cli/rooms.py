"""Commands of the other rooms: a satellite, the contract, and forgetting a box."""

from __future__ import annotations

import argparse
import json
import os

from majordome.box.rooms import machine_of
from majordome.errors import DONE, FileError
from majordome.settings.config import Settings, find_config, read_settings
from majordome.words.narrator import Narrator


def _settings(args: argparse.Namespace) -> Settings:
    path = find_config(args.config, os.environ)
    settings = read_settings(path)
    if settings.mqtt.broker is None:
        raise FileError(f'{path or "majordome.toml"}: [mqtt]: broker: is missing: write broker = "homeassistant.local"')
    return settings


def run_satellite(args: argparse.Namespace) -> int:
    """Show, speak and sense for the box that leads, until it is told to leave."""
    from majordome.box.satellite import attend

    settings = _settings(args)
    return attend(settings, args.lang or settings.lang)


def run_forget(args: argparse.Namespace) -> int:
    """Nothing of this box is left on the broker."""
    from majordome.rooms.forgetting import forget

    settings = _settings(args)
    count = forget(settings.mqtt, machine_of(settings.evenings))
    print(Narrator(args.lang or settings.lang).word("rooms", "forgotten").format(count, settings.mqtt.broker))
    return DONE


def run_contract(args: argparse.Namespace) -> int:
    """What goes over the wire, for programs; with the moments of every game that is here."""
    from majordome.rooms.asyncapi import document
    from majordome.settings.rooms import known_moments

    print(json.dumps(document(known_moments()), indent=1, ensure_ascii=False))
    return DONE
