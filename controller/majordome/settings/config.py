"""The box's settings: one TOML file -> frozen settings. Errors name the file, the line, the key and the remedy."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address
from pathlib import Path

from majordome.core.evening import Evening
from majordome.core.library import USUAL, manifest
from majordome.core.plain_values import to_plain
from majordome.core.toml_reader import Section, read_toml
from majordome.settings.evening_file import game_named, lang_of, read_game_settings, read_guests
from majordome.settings.pin_map import Pins
from majordome.settings.rooms import Mqtt, Rooms, read_mqtt, read_rooms
from majordome.settings.wiring import Pico, read_wiring
from majordome.words import LANGS, VOICES, Lang, Voice

SOFTEST, LOUDEST = 10, 100  # per cent: never so soft that TOP is missed
LARGEST_SEED = 2**63 - 1
LARGEST_PORT = 65535
LONGEST_IDLE = 7 * 24 * 60  # minutes
LONGEST_WAIT = 3600  # seconds
WIFI_SECURITY = ("auto", "wpa3", "wpa2")
LONGEST_WIFI_NAME = 32  # bytes, says the standard


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The speaker."""

    volume: int = 80  # per cent
    voice: Voice = "butler"
    ambience: bool = True  # a bed of sound under walking, night and talk
    pack: Path | None = None  # the host's own recordings
    silent: bool = False  # buzzer and light only
    device: str = ""  # a sound card, in ALSA's words; "": the machine's default
    jingle: int = 40  # per cent, of the jingle that says that the box is ready


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The pages: host's phone, guests' cards, big screen, digital twin."""

    on: bool = True
    port: int = 8080
    listen: str = "0.0.0.0"
    mdns: bool = True  # be found as majordome.local
    browser: bool = True  # without pins, open the digital twin


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """The box as an appliance: what it does when nobody comes, and how it is switched off."""

    idle_dim: int = 60  # minutes; 0: never
    idle_off: int = 0
    power_off: str | None = None  # None: `systemctl poweroff` as a service, only leave elsewhere
    party_lock: Path | None = None  # None: `party` in systemd's RUNTIME_DIRECTORY


@dataclass(frozen=True, slots=True)
class HotspotSettings:
    """The box's own Wi-Fi, where there is no known network."""

    on: bool = True
    after: int = 60  # seconds in which a known network may come
    name: str = "Majordome"
    security: str = "auto"  # auto: WPA3 where the radio can, else WPA2


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the box is told before the evening."""

    evening: Evening = field(default_factory=lambda: usual_evening(USUAL))
    lang: Lang = "fr"
    lang_found: bool = field(default=False, compare=False)  # nobody has said: as this machine speaks
    seed: int | None = None  # None: another one each evening
    evenings: Path = field(default_factory=lambda: evenings_folder(os.environ))  # where the journals are
    bell: bool = True
    pins: Pins = field(default_factory=Pins)  # without what the Pico serves
    pico: Pico = field(default_factory=Pico)
    sound: SoundSettings = field(default_factory=SoundSettings)
    page: PageSettings = field(default_factory=PageSettings)
    box: BoxSettings = field(default_factory=BoxSettings)
    hotspot: HotspotSettings = field(default_factory=HotspotSettings)
    mqtt: Mqtt = field(default_factory=Mqtt)
    rooms: Rooms = field(default_factory=Rooms)
    fingerprint: str = field(default="", compare=False)  # of the evening as the host wrote it down


def find_config(named: Path | None, environ: Mapping[str, str]) -> Path | None:
    """The file the host named, or the first one found in the usual places."""
    if named is not None:
        return named
    if from_environ := environ.get("MAJORDOME_CONFIG"):
        return Path(from_environ)
    places = (usual_config(environ), Path("/etc/majordome/majordome.toml"))
    return next((path for path in places if path.is_file()), None)


def usual_config(environ: Mapping[str, str]) -> Path:
    """Where a config is looked for first."""
    home = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return home / "majordome" / "majordome.toml"


def read_settings(
    path: Path | None,
    environ: Mapping[str, str] = os.environ,
    *,
    game: str | None = None,
    guests: Path | None = None,
) -> Settings:
    """The settings of this box; the defaults where there is no file. `game` and `guests` win over the file's.

    The butler speaks as the settings say, else as the guest list does, else as this machine.
    """
    here = spoken_here(environ)
    settings = Settings(evenings=evenings_folder(environ), lang=here or "fr", lang_found=here is not None)
    listed: Path | None = None
    spoken = False  # the settings say what the butler speaks
    if path is not None:
        file = read_toml(path)
        spoken = file.table("evening").has("lang")
        settings, listed = _evening(file.table("evening"), _journal(file.table("journal"), settings))
        terminal = file.table("terminal")
        settings = replace(settings, bell=terminal.flag("bell", settings.bell))
        terminal.done()
        pico, pins = read_wiring(file.table("pico"), file.table("pins"))
        settings = replace(settings, pins=pins, pico=pico, sound=_sound(file.table("sound")))
        settings = replace(settings, page=_page(file.table("page")))
        settings = replace(settings, box=_box(file.table("box")), hotspot=_hotspot(file.table("hotspot")))
        mqtt = read_mqtt(file.table("mqtt"))
        settings = replace(settings, mqtt=mqtt, rooms=read_rooms(file.table("rooms"), mqtt))
        file.done()
    if game is not None:
        settings = replace(settings, evening=_of_game(settings.evening, game))
    if guests is not None or listed is not None:
        # A list named on the command line may choose its own game; the config's list plays the config's game.
        usual = settings.evening.game if guests is None else None
        invited = read_guests(guests or listed or Path(), usual, settings.evening, chosen=game)
        settings = replace(settings, evening=invited)
        if not spoken and (lang := lang_of(guests or listed or Path())) is not None:
            settings = replace(settings, lang=lang, lang_found=False)
    return replace(settings, fingerprint=_fingerprint(settings))


def spoken_here(environ: Mapping[str, str]) -> Lang | None:
    """What this machine speaks; None where it does not say. Whoever speaks neither of ours is spoken to in English."""
    named = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    language = named.partition(".")[0].partition("_")[0].lower()
    if language in ("", "c", "posix"):
        return None
    return "fr" if language == "fr" else "en"


def usual_evening(game: str) -> Evening:
    """This game as it is played where nobody says otherwise."""
    return Evening(game, settings=manifest(game).usual())


def _of_game(evening: Evening, game: str) -> Evening:
    """The same evening, but another game: the settings that it knows too are kept."""
    settings = manifest(game).settings
    kept = {name: value for name, value in evening.settings.items() if name in settings}
    return Evening(game, settings=manifest(game).usual(**kept))


def evenings_folder(environ: Mapping[str, str]) -> Path:
    """Where journals go when nobody says otherwise."""
    state = environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "majordome" / "evenings"


def _evening(section: Section, settings: Settings) -> tuple[Settings, Path | None]:
    game = game_named(section, USUAL)
    settings = replace(
        settings,
        evening=Evening(game.id, settings=read_game_settings(section, game)),
        lang=section.choice("lang", LANGS, settings.lang),
        lang_found=settings.lang_found and not section.has("lang"),
        seed=section.whole("seed", 0, LARGEST_SEED, None),
    )
    guests = _path(section, "guests")
    section.done()
    return settings, guests


def _journal(section: Section, settings: Settings) -> Settings:
    folder = _path(section, "folder")
    section.done()
    return settings if folder is None else replace(settings, evenings=folder)


def _sound(section: Section) -> SoundSettings:
    usual = SoundSettings()
    sound = SoundSettings(
        volume=section.whole("volume", SOFTEST, LOUDEST, usual.volume),
        voice=section.choice("voice", VOICES, usual.voice),
        ambience=section.flag("ambience", usual.ambience),
        pack=_path(section, "pack"),
        silent=section.flag("silent", usual.silent),
        device=_device(section),
        jingle=section.whole("jingle", 0, LOUDEST, usual.jingle),
    )
    section.done()
    return sound


def _device(section: Section) -> str:
    written: str = section.text("device", "")
    if not written.isprintable() or written != written.strip():
        raise section.wrong("device", 'must be a name as "plughw:CARD=Device": majordome doctor tells it')
    return written


def _page(section: Section) -> PageSettings:
    usual = PageSettings()
    page = PageSettings(
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


def _box(section: Section) -> BoxSettings:
    usual = BoxSettings()
    box = BoxSettings(
        idle_dim=section.whole("idle_dim", 0, LONGEST_IDLE, usual.idle_dim),
        idle_off=section.whole("idle_off", 0, LONGEST_IDLE, usual.idle_off),
        power_off=section.text("power_off", None),
        party_lock=_path(section, "party_lock"),
    )
    try:
        shlex.split(box.power_off or "")
    except ValueError:
        raise section.wrong("power_off", 'must be a command as "systemctl poweroff": a quote is not closed') from None
    section.done()
    return box


def _hotspot(section: Section) -> HotspotSettings:
    usual = HotspotSettings()
    hotspot = HotspotSettings(
        on=section.flag("on", usual.on),
        after=section.whole("after", 0, LONGEST_WAIT, usual.after),
        name=section.text("name", usual.name),
        security=section.choice("security", WIFI_SECURITY, usual.security),
    )
    if not hotspot.name.strip() or not hotspot.name.isprintable() or len(hotspot.name.encode()) > LONGEST_WIFI_NAME:
        raise section.wrong("name", f"must be a Wi-Fi name of 1 to {LONGEST_WIFI_NAME} bytes that can be typed")
    section.done()
    return hotspot


def _fingerprint(settings: Settings) -> str:
    """Another one when the host has changed the evening, its guests or its language. It holds no password."""
    told = json.dumps([settings.lang, to_plain(settings.evening)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The files and folders that a config names, wherever they are."""

    evenings: Path | None
    guests: Path | None
    pack: Path | None
    party_lock: Path | None


def named_in(file: Section) -> NamedFiles:
    """What belongs to the box beside the config itself."""
    evening, journal, sound = file.table("evening"), file.table("journal"), file.table("sound")
    lock = _path(file.table("box"), "party_lock")
    return NamedFiles(_path(journal, "folder"), _path(evening, "guests"), _path(sound, "pack"), lock)


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
