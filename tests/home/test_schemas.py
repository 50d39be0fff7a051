"""Every discovery message, of every game and in every language, held to Home Assistant's own schemas."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home.an_assistant import NONE, homes, knows_devices
from majordome.core.library import manifest, manifests
from majordome.rooms.discovery import discovery
from majordome.settings.rooms import Mqtt, known_moments
from majordome.words.narrator import LANGS, Narrator

pytestmark = pytest.mark.home
HOMES = homes()
Told = dict[str, Any]


def all_that_is_told(form: str) -> Iterator[Told]:
    mqtt, moments = Mqtt(broker="x", box="hall", discovery=form), known_moments()
    for game in manifests():
        for lang in LANGS:
            for speaker in (True, False):
                narrator = Narrator(lang, game=manifest(game))
                for message in discovery(mqtt, narrator, manifest(game), moments, speaker=speaker):
                    yield {"topic": message.topic, "payload": json.loads(message.payload)}


def refused_by(version: str, told: list[Told]) -> list[str]:
    done = subprocess.run(
        [HOMES[version], Path(__file__).with_name("schemas.py")],
        input="".join(json.dumps(each) + "\n" for each in told),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("version", [*sorted(HOMES)] or [NONE])
def test_its_own_schemas_take_all_that_it_is_told_of_every_game(version: str) -> None:
    forms = ("device", "single") if knows_devices(version) else ("single",)
    for form in forms:
        told = list(all_that_is_told(form))
        assert len(told) >= 2 * 2 * len(manifests())
        assert refused_by(version, told) == []


@pytest.mark.parametrize("version", [*sorted(HOMES)] or [NONE])
def test_a_part_without_what_it_needs_would_be_refused(version: str) -> None:
    told = list(all_that_is_told("device" if knows_devices(version) else "single"))
    broken = next(each for each in told if "/device/" in each["topic"] or "/button/" in each["topic"])
    part = broken["payload"].get("components", {}).get("press", broken["payload"])
    del part["command_topic"]
    (refusal,) = refused_by(version, [broken])
    assert "command_topic" in refusal
