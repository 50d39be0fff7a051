"""Which file is heard for which line: the host's own recording first, else the box's. Knows files, not sound."""

from __future__ import annotations

import re
import sys
import wave
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from string import ascii_lowercase

from majordome.core.cues import Say
from majordome.words.narrator import Lang, join, lines

SUFFIXES = (".ogg", ".wav")
PLACEHOLDER = re.compile(r"(\{names\}|\{role\})")

# What is said where names cannot be spoken. The others are left out: their beat shows the name.
UNNAMED = {
    "somebody_died": "a_death",
    "somebody_died_day": "a_death_day",
    "release": "release_unnamed",
    "vote_again": "vote_again_unnamed",
    "youngest": "youngest_unnamed",
    "to_jail": "to_jail_unnamed",
    "condemned": "condemned_unnamed",
}
# Every sound that is no speech.
EFFECTS = (
    *(f"top_{pattern}" for pattern in ("stop", "turn", "vote", "empty")),
    *(f"scream_{number}" for number in range(1, 6)),
    *("alarm", "gong", "last_ten", "jail_door", "handcuffs", "owl", "cock_crow", "church_bell", "ready"),
    *(f"victory_{winner}" for winner in ("guests", "murderers", "nobody")),
    *("bed_night", "bed_evening"),
)
NamesSpoken = Callable[[str], Path | None]


def cut(text: str) -> list[tuple[str, str]]:
    """A line cut at its placeholders: (letter, words) of each recorded part, ('', '{names}') of each placeholder.

    The letter is the place: `a` before the first placeholder, `b` behind it; a part without a word is left out. A line
    without placeholders is one part without a letter.
    """
    pieces = PLACEHOLDER.split(text)
    if len(pieces) == 1:
        return [("", text)]
    placed = ((ascii_lowercase[n // 2] if n % 2 == 0 else "", piece) for n, piece in enumerate(pieces))
    return [(letter, words) for letter, words in placed if re.search(r"\w", words)]


def parts(text: str) -> list[str]:
    """What a line is made of, in the order in which it is heard: letters of files, '{names}' and '{role}'."""
    return [letter or (words if PLACEHOLDER.fullmatch(words) else "") for letter, words in cut(text)]


class SoundPack:
    """The sounds of one language, from several folders: the first that has a file wins, file by file."""

    def __init__(self, lang: Lang, folders: Sequence[Path]) -> None:
        self.lang = lang
        self._folders = tuple(folders)

    def find(self, name: str) -> Path | None:
        """`effects/gong`, `fr/walk_night.0`."""
        for folder in self._folders:
            for suffix in SUFFIXES:
                path = folder / f"{name}{suffix}"
                if path.is_file():
                    return path
        return None

    def effect(self, name: str) -> Path | None:
        """A sound that is no speech."""
        return self.find(f"effects/{name}")

    def clips(self, say: Say | str, spoken: NamesSpoken) -> list[Path]:
        """The files of a line, in order. Where names cannot be spoken, the line that needs none - or silence."""
        if isinstance(say, str):
            return [clip for clip in (spoken(say),) if clip is not None]
        found: list[Path] = []
        for part in parts(lines(self.lang)["say"][say.line][say.variant]):
            clip = self._part(say, part, spoken)
            if clip is None:
                return self._without_names(say, spoken)
            found.append(clip)
        return found

    def _part(self, say: Say, part: str, spoken: NamesSpoken) -> Path | None:
        if part == "{names}":
            return spoken(join(say.names, self.lang))
        if part == "{role}":
            return self.find(f"{self.lang}/role.{say.role}")
        return self.find(f"{self.lang}/{say.line}.{say.variant}" + (f".{part}" if part else ""))

    def _without_names(self, say: Say, spoken: NamesSpoken) -> list[Path]:
        unnamed = UNNAMED.get(say.line)
        if unnamed is None:
            return []
        variants = len(lines(self.lang)["say"][unnamed])
        return self.clips(replace(say, line=unnamed, names=(), variant=say.variant % variants), spoken)

    def seconds(self, line: str, variant: int) -> int | None:
        """How long a line takes in the recordings of the first folder; None where none of it is recorded there."""
        letters = (letter for letter, words in cut(lines(self.lang)["say"][line][variant]) if words[:1] != "{")
        clips = [self.find(f"{self.lang}/{line}.{variant}" + (f".{letter}" if letter else "")) for letter in letters]
        if not any(clip is not None and self._folders[0] in clip.parents for clip in clips):
            return None
        return ceil(sum(clip_seconds(clip) for clip in clips if clip is not None))

    def expected(self) -> Iterator[tuple[str, str]]:
        """Every spoken file of this language, with its words: (name, text)."""
        for line, variants in lines(self.lang)["say"].items():
            for number, text in enumerate(variants):
                for letter, words in cut(text):
                    if not PLACEHOLDER.fullmatch(words):
                        yield f"{self.lang}/{line}.{number}" + (f".{letter}" if letter else ""), words.strip()
        for role, word in lines(self.lang)["role"].items():
            yield f"{self.lang}/role.{role}", word


def clip_seconds(path: Path) -> float:
    """How long a file is; 0 where that cannot be read."""
    try:
        if path.suffix == ".wav":
            with wave.open(str(path), "rb") as file:
                return file.getnframes() / file.getframerate()
        data = path.read_bytes()
        # Ogg Vorbis: the samples a second stand in the first header, the number of samples on the last page.
        rate = int.from_bytes(data[data.index(b"\x01vorbis") + 12 :][:4], "little")
        return int.from_bytes(data[data.rindex(b"OggS") + 6 :][:8], "little") / rate
    except (OSError, ValueError, EOFError, ZeroDivisionError, wave.Error):
        return 0.0


def folders(own: Path | None = None) -> list[Path]:
    """Where sounds may be: the host's own, this tree's, and where an installed box keeps them."""
    here = Path(__file__).resolve()
    places = [own, here.parents[3] / "sounds", Path(sys.prefix) / "share" / "majordome" / "sounds"]
    return [place for place in places if place is not None and place.is_dir()]
