"""Every discovery message, of every game and in every language, held to Home Assistant's own schemas."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from home.an_assistant import NONE, homes, knows_devices
from majordome.core.library import manifest, manifests
from majordome.rooms.discovery import discovery
from majordome.settings.rooms import Mqtt, known_moments
from majordome.words.narrator import LANGS, Narrator

HOMES = homes()
FORMS = {True: ("device", "single"), False: ("single",)}  # an old one knows no devices
Told = dict[str, Any]


def all_that_is_told(form: str) -> Iterator[Told]:
    mqtt, moments = Mqtt(broker="x", box="hall", discovery=form), known_moments()
    for game in manifests():
        for lang in LANGS:
            for speaker in (True, False):
                narrator = Narrator(lang, game=manifest(game))
                for message in discovery(mqtt, narrator, manifest(game), moments, speaker=speaker):
                    yield {"topic": message.topic, "payload": json.loads(message.payload)}


def broken_of(told: list[Told]) -> Told:
    """A message whose button can no longer be pressed."""
    broken: Told = deepcopy(next(each for each in told if "/device/" in each["topic"] or "/button/" in each["topic"]))
    del broken["payload"].get("components", {}).get("press", broken["payload"])["command_topic"]
    return {**broken, "topic": f"{broken['topic']}/broken"}


def refused_by(version: str) -> list[str]:
    """What it does not take, of everything and of one broken message more. It is asked once: its start takes long."""
    told = [each for form in FORMS[knows_devices(version)] for each in all_that_is_told(form)]
    assert len(told) >= 2 * 2 * len(manifests())
    done = subprocess.run(
        [HOMES[version], Path(__file__).with_name("schemas.py")],
        input="".join(json.dumps(each) + "\n" for each in (*told, broken_of(told))),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("version", [*sorted(HOMES)] or [NONE])
def test_its_own_schemas_take_all_that_it_is_told_of_every_game_but_no_part_without_what_it_needs(version: str) -> None:
    (refusal,) = refused_by(version)
    assert refusal.partition(": ")[0].endswith("/broken")
    assert "command_topic" in refusal
