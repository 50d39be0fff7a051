"""A game's `game.toml`: what can be known of a game without importing a line of it.

One folder may hold a family of games: `[games.ID]` tables, each with what differs. A folder without them is one game,
and its name is the game's.
"""

# Without `from __future__ import annotations`: what is read into these structs would be compiled at each start.
from pathlib import Path
from typing import Any, Literal, TypeVar

import tomli
from msgspec import Struct, ValidationError, convert

from majordome.core.cues import DARK
from majordome.core.evening import GameSettings, Value
from majordome.errors import GameError

API = 1  # of the contract between a game and the house
FILE = "game.toml"
Colour = tuple[float, float, float]
T = TypeVar("T")
KEYS = {
    *("api", "version", "replays", "play", "players", "minutes", "langs", "needs", "likes", "secrets", "roles"),
    *("title", "settings", "facts", "moods", "calls", "winners", "ages", "effects", "host_plays", "fallen"),
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


class Look(Struct, frozen=True, forbid_unknown_fields=True):
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
    host_plays: bool  # nobody stands outside the game: no phone may show all the cards
    roles: tuple[str, ...]
    fallen: tuple[str, ...]  # the marks of a seat whose player is in the game no more
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

    def usual(self, **chosen: Value) -> GameSettings:
        """Every setting as the game has it, but for these."""
        return GameSettings({name: setting.default for name, setting in self.settings.items()}, **chosen)


_PLAIN = ((0.9, 0.8, 0.6), 0.5)  # a light that nobody described


def read_manifests(folder: Path, package: str = "") -> list[Manifest]:
    """The games of one folder."""
    path = folder / FILE
    try:
        data = tomli.loads(path.read_text("utf-8"))
    except tomli.TOMLDecodeError as trouble:
        raise GameError(f"{path}: is not TOML: {' '.join(str(trouble).split())}: mend that place") from None
    except UnicodeDecodeError as trouble:
        raise GameError(f"{path}: byte {trouble.start} is not UTF-8: save the file as UTF-8 text") from None
    except OSError as trouble:
        raise GameError(f"{path}: cannot be read ({trouble.strerror}): see its name and its rights") from None
    if "games" not in data:
        return [_manifest(path, folder.name, data, package)]
    family = _shaped(path, "games", dict[str, dict[str, Any]], data.pop("games"))
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
    written = _shaped(path, "", _Written, {key: value for key, value in data.items() if key not in TABLES})
    fewest, most = written.players
    if not 1 <= fewest <= most:
        raise GameError(f"{path}: players: must be the fewest and the most, as in players = [3, 6]")
    return Manifest(
        id=name,
        folder=path.parent,
        package=package,
        play=written.play,
        version=written.version,
        replays=written.replays or (written.version,),
        fewest=fewest,
        most=most,
        minutes=written.minutes,
        langs=written.langs,
        needs=written.needs,
        likes=written.likes,
        secrets=written.secrets,
        ages=written.ages,
        host_plays=written.host_plays,
        roles=written.roles,
        fallen=written.fallen,
        winners=written.winners,
        title=_table(path, "title", data, str),
        settings={key: _setting(path, key, told) for key, told in _table(path, "settings", data, _Setting).items()},
        facts=_table(path, "facts", data, Look),
        moods={
            key: Mood(key, told.colour, told.white, told.bed)
            for key, told in _table(path, "moods", data, _Mood).items()
        },
        effects=written.effects,
        calls=_table(path, "calls", data, str),
    )


TABLES = ("title", "settings", "facts", "moods", "calls")


class _Written(Struct, forbid_unknown_fields=True):
    """The file as it may be written, beside its tables."""

    api: int
    version: int
    players: tuple[int, int]
    play: str = "game:GAME"
    replays: tuple[int, ...] = ()
    minutes: int = 0
    langs: tuple[str, ...] = ("fr", "en")
    needs: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    secrets: bool = False
    ages: bool = False
    host_plays: bool = False
    roles: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ("out",)
    winners: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


class _Setting(Struct, forbid_unknown_fields=True):
    type: Literal["whole", "choice", "flag"]
    default: Value
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    unit: str = ""
    fitted: str = ""


class _Mood(Struct, forbid_unknown_fields=True):
    colour: Colour = _PLAIN[0]
    white: float = _PLAIN[1]
    bed: str = ""


def _table(path: Path, name: str, data: dict[str, Any], kind: type[T]) -> dict[str, T]:
    table = _shaped(path, name, dict[str, Any], data.get(name, {}))
    return {key: _shaped(path, f"{name}.{key}", kind, value) for key, value in table.items()}


def _shaped(path: Path, place: str, kind: type[T], value: object) -> T:
    """What stands at this place, as it should be."""
    try:
        return convert(value, kind)
    except ValidationError as trouble:
        why, _, where = str(trouble).replace("`", "").partition(" - at $")
        for start, told in (
            ("Object missing required field ", "is missing"),
            ("Object contains unknown field ", "is not a known key"),
        ):
            if why.startswith(start):
                where, why = f"{where}.{why.removeprefix(start)}", told
        key = (place + where).strip(".")
        raise GameError(f"{path}: {key}: {why}: see docs/developer.md for what a game.toml has") from None


def _setting(path: Path, name: str, told: _Setting) -> Setting:
    setting = Setting(name, told.type, told.default, told.least, told.most, told.choices, told.unit, told.fitted)
    if setting.refuses(setting.default):
        match setting.kind:
            case "flag":
                remedy = "write true or false"
            case "choice":
                remedy = f"write one of its choices, {', '.join(setting.choices) or 'of which there are none'}"
            case _:
                remedy = f"write a whole number from {setting.least} to {setting.most}, or change least and most"
        raise GameError(f"{path}: settings.{name}: its default {setting.default!r} is out of its own range: {remedy}")
    return setting
