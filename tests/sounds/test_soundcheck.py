"""`majordome sounds`: what there is to hear, whether it is well, and a sheet to record one's own."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.core.library import manifest, manifests
from majordome.sound import check
from majordome.sound import pack as soundpack
from majordome.sound.check import checked, everything, listing
from majordome.sound.pack import HOUSE_EFFECTS
from majordome.words.narrator import LANGS, lines

RATE = 16000


def tone(path: Path, seconds: float = 2.0, level: float = 0.22) -> Path:
    """A hum that a meter takes for speech of about -16 LUFS."""
    path.parent.mkdir(parents=True, exist_ok=True)
    samples = (int(32767 * level * math.sin(2 * math.pi * 440 * n / RATE)) for n in range(int(RATE * seconds)))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(array("h", samples).tobytes())
    return path


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a game without sounds of its own: else every file of every game would be read, and measured."""
    monkeypatch.setattr(check, "manifests", lambda: {"weekend": manifest("weekend")})


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A box whose only sounds are those that a test puts there."""
    home = tmp_path / "box"
    home.mkdir()
    monkeypatch.setattr(soundpack, "HOUSE", (home,))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return home


def test_every_sound_of_both_languages_is_named_once() -> None:
    names = [sound.name for sound in everything([])]
    assert len(names) == len(set(names))
    assert {f"effects/{name}" for name in HOUSE_EFFECTS} <= set(names)
    assert {"effects/owl", "effects/jail_door", "effects/bed_night", "effects/scream"} <= set(names)
    for lang in LANGS:
        house = set(lines(lang)["say"])
        told = {"": house | {"role"}}
        for game in manifests().values():
            place = "" if game.folder.name == "murder" else f"{game.folder.name}/"
            told.setdefault(place, set()).update(set(lines(lang, game.folder)["say"]) - ({*house} if place else set()))
        for place, spoken in told.items():
            found = [name.removeprefix(f"{place}{lang}/") for name in names if name.startswith(f"{place}{lang}/")]
            assert {name.split(".")[0] for name in found} == spoken, place


def test_what_there_are_several_of_is_named_with_its_numbers(tmp_path: Path) -> None:
    for number in (1, 2):
        tone(tmp_path / "effects" / f"scream_{number}.wav")
    names = {sound.name for sound in everything([tmp_path])}
    assert {"effects/scream_1", "effects/scream_2"} <= names
    assert not {"effects/scream", "effects/scream_3"} & names


def test_the_list_says_where_each_sound_comes_from(tmp_path: Path) -> None:
    own, box = tmp_path / "own", tmp_path / "box"
    tone(own / "effects" / "gong.wav")
    tone(box / "effects" / "gong.wav")
    tone(box / "effects" / "owl.wav")
    told = dict(line.split() for line in listing([own, box], ("fr",)) if not line.endswith("missing"))
    games = {name: place for name, place in told.items() if name.split("/")[0] in manifests()}
    assert {name: told[name] for name in told.keys() - games.keys()} == {
        "effects/gong": str(own),
        "effects/owl": str(box),
    }
    for name, place in games.items():
        assert place == str(manifests()[name.split("/")[0]].folder / "sounds"), name
    assert {"snakes/fr/welcome.0", "exchange/fr/welcome.0", "exchange/effects/drum_roll"} <= games.keys()


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    ("seconds", "level", "trouble"),
    [
        (2.0, 0.22, ""),
        (0.05, 0.22, "only 0.05 s long: was it cut off?"),
        (41.0, 0.22, "41 s long: nobody will wait that long"),
        (2.0, 0.02, "LUFS: make it louder, to about -16"),
        (2.0, 0.9, "LUFS: make it softer, to about -16"),
    ],
)
def test_a_line_is_checked_for_length_and_loudness(tmp_path: Path, seconds: float, level: float, trouble: str) -> None:
    tone(tmp_path / "fr" / "circle.0.wav", seconds, level)
    (found,) = (sound for sound in checked([tmp_path], ("fr",)) if sound.name == "fr/circle.0")
    assert found.trouble.endswith(trouble)
    assert bool(found.trouble) == bool(trouble)


@pytest.mark.usefixtures("one_game")
def test_a_file_that_is_no_sound_is_told(tmp_path: Path) -> None:
    (tmp_path / "effects").mkdir()
    (tmp_path / "effects" / "gong.wav").write_bytes(b"a door closes")
    (found,) = (sound for sound in checked([tmp_path], ("en",)) if sound.name == "effects/gong")
    assert found.trouble.startswith("cannot be read (")
    assert found.trouble.endswith("save it as OGG or WAV")


@pytest.mark.usefixtures("one_game")
def test_missing_sounds_are_unwell_and_the_exit_code_says_so(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tone(box / "effects" / "gong.wav")
    assert main(["sounds", "check", "--lang", "en"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "effects/owl: missing" in out
    assert not any(line.startswith("effects/gong") for line in out)
    found = list(everything([box], ("en",)))
    missing = [sound.name for sound in found if sound.path is None]
    assert not any(name.split("/")[0] in manifests() for name in missing)  # games have brought theirs, and all are well
    assert out[-1].startswith(f"{len(found)} sounds, {len(missing)} unwell; the loudness of ")


def test_the_sheet_has_every_line_with_the_name_of_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sounds", "record-sheet", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Lignes à lire (fr)\n")
    for sound in everything([], ("fr",)):
        assert "effects/" in sound.name or f"- `{sound.name}.wav`  \n  {sound.words}\n" in out


def test_a_sound_is_played_to_its_end(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    tone(box / "effects" / "gong.wav", 0.2)
    assert main(["sounds", "play", "effects/gong"]) == 0


def test_a_sound_that_is_not_there_is_told(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sounds", "play", "effects/thunder"]) == 2
    told = capsys.readouterr().err
    assert told == "majordome: effects/thunder: no such sound: 'majordome sounds list' names them all\n"
