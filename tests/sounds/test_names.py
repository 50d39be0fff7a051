"""Names are spoken by espeak-ng where it is installed, once each; where it is not, nothing is said of them."""

from __future__ import annotations

import math
import os
import shutil
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyloudnorm
import pytest
import soundfile
from numpy.typing import NDArray

from majordome.sound.voice import cache_folder
from majordome.words import Voice
from majordome.words import spoken_names as names_module
from majordome.words.narrator import LANGS, Lang
from majordome.words.spoken_names import SpokenNames

# Notes what it was told, and leaves a tone in the file of -w.
SCRIPT = """#!/bin/sh
printf '%s\\n' "$@" >> "{folder}/options"
echo called >> "{folder}/calls"
while [ "$1" != -w ]; do shift; done
cat > "{folder}/heard"
cp "{folder}/tone.wav" "$2"
{then}
"""

Espeak = Callable[..., Path]
Sound = NDArray[np.float64]


@pytest.fixture
def espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Espeak:
    """Puts another espeak-ng in front of the real one; gives the folder with its notes."""

    def install(then: str = "") -> Path:
        folder = tmp_path / "bin"
        folder.mkdir()
        script = folder / "espeak-ng"
        write_tone(folder / "tone.wav")
        script.write_text(SCRIPT.format(folder=folder, then=then))
        script.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        return folder

    return install


def write_tone(path: Path) -> None:
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 22050, 0, "NONE", ""))
        file.writeframes(
            b"".join(round(9000 * math.sin(n / 20)).to_bytes(2, "little", signed=True) for n in range(9000))
        )


def calls(folder: Path) -> int:
    return len((folder / "calls").read_text().splitlines())


def test_a_name_is_spoken_once_and_kept(espeak: Espeak, tmp_path: Path) -> None:
    notes, cache = espeak(), tmp_path / "deep" / "cache"
    path = SpokenNames("en", cache)("Ana and Bob")
    assert path is not None
    assert (notes / "heard").read_text() == "Ana and Bob"
    assert path.suffix == ".wav"
    assert SpokenNames("en", cache)("Ana and Bob") == path  # also on another evening
    assert calls(notes) == 1
    assert list(cache.iterdir()) == [path]


def test_each_name_and_each_language_has_its_own_file(espeak: Espeak, tmp_path: Path) -> None:
    notes = espeak()
    spoken = {SpokenNames(lang, tmp_path)(name) for lang in LANGS for name in ("Ana", "ana", "Noé", "Ana ")}
    assert len(spoken) == calls(notes) == 8


@pytest.mark.parametrize(
    "name", ["-w /tmp/owned", "--help", "a\n-w\nb", "$(touch x); `touch x`", "../../x", "Noé", "\udce9"]
)
def test_no_name_becomes_an_option_or_a_path(espeak: Espeak, tmp_path: Path, name: str) -> None:
    notes, cache = espeak(), tmp_path / "cache"
    path = SpokenNames("en", cache)(name)
    assert path is not None
    assert path.parent == cache
    assert (notes / "heard").read_bytes() == name.encode("utf-8", "replace")
    options = (notes / "options").read_text().splitlines()
    said = ["-v", "en-gb", "-p", "63", "-s", "140", "-w", str(path.with_suffix(".part")), "--stdin"]
    assert options == said


def test_without_espeak_and_without_names_nothing_is_said(tmp_path: Path) -> None:
    assert SpokenNames("fr", tmp_path, command="no-such-espeak")("Ana") is None
    assert SpokenNames("fr", tmp_path)("") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("then", ["exit 1", 'rm -- "$2"', "kill -9 $$", 'echo no sound > "$2"'])
def test_an_espeak_that_fails_says_nothing_and_is_asked_again_the_next_time(
    espeak: Espeak, tmp_path: Path, then: str
) -> None:
    notes = espeak(then)
    spoken = SpokenNames("en", tmp_path / "cache")
    assert spoken("Ana") is None
    assert spoken("Ana") is None
    assert calls(notes) == 2
    assert list((tmp_path / "cache").glob("*.wav")) == []


def test_an_espeak_that_hangs_is_given_up(espeak: Espeak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    espeak("exec sleep 60")
    monkeypatch.setattr(names_module, "PATIENCE", 0.2)
    assert SpokenNames("en", tmp_path / "cache")("Ana") is None


def test_a_cache_that_cannot_be_written_says_nothing(espeak: Espeak, tmp_path: Path) -> None:
    espeak()
    (tmp_path / "file").touch()
    assert SpokenNames("en", tmp_path / "file" / "cache")("Ana") is None


def test_a_service_without_a_home_keeps_names_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder().parts[-2:] == ("majordome", "names")


ESPEAK = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
PITCHES = {("fr", "butler"): 117, ("fr", "housekeeper"): 214, ("en", "butler"): 118, ("en", "housekeeper"): 200}


def pitch(sound: Sound, rate: int) -> float:
    """The middle of what the voiced parts repeat at, in Hz."""
    frame, lowest, highest = rate // 25, 60, 400
    heard = []
    for start in range(0, len(sound) - frame, frame // 2):
        part = sound[start : start + frame] * np.hanning(frame)
        echo = np.correlate(part, part, "full")[frame - 1 :]
        period = rate // highest + int(np.argmax(echo[rate // highest : rate // lowest]))
        if np.std(part) > 0.02 and echo[period] > 0.5 * echo[0]:
            heard.append(rate / period)
    return float(np.median(heard))


@ESPEAK
@pytest.mark.parametrize(("lang", "voice"), PITCHES)
def test_a_name_by_espeak_is_as_loud_and_as_high_as_the_voice_around_it(
    lang: Lang, voice: Voice, tmp_path: Path
) -> None:
    said = [SpokenNames(lang, tmp_path, voice)(name) for name in ("Camille", "Bertrand", "Marie-Louise", "Oswald")]
    sounds = [soundfile.read(path) for path in said if path is not None]
    assert len(sounds) == 4
    for sound, rate in sounds:
        loudness = pyloudnorm.Meter(rate).integrated_loudness(np.tile(sound, 6))
        assert loudness == pytest.approx(-16, abs=2)
        assert np.max(np.abs(sound)) < 0.89  # -1 dBFS
    middle = np.median([pitch(sound, rate) for sound, rate in sounds])
    assert middle == pytest.approx(PITCHES[lang, voice], rel=0.15)


@ESPEAK
@pytest.mark.parametrize("lang", LANGS)
def test_the_real_espeak_speaks(lang: Lang, tmp_path: Path) -> None:
    spoken = SpokenNames(lang, tmp_path)
    path, longer = spoken("Ana"), spoken("Ana, -w Bob\nNoé")
    assert path is not None
    assert longer is not None
    with wave.open(str(path)) as short, wave.open(str(longer)) as long:
        assert 0.1 < short.getnframes() / short.getframerate() < long.getnframes() / long.getframerate() < 6
        assert any(short.readframes(short.getnframes()))
