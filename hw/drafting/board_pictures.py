"""The props board as a picture: the side of the parts, and the solder side as it lies there when you turn it over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import dist, hypot

import nets
import placement
from placement import COLUMNS, MARGIN, PICO_ROW, PITCH, PLACED, ROWS, Placed

from drafting.boards import PART_SIDE, SOLDER_SIDE, Laid, net_of_leg
from drafting.colours import DRAWN
from drafting.guide_words import value_of
from drafting.languages import Say, english
from drafting.ways import Place, ways

SCALE = 22.0  # dots a pitch
EDGE = 46.0  # room for the numbers of columns and rows
SIGNALS = ("#22883a", "#2266cc", "#7a4fb0", "#b8860b", "#008b8b", "#b03a6f", "#5d7d1a", "#9a5b2b")
OWN = {"ground": DRAWN["BK"], "5V": DRAWN["RD"], "glass 5V": DRAWN["RD"], "3V3": DRAWN["OG"]}
OWN |= {"left 3V3": DRAWN["OG"], "right 3V3": DRAWN["OG"]}
BODIES = {
    "resistor": "#e2cfa4",
    "capacitor": "#e0a23c",
    "electrolytic": "#3c5a8a",
    "diode": "#b8613a",
    "fuse": "#dfe6ea",
}
BODIES |= {"transistor": "#444444", "dip": "#3a3a3a", "pico": "#d9efdf", "terminal": "#8fc3a4"}
LIGHT_WORDS = ("electrolytic", "transistor", "dip")
BOARD = "#f7f3e8"


def colour(net: str) -> str:
    """Black, red and orange are what they always are; the other nets differ from their neighbours."""
    others = [name for name in nets.NETS if name not in OWN]
    return OWN.get(net) or SIGNALS[others.index(net) % len(SIGNALS)]


class Sheet:
    """Places in pitches, put on paper; turned over, columns run from right to left."""

    def __init__(self, turned: bool) -> None:
        self.turned = turned
        self.width = 2 * EDGE + (COLUMNS - 1 + 2 * MARGIN[0] / PITCH) * SCALE
        self.height = 2 * EDGE + (ROWS - 1 + 2 * MARGIN[1] / PITCH) * SCALE
        self.drawn: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        left = EDGE + (x + MARGIN[0] / PITCH) * SCALE
        return (self.width - left if self.turned else left), EDGE + (y + MARGIN[1] / PITCH) * SCALE

    def rect(self, box: tuple[float, float, float, float], fill: str, stroke: str = "none", r: float = 3) -> None:
        (x1, y1), (x2, y2) = self.at(box[0], box[1]), self.at(box[2], box[3])
        x, y = min(x1, x2), min(y1, y2)
        size = f'x="{x:.1f}" y="{y:.1f}" width="{abs(x2 - x1):.1f}" height="{abs(y2 - y1):.1f}" rx="{r:g}"'
        self.drawn.append(f'<rect {size} fill="{fill}" stroke="{stroke}"/>')

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        cx, cy = self.at(x, y)
        self.drawn.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>')

    def line(self, one: tuple[float, float], other: tuple[float, float], stroke: str, width: float) -> None:
        (x1, y1), (x2, y2) = self.at(*one), self.at(*other)
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.drawn.append(f'<line {ends} stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round"/>')

    def bent(self, points: Sequence[Place], stroke: str, width: float) -> None:
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*point) for point in points))
        look = f'fill="none" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
        self.drawn.append(f'<polyline points="{way}" {look}/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 10,
        fill: str = "#222",
        *,
        upright: bool = False,
        clear: bool = False,
    ) -> None:
        """`clear`: on a rim of the board's colour, so that it is read over a wire."""
        px, py = self.at(x, y)
        more = f' transform="rotate(-90 {px:.1f} {py:.1f})"' if upright else ""
        more += f' stroke="{BOARD}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"' if clear else ""
        place = f'x="{px:.1f}" y="{py + size * 0.36:.1f}" font-size="{size:g}" fill="{fill}" text-anchor="middle"'
        self.drawn.append(f"<text {place}{more}>{escape(words)}</text>")

    def paper(self) -> None:
        """Board, holes, numbers."""
        self.drawn.append(f'<rect width="{self.width:.0f}" height="{self.height:.0f}" fill="white"/>')
        wide, high = MARGIN[0] / PITCH, MARGIN[1] / PITCH
        self.rect((-wide, -high, COLUMNS - 1 + wide, ROWS - 1 + high), BOARD, "#b9ae90", 8)
        across, down = (placement.BOARD[axis] - placement.MOUNTS[axis] for axis in (0, 1))
        for x in (across / 2 / PITCH - wide, COLUMNS - 1 + wide - across / 2 / PITCH):
            for y in (down / 2 / PITCH - high, ROWS - 1 + high - down / 2 / PITCH):
                self.circle(x, y, 11, "white", "#b9ae90")
        for column in range(COLUMNS):
            for y in (-high - 0.9, ROWS - 1 + high + 0.9):
                self.text(column, y, str(column + 1), 9, "#777")
        for row in range(ROWS):
            for x in (-wide - 0.9, COLUMNS - 1 + wide + 0.9):
                self.text(x, row, placement.written((0, row))[:-1], 9, "#777")

    def holes(self, stroke: str = "#cfc6ab") -> None:
        for column in range(COLUMNS):
            for row in range(ROWS):
                self.circle(column, row, 2.4, "white", stroke)

    def svg(self) -> str:
        frame = f'width="{self.width:.0f}" height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        fonts = 'font-family="Arial, Helvetica, sans-serif"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {fonts}>\n' + "\n".join(self.drawn) + "\n</svg>\n"


def link_name(number: int) -> str:
    """An insulated wire of the prototype board; W1 and on are the cables of the box."""
    return f"L{number}"


def parts_side(laid: Laid, say: Say = english) -> str:
    """What is pushed into which hole, and the insulated wires."""
    sheet = Sheet(turned=False)
    sheet.paper()
    sheet.holes()
    for part in PLACED:
        _part(sheet, part, say)
    for number, (link, way) in enumerate(zip(laid.links, ways(laid.links), strict=True), 1):
        sheet.bent(way, "white", 7)
        sheet.bent(way, colour(link.net), 4)
        for x, y in (link.at, link.to):
            sheet.circle(x, y, 5, colour(link.net), "white")
        (x1, y1), (x2, y2) = max(pairwise(way), key=lambda piece: dist(*piece))
        sheet.circle((x1 + x2) / 2, (y1 + y2) / 2, 9, "white", colour(link.net))
        sheet.text((x1 + x2) / 2, (y1 + y2) / 2, link_name(number), 9)
    return sheet.svg()


def solder_side(laid: Laid) -> str:
    """The board turned over from left to right: every bare wire, and which leg comes through which hole."""
    sheet = Sheet(turned=True)
    sheet.paper()
    sheet.holes()
    for run in laid.runs:
        sheet.line(run.at, run.to, colour(run.net), 6)
    known = net_of_leg()
    for (column, row), leg in placement.holes().items():
        net = known.get(leg)
        sheet.circle(column, row, 6.2, colour(net) if net else "#bbb", "white")
        sheet.circle(column, row, 2.2, "white")
    for number, link in enumerate(laid.links, 1):
        for x, y in (link.at, link.to):
            sheet.circle(x, y, 7.4, colour(link.net), "white")
            sheet.text(x, y, link_name(number), 8, "white")
    for part in PLACED:
        _named_from_below(sheet, part)
    return sheet.svg()


def copper(laid: Laid) -> str:
    """The printed board's two sides at once, seen from the parts: red above, blue below."""
    sheet = Sheet(turned=False)
    sheet.paper()
    sides = ((SOLDER_SIDE, "#3f76c4"), (PART_SIDE, "#c8473c"))
    for side, stroke in sides:
        for run in laid.runs:
            if run.side == side:
                sheet.line(run.at, run.to, stroke, TRACK)
    for part in PLACED:
        for column, row in part.legs.values():
            radius = ring(part)
            sheet.circle(column, row, radius, "#c9a43a")
            sheet.circle(column, row, 0.55 * radius, "white")
        sheet.rect(part.body, "none", "#888")
        if part.kind == "terminal":
            _terminal_names(sheet, part, "#333")
    for name in names_beside(laid):
        sheet.text((name.left + name.right) / 2, (name.top + name.bottom) / 2, name.words, 9, "#333", clear=True)
    return sheet.svg()


def ring(part: Placed) -> float:
    """Dots from the middle of a hole to the edge of its copper."""
    return 9.5 if part.kind in ("terminal", "fuse") else 6.9


@dataclass(frozen=True, slots=True)
class Name:
    """A word on the picture, and the room that it takes, in pitches."""

    words: str
    left: float
    top: float
    right: float
    bottom: float

    def away(self, one: Place, other: Place) -> float:
        """How far a line, upright or across, is from it at its nearest; nought on it."""
        (x1, x2), (y1, y2) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return hypot(max(self.left - x2, 0, x1 - self.right), max(self.top - y2, 0, y1 - self.bottom))


RIM = 2.0  # dots round a word
TRACK = 4.4  # dots across


def names_beside(laid: Laid) -> list[Name]:
    """Every part's name where no copper is: on the part, or else as near as can be. The terminals' are at the edge."""
    tracks = list({(run.at, run.to) for run in laid.runs})
    holes = [(hole, ring(part) / SCALE) for part in PLACED for hole in part.legs.values()]
    found: list[Name] = []
    for part in (part for part in PLACED if part.kind != "terminal"):
        middle = (part.body[0] + part.body[2]) / 2, (part.body[1] + part.body[3]) / 2
        if part.kind == "transistor":
            middle = _on_its_back(part, 0.8)
        wide, high = (2.9 * len(part.name) + RIM) / SCALE, (3.4 + RIM) / SCALE
        for x, y in sorted(_around_it(middle), key=lambda at: _cost(part, middle, at, wide, high)):
            name = Name(part.name, x - wide, y - high, x + wide, y + high)
            free = all(name.away(*track) >= TRACK / 2 / SCALE for track in tracks)
            free = free and all(name.away(hole, hole) >= radius for hole, radius in holes)
            if free and all(name.away((o.left, o.top), (o.right, o.bottom)) > 0 for o in found):
                found.append(name)
                break
        else:
            raise ValueError(f"no room for the name of {part.name}")
    return found


def _around_it(middle: Place) -> list[Place]:
    return [(middle[0] + x / 10, middle[1] + y / 10) for x in range(-34, 35) for y in range(-12, 13)]


def _cost(part: Placed, middle: Place, at: Place, wide: float, high: float) -> float:
    """The nearer the better; on another part it might be taken for that one's."""
    own = part.body[0] <= at[0] - wide and at[0] + wide <= part.body[2] and part.body[1] <= at[1] <= part.body[3]
    others = (other.body for other in PLACED if other is not part)
    left, top, right, bottom = at[0] - wide, at[1] - high, at[0] + wide, at[1] + high
    astray = any(b[0] < right and left < b[2] and b[1] < bottom and top < b[3] for b in others)
    return dist(middle, at) + (0.0 if own else 0.5) + (2.5 if astray else 0.0)


def _named_from_below(sheet: Sheet, part: Placed) -> None:
    """A word near the middle of a part, so that one finds the way."""
    left, top, right, bottom = part.body
    if part.kind == "terminal":
        for leg, (x, y) in part.legs.items():
            dx, dy = (-1.6, 0) if x == 0 else (1.6, 0) if x == COLUMNS - 1 else (0, 1.5)
            sheet.text(x + dx, y + dy, f"T{leg}", 10, "#333")
    elif part.kind in ("pico", "dip"):
        pico = part.kind == "pico"
        sheet.text((left + right) / 2, (top + bottom) / 2 + (5 if pico else 0), part.name, 13, "#555", clear=True)
        for leg in ("1", str(len(part.legs) // 2), str(len(part.legs) // 2 + 1), str(len(part.legs))):
            x, y = part.legs[leg]
            inward = -1 if x > (left + right) / 2 else 1
            up = -1 if y > (top + bottom) / 2 else 1
            dx, dy = (0.9 * inward, 0) if pico else (0.5 * inward, 0.5 * up)  # between the wires
            sheet.text(x + dx, y + dy, leg, 9, "#555", clear=True)


def _part(sheet: Sheet, part: Placed, say: Say) -> None:
    """One part from above, with its name and value."""
    left, top, right, bottom = part.body
    middle = (left + right) / 2, (top + bottom) / 2
    fill, ink = BODIES[part.kind], "white" if part.kind in LIGHT_WORDS else "#222"
    ends = list(part.legs.values())
    if part.kind in ("resistor", "capacitor", "diode"):
        upright = ends[0][0] == ends[1][0]
        sheet.line((float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1])), "#999", 3)
        inset = 0.55 if part.kind == "resistor" else 0.45
        box = (left, top + inset, right, bottom - inset) if upright else (left + inset, top, right - inset, bottom)
        sheet.rect(box, fill, "#776", 4)
        words = part.name if part.kind != "resistor" else f"{part.name} {say(value_of(part.name))}"
        sheet.text(*middle, words, 10 if part.kind != "capacitor" else 9, ink, upright=upright)
        if part.kind == "diode":
            x, y = part.legs["K"]
            sheet.line((x + 0.75, y - 0.35), (x + 0.75, y + 0.35), "#111", 4)
    elif part.kind == "transistor":
        _transistor(sheet, part)
    elif part.kind == "electrolytic":
        sheet.circle(*middle, 2 * SCALE, fill)
        sheet.text(middle[0], middle[1] - 0.9, "C1", 11, ink)
        sheet.text(middle[0], middle[1] + 0.95, value_of("C1"), 10, ink)
        sheet.text(part.legs["1"][0] + 0.1, part.legs["1"][1] - 0.8, "+", 16, ink)
    else:
        sheet.rect(part.body, fill, "#667", 4)
        _inside(sheet, part, ink, say)
    for column, row in ends:
        sheet.circle(column, row, 4, "#d8d8d8", "#555")


def _transistor(sheet: Sheet, part: Placed) -> None:
    """Round on one side, flat on the other: C, B, E from left to right as you look at the flat side."""
    (cx, cy), (bx, by), (ex, ey) = (part.legs[leg] for leg in "CBE")
    dx, dy = (ex - cx) / 2, (ey - cy) / 2
    rx, ry = dy, -dx  # from the legs towards the round side
    flat = [
        (bx - 1.0 * dx - 0.42 * rx, by - 1.0 * dy - 0.42 * ry),
        (bx + 1.0 * dx - 0.42 * rx, by + 1.0 * dy - 0.42 * ry),
    ]
    (x1, y1), (x2, y2) = (sheet.at(*point) for point in flat)
    sheet.drawn.append(
        f'<path d="M {x1:.1f} {y1:.1f} A {1.08 * SCALE:.1f} {1.08 * SCALE:.1f} 0 1 1 {x2:.1f} {y2:.1f} Z" fill="#444"/>'
    )
    for leg, (x, y) in part.legs.items():
        sheet.text(x - 0.62 * rx, y - 0.62 * ry, leg, 8)
    sheet.text(*_on_its_back(part, 0.55), part.name, 9, "white", upright=dx == 0)


def _on_its_back(part: Placed, far: float) -> Place:
    """A place on the round side of a transistor."""
    (cx, cy), (bx, by), (ex, ey) = (part.legs[leg] for leg in "CBE")
    return bx + far * (ey - cy) / 2, by - far * (ex - cx) / 2


def _terminal_names(sheet: Sheet, part: Placed, ink: str) -> None:
    for leg, (x, y) in part.legs.items():
        dx, dy = (-0.95, 0) if x == 0 else (0.95, 0) if x == COLUMNS - 1 else (0, 0.95)
        sheet.text(x + dx, y + dy, f"T{leg}", 9, ink, upright=x in (0, COLUMNS - 1))


def _inside(sheet: Sheet, part: Placed, ink: str, say: Say) -> None:
    """What is written on a part with a broad back."""
    left, top, right, bottom = part.body
    middle = (left + right) / 2, (top + bottom) / 2
    if part.kind == "terminal":
        _terminal_names(sheet, part, ink)
        return
    if part.kind == "fuse":
        sheet.text(*middle, f"F1  {value_of('F1')}", 12, ink)
        return
    if part.kind == "dip":
        sheet.text(middle[0], middle[1], "U1  74AHCT125", 11, ink)
        sheet.circle(left, middle[1], 7, BOARD)
        for leg, (x, y) in part.legs.items():
            sheet.text(x, y + (0.75 if y == 22 else -0.75), leg, 8, ink)
        return
    sheet.rect((middle[0] - 1.5, top - 0.5, middle[0] + 1.5, top + 1.7), "#b9bec4", "#667")
    sheet.text(middle[0], top + 0.6, "USB", 11)
    sheet.text(middle[0], PICO_ROW + 10.2, "PICO", 16)
    sheet.text(middle[0], PICO_ROW + 11.2, say("in its sockets"), 9)
    gp = {foot: number for number, foot in nets.FEET.items()}
    for leg, (x, y) in part.legs.items():
        inward = 1.0 if x < middle[0] else -1.0
        word = f"GP{gp[int(leg)]}" if int(leg) in gp else {36: "3V3"}.get(int(leg), "")
        sheet.text(x + inward * 0.75, y, leg, 8, "#667")
        sheet.text(x + inward * 1.9, y, word or ("GND" if int(leg) in nets.GROUND_FEET else ""), 9, ink)
