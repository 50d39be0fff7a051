"""`majordome bundle`: what somebody who helps from afar needs to know of a box, and no secret.

Nothing is copied but a log, and that is searched for every name, role, password and token that this box knows. All the
rest is written anew from facts that are chosen one by one.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from majordome import __version__
from majordome.core.journal import SUFFIX, Header, Story, read
from majordome.core.library import manifests
from majordome.core.plain_values import to_plain
from majordome.errors import JournalDamaged, JournalError
from majordome.service.hotspot import FILE as HOTSPOT
from majordome.settings.config import Settings
from majordome.words.narrator import LANGS, lines

LOG = "majordome.log"
TAIL = 64 * 1024  # bytes of a log
PARTS = (
    "gpiozero",
    "h11",
    "lgpio",
    "majordome",
    "paho-mqtt",
    "prompt_toolkit",
    "pygame",
    "pyserial",
    "segno",
    "wsproto",
    "zeroconf",
)
HIDDEN = "(hidden)"
READ_ME = """What is in here, to help with a Majordome box:

about.json      versions, and the machine
config.json     every setting as the box reads it; of the guest list only how many there are
journals.json   of each evening: when, which game, how many guests, how far; no name, no role, nothing that happened
doctor.json     what the doctor finds without anybody's help
files.json      what lies in the folder of evenings, with sizes
*.log           the end of the log; names, roles, codes and passwords are hidden

Not in here: guests' names and roles, what happened in an evening, keys of phones, the passwords of Wi-Fi and broker.
"""


def entries(settings: Settings | str, folder: Path, findings: str) -> Iterator[tuple[str, str]]:
    """Every file of the bundle and its text. `settings`: or why they cannot be read. `findings`: the doctor's JSON."""
    hide = SecretHider(secrets_of(settings, folder))
    yield "README.txt", READ_ME
    yield "about.json", _json(about())
    yield "config.json", _json(config_of(settings) if isinstance(settings, Settings) else {"trouble": hide(settings)})
    yield "journals.json", _json([*map(journal_of, _journals(folder))])
    yield "doctor.json", hide(findings)
    yield "files.json", _json([*files_of(folder)])
    for name in (f"{LOG}.1", LOG):
        with suppress(OSError), (folder / name).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - TAIL))
            yield name, hide(log.read(TAIL).decode("utf-8", "replace"))


def write(path: Path, parts: Iterable[tuple[str, str]]) -> None:
    """The archive; what stands there already is never overwritten."""
    with path.open("xb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts:
            archive.writestr(name, text)


def about() -> dict[str, Any]:
    """Versions, and the machine."""
    parts = {d.metadata["Name"].lower(): d.version for d in distributions()}
    model = Path("/proc/device-tree/model")
    return {
        "majordome": __version__,
        "python": sys.version,
        "parts": {name: parts[name] for name in PARTS if name in parts},
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "os": _os_name(),
        "model": model.read_text("utf-8", "replace").strip("\0\n") if model.is_file() else "",
        "made": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "service": "NOTIFY_SOCKET" in os.environ,
    }


def _os_name() -> str:
    with suppress(OSError):
        return str(platform.freedesktop_os_release().get("PRETTY_NAME", ""))
    return ""


def config_of(settings: Settings) -> dict[str, Any]:
    """Every setting as it is read; of the guests, only their number."""
    plain: dict[str, Any] = {}
    for each in fields(settings):
        value = getattr(settings, each.name)
        if each.name == "evening":
            plain["evening"] = _evening(value)
        elif each.name == "rooms":  # its payloads may hold somebody's key
            plain["rooms"] = {part: len(getattr(value, part)) for part in value.__dataclass_fields__}
        elif each.name not in ("seed", "written"):
            plain[each.name] = value if isinstance(value, bool | str | int) else _shown(value)
    return plain


def _shown(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    named = {name: getattr(value, name) for name in getattr(value, "__dataclass_fields__", {})}
    return {name: str(inner) if isinstance(inner, Path) else inner for name, inner in named.items()} or str(value)


def _evening(evening: Any) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(evening)
    guests = plain.pop("guests", [])
    known = any(guest.get("role") for guest in guests)
    return {**plain, "guests": len(guests), "roles_known": known, "ages": sum(bool(g.get("age")) for g in guests)}


def _journals(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(folder.glob(f"*{SUFFIX}"))
    return []


def journal_of(path: Path) -> dict[str, Any]:
    """The header of an evening without its guests, and how far it went."""
    told: dict[str, Any] = {"file": path.name}
    try:
        story = read(path)
    except JournalDamaged as damage:
        return {**told, "damaged_line": damage.line}
    except (JournalError, OSError) as trouble:
        return {**told, "trouble": type(trouble).__name__}
    return {**told, **_header(story.header), "records": len(story.entries), "torn": story.torn, "bytes": story.size}


def _header(header: Header) -> dict[str, Any]:
    return {
        "evening": _evening(header.evening),
        "lang": header.lang,
        "rules": header.rules,
        "schema": header.schema,
        "majordome": header.majordome,
        "began": time.strftime("%Y-%m-%d %H:%M", time.localtime(header.wall)),
    }


def files_of(folder: Path) -> Iterator[dict[str, Any]]:
    """What lies there: names, sizes and rights."""
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            state = path.lstat()
            yield {"file": path.name, "bytes": state.st_size, "rights": oct(state.st_mode & 0o7777)}


# What nobody may read.


def secrets_of(settings: Settings | str, folder: Path) -> set[str]:
    """Every name, role, code, token and password that this box knows."""
    found = {role for game in manifests().values() for role in game.roles}
    for game in manifests().values():
        found |= {word for lang in LANGS for word in lines(lang, game.folder).get("role", {}).values()}
    if isinstance(settings, Settings):
        found |= {guest.name for guest in settings.evening.guests}
        if settings.mqtt.password_file is not None:
            with suppress(OSError, ValueError):
                found.add(settings.mqtt.password_file.read_text("utf-8").strip())
    for path in _journals(folder):
        with suppress(JournalError, OSError):
            found |= _names(read(path))
    for name in ("keys.json", "page.json", HOTSPOT):
        with suppress(OSError, ValueError):
            found |= set(_texts(json.loads((folder / name).read_text("utf-8"))))
    return found - {"guest", "invité", "True", "False"}  # everybody is one


def _names(story: Story) -> set[str]:
    return {guest.name for guest in story.header.evening.guests}


def _texts(value: Any) -> Iterator[str]:
    """Every text in it, and every part of an address."""
    match value:
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
        case str() if "://" in value:
            yield from (part for part in value.split("#")[1:])
        case str():
            yield value


class SecretHider:
    """Blots these texts out of a text: whole words of them, however they were written."""

    def __init__(self, secrets: Iterable[str]) -> None:
        ways = {way for text in secrets if text.strip() for way in (text, ascii(text)[1:-1], json.dumps(text)[1:-1])}
        some = "|".join(re.escape(way) for way in sorted(ways, key=len, reverse=True))
        self._seek = re.compile(rf"(?<!\w)(?:{some})(?!\w)", re.IGNORECASE) if some else None

    def __call__(self, text: str) -> str:
        return self._seek.sub(HIDDEN, text) if self._seek else text


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n"
