"""A text of the game, filled with the fields of a fact or an event."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from majordome.words.narrator import Narrator, join


class Filling(Formatter):
    """`{names}`, `{votes}`, `{day:day}` for a word of the table `[day]`, `{role:(role)}` in brackets, where known."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator

    def fill(self, text: str, fields: Mapping[str, Any]) -> str:
        """The text; nothing where nobody is named."""
        used = {name for _, name, _, _ in self.parse(text) if name}
        if any(fields[name] == () for name in used if name in fields):
            return ""
        return self.vformat(text, (), fields)

    def format_field(self, value: Any, table: str) -> str:
        """A value, in the butler's language."""
        narrator = self._narrator
        if table.startswith("("):
            return "" if value is None else f" ({self.format_field(value, table[1:-1])})"
        if value is None:
            nobody = narrator.called(table, "None") if table else narrator.word("ui", "somebody")
            return "?" if nobody == "None" else nobody
        if isinstance(value, tuple) and value and isinstance(value[0], tuple):  # names with numbers, most first
            return ", ".join(f"{name} {number}" for name, number in sorted(value, key=lambda pair: -pair[1]))
        if isinstance(value, tuple):
            return join(value, narrator.lang)
        if table == "+":
            return f"{value:+d}"
        return narrator.called(table, str(value)) if table else str(value)
