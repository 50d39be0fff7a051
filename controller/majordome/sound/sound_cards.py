"""The sound cards of this machine, as ALSA knows them: a Pi has two or three, and the first is often a television."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

LINE = re.compile(r"^\s*(\d+) \[(\S+)\s*\]: \S+ - (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SoundCard:
    """A card that can play."""

    id: str  # stays the same over restarts, other than its number
    name: str

    @property
    def device(self) -> str:
        """What `[sound] device` wants."""
        return f"plughw:CARD={self.id}"


def cards(root: Path = Path("/")) -> list[SoundCard]:
    """Every card with an output, the first one first; none where there is no ALSA."""
    asound = root / "proc/asound"
    try:
        listed = (asound / "cards").read_text("utf-8", errors="replace")
    except OSError:
        return []
    return [
        SoundCard(name, what.strip())
        for number, name, what in LINE.findall(listed)
        if any((asound / f"card{number}").glob("pcm*p"))
    ]
