"""What a host may write of the other rooms, and what is said of a slip: the file, the line, the key, the remedy."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.errors import FileError
from majordome.settings.config import read_settings
from majordome.settings.rooms import Mqtt, Rooms, Rule, Sense, Strip

WHOLE = """
[mqtt]
broker = "castle.local"
tls = true
user = "butler"
password_file = "secret"
box = "hall"

[[rooms.on]]
cue = "scream"
topic = "zigbee2mqtt/cellar/set"
payload = "ON"

[[rooms.on]]
cue = "light.night"
topic = "lamps/all"
payload = "0"
retain = true

[[rooms.input]]
is = "left_chair"
topic = "zigbee2mqtt/seat"
field = "occupancy"
on = "true"
off = "false"
availability = "zigbee2mqtt/seat/availability"

[[rooms.input]]
is = "guest_buzzer"
from = "dungeon"
seat = 2

[[rooms.wled]]
host = "192.168.1.7"
lights = 30
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "majordome.toml"
    path.write_text(text, "utf-8")
    return path


def test_all_of_it_can_be_written(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, WHOLE), {"HOME": "/"})
    assert settings.mqtt == Mqtt(
        broker="castle.local", port=8883, tls=True, user="butler", password_file=tmp_path / "secret", box="hall"
    )
    chair = Sense("left_chair", "zigbee2mqtt/seat", "occupancy", "true", "false", "zigbee2mqtt/seat/availability")
    buzzer = Sense(
        "guest_buzzer", "majordome/dungeon/guest_buzzer_2", availability="majordome/dungeon/status", seat=1, own=True
    )
    assert settings.rooms == Rooms(
        on=(Rule("scream", "", "zigbee2mqtt/cellar/set", "ON"), Rule("light", "night", "lamps/all", "0", True)),
        senses=(chair, buzzer),
        strips=(Strip("192.168.1.7", 30),),
    )


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("[mqtt]\nbroker = 'x'\npassword = 'hunter2'", 3, "belongs into a file of its own"),
        ("[mqtt]\nbroker = 'mqtt://x'", 2, "must be a name or an address"),
        ("[mqtt]\nca = 'x.pem'", 2, "is of no use without tls"),
        ("[mqtt]\npassword_file = 'x'", 2, "wants a user"),
        ("[mqtt]\nbox = 'The Hall'", 2, "small letters"),
        ("[mqtt]\nroot = 'a/#'", 2, "must be one topic"),
        ("[mqtt]\nroot = ''", 2, "must be a topic"),
        ("[mqtt]\nversion = '4'", 2, 'must be "5" or "3.1.1"'),
        ("[mqtt]\nbrocker = 'x'", 2, "did you mean broker?"),
        (
            "[[rooms.on]]\ncue = 'scream'\ntopic = 'a'\npayload = ''\n\n[[rooms.on]]\ncue = 'screem'",
            7,
            'did you mean "scream"?',
        ),
        ("[[rooms.on]]\ncue = 'swap'", 2, "is a secret of the game"),
        ("[[rooms.on]]\ncue = 'scream.loud'", 2, "only top and light"),
        (
            "[[rooms.on]]\ncue = 'light.nigth'",
            2,
            '"nigth" is no light of any game: did you mean "light.night"?',
        ),
        ("[[rooms.on]]\ncue = 'top.stopp'", 2, '"stopp" is no top of any game: did you mean "top.stop"?'),
        ("[[rooms.on]]\ncue = 'top.zzz'", 2, '"zzz" is no top of any game: known: '),
        ("[[rooms.on]]\ncue = 'scream'\ntopic = 'a/+'\npayload = ''", 3, "must be one topic"),
        ("[[rooms.on]]\ncue = 'scream'\ntopic = '$SYS/a'\npayload = ''", 3, "the broker's own"),
        ("[[rooms.on]]\ncue = 'scream'\ntopic = 'majordome/box/state'\npayload = ''", 3, "the box's own"),
        ("[[rooms.on]]\ncue = 'scream'\npayload = ''", 1, "topic: is missing"),
        ("[[rooms.input]]\nis = 'chair'", 2, 'must be "button"'),
        ("[[rooms.input]]\nis = 'guest_buzzer'\ntopic = 'a'", 1, "must tell whose it is"),
        ("[[rooms.input]]\nis = 'button'\nseat = 1\ntopic = 'a'", 3, "only for a guest_buzzer"),
        ("[[rooms.input]]\nis = 'button'\nfrom = 'x'\ntopic = 'a'", 4, "keep one of them"),
        ("[[rooms.input]]\nis = 'button'\ntopic = 'a'\non = 'x'\noff = 'x'", 4, "the same word"),
        ("[[rooms.wled]]\nhost = 'a b'", 2, "the name or address of the strip"),
        ("[[rooms.wled]]\nhost = 'x'\nlights = 900", 3, "must be from 1 to 490"),
    ],
)
def test_a_slip_is_told_with_its_file_its_line_and_the_remedy(tmp_path: Path, text: str, line: int, why: str) -> None:
    with pytest.raises(FileError) as wrong:
        read_settings(written(tmp_path, text), {"HOME": "/"})
    assert str(wrong.value).startswith(f"{tmp_path}/majordome.toml: line {line}: ")
    assert why in str(wrong.value)


def test_the_password_is_in_no_bundle_and_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evenings = tmp_path / "evenings"
    evenings.mkdir()
    (evenings / "secret").write_text("hunter2-the-broker")
    (evenings / "majordome.log").write_text("refused: hunter2-the-broker\n")
    text = WHOLE.replace('"secret"', '"evenings/secret"').replace('payload = "ON"', 'payload = "key-of-a-lamp"')
    config = written(tmp_path, f'[journal]\nfolder = "evenings"\n{text}')
    for command in ("bundle", "backup"):
        assert main(["--config", str(config), command, str(tmp_path / f"{command}.zip")]) == 0
        with zipfile.ZipFile(tmp_path / f"{command}.zip") as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        assert not any(b"hunter2" in part for part in parts.values())
        assert not any("secret" in name for name in parts)
        if command == "bundle":
            assert b"key-of-a-lamp" not in b"".join(parts.values())
            assert json.loads(parts["config.json"])["rooms"] == {"on": 2, "senses": 2, "strips": 1}
