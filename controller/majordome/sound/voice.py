"""Puts the speaker together: its pack, its names, its thread, and who is told when the sound is gone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir

from majordome.core.clock import RealClock
from majordome.core.cues import Notice
from majordome.core.evening_loop import Performance
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.props.animator import Animator
from majordome.settings.config import SoundSettings
from majordome.sound.pack import SoundPack, folders
from majordome.sound.speaker import PygameSpeaker
from majordome.words.narrator import Lang
from majordome.words.spoken_names import SpokenNames


@contextmanager
def speaker_of(
    sound: SoundSettings,
    lang: Lang,
    clock: RealClock,
    tell: Callable[[Notice], None],
    game: Callable[[], Manifest | None] = lambda: None,
) -> Iterator[PygameSpeaker | None]:
    """A speaker in a thread of its own, silent again afterwards; None where it is not wanted or cannot be.

    `game` is the game that is played by then.
    """
    if sound.silent or os.environ.get("MAJORDOME_SILENT"):
        yield None
        return
    packs = folders(sound.pack)
    if lacking := _lacking(packs):
        tell(Notice("prop_failed", ("speaker", lacking)))
        yield None
        return
    told = False

    def failed(part: object, trouble: Exception) -> None:
        nonlocal told
        if not told:  # once: it is tried again by itself
            told = True
            tell(Notice("prop_failed", ("speaker", str(trouble) or type(trouble).__name__)))

    animator = Animator(clock, clock.speed)
    speaker = PygameSpeaker(
        SoundPack(lang, packs, game, sound.voice),
        clock=clock,
        wake=animator.wake,
        spoken=SpokenNames(lang, cache_folder(), sound.voice),
        failed=failed,
        volume=sound.volume / 100,
        jingle=sound.jingle / 100,
        ambience=sound.ambience,
        device=sound.device,
    )
    animator.watch([speaker])
    animator.start()
    try:
        yield speaker
    finally:
        animator.close()
        speaker.close()


def _lacking(packs: Sequence[Path]) -> str:
    """What must be there before there can be any sound, and how to get it."""
    if find_spec("pygame") is None:
        return "pip install pygame"
    return "" if packs else "no sound pack: see sounds/README.md"


def attach(speaker: PygameSpeaker, performance: Performance) -> None:
    """The sounds are the game's, and after each step the next TOP is at hand."""
    prompter = performance.prompter

    def game() -> Manifest:
        return manifest(prompter.evening.game)

    def look() -> None:
        beat = prompter.beat
        top = beat.top if beat is not None and not prompter.paused else None
        speaker.arm(None if top is None else game().call(top))

    speaker.play(game)
    performance.watchers.append(look)
    look()


def cache_folder() -> Path:
    """Where spoken names are kept."""
    try:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a service may have no home
        cache = Path(gettempdir())
    return cache / "majordome" / "names"
