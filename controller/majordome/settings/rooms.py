"""The other rooms of the house: the broker ([mqtt]) and what is there to be driven and heard ([[rooms.*]]). Pure."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path

from majordome.core.cues import Fact
from majordome.core.library import load, manifests
from majordome.core.manifest import HOUSE_MOODS
from majordome.core.plain_values import snake
from majordome.core.toml_reader import Section
from majordome.errors import GameError
from majordome.words.narrator import LANGS, lines

LARGEST_PORT = 65535
LONGEST_TOPIC = 200
LONGEST_PAYLOAD = 4096  # bytes
MOST_SEATS = 20
MOST_LIGHTS = 490  # of a WLED strip: one UDP packet
HOUSE_MOMENTS = ("top", "light", "hourglass", "hourglass_empty", "hourglass_away", "pause", "go_on", "outcome")
SENSES = ("button", "left_chair", "right_chair", "guest_buzzer")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@dataclass(frozen=True, slots=True)
class Mqtt:
    """The broker. The password is in a file of its own, and is read when it is needed: never kept with the settings."""

    broker: str | None = None  # None: there is none
    port: int = 1883
    tls: bool = False
    ca: Path | None = None  # who may vouch for the broker; None: whom this machine trusts
    user: str | None = None
    password_file: Path | None = None
    root: str = "majordome"
    box: str = "box"  # its name among several
    version: str = "5"  # of the protocol
    home_assistant: str = "homeassistant"  # the prefix of its discovery; "": it is told nothing
    discovery: str = "device"  # its form: one message for the device (since 2024.11), or one for each part


@dataclass(frozen=True, slots=True)
class Rule:
    """At this moment of the evening, this message."""

    moment: str  # "top", "light", or a fact of a game
    which: str  # of a top or a light: "stop", "night"; "": any
    topic: str
    payload: str
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Sense:
    """Something on the network that the box hears: what it is, where it tells, and in which words."""

    part: str  # of SENSES
    topic: str
    field: str = ""  # of a JSON object; "": the whole payload
    on: str = "on"
    off: str = "off"
    availability: str = ""  # a topic that says `offline`; "": it is there whenever the broker is
    seat: int = 0  # of a guest buzzer, from 0
    own: bool = False  # a satellite's, in our own words


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip of WLED that is the hourglass."""

    host: str
    lights: int
    port: int = 4048


@dataclass(frozen=True, slots=True)
class Rooms:
    """What is there beyond the box."""

    on: tuple[Rule, ...] = ()
    senses: tuple[Sense, ...] = ()
    strips: tuple[Strip, ...] = ()


def read_mqtt(section: Section) -> Mqtt:
    """The [mqtt] table."""
    usual = Mqtt()
    if section.has("password"):
        raise section.wrong("password", 'belongs into a file of its own: write password_file = "mqtt-password"')
    tls = section.flag("tls", usual.tls)
    mqtt = Mqtt(
        broker=section.text("broker", None),
        tls=tls,
        port=section.whole("port", 1, LARGEST_PORT, 8883 if tls else usual.port),
        ca=_file(section, "ca"),
        user=section.text("user", None),
        password_file=_file(section, "password_file"),
        root=section.text("root", usual.root),
        box=section.text("box", usual.box),
        version=section.choice("version", ("5", "3.1.1"), usual.version),
        home_assistant=section.text("home_assistant", usual.home_assistant),
        discovery=section.choice("discovery", ("device", "single"), usual.discovery),
    )
    section.done()
    if mqtt.broker is not None and (not mqtt.broker.strip() or not mqtt.broker.isprintable() or "/" in mqtt.broker):
        raise section.wrong("broker", 'must be a name or an address, as "homeassistant.local" or "192.168.1.20"')
    if mqtt.ca is not None and not mqtt.tls:
        raise section.wrong("ca", "is of no use without tls = true: write that, or delete this line")
    if mqtt.password_file is not None and mqtt.user is None:
        raise section.wrong("password_file", 'wants a user: write user = "majordome"')
    if not NAME.fullmatch(mqtt.box):
        raise section.wrong("box", "must be small letters, digits, _ and -, at most 32")
    for key in ("root", "home_assistant"):
        if trouble := topic_trouble(getattr(mqtt, key)):
            if key == "home_assistant" and not mqtt.home_assistant:
                continue
            raise section.wrong(key, trouble)
    return mqtt


def read_rooms(section: Section, mqtt: Mqtt) -> Rooms:
    """The [[rooms.on]], [[rooms.input]] and [[rooms.wled]] tables."""
    rules = tuple(_rule(table, mqtt) for table in section.tables("on"))
    senses = tuple(_sense(table, mqtt) for table in section.tables("input"))
    strips = tuple(_strip(table) for table in section.tables("wled"))
    rooms = Rooms(rules, senses, strips)
    section.done()
    twice = [sense.part for sense in senses if sense.part.endswith("chair")]
    for number, part in enumerate(twice):
        if part in twice[:number]:
            raise section.wrong("input", f"{part} is there twice: one chair has one sensor; delete one of them")
    return rooms


def topic_trouble(topic: str) -> str:
    """Why nothing can be published there; nothing where all is well."""
    if not topic or topic.strip("/") != topic or "//" in topic or len(topic.encode()) > LONGEST_TOPIC:
        return f'must be a topic of 1 to {LONGEST_TOPIC} bytes as "house/cellar", without / at its ends'
    if set(topic) & set("+#") or not topic.isprintable():
        return "must be one topic: + and # stand for several, and signs that cannot be typed for none"
    return "must not begin with $: those topics are the broker's own" if topic.startswith("$") else ""


def _topic(section: Section, key: str) -> str:
    topic: str = section.text(key)
    if trouble := topic_trouble(topic):
        raise section.wrong(key, trouble)
    return topic


def _rule(section: Section, mqtt: Mqtt) -> Rule:
    named: str = section.text("cue")
    moment, _, which = named.partition(".")
    if moment in secret_facts():
        raise section.wrong("cue", f'"{moment}" is a secret of the game: it is told to nobody, and to no lamp')
    if moment not in (known := known_moments()):
        near = get_close_matches(moment, known, 1)
        hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known)}"
        raise section.wrong("cue", f'"{moment}" is no moment of any game: {hint}')
    if which and moment not in ("top", "light"):
        raise section.wrong("cue", f'only top and light come in several kinds: write cue = "{moment}"')
    if which and which not in (kinds := known_kinds(moment)):
        near = get_close_matches(which, kinds, 1)
        hint = f'did you mean "{moment}.{near[0]}"?' if near else f"known: {', '.join(kinds)}"
        raise section.wrong("cue", f'"{which}" is no {moment} of any game: {hint}')
    rule = Rule(moment, which, _topic(section, "topic"), section.text("payload"), section.flag("retain", False))
    section.done()
    if len(rule.payload.encode()) > LONGEST_PAYLOAD:
        raise section.wrong("payload", f"must be at most {LONGEST_PAYLOAD} bytes")
    if rule.topic == mqtt.root or rule.topic.startswith(f"{mqtt.root}/"):
        raise section.wrong("topic", f"lies within {mqtt.root}/, which is the box's own: choose another topic")
    return rule


def known_moments() -> tuple[str, ...]:
    """The house's own, and the facts of every game that is here."""
    found = dict.fromkeys(HOUSE_MOMENTS)
    for game in manifests().values():
        found |= dict.fromkeys(game.facts)
        found |= dict.fromkeys(lines(LANGS[0], game.folder).get("fact", {}))
    return tuple(name for name in found if name not in secret_facts())


def known_kinds(moment: str) -> tuple[str, ...]:
    """Every light, or every call of TOP, of the house and of the games that are here."""
    found = dict.fromkeys(HOUSE_MOODS if moment == "light" else ())
    for game in manifests().values():
        named = lines(LANGS[0], game.folder).get("call", {})
        found |= dict.fromkeys(game.moods if moment == "light" else (*named, *game.calls))
    return tuple(found)


def secret_facts() -> frozenset[str]:
    """What no game tells before its end."""
    for game in manifests():
        with suppress(GameError):  # a game of the host's that cannot be loaded has no moments
            load(game)
    return frozenset(snake(kind.__name__) for kind in _below(Fact) if kind.secret)


def _below(kind: type[Fact]) -> list[type[Fact]]:
    return [inner for each in kind.__subclasses__() for inner in (each, *_below(each))]


def _sense(section: Section, mqtt: Mqtt) -> Sense:
    part = section.choice("is", SENSES)
    seat = section.whole("seat", 1, MOST_SEATS, None)
    if (part == "guest_buzzer") is (seat is None):
        raise section.wrong(
            "seat",
            "must tell whose it is, from 1, in the order of the guest list"
            if seat is None
            else "is only for a guest_buzzer",
        )
    if section.has("from"):
        sense = _satellites(section, part, seat, mqtt)
    else:
        sense = Sense(
            part,
            _topic(section, "topic"),
            section.text("field", ""),
            section.text("on", "on"),
            section.text("off", "off"),
            _topic(section, "availability") if section.has("availability") else "",
            (seat or 1) - 1,
        )
        if sense.on == sense.off:
            raise section.wrong("on", "and off are the same word: one tells of somebody, the other of nobody")
    section.done()
    return sense


def _satellites(section: Section, part: str, seat: int | None, mqtt: Mqtt) -> Sense:
    name: str = section.text("from")
    if not NAME.fullmatch(name) or name == mqtt.box:
        raise section.wrong("from", 'must be the name of a satellite (box in its [mqtt]), as "dungeon"')
    if section.has("topic"):
        raise section.wrong("topic", "and from are two ways to say the same: keep one of them")
    thing = f"{part}_{seat}" if seat is not None else part
    topic = f"{mqtt.root}/{name}/{thing}"
    return Sense(part, topic, availability=f"{mqtt.root}/{name}/status", seat=(seat or 1) - 1, own=True)


def _strip(section: Section) -> Strip:
    strip = Strip(
        section.text("host"),
        section.whole("lights", 1, MOST_LIGHTS, 60),
        section.whole("port", 1, LARGEST_PORT, 4048),
    )
    section.done()
    try:
        ip_address(strip.host)
    except ValueError:
        if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", strip.host):
            raise section.wrong("host", 'must be the name or address of the strip, as "wled-sand.local"') from None
    return strip


def _file(section: Section, key: str) -> Path | None:
    written = section.text(key, None)
    if written is None:
        return None
    if not written.strip() or not written.isprintable():
        raise section.wrong(key, "must be a path that can be typed: write it anew, or delete this line")
    path = Path(written)
    return section.path.parent / (path.expanduser() if written.startswith("~/") else path)
