"""What the pages may reach of the box: given by whoever puts the box together. No page reaches further than this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from majordome.core.clock import RealClock
from majordome.core.cues import Notice
from majordome.core.evening_queue import Heard
from majordome.core.prompter import Prompter
from majordome.sound.pack import NamesSpoken, SoundPack
from majordome.web.messages import LedgerTold
from majordome.words import Voice
from majordome.words.narrator import Lang, Narrator


class Loudspeaker(Protocol):
    """The box's own voice, as far as a page may turn its knobs."""

    @property
    def volume(self) -> float:
        """From 0 to 1."""
        ...

    def set_volume(self, volume: float) -> None:
        """Louder or softer."""

    def say(self, say: str) -> None:
        """Speak names and numbers, where they can be spoken."""


@dataclass(slots=True)
class BoxAccess:
    """The evening, as far as pages may reach it. Only `hear` and `tell` change anything, by the evening's own queue."""

    prompter: Prompter
    narrator: Narrator
    clock: RealClock
    hear: Callable[[Heard], None]
    tell: Callable[[Notice], None]
    evening: Callable[[], str]  # the one that is played, in the box's own count
    account: Callable[[Lang], Sequence[str]]  # reads the journal: slow
    ledger: Callable[[Lang, bool], LedgerTold]  # the same; True: for the host
    hints: Callable[[Lang, tuple[str, ...]], tuple[str, ...]]  # the same, of these names
    speak: Callable[[Lang, Voice], None]  # the evening goes on in this language, in this voice
    pack: Callable[[], SoundPack]
    names: Callable[[], NamesSpoken]  # speaks names: slow
    names_folder: Path
    wifi: Callable[[], tuple[str, str, str] | None] = lambda: None  # the box's own: name, password, text of its QR code
    speaker: Loudspeaker | None = None
    stays: Callable[[], bool] = lambda: False  # after the end, a press begins another evening
    button: Callable[[bool], None] | None = None  # the twin's button goes down or up
