"""The butler's words, in French and English: which variant is said, and what a beat, a refusal or a notice is called.

Knows texts, not sound. The choice depends on the seed and on how often a line was said, on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import tomli
from msgspec import json

from majordome.core.cues import Fact, Notice, Refused, Say
from majordome.core.error_log import log_warning
from majordome.core.events import Event
from majordome.core.library import HOUSE as GAMES
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.core.plain_values import snake
from majordome.errors import GameError
from majordome.words import LANGS as LANGS
from majordome.words import Lang as Lang
from majordome.words.tables import HouseTables, JoinedTables

AND = {"fr": " et ", "en": " and "}

LETTERS_A_SECOND = 15.0  # an unhurried butler
BREATH = 0.6
SECONDS = "seconds.json"
MISSING: set[tuple[str, str, str]] = set()  # words that were complained about: language, table, key


HOUSE = Path(__file__).parent / "lines"


@lru_cache
def lines(lang: Lang, game: Path | None = None) -> Mapping[str, Any]:
    """All texts of one language: the house's, and those of the game whose folder this is."""
    if game is None:
        return HouseTables(HOUSE / f"{lang}.toml")
    house, path = lines(lang, None), game / "lines" / f"{lang}.toml"  # asked for like this, they are read once
    if game.parent == GAMES:
        return JoinedTables(house, HouseTables(path))
    # Anybody may write a game, and what is wrong with its lines is found before the first of them is said.
    try:
        return JoinedTables(house, tomli.loads(path.read_text("utf-8")) if path.is_file() else {})
    except tomli.TOMLDecodeError as trouble:
        raise GameError(f"{path}: is not TOML: {' '.join(str(trouble).split())}: mend that place") from None
    except (OSError, UnicodeDecodeError) as trouble:
        raise GameError(f"{path}: cannot be read ({trouble}): save it as UTF-8 text, and see its rights") from None


@lru_cache
def seconds_of(lang: Lang, game: Path | None = None) -> Mapping[str, Sequence[int]]:
    """The known length of each recorded line, in whole seconds: the same with a speaker and without."""
    path = HOUSE / SECONDS if game is None else game / "lines" / SECONDS
    known: dict[str, Sequence[int]] = {} if game is None else dict(seconds_of(lang, None))
    return known | (json.decode(path.read_bytes())[lang] if path.is_file() else {})


@lru_cache
def _counted(lang: Lang, game: Path | None) -> Mapping[str, str]:
    """The line as which each of these is counted: with a name and without, the sentences are the same."""
    return {unnamed: named for named, unnamed in lines(lang, game).get("unnamed", {}).items()}


@lru_cache
def _chosen(lang: Lang, game: Path | None, seed: int) -> dict[str, tuple[str, dict[int, Say]]]:
    """For each line: as which it is counted, and how it is said each time, as far as anybody has asked."""
    return {}


def join(names: Sequence[str], lang: Lang) -> str:
    """'Ana, Bob and Cid'."""
    return AND[lang].join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


@lru_cache(4096)
def _order(seed: int, line: str, variants: int, lap: int) -> tuple[int, ...]:
    """The variants shuffled for one lap; a lap never begins as the one before it ended."""
    order = list(range(variants))
    Random(f"{seed} {line} {lap}").shuffle(order)
    if lap and variants > 2:
        before = list(range(variants))
        Random(f"{seed} {line} {lap - 1}").shuffle(before)
        if order[0] == before[-1]:
            order[0], order[1] = order[1], order[0]
    elif lap and variants == 2:
        return _order(seed, line, variants, 0)
    return tuple(order)


@lru_cache(4096)
def _variant(seed: int, line: str, variants: int, telling: int) -> int:
    """The variant that is said for the `telling`-th time: lap after lap."""
    lap, turn = divmod(telling, variants)
    return _order(seed, line, variants, lap)[turn]


class Narrator:
    """Speaks one language."""

    __slots__ = ("_chosen", "_counted", "_known", "_lines", "_own_seconds", "_sayings", "_seed", "game", "lang")

    def __init__(
        self,
        lang: Lang,
        seed: int = 0,
        own_seconds: Callable[[str, int], int | None] | None = None,
        game: Manifest | None = None,
    ) -> None:
        self.lang = lang
        self.game = game
        self._own_seconds = own_seconds  # of a voice that the host recorded
        self._seed = seed
        self._read()

    def _read(self) -> None:
        self._lines, self._known = lines(self.lang, self._folder), seconds_of(self.lang, self._folder)
        self._sayings: Mapping[str, Sequence[str]] = self._lines["say"]
        self._counted = _counted(self.lang, self._folder)
        self._chosen = {} if self._own_seconds else _chosen(self.lang, self._folder, self._seed)

    @property
    def _folder(self) -> Path | None:
        return self.game.folder if self.game is not None else None

    def play(self, game: str) -> None:
        """Speak the words of this game."""
        if self.game is None or self.game.id != game:
            found = manifest(game)
            if found.folder.parent != GAMES:
                for lang in LANGS:  # a phone may ask for either, at any time
                    lines(lang, found.folder)
            self.game = found
            self._read()

    def speak(self, lang: Lang, own_seconds: Callable[[str, int], int | None] | None = None) -> None:
        """Go on in another language."""
        self._own_seconds = own_seconds
        self.lang = lang
        self._read()

    def tell(self, say: Say, tellings: dict[str, int]) -> Say:
        """The line as it is said next, and counted: `a_death` is another telling of `somebody_died`."""
        line = say.line
        try:
            counted, told = self._chosen[line]
        except KeyError:
            counted, told = self._chosen[line] = self._counted.get(line, line), {}
        telling = tellings.get(counted, 0)
        tellings[counted] = telling + 1
        try:
            chosen = told[telling]
        except KeyError:
            chosen = self._choose(line, telling)
        if say.names or say.role:
            return Say(line, say.names, say.role, chosen.variant, chosen.seconds)
        return chosen

    def choose(self, say: Say, telling: int) -> Say:
        """The line as it is said for the `telling`-th time: never the same words twice in a row."""
        return self.tell(say, {self._counted.get(say.line, say.line): telling})

    def _choose(self, line: str, telling: int) -> Say:
        variants = self._sayings[line]
        variant = _variant(self._seed, self._counted.get(line, line), len(variants), telling)
        chosen = Say(line, variant=variant, seconds=self._seconds(line, variant, variants[variant]))
        if self._own_seconds is None:  # else the host may record it anew
            self._chosen[line][1][telling] = chosen
        return chosen

    def _seconds(self, line: str, variant: int, text: str) -> int:
        """The length of the words alone: how long a name is must not be told by a pause."""
        if self._own_seconds is not None and (own := self._own_seconds(line, variant)) is not None:
            return own
        known = self._known.get(line, ())
        return known[variant] if variant < len(known) else ceil(BREATH + len(text) / LETTERS_A_SECOND)

    def variants(self, line: str) -> int:
        """How many ways there are to say it."""
        return len(self._sayings[line])

    def words(self, say: Say) -> str:
        """The sentence."""
        role = self.word("role", say.role) if say.role else ""
        return self._sayings[say.line][say.variant].format(names=join(say.names, self.lang), role=role)

    def refusal(self, refused: Refused) -> str:
        """Why not."""
        return self._fill(self._text("refusal", refused.why), refused.names)

    def notice(self, notice: Notice) -> str:
        """A word for the host."""
        return self._fill(self._text("notice", notice.what), [self._called(name) for name in notice.names])

    def _text(self, table: str, key: str) -> str:
        """A game that has no word for it costs a line in the log, and the evening goes on with the key."""
        text: str | None = self._lines[table].get(key)
        if text is None:
            told = self.lang, table, key
            if told not in MISSING:
                MISSING.add(told)
                log_warning(__name__, "lines/%s.toml: [%s] has no %s: write it", *told)
            return f"{key} {{names}}"
        return text

    def _called(self, name: str) -> str:
        """A beat, a part or a side of the room in this language; everything else - a guest, a reason - as it is."""
        head, space, rest = name.partition(" ")
        if name in self._lines["beat"]:
            return self.beat(name, "title")
        if name in ("left", "right"):
            return self.word("ui", name)
        return self.part(head) + space + rest

    def beat(self, name: str, what: str) -> str:
        """What is happening ('title'), or what a gesture will do ('press', 'double', 'hold')."""
        text: str = self._lines["beat"].get(name, {}).get(what, "")
        return text

    def does(self, beat: str, gesture: str, *, again: bool = False) -> str:
        """What a gesture does at this beat: other words where the same is asked once more."""
        return (again and self.beat(beat, f"{gesture}_again")) or self.beat(beat, gesture)

    def word(self, kind: str, key: str) -> str:
        """A single word: a role, a day, a label of the screen."""
        text: str = self._lines[kind][key]
        return text

    def table(self, kind: str) -> Mapping[str, str]:
        """All words of one kind."""
        words: Mapping[str, str] = self._lines.get(kind, {})
        return words

    def called(self, kind: str, key: str) -> str:
        """The same, where the game may have no word for it: then as it is."""
        text: str = self._lines.get(kind, {}).get(key, key)
        return text

    def part(self, name: str) -> str:
        """What a part of the box is called; a part of no name is called as it is."""
        text: str = self._lines["part"].get(name, name)
        return text

    def fact(self, fact: Fact, table: str = "fact") -> str:
        """What is so now, in the game's own words; nothing where the game has none for it, or nobody is named."""
        text = self._lines.get(table, {}).get(snake(type(fact).__name__), "")
        return self._filled(text, fact)

    def event(self, event: Event) -> str:
        """What the host has corrected."""
        name = snake(type(event).__name__)
        return self._filled(self._lines.get("event", {}).get(name, name), event)

    def _filled(self, text: str, told: Fact | Event) -> str:
        from majordome.words.filling import Filling  # a rehearsal does not need it

        return Filling(self).fill(text, {name: getattr(told, name) for name in told.__struct_fields__})

    def _fill(self, text: str, names: Sequence[str]) -> str:
        try:
            return text.format(*names, names=join(names, self.lang)).rstrip()
        except (IndexError, KeyError, ValueError):  # more to fill in than was told, or braces that are no place
            log_warning(__name__, "nothing to fill into %r: %s were told", text, ", ".join(names) or "no names")
            return text
