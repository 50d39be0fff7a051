"""The printed pictures as SVG: the pages show what the cards show, from one source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count

from majordome.printing.ink import PAPER, Colour, Picture, Shape

LAID: Colour = (247, 238, 219)  # a screen shines: its paper is laid, not white
NUMBER = re.compile(r"-?\d+\.\d+")


def svg(shapes: Iterable[Shape | Picture], width: float, height: float, within: str | None = None) -> str:
    """A picture of so many millimetres, seen only within a path if there is one."""
    clips: dict[str, str] = {}
    names = (f"c{number}" for number in count())

    def clipped(path: str | None) -> str:
        return f' clip-path="url(#{clips.setdefault(path, next(names))})"' if path else ""

    def drawn(mark: Shape | Picture) -> str:
        if isinstance(mark, Picture):
            moves = [f"translate({_short(mark.x)} {_short(mark.y)})"] if mark.x or mark.y else []
            moves += [f"rotate({_short(mark.turn)})"] if mark.turn else []
            moves += [f"scale({_short(mark.scale)})"] if mark.scale != 1 else []
            move = f' transform="{" ".join(moves)}"' if moves else ""
            return f"<g{move}{clipped(mark.clip)}>{''.join(map(drawn, mark.shapes))}</g>"
        fill = f' fill="{_hex(mark.fill)}"' if mark.fill else ' fill="none"'
        line = f' stroke="{_hex(mark.line)}" stroke-width="{_short(mark.width)}"' if mark.line else ""
        return f'<path{fill}{line}{clipped(mark.clip)} d="{_path(mark.path)}"/>'

    body = "".join(map(drawn, (Picture(tuple(shapes), clip=within),)))
    defined = "".join(f'<clipPath id="{name}"><path d="{_path(path)}"/></clipPath>' for path, name in clips.items())
    size = f"0 0 {_short(width)} {_short(height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}"><defs>{defined}</defs>{body}</svg>\n'


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in (LAID if colour == PAPER else colour))


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _path(path: str) -> str:
    """With no more digits than the eye sees."""
    return re.sub(r"\s*([A-Za-z,])\s*", r"\1", NUMBER.sub(lambda found: _short(float(found[0])), path))
