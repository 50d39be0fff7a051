"""Browsers that read no Ogg ask for the same sound as WAV, and the box makes one of it."""

from __future__ import annotations

import io
import wave
from array import array
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import soundfile

from majordome.games.murder.testing import guest_list
from majordome.sound.pack import HOUSE, clip_seconds
from majordome.web import wavs
from web.boxes import Box, murder
from web.conftest import OpenBox

PACK = next(folder for folder in HOUSE if folder.is_dir())
LINE = "a_death.0"


def heard(wav: bytes) -> tuple[float, int]:
    """How long, and how loud at its loudest."""
    with wave.open(io.BytesIO(wav)) as file:
        samples = array("h", file.readframes(file.getnframes()))
        return file.getnframes() / file.getframerate(), max(map(abs, samples))


def test_the_wav_of_a_line_is_the_same_sound(box: Box) -> None:
    twin = box.twin()
    assert twin.get(f"/sounds/en/{LINE}.ogg").headers["content-type"] == "audio/ogg"
    for _ in ("made", "kept"):
        answer = twin.get(f"/sounds/en/{LINE}.wav")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/wav")
        seconds, loudest = heard(answer.content)
        assert seconds == pytest.approx(clip_seconds(PACK / "en" / f"{LINE}.ogg"), abs=0.1)
        assert loudest > 3000


def test_a_line_in_opus_too(open_box: OpenBox, tmp_path: Path) -> None:
    (tmp_path / "own" / "en").mkdir(parents=True)
    own = tmp_path / "own" / "en" / f"{LINE}.ogg"
    samples, rate = soundfile.read(PACK / "en" / f"{LINE}.ogg")
    soundfile.write(own, samples[::2][: rate // 2], 24000, format="OGG", subtype="OPUS")
    twin = open_box(murder(guest_list(12)), pack=tmp_path / "own").twin()
    seconds, loudest = heard(twin.get(f"/sounds/en/{LINE}.wav").content)
    assert seconds == pytest.approx(clip_seconds(own), abs=0.1)
    assert loudest > 1000


def test_it_is_for_those_who_may_hear_the_line(box: Box) -> None:
    assert box.visitor().get(f"/sounds/en/{LINE}.wav").status_code == 401
    assert box.guest("Ana").get(f"/sounds/en/{LINE}.wav").status_code == 401


def test_a_bed_can_be_had_but_nothing_without_end(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    bed = box.twin().get("/sounds/effects/bed_night.wav")
    assert heard(bed.content)[0] == pytest.approx(clip_seconds(PACK / "effects" / "bed_night.ogg"), abs=0.1)
    monkeypatch.setattr(wavs, "LONGEST", 30.0)
    assert box.twin().get("/sounds/effects/bed_evening.wav").status_code == 404


def test_many_at_once_are_read_one_after_the_other(box: Box) -> None:
    twin = box.twin()
    paths = [f"/sounds/{lang}/a_death.{number}.wav" for lang in ("en", "fr") for number in range(4)]
    with ThreadPoolExecutor(len(paths)) as asking:
        answers = list(asking.map(twin.get, paths))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == len(paths)


def test_a_box_without_a_mixer_says_so(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wavs, "find_spec", lambda name: None)
    answer = box.twin().get(f"/sounds/en/{LINE}.wav")
    assert (answer.status_code, answer.json()["error"]["why"]) == (503, "no_wav")


def test_a_sound_that_is_none_stops_nobody_after_it(open_box: OpenBox, tmp_path: Path) -> None:
    (tmp_path / "own" / "en").mkdir(parents=True)
    (tmp_path / "own" / "en" / "a_death.1.ogg").write_bytes(b"OggS and nothing more")
    twin = open_box(murder(guest_list(12)), pack=tmp_path / "own").twin()
    assert twin.get("/sounds/en/a_death.1.wav").status_code == 503
    assert twin.get(f"/sounds/en/{LINE}.wav").status_code == 200
