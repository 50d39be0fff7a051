"""One spoken file in one of Kokoro's voices: what decides what is in it, its bytes, and what listeners would say of it.

A neural voice is not the same to the last bit on another processor: its files are not compared by bytes, but measured.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scipy.signal import butter, sosfilt

from majordome.studio.files import NEEDED
from majordome.studio.kokoro import RATE
from majordome.studio.voices import MIXTURES
from majordome.words import VOICES, Lang, Voice
from workshop import encode, kokoro_voice, meters
from workshop.making import CEILING, Job
from workshop.mastering import master, trim
from workshop.opinion import missing as without_opinion
from workshop.opinion import opinion
from workshop.tones import Sound

MODULES = ("kokoro_voice", "voicing", "mastering", "meters", "tones")
RUMBLE = 60  # Hz


@dataclass(frozen=True, slots=True)
class VoicedJob(Job):
    """Words in a voice of the house."""

    def fingerprint(self) -> str:
        """Changes when the words, the mixture or the workshop do."""
        seal = hashlib.sha256(json.dumps(self.recipe, sort_keys=True).encode())
        for module in MODULES:
            seal.update((Path(__file__).parent / f"{module}.py").read_bytes())
        return seal.hexdigest()[:16]

    def make(self) -> tuple[bytes, float]:
        """The file's bytes, and its mark. What Opus adds to the peaks is taken off the ceiling beforehand."""
        raw, target, ceiling = self._raw(), self.recipe["loudness"], CEILING - 0.8
        for _ in range(8):
            data = opus(master(raw, RATE, target, ceiling), self.recipe["bitrate"], self.file)
            heard, rate = encode.decoded(data)
            over = meters.true_peak(heard) - (CEILING - 0.15)
            missing = self.recipe["loudness"] - meters.loudness(heard, rate)
            if over <= 0 and abs(missing) < 0.3:
                return data, opinion(heard, rate)
            target += missing
            ceiling -= max(over, 0.4) if over > 0 else 0.0
        raise RuntimeError(f"{self.file} stays over {CEILING} dBTP: lower its loudness in the manifest")

    def _raw(self) -> Sound:
        recipe = self.recipe
        words = kokoro_voice.spoken(recipe["words"], recipe["say_as"])
        said = kokoro_voice.voice(words, recipe["lang"], MIXTURES[recipe["lang"], recipe["voice"]])
        clean: Sound = sosfilt(butter(2, RUMBLE, "highpass", fs=RATE, output="sos"), trim(said, RATE))
        return clean


def voiced(folder: Path, file: str, words: str, lang: Lang, voice: Voice, manifest: Mapping[str, Any]) -> VoicedJob:
    """`fr/walk.0.ogg` in the butler's voice, `housekeeper/fr/walk.0.ogg` in hers."""
    about = manifest["pack"]
    recipe = {"words": words, "lang": lang, "voice": voice, "mixture": asdict(MIXTURES[lang, voice])}
    recipe |= {"say_as": manifest["voice"][lang]["say_as"], "loudness": about["speech_loudness"]}
    recipe |= {"bitrate": about["speech_bitrate"]}
    return VoicedJob(folder, file if voice == VOICES[0] else f"{voice}/{file}", recipe)


def lacking() -> list[str]:
    """What to install before these voices can be made."""
    modules = [module for module in NEEDED if find_spec(module) is None]
    needed = [f"pip install '.[voice]'  # {', '.join(modules)}" if modules else "", without_opinion()]
    return [*needed, "" if shutil.which("opusenc") else "apt install opus-tools"]


def opus(sound: Sound, bitrate: int, name: str) -> bytes:
    """Opus in Ogg; the stream's serial number, which is random by default, is made from the file's name."""
    serial = str(zlib.crc32(name.encode()) & 0x7FFFFFFF)
    how = ["--speech", "--bitrate", str(bitrate), "--framesize", "60", "--serial", serial]
    command = ["opusenc", "--quiet", *how, "-", "-"]
    return subprocess.run(command, input=encode.wav(sound, RATE), capture_output=True, check=True).stdout
