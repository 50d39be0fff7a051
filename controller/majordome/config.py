"""The box's settings: one TOML file -> frozen settings. Errors name the file, the line, the key and the remedy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address
from pathlib import Path

from majordome.eveningfile import evening_of, read_guests
from majordome.narrator import LANGS, Lang
from majordome.pins import Pins
from majordome.rulebooks.guests import Evening, Game
from majordome.rulebooks.shelf import RULEBOOKS
from majordome.serving import Pico, read_wiring
from majordome.tomlfile import Section, read_toml

SOFTEST, LOUDEST = 10, 100  # per cent: never so soft that TOP is missed
LARGEST_SEED = 2**63 - 1
LARGEST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Sound:
    """The speaker."""

    volume: int = 80  # per cent
    pack: Path | None = None  # the host's own recordings
    silent: bool = False  # buzzer and light only


@dataclass(frozen=True, slots=True)
class Page:
    """The pages: host's phone, guests' cards, big screen, digital twin."""

    on: bool = True
    port: int = 8080
    listen: str = "0.0.0.0"
    mdns: bool = True  # be found as majordome.local
    browser: bool = True  # without pins, open the digital twin


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the box is told before the evening."""

    evening: Evening = field(default_factory=Evening)
    lang: Lang = "fr"
    seed: int | None = None  # None: another one each evening
    evenings: Path = Path("~/.local/state/majordome/evenings")  # where the journals are
    bell: bool = True
    pins: Pins = field(default_factory=Pins)  # without what the Pico serves
    pico: Pico = field(default_factory=Pico)
    sound: Sound = field(default_factory=Sound)
    page: Page = field(default_factory=Page)


def find_config(named: Path | None, environ: Mapping[str, str]) -> Path | None:
    """The file the host named, or the first one found in the usual places."""
    if named is not None:
        return named
    if from_environ := environ.get("MAJORDOME_CONFIG"):
        return Path(from_environ)
    home = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    places = (home / "majordome" / "majordome.toml", Path("/etc/majordome/majordome.toml"))
    return next((path for path in places if path.is_file()), None)


def read_settings(
    path: Path | None,
    environ: Mapping[str, str] = os.environ,
    *,
    game: Game | None = None,
    guests: Path | None = None,
) -> Settings:
    """The settings of this box; the defaults where there is no file. `game` and `guests` win over the file's."""
    settings = Settings(evenings=evenings_folder(environ))
    listed: Path | None = None
    if path is not None:
        file = read_toml(path)
        settings, listed = _evening(file.table("evening"), _journal(file.table("journal"), settings))
        terminal = file.table("terminal")
        settings = replace(settings, bell=terminal.flag("bell", settings.bell))
        terminal.done()
        pico, pins = read_wiring(file.table("pico"), file.table("pins"))
        settings = replace(settings, pins=pins, pico=pico, sound=_sound(file.table("sound")))
        settings = replace(settings, page=_page(file.table("page")))
        file.done()
    if game is not None:
        settings = replace(settings, evening=replace(settings.evening, game=game))
    if guests is not None or listed is not None:
        # A list named on the command line may choose its own game; the config's list plays the config's game.
        usual = settings.evening.game if guests is None else None
        invited = read_guests(guests or listed or Path(), usual, settings.evening, chosen=game)
        settings = replace(settings, evening=invited)
    return settings


def evenings_folder(environ: Mapping[str, str]) -> Path:
    """Where journals go when nobody says otherwise."""
    state = environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "majordome" / "evenings"


def _evening(section: Section, settings: Settings) -> tuple[Settings, Path | None]:
    game: Game = section.choice("game", tuple(RULEBOOKS), "weekend")
    settings = replace(
        settings,
        evening=evening_of(section, game),
        lang=section.choice("lang", LANGS, "fr"),
        seed=section.whole("seed", 0, LARGEST_SEED, None),
    )
    guests = _path(section, "guests")
    section.done()
    return settings, guests


def _journal(section: Section, settings: Settings) -> Settings:
    folder = _path(section, "folder")
    section.done()
    return settings if folder is None else replace(settings, evenings=folder)


def _sound(section: Section) -> Sound:
    usual = Sound()
    sound = Sound(
        volume=section.whole("volume", SOFTEST, LOUDEST, usual.volume),
        pack=_path(section, "pack"),
        silent=section.flag("silent", usual.silent),
    )
    section.done()
    return sound


def _page(section: Section) -> Page:
    usual = Page()
    page = Page(
        on=section.flag("on", usual.on),
        port=section.whole("port", 1, LARGEST_PORT, usual.port),
        listen=section.text("listen", usual.listen),
        mdns=section.flag("mdns", usual.mdns),
        browser=section.flag("browser", usual.browser),
    )
    try:
        IPv4Address(page.listen)
    except ValueError:
        raise section.wrong("listen", 'must be an address as "0.0.0.0" (every network) or "127.0.0.1"') from None
    section.done()
    return page


def _path(section: Section, key: str) -> Path | None:
    """A path, from the folder of the config: the box must find it wherever it is started."""
    written = section.text(key, None)
    if written is None:
        return None
    if not written.strip() or not written.isprintable():
        raise section.wrong(key, "must be a path that can be typed: write it anew, or delete this line")
    try:
        return section.path.parent / Path(written).expanduser()
    except RuntimeError:
        raise section.wrong(key, f'nobody has the home in "{written}": write the whole path') from None


def example() -> str:
    """The annotated example: every setting, with its default."""
    return (Path(__file__).parent / "example.toml").read_text("utf-8")
