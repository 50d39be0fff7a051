"""The butler's raw voice, by the engine that the manifest names for each language."""

from __future__ import annotations

import importlib.util
import io
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from scipy.signal import butter, resample_poly, sosfiltfilt

from workshop.tones import Sound

RATE = 22050
PLAIN = str.maketrans({"’": "'", "\u00a0": " ", "\u202f": " "})  # neither engine reads French typography


def missing(voice: Mapping[str, Any]) -> str:
    """What to install before this voice can speak; empty where all is there."""
    if voice["engine"] == "pico":
        return "" if importlib.util.find_spec("ttspico") else "pip install ttspico"
    return "" if shutil.which("flite") else "apt install flite"


def spoken(words: str, say_as: Mapping[str, str]) -> str:
    """The words as an engine likes them. What runs into a name ends on a comma, so that the voice stays up."""
    plain = words.translate(PLAIN).strip().lstrip(",.;:!? ")
    for written, said in say_as.items():
        plain = re.sub(rf"\b{written}\b" if len(written) > 1 else written, said, plain)
    return plain if plain[-1] in ".!?:," else plain + ","


def voice(words: str, recipe: Mapping[str, Any]) -> Sound:
    """The words at 22.05 kHz, as deep as the recipe says."""
    engine = _pico if recipe["engine"] == "pico" else _flite
    raw, rate = engine(spoken(words, recipe["say_as"]), recipe)
    # Deeper as a slower tape is: throat and pitch together and without artefacts. The engine speaks faster to make up.
    ratio = Fraction(RATE, round(rate * recipe["tape"]))
    heard = resample_poly(raw, ratio.numerator, ratio.denominator)
    # What lies above the engine's own band is only the resampler's mirror image.
    band = butter(10, 0.47 * rate * recipe["tape"], "lowpass", fs=RATE, output="sos")
    clean: Sound = sosfiltfilt(band, heard)
    return clean


def _pico(words: str, recipe: Mapping[str, Any]) -> tuple[Sound, int]:
    import ttspico  # compiled on installation, and only needed to make French speech

    engine = ttspico.TtsEngine(recipe["language"])  # a new one each time: an engine that has spoken speaks otherwise
    engine.volume, engine.rate, engine.pitch = recipe["volume"], recipe["speed"], recipe["pitch"]
    return np.frombuffer(engine.speak(words), dtype="<i2").astype(np.float64) / 32768, 16000


def _flite(words: str, recipe: Mapping[str, Any]) -> tuple[Sound, int]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "words.wav"
        stretch = f"duration_stretch={100 / recipe['speed']:.4f}"
        command = ["flite", "-voice", recipe["voice"], "--setf", stretch, "-t", words, "-o", str(out)]
        subprocess.run(command, check=True)
        sound, rate = soundfile.read(io.BytesIO(out.read_bytes()), dtype="float64")
    return np.asarray(sound, dtype=np.float64), int(rate)
