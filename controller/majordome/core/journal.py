"""The journal: one append-only file an evening, a checksummed line for each record.

Each line is `checksum json`, and each checksum covers the lines before it too, so that a line that was changed, lost
or moved is noticed. A half-written last line (the plug was pulled) is dropped with a word; damage anywhere else is
reported with its place and never skipped.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.evening import Evening
from majordome.core.events import SHARED
from majordome.core.library import load, manifest
from majordome.core.plain import (
    Kinds,
    Misfit,
    event_from_plain,
    event_to_plain,
    from_plain,
    kinds_of,
    snake,
    to_plain,
)
from majordome.core.private_file import keep_name
from majordome.core.records import Happened, Record, Spoke
from majordome.errors import GameError, JournalDamaged, JournalError, JournalOfAnotherTime
from majordome.words import Lang, Voice

SCHEMA = 2
SUFFIX = ".journal"

RECORDS: dict[str, type[Record]] = {snake(kind.__name__): kind for kind in get_args(Record)}
OLD_SCHEMA = 1  # before a game was a folder: read, not written


class Header(Struct, frozen=True):
    """The first line: all that must be known to play the evening again."""

    evening: Evening
    lang: Lang
    seed: int
    rules: int  # version of the game's rules
    wall: float  # when it began, seconds since 1970: for the account
    majordome: str  # version that wrote it
    schema: int = SCHEMA
    settings: str = ""  # fingerprint of the host's settings by which it was begun


class Entry(Struct, frozen=True):
    """A record, and when it was written."""

    record: Record
    wall: float


class Story(Struct, frozen=True):
    """A journal as it was read."""

    header: Header
    entries: tuple[Entry, ...]
    checksum: int  # of all whole lines
    data: bytes  # all whole lines, as they stand in the file
    torn: bool  # a half-written last line was dropped

    @property
    def size(self) -> int:
        """In bytes, of all whole lines."""
        return len(self.data)

    @property
    def blank(self) -> bool:
        """Nothing has happened yet."""
        return not any(_counts(record) for record in self.records)

    @property
    def spoken(self) -> tuple[Lang, Voice | None]:
        """The language that the butler spoke last, and in whose voice if somebody has chosen it."""
        spoke = next((record for record in reversed(self.records) if isinstance(record, Spoke)), None)
        return (spoke.lang, spoke.voice) if spoke else (self.header.lang, None)

    @property
    def records(self) -> tuple[Record, ...]:
        """What was accepted, in order."""
        return tuple(entry.record for entry in self.entries)


def _counts(record: Record) -> bool:
    return not isinstance(record, Spoke)


def record_to_plain(record: Record, wall: float) -> dict[str, Any]:
    """A record as a line of JSON."""
    plain: dict[str, Any] = {"is": snake(type(record).__name__), "wall": round(wall, 1)}
    if isinstance(record, Happened):
        plain |= {"t": record.t, "beat": record.beat, "event": event_to_plain(record.event)}
    else:
        plain |= to_plain(record)
    plain["t"] = round(record.t, 6)
    return plain


def _record(kind: Callable[..., Record], data: dict[str, Any]) -> Record:
    return from_plain(kind, data)


def record_from_plain(plain: dict[str, Any], kinds: Kinds) -> Entry:
    """The other way round; `kinds` are the events of the game that was played."""
    data = dict(plain)
    wall = data.pop("wall", None)
    name = data.pop("is", None)
    kind = RECORDS.get(name) if isinstance(name, str) else None
    if kind is None or not isinstance(wall, float | int):
        raise Misfit(f"no record is called {name!r}")
    if kind is not Happened:
        return Entry(_record(kind, data), wall)
    fact = event_from_plain(data.get("event"), kinds)
    t, beat = data.get("t"), data.get("beat")
    if not isinstance(t, float | int) or not isinstance(beat, str):
        raise Misfit("an event without its time or its beat")
    return Entry(Happened(t, beat, fact), wall)


def seal(plain: dict[str, Any], before: int) -> tuple[bytes, int]:
    """A line with its checksum, and the checksum to go on with."""
    # Half a letter from a broken terminal is kept as it came: the journal must never fail over a name.
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    checksum = zlib.crc32(text, before)
    return b"%08x %s\n" % (checksum, text), checksum


def _unseal(line: bytes, before: int) -> tuple[dict[str, Any], int]:
    checksum, _, text = line.partition(b" ")
    if b"%08x" % zlib.crc32(text, before) != checksum:
        raise Misfit("its checksum is wrong")
    plain = json.loads(text)
    if not isinstance(plain, dict):
        raise Misfit("it is not a table of values")
    return plain, int(checksum, 16)


def read(path: Path) -> Story:
    """Read a whole journal."""
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise JournalError(f"{path}: cannot be read ({trouble.strerror}): see its name and its rights") from None
    *lines, rest = data.split(b"\n")
    good = list(_good_lines(path, lines, torn_tail=bool(rest)))
    if not good:
        raise JournalError(f"{path}: has no whole first line: nothing had begun, it can be deleted")
    header = _header(path, good[0][0])
    kinds = _kinds(path, header.evening.game)
    header = _of_this_version(path, header)
    entries = []
    for number, (plain, _, _) in enumerate(good[1:], 2):
        try:
            entries.append(record_from_plain(plain, kinds))
        except Misfit as misfit:
            raise JournalOfAnotherTime(
                f"{path}: line {number} is whole but this version does not know it ({misfit}): "
                "use the version that wrote it"
            ) from None
    _, checksum, size = good[-1]
    return Story(header, tuple(entries), checksum, data[:size], torn=size < len(data))


def _good_lines(path: Path, lines: list[bytes], *, torn_tail: bool) -> Iterator[tuple[dict[str, Any], int, int]]:
    checksum, size = 0, 0
    for number, line in enumerate(lines, 1):
        try:
            plain, checksum = _unseal(line, checksum)
        except ValueError as why:
            if number == len(lines) and not torn_tail:
                return  # the last line: the card was cut off while it wrote
            raise JournalDamaged(path, number, str(why)) from None
        size += len(line) + 1
        yield plain, checksum, size


def _kinds(path: Path, game: str) -> Kinds:
    try:
        return kinds_of((*SHARED, *load(game).events))
    except GameError as trouble:
        raise JournalError(f"{path}: an evening of a game that is not here: {trouble}") from None


def _header(path: Path, plain: dict[str, Any]) -> Header:
    if plain.get("schema") == OLD_SCHEMA:
        plain = _of_old(plain)
    if plain.get("schema") != SCHEMA:
        raise JournalOfAnotherTime(
            f"{path}: written in journal format {plain.get('schema')!r}, this version reads format {SCHEMA}: "
            "use the version that wrote it, or start a new evening with --new"
        )
    try:
        return from_plain(Header, plain)
    except Misfit as misfit:
        raise JournalOfAnotherTime(f"{path}: its first line does not fit this version ({misfit})") from None


def _of_this_version(path: Path, header: Header) -> Header:
    """Its settings and cards are such as the game has; a setting that it had not yet is as usual."""
    evening = header.evening
    game = manifest(evening.game)
    cards = {guest.role for guest in evening.guests if guest.role is not None}
    for card in sorted(cards - {*game.roles}):
        raise JournalOfAnotherTime(f"{path}: its first line does not fit this version (no card is called {card!r})")
    for name, value in evening.settings.items():
        if name not in game.settings or game.settings[name].refuses(value):
            raise JournalOfAnotherTime(f"{path}: its first line does not fit this version ({name} = {value!r})")
    return replace(header, evening=replace(evening, settings=game.usual(**evening.settings)))


def _of_old(plain: dict[str, Any]) -> dict[str, Any]:
    """A header of the first format: what was settled before the evening stood beside the guests, by name."""
    evening = plain.get("evening")
    if type(evening) is not dict:
        return plain
    settings = {key: value for key, value in evening.items() if key not in ("game", "guests")}
    settings = {"chairs" if key == "chairs_fitted" else key: value for key, value in settings.items()}
    told = {"game": evening.get("game"), "guests": evening.get("guests", []), "settings": settings}
    return {**plain, "schema": SCHEMA, "evening": told}


class Journal:
    """The journal that is being written. It never raises: a full card is told, and the evening goes on in memory.

    What the host is told of the disk is what a fresh process would read there: all lines are kept in memory, and a file
    that was changed, cut or taken away behind our back is written anew as a whole.
    """

    def __init__(self, path: Path, header: Header | None, story: Story | None = None, *, later: bool = False) -> None:
        self.path = path
        self.trouble: str | None = None
        self._lost: str | None = None  # why a line could not even be made: from there on the file is not the evening
        self.blank = story is None or story.blank  # nothing has happened yet
        self._written = bytearray(story.data if story else b"")  # what is on the disk, or was
        self._backlog: list[bytes] = []
        self._checksum = story.checksum if story else 0
        self._file: int | None = None
        if header is not None:
            self._line(to_plain(header))
            if not later:
                self._flush()

    @classmethod
    def begin(cls, folder: Path, header: Header, name: str, *, later: bool = False) -> Journal:
        """A new evening. `later`: its first line is for the scribe to write, who may be kept waiting by the disk."""
        path = folder / f"{name}{SUFFIX}"
        number = 1
        while os.path.exists(path):  # unlike Path.exists, no exception where the folder may not be looked into
            number += 1
            path = folder / f"{name}-{number}{SUFFIX}"
        return cls(path, header, later=later)

    @classmethod
    def go_on(cls, path: Path, story: Story) -> Journal:
        """An evening that goes on. A torn last line is cut off: it was never promised to anyone."""
        return cls(path, None, story)

    def write(self, records: tuple[Record, ...], wall: float) -> None:
        """Add these lines and wait until they are on the disk. None: only try again what could not be written."""
        self.blank = self.blank and not any(_counts(record) for record in records)
        try:
            for record in records:
                self._line(record_to_plain(record, wall))
        except Exception as fault:
            self.trouble = self._lost = f"{type(fault).__name__}: {fault}"
            raise
        self._flush()

    @property
    def unwritten(self) -> bool:
        """Something that happened is in memory only."""
        return bool(self._backlog) and not self.blank

    @property
    def safe(self) -> bool:
        """All of it is on the disk: a fresh process goes on from here."""
        return self.trouble is None and not self._backlog

    def close(self) -> None:
        """Write what can be written, and close it; twice does no harm."""
        if self._backlog:
            self._flush()
        self._let_go()

    def forget(self) -> None:
        """Close it, and leave nothing behind of an evening in which nothing happened."""
        self.close()
        if self.blank:
            with suppress(OSError):
                self.path.unlink()

    def _let_go(self) -> None:
        handle, self._file = self._file, None
        if handle is not None:
            with suppress(OSError):  # what matters was synced before
                os.close(handle)

    def _line(self, plain: dict[str, Any]) -> None:
        line, self._checksum = seal(plain, self._checksum)
        self._backlog.append(line)

    def _flush(self) -> None:
        data = b"".join(self._backlog)
        try:
            if self._file is not None and _is_gone(self._file, self.path, len(self._written)):
                self._let_go()
            if not data and self._file is not None:
                self.trouble = self._lost
                return
            file = self._open() if self._file is None else self._file
            os.ftruncate(file, len(self._written))  # also what a full disk left of a line
            _write_all(file, data, len(self._written))
            os.fsync(file)
        except OSError as trouble:
            self.trouble = trouble.strerror or str(trouble)
            self._let_go()
            return
        self._written += data
        self._backlog.clear()
        self.trouble = self._lost

    def _open(self) -> int:
        """Open it, and make it what it was when it was last written, whatever has become of it since."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Roles are written here: only the host may read it.
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        keep_name(self.path.parent)
        there = os.pread(self._file, len(self._written) + 1, 0)
        if there[: len(self._written)] != self._written:
            os.ftruncate(self._file, 0)
            _write_all(self._file, bytes(self._written), 0)
        return self._file


def _is_gone(file: int, path: Path, least: int) -> bool:
    """The file was deleted or cut short, or something else stands in its place."""
    ours = os.fstat(file)
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return True
    return ours.st_nlink == 0 or ours.st_size < least or (ours.st_dev, ours.st_ino) != (there.st_dev, there.st_ino)


def _write_all(file: int, data: bytes, at: int) -> None:
    written = 0
    while written < len(data):
        written += os.pwrite(file, data[written:], at + written)
