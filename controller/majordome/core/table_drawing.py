"""What a game's folder may bring for a screen of letters: its table, as everyone sees it, in its `drawing.py`.

`drawing(room, word)` is given what the pages of the room are given, and the game's words (`word("mark", "out")`). It
says what lies in a ring, who sits around it and what stands in the middle; how that looks is the terminal's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

Room: TypeAlias = Mapping[str, Any]
Word: TypeAlias = Callable[[str, str], str]


class Piece(Struct, frozen=True):
    """Something on the table, in a ring clockwise from the top: a few letters, in the colour of a mood."""

    text: str
    mood: str = ""
    bright: bool = False  # it stands out


class Seat(Struct, frozen=True):
    """A player, clockwise from the top, and what everyone sees of them: a sign before the name, a word below it."""

    name: str
    sign: str = ""
    note: str = ""
    bright: bool = False


class RoundTable(Struct, frozen=True):
    """The whole table."""

    seats: tuple[Seat, ...]
    pieces: tuple[Piece, ...] = ()
    middle: tuple[str, ...] = ()  # a few short lines


def pointed_at(room: Room) -> str:
    """What the button points at: a name or a number; "" where it points at nothing."""
    for ask in room["asks"]:
        if ask.get("at") is None or ask["kind"] == "number":
            continue
        options = [option["name"] for option in ask.get("options", ())]
        name: str = (options or (ask["players"] if ask["kind"] == "race" else ask["among"]))[ask["at"]]
        return name
    return ""
