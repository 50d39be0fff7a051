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
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scipy.signal import butter, sosfilt

from majordome.sound.pack import NAMES
from majordome.studio.files import NEEDED
from majordome.studio.kokoro import RATE
from majordome.studio.phonemes import spelt
from majordome.studio.voices import MIXTURES
from majordome.words import VOICES, Lang, Voice
from workshop import encode, kokoro_voice, meters
from workshop.making import CEILING, Job
from workshop.mastering import master, trim
from workshop.opinion import missing as without_opinion
from workshop.opinion import opinion
from workshop.pages import tight
from workshop.tones import Sound

RUMBLE = 60  # Hz
LONG, GOOD = 2.0, 4.2  # seconds; a mark
VERSION = 1  # one more when the same words are to sound otherwise: every file is then made again
CTL_BANDWIDTH, UP_TO_8_KHZ = 4008, 1103  # libopus': all bits for what is heard of speech
FRAME = 60  # milliseconds


@dataclass(frozen=True, slots=True)
class Way:
    """How a file may be made: for which kind of sound it is packed, how finely, and how much faster it is said."""

    kind: str
    bitrate: int  # kbit/s
    haste: float
    below: float = GOOD  # only where nothing before it was marked as well as this
    near: float = 0.0  # and where something was as well as this; it is then kept only where it comes up to `below`


@dataclass(frozen=True, slots=True)
class VoicedJob(Job):
    """Words in a voice of the house."""

    def fingerprint(self) -> str:
        """Changes when the words, their spelling for the voice, or the mixture do."""
        words = spelt(self.recipe["words"], self.recipe["lang"])
        seal = hashlib.sha256(json.dumps([VERSION, words, self.recipe], sort_keys=True).encode())
        return seal.hexdigest()[:16]

    def make(self) -> tuple[bytes, float | None]:
        """The file's bytes and its mark: made in the first way that is good enough, or in the best.

        More bits that lift a line over a bar are well spent; where they do not, the line stays as small as it was. Of a
        word or two a listener's mark says little: only such a lift is worth more bits.

        A single name gets no mark: it is too short for one.
        """
        kept: list[tuple[bytes, float]] = []
        short = False
        for way in (Way(*told) for told in self.recipe["ways"]):
            if kept and ((short and not way.near) or not way.near <= max(mark for _, mark in kept) < way.below):
                continue
            data = self._packed(way)
            if self.path.parent.name == NAMES:
                return data, None
            heard, rate = encode.decoded(data)
            mark, short = opinion(heard, rate), len(heard) <= LONG * rate
            if mark >= way.below or not way.near:
                kept.append((data, mark))
        return max(kept, key=lambda made: made[1])

    def _packed(self, way: Way) -> bytes:
        """At its loudness. What Opus adds to the peaks is taken off the ceiling beforehand."""
        raw, target, ceiling = self._raw(way.haste), self.recipe["loudness"], CEILING - 0.8
        for _ in range(8):
            data = opus(master(raw, RATE, target, ceiling), way, self.file)
            heard, rate = encode.decoded(data)
            over = meters.true_peak(heard) - (CEILING - 0.15)
            missing = self.recipe["loudness"] - meters.loudness(heard, rate)
            if over <= 0 and abs(missing) < 0.3:
                return data
            target += missing
            ceiling -= max(over, 0.4) if over > 0 else 0.0
        raise RuntimeError(f"{self.file} stays over {CEILING} dBTP: lower its loudness in the manifest")

    def _raw(self, haste: float) -> Sound:
        lang, mixture = self.recipe["lang"], MIXTURES[self.recipe["lang"], self.recipe["voice"]]
        said = kokoro_voice.voice(
            kokoro_voice.spoken(self.recipe["words"]), lang, replace(mixture, speed=mixture.speed * haste)
        )
        clean: Sound = sosfilt(butter(2, RUMBLE, "highpass", fs=RATE, output="sos"), trim(said, RATE))
        return clean


def voiced(folder: Path, file: str, words: str, lang: Lang, voice: Voice, about: Mapping[str, Any]) -> VoicedJob:
    """`fr/walk.0.ogg` in the butler's voice, `housekeeper/fr/walk.0.ogg` in hers."""
    recipe = {"words": words, "lang": lang, "voice": voice, "mixture": asdict(MIXTURES[lang, voice])}
    recipe |= {"loudness": about["speech_loudness"], "ways": about["speech_ways"]}
    return VoicedJob(folder, file if voice == VOICES[0] else f"{voice}/{file}", recipe)


def lacking() -> list[str]:
    """What to install before these voices can be made."""
    modules = [module for module in NEEDED if find_spec(module) is None]
    needed = [f"pip install '.[voice]'  # {', '.join(modules)}" if modules else "", without_opinion()]
    return [*needed, "" if shutil.which("opusenc") else "apt install opus-tools"]


def opus(sound: Sound, way: Way, name: str) -> bytes:
    """Opus in Ogg, in few pages; the stream's serial number, random by default, is made from the name."""
    serial = str(zlib.crc32(name.encode()) & 0x7FFFFFFF)
    how = [f"--{way.kind}", "--bitrate", str(way.bitrate), "--framesize", str(FRAME), "--serial", serial]
    how += ["--padding", "0", "--set-ctl-int", f"{CTL_BANDWIDTH}={UP_TO_8_KHZ}"]
    command = ["opusenc", "--quiet", *how, "-", "-"]
    return tight(subprocess.run(command, input=encode.wav(sound, RATE), capture_output=True, check=True).stdout)
