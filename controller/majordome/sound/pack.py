"""Which file is heard for which line: the host's own recording first, then the game's, then the house's.

Knows files, not sound.
"""

from __future__ import annotations

import re
import sys
import wave
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from math import ceil
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from msgspec.structs import replace

from majordome.core.cues import Say
from majordome.core.manifest import Manifest
from majordome.words import VOICES, Voice
from majordome.words.narrator import AND, Lang, join, lines
from majordome.words.spoken_names import filed

SUFFIXES = (".ogg", ".wav")
PLACEHOLDER = re.compile(r"(\{names\}|\{role\})")
LETTERS = tuple(f".{letter}" for letter in ascii_lowercase[:4])  # no line has more parts
# This tree's, and where an installed box keeps them.
HOUSE = (Path(__file__).resolve().parents[3] / "sounds", Path(sys.prefix) / "share" / "majordome" / "sounds")
# Every sound of the house that is no speech; each game has its own.
HOUSE_EFFECTS = (
    *(f"top_{pattern}" for pattern in ("stop", "turn", "vote", "empty")),
    *("alarm", "gong", "last_ten", "ready"),
)
NAMES = "names"  # the folder of recorded first names: `fr/names/camille.ogg`
NUMBERED = re.compile(r", | (?=\d+\b)")  # "Bob 7, Eve 4"
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
    """The sounds of one language, from several folders: the first that has a file wins, file by file.

    `game` is the game that is played by now: its folder may bring `sounds/fr`, `sounds/en` and `sounds/effects`, and
    the host's pack `fr`, `en` and `effects` in a folder of the game's name.
    """

    def __init__(
        self,
        lang: Lang,
        folders: Sequence[Path],
        game: Callable[[], Manifest | None] = lambda: None,
        voice: Voice = VOICES[0],
    ) -> None:
        self.lang = lang
        self.voice = voice
        self.game = game
        self._own = tuple(folder for folder in folders if folder not in HOUSE)
        self._house = tuple(folder for folder in folders if folder in HOUSE)

    @property
    def _of_the_game(self) -> tuple[Path, ...]:
        """Where sounds of this game alone may be: in the host's pack, by its name, and in its own folder."""
        game = self.game()
        if game is None or _is_in_the_house(game):
            return ()
        return (*(own / game.folder.name for own in self._own), game.folder / "sounds")

    def _folders(self, name: str) -> tuple[Path, ...]:
        """Where to look, in order. A game's words are its own: a line of that name in another game says otherwise."""
        game = self._of_the_game
        if self._is_the_games(name):
            return game
        return (*game[:-1], *self._own, *game[-1:], *self._house)

    def own_name(self, name: str) -> str:
        """What a line's file is called in the host's pack: a game's own stands in a folder of the game's name."""
        game = self.game()
        return f"{game.folder.name}/{name}" if game is not None and self._is_the_games(name) else name

    def _is_the_games(self, name: str) -> bool:
        kind, _, line = name.partition("/")
        anybodys = kind == "effects" or line.startswith(f"{NAMES}/")
        return bool(self._of_the_game) and not anybodys and line.split(".")[0] not in lines(self.lang)["say"]

    def whose(self, path: Path) -> str:
        """The game to which this file belongs; empty for the house's, and for what the host has for any game."""
        game = self.game()
        return game.folder.name if game is not None and any(own in path.parents for own in self._of_the_game) else ""

    @property
    def _lines(self) -> Mapping[str, Any]:
        game = self.game()
        return lines(self.lang, game.folder if game is not None else None)

    def find(self, name: str) -> Path | None:
        """The file of a sound, named as in `effects/gong` or `fr/walk.0`."""
        for folder in self._folders(name):
            for place in self._places(folder, name):
                for suffix in SUFFIXES:
                    path = place / f"{name}{suffix}"
                    if path.is_file():
                        return path
        return None

    def _places(self, folder: Path, name: str) -> tuple[Path, ...]:
        """The butler's words lie in `fr/`, another's in `housekeeper/fr/`; what that one has not, the butler says."""
        plain = self.voice == VOICES[0] or name.startswith("effects/") or not self._has_learnt(self.voice)
        return (folder,) if plain else (folder / self.voice, folder)

    def _has_learnt(self, voice: Voice) -> bool:
        """One voice leads through a game, names and all: whoever has none of its words leaves it to the butler."""
        spoken = [folder for folder in self._of_the_game if (folder / self.lang).is_dir()]
        return not spoken or any((folder / voice / self.lang).is_dir() for folder in spoken)

    def voices(self) -> list[Voice]:
        """Whose voice there is in this language, for this game."""
        spoken = (*self._own, *self._house)
        return [
            voice
            for voice in VOICES
            if voice == VOICES[0]
            or (any((folder / voice / self.lang).is_dir() for folder in spoken) and self._has_learnt(voice))
        ]

    def effect(self, name: str) -> Path | None:
        """A sound that is no speech."""
        return self.find(f"effects/{name}")

    def variants(self, name: str) -> list[Path]:
        """`name_1`, `name_2`, ...: an effect of which there are several."""
        numbered = (self.effect(f"{name}_{number}") for number in count(1))
        return [path for path in takewhile(lambda path: path is not None, numbered) if path is not None]

    def effects(self) -> list[str]:
        """Every effect that may be played: the house's, and those that the game names."""
        game = self.game()
        if game is None:
            return list(HOUSE_EFFECTS)
        named = (*(look.sound for look in game.facts.values()), *(mood.bed for mood in game.moods.values()))
        return list(dict.fromkeys((*HOUSE_EFFECTS, *filter(None, named), *game.effects)))

    def clips(self, say: Say | str, spoken: NamesSpoken) -> list[Path]:
        """The files of a line, in order. Where names cannot be spoken, the line that needs none - or silence."""
        if isinstance(say, str):
            return self._named(say, NUMBERED.split(say), spoken)
        variants = self._lines["say"].get(say.line, ())
        found: list[Path] = []
        for part in parts(variants[say.variant]) if say.variant < len(variants) else ():
            clips = self._part(say, part, spoken)
            if not clips:
                return self._without_names(say, spoken)
            found += clips
        return found

    def _part(self, say: Say, part: str, spoken: NamesSpoken) -> list[Path]:
        if part == "{names}":
            names = say.names
            words = [*names[:-1], AND[self.lang].strip(), names[-1]] if len(names) > 1 else [*names]
            return self._named(join(names, self.lang), words, spoken)
        name = f"role.{say.role}" if part == "{role}" else f"{say.line}.{say.variant}" + (f".{part}" if part else "")
        clip = self.find(f"{self.lang}/{name}")
        return [] if clip is None else [clip]

    def _named(self, whole: str, words: Sequence[str], spoken: NamesSpoken) -> list[Path]:
        """Names in the voice of the pack, and others as they can be; where all are others, in one breath."""
        recorded = {word: self.find(f"{self.lang}/{NAMES}/{filed(word)}") for word in words}
        joints = {AND[self.lang].strip(), *filter(str.isdecimal, words)}
        if not any(clip for word, clip in recorded.items() if word not in joints):
            recorded, words = {whole: None}, [whole]
        clips = [recorded[word] or spoken(word) for word in words]
        heard = [clip for clip in clips if clip is not None]
        return heard if len(heard) == len(clips) else []

    def _without_names(self, say: Say, spoken: NamesSpoken) -> list[Path]:
        """What `[unnamed]` of the lines has in its place. Other lines are left unsaid: their beat shows the name."""
        unnamed = self._lines.get("unnamed", {}).get(say.line)
        if unnamed is None:
            return []
        variants = len(self._lines["say"][unnamed])
        return self.clips(replace(say, line=unnamed, names=(), variant=say.variant % variants), spoken)

    def seconds(self, line: str, variant: int) -> int | None:
        """How long a line takes in the host's own recordings; None where the host has recorded none of it."""
        parts = (self.find(f"{self.lang}/{line}.{variant}{letter}") for letter in ("", *LETTERS))
        clips = [clip for clip in parts if clip is not None]
        if not any(own in clip.parents for own in self._own for clip in clips):
            return None
        return ceil(sum(map(clip_seconds, clips)))

    def expected(self) -> Iterator[tuple[str, str]]:
        """Every spoken file of this language, with its words: (name, text)."""
        for line, variants in self._lines["say"].items():
            for number, text in enumerate(variants):
                for letter, words in cut(text):
                    if not PLACEHOLDER.fullmatch(words):
                        yield f"{self.lang}/{line}.{number}" + (f".{letter}" if letter else ""), words.strip()
        for role, word in self._lines.get("role", {}).items():
            yield f"{self.lang}/role.{role}", word


def _is_in_the_house(game: Manifest) -> bool:
    """Its words are recorded (their lengths are known), but not in a folder of its own."""
    return (game.folder / "lines" / "seconds.json").is_file() and not (game.folder / "sounds").is_dir()


def clip_seconds(path: Path) -> float:
    """How long a file is; 0 where that cannot be read."""
    try:
        if path.suffix == ".wav":
            with wave.open(str(path), "rb") as file:
                return file.getnframes() / file.getframerate()
        data = path.read_bytes()
        samples = int.from_bytes(data[data.rindex(b"OggS") + 6 :][:8], "little")  # up to the last page
        if (opus := data.find(b"OpusHead", 0, 64)) >= 0:  # always 48 kHz, after a start that is not heard
            return (samples - int.from_bytes(data[opus + 10 :][:2], "little")) / 48000
        return samples / int.from_bytes(data[data.index(b"\x01vorbis") + 12 :][:4], "little")
    except (OSError, ValueError, EOFError, ZeroDivisionError, wave.Error):
        return 0.0


def folders(own: Path | None = None) -> list[Path]:
    """Where sounds may be: the host's own, this tree's, and where an installed box keeps them."""
    return [place for place in (own, *HOUSE) if place is not None and place.is_dir()]
