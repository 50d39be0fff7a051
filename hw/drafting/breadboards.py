"""The starter's two breadboards, hole by hole: what is plugged where, which holes are one, and the picture of it.

A hole is a letter and a row (`a2`), or `blue 2` on the ground rail. Letters a to e of a row are one
net, f to j another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import electrics as e

from drafting.circuits import ohms, resistor
from drafting.colours import DRAWN
from drafting.languages import Say, english

LEFT, RIGHT = "abcde", "fghij"
RED, ORANGE, BLACK, YELLOW, GREEN, BLUE, WHITE, GREY = (
    DRAWN[code] for code in ("RD", "OG", "BK", "YE", "GN", "BU", "WH", "GY")
)


@dataclass(frozen=True, slots=True)
class Plugged:
    """A part with its legs. The first: an LED's anode, a diode's cathode (its ring), a transistor's collector."""

    part: str
    holes: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Lead:
    """A wire that comes from elsewhere."""

    hole: str
    to: str
    colour: str


@dataclass(frozen=True, slots=True)
class Board:
    """A breadboard as it is plugged."""

    name: str
    rows: int
    rail: bool
    plugged: tuple[Plugged, ...]
    leads: tuple[Lead, ...]

    def holes(self) -> Iterator[str]:
        """Every hole that is taken, as often as it is."""
        for plugged in self.plugged:
            yield from plugged.holes
        yield from (lead.hole for lead in self.leads)

    def nets(self) -> dict[str, set[str]]:
        """What is joined to what: net -> the legs and leads in it. Links make two nets one."""
        joined: dict[str, str] = {}

        def root(net: str) -> str:
            while net in joined:
                net = joined[net]
            return net

        for link in (plugged for plugged in self.plugged if plugged.part == "jumper-wire"):
            one, other = (root(net(hole)) for hole in link.holes)
            if one != other:
                joined[one] = other
        found: dict[str, set[str]] = defaultdict(set)
        for plugged in self.plugged:
            for leg, hole in enumerate(plugged.holes):
                if plugged.part != "jumper-wire":
                    found[root(net(hole))].add(f"{plugged.label or plugged.part}.{leg}")
        for lead in self.leads:
            found[root(net(lead.hole))].add(lead.to)
        return dict(found)


def net(hole: str) -> str:
    """The metal strip under a hole."""
    if hole.startswith("blue"):
        return "blue"
    return ("left " if hole[0] in LEFT else "right ") + hole[1:]


def glass(pins: tuple[int, ...]) -> Board:
    """The hourglass: one LED every third row, the first at the bottom."""
    plugged, leads = [], [Lead("blue 30", "GND", BLACK)]
    for number, pin in enumerate(pins, 1):
        row = 29 - 3 * (number - 1)
        plugged.append(Plugged("led", (f"e{row}", f"f{row}"), f"LED {number}"))
        plugged.append(Plugged(resistor(e.LED_R), (f"j{row}", f"blue {row}"), f"R {number}"))
        leads.append(Lead(f"a{row}", f"GPIO{pin}", YELLOW))
    return Board("glass", 30, True, tuple(plugged), tuple(leads))


DRIVERS = Board(
    "drivers",
    17,
    False,
    (
        Plugged(resistor(e.LED_R), ("e15", "f15"), "R light"),
        Plugged("diode", ("e2", "f2"), "D"),
        Plugged(resistor(e.BASE_R), ("e3", "f3"), "R base"),
        Plugged("transistor", ("g2", "g3", "g4"), "Q"),
        Plugged("jumper-wire", ("e5", "f4")),
        Plugged("jumper-wire", ("b5", "b13")),
        Plugged("capacitor-100n", ("d5", "d7"), "C left"),
        Plugged(resistor(e.PULL_UP), ("c7", "c9"), "R pull left"),
        Plugged(resistor(e.SERIES_R), ("e7", "f7"), "R left"),
        Plugged(resistor(e.PULL_UP), ("d9", "d11"), "R pull right"),
        Plugged("capacitor-100n", ("c11", "c13"), "C right"),
        Plugged(resistor(e.SERIES_R), ("e11", "f11"), "R right"),
    ),
    (
        Lead("a15", "GPIO27", WHITE),
        Lead("j15", "light +", WHITE),
        Lead("a2", "5V", RED),
        Lead("b2", "buzzer +", RED),
        Lead("j2", "buzzer -", GREY),
        Lead("a3", "GPIO22", BLUE),
        Lead("a5", "GND", BLACK),
        Lead("a7", "left tip", WHITE),
        Lead("j7", "GPIO5", GREEN),
        Lead("a9", "3V3", ORANGE),
        Lead("a11", "right tip", WHITE),
        Lead("j11", "GPIO6", BLUE),
    ),
)

# -- the picture -----------------------------------------------------------------------------------------------------
PITCH = 22
SIDE = 210  # room for words beside the board
X = {**{letter: n + 3 for n, letter in enumerate(LEFT)}, **{letter: n + 10 for n, letter in enumerate(RIGHT)}}
RED_RAIL, BLUE_RAIL = 16, 17
COLOURS = {  # both links on the boards are ground
    "led": "#d33",
    "diode": "#a52",
    "transistor": "#333",
    "capacitor-100n": "#c80",
    "jumper-wire": BLACK,
}


def place(hole: str) -> tuple[float, float]:
    """Where a hole is drawn."""
    column = BLUE_RAIL if hole.startswith("blue") else X[hole[0]]
    row = int(hole.split(" ")[1]) if hole.startswith("blue") else int(hole[1:])
    return SIDE + (column - 2) * PITCH, (row + 1.5) * PITCH


def text(x: float, y: float, words: str, anchor: str = "middle", size: int = 12, fill: str = "#222") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
    )


def line(one: tuple[float, float], other: tuple[float, float], colour: str, width: float = 4) -> str:
    ends = f'x1="{one[0]:.0f}" y1="{one[1]:.0f}" x2="{other[0]:.0f}" y2="{other[1]:.0f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def wire(one: tuple[float, float], other: tuple[float, float], colour: str) -> str:
    """With a seam, so that a white one is seen on white paper."""
    return line(one, other, "#444", 5.4) + line(one, other, colour, 3.6)


def plug(at: tuple[float, float], colour: str) -> str:
    """The end of a wire, in its hole."""
    return f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="4.5" fill="{colour}" stroke="#444"/>'


def body(plugged: Plugged, say: Say = english) -> list[str]:
    """One part, as it looks from above."""
    ends = [place(hole) for hole in plugged.holes]
    (x1, y1), (x2, y2) = ends[0], ends[-1]
    x, y, colour = (x1 + x2) / 2, (y1 + y2) / 2, COLOURS.get(plugged.part, "#c9b48a")
    if plugged.part == "jumper-wire":
        return [wire(ends[0], ends[-1], colour), *(plug(end, colour) for end in ends)]
    legs = line(ends[0], ends[-1], "#999", 2.5)
    if plugged.part == "led":
        glow = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{PITCH * 0.95:.0f}" fill="{colour}" stroke="#811"/>'
        number = text(x, y + 5, plugged.label.removeprefix("LED "), size=14, fill="white")
        return [legs, glow, number, text(x1 - 2, y1 - 9, "+", size=15)]
    if plugged.part == "transistor":
        shape = f"M {x1 + 10:.0f} {y1 - 12:.0f} V {y2 + 12:.0f} a 34 34 0 0 0 0 {y1 - y2 - 24:.0f}"
        case = f'<path d="{shape}" fill="{colour}"/>'
        names = [text(px - 9, py + 4, name, size=11) for (px, py), name in zip(ends, "CBE", strict=True)]
        return [line(end, (end[0] + 14, end[1]), "#999", 2.5) for end in ends] + [case, *names]
    upright = abs(x1 - x2) < 1
    across, along = (14, abs(y2 - y1) - 8) if upright else (abs(x2 - x1) - 14, 14)
    if plugged.part.startswith("capacitor"):
        shape = f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{across / 2:.0f}" ry="{along / 2:.0f}" fill="{colour}"/>'
    else:
        corner = f'x="{x - across / 2:.0f}" y="{y - along / 2:.0f}"'
        shape = f'<rect {corner} width="{across:.0f}" height="{along:.0f}" rx="4" fill="{colour}"/>'
    drawn = [legs, shape]
    if plugged.part == "diode":
        drawn.append(line((x1 + 11, y1 - 5), (x1 + 11, y1 + 5), "#111", 4))
    words = {"diode": "1N4148", "capacitor-100n": "100 nF"}.get(plugged.part) or say(ohms(value_of(plugged.part)))
    if upright:
        drawn.append(f'<g transform="rotate(-90 {x:.0f} {y:.0f})">{text(x, y + 3, words, size=9)}</g>')
    else:
        drawn.append(text(x, y + 4, words, size=11, fill="white" if plugged.part == "diode" else "#222"))
    return drawn


def value_of(part: str) -> float:
    """resistor-2k2 -> 2200."""
    value = part.removeprefix("resistor-")
    whole, kilo, rest = value.partition("k")
    return float(f"{whole}.{rest or 0}") * 1000 if kilo else float(whole)


def svg(board: Board, header: dict[str, str], say: Say = english) -> str:
    """The board from above; `header` says at which place of the Pi's header a lead begins."""
    last = (BLUE_RAIL if board.rail else X["j"]) + 1
    wide = (last - 2) * PITCH
    width, height = 2 * SIDE + wide, (board.rows + 3) * PITCH
    parts = [
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<rect x="{SIDE}" y="6" width="{wide}" height="{height - 12}" rx="8" fill="#f4f1ea" stroke="#bbb"/>',
        f'<rect x="{SIDE + 6 * PITCH}" y="22" width="{PITCH}" height="{height - 44}" fill="#e4dfd2"/>',
    ]
    for row in range(1, board.rows + 1):
        for letter in X:
            x, y = place(f"{letter}{row}")
            parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="2.6" fill="#777"/>')
        if board.rail:
            x, y = place(f"blue {row}")
            parts += [f'<circle cx="{at:.0f}" cy="{y:.0f}" r="2.6" fill="#777"/>' for at in (x, x - PITCH)]
        parts.append(text(place("b1")[0] + 0.41 * PITCH, place(f"a{row}")[1] + 3, str(row), size=8, fill="#777"))
    parts += [text(place(f"{letter}1")[0], 24, letter, size=12, fill="#666") for letter in X]
    if board.rail:
        for column, colour in ((BLUE_RAIL, "#26c"), (RED_RAIL, "#c22")):
            x = SIDE + (column - 2) * PITCH + 9
            parts.append(line((x, 30), (x, height - 24), colour, 1.5))
    for lead in board.leads:
        x, y = place(lead.hole)
        left = lead.hole[0] in LEFT and not lead.hole.startswith("blue")
        lift = -PITCH if lead.hole == "b2" else 0  # beside a2, in the same row
        edge = (SIDE - 8.0 if left else width - SIDE + 8.0, y + lift)
        parts.append(wire((x, y), edge, lead.colour))
        parts.append(plug((x, y), lead.colour))
        origin = f", {say(f'header {header[lead.to]}')}" if lead.to in header else ""
        anchor, aside = ("end", -6) if left else ("start", 6)
        parts.append(text(edge[0] + aside, edge[1] + 4, say(lead.to) + origin, anchor, 13))
    for plugged in board.plugged:
        parts += body(plugged, say)
    frame = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    fonts = 'font-family="Arial, Helvetica, sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {fonts}>\n' + "\n".join(filter(None, parts)) + "\n</svg>\n"
