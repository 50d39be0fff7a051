"""The pictures of masks, snakes, nights, days and doors."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin

from majordome.printing.engraving import hatching, mixed, star, tone
from majordome.printing.ink import BLOOD, INK, PAPER, Picture, Shape, ellipse, polygon, rectangle

Shapes = tuple[Shape | Picture, ...]

# With a minus for the left half.
HALF_MASK = (
    "C{0}3 -6 {0}9 -8.4 {0}15 -7.8 C{0}18.4 -7.4 {0}20 -4.4 {0}19.4 -1 "
    "C{0}18.4 4.4 {0}13 7.4 {0}9 6.8 C{0}5 6.2 {0}2.6 3.4 0 3.4"
)
EYE = "M{0}3.8 -0.2 C{0}6 -3.6 {0}11 -3.8 {0}14 -1.6 C{0}11.4 2.2 {0}6.6 2.6 {0}3.8 -0.2 Z"


def mask(plumes: int) -> Shapes:
    """A carnival mask about its middle, with as many plumes as its number."""
    sides = [f"M0 -3.6 {HALF_MASK.format(side)} Z" for side in ("", "-")]
    both, left = " ".join(sides), sides[1]
    eyes = " ".join(EYE.format(side) for side in ("", "-"))
    ribbons = "M18.6 0 C22 1 20 5 22 7.4 C23 9 21 11 22.4 14 M-18.6 0 C-22 1 -20 5 -22 7.4 C-23 9 -21 11 -22.4 14"
    studs = " ".join(
        star(side * (4 + 2.6 * number), -5.6 - 0.5 * sin(pi * number / 4), 0.7)
        for number in range(5)
        for side in (1, -1)
    )
    return (
        *_plumes(plumes),
        Shape(ribbons, line=BLOOD, width=0.8),
        Shape(both, fill=PAPER, line=INK, width=1.2),
        Shape(both, fill=PAPER),
        tone(both, (-20, -9, 40, 17), 0.05, 0.45, spacing=0.8),
        hatching(left, (-20, -9, 20, 17), spacing=0.8, width=0.14, slant=0.7),
        Shape(studs, fill=INK),
        Shape(eyes, fill=INK, line=PAPER, width=1.2),
        Shape(eyes, fill=INK),
        Shape(polygon((0, -6.6), (1.7, -4), (0, -1.4), (-1.7, -4)), fill=BLOOD, line=PAPER, width=0.5),
    )


def _plumes(count: int) -> Shapes:
    """A fan of feathers behind the brow; those at the sides lie behind those in the middle."""
    feather = "M0 0 C-3.4 -5 -3.2 -13 0 -18 C3.2 -13 3.4 -5 0 0 Z"
    shapes: Shapes = (
        Shape(feather, fill=PAPER),
        hatching("M0 0 C-3.4 -5 -3.2 -13 0 -18 Z", (-4, -18, 4, 18), spacing=0.7, width=0.14, slant=0.35),
        hatching("M0 0 C3.4 -5 3.2 -13 0 -18 Z", (0, -18, 4, 18), spacing=0.7, width=0.14, slant=-0.35),
        Shape(feather + " M0 0 V-17", line=INK, width=0.35),
    )
    step = min(24.0, 132.0 / max(count - 1, 1))
    turns = [step * (number - (count - 1) / 2) for number in range(count)]
    turns.sort(key=abs, reverse=True)
    return tuple(Picture(shapes, 0.12 * turn, -4.5, turn=turn) for turn in turns)


# The snake's way from its tail: lengths to go straight, and half turns between them, to the left or to the right.
BEND = 4.9
WAY = ((19.0, -1), (26.0, 1), (21.0, -1), (13.0, 1), (6.0, 0))
TAIL = (-7.0, 21.5)


def _spine(step: float = 0.55) -> list[tuple[float, float]]:
    """Points at equal distances along the snake's way, so that its rings are equal too."""
    (x, y), heading = TAIL, 0.0
    points = []
    for length, turn in WAY:
        straight, bent = round(length / step), round(pi * BEND / step) if turn else 0
        for number in range(straight + bent):
            points.append((x, y))
            if number >= straight:
                heading += turn * pi / bent
            x, y = x + step * cos(heading), y + step * sin(heading)
    return points


def snake() -> Shapes:
    """A coiled snake about its middle, with rings, a shaded belly and a red tongue."""
    spine = _spine()
    sides: list[tuple[float, float, float, float]] = []
    for number in range(1, len(spine) - 1):
        (x0, y0), (x, y), (x2, y2) = spine[number - 1 : number + 2]
        share = number / len(spine)
        half = 3.0 * min(1.0, 0.05 + 4.0 * share) * (1 - 0.3 * max(0.0, share - 0.8) / 0.2)
        length = hypot(x2 - x0, y2 - y0)
        dx, dy = -(y2 - y0) / length * half, (x2 - x0) / length * half
        sides.append((x + dx, y + dy, x - dx, y - dy))
    outline = polygon(*((a, b) for a, b, _, _ in sides), *((c, d) for _, _, c, d in reversed(sides)))
    rings = " ".join(
        polygon(one[:2], two[:2], two[2:], one[2:]) for one, two in zip(sides[8::7], sides[10::7], strict=False)
    )
    (x0, y0), (x, y) = spine[-3], spine[-1]
    return (
        Shape(outline, fill=PAPER, line=INK, width=0.9),
        tone(outline, (-24, -26, 48, 54), 0.25, 0.25, spacing=0.8),
        Shape(rings, fill=INK),
        Picture(_head(), x, y, turn=degrees(atan2(y - y0, x - x0))),
    )


def _head() -> Shapes:
    """About the neck, looking along x."""
    tongue = "M6.6 0 H10 M10 0 q1.4 -0.2 2.6 -1.6 M10 0 q1.4 0.2 2.6 1.6"
    return (
        Shape(tongue, line=BLOOD, width=0.55),
        Shape(
            "M-2.4 -1.9 C0 -3.8 3 -3.9 5 -2.6 C7 -1.6 7.6 -0.6 7.6 0 C7.6 0.6 7 1.6 5 2.6 C3 3.9 0 3.8 -2.4 1.9 Z",
            fill=INK,
        ),
        Shape(f"{ellipse(3.0, -1.5, 0.75)} {ellipse(3.0, 1.5, 0.75)}", fill=PAPER),
        Shape(f"{ellipse(3.2, -1.5, 0.3)} {ellipse(3.2, 1.5, 0.3)}", fill=BLOOD),
    )


def small_snake() -> Shapes:
    """The sign in the corners of a snake card."""
    body = "M-1.2 3.4 C2.8 3.6 3 0.8 0 0.2 C-3 -0.6 -2.6 -3 1 -3.2"
    return (
        Shape(body, line=INK, width=1.3),
        Shape(ellipse(1.6, -3.2, 1.4, 1.05), fill=INK),
        Shape("M3 -3.2 h1.2 M4.2 -3.2 l0.7 -0.6 M4.2 -3.2 l0.7 0.6", line=BLOOD, width=0.3),
    )


# The doorway, in millimetres of the card.
DOORWAY = "M18 73 V37 C18 27 23 19 31.5 13 C40 19 45 27 45 37 V73 Z"
SURROUND = "M14 73 V37 C14 25 20 15 31.5 8.4 C43 15 49 25 49 37 V73 Z"
WALL = (7.0, 7.0, 49.0, 66.0)


def _wall() -> Shapes:
    """Blocks of stone around a pointed arch."""
    left, top, width, _ = WALL
    joints = []
    for row in range(12):
        y = top + row * 5.5
        joints.append(f"M{left} {y} h{width}")
        joints += [f"M{left + x} {y} v5.5" for x in range(4 if row % 2 else 9, int(width), 10)]
    wedges = " ".join(f"M14 {y} h4 M45 {y} h4" for y in range(42, 73, 6))
    crown = (
        "M14.3 33 L18.3 34 M16.6 25 L20.6 27.6 M21.3 17.5 L24.4 20.9 M26.4 12 L28 16.2 "
        "M48.7 33 L44.7 34 M46.4 25 L42.4 27.6 M41.7 17.5 L38.6 20.9 M36.6 12 L35 16.2"
    )
    return (
        tone(rectangle(*WALL), WALL, 0.06, 0.2, spacing=1.1),
        Shape(" ".join(joints), line=INK, width=0.4, clip=rectangle(*WALL)),
        Shape(rectangle(*WALL), line=INK, width=0.4),
        Shape(SURROUND, fill=PAPER, line=INK, width=0.4),
        Shape(f"{wedges} {crown}", line=INK, width=0.25),
    )


def closed_door() -> Shapes:
    """Planks and iron."""
    planks = " ".join(f"M{x:.1f} 12 V73" for x in (22.5, 27, 36, 40.5))
    straps = " ".join(
        f"M18 {y - 0.9} H24 l1.6 -1.5 l2.4 2.4 l-2.4 2.4 l-1.6 -1.5 H18 Z "
        f"M45 {y - 0.9} H39 l-1.6 -1.5 l-2.4 2.4 l2.4 2.4 l1.6 -1.5 H45 Z"
        for y in (38, 62)
    )
    nails = " ".join(ellipse(x, y, 0.55) for x in (20.2, 24.7, 38.3, 42.8) for y in (32, 45, 50.5, 56, 68.5))
    return (
        *_wall(),
        Shape(DOORWAY, fill=PAPER),
        tone(DOORWAY, (18, 12, 27, 61), 0.6, 0.35, spacing=0.8),
        Shape(planks, line=PAPER, width=0.9, clip=DOORWAY),
        Shape(planks, line=INK, width=0.3, clip=DOORWAY),
        Shape("M31.5 13 V73", line=PAPER, width=1.4),
        Shape("M31.5 13 V73", line=INK, width=0.6),
        Shape(straps, fill=INK, line=PAPER, width=0.4),
        Shape(straps + " " + nails, fill=INK),
        Shape(f"{ellipse(28.4, 50.5, 2.2, 2.6)} {ellipse(34.6, 50.5, 2.2, 2.6)}", line=PAPER, width=1.6),
        Shape(f"{ellipse(28.4, 50.5, 2.2, 2.6)} {ellipse(34.6, 50.5, 2.2, 2.6)}", line=INK, width=0.8),
        Shape(f"{ellipse(28.4, 47.9, 0.9)} {ellipse(34.6, 47.9, 0.9)}", fill=BLOOD),
        Shape(DOORWAY, line=INK, width=0.8),
    )


def open_door() -> Shapes:
    """Both leaves swung in, a red carpet, and light at the end."""
    left = "M18 73 V37 C18 31 20 25.5 23 21.5 L25 25 V66 Z"
    right = "M45 73 V37 C45 31 43 25.5 40 21.5 L38 25 V66 Z"
    far = "M25 66 V38 C25 32 28 28 31.5 25.4 C35 28 38 32 38 38 V66 Z"
    window = "M29.3 52 V44.4 C29.3 42 30.2 40.4 31.5 39.2 C32.8 40.4 33.7 42 33.7 44.4 V52 Z"
    tiles = " ".join(
        f"M25 {y:.1f} H38 M{25 - spread:.1f} {y:.1f} H{38 + spread:.1f}"
        for y, spread in ((67.2, 1.2), (68.8, 2.8), (70.8, 4.8))
    )
    return (
        *_wall(),
        Shape(DOORWAY, fill=PAPER),
        tone(DOORWAY, (18, 12, 27, 26), 0.35, 0.05, spacing=0.8),
        Shape(far, line=INK, width=0.25),
        Shape(window, fill=mixed(PAPER, (240, 200, 90), 0.55), line=INK, width=0.35),
        Shape("M31.5 39.4 V52 M29.3 46.4 H33.7", line=INK, width=0.25),
        Shape("M25 66 H38 L45 73 H18 Z", fill=PAPER, line=INK, width=0.3),
        Shape(tiles, line=INK, width=0.18, clip="M25 66 H38 L45 73 H18 Z"),
        Shape(polygon((29.6, 66), (33.4, 66), (36.4, 73), (26.6, 73)), fill=BLOOD),
        Shape(f"{left} {right}", fill=PAPER, line=INK, width=0.5),
        hatching(left, (18, 20, 7, 53), spacing=0.7, width=0.3, slant=0.0),
        hatching(right, (38, 20, 7, 53), spacing=0.7, width=0.3, slant=0.0),
        Shape("M18 42 L25 43 M18 63 L25 59.4 M45 42 L38 43 M45 63 L38 59.4", line=INK, width=1.3),
        Shape(DOORWAY, line=INK, width=0.8),
    )
