"""Names that no voice of the pack has said: spoken by espeak-ng where it is installed, as high and as loud as the voice
around them, and kept. Where it is not, nothing is said of them."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import unicodedata
import wave
from array import array
from math import copysign, tanh
from pathlib import Path

from majordome.words import VOICES, Lang, Voice

PATIENCE = 5.0  # seconds
# As near as espeak-ng comes to the pitch of each voice of the pack, in no hurry: voice and -p.
MANNER: dict[tuple[Lang, Voice], tuple[str, str]] = {
    ("fr", "butler"): ("fr", "66"),
    ("fr", "housekeeper"): ("fr+f3", "60"),
    ("en", "butler"): ("en-gb", "63"),
    ("en", "housekeeper"): ("en+f3", "58"),
}
SPEED = "140"  # words a minute
LOUD = 0.22  # of 1: the mean strength of the pack's words, where there are any
SILENT = 0.01
KNEE, HIGHEST = 0.55, 0.85  # of 1: above the knee peaks are bent, and none comes over the highest

LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ß": "ss", "ł": "l", "đ": "d"})


def filed(name: str) -> str:
    """Under what a name's recording is kept: `Jean-François` -> `jean-francois`; empty where no file is called so."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    kept = re.sub(r"[\s'’.-]+", "-", letters).strip("-")
    return kept if re.fullmatch(r"[a-z0-9-]+", kept) else ""


class SpokenNames:
    """Says a name once, and remembers how."""

    def __init__(self, lang: Lang, cache: Path, voice: Voice = VOICES[0], command: str = "espeak-ng") -> None:
        self._lang = lang
        self._voice = voice
        self._cache = cache
        self._command = shutil.which(command)

    def __call__(self, names: str) -> Path | None:
        """A file in which these names are spoken, or None."""
        if self._command is None or not names:
            return None
        words = names.encode("utf-8", "replace")
        path = self._cache / f"{self._lang}-{self._voice}-{hashlib.sha256(words).hexdigest()[:16]}.wav"
        if path.is_file():
            return path
        unfinished = path.with_suffix(".part")
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            spoken, pitch = MANNER[self._lang, self._voice]
            # The name comes by standard input: no name can become an option.
            subprocess.run(
                [self._command, "-v", spoken, "-p", pitch, "-s", SPEED, "-w", str(unfinished), "--stdin"],
                input=words,
                check=True,
                timeout=PATIENCE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            _level(unfinished)
            unfinished.replace(path)
        except (OSError, EOFError, wave.Error, subprocess.SubprocessError):
            return None
        return path


def _bent(sample: float) -> float:
    over = abs(sample) - KNEE
    return sample if over <= 0 else copysign(KNEE + (HIGHEST - KNEE) * tanh(over / (HIGHEST - KNEE)), sample)


def _level(path: Path) -> None:
    """As loud as the voices of the pack. In plain Python: a box has no numpy, and a name is short."""
    with wave.open(str(path), "rb") as file:
        about, samples = file.getparams(), array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    heard = [sample * sample for sample in samples if abs(sample) > SILENT * 32768]
    if not heard:
        return
    strength = (sum(heard) / len(heard)) ** 0.5 / 32768
    gain = LOUD / strength / 32768
    louder = array("h", (round(32768 * _bent(gain * sample)) for sample in samples))
    if sys.byteorder == "big":
        louder.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setparams(about)
        file.writeframes(louder.tobytes())
