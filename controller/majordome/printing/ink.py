"""What a face is drawn with: shapes, pictures and words, in millimetres from the upper left corner.

Plain values, so that two faces can be compared and a deck is made without any PDF library. Paths are written as in
SVG, which is short, well known and can hold many strokes in one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Colour = tuple[int, int, int]
Style = Literal["roman", "bold", "italic"]

PAPER: Colour = (255, 255, 255)
INK: Colour = (30, 26, 36)
GREY: Colour = (120, 116, 128)
BLOOD: Colour = (150, 26, 38)
GOLD: Colour = (214, 186, 122)
MIDNIGHT: Colour = (27, 27, 58)
FOREST: Colour = (20, 50, 42)


@dataclass(frozen=True)
class Shape:
    """One path, filled, stroked or both, and seen only within `clip` if there is one."""

    path: str
    fill: Colour | None = None
    line: Colour | None = None
    width: float = 0.25
    clip: str | None = None


@dataclass(frozen=True)
class Picture:
    """Shapes drawn together, in millimetres of their own: moved, scaled and turned about their origin."""

    shapes: tuple[Shape | Picture, ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0
    clip: str | None = None


@dataclass(frozen=True)
class Lettering:
    """One line, centred on x, its foot on y, made smaller if it is wider than `widest`.

    `turned`: upside down. `underlined`: a bar below, for a 6 that could be a 9.
    """

    text: str
    x: float
    y: float
    size: float
    style: Style = "roman"
    colour: Colour = INK
    widest: float = 50.0
    spacing: float = 0.0
    turned: bool = False
    underlined: bool = False


@dataclass(frozen=True)
class Paragraph:
    """Several lines in the middle of a box, made smaller until they fit. A line feed begins a new line."""

    text: str
    x: float
    y: float
    width: float
    height: float
    size: float
    style: Style = "roman"
    colour: Colour = INK
    centred: bool = True


Mark = Shape | Picture | Lettering | Paragraph


def polygon(*points: tuple[float, float]) -> str:
    """The path through these points and back to the first."""
    return "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in points) + " Z"


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """The open path through these points."""
    return "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """The path of a rectangle from its upper left corner."""
    return f"M{x:.2f} {y:.2f} h{width:.2f} v{height:.2f} h{-width:.2f} Z"


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> str:
    """The path of an ellipse, or a circle, about its centre."""
    ry = rx if ry is None else ry
    arc = f"a{rx:.2f} {ry:.2f} 0 1 0"
    return f"M{x - rx:.2f} {y:.2f} {arc} {2 * rx:.2f} 0 {arc} {-2 * rx:.2f} 0 Z"
