"""The guide's two languages. Tables and drawings are made in English, and said in French by phrases (french.toml).

A phrase has # where a number stands: no number is written twice, so none can differ.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from majordome.words.narrator import Lang

HW = Path(__file__).parent.parent
DOCS = HW.parent / "docs"
FRENCH = HW / "french.toml"
NUMBER = re.compile(r"\d+(?:\.\d+)?")
WORD = re.compile(r"[a-z]{2}")  # what has none (470 Ω, GPIO17, T12) is the same in both
Say = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Language:
    """One guide, and the sources that have words of their own in it."""

    lang: Lang
    page: Path
    sums: Path
    trouble: Path
    say: Say


@cache
def phrases() -> dict[str, str]:
    """English -> French."""
    tables = tomllib.loads(FRENCH.read_text("utf-8")).values()
    return {english: french for table in tables for english, french in table.items()}


def key_of(text: str) -> str:
    """A phrase as french.toml has it."""
    return NUMBER.sub("#", text)


def english(text: str) -> str:
    return text


def french(text: str) -> str:
    """Its numbers stay in their order, with a decimal comma."""
    said = phrases().get(key_of(text))
    if said is None:
        if WORD.search(text):
            raise KeyError(f"french.toml lacks: {key_of(text)}")
        said = key_of(text)
    numbers = iter(NUMBER.findall(text))
    filled = re.sub("#", lambda _: next(numbers).replace(".", ","), said)
    return re.sub(r"(?<=\d)%", " %", filled)


def drawn_in(file: str, lang: Lang) -> str:
    """A picture that has words on it, in a language: gestures.svg, gestures-fr.svg."""
    name, dot, ending = file.rpartition(".")
    return file if lang == "en" else f"{name}-{lang}{dot}{ending}"


LANGUAGES: dict[Lang, Language] = {
    "en": Language("en", DOCS / "builder.md", HW / "sums.md", HW / "trouble.toml", english),
    "fr": Language("fr", DOCS / "constructeur.md", HW / "sums-fr.md", HW / "trouble-fr.toml", french),
}
