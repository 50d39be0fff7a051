"""Guest lists and evening files: TOML -> a frozen `Evening`, or an error that names the place and the remedy.

What may be written is the game's: its settings stand in its game.toml, its rules for a company in `Game.check`.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.cues import Refused
from majordome.core.evening import Evening, GameSettings, Guest, Value
from majordome.core.game import PlannedHost
from majordome.core.guest_list import LONGEST_NAME, OLDEST, YOUNGEST, clean, refuse_evening, speakable
from majordome.core.library import USUAL, load, manifest, manifests
from majordome.core.manifest import Manifest, Setting
from majordome.core.toml_reader import Section, read_toml
from majordome.errors import FileError
from majordome.words.narrator import LANGS, Lang, Narrator


class Plan(Struct):
    """A whole evening file: the evening, and who plays the host."""

    evening: Evening
    lang: Lang
    host: PlannedHost


def read_evening(path: Path) -> Plan:
    """An evening file, as the rehearsal contract has it."""
    file = read_toml(path)
    game = game_named(file, None)
    lang: Lang = file.choice("lang", LANGS, "fr")
    evening = _with_guests(file, Evening(game.id, settings=read_game_settings(file, game)), game)
    host = load(game.id).read(file, evening)
    file.done()
    return Plan(evening, lang, host)


def read_guests(
    path: Path, game: str | None = None, usual: Evening | None = None, *, chosen: str | None = None
) -> Evening:
    """A guest list: `[[guests]]`, and whatever else of the evening the host likes; `usual` where the list is silent.

    The game is the `chosen` one, or the list's own, or `game`; where nobody says, the number of guests tells.
    """
    file = read_toml(path)
    listed = game_named(file, chosen or game or _guessed(len(file.tables("guests"))))
    found = manifest(chosen) if chosen else listed
    settings = read_game_settings(file, found, usual.settings if usual else None)
    evening = _with_guests(file, Evening(found.id, settings=settings), found)
    if not evening.guests:
        raise file.wrong(None, "has no guests: write a [[guests]] table for each, with name = ...")
    file.choice("lang", LANGS, None)  # an evening file is a guest list too; `lang_of` reads it
    if found.id == listed.id:
        load(found.id).read(file, evening)
        file.done()
    else:
        file.rest()  # what it says of another game is no mistake
    return evening


def lang_of(path: Path) -> Lang | None:
    """What a guest list says that the butler shall speak; None where it does not say."""
    return read_toml(path).choice("lang", LANGS, None)


def _guessed(number: int) -> str:
    """The usual game, or the first other one of its family that is for so many."""
    usual = manifest(USUAL)
    if not number or usual.fewest <= number <= usual.most:
        return USUAL
    family = [game for game in manifests().values() if game.folder == usual.folder]
    return next((game.id for game in family if game.fewest <= number <= game.most), USUAL)


def game_named(file: Section, usual: str | None) -> Manifest:
    """The game that this table of a file names, or the usual one."""
    written = file.any("game")
    name = usual if written is None else written
    if isinstance(name, str) and _is_house(name):
        return manifest(name)
    games = manifests()
    return games[file.choice("game", tuple(games))]


def _is_house(name: str) -> bool:
    """A game that need not be looked for among all the others."""
    try:
        return bool(manifest(name))
    except FileError:
        return False


def read_game_settings(section: Section, game: Manifest, usual: GameSettings | None = None) -> GameSettings:
    """The game's settings, as far as they are written here; else `usual`, else the game's own."""
    values: dict[str, Value] = {}
    for name, setting in game.settings.items():
        before = usual.get(name, setting.default) if usual is not None else setting.default
        values[name] = read_setting(section, setting, before)
    return GameSettings(values)


def read_setting(section: Section, setting: Setting, usual: Value) -> Value:
    """One setting, within its limits."""
    match setting.kind:
        case "flag":
            return section.flag(setting.name, bool(usual))
        case "choice":
            return section.choice(setting.name, setting.choices, str(usual))
        case _:
            return section.whole(setting.name, setting.least, setting.most, int(usual))


def _with_guests(file: Section, evening: Evening, game: Manifest) -> Evening:
    sections = file.tables("guests")
    evening = replace(evening, guests=tuple(_guest(section, game) for section in sections))
    refused = refuse_evening(evening)
    if refused is not None:
        raise _wrong(file, sections, refused, game)
    return evening


def _guest(section: Section, game: Manifest) -> Guest:
    written = section.text("name")
    if not speakable(written):
        raise section.wrong("name", "has control characters in it: type it anew")
    name = clean(written)
    if len(name) > LONGEST_NAME:
        raise section.wrong("name", f"is longer than {LONGEST_NAME} letters: shorten it")
    age = section.whole("age", YOUNGEST, OLDEST, None) if game.ages else None
    role = section.choice("role", game.roles, None) if game.roles else None
    section.done()
    return Guest(name, age, role)


def _wrong(file: Section, sections: list[Section], refused: Refused, game: Manifest) -> FileError:
    """The refusal of the rules, at its place in the file."""
    why = Narrator("en", game=game).refusal(refused)
    place = re.fullmatch(r"guests\[(\d+)\]\.(\w+)", refused.what)
    if place is not None:
        return sections[int(place[1])].wrong(place[2], why)
    return file.wrong(refused.what, why)
