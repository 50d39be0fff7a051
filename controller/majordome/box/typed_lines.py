"""Typed lines become things said: the words of inputs/commands.py, and what a page answers by itself."""

from __future__ import annotations

from collections.abc import Callable

from majordome.core.cues import Refused
from majordome.core.evening_loop import Said
from majordome.core.prompter import Prompter
from majordome.inputs.typed import COMMANDS, Local, understand
from majordome.terminal.line_mode import Understand
from majordome.words.narrator import Narrator, join


def listener(prompter: Prompter, narrator: Narrator, page: Callable[[], str] = lambda: "") -> Understand:
    """`page` tells where the host's page is."""

    def listen(line: str) -> Said | Refused | str | None:
        names = tuple(guest.name for guest in prompter.evening.guests)
        match understand(line, prompter.beat, names):
            case Local.QUIT:
                return None
            case Local.HELP:
                return _help(narrator)
            case Local.GUESTS:
                return _guests(prompter, narrator)
            case Local.PAGE:
                return page() or narrator.word("ui", "no_page")
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
