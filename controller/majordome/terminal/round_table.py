"""A round table in letters: a ring of pieces, players around it, a few lines in the middle. It knows no game."""

from __future__ import annotations

from importlib import import_module
from math import cos, pi, sin

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.utils import get_cwidth

from majordome.core.error_log import log_exception
from majordome.core.library import manifest, package_of
from majordome.core.manifest import Colour, Manifest
from majordome.core.table_drawing import Piece, RoundTable
from majordome.core.view import RoomView
from majordome.words.narrator import Narrator

WIDTH, HEIGHT = 44, 13
MIDDLE, WAIST = WIDTH // 2, HEIGHT // 2
RING = (10, 4)  # columns and rows from the middle: a letter is twice as high as it is wide
INSIDE = 13  # letters of a line in the middle
BESIDE = 14  # columns from the middle to a name at the side
LIGHT = 0.45  # from here on letters on this ground are black

Cell = tuple[str, str]  # a letter and its style


def table_of(room: RoomView, narrator: Narrator) -> RoundTable | None:
    """What the game's folder draws of this room; None where it brings nothing, or nobody sits yet."""
    game = manifest(room.game)
    if not (game.folder / "drawing.py").is_file():
        return None
    seen = {**room.table, "seats": room.seats, "asks": room.asks, "finished": room.finished, "winner": room.winner}
    try:
        drawn: RoundTable | None = import_module(f"{package_of(game)}.drawing").drawing(seen, narrator.called)
    except Exception:  # noqa: BLE001  # a picture is worth no evening: log_exception() writes it down
        log_exception(__name__, "the drawing of %s failed", room.game)
        return None
    return drawn


def paint(table: RoundTable, game: Manifest) -> StyleAndTextTuples:
    """The table, row by row."""
    sheet = Sheet()
    for place, piece in enumerate(table.pieces):
        across, down = _at(place, len(table.pieces), *RING)
        text = f"›{piece.text}‹" if piece.bright else f" {piece.text} "
        sheet.write(across - get_cwidth(text) // 2, down, text, _ground(piece, game))
    for row, line in enumerate(table.middle):
        text = _cut(line, INSIDE)
        style = "class:heading" if row == 0 else "class:label"
        sheet.write(MIDDLE - get_cwidth(text) // 2, WAIST - len(table.middle) // 2 + row, text, style)
    for place, seat in enumerate(table.seats):
        across, down = _at(place, len(table.seats), BESIDE, WAIST)
        style = "class:gesture" if seat.bright else ""
        room = WIDTH if down in (0, HEIGHT - 1) else MIDDLE - BESIDE
        name = _cut(("›" if seat.bright else "") + " ".join(filter(None, (seat.sign, seat.name))), room)
        below = -1 if down == HEIGHT - 1 else 1
        for row, text, how in ((down, name, style), (down + below, _cut(seat.note, room), "class:dim")):
            wide = get_cwidth(text)
            start = MIDDLE - wide // 2 if room == WIDTH else across if across > MIDDLE else across - wide
            sheet.write(start, row, text, how)
    return sheet.text()


def _at(place: int, of: int, across: int, down: int) -> tuple[int, int]:
    """Column and row of this place, clockwise from the top."""
    angle = 2 * pi * place / of
    return round(MIDDLE + across * sin(angle)), round(WAIST - down * cos(angle))


def _cut(text: str, room: int) -> str:
    while get_cwidth(text) > room:
        text = text[:-2] + "…"
    return text


def _ground(piece: Piece, game: Manifest) -> str:
    colour = game.mood(piece.mood).colour if piece.mood else (0.0, 0.0, 0.0)
    if not any(colour):
        return "class:dim"
    style = f"bg:#{_seen(colour)} {'#111111' if _brightness(colour) > LIGHT else '#ffffff'}"
    return f"{style} bold" if piece.bright else style


def _seen(colour: Colour) -> str:
    """The eye, and so the screen, sees the root of the light."""
    return "".join(f"{round(255 * part ** (1 / 2.2)):02x}" for part in colour)


def _brightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.6 * green + 0.1 * blue


class Sheet:
    """Letters by row and column. What would lie over others, or over the edge, is left out."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Cell] = {}

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """From this column on."""
        for letter in text:
            if 0 <= column < WIDTH and 0 <= row < HEIGHT:
                self._cells.setdefault((row, column), (letter, style))
            column += max(1, get_cwidth(letter))

    def text(self) -> StyleAndTextTuples:
        """All that was written, row by row."""
        rows: StyleAndTextTuples = []
        for row in range(HEIGHT):
            column = 0
            while column < WIDTH:
                letter, style = self._cells.get((row, column), (" ", ""))
                rows.append((style, letter))
                column += max(1, get_cwidth(letter))
            rows.append(("", "\n"))
        return rows[:-1]
