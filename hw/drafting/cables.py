"""The wires of the opened box: every wire of every harness, from the part that holds its one end to that of the other.

What goes where and in which colour is the harnesses' (wiring/*.yml); where a part lies on the picture scene.scad tells.
Here stands only where on a part its wires are held, and which way they leave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, dist

import placement

from drafting.colours import DRAWN
from drafting.harnesses import Harness, Pin, harnesses

# Right, away and up on the picture; the viewer is where `away` is negative.
Point = tuple[float, float, float]
# Where a part's least and most corner, as seen from the front, are on the picture.
Corners = tuple[Point, Point]
Port = tuple[str, Point, Point]  # the part, where on it (in parts of its width, height and depth), and which way out

RIM = (84.0, -112.0)  # right and away: where wires come over the edge of the shell
CLOSE, APART = 2.2, 12.0  # mm from wire to wire, and from one cable to the next at the rim
WIRE, CABLE = 1.8, 3.6  # mm across; a cable has a coat round its wires
SPARE, CUT = 10.0, 50.0  # mm: bared at the ends; wires are cut in whole pieces of this
STEPS, STIFF = 12, 22.0  # straight pieces of a bend; mm that a wire goes on as it left
UP, LEFT, RIGHT, NEAR, AWAY = (0, 0, 1), (-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0)

PORTS: dict[str, Port] = {
    "BUTTON": ("Button", (0.5, 0.5, 0.6), NEAR),
    "BUZZER": ("Buzzer", (0.5, 0.5, 1), NEAR),
    "LEFT": ("Left chair's socket", (1, 0.5, 0.5), LEFT),
    "RIGHT": ("Right chair's socket", (0, 0.5, 0.5), RIGHT),
    "AMP": ("Amplifier", (1, 0.5, 0.5), (-0.5, -1, 0)),
    "SPEAKER": ("Speaker", (0.5, 0.5, 1), NEAR),
    "LAMP": ("Mood lamp", (0.5, 0, 0.5), (0, -1, -1)),
    "UPPER": ("Glass, with its wires", (0, 0.75, 1), (1.4, 0, 0)),
    "LOWER": ("Glass, with its wires", (0, 0.25, 1), (1.4, 0, 0)),
    "PIUSB": ("USB plugs", (1, 0.48, 0.5), RIGHT),
    "PICO": ("Pico's plug", (0.5, 0.5, 0), NEAR),
    **{f"B{n}": (f"Guest buzzer's socket {n}", (0.5, 0.5, 0), NEAR) for n in range(1, 7)},
}
# what is outside of the box -> the sockets that lead there, from where its cables hang, and how far they are drawn
OUTSIDE: dict[str, tuple[list[str], Point, Point, Point]] = {
    "LEFTPAD": ([PORTS["LEFT"][0]], (0, 0.5, 0.5), RIGHT, (20, -62, -34)),
    "RIGHTPAD": ([PORTS["RIGHT"][0]], (1, 0.5, 0.5), LEFT, (-22, 0, -42)),
    "GUEST": ([PORTS[f"B{n}"][0] for n in range(1, 7)], (0.5, 0.5, 1), AWAY, (0, 14, -40)),
}


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire as it lies, with the parts that hold its ends: one, where it leaves the box."""

    harness: str
    cable: str
    pins: tuple[Pin, Pin]
    parts: tuple[str, ...]
    colour: str
    across: float
    path: tuple[Point, ...] = ()


def port(pin: Pin) -> Port:
    """What holds the end of a wire."""
    if pin.connector == "PI":  # the even places are at the edge of the Pi, which is up
        column, edge = divmod(int(pin.place) - 1, 2)
        return "Terminal board", ((3 + 3.16 * column) / 66, 0.92 if edge else 0.08, 0), (0, -1, 1 if edge else -1)
    if pin.connector == "PROPS":
        return terminal(pin.place[1:])
    if pin.connector == "DRIVERS":  # a15: column a of row 15, of 17
        row, column = int(pin.place[1:]), "abcdefghij".index(pin.place[0])
        return "Breadboard of the drivers", (1, 1 - (row - 0.5) / 17, (column + 0.5) / 10), (-0.6, -1, 0)
    if pin.connector == "GLASS":  # of 30 rows; the blue rail is at the other side
        across, row, far = (0.97, 29, 2.4) if pin.place == "blue rail" else (0.15, int(pin.place[1:]), 1)
        return "Breadboard of the hourglass", (across, 1 - (row - 0.5) / 30, 0), (far, 0, 0)
    return PORTS[pin.connector]


def terminal(number: str) -> Port:
    """A screw of the props board; its wire goes over the nearest edge."""
    holes = [part.legs[number] for part in placement.PLACED if part.kind == "terminal" and number in part.legs]
    x, y = placement.millimetres(holes[0])
    wide, high = placement.BOARD
    out = (-1, -1, 0) if x < 10 else (1, -1, 0) if x > wide - 10 else (0, -1, -1)
    return "Parts on the props board", (x / wide, (high - y) / (high - 1), 0.5), out


def place(corners: Corners, at: Point) -> Point:
    """A place on a part. Seen from behind, its depth comes towards the viewer, or goes away."""
    (x, y, z), (x2, y2, z2) = corners
    return x + at[0] * (x2 - x), y + at[2] * (y2 - y), z + at[1] * (z2 - z)


def moved(point: Point, way: Point, far: float = 1.0) -> Point:
    return point[0] + far * way[0], point[1] + far * way[1], point[2] + far * way[2]


def bend(one: Point, out: Point, other: Point, back: Point) -> list[Point]:
    """A wire that leaves both its ends the way it is told: a curve of Bezier's."""
    far = min(STIFF, 0.4 * dist(one, other))
    corners = (one, moved(one, out, far), moved(other, back, far), other)
    path = []
    for t in (step / STEPS for step in range(STEPS + 1)):
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x, y, z = (sum(w * c[axis] for w, c in zip(weights, corners, strict=True)) for axis in range(3))
        path.append((x, y, z))
    return path


def hanging(harness: Harness, parts: Mapping[str, Corners]) -> Iterator[Wire]:
    """The cables to chairs and guests, with both wires in one coat."""
    for cable, one, other, _ in harness.wires():
        if other.connector in OUTSIDE and one.place == "1":
            sockets, at, out, end = OUTSIDE[other.connector]
            for socket in sockets:
                start = place(parts[socket], at)
                path = tuple(bend(start, out, moved(start, end), UP))
                yield Wire(harness.name, cable, (one, other), (socket,), DRAWN["GY"], CABLE, path)


def held(pin: Pin, harness: Harness, parts: Mapping[str, Corners]) -> tuple[str, Point, Point]:
    """The part at the end of a wire, the place on the picture, and which way out."""
    part, at, out = port(pin)
    beside = [each for each in harness.pins() if each.connector == pin.connector]
    aside = CLOSE * (beside.index(pin) - (len(beside) - 1) / 2) if pin.connector in PORTS else 0.0
    return part, moved(place(parts[part], at), RIGHT if out[2] else UP, aside), out


def wires(build: str, parts: Mapping[str, Corners]) -> list[Wire]:
    """Every wire of a build; `parts` are all that is in the opened box, by name."""
    found: list[Wire] = []
    over: list[tuple[Wire, Point, Point]] = []
    for harness in harnesses(build):
        found += hanging(harness, parts)
        for cable, one, other, colour in harness.wires():
            if other.connector in OUTSIDE:
                continue
            (part, start, out), (far_part, end, back) = (held(pin, harness, parts) for pin in (one, other))
            across = WIRE if harness.source["cables"][cable].get("category") == "bundle" else CABLE
            path = tuple(bend(start, out, end, back))
            wire = Wire(harness.name, cable, (one, other), (part, far_part), DRAWN[colour], across, path)
            if (start[0] > RIM[0]) == (end[0] > RIM[0]):
                found.append(wire)
            else:
                over.append((wire, out, back))
    return found + over_the_rim(over)


def over_the_rim(crossing: list[tuple[Wire, Point, Point]]) -> list[Wire]:
    """From the shell to the back, one cable above the other, as high as their ends are."""
    ends: dict[str, list[float]] = {}
    for wire, _, _ in crossing:
        ends.setdefault(wire.cable, []).extend((wire.path[0][2], wire.path[-1][2]))
    heights = {cable: sum(each) / len(each) for cable, each in ends.items()}

    def order(each: tuple[Wire, Point, Point]) -> tuple[float, float]:
        wire = each[0]
        return heights[wire.cable], min(wire.path[0], wire.path[-1])[2]  # the end in the shell is further left

    found: list[Wire] = []
    up = 0.0
    for wire, out, back in sorted(crossing, key=order):
        lowest = heights[wire.cable] - CLOSE * len(ends[wire.cable]) / 4
        up = up + CLOSE if found and found[-1].cable == wire.cable else max(lowest, up + APART)
        start, rim, end = wire.path[0], (*RIM, up), wire.path[-1]
        there, here = (RIGHT, LEFT) if end[0] > start[0] else (LEFT, RIGHT)
        found.append(replace(wire, path=(*bend(start, out, rim, here), *bend(rim, there, end, back)[1:])))
    return found


def needed(laid: list[Wire]) -> dict[str, float]:
    """Cable -> metres that each of its wires must have: as far as the longest lies in the opened box, and its ends."""
    far: dict[str, float] = {}
    for wire in laid:
        if len(wire.parts) == 2:
            far[wire.cable] = max(far.get(wire.cable, 0.0), sum(map(dist, wire.path, wire.path[1:])))
    return {cable: CUT * ceil((mm + SPARE) / CUT) / 1000 for cable, mm in far.items()}


def tags(laid: list[Wire]) -> Iterator[tuple[str, Point]]:
    """Where each cable's name stands: at the rim, half way, or at its end outside of the box."""
    for cable in dict.fromkeys(wire.cable for wire in laid):
        own = [wire for wire in laid if wire.cable == cable]
        longest = [wire for wire in own if len(wire.path) == max(len(each.path) for each in own)]
        middle = longest[len(longest) // 2]
        yield cable, middle.path[len(middle.path) // 2 if len(middle.parts) == 2 else -1]
