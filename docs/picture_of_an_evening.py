"""Draws docs/evening.svg and docs/games/snakes-terminal.svg: the real terminal butler in a pty, as its screen stands.

.venv/bin/python docs/picture_of_an_evening.py
"""

from __future__ import annotations

import os
import sys
import tempfile
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import pexpect
import pyte

HERE = Path(__file__).parent
COLUMNS, ROWS = 100, 30
WIDTH, HEIGHT = 8.4, 18.0
NAMED = {"default": "#f3e6d0", "white": "#ffffff", "black": "#111111"}

# Keys, and the heading they lead to.
SCRIPT = (
    (" ", "Everyone walks about"),
    (" ", "The murderers choose"),
    (":victim Gisèle by Jules\r", "Everyone is awake"),
    (" ", "The hourglass is running"),
    (" ", "The vote is called"),
    (" ", "Count the hands"),
    (":votes Basile 9 Irène 7 Marius 4\r", "Suspects go to jail"),
    (" ", "two murderers"),
    (" ", "Everyone walks about"),
    (" ", "Everyone stands still"),
    (" ", "Everyone turns slowly"),
    (":victim Félix\r", "Nobody turns any more"),
    (" ", "The hourglass is running"),
)


SNAKES = (
    (" ", "The cards are dealt"),
    (" ", "Who was dealt three cards?"),
    (":Basile\r", "Whose door is closed?"),
    (":Zoé\r", "A card is offered"),
    ("d", "Which number is touched?"),
    (":4\r", "Whose door is closed?"),
    (":Marius\r", "A card is offered"),
    ("d", "Which number is touched?"),
    (":7\r", "Whose door is closed?"),
    (":Irène\r", "A card is offered"),
    (" ", "A card is offered"),
)
SEATED = ("Gisèle", "Basile", "Irène", "Zoé", "Marius", "Jules")


def play(guests: Path, game: str, first: str, script: tuple[tuple[str, str], ...], last: str) -> pyte.Screen:
    """Drive the evening to a moment worth seeing, and hand back the screen."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    with tempfile.TemporaryDirectory() as state:
        environ = {**os.environ, "XDG_STATE_HOME": state, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        args = [
            "-m",
            "majordome",
            "play",
            "--new",
            "--lang",
            "en",
            "--game",
            game,
            "--guests",
            str(guests),
            "--no-page",
            "--silent",
            "--speed",
            "8",
        ]
        butler = pexpect.spawn(
            sys.executable, args, env=environ, dimensions=(ROWS, COLUMNS), encoding="utf-8", timeout=20
        )

        def look(until: str, rows: int = 1) -> None:
            while not any(until in line for line in screen.display[:rows]):
                stream.feed(butler.read_nonblocking(65536, timeout=20))

        look(first)
        for keys, seen in script:
            butler.send(keys)
            look(seen)
        look(last, ROWS)
        butler.send("q")
        butler.close()
    return screen


def colour(name: str) -> str:
    """A colour of the terminal as SVG writes it."""
    return NAMED.get(name, f"#{name}" if len(name) == 6 else "#f3e6d0")


def svg(screen: pyte.Screen, label: str) -> str:
    """The screen, cell by cell."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH + 24:.0f} {ROWS * HEIGHT + 24:.0f}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" role="img" '
        f'aria-label="{escape(label)}">',
        '<rect width="100%" height="100%" rx="10" fill="#17121a"/>',
    ]
    for row in range(ROWS):
        cells = [(column, screen.buffer[row][column]) for column in range(COLUMNS)]
        for look, run in groupby(cells, key=lambda cell: _look(cell[1])):
            group = list(run)
            parts += _run(group[0][0], row, "".join(cell.data for _, cell in group), look)
    return "\n".join([*parts, "</svg>", ""])


def _look(cell: Any) -> tuple[str, str, bool, bool]:
    return cell.fg, cell.bg, cell.bold, cell.italics


def _run(column: int, row: int, text: str, look: tuple[str, str, bool, bool]) -> list[str]:
    fg, bg, bold, italic = look
    x, y, parts = 12 + column * WIDTH, 12 + row * HEIGHT, []
    if bg != "default":
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{len(text) * WIDTH:.1f}" height="{HEIGHT}" fill="{colour(bg)}"/>'
        )
    if text.strip():
        weight = ' font-weight="bold"' if bold else ""
        slant = ' font-style="italic"' if italic else ""
        parts.append(
            f'<text x="{x:.1f}" y="{y + 13.5:.1f}" fill="{colour(fg)}"{weight}{slant} xml:space="preserve" '
            f'textLength="{len(text) * WIDTH:.1f}">{escape(text)}</text>'
        )
    return parts


def main() -> None:
    """Both pictures."""
    told = "The terminal butler during a discussion: hourglass, hints, guests and what was said"
    evening = play(HERE / "guests.toml", "weekend", "The guests arrive", SCRIPT, "2:2")
    (HERE / "evening.svg").write_text(svg(evening, told), "utf-8")
    told = "Masks and snakes in the terminal: the circle of night and day, a door for each player, and an offer"
    with tempfile.TemporaryDirectory() as folder:
        guests = Path(folder) / "six.toml"
        guests.write_text("\n".join(f'[[guests]]\nname = "{name}"' for name in SEATED), "utf-8")
        table = play(guests, "snakes", "Shall the butler tell the rules?", SNAKES, "■ ■ □")
    (HERE / "games" / "snakes-terminal.svg").write_text(svg(table, told), "utf-8")


if __name__ == "__main__":
    main()
