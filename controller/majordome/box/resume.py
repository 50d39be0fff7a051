"""Finds the evening that goes on; `play --resume` lets the host choose among all that are unfinished.

They stand in the order of the box's own count. The day of each is what its journal says, and is only shown: a box
without a clock, or with a wrong one, offers the same evenings in the same order.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from majordome.core.cues import Notice
from majordome.core.journal import Story, read
from majordome.core.library import manifest
from majordome.core.snapshot import Snapshot
from majordome.core.view import beat_name
from majordome.errors import Diverged, JournalDamaged, JournalError
from majordome.service.evenings_folder import evenings, recalled, salvage
from majordome.settings.config import Settings
from majordome.terminal.pipe import TypedLines, put_out
from majordome.words.narrator import Lang, Narrator, join

log = logging.getLogger(__name__)

MOST_OFFERED = 9
NAMED = 3  # guests of a larger company
FIRST_KNOWN_DAY = 1_704_067_200  # 2024: before that the box did not know the day


class Unfinished(Struct, frozen=True):
    """An evening that can go on."""

    path: Path
    story: Story
    view: Snapshot
    question: str = "go_on_question"


def latest(settings: Settings, typed: TypedLines, troubles: list[str], *, ask: bool) -> Unfinished | None:
    """The latest evening, if it is not over and the host wants to go on with it. `troubles`: what was wrong with it."""
    found = next(_the_last(settings, troubles), None)
    if found is None:
        return None
    _tell_where(found)
    if ask and not _yes(_words(found, found.story.spoken[0]).word("ui", found.question), typed):
        put_out(_words(found, found.story.spoken[0]).notice(Notice("kept", (str(found.path),))))
        return None
    return found


def chosen(settings: Settings, typed: TypedLines, troubles: list[str], lang: Lang) -> Unfinished | None:
    """One of all unfinished ones: the only one at once, else the one that the host names."""
    offered = [*_the_last(settings, troubles), *_older(settings)][:MOST_OFFERED]
    found = offered[0] if offered else None
    if len(offered) > 1:
        words = Narrator(lang)
        put_out(words.word("ui", "unfinished"))
        for number, one in enumerate(offered, 1):
            put_out(_row(number, one, lang))
        found = _which(offered, words.word("ui", "which_evening"), typed)
    if found is not None:
        _tell_where(found)
    return found


def _the_last(settings: Settings, troubles: list[str]) -> Iterator[Unfinished]:
    """The newest: what stands before a damage is saved, and whatever is wrong is told."""
    path = next(iter(evenings(settings.evenings)), None)
    if path is None:
        return
    question = "go_on_question"
    try:
        try:
            story = read(path)
        except JournalDamaged as damage:
            _complain(damage, troubles)
            path, _ = salvage(path)
            story, question = read(path), "salvage_question"
        if story.blank and story.header.settings not in ("", settings.fingerprint):
            with suppress(OSError):
                path.unlink()  # nothing had happened, and the host has changed the settings since
            return
        view = recalled(story).snapshot
    except (JournalError, Diverged, OSError) as trouble:
        _complain(trouble, troubles)
        return
    if not view.finished:
        yield Unfinished(path, story, view, question)


def _older(settings: Settings) -> Iterator[Unfinished]:
    """Those before it in which something happened, newest first; what cannot be read is no news."""
    for path in evenings(settings.evenings)[1:]:
        try:
            story = read(path)
            view = recalled(story).snapshot
        except (JournalError, Diverged, OSError) as trouble:
            log.warning("not offered: %s", trouble)
            continue
        if not story.blank and not view.finished:
            yield Unfinished(path, story, view)


def _words(found: Unfinished, lang: Lang) -> Narrator:
    return Narrator(lang, game=manifest(found.story.header.evening.game))


def _part(found: Unfinished, words: Narrator) -> str:
    """The part of the game that was being played."""
    heading = found.view.heading
    return words.fact(heading, "heading") if heading else words.word("ui", "title")


def _tell_where(found: Unfinished) -> None:
    words = _words(found, found.story.spoken[0])
    put_out(words.notice(Notice("where_were_we", (_part(found, words), beat_name(found.view)))))


def _row(number: int, found: Unfinished, lang: Lang) -> str:
    """`2. 2026-11-17, The game, Ana, Bob, Cid and 9 others: Friday night, “Everyone walks about”`."""
    header, words = found.story.header, _words(found, lang)
    day = words.word("ui", "unknown_day")
    if header.wall >= FIRST_KNOWN_DAY:
        day = time.strftime(words.word("ui", "day"), time.localtime(header.wall))
    game, heading = manifest(header.evening.game), found.view.heading
    parts = (words.fact(heading, "heading") if heading else "", words.beat(beat_name(found.view), "title"))
    where = ", ".join(part for part in parts if part)
    company = _company(found.view.names, words)
    return words.word("ui", "evening").format(number, day, game.title.get(lang, game.id), company, where)


def _company(names: tuple[str, ...], words: Narrator) -> str:
    if not names:
        return words.word("ui", "no_list")
    if len(names) <= NAMED + 1:
        return join(names, words.lang)
    return words.word("ui", "and_others").format(", ".join(names[:NAMED]), len(names) - NAMED)


def _which(offered: list[Unfinished], question: str, typed: TypedLines) -> Unfinished | None:
    """The first, unless the host names another; None for a new one."""
    while True:
        answer = _answer(question, typed).strip().casefold()
        if answer.startswith("n"):
            return None
        if not answer:
            return offered[0]
        if answer.isdecimal() and 1 <= int(answer) <= len(offered):
            return offered[int(answer) - 1]


def _yes(question: str, typed: TypedLines) -> bool:
    return not _answer(question, typed).strip().casefold().startswith("n")


def _answer(question: str, typed: TypedLines) -> str:
    put_out(question, end="" if os.isatty(0) and os.isatty(1) else "\n")
    return next(typed, "")


def _complain(trouble: Exception, troubles: list[str]) -> None:
    troubles.append(str(trouble))
    sys.stderr.write(f"majordome: {trouble}\n")
