"""The bundle for whoever helps: what they need is in it, and no secret of the house."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.games.murder.roles import Role
from majordome.service.evenings_folder import the_only_box
from service.a_house import CODE, HOST, NAMES, PASSWORD, ROLES, TOKEN, furnish


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return furnish(tmp_path / "house")


def bundled(config: Path, path: Path) -> dict[str, str]:
    assert main(["--config", str(config), "bundle", str(path)]) == 0
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_no_secret_of_the_house_is_in_it_however_it_was_written(config: Path, tmp_path: Path) -> None:
    text = "\n".join(bundled(config, tmp_path / "b.zip").values())
    for name in (*NAMES, HOST):
        for way in (name, ascii(name)[1:-1], json.dumps(name)[1:-1]):
            assert not re.search(rf"(?<!\w){re.escape(way)}(?!\w)", text, re.IGNORECASE), name
    for role in {*ROLES} - {Role.GUEST}:
        assert not re.search(rf"\b{role}\b", text, re.IGNORECASE), role
    for secret in (PASSWORD, CODE, TOKEN, "d" * 64, "hunter2", "assassin"):
        assert secret not in text, secret


def test_what_helps_is_in_it(config: Path, tmp_path: Path) -> None:
    parts = bundled(config, tmp_path / "b.zip")
    assert set(parts) == {
        *("README.txt", "about.json", "config.json", "journals.json", "doctor.json", "files.json", "majordome.log")
    }
    first, second = json.loads(parts["journals.json"])
    assert (first["file"], first["records"], first["evening"]["guests"]) == ("evening-1.journal", 2, 10)
    assert (second["records"], second["evening"]["roles_known"], second["lang"]) == (0, True, "en")
    settings = json.loads(parts["config.json"])
    assert (settings["lang"], settings["evening"]["guests"], settings["pins"]["button"]) == ("en", 10, 17)
    assert {"disk", "temperature", "voltage"} <= {finding["what"] for finding in json.loads(parts["doctor.json"])}
    assert "the buzzer does not answer" in parts["majordome.log"]
    assert json.loads(parts["about.json"])["majordome"]


def test_while_a_box_plays_its_pins_are_left_alone(config: Path, tmp_path: Path) -> None:
    with the_only_box(config.parent / "evenings"):
        parts = bundled(config, tmp_path / "b.zip")
    assert [each["what"] for each in json.loads(parts["doctor.json"])] == ["disk", "temperature", "voltage"]


def test_a_box_with_a_broken_config_or_a_damaged_journal_can_be_bundled_too(config: Path, tmp_path: Path) -> None:
    config.write_text("[evening]\nlang = 'de'\n")
    state = tmp_path / "state" / "majordome" / "evenings"
    state.mkdir(parents=True)
    journal = (config.parent / "evenings" / "evening-1.journal").read_bytes().split(b"\n")
    (state / "damaged.journal").write_bytes(b"\n".join([journal[0], b"Zo\xc3\xa9 " + journal[1], *journal[1:]]))
    parts = bundled(config, tmp_path / "b.zip")
    assert 'must be "fr" or "en"' in json.loads(parts["config.json"])["trouble"]
    assert json.loads(parts["journals.json"]) == [{"file": "damaged.journal", "damaged_line": 2}]


def test_nothing_is_overwritten(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.zip").write_text("mine")
    assert main(["--config", str(config), "bundle", str(tmp_path / "b.zip")]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert (tmp_path / "b.zip").read_text() == "mine"
