"""A real Home Assistant finds the box by itself, shows what the room may know, and presses its button.

`make test-home` installs it; where it cannot be had these are skipped with a word.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home.an_assistant import NONE, Assistant, homes, knows_devices, until
from majordome.games.murder.testing import an_evening, guest_list
from majordome.settings.rooms import Mqtt
from rooms.broker import Broker, Spy
from rooms.house import House

pytestmark = pytest.mark.home
HOMES = homes()
BOX = "sensor.majordome_phase"
# The first example of docs/mqtt.md, told to a lamp that the spy hears.
AUTOMATIONS: list[dict[str, Any]] = [
    {
        "id": "red",
        "alias": "Red at the scream",
        "trigger": [{"platform": "mqtt", "topic": "majordome/box/event/scream"}],
        "action": [{"service": "mqtt.publish", "data": {"topic": "castle/lamps", "payload": "red"}}],
    },
    {
        "id": "down",
        "alias": "Lights down at night",
        "trigger": [
            {
                "platform": "mqtt",
                "topic": "majordome/box/state",
                "payload": "dark",
                "value_template": "{{ 'dark' if value_json.dark else 'light' }}",
            }
        ],
        "action": [{"service": "mqtt.publish", "data": {"topic": "castle/lamps", "payload": "off"}}],
    },
]


class Ticking:
    """The evening's own thread, for a house whose time stands still."""

    def __init__(self, house: House) -> None:
        self._house, self._over = house, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._lock = threading.Lock()
        self._thread.start()

    def _run(self) -> None:
        while not self._over.wait(0.02):
            with self._lock:
                self._house.take_all()

    def __enter__(self) -> House:
        self._lock.acquire()
        return self._house

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def close(self) -> None:
        self._over.set()
        self._thread.join()


Scene = tuple[Assistant, Ticking, Broker]


@pytest.fixture(params=[*sorted(HOMES)] or [NONE], scope="module")
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("home")
    with Broker(folder) as broker:
        form = "device" if knows_devices(request.param) else "single"
        mqtt = Mqtt(broker="127.0.0.1", port=broker.port, discovery=form)
        volume, speaking = [0.8], list[Any]()
        house = House(
            an_evening("weekend", guest_list(12)),
            mqtt,
            volume=lambda: round(volume[0] * 100),
            set_volume=lambda wanted: volume.__setitem__(0, wanted),
            speak=lambda lang: speaking[0](lang),
        )
        speaking.append(house.narrator.speak)
        house.connected()
        ticking = Ticking(house)
        assistant = Assistant(HOMES[request.param], folder, broker.port, AUTOMATIONS)
        yield assistant, ticking, broker
        assistant.close()
        ticking.close()
        house.close()


def test_every_part_of_the_box_is_found_by_itself_and_nothing_is_complained_of(
    scene: Scene,
) -> None:
    home, _, _ = scene
    until(lambda: home.state(BOX) == "The guests arrive", f"{sorted(home.states())} {home.complaints}")
    until(lambda: home.state("light.majordome_lamp") == "on", "the lamp is not seen")
    states = home.states()
    assert {entity for entity in states if "majordome" in entity} == {
        "sensor.majordome_phase",
        "sensor.majordome_round",
        "sensor.majordome_sand_runs_out",
        "sensor.majordome_living",
        "binary_sensor.majordome_eyes_closed",
        "switch.majordome_pause",
        "button.majordome_press",
        "event.majordome_moment",
        "number.majordome_time_in_the_hourglass",
        "number.majordome_volume",
        "select.majordome_language",
        "light.majordome_lamp",
    }
    assert states["sensor.majordome_living"]["state"] == "12"
    assert states["number.majordome_volume"]["state"] == "80.0" or states["number.majordome_volume"]["state"] == "80"
    assert states["select.majordome_language"]["state"] == "en"
    assert states["light.majordome_lamp"]["attributes"]["rgb_color"] == [255, 140, 51]
    assert states["sensor.majordome_sand_runs_out"]["state"] in ("unknown", "")
    assert home.complaints == []


def test_its_triggers_are_there_to_choose_from(scene: Scene) -> None:
    home, _, _ = scene
    until(lambda: home.state(BOX), "the box is not found")
    (device,) = [device for device in home.ask("config/device_registry/list") if device["name"] == "Majordome"]
    triggers = home.ask("device_automation/trigger/list", device_id=device["id"])
    kinds = {trigger["type"] for trigger in triggers if trigger["domain"] == "mqtt"}
    assert kinds == {"top", "scream", "jail", "release", "alarm", "hourglass_empty", "outcome"}


def test_an_evening_is_seen_there_and_its_button_presses_ours(scene: Scene) -> None:
    home, ticking, broker = scene
    spy = Spy(broker.port, "castle/lamps")
    until(lambda: home.state(BOX), "the box is not found")
    home.call("button/press", entity_id="button.majordome_press")
    until(lambda: home.state(BOX) == "Everyone walks about", "the press did not arrive")
    assert home.state("sensor.majordome_round") == "1"
    home.call("button/press", entity_id="button.majordome_press")  # TOP: eyes close
    until(lambda: home.state("binary_sensor.majordome_eyes_closed") == "on", "it does not see that eyes are closed")
    assert home.state("light.majordome_lamp") == "off"
    until(lambda: spy.last("castle/lamps") == b"off", "the lights do not go down at night")
    with ticking as house:
        house.murder("Kim")
    until(lambda: spy.last("castle/lamps") == b"red", "no red at the scream")
    until(lambda: home.state("binary_sensor.majordome_eyes_closed") == "off", "eyes stay closed")
    moment = home.states()["event.majordome_moment"]
    assert moment["attributes"]["event_type"] is not None
    until(lambda: home.state("sensor.majordome_living") == "11", "it does not see the death")
    with ticking as house:
        house.go_to("discussion")
    until(lambda: str(home.state("sensor.majordome_sand_runs_out")).startswith("20"), "the sand is not seen")
    home.call("number/set_value", entity_id="number.majordome_time_in_the_hourglass", value=60)
    until(lambda: house.sand is not None and round(house.sand) == 60, "the sand does not change")
    home.call("number/set_value", entity_id="number.majordome_volume", value=35)
    until(lambda: float(str(home.state("number.majordome_volume"))) == 35, "the volume does not change")
    home.call("switch/turn_on", entity_id="switch.majordome_pause")
    until(lambda: home.state("switch.majordome_pause") == "on", "no pause")
    home.call("switch/turn_off", entity_id="switch.majordome_pause")
    until(lambda: home.state("switch.majordome_pause") == "off", "it does not go on")
    home.call("select/select_option", entity_id="select.majordome_language", option="fr")
    until(lambda: home.state("select.majordome_language") == "fr", "the butler does not learn French")
    until(lambda: home.state(BOX) == "Le sablier coule", str(home.state(BOX)))
    assert home.complaints == []
    spy.close()


def test_a_box_that_is_off_is_shown_as_unavailable_and_one_that_is_forgotten_is_gone(
    scene: Scene, tmp_path: Path
) -> None:
    from majordome.cli.commands import main

    home, ticking, broker = scene
    until(lambda: home.state(BOX), "the box is not found")
    with ticking as house:
        house.close()
    until(lambda: home.state(BOX) == "unavailable", "it does not see that the box is off")
    discovery = "device" if house.leader_link._mqtt.discovery == "device" else "single"
    config = tmp_path / "majordome.toml"
    config.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\ndiscovery = "{discovery}"\n')
    assert main(["--config", str(config), "rooms", "forget"]) == 0
    until(lambda: not [entity for entity in home.states() if "majordome" in entity], f"{home.states()}")
    assert json.dumps(home.complaints) == "[]"
