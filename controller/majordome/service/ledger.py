"""The party ledger: who played in finished evenings, on which side, who won, and what the journals tell of it.

Kept beside the journals in one private file. An evening that is not over is not in it, so nothing in it is secret any
more. Each journal is read once: a name that was forgotten does not come back with it. What a player did (out
first, suspected most, never caught) only the game knows: its folder may say so in `ledger.py`.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from majordome.core.account import kept
from majordome.core.cues import Fact, Scores
from majordome.core.error_log import log_warning
from majordome.core.guest_list import clean
from majordome.core.journal import SUFFIX, Story, read
from majordome.core.library import load, manifest, package_of
from majordome.core.private_file import write_private
from majordome.core.script import NOBODY
from majordome.core.script_reading import Reading
from majordome.errors import FileError, GameError, Trouble
from majordome.service.evenings_folder import evenings, recalled, the_evening_of
from majordome.words.narrator import Narrator

FILE = "ledger.json"
FORMAT = 1


class LedgerPlayer(Struct, frozen=True):
    """One who was there."""

    name: str
    side: str = ""  # where the box knows the cards
    won: bool = False
    score: int | None = None
    deeds: tuple[str, ...] = ()  # in the game's own words: `[award]` of its lines


class LedgerEntry(Struct, frozen=True):
    """One evening that is over."""

    journal: str
    began: float
    game: str
    winner: str
    players: tuple[LedgerPlayer, ...]


class Ledger(Struct, frozen=True):
    """All of them, the oldest first."""

    pages: tuple[LedgerEntry, ...] = ()
    read: tuple[str, ...] = ()  # every journal that was read to its end, whether or not it is still told
    format: int = FORMAT

    @property
    def names(self) -> tuple[str, ...]:
        """Everyone who is told of."""
        return tuple(sorted({player.name for page in self.pages for player in page.players}))


def page_of(story: Story, journal: str) -> LedgerEntry | None:
    """What the journal of one evening tells; None as long as it is not over, or nobody has a name."""
    evening = story.header.evening
    if not evening.guests:
        return None
    recalled(story)  # a journal of other rules is refused, not guessed at
    game = manifest(evening.game)
    reading = Reading(load(game.id).script(evening), Narrator(story.header.lang, story.header.seed, game=game))
    cues = reading.open(0.0)
    for happened, _ in kept(story):
        cues += reading.feed(happened.event, happened.t)
    if reading.beat is not None or reading.outcome is None:
        return None
    facts = [cue for cue in cues if isinstance(cue, Fact)]
    sides, deeds = _of_the_game(game.folder, package_of(game), reading.table, facts)
    scores = reading.shown.get(Scores)
    points = dict(scores.points) if isinstance(scores, Scores) else {}
    winner = reading.outcome.winner
    winners = {*reading.outcome.names, winner, *(name for name, side in sides.items() if side == winner)}
    return LedgerEntry(
        journal,
        story.header.wall,
        evening.game,
        winner,
        tuple(
            LedgerPlayer(
                name,
                sides.get(name, ""),
                winner != NOBODY and name in winners,
                points.get(name),
                tuple(deed for deed, who in deeds if who == name),
            )
            for name in dict.fromkeys((*evening.names, *sides))  # latecomers, too, and who took over a card
        ),
    )


def _of_the_game(
    folder: Path, package: str, table: Any, facts: Sequence[Fact]
) -> tuple[Mapping[str, str], Sequence[tuple[str, str]]]:
    """Each player's side, and (deed, player) for what is worth remembering; nothing where the game does not say."""
    if not (folder / FILE.replace(".json", ".py")).is_file():
        return {}, ()
    module = import_module(f"{package}.ledger")
    return module.sides(table), module.deeds(table, facts)


# Keeping.


def opened(folder: Path, tonight: str = "") -> Ledger:
    """The ledger of this house, as it can be told: an evening of a game that is here no more waits for its return.

    `tonight`: the journal that is still open. It is told of, and not yet kept: its end may be taken back. What cannot
    be kept, because the disk is full, is told all the same, and kept another time.
    """
    with _one_at_a_time(folder):
        ledger, grown = _brought_up_to_date(folder, tonight)
        if grown:
            try:
                _write(folder, ledger)
            except FileError as trouble:
                log_warning(__name__, "what is new in the ledger is not kept: %s", trouble)
    if tonight and tonight not in ledger.read and (page := _page_in(folder / f"{tonight}{SUFFIX}")) is not None:
        ledger = replace(ledger, pages=(*ledger.pages, page))
    here = {game for game in {page.game for page in ledger.pages} if _is_here(game)}
    return replace(ledger, pages=tuple(page for page in ledger.pages if page.game in here))


def _is_here(game: str) -> bool:
    try:
        manifest(game)
    except GameError:
        return False
    return True


def _brought_up_to_date(folder: Path, tonight: str = "") -> tuple[Ledger, bool]:
    """All of it, with what was played since it was last looked into, and whether there is such. Not kept yet."""
    ledger = _read(folder)
    known = {*map(the_evening_of, ledger.read), the_evening_of(tonight)}
    pages, heard = list(ledger.pages), list(ledger.read)
    for path in sorted(evenings(folder)):
        if the_evening_of(path.stem) not in known and (page := _page_in(path)) is not None:
            pages.append(page)
            heard.append(path.stem)
    grown = len(heard) != len(ledger.read)
    return Ledger(tuple(sorted(pages, key=lambda page: page.began)), tuple(heard)) if grown else ledger, grown


def _page_in(path: Path) -> LedgerEntry | None:
    """A bad journal is left out."""
    try:
        return page_of(read(path), path.stem)
    except (Trouble, OSError):
        return None


def forget(folder: Path, name: str | None, tonight: str = "") -> int:
    """Forget a name, or with None everything; in how many evenings it stood. The journals are not changed.

    `tonight`: the journal that is still open. Whoever plays there is told of when it is over.
    """
    with _one_at_a_time(folder):
        return _forget(folder, name, tonight)


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """A box that brings the ledger up to date and whoever forgets somebody do not write over each other."""
    handle = None
    with suppress(OSError):  # a folder that cannot be written, or locked, can still be told of
        handle = os.open(folder / ".ledger", os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _forget(folder: Path, name: str | None, tonight: str) -> int:
    ledger, _ = _brought_up_to_date(folder, tonight)
    if name is None:
        _write(folder, replace(ledger, pages=()))
        return len(ledger.pages)
    told = who(name)
    pages, found = [], 0
    for page in ledger.pages:
        left = tuple(player for player in page.players if who(player.name) != told)
        found += len(left) < len(page.players)
        winner = "" if who(page.winner) == told else page.winner
        if left:
            pages.append(replace(page, players=left, winner=winner))
    if found:
        _write(folder, replace(ledger, pages=tuple(pages)))
    return found


def who(name: str) -> str:
    """The same for every way to write one name: in one evening no two guests share it."""
    return clean(name).casefold()


def _read(folder: Path) -> Ledger:
    path = folder / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Ledger()
    except OSError as trouble:
        raise FileError(f"{path}: cannot be read ({trouble.strerror}): see its rights") from None
    try:
        ledger = msgspec.json.decode(data, type=Ledger)
    except msgspec.MsgspecError as trouble:
        raise FileError(
            f"{path}: is no ledger ({trouble}): move it away, and it is made anew from the journals; "
            "what was forgotten is then to be forgotten again"
        ) from None
    if ledger.format != FORMAT:
        raise FileError(f"{path}: was written by another version: use that one, or move it away")
    return ledger


def _write(folder: Path, ledger: Ledger) -> None:
    plain = json.dumps(msgspec.to_builtins(ledger), indent=1, ensure_ascii=False)
    try:
        write_private(folder / FILE, f"{plain}\n".encode())
    except OSError as trouble:
        raise FileError(
            f"{folder / FILE}: cannot be written ({trouble.strerror}): "
            "see the room on its disk, and the rights of its folder"
        ) from None
