"""Typed lines become things said: those of core/typed_commands.py, the game's own, and what a page answers."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from majordome.core.cues import Refused
from majordome.core.evening_queue import Said
from majordome.core.library import load
from majordome.core.prompter import Prompter
from majordome.core.typed_commands import Command, Local, understand, with_own
from majordome.core.view import room
from majordome.terminal.line_mode import Understand
from majordome.words.narrator import Narrator, join


def commands(prompter: Prompter) -> tuple[Command, ...]:
    """What may be typed in this evening."""
    return with_own(load(prompter.evening.game).commands)


def words_to_type(prompter: Prompter) -> list[str]:
    """Each command, in both languages."""
    words = (word for command in commands(prompter) for word in command.words[:2] if len(word) > 1)
    return list(dict.fromkeys(words))


def listener(prompter: Prompter, narrator: Narrator, page: Callable[[], str] = lambda: "") -> Understand:
    """`page` tells where the host's page is."""

    def listen(line: str) -> Said | Refused | str | None:
        own = load(prompter.evening.game).commands
        match understand(line, prompter.beat, prompter.snapshot.names, own, narrator.table("label")):
            case Local.QUIT:
                return None
            case Local.HELP:
                return _help(commands(prompter), narrator)
            case Local.GUESTS:
                return _guests(prompter, narrator)
            case Local.PAGE:
                return page() or narrator.word("ui", "no_page")
            case Refused(_, "command_needs", (usage,)) as refused:
                meant = next((command for command in commands(prompter) if command.usage == usage), None)
                return replace(refused, names=(_written(meant, narrator),)) if meant else refused
            case spoken:
                return spoken

    return listen


def _written(command: Command, narrator: Narrator) -> str:
    """As it is typed in the host's own language: the word, and what it needs."""
    needs = re.sub(r"[A-Za-z]+", lambda word: narrator.called("typed", word[0]), command.needs)
    return f"{_called(command, narrator)} {needs}".strip()


def _called(command: Command, narrator: Narrator) -> str:
    return command.french if narrator.lang == "fr" else command.words[0]


def _help(known: tuple[Command, ...], narrator: Narrator) -> str:
    """The host's own language first, the other beside it."""
    rows = [
        (
            _written(command, narrator),
            next((word for word in command.words[:2] if word != _called(command, narrator)), ""),
            narrator.word("command", command.words[0]),
        )
        for command in known
    ]
    width = max(len(usage) for usage, _, _ in rows)
    told = (f"{usage:<{width}}  {other:<10}  {what}" for usage, other, what in rows)
    return "\n".join([narrator.word("ui", "help_head"), *told])


def _guests(prompter: Prompter, narrator: Narrator) -> str:
    """Who is here, as the room sees it: no card."""
    seats = room(prompter.snapshot, 0.0).seats
    if not seats:
        return narrator.word("ui", "no_guests")
    marks: dict[str, list[str]] = {"none": []}
    for name, marked in seats:
        for mark in marked or ("none",):
            marks.setdefault(mark, []).append(name)
    return "\n".join(
        narrator.word("ui", "does").format(narrator.called("mark", mark), join(names, narrator.lang))
        for mark, names in marks.items()
        if names
    )
