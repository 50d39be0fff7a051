"""`majordome sounds`: what there is to hear, whether it is well, how it sounds, and a sheet to record one's own."""

from __future__ import annotations

import os
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from majordome.core.library import manifests
from majordome.core.manifest import Manifest
from majordome.sound.pack import SoundPack
from majordome.words.narrator import LANGS, Lang

LOUDNESS, LOUDNESS_SLACK = -16.0, 3.0  # LUFS of speech: a host's own voice may be a little off the box's -16 +/- 1
LONGEST = 40.0  # seconds of one line
SHORTEST = 0.15


@dataclass(frozen=True, slots=True)
class SoundFile:
    """One file of a pack."""

    name: str
    words: str
    path: Path | None
    trouble: str = ""
    seconds: float | None = None
    loudness: float | None = None


def everything(folders: list[Path], langs: tuple[Lang, ...] = LANGS) -> Iterator[SoundFile]:
    """Every sound that the box may play, in any of its games, found or not."""
    found: dict[str, SoundFile] = {}
    for lang in langs:
        for pack in _packs(lang, folders):
            for name, words in pack.expected():
                called = pack.own_name(name)
                found.setdefault(called, SoundFile(called, words, pack.find(name)))
    for pack in _packs(langs[0], folders):
        for effect in pack.effects():
            several = pack.variants(effect)
            names = [f"{effect}_{number}" for number in range(1, len(several) + 1)] or [effect]
            for name in names:
                path = pack.effect(name)
                game = pack.whose(path) if path is not None else ""
                called = f"{game}/effects/{name}" if game else f"effects/{name}"
                found.setdefault(called, SoundFile(called, "", path))
    yield from found.values()


def _packs(lang: Lang, folders: list[Path]) -> Iterator[SoundPack]:
    """The house's own, and one a game."""
    yield SoundPack(lang, folders)
    for game in manifests().values():
        yield SoundPack(lang, folders, partial(_this, game))


def _this(game: Manifest) -> Manifest:
    return game


def listing(folders: list[Path], langs: tuple[Lang, ...]) -> Iterator[str]:
    """A line for each sound: where it comes from."""
    for sound in everything(folders, langs):
        place = "missing" if sound.path is None else str(sound.path.parent.parent)
        yield f"{sound.name:<34} {place}"


def checked(folders: list[Path], langs: tuple[Lang, ...]) -> Iterator[SoundFile]:
    """Each sound with its length and, where it can be measured, its loudness; `trouble` where something is wrong."""
    for sound in everything(folders, langs):
        if sound.path is None:
            yield SoundFile(sound.name, sound.words, None, "missing")
            continue
        try:
            samples, rate = _samples(sound.path)
        except (OSError, ValueError, RuntimeError, EOFError, wave.Error) as trouble:
            yield SoundFile(sound.name, sound.words, sound.path, f"cannot be read ({trouble}): save it as OGG or WAV")
            continue
        seconds = len(samples) / rate
        loudness = _loudness(samples, rate)
        yield SoundFile(sound.name, sound.words, sound.path, _trouble(sound, seconds, loudness), seconds, loudness)


def _trouble(sound: SoundFile, seconds: float, loudness: float | None) -> str:
    speech = "effects/" not in sound.name
    if seconds < SHORTEST:
        return f"only {seconds:.2f} s long: was it cut off?"
    if speech and seconds > LONGEST:
        return f"{seconds:.0f} s long: nobody will wait that long"
    whole = speech and seconds >= 1.0 and "/role." not in sound.name
    if whole and loudness is not None and abs(loudness - LOUDNESS) > LOUDNESS_SLACK:
        return f"{loudness:.1f} LUFS: make it {'softer' if loudness > LOUDNESS else 'louder'}, to about {LOUDNESS:.0f}"
    return ""


def _samples(path: Path) -> tuple[Any, int]:
    """The sound as numbers; with soundfile where it is installed (OGG and WAV), else WAV alone."""
    if find_spec("soundfile") is not None:
        import soundfile

        samples, rate = soundfile.read(path)
        return samples, int(rate)
    if path.suffix != ".wav":
        raise ValueError("to measure OGG install 'majordome[sounds]'")
    with wave.open(str(path), "rb") as file:
        return range(file.getnframes()), file.getframerate()


def _loudness(samples: Any, rate: int) -> float | None:
    if isinstance(samples, range) or find_spec("pyloudnorm") is None or len(samples) < 0.5 * rate:
        return None
    import pyloudnorm

    return float(pyloudnorm.Meter(rate).integrated_loudness(samples))


def record_sheet(lang: Lang) -> Iterator[str]:
    """The lines to read aloud, each with the name of its file."""
    title = {"fr": "Lignes à lire", "en": "Lines to read aloud"}[lang]
    yield f"# {title} ({lang})"
    yield ""
    told = {pack.own_name(name): words for pack in _packs(lang, []) for name, words in pack.expected()}
    for name, words in told.items():
        yield f"- `{name}.wav`  "
        yield f"  {words}"


def play(path: Path, volume: float) -> None:
    """SoundFile on this machine's speaker, to its end."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.mixer.init()
    sound = pygame.mixer.Sound(str(path))
    sound.set_volume(volume)
    channel = sound.play()
    while channel.get_busy():
        pygame.time.wait(20)
    pygame.mixer.quit()
