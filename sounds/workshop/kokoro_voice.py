"""The raw voices, by Kokoro. Each sentence is made once: a line that changes costs only the sentence that did."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from functools import cache
from pathlib import Path

import numpy as np

from majordome.studio.kokoro import PAUSE, RATE, Kokoro, Mixture
from majordome.studio.phonemes import numbers, sentences
from majordome.words.narrator import Lang
from workshop.tones import Sound

KOKORO = Path(os.environ.get("MAJORDOME_KOKORO") or Path(__file__).parents[2] / ".kokoro")
KEPT = KOKORO / "said"  # sentences that were made before
HEADROOM = 16000  # of a 16 bit number: the model may go a little over 1
PLAIN = str.maketrans({"’": "'", "\u00a0": " ", "\u202f": " "})


def spoken(words: str) -> str:
    """The words as they are said. What runs into a name ends on a comma, so that the voice stays up."""
    plain = words.translate(PLAIN).strip().lstrip(",.;:!? ")
    return plain if plain[-1] in ".!?:,…" else plain + ","


def voice(words: str, lang: Lang, mixture: Mixture) -> Sound:
    """Words as they are said, at 24 kHz, with a breath between sentences."""
    pause = np.zeros(round(PAUSE * RATE))
    said = [sentence(each, lang, mixture) for each in sentences(words)]
    return np.concatenate([piece for one in said for piece in (one, pause)][:-1])


def sentence(text: str, lang: Lang, mixture: Mixture) -> Sound:
    """One sentence, made now or before."""
    kept = KEPT / f"{_seal(text, lang, mixture)}.npy"
    if not kept.exists():
        wave = _model().sentence(text, lang, mixture)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        KEPT.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as out:
            np.save(out, np.round(np.clip(wave, -2, 2) * HEADROOM).astype("<i2"))
        unfinished.replace(kept)
    said: Sound = np.load(kept).astype(np.float64) / HEADROOM
    return said


def _seal(text: str, lang: Lang, mixture: Mixture) -> str:
    """By how it is pronounced: a comma that is written otherwise costs nothing."""
    told = [numbers(text, lang), *(asdict(mixture)[key] for key in ("timbre", "manner", "pitch", "speed"))]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:24]


@cache
def _model() -> Kokoro:
    return Kokoro(KOKORO)
