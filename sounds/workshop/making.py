"""One file: what decides what is in it, and its bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from workshop import encode, meters
from workshop.mastering import master
from workshop.tones import RATE, Sound

CEILING = -1.0  # dBTP, in the file as it is heard
SHARED = ("tones", "meters", "mastering", "encode", "making")
EFFECT = ("calls", "screams", "castle", "music", "beds", "cards")  # any effect may use any of these


@dataclass(frozen=True, slots=True)
class Job:
    """One file and all that decides what is in it."""

    folder: Path  # of its pack
    file: str
    recipe: Mapping[str, Any]

    @property
    def path(self) -> Path:
        return self.folder / self.file

    def fingerprint(self) -> str:
        """Changes when the recipe or the workshop does."""
        seal = hashlib.sha256(json.dumps(self.recipe, sort_keys=True).encode())
        own = dict.fromkeys((*EFFECT, self.recipe["maker"].split(".")[0]))
        for module in (*SHARED, *own):
            seal.update((Path(__file__).parent / f"{module}.py").read_bytes())
        return seal.hexdigest()[:16]


def make(job: Job) -> bytes:
    """The file's bytes. What Vorbis adds to the peaks is taken off the ceiling beforehand."""
    module, name = job.recipe["maker"].split(".")
    maker: Callable[[], Sound] = getattr(import_module(f"workshop.{module}"), name)
    raw, target = maker(), job.recipe["loudness"]
    if job.file.endswith(".wav"):
        return encode.wav(master(raw, RATE, target, CEILING - 0.4), RATE)
    ceiling = CEILING - 0.8
    for _ in range(8):
        data = encode.ogg(master(raw, RATE, target, ceiling), RATE, job.recipe["quality"], job.file)
        heard, _ = encode.decoded(data)
        over = meters.true_peak(heard) - (CEILING - 0.15)
        if over <= 0:
            return data
        ceiling -= max(over, 0.4)
    raise RuntimeError(f"{job.file} stays over {CEILING} dBTP: lower its loudness in the manifest")


def seal(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
