"""`majordome backup` and `restore`: one archive with all that makes a box yours - settings, evenings, keys, own sounds.

It holds every secret of the evenings, so it is for the host alone. A backup is looked through to its last byte before
anything is unpacked, and what stood in its way is kept beside it under another name.
"""

from __future__ import annotations

import json
import re
import stat
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from majordome import __version__
from majordome.core.journal import SUFFIX
from majordome.core.private_file import PRIVATE, READABLE, write_private, write_private_with
from majordome.core.toml_reader import Section, parse_toml
from majordome.errors import BadBackup, FileError
from majordome.service.hotspot import FILE as HOTSPOT
from majordome.service.ledger import FILE as LEDGER
from majordome.settings.config import NamedFiles, named_in, read_settings

FORMAT = 1
LABEL = "trunk.json"  # as every backup so far has it
CONFIG, GUESTS = "config/majordome.toml", "config/guests.toml"
KEYS = "keys.json"
PARTY_LOCK = Path("/run/majordome/party")  # where the service has it
KINDS = (
    re.compile(r"config/(majordome|guests)\.toml"),
    re.compile(rf"evenings/[\w-][\w.-]{{0,100}}{re.escape(SUFFIX)}"),
    re.compile(rf"evenings/({re.escape(KEYS)}|{re.escape(HOTSPOT)}|{re.escape(LEDGER)})"),
    re.compile(r"sounds/(fr|en|effects)/[\w-][\w.-]{0,100}\.(ogg|wav)"),
)
MOST_FILES = 5000
LARGEST, LARGEST_IN_ALL = 32 * 2**20, 128 * 2**20
PIECE = 2**20

Done = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Places:
    """Where on this machine each thing belongs."""

    config: Path
    evenings: Path
    guests: Path | None = None
    sounds: Path | None = None

    def of(self, name: str) -> Path | None:
        """The place of one file of a backup; None where the settings have no place for it."""
        kind, _, rest = name.partition("/")
        if name == CONFIG:
            return self.config
        if name == GUESTS:
            return self.guests
        if kind == "evenings":
            return self.evenings / rest
        return None if self.sounds is None else self.sounds / rest


def found(places: Places) -> Iterator[tuple[str, Path]]:
    """Every file of this box that belongs into a backup."""
    for name, path in ((CONFIG, places.config), (GUESTS, places.guests)):
        if path is not None and path.is_file():
            yield name, path
    for folder, kind in ((places.evenings, "evenings"), (places.sounds, "sounds")):
        if folder is None:
            continue
        for path in sorted(folder.rglob("*")):
            name = f"{kind}/{path.relative_to(folder).as_posix()}"
            if path.is_file() and not path.is_symlink() and _known(name):
                yield name, path


def _known(name: str) -> bool:
    return any(kind.fullmatch(name) for kind in KINDS)


def pack(path: Path, places: Places, done: Done = lambda part: None) -> int:
    """Write a backup; how many files are in it. It appears whole, or not at all."""
    files = list(found(places))
    if path.exists():
        raise BadBackup(f"{path}: is there already, and is not overwritten: choose another name")

    def fill(file: BinaryIO) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            times = {name: each.stat().st_mtime for name, each in files}
            label = {"format": FORMAT, "majordome": __version__, "made": time.time(), "times": times}
            archive.writestr(LABEL, json.dumps(label))
            for number, (name, each) in enumerate(files, 1):
                archive.writestr(name, each.read_bytes())
                done(number / len(files))

    try:
        write_private_with(path, fill)  # roles are in it
    except OSError as trouble:
        raise BadBackup(f"{path}: cannot be written ({trouble.strerror}): choose another place, or make room") from None
    return len(files)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was looked through: its files, and when each was changed."""

    files: dict[str, bytes]
    times: dict[str, float]
    version: str


def look_through(path: Path, done: Done = lambda part: None) -> Backup:
    """The backup, read to its last byte. Nothing is unpacked from one with anything wrong in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _check(path, entries)
            files: dict[str, bytes] = {}
            for number, entry in enumerate(entries, 1):
                files[entry.filename] = _read(path, archive, entry)
                done(number / len(entries))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        raise BadBackup(f"{path}: is damaged, or no backup of a Majordome: use another one") from None
    except OSError as trouble:
        raise BadBackup(f"{path}: cannot be read ({trouble.strerror}): see its name and its rights") from None
    label = _label(path, files.pop(LABEL, b""))
    if set(files) != set(label["times"]):  # the label names every file: a damaged list of contents may hide some
        raise BadBackup(f"{path}: is damaged, and not all of it is there: use another one")
    return Backup(files, label["times"], label["majordome"])


def _check(path: Path, entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > LARGEST_IN_ALL:
        raise BadBackup(f"{path}: is larger than any backup of a Majordome: use another one")
    names = [entry.filename for entry in entries]
    for entry in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        plain = kind in (0, stat.S_IFREG) and names.count(entry.filename) == 1
        if not plain or (entry.filename != LABEL and not _known(entry.filename)):
            shown = entry.filename.encode("ascii", "backslashreplace").decode()[:80]
            raise BadBackup(f"{path}: holds '{shown}', which no backup of a Majordome has: use another one")


def _read(path: Path, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """What the archive says of a size need not be true: never more than the largest is read."""
    data = b""
    with archive.open(entry) as file:
        while piece := file.read(PIECE):
            data += piece
            if len(data) > LARGEST:
                raise BadBackup(f"{path}: {entry.filename} is larger than anything a box keeps: use another backup")
    return data


def _label(path: Path, data: bytes) -> dict[str, Any]:
    try:
        label = json.loads(data)
        times = {str(name): float(t) for name, t in label["times"].items()}
        version, made = str(label["majordome"]), label["format"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadBackup(f"{path}: has no label: it is no backup of a Majordome") from None
    if made != FORMAT:
        raise BadBackup(f"{path}: was packed by version {version} in another way: restore it with that version")
    return {"times": times, "majordome": version}


def agreed(path: Path, backup: Backup, config: Path, own: Section | None, usual: Path) -> Places:
    """Where its files go, after its settings were read as this box would read them.

    They go into the folder of the config and below it, or where this box has them already (`own`, or the `usual`
    folder of evenings): a backup may not choose any other place, least of all when root unpacks it.
    """
    data = backup.files.get(CONFIG)
    file = parse_toml(config, data) if data is not None else own
    if file is None:
        return Places(config, usual)
    named, here = named_in(file), named_in(own) if own is not None else NamedFiles(None, None, None, None)
    for what, place, known in (
        ("journals", named.evenings, (here.evenings, usual)),
        ("guest list", named.guests, (here.guests,)),
        ("sounds", named.pack, (here.pack,)),
        ("party lock", named.party_lock, (here.party_lock, PARTY_LOCK)),
    ):
        below = place is None or place.resolve().is_relative_to(config.parent.resolve())
        if not below and place not in known:
            raise BadBackup(
                f"{path}: its settings put the {what} at {place}, outside {config.parent}: nothing was restored; "
                f"if that is right, name this place in {config} first"
            )
    if data is not None:
        _read_as_this_box_would(path, backup, named.guests)
    return Places(config, named.evenings or usual, named.guests, named.pack)


def _read_as_this_box_would(path: Path, backup: Backup, guests: Path | None) -> None:
    """Settings that cannot be read are told now, while the old ones are still in place."""
    with TemporaryDirectory() as folder:
        staged = Path(folder) / "majordome.toml"
        staged.write_bytes(backup.files[CONFIG])
        listed = staged.with_name("guests.toml") if guests is not None and GUESTS in backup.files else None
        if listed is not None:
            listed.write_bytes(backup.files[GUESTS])
        try:
            read_settings(staged, guests=listed)
        except FileError as wrong:
            told = str(wrong).replace(str(staged.parent), str(path))
            raise BadBackup(f"{told}; nothing was restored") from None


def command_in(backup: Backup, config: Path, own: Section | None) -> str | None:
    """A command that its settings run and this box's do not."""
    data = backup.files.get(CONFIG)
    if data is None:
        return None
    new = parse_toml(config, data).table("box").text("power_off", None)
    return new if new and new != (own.table("box").text("power_off", None) if own is not None else None) else None


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What came of it."""

    written: list[Path]
    kept: list[Path]  # what stood in the way, under its new name
    same: int
    homeless: list[str]  # files for which the settings have no place


def unpack(backup: Backup, places: Places, done: Done = lambda part: None) -> Unpacked:
    """Put everything in its place. A file that is there and another one is kept beside it."""
    came = Unpacked([], [], 0, [])
    same = 0
    suffix = time.strftime(".before-%Y%m%d-%H%M%S")
    for number, (name, data) in enumerate(sorted(backup.files.items()), 1):
        place = places.of(name)
        if place is None:
            came.homeless.append(name)
        elif _is(place, data):
            same += 1
        else:
            try:
                _stays_in_its_folder(place, places)
                if place.exists() or place.is_symlink():
                    came.kept.append(_aside(place, suffix))
                _write(place, data, backup.times.get(name))
            except OSError as trouble:
                raise BadBackup(
                    f"{place}: cannot be written ({trouble.strerror}): see its rights, or use sudo; "
                    "what was restored so far stays, and the same command goes on from there"
                ) from None
            came.written.append(place)
        done(number / len(backup.files))
    return Unpacked(came.written, came.kept, same, came.homeless)


def _stays_in_its_folder(place: Path, places: Places) -> None:
    """No link that lies in a folder of the box leads a restore out of it."""
    for home in (places.evenings, places.sounds):
        if (
            home is not None
            and place.is_relative_to(home)
            and not place.parent.resolve().is_relative_to(home.resolve())
        ):
            raise BadBackup(f"{place.parent}: is a link that leads out of {home}: delete it, and restore again")


def _is(place: Path, data: bytes) -> bool:
    with suppress(OSError):
        return place.read_bytes() == data
    return False


def _aside(place: Path, suffix: str) -> Path:
    kept, number = place.with_name(place.name + suffix), 1
    while kept.exists():
        number += 1
        kept = place.with_name(f"{place.name}{suffix}-{number}")
    place.rename(kept)
    return kept


def _write(place: Path, data: bytes, at: float | None) -> None:
    """With the time it had: the latest evening is the one to go on with. As root, for whoever owns the folder."""
    mode = READABLE if place.suffix in (".toml", ".ogg", ".wav") else PRIVATE
    write_private(place, data, mode=mode, at=at if at is not None and 0 < at < 2**33 else None)
