"""The terminal butler's picture: the bar, what a press will do, the sand, the chairs, the guests, and what was said."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.styles import Style

from majordome.core.library import manifest
from majordome.core.snapshot import Snapshot
from majordome.core.view import RoomView, chairs
from majordome.terminal.asked_text import asked
from majordome.terminal.cue_text import Line, clock_face, heading, hints
from majordome.terminal.round_table import HEIGHT, WIDTH, paint, table_of
from majordome.words.narrator import Narrator, join

SAND_WIDTH = 40
LABEL_WIDTH = 9
MARGIN = "  "
LEAST_COLUMNS, LEAST_ROWS = WIDTH + 35, HEIGHT + 9  # of a terminal that has room for a table beside the rest
NBSP, NARROW = "\u00a0", "\u202f"

STYLE = Style.from_dict(
    {
        "bar": "bg:#3a2233 #f3e6d0 bold",
        "heading": "#e8c77d bold",
        "gesture": "#e8c77d bold",
        "sand": "#e8c77d",
        "sand-last": "#ff5f5f bold",
        "say": "#f3e6d0 italic",
        "round": "#e8c77d bold underline",
        "top": "#ffffff bg:#7a1f2b bold",
        "shock": "#ffffff bg:#b00020 bold",
        "alarm": "#ffffff bg:#b00020 bold",
        "outcome": "#111111 bg:#e8c77d bold",
        "fact": "#c9b6d6",
        "refused": "#ff8f6b",
        "notice": "#8fb8a8",
        "label": "#9a8c98",
        "dim": "#55505a",
        "paused": "#111111 bg:#e8c77d bold",
    }
)


class Painter:
    """Paints a view. `columns` and `rows` tell how large the terminal is now."""

    def __init__(
        self,
        narrator: Narrator,
        view: Callable[[], tuple[Snapshot, RoomView]],
        columns: Callable[[], int],
        rows: Callable[[], int],
        invited: Callable[[], tuple[str, str, str] | None] = lambda: None,
        code: Callable[[], str] = lambda: "",
    ) -> None:
        """`invited`: address and code for a phone, as long as one is awaited; `code`: the QR code beside the rest."""
        self._narrator = narrator
        self.view = view
        self._columns = columns
        self._rows = rows
        self._invited = invited
        self._code = code

    def _ui(self, key: str, *words: str) -> str:
        return self._narrator.word("ui", key).format(*words)

    def bar(self) -> StyleAndTextTuples:
        """The bar at the top: where we are."""
        told = _plain("  " + "   ·   ".join([self._ui("title"), heading(self.view()[0], self._narrator)]))
        if (invited := self._invited()) is not None:
            url, code, _ = invited
            where = f"{self._ui('page')} {url.removeprefix('http://').rstrip('/')} · {self._ui('code')} {code}  "
            told += " " * (self._columns() - len(told) - len(where)) + where
            if len(told) > self._columns():  # the address is worth more than where we are
                told = where.strip()
        return [("", told)]

    def too_small(self) -> str:
        """In the place of a QR code that would be cut off."""
        return self._ui("no_room_for_code")

    def status(self) -> StyleAndTextTuples:
        """What a press will do, and how things stand."""
        view, room = self.view()
        style = "class:dim" if view.dark else ""
        text: StyleAndTextTuples = [("", "\n")]
        if view.paused and not view.finished:
            text += [("class:paused", f"  {self._ui('paused')}  "), ("", "\n\n")]
        drawn = self.draws_table()
        for gesture, words in hints(view, self._narrator):
            text += self._row(gesture, words, style or "class:gesture", style)
        for number, words in enumerate(asked(view, self._narrator)):
            text += self._row("" if number else self._ui("asked"), words, "class:gesture")
        text.append(("", "\n"))
        if room.sand is not None:
            text += self._sand_text(room.sand.left, room.sand.total)
        if fitted := chairs(view):
            told = "   ".join(f"{self._ui(c)}: {self._ui('taken' if taken else 'free')}" for c, taken in fitted)
            text += self._row(self._ui("chairs"), told)
        for mark, names in () if drawn else self._marked(room):  # the table shows them
            names = [name.replace(" ", NBSP) for name in names]
            how_many = f"{len(names)}: {', '.join(names)}" if mark == "none" else join(names, self._narrator.lang)
            text += self._row(self._narrator.called("mark", mark), how_many)
        if room.scores and not drawn:
            text += self._row(
                self._ui("scores"),
                ", ".join(f"{name.replace(' ', NBSP)}{NBSP}{points}" for name, points in room.scores),
            )
        return text[:-1] if text[-1] == ("", "\n") else text

    def _marked(self, room: RoomView) -> list[tuple[str, list[str]]]:
        """The players by what everyone sees of them; first those of whom there is nothing to see."""
        rows: dict[str, list[str]] = {"none": []}
        for name, marks in room.seats:
            for mark in marks or ("none",):
                rows.setdefault(mark, []).append(name)
        return [(mark, names) for mark, names in rows.items() if names]

    def _row(self, label: str, words: str, label_style: str = "class:label", style: str = "") -> StyleAndTextTuples:
        """A word in the margin, and beside it as many lines as it takes: none is broken within a word or a name."""
        beside = WIDTH if self.draws_table() else len(self._code().partition("\n")[0])
        lines = self._wrapped(words, LABEL_WIDTH + len(MARGIN) + beside) or [""]
        return [
            part
            for number, line in enumerate(lines)
            for part in (
                (label_style, f"{MARGIN}{'' if number else label:>{LABEL_WIDTH}}{MARGIN}"),
                (style, f"{line}\n"),
            )
        ]

    def _sand_text(self, left: float, total: float) -> StyleAndTextTuples:
        grains = round(SAND_WIDTH * left / total) if total else 0
        style = "class:sand-last" if left <= 30 else "class:sand"
        bar = "█" * grains + "░" * (SAND_WIDTH - grains)
        return [
            ("class:label", f"  {self._ui('hourglass'):>{LABEL_WIDTH}}  "),
            (style, bar),
            ("", f"  {clock_face(left)}\n"),
        ]

    def table(self) -> StyleAndTextTuples:
        """The game's own table, where its folder brings a drawing and there is room beside the rest."""
        view, room = self.view()
        if view.dark or self._code() or self._columns() < LEAST_COLUMNS or self._rows() < LEAST_ROWS:
            return []
        drawn = table_of(room, self._narrator)
        return paint(drawn, manifest(room.game)) if drawn else []

    def draws_table(self) -> bool:
        """Whether there is one."""
        return bool(self.table())

    def keys(self) -> StyleAndTextTuples:
        """Which key does what."""
        return [("class:label", "\n".join(MARGIN + part for part in self._wrapped(self._ui("keys"))))]

    def log(self, lines: Iterable[Line]) -> StyleAndTextTuples:
        """What was said and done, the latest last; hardly to be seen while eyes are closed."""
        dark = self.view()[0].dark
        text: StyleAndTextTuples = []
        for style, line in lines:
            for part in self._wrapped(line) or [""]:
                text += [("", MARGIN), ("class:dim" if dark else f"class:{style}", part), ("", "\n")]
        if text:
            text[-1] = ("[SetCursorPosition]", "")
        return text

    def _wrapped(self, text: str, less: int = 0) -> list[str]:
        width = self._columns() - 2 * len(MARGIN) - less
        lines = textwrap.wrap(text, max(20, width), break_on_hyphens=False, replace_whitespace=False)
        return [_plain(line) for line in lines]


def _plain(text: str) -> str:
    """Spaces that held words together are spaces: prompt_toolkit would mark them."""
    return text.replace(NBSP, " ").replace(NARROW, " ")
