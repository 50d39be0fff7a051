"""First names that the pack has not, in the voices of the house: as files of the host's own pack."""

from __future__ import annotations

import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from majordome.sound.pack import NAMES, SUFFIXES, folders
from majordome.studio.kokoro import RATE, Kokoro
from majordome.studio.voices import MIXTURES
from majordome.words import VOICES, Lang, Voice
from majordome.words.spoken_names import filed

if TYPE_CHECKING:
    from majordome.studio.kokoro import Wave

LOUDNESS = -16.0  # LUFS, as the pack
HIGHEST = 0.85  # of 1: peaks are bent below it
HEAD, TAIL = 0.02, 0.12  # seconds of silence before and after a name
Wanted = tuple[str, Voice]


def missing(names: Sequence[str], lang: Lang, own: Path) -> list[Wanted]:
    """Which names nobody has said yet, in which voice. A name without a letter of ours is left to espeak-ng."""
    unsaid: dict[tuple[str, Voice], Wanted] = {}
    for name in filter(filed, names):
        for voice in VOICES:
            places = (_folder(folder, lang, voice) for folder in folders(own))
            if not any((place / f"{filed(name)}{suffix}").is_file() for place in places for suffix in SUFFIXES):
                unsaid.setdefault((filed(name), voice), (name, voice))
    return list(unsaid.values())


def record(wanted: Sequence[Wanted], lang: Lang, own: Path, model: Path, done: Callable[[float], None]) -> None:
    """Say each, and keep it where the box looks first."""
    kokoro = Kokoro(model)
    for number, (name, voice) in enumerate(wanted, 1):
        spoken = kokoro.sentence(f"{name},", lang, MIXTURES[lang, voice])
        place = _folder(own, lang, voice)
        place.mkdir(parents=True, exist_ok=True)
        unfinished = place / f"{filed(name)}.part"
        with wave.open(str(unfinished), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(levelled(spoken))
        unfinished.replace(place / f"{filed(name)}.wav")
        done(number / len(wanted))


def levelled(wave: Wave) -> bytes:
    """As loud as the pack, in 16 bits, with a breath about it."""
    import numpy as np
    import pyloudnorm

    heard = np.pad(wave.astype(np.float64), (round(HEAD * RATE), round(TAIL * RATE)))
    meter = pyloudnorm.Meter(RATE)
    for _ in range(4):  # what is bent off the peaks is made up for
        repeated = np.tile(heard, int(np.ceil(3 * RATE / len(heard))))  # a name is shorter than the meter's blocks
        gain = 10 ** ((LOUDNESS - meter.integrated_loudness(repeated)) / 20)
        heard = np.tanh(gain * heard / HIGHEST) * HIGHEST
    return bytes(np.round(heard * 32767).astype("<i2").tobytes())


def _folder(folder: Path, lang: Lang, voice: Voice) -> Path:
    return folder / ("" if voice == VOICES[0] else voice) / lang / NAMES
