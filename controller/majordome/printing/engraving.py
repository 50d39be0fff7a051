"""The engraver's tools: tone made of lines, stars, a castle. Everything else is drawn with these."""

from __future__ import annotations

from math import cos, pi, sin, tau

from majordome.printing.ink import INK, Colour, Shape, ellipse, polygon, polyline, rectangle

Box = tuple[float, float, float, float]  # left, top, width, height


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Some way from one colour to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def tone(clip: str | None, box: Box, top: float, bottom: float, *, spacing: float = 0.8, colour: Colour = INK) -> Shape:
    """Level lines that swell or thin on their way down: `top` and `bottom` are the shares of ink there."""
    left, upper, width, height = box
    count = int(height / spacing)
    strips = []
    for number in range(count + 1):
        thick = spacing * (top + (bottom - top) * number / max(count, 1))
        if thick > 0.02:
            strips.append(rectangle(left, upper + number * spacing, width, thick))
    return Shape(" ".join(strips), fill=colour, clip=clip)


def hatching(
    clip: str | None, box: Box, *, spacing: float = 0.8, width: float = 0.18, slant: float = 1.0, colour: Colour = INK
) -> Shape:
    """Slanted lines of one width; `slant` is how far a line moves sideways as it goes down, per millimetre."""
    left, top, wide, high = box
    shift = slant * high
    start, end = min(left, left - shift), max(left + wide, left + wide - shift)
    count = int((end - start) / spacing) + 1
    lines = [
        polyline([(start + number * spacing, top), (start + number * spacing + shift, top + high)])
        for number in range(count)
    ]
    return Shape(" ".join(lines), line=colour, width=width, clip=clip)


def star(x: float, y: float, radius: float, points: int = 4, waist: float = 0.28) -> str:
    """The path of a star."""
    corners = []
    for number in range(2 * points):
        reach = radius if number % 2 == 0 else radius * waist
        angle = number * pi / points - pi / 2
        corners.append((x + reach * cos(angle), y + reach * sin(angle)))
    return polygon(*corners)


def rays(x: float, y: float, inner: float, outer: float, count: int, *, short: float = 1.0) -> str:
    """The path of lines that leave a middle; every second one is as long as `short` says."""
    lines = []
    for number in range(count):
        angle = number * tau / count - pi / 2
        reach = outer if number % 2 == 0 else inner + (outer - inner) * short
        begin, end = (x + inner * cos(angle), y + inner * sin(angle)), (x + reach * cos(angle), y + reach * sin(angle))
        lines.append(polyline([begin, end]))
    return " ".join(lines)


def rosette(x: float, y: float, inner: float, outer: float, petals: int, turns: int = 1) -> str:
    """The path of a line that swings between two circles, as on old banknotes."""
    steps = 24 * petals
    middle, swing = (inner + outer) / 2, (outer - inner) / 2
    points = []
    for number in range(steps + 1):
        angle = turns * tau * number / steps
        reach = middle + swing * cos(petals * angle / turns)
        points.append((x + reach * sin(angle), y - reach * cos(angle)))
    return polyline(points) + " Z"


def crescent(x: float, y: float, radius: float, side: int = 1) -> str:
    """The path of a moon, open to the right, or with -1 to the left."""
    tip_x, tip_y = x + side * radius * 0.5, radius * 0.866
    sweep = 0 if side > 0 else 1
    outer = f"A{radius:.2f} {radius:.2f} 0 1 {sweep} {tip_x:.2f} {y + tip_y:.2f}"
    inner = f"A{radius * 0.9:.2f} {radius * 0.9:.2f} 0 0 {1 - sweep} {tip_x:.2f} {y - tip_y:.2f}"
    return f"M{tip_x:.2f} {y - tip_y:.2f} {outer} {inner} Z"


# The castle stands on y = 24, 40 wide: left edge, width and height of each tower, and the height of its roof; without
# a roof it has battlements.
TOWERS = (
    (1.5, 4.5, 11.0, 5.0),
    (8.5, 3.5, 8.5, 0.0),
    (12.5, 4.5, 14.0, 6.0),
    (17.5, 6.5, 11.0, 0.0),
    (24.5, 3.6, 16.5, 5.5),
    (30.0, 3.2, 9.5, 4.0),
    (34.0, 4.8, 12.0, 0.0),
)
WALL = 6.5
GROUND = 24.0


def _battlements(left: float, right: float, top: float) -> str:
    """A block down to the ground, with teeth on top."""
    count = max(3, 2 * round((right - left) / 2.2) + 1)
    step = (right - left) / count
    points = [(left, GROUND)]
    for number in range(count):
        y = top if number % 2 == 0 else top + 1.0
        points += [(left + number * step, y), (left + (number + 1) * step, y)]
    return polygon(*points, (right, GROUND))


def castle() -> str:
    """The path of the castle's outline."""
    parts = [_battlements(2.5, 37.5, GROUND - WALL)]
    for left, width, height, roof in TOWERS:
        right, top = left + width, GROUND - height
        if roof:
            parts.append(rectangle(left, top, width, height))
            parts.append(polygon((left - 0.6, top), (left + width / 2, top - roof), (right + 0.6, top)))
        else:
            parts.append(_battlements(left, right, top))
    return " ".join(parts)


def castle_windows() -> str:
    """The path of its windows, and of its gate."""
    parts = []
    for left, width, height, _ in TOWERS:
        x = left + width / 2
        parts.append(f"M{x - 0.45:.2f} {GROUND - height + 3.8:.2f} v-1.2 a0.45 0.6 0 0 1 0.9 0 v1.2 Z")
    gate = 17.5 + 3.25
    parts.append(f"M{gate - 1.5:.2f} {GROUND:.2f} v-3 a1.5 1.7 0 0 1 3 0 v3 Z")
    return " ".join(parts)


def castle_shadows() -> str:
    """The path of the sides that the light does not reach: the right third of every tower."""
    return " ".join(
        rectangle(left + width * 0.64, GROUND - height + 1.1, width * 0.36, height - 1.1)
        for left, width, height, _ in TOWERS
    )


def castle_flags() -> str:
    """The path of the flags on the roofs."""
    parts = []
    for left, width, height, roof in TOWERS:
        if roof > 4.5:
            x, y = left + width / 2, GROUND - height - roof
            parts.append(
                polygon((x, y + 0.3), (x, y - 2.2), (x + 2.2, y - 1.5), (x + 0.25, y - 0.8), (x + 0.25, y + 0.3))
            )
    return " ".join(parts)


def engraved_castle(light: Colour, dark: Colour) -> tuple[Shape, ...]:
    """By day: outlined, with shadows of lines."""
    outline = castle()
    return (
        Shape(outline, fill=light, line=dark, width=0.5),
        Shape(outline, fill=light),
        tone(outline, (0, 0, 40, 24), 0.08, 0.2, spacing=1.0, colour=dark),
        hatching(castle_shadows(), (0, 0, 40, 24), spacing=0.5, width=0.16, slant=0.6, colour=dark),
        Shape(castle_windows(), fill=dark),
        Shape(castle_flags(), fill=dark),
    )


def dark_castle(body: Colour, windows: Colour) -> tuple[Shape, ...]:
    """By night: a shape against the sky, and light in the windows."""
    return (
        Shape(castle() + " " + castle_flags(), fill=body),
        Shape(castle_windows(), fill=windows),
    )


def moon(x: float, y: float, radius: float, light: Colour, dark: Colour) -> tuple[Shape, ...]:
    """A full moon with its craters."""
    disc = ellipse(x, y, radius)
    places = (
        (-0.52, -0.3, 0.16),
        (-0.62, 0.22, 0.09),
        (0.5, -0.42, 0.1),
        (0.6, 0.16, 0.17),
        (0.36, 0.62, 0.08),
        (-0.3, 0.6, 0.12),
    )
    craters = " ".join(ellipse(x + dx * radius, y + dy * radius, r * radius, 0.8 * r * radius) for dx, dy, r in places)
    box = (x - radius, y - radius, 2 * radius, 2 * radius)
    grey = mixed(light, dark, 0.6)
    return (
        Shape(disc, fill=light),
        Shape(craters, line=grey, width=0.15),
        hatching(craters, box, spacing=0.55, width=0.12, slant=0.4, colour=grey),
        Shape(disc, line=dark, width=0.25),
    )
