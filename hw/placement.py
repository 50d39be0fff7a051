"""Where each part of the props board stands: the same places on the prototype board and on the printed one.

A hole is a column and a row, 2.54 mm apart, from the upper left as you look at the parts: columns 1 to 42, rows A to Z,
then AA and AB. The Pico's USB socket points up. The terminals run round the board: T1 to T6 along the bottom, T7 to T18
up the right side, T19 to T30 down the left one. Pure: knows no net.
"""

from __future__ import annotations

from dataclasses import dataclass

COLUMNS, ROWS = 42, 28
PITCH = 2.54
BOARD = (120.0, 80.0)  # millimetres
MOUNTS = (114.0, 74.0)  # between the four holes for M2.5 screws
MARGIN = ((BOARD[0] - (COLUMNS - 1) * PITCH) / 2, (BOARD[1] - (ROWS - 1) * PITCH) / 2)
PICO_COLUMNS, PICO_ROW = (13, 20), 1
RESISTOR_SPAN, CAPACITOR_SPAN, FUSE_SPAN = 4, 2, 9

Hole = tuple[int, int]  # column and row, from nought


@dataclass(frozen=True, slots=True)
class Placed:
    """A part with its legs, leg -> hole; `body` is a box around it, in pitches from the board's first hole."""

    name: str
    kind: str  # resistor | capacitor | electrolytic | diode | transistor | fuse | dip | pico | terminal
    legs: dict[str, Hole]
    body: tuple[float, float, float, float]  # left, top, right, bottom


def written(hole: Hole) -> str:
    """As it is called in the guide: C12 is row C, column 12."""
    column, row = hole
    return (chr(65 + row) if row < 26 else f"A{chr(65 + row - 26)}") + str(column + 1)


def millimetres(hole: tuple[float, float]) -> tuple[float, float]:
    """From the board's upper left corner."""
    return MARGIN[0] + hole[0] * PITCH, MARGIN[1] + hole[1] * PITCH


def lying(name: str, kind: str, legs: str, at: Hole, to: Hole, thick: float) -> Placed:
    """A part between two holes of one row or one column."""
    (x1, y1), (x2, y2) = sorted((at, to))
    across, along = (0.0, thick) if y1 == y2 else (thick, 0.0)
    body = (x1 - across, y1 - along, x2 + across, y2 + along)
    return Placed(name, kind, {legs[0]: at, legs[1]: to}, body)


def resistor(number: int, at: Hole, to: Hole) -> Placed:
    return lying(f"R{number}", "resistor", "12", at, to, 0.5)


def capacitor(number: int, at: Hole, to: Hole) -> Placed:
    return lying(f"C{number}", "capacitor", "12", at, to, 0.5)


def transistor(number: int, collector: Hole, base: Hole, emitter: Hole) -> Placed:
    """A BC547: who looks at its flat side has the collector on the left. Its round side is away from there."""
    dx, dy = (emitter[0] - collector[0]) / 2, (emitter[1] - collector[1]) / 2
    flat, round_side = (-0.45 * dy, 0.45 * dx), (1.0 * dy, -1.0 * dx)
    xs = [hole[0] + out[0] for hole in (collector, emitter) for out in (flat, round_side)]
    ys = [hole[1] + out[1] for hole in (collector, emitter) for out in (flat, round_side)]
    legs = {"C": collector, "B": base, "E": emitter}
    return Placed(f"Q{number}", "transistor", legs, (min(xs), min(ys), max(xs), max(ys)))


def terminal(first: int, at: Hole, to: Hole) -> Placed:
    """A two-pole screw terminal with 5.08 mm between its feet; 10.2 mm long and 7.6 mm deep."""
    (x1, y1), (x2, y2) = sorted((at, to))
    wide, high = (1.0, 1.5) if y1 == y2 else (1.5, 1.0)
    legs = {str(first): at, str(first + 1): to}
    return Placed(f"T{first}", "terminal", legs, (x1 - wide, y1 - high, x2 + wide, y2 + high))


def guests() -> list[Placed]:
    """Six blocks of four rows down the left side."""
    placed = []
    for n in range(6):
        row = 2 + 4 * n
        placed += [
            terminal(19 + 2 * n, (0, row), (0, row + 2)),
            capacitor(5 + n, (2, row), (2, row + 2)),
            resistor(22 + n, (4, row), (8, row)),
            resistor(16 + n, (7, row + 1), (3, row + 1)),
        ]
    return placed


def chairs() -> list[Placed]:
    """Left chair (n = 0) below the right one, in the upper right corner."""
    placed = []
    for n in range(2):
        row = 8 - 4 * n
        placed += [
            terminal(15 + 2 * n, (41, row), (41, row - 2)),
            resistor(12 + n, (35, row - 2), (39, row - 2)),
            resistor(14 + n, (33, row), (29, row)),
            resistor(10 + n, (33, row + 1), (29, row + 1)),
            capacitor(3 + n, (34, row - 1), (32, row - 1)),
        ]
    return placed


def lamp() -> list[Placed]:
    """Three colours alike, red lowest."""
    placed = [terminal(11, (41, 16), (41, 14)), terminal(13, (41, 12), (41, 10))]
    for n in range(3):
        row = 16 - 3 * n
        placed += [
            resistor(7 + n, (35, row), (39, row)),
            transistor(2 + n, (34, row), (34, row + 1), (34, row + 2)),
            resistor(4 + n, (29, row + 1), (33, row + 1)),
        ]
    return placed


def glass() -> list[Placed]:
    shifter = {str(foot): (22 + foot, 25) for foot in range(1, 8)}
    shifter |= {str(foot): (22 + 15 - foot, 22) for foot in range(8, 15)}
    return [
        terminal(9, (41, 20), (41, 18)),
        terminal(7, (41, 24), (41, 22)),
        Placed("U1", "dip", shifter, (22.25, 21.6, 29.75, 25.4)),
        resistor(3, (28, 20), (32, 20)),
        capacitor(2, (21, 22), (21, 24)),
        Placed("C1", "electrolytic", {"1": (35, 23), "2": (33, 23)}, (32.0, 21.0, 36.0, 25.0)),
        Placed("F1", "fuse", {"1": (30, 27), "2": (39, 27)}, (29.4, 25.5, 39.6, 28.5)),
    ]


def button_and_buzzer() -> list[Placed]:
    return [
        terminal(1, (10, 27), (12, 27)),
        terminal(3, (14, 27), (16, 27)),
        terminal(5, (18, 27), (20, 27)),
        resistor(1, (9, 24), (13, 24)),
        resistor(2, (13, 22), (17, 22)),
        transistor(1, (19, 23), (18, 23), (17, 23)),
        lying("D1", "diode", "KA", (16, 25), (20, 25), 0.4),
    ]


def pico() -> Placed:
    left, right = PICO_COLUMNS
    legs = {str(foot): (left, PICO_ROW + foot - 1) for foot in range(1, 21)}
    legs |= {str(foot): (right, PICO_ROW + 40 - foot) for foot in range(21, 41)}
    return Placed("PICO", "pico", legs, (left - 0.63, PICO_ROW - 0.55, right + 0.63, PICO_ROW + 19.55))


PLACED = (pico(), *guests(), *chairs(), *lamp(), *glass(), *button_and_buzzer())


def holes() -> dict[Hole, str]:
    """Every hole with a leg in it, as nets.py names the leg."""
    found: dict[Hole, str] = {}
    for part in PLACED:
        for leg, hole in part.legs.items():
            if hole in found:
                raise ValueError(f"{part.name} leg {leg} and {found[hole]} are both in {written(hole)}")
            name = f"T{leg}" if part.kind == "terminal" else part.name
            found[hole] = f"{name}.{leg}"
    return found
