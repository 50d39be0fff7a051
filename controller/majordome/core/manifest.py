"""A game's `game.toml`: what can be known of a game without importing a line of it.

One folder may hold a family of games: `[games.ID]` tables, each with what differs. A folder without them is one game,
and its name is the game's.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from majordome.core.cues import DARK
from majordome.core.evening import Settings, Value
from majordome.errors import GameError

API = 1  # of the contract between a game and the house
FILE = "game.toml"
Colour = tuple[float, float, float]
KEYS = {
    *("api", "version", "replays", "play", "players", "minutes", "langs", "needs", "likes", "secrets", "roles"),
    *("title", "settings", "facts", "moods", "calls", "winners", "ages", "effects"),
}


class Setting(Struct, frozen=True):
    """One setting of a game: written once, and used by the form, the settings file, the guest list and the API."""

    name: str
    kind: Literal["whole", "choice", "flag"]
    default: Value
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    unit: str = ""  # "seconds": shown behind the number
    fitted: str = ""  # a flag that is by itself what the box has: "chairs"

    def refuses(self, value: object) -> tuple[str, tuple[str, ...]] | None:
        """Why this value cannot be: a key of the refusals, and what to fill in."""
        match self.kind:
            case "flag":
                return None if type(value) is bool else ("not_understood", ())
            case "choice":
                return None if value in self.choices else ("no_such_choice", (str(value), ", ".join(self.choices)))
            case _ if type(value) is not int:
                return "not_understood", ()
            case _ if not self.least <= value <= self.most:
                return "number_out_of_range", (str(value), str(self.least), str(self.most))
        return None


class Look(Struct, frozen=True):
    """How a fact of the game is heard and seen. Its text is the game's line of the same name in `[fact]`."""

    sound: str = ""  # an effect
    call: str = ""  # on the buzzer
    flash: str = ""  # of the lamp: a mood that passes
    style: str = "fact"  # of its line on a terminal


class Mood(Struct, frozen=True):
    """A light of the game: its colour, how bright a white lamp shows it, and the bed of sound that goes with it."""

    name: str
    colour: Colour = (0.0, 0.0, 0.0)
    white: float = 0.0
    bed: str = ""


# Lights that every game has.
HOUSE_MOODS: dict[str, Mood] = {
    "evening": Mood("evening", (1.0, 0.55, 0.2), 0.6),
    "night": Mood("night", (0.04, 0.05, 0.25), 0.05),
    DARK: Mood(DARK),
}
NO_LOOK = Look()


class Manifest(Struct, frozen=True, eq=False):
    """One game, as its folder describes it. Two are the same only if they were read at the same time."""

    id: str
    folder: Path
    package: str  # to import; "": a folder of the host's, which is imported from its path
    play: str  # "module:NAME" within the folder: where the `Game` is
    version: int  # of the rules
    replays: tuple[int, ...]  # versions of the rules whose journals these rules can play
    fewest: int
    most: int
    minutes: int
    langs: tuple[str, ...]
    needs: tuple[str, ...]
    likes: tuple[str, ...]
    secrets: bool  # the box may know who holds which card
    ages: bool  # a guest list may tell ages
    roles: tuple[str, ...]
    winners: tuple[str, ...]
    title: dict[str, str]
    settings: dict[str, Setting]
    facts: dict[str, Look]
    moods: dict[str, Mood]
    effects: tuple[str, ...]  # the sounds that its script asks for by name, beside those of facts and moods
    calls: dict[str, str]  # TOP in the game's words -> a pattern of the buzzer

    def mood(self, name: str) -> Mood:
        """A light of this game, or of the house."""
        return self.moods.get(name) or HOUSE_MOODS.get(name) or Mood(name, *_PLAIN)

    def look(self, fact: str) -> Look:
        """How a fact is heard and seen."""
        return self.facts.get(fact, NO_LOOK)

    def call(self, call: str) -> str:
        """The buzzer's pattern for a TOP."""
        return self.calls.get(call, call)

    def usual(self, **chosen: Value) -> Settings:
        """Every setting as the game has it, but for these."""
        return Settings({name: setting.default for name, setting in self.settings.items()}, **chosen)


_PLAIN = ((0.9, 0.8, 0.6), 0.5)  # a light that nobody described


def read_manifests(folder: Path, package: str = "") -> list[Manifest]:
    """The games of one folder."""
    path = folder / FILE
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as trouble:
        raise GameError(f"{path}: cannot be read: {trouble}") from None
    family = data.pop("games", None)
    if family is None:
        return [_manifest(path, folder.name, data, package)]
    shared = {key: value for key, value in data.items() if key != "settings"}
    return [
        _manifest(
            path,
            name,
            {**shared, **own, "settings": {**data.get("settings", {}), **own.get("settings", {})}},
            package,
        )
        for name, own in family.items()
    ]


def _manifest(path: Path, name: str, data: dict[str, Any], package: str) -> Manifest:
    given = data.pop("id", name)
    if given != name or not name.isidentifier():
        raise GameError(f"{path}: id is {given!r}: it must be the name of its folder, {name!r}, and a plain word")
    if unknown := sorted(set(data) - KEYS):
        raise GameError(f"{path}: {unknown[0]} is not a known key: known are {', '.join(sorted(KEYS))}")
    api = data.get("api")
    if api != API:
        raise GameError(f"{path}: api is {api!r}, this Majordome has {API}: get the game for this version")
    try:
        fewest, most = data["players"]
        return Manifest(
            id=name,
            folder=path.parent,
            package=package,
            play=data.get("play", "game:GAME"),
            version=int(data["version"]),
            replays=tuple(data.get("replays", (data["version"],))),
            fewest=int(fewest),
            most=int(most),
            minutes=int(data.get("minutes", 0)),
            langs=tuple(data.get("langs", ("fr", "en"))),
            needs=tuple(data.get("needs", ())),
            likes=tuple(data.get("likes", ())),
            secrets=bool(data.get("secrets", False)),
            ages=bool(data.get("ages", False)),
            roles=tuple(data.get("roles", ())),
            winners=tuple(data.get("winners", ())),
            title=dict(data.get("title", {})),
            settings={key: _setting(path, key, table) for key, table in data.get("settings", {}).items()},
            facts={key: Look(**table) for key, table in data.get("facts", {}).items()},
            moods={key: _mood(key, table) for key, table in data.get("moods", {}).items()},
            effects=tuple(data.get("effects", ())),
            calls=dict(data.get("calls", {})),
        )
    except (KeyError, TypeError, ValueError) as trouble:
        raise GameError(f"{path}: {trouble}: see docs/developer.md for what a game.toml has") from None


def _setting(path: Path, name: str, table: dict[str, Any]) -> Setting:
    if "type" not in table:
        raise GameError(f'{path}: settings.{name}: has no type: write type = "whole", "choice" or "flag"')
    told: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    setting = Setting(name, told.pop("type"), **told)
    if refused := setting.refuses(setting.default):
        raise GameError(f"{path}: settings.{name}: its default {setting.default!r} is out of its own range: {refused}")
    return setting


def _mood(name: str, table: dict[str, Any]) -> Mood:
    red, green, blue = table.get("colour", _PLAIN[0])
    return Mood(name, (red, green, blue), table.get("white", _PLAIN[1]), table.get("bed", ""))
