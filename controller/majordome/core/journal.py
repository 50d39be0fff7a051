"""The journal as it is read: one append-only file an evening, a checksummed line for each record.

Each line is `checksum json`, and each checksum covers the lines before it too, so that a line that was changed, lost
or moved is noticed. A half-written last line (the plug was pulled) is dropped with a word; damage anywhere else is
reported with its place and never skipped.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.evening import Evening
from majordome.core.events import SHARED
from majordome.core.library import load, manifest
from majordome.core.plain_values import (
    Kinds,
    Misfit,
    event_from_plain,
    event_to_plain,
    from_plain,
    kinds_of,
    snake,
    to_plain,
)
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
        return not any(counts(record) for record in self.records)

    @property
    def spoken(self) -> tuple[Lang, Voice | None]:
        """The language that the butler spoke last, and in whose voice if somebody has chosen it."""
        spoke = next((record for record in reversed(self.records) if isinstance(record, Spoke)), None)
        return (spoke.lang, spoke.voice) if spoke else (self.header.lang, None)

    @property
    def records(self) -> tuple[Record, ...]:
        """What was accepted, in order."""
        return tuple(entry.record for entry in self.entries)


def counts(record: Record) -> bool:
    """It is a step of the evening."""
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
