"""The labels: one A4 sheet a language, as SVG and as PDF, at true size (one unit is a millimetre)."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

from drafting import programs

WORDS = Path(__file__).parent.parent / "labels" / "words.toml"
STRIP = 130.0  # millimetres: the flat of the box's top is 134
PLUM, GOLD = "#3b2a4a", "#b8913a"


def words() -> dict[str, dict[str, str]]:
    """Language -> what to print."""
    return tomllib.loads(WORDS.read_text("utf-8"))


def text(x: float, y: float, content: str, size: float, *, fill: str = PLUM, weight: str = "normal") -> str:
    look = f'font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(content)}</text>'


def frame(x: float, y: float, width: float, height: float, fill: str = "white") -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} rx="2" fill="{fill}" stroke="#999" stroke-width="0.2" stroke-dasharray="1 1"/>'


def svg(lang: str) -> str:
    """The sheet of a language."""
    say = words()[lang]
    drawn = [text(105, 14, say["sheet"], 4, fill="#777")]
    # the name plate, for the front, above the window
    drawn += [frame(50, 24, 110, 11, PLUM), text(105, 32.2, say["title"], 7.5, fill="#f3e6c4", weight="bold")]
    # what the button does, for the top of the box
    drawn += [frame(105 - STRIP / 2, 44, STRIP, 32), text(105, 53, say["motto"], 5, fill=GOLD)]
    for n, gesture in enumerate(("press", "double", "hold", "long", "longest")):
        x = 105 + STRIP / 5 * (n - 2)
        drawn += [text(x, 63, say[gesture], 3.8, weight="bold"), text(x, 70, say[f"{gesture}_does"], 2.9)]
    # sockets; those of the guests are 18 mm apart
    for n, side in enumerate(("left", "right")):
        drawn += [frame(46 + 62 * n, 86, 56, 12), text(74 + 62 * n, 94, say[side], 5, weight="bold")]
    drawn.append(frame(51, 108, 108, 9))
    drawn += [text(60 + 18 * n, 113.8, f"{say['guest']} {n + 1}", 3.2, weight="bold") for n in range(6)]
    drawn += [frame(77, 127, 56, 10), text(105, 133.7, say["power"], 4.4)]
    # the chair pads
    for n, side in enumerate(("left", "right")):
        top = 148 + 54 * n
        drawn += [frame(50, top, 110, 44), text(105, top + 21, say[f"pad_{side}"], 7.5, weight="bold")]
        drawn.append(text(105, top + 31, say["pad_up"], 4.4, fill=GOLD))
    head = 'xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"'
    fonts = "font-family=\"'DejaVu Sans', Verdana, sans-serif\""
    page = '<rect width="210" height="297" fill="white"/>'
    return f'<svg {head} {fonts} xml:lang="{lang}">\n{page}\n' + "\n".join(drawn) + "\n</svg>\n"


def pdf(lang: str) -> bytes:
    """The same sheet for a printer."""
    return programs.run("rsvg-convert", "--format=pdf", given=svg(lang).encode())
