"""`majordome play`: finds out where we were, opens the journal, and puts evening, stage and screen together."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from queue import Queue

from majordome.clock import RealClock
from majordome.config import Settings
from majordome.cues import Notice, Refused
from majordome.house import new_journal, newest, recalled, salvage, the_only_box
from majordome.inputs.commands import COMMANDS, Local, understand
from majordome.journal import Journal, JournalDamaged, JournalError, Story, read
from majordome.narrator import Lang, Narrator, join
from majordome.performance import LEAVE, Inputs, Performance, Said
from majordome.prompter import Diverged, Prompter
from majordome.scribe import JournalScribe
from majordome.stage import Page, Stage
from majordome.terminal.pipe import TypedLines, nobody_reads
from majordome.terminal.plain import PlainPage, Understand, play_in_a_pipe
from majordome.view import public


def play(settings: Settings, *, lang: Lang | None, new: bool, resume: bool, plain: bool, speed: float) -> None:
    """Play one evening, to its end or until the host leaves. `lang`: speak this, also in an evening begun otherwise."""
    typed = TypedLines()
    with the_only_box(settings.evenings):
        found = None if new else _unfinished(settings, typed, ask=not resume)
        _perform(settings, found, typed, lang=lang, plain=plain or not _is_screen(), speed=speed)


def _is_screen() -> bool:
    return os.isatty(0) and os.isatty(1)


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _ask(question: str, typed: TypedLines) -> bool:
    """Yes, unless the host says no."""
    sys.stdout.write(question if _is_screen() else question + "\n")
    sys.stdout.flush()
    return not next(typed, "").strip().casefold().startswith("n")


def _unfinished(settings: Settings, typed: TypedLines, *, ask: bool) -> tuple[Path, Story] | None:
    """Where were we? The latest evening, if it is not over and the host wants to go on with it."""
    path = newest(settings.evenings)
    if path is None:
        return None
    question = "go_on_question"
    try:
        try:
            story = read(path)
        except JournalDamaged as damage:
            sys.stderr.write(f"majordome: {damage}\n")
            path, _ = salvage(path)
            story, question = read(path), "salvage_question"
        prompter = recalled(story)
    except (JournalError, Diverged, OSError) as trouble:
        sys.stderr.write(f"majordome: {trouble}\n")
        return None
    if prompter.finished:
        return None
    words, view = Narrator(story.header.lang), public(prompter, 0.0)
    when = words.when(view.day, view.time) if view.day and view.time else words.word("ui", "title")
    _write(words.notice(Notice("where_were_we", (when, view.beat))))
    if ask and not _ask(words.word("ui", question), typed):
        _write(words.notice(Notice("kept", (str(path),))))
        return None
    return path, story


def _perform(
    settings: Settings,
    found: tuple[Path, Story] | None,
    typed: TypedLines,
    *,
    lang: Lang | None,
    plain: bool,
    speed: float,
) -> None:
    if found is None:
        seed = secrets.randbits(32) if settings.seed is None else settings.seed
        evening, narrator = settings.evening, Narrator(lang or settings.lang, seed)
        journal = new_journal(settings, seed)
    else:
        path, story = found
        evening, narrator = story.header.evening, Narrator(lang or story.header.lang, story.header.seed)
        journal = Journal.go_on(path, story)
    inputs: Inputs = Queue()
    clock, prompter, scribe = RealClock(speed), Prompter(evening, narrator), JournalScribe(journal)
    listen = _listener(prompter, narrator)

    def performance(page: Page) -> Performance:
        performance = Performance(prompter, Stage(pages=[page]), clock, scribe)
        if found is None:
            performance.begin()
        else:
            performance.recall(found[1].records)
            notices = [Notice("resumed"), *([Notice("torn_line")] if found[1].torn else [])]
            performance.stage.perform(notices)
        performance.check_disk()
        return performance

    def write(line: str) -> None:
        try:
            _write(line)
        except OSError:  # nobody listens at the other end: the host has left
            nobody_reads()
            inputs.put(LEAVE)

    try:
        if plain:
            lines = PlainPage(narrator, write)
            play_in_a_pipe(lines, performance(lines), inputs, clock, listen, typed)
        else:
            # The screen's library takes longer to load than everything else, and a pipe does not need it.
            from majordome.terminal.completing import HostCompleter
            from majordome.terminal.screen import Screen, ScreenPage

            page = ScreenPage(narrator, bell=settings.bell)
            words = [word for command in COMMANDS for word in command.words[:2] if len(word) > 1]
            completer = HostCompleter(words, [guest.name for guest in evening.guests])
            Screen(page, performance(page), inputs, narrator, listen, completer).run(clock)
    finally:
        scribe.close()
    if not prompter.finished and journal.trouble is None:
        _write(narrator.notice(Notice("saved")))


def _listener(prompter: Prompter, narrator: Narrator) -> Understand:
    names = tuple(guest.name for guest in prompter.evening.guests)

    def listen(line: str) -> Said | Refused | str | None:
        match understand(line, prompter.beat, names):
            case Local.QUIT:
                return None
            case Local.HELP:
                return _help(narrator)
            case Local.GUESTS:
                return _guests(prompter, narrator)
            case spoken:
                return spoken

    return listen


def _help(narrator: Narrator) -> str:
    rows = [(command.usage, command.words[:2], narrator.word("command", command.words[0])) for command in COMMANDS]
    width = max(len(usage) for usage, _, _ in rows)
    told = (f"{usage:<{width}}  {' / '.join(names[1:]):<10}  {what}" for usage, names, what in rows)
    return "\n".join([narrator.word("ui", "help_head"), *told])


def _guests(prompter: Prompter, narrator: Narrator) -> str:
    """Who is here, as the room sees it: no card."""
    table = prompter.table
    if not table.listed:
        return narrator.word("ui", "no_guests")
    rows = (
        ("living", table.living),
        ("in_jail", table.jail),
        ("dead", tuple(guest.name for guest in table.guests if guest.name in table.dead)),
    )
    return "\n".join(f"{narrator.word('ui', label)}: {join(names, narrator.lang)}" for label, names in rows if names)
