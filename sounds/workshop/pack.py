"""The pack as a whole: what the manifest asks for, what each file is made of, and whether it must be made anew."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import soundfile

from majordome.words.narrator import LANGS
from workshop import encode, meters, speech
from workshop.effects import EFFECTS
from workshop.mastering import butler, master, trim
from workshop.script import LINES, SOUNDS, order, parts
from workshop.tones import RATE, Sound

MANIFEST = SOUNDS / "manifest.toml"
BUILT = SOUNDS / "built.toml"
SECONDS = LINES / "seconds.toml"
CEILING = -1.0  # dBTP, in the file as it is heard
SHARED = ("tones", "meters", "mastering", "encode", "pack")
VOICE = ("speech", "script")
EFFECT = ("calls", "screams", "castle", "music", "beds")


@dataclass(frozen=True, slots=True)
class Job:
    """One file and all that decides what is in it."""

    file: str
    recipe: Mapping[str, Any]

    @property
    def is_speech(self) -> bool:
        return "words" in self.recipe

    def fingerprint(self) -> str:
        """Changes when the recipe or the workshop does."""
        seal = hashlib.sha256(json.dumps(self.recipe, sort_keys=True).encode())
        for module in (*SHARED, *(VOICE if self.is_speech else EFFECT)):
            seal.update((Path(__file__).parent / f"{module}.py").read_bytes())
        return seal.hexdigest()[:16]


def manifest() -> Mapping[str, Any]:
    return tomllib.loads(MANIFEST.read_text("utf-8"))


def jobs(wanted: Mapping[str, Any]) -> list[Job]:
    """Every file of the pack."""
    found = [
        Job(entry["file"], {"effect": name, "loudness": entry["loudness"], "quality": wanted["pack"]["effect_quality"]})
        for name, entry in wanted["effect"].items()
    ]
    for file, lang, words in parts(wanted):
        pack = wanted["pack"]
        recipe = {"words": words, "voice": wanted["voice"][lang], "butler": wanted["butler"]}
        found.append(Job(file, {**recipe, "loudness": pack["speech_loudness"], "quality": pack["speech_quality"]}))
    return found


def make(job: Job) -> bytes:
    """The file's bytes. What Vorbis adds to the peaks is taken off the ceiling beforehand."""
    raw, rate = _raw(job)
    target = job.recipe["loudness"]
    if job.file.endswith(".wav"):
        return encode.wav(master(raw, rate, target, CEILING - 0.4), rate)
    ceiling = CEILING - 0.8
    for _ in range(8):
        data = encode.ogg(master(raw, rate, target, ceiling), rate, job.recipe["quality"], job.file)
        heard, _ = encode.decoded(data)
        over = meters.true_peak(heard) - (CEILING - 0.15)
        if over <= 0:
            return data
        ceiling -= max(over, 0.4)
    raise RuntimeError(f"{job.file} stays over {CEILING} dBTP: lower its loudness in the manifest")


def _raw(job: Job) -> tuple[Sound, int]:
    if not job.is_speech:
        return EFFECTS[job.recipe["effect"]](), RATE
    said = trim(speech.voice(job.recipe["words"], job.recipe["voice"]), speech.RATE)
    return butler(said, speech.RATE, job.recipe["butler"]), speech.RATE


def built() -> dict[str, list[str]]:
    """What the committed files were made from: file -> [fingerprint of its recipe, sha256 of its bytes]."""
    return tomllib.loads(BUILT.read_text("utf-8")) if BUILT.exists() else {}


def write_built(ledger: Mapping[str, list[str]]) -> None:
    head = "# Written by make_sounds.py: each file, the seal of its recipe, and the seal of its bytes.\n"
    rows = (f'"{file}" = ["{made}", "{seal}"]\n' for file, (made, seal) in sorted(ledger.items()))
    BUILT.write_text(head + "".join(rows), "utf-8")


def seal(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def is_fresh(job: Job, ledger: Mapping[str, list[str]]) -> bool:
    """The file is there, untouched, and made from this very recipe."""
    path = SOUNDS / job.file
    return path.exists() and ledger.get(job.file) == [job.fingerprint(), seal(path.read_bytes())]


def audio_files() -> set[str]:
    """Every audio file that lies in the pack's folders."""
    return {path.relative_to(SOUNDS).as_posix() for kind in ("ogg", "wav") for path in SOUNDS.glob(f"*/*.{kind}")}


def length(file: str) -> float:
    """Seconds."""
    about = soundfile.info(str(SOUNDS / file))
    return float(about.frames / about.samplerate)


def seconds(wanted: Mapping[str, Any]) -> str:
    """The text of `seconds.toml`: how long each variant takes to say, without names, in whole seconds."""
    out = ["# Written by `make sounds`: how many seconds each variant of a line takes to say, without names.", ""]
    for lang in LANGS:
        out.append(f"[{lang}]")
        for key, line in wanted["line"].items():
            lengths = []
            for variant, text in enumerate(line[lang]["texts"]):
                lengths.append(ceil(sum(length(file) for file, words in order(lang, key, variant, text) if words)))
            out.append(f"{key} = {lengths}")
        out.append("")
    return "\n".join(out[:-1]) + "\n"
