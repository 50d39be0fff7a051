"""The full build's glass, its lights towards you: how the rows of the strip lie, and what joins one to the next."""

from __future__ import annotations

import re

from drafting.colours import DRAWN
from drafting.enclosure import BOX
from drafting.languages import Say, english

LIGHT, DEEP, NEXT, NECK = 38.0, 52.0, 66.0, 28.0  # dots: one light, a row, from row to row, more at the neck
MIDDLE, TOP, WIDE = 390.0, 66.0, 750.0
PADS = (("5V", "RD"), ("D", "YE"), ("G", "BK"))  # on a strip that runs to the right, from above

WORDS = (
    "the glass, its lights towards you; the arrows are those on the strip",
    "every wire goes through the holes beside its row, and lies behind the carrier",
)


def rows() -> list[int]:
    """Lights a row, from the top of the upper bulb to the bottom of the lower one."""
    (listed,) = re.findall(r"^bulb_rows = \[([\d, ]+)\];", BOX.read_text("utf-8"), re.MULTILINE)
    bulb = [int(number) for number in listed.split(",")]
    return bulb + bulb[::-1]


def svg(say: Say = english) -> str:
    lights = rows()
    at = [TOP + n * NEXT + (NECK if n >= len(lights) // 2 else 0) + DEEP / 2 for n in range(len(lights))]
    high = at[-1] + DEEP / 2 + 44
    drawn = [f'<rect width="{WIDE:.0f}" height="{high:.0f}" fill="white"/>']
    for n in range(len(lights) - 1):
        drawn += _joint(n, lights[n], lights[n + 1], at[n], at[n + 1])
    drawn += _feed(lights[0], at[0], say)
    first = 1
    for n, count in enumerate(lights):
        drawn += _row(n, count, at[n], first)
        first += count
    above, below = map(say, WORDS)
    drawn.append(_text(MIDDLE, 24, above, 14))
    drawn.append(_text(MIDDLE, high - 14, below, 13))
    frame = f'width="{WIDE:.0f}" height="{high:.0f}" viewBox="0 0 {WIDE:.0f} {high:.0f}"'
    fonts = 'font-family="Arial, Helvetica, sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {fonts}>\n' + "\n".join(drawn) + "\n</svg>\n"


def _end(count: int, right: bool) -> float:
    return MIDDLE + (1 if right else -1) * (count * LIGHT / 2 + 16)


def _pad_at(n: int, y: float, pad: int) -> float:
    """Every other row is turned round: its 5 V is below."""
    return y + (pad - 1) * 17 * (1 if n % 2 == 0 else -1)


def _row(n: int, count: int, y: float, first: int) -> list[str]:
    left, right = _end(count, right=False), _end(count, right=True)
    shape = f'x="{left - 10:.0f}" y="{y - DEEP / 2:.0f}" width="{right - left + 20:.0f}" height="{DEEP:.0f}"'
    drawn = [f'<rect {shape} rx="3" fill="#f4f1ea" stroke="#999"/>']
    for light in range(count):
        x = MIDDLE + (light - (count - 1) / 2) * LIGHT
        number = first + (light if n % 2 == 0 else count - 1 - light)
        drawn.append(
            f'<rect x="{x - 13:.0f}" y="{y - 13:.0f}" width="26" height="26" rx="3" fill="#ffe9a8" stroke="#b99b4a"/>'
        )
        drawn.append(_text(x, y + 4, str(number), 11))
    tip, tail = (right - 10, -1) if n % 2 == 0 else (left + 10, 1)
    drawn.append(f'<path d="M {tip:.0f} {y - 19:.0f} l {tail * 9} -5 v 10 z" fill="#444"/>')
    drawn.append(
        f'<line x1="{left + 14:.0f}" y1="{y - 19:.0f}" x2="{right - 14:.0f}" y2="{y - 19:.0f}" stroke="#444"/>'
    )
    for end in (left, right):
        for pad, (_, code) in enumerate(PADS):
            where = f'cx="{end:.0f}" cy="{_pad_at(n, y, pad):.0f}"'
            drawn.append(f'<circle {where} r="5.5" fill="{DRAWN[code]}" stroke="#444"/>')
    return drawn


def _joint(n: int, count: int, following: int, y: float, below: float) -> list[str]:
    """What lies nearest the shortest way, data around it, the third outermost: no two cross."""
    right = n % 2 == 0
    out = 1 if right else -1
    edge = max(_end(count, right), _end(following, right), key=lambda x: x * out)
    drawn = []
    for pad, (_, code) in enumerate(PADS):
        x = edge + out * (26 + 15 * (len(PADS) - 1 - pad if right else pad))
        start, end = _pad_at(n, y, pad), _pad_at(n + 1, below, pad)
        drawn += _wire(((_end(count, right), start), (x, start), (x, end), (_end(following, right), end)), code)
    return drawn


def _feed(count: int, y: float, say: Say) -> list[str]:
    drawn = []
    for pad, (words, code) in enumerate((("T8, 5 V", "RD"), ("T9, data to DIN", "YE"), ("T10, ground", "BK"))):
        start = _end(count, right=False) - 60
        drawn += _wire(((start, _pad_at(0, y, pad)), (_end(count, right=False), _pad_at(0, y, pad))), code)
        drawn.append(_text(start - 8, _pad_at(0, y, pad) + 4.5, say(words), 13, "end"))
    return drawn


def _wire(corners: tuple[tuple[float, float], ...], code: str) -> list[str]:
    way = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
    look = f'points="{way}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return [
        f'<polyline {look} stroke="#444" stroke-width="6"/>',
        f'<polyline {look} stroke="{DRAWN[code]}" stroke-width="4"/>',
    ]


def _text(x: float, y: float, words: str, size: float, anchor: str = "middle") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:g}" text-anchor="{anchor}" fill="#222">{words}</text>'
