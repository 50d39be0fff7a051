"""The pictures of the role cards: one thing for each role, in a window of the castle, with one touch of red."""

from __future__ import annotations

from math import cos, pi, sin

from majordome.printing.engraving import (
    crescent,
    dark_castle,
    engraved_castle,
    hatching,
    mixed,
    moon,
    rays,
    star,
    tone,
)
from majordome.printing.ink import BLOOD, INK, PAPER, Picture, Shape, ellipse, polygon, polyline, rectangle

Shapes = tuple[Shape | Picture, ...]

WIDTH, HEIGHT = 48.0, 41.0
WINDOW = "M0 41 V15 C0 5 10 0 24 0 C38 0 48 5 48 15 V41 Z"
ALL = (0.0, 0.0, WIDTH, HEIGHT)


def murderer() -> Shapes:
    """A dagger before the moon."""
    grip = "M22.7 5.4 H25.3 L25.6 12.4 H22.4 Z"
    drop = "M24 36.4 C25 38 25.4 38.6 25.4 39.3 A1.4 1.4 0 0 1 22.6 39.3 C22.6 38.6 23 38 24 36.4 Z"
    return (
        tone(None, ALL, 0.8, 0.35),
        *moon(24, 19.5, 14, PAPER, INK),
        Shape(polygon((21.7, 14), (26.3, 14), (25.7, 30), (24, 36.5), (22.3, 30)), fill=PAPER, line=INK, width=0.4),
        Shape(polygon((24, 14), (26.3, 14), (25.7, 30), (24, 36.5)), fill=INK),
        hatching(polygon((21.7, 14), (24, 14), (23.2, 33)), (21, 14, 4, 20), spacing=0.6, width=0.12, slant=0.5),
        Shape(grip, fill=INK),
        hatching(grip, (22, 5.4, 4, 7), spacing=0.9, width=0.25, slant=-0.9, colour=PAPER),
        Shape("M16.6 12.6 C19.5 11.4 28.5 11.4 31.4 12.6 L31 14.8 C28.5 13.6 19.5 13.6 17 14.8 Z", fill=INK),
        Shape(f"{ellipse(16.6, 13.7, 1.3)} {ellipse(31.4, 13.7, 1.3)} {ellipse(24, 4.3, 1.9)}", fill=INK),
        Shape(ellipse(24, 4.3, 0.8), fill=BLOOD),
        Shape(drop, fill=BLOOD),
    )


def guest() -> Shapes:
    """A top hat on a suitcase, and the castle behind."""
    corner = "a1.6 1.6 0 0 1"
    case = f"M13 26 {corner} 1.6 -1.6 H33.4 {corner} 1.6 1.6 V37 {corner} -1.6 1.6 H14.6 {corner} -1.6 -1.6 Z"
    crown = "M18.7 22.8 L17.9 11.4 C20 10.2 28 10.2 30.1 11.4 L29.3 22.8 C27 24.2 21 24.2 18.7 22.8 Z"
    band = "M18.5 19.4 C21 20.8 27 20.8 29.5 19.4 L29.3 22.8 C27 24.2 21 24.2 18.7 22.8 Z"
    tag = polygon((36.6, 28.2), (39.6, 30.2), (39.6, 35), (33.8, 35), (33.8, 30.2))
    faded = mixed(INK, PAPER, 0.45)
    return (
        tone(None, (0, 0, WIDTH, 34), 0.3, 0.04),
        Picture(engraved_castle(PAPER, faded), 0.0, 6.4, scale=1.2),
        Shape(rectangle(0, 35.2, WIDTH, 6), fill=PAPER),
        tone(None, (0, 35.2, WIDTH, 6), 0.5, 0.15),
        Shape(case, fill=PAPER, line=INK, width=0.6),
        hatching(case, (13, 24, 22, 15), spacing=0.7, width=0.14, slant=0.0),
        tone(case, (13, 33, 22, 6), 0.1, 0.5, spacing=0.7),
        Shape(f"{rectangle(16.6, 24.4, 2, 14.2)} {rectangle(29.4, 24.4, 2, 14.2)}", fill=INK),
        Shape(f"{rectangle(16.2, 30, 2.8, 2.2)} {rectangle(29, 30, 2.8, 2.2)}", fill=PAPER, line=INK, width=0.35),
        Shape(ellipse(24, 30.4, 1.7), fill=PAPER, line=INK, width=0.35),
        Shape("M24 29.6 v1.6", line=INK, width=0.5),
        Shape(ellipse(24, 23.2, 9.4, 1.9), fill=INK),
        Shape(crown, fill=INK),
        Shape(ellipse(24, 11.3, 6.0, 0.9), fill=mixed(INK, PAPER, 0.35)),
        hatching("M20 12 L20.7 19 H23 L22.6 12 Z", (19, 12, 5, 8), spacing=0.5, width=0.16, slant=0.0, colour=PAPER),
        Shape(band, fill=BLOOD),
        Shape("M31.4 27.4 C33 26.6 35 27 36.6 29", line=INK, width=0.25),
        Shape(tag, fill=PAPER, line=INK, width=0.35),
        Shape(star(36.7, 32.6, 1.5, 5, 0.42), fill=INK),
    )


def heart() -> Shapes:
    """A heart that beats too fast."""
    shape = "M24 37 C10 27 6.5 20 8.4 13.6 C10.6 6.6 20.4 5.6 24 13 C27.6 5.6 37.4 6.6 39.6 13.6 C41.5 20 38 27 24 37 Z"
    pulse = polyline(
        [(0, 22), (14, 22), (16.5, 22), (18.6, 17.5), (21.4, 28.5), (24.6, 11.5), (27.8, 26.5), (29.8, 22), (48, 22)]
    )
    return (
        Shape(rays(24, 21, 14, 36, 96, short=0.9), line=INK, width=0.2),
        Shape(shape, fill=PAPER, line=PAPER, width=2.4),
        tone(shape, ALL, 0.95, 0.6, spacing=0.7, colour=BLOOD),
        Shape(ellipse(14.5, 13.8, 2.6, 3.4), fill=PAPER),
        tone(ellipse(14.5, 13.8, 2.6, 3.4), ALL, 0.25, 0.25, spacing=0.7, colour=BLOOD),
        Shape(shape, line=BLOOD, width=0.7),
        Shape(pulse, line=PAPER, width=2.2),
        Shape(pulse, line=INK, width=0.7),
    )


def insomniac() -> Shapes:
    """An eye that will not close, under the moon."""
    eye = "M6.5 25 C14 14.6 34 14.6 41.5 25 C34 33.8 14 33.8 6.5 25 Z"
    lashes = []
    for number in range(13):
        share = number / 12
        x, y = 10 + 28 * share, 22 - 5.6 * sin(pi * share)
        lean = (share - 0.5) * 3.4
        lashes.append(f"M{x:.2f} {y:.2f} q{lean * 0.3:.2f} -1.6 {lean:.2f} {-2.2 - 0.9 * sin(pi * share):.2f}")
    veins = (
        "M8.6 25 q2 -0.8 3.6 0.2 q1.6 0.6 2.8 -0.4 M11 24.8 q1.4 1.6 3.2 1.6 "
        "M39.4 25 q-2 -0.8 -3.6 0.2 q-1.6 0.8 -2.8 0 M37 24.6 q-1.2 1.8 -3 1.8"
    )
    bags = "M11 30.8 C15 34.4 22 35.8 28.5 35 M17 36.6 C20.5 37.8 24.5 37.9 28 37.2 M33 34.2 q2.4 -0.9 4.2 -2.6"
    stars = " ".join(
        star(x, y, size) for x, y, size in ((9, 13, 1.2), (16.5, 6.5, 1.5), (41.5, 14.5, 1.1), (24.5, 9.2, 0.9))
    )
    return (
        tone(None, ALL, 0.85, 0.3),
        Shape(crescent(33, 8.4, 5, -1), fill=PAPER),
        Shape(stars, fill=PAPER),
        Shape("M1.5 26 C8 10.8 40 10.8 46.5 26 C40 44 8 44 1.5 26 Z", fill=PAPER),
        tone("M1.5 26 C8 10.8 40 10.8 46.5 26 C40 44 8 44 1.5 26 Z", ALL, 0.12, 0.12),
        Shape(eye, fill=PAPER),
        hatching(eye, (6, 16, 36, 5), spacing=0.6, width=0.14, slant=0.8),
        Shape(veins, line=BLOOD, width=0.25),
        Shape(ellipse(24, 24.5, 7.2), fill=PAPER, line=INK, width=0.5),
        Shape(rays(24, 24.5, 3.0, 7.0, 60, short=0.75), line=INK, width=0.22),
        Shape(ellipse(24, 24.5, 3.2), fill=INK),
        Shape(ellipse(25.9, 22.5, 1.1), fill=PAPER),
        Shape("M6.5 25 C14 14.6 34 14.6 41.5 25", line=INK, width=0.9),
        Shape("M6.5 25 C14 33.8 34 33.8 41.5 25", line=INK, width=0.45),
        Shape(" ".join(lashes), line=INK, width=0.45),
        Shape(bags, line=INK, width=0.3),
    )


BAT_WING = (  # with a minus for the left one
    "C{0}5 -5.6 {0}9 -6.8 {0}16 -5.8 Q{0}13 -3 {0}12.6 1.6 "
    "Q{0}10.3 -0.6 {0}8.4 3 Q{0}6.4 0.6 {0}4.2 3.8 Q{0}2.6 2 0 6.6"
)


def vampire() -> Shapes:
    """A bat before the moon, above the towers."""
    halves = [
        f"M0 -2.4 L{side}0.8 -2.7 L{side}1.5 -4.6 L{side}2 -2 L{side}2.8 -1.6 {BAT_WING.format(side)} Z"
        for side in ("", "-")
    ]
    bat = (
        Shape(" ".join(halves), fill=INK, line=INK, width=0.15),
        Shape(f"{ellipse(-0.8, -1.0, 0.45, 0.35)} {ellipse(0.8, -1.0, 0.45, 0.35)}", fill=BLOOD),
        Shape(
            f"{polygon((-0.7, 0.6), (-0.1, 0.6), (-0.4, 1.7))} {polygon((0.7, 0.6), (0.1, 0.6), (0.4, 1.7))}",
            fill=PAPER,
        ),
    )
    return (
        tone(None, ALL, 0.85, 0.35),
        *moon(24, 16.5, 14, PAPER, INK),
        Picture(bat, 24, 15, scale=1.05),
        Picture(dark_castle(INK, PAPER), 7.8, 18.2, scale=0.8),
        Shape("M0 41 V39 C8 35.6 16 36.6 24 36.6 C32 36.6 40 35.6 48 39 V41 Z", fill=INK),
    )


def _small_heart(x: float, y: float, size: float) -> str:
    return (
        f"M{x} {y + size} C{x - 1.5 * size} {y} {x - 0.9 * size} {y - size} {x} {y - 0.3 * size} "
        f"C{x + 0.9 * size} {y - size} {x + 1.5 * size} {y} {x} {y + size} Z"
    )


def charmer() -> Shapes:
    """Lips, and the kiss they blow."""
    upper = (
        "M7 23 C13 18 18 14.4 21 14.6 C22.6 14.7 23.4 15.8 24 16.5 C24.6 15.8 25.4 14.7 27 14.6 C30 14.4 35 18 41 23 "
        "C34 22.2 29 22 24 23.4 C19 22 14 22.2 7 23 Z"
    )
    lower = "M8.5 23.8 C14 23.6 19 23.4 24 24.8 C29 23.4 34 23.6 39.5 23.8 C36 31 30 35 24 35 C18 35 12 31 8.5 23.8 Z"
    creases = " ".join(
        f"M{24 + 0.55 * dx:.2f} 25 Q{24 + 0.9 * dx:.2f} 28 {24 + dx:.2f} {33.4 - 0.035 * dx * dx:.2f}"
        for dx in range(-12, 13, 2)
    )
    gloss = "M15.6 27 C17 29 19.4 30.2 21.8 30.4 C19.6 29.4 17.4 28.4 15.6 27 Z M23.4 30.6 q1 0.3 2 0 q-1 -0.5 -2 0 Z"
    hearts = " ".join(_small_heart(x, y, size) for x, y, size in ((24, 7, 1.9), (17.4, 9.6, 1.2), (31.4, 8.6, 1.4)))
    dark = mixed(BLOOD, INK, 0.65)
    return (
        Shape(rays(24, 24, 12, 42, 88, short=0.88), line=INK, width=0.2),
        Shape(ellipse(24, 24.5, 19.5, 13), fill=PAPER),
        Shape(f"{upper} {lower}", line=PAPER, width=2.2),
        Shape(upper, fill=mixed(BLOOD, INK, 0.15)),
        tone(upper, (7, 14.6, 34, 9), 0.0, 0.5, spacing=0.7, colour=dark),
        Shape(lower, fill=BLOOD),
        Shape(creases, line=dark, width=0.2, clip=lower),
        Shape(gloss, fill=PAPER),
        Shape(hearts, fill=BLOOD, line=PAPER, width=0.8),
        Shape(hearts, fill=BLOOD),
    )


def shortsighted() -> Shapes:
    """Spectacles: through them a castle, beside them only blots of light."""
    both = " ".join(ellipse(x, 22, 9.2) for x in (13.6, 34.4))
    rings = " ".join(ellipse(x, 22, reach) for x in (13.6, 34.4) for reach in (7.5, 8.1))
    glints = " ".join(f"M{x - 6.6} 20 q0.8 -3.4 3.6 -5" for x in (13.6, 34.4))
    upper = ((7, 10, 3.6), (15, 6.2, 2.4), (24, 8.6, 4), (33.4, 6.2, 2.6), (41.4, 10.6, 3.6))
    lights = (*upper, (6, 34.6, 3.8), (16, 37, 2.8), (25.4, 35.6, 4), (36, 37, 2.8))
    blots = " ".join(ellipse(*light) for light in lights)
    halos = " ".join(ellipse(x, y, reach * share) for x, y, reach in lights for share in (1.0, 0.7, 0.4))
    faint = mixed(PAPER, INK, 0.55)
    return (
        tone(None, ALL, 0.35, 0.2, colour=faint),
        Shape(blots, fill=PAPER),
        Shape(halos, line=faint, width=0.18),
        Shape(both, fill=PAPER),
        *(Picture(engraved_castle(PAPER, INK), x - 7.3, 18.3, scale=0.365) for x in (13.6, 34.4)),
        Shape(rings, line=INK, width=0.12),
        Shape(glints, line=INK, width=0.35),
        Shape("M22.4 20 C23 17.4 25 17.4 25.6 20", line=INK, width=1.1),
        Shape("M4.6 20 L0 17.4 M43.4 20 L48 17.4", line=INK, width=1.1),
        Shape(both, line=INK, width=1.3),
        Shape("M43 25 C47 29 39 32 43 35.4 C45 37.2 43.4 39.2 44.8 41", line=BLOOD, width=0.7),
    )


def alchemist() -> Shapes:
    """A flask that gives a life back, once."""
    flask = "M21.4 12 V19.9 A9.6 9.6 0 1 0 26.6 19.9 V12 Z"
    liquid = "M10 28.6 Q17 26.6 24 28.2 T38 28 V41 H10 Z"
    signs = " ".join(
        star(24 + 17.2 * cos(number * pi / 6), 26 + 17.2 * sin(number * pi / 6), 1.5 if number % 3 == 0 else 0.9)
        for number in range(-2, 9)
    )
    bubbles = ((21, 33, 1.2), (26.5, 31.4, 0.8), (24.6, 35, 0.6), (28.2, 34.2, 0.9))
    rising = ((23.4, 24, 0.7), (24.8, 21, 0.5), (23.8, 17.6, 0.6), (24.5, 14.4, 0.4))
    vapour = ((24.4, 7.6, 1.0), (22.8, 5.4, 0.7), (25.2, 4.0, 0.55), (23.8, 2.4, 0.4))
    return (
        tone(None, ALL, 0.8, 0.4),
        Shape(ellipse(24, 26, 19.6), fill=PAPER, line=INK, width=0.4),
        Shape(ellipse(24, 26, 14.8), line=INK, width=0.18),
        Shape(signs, fill=INK),
        Shape(polygon((24, 11.2), (36.8, 33.4), (11.2, 33.4)), line=INK, width=0.18),
        Shape(flask, fill=PAPER),
        Picture((tone(liquid, ALL, 0.95, 0.75, spacing=0.7, colour=BLOOD),), clip=flask),
        Shape(" ".join(ellipse(*bubble) for bubble in bubbles), fill=PAPER),
        Shape(" ".join(ellipse(*bubble) for bubble in rising), line=BLOOD, width=0.3),
        Shape(flask, line=INK, width=0.7),
        Shape(rectangle(20.4, 10.4, 7.2, 1.8), fill=INK),
        Shape("M17.2 27 A7 7 0 0 1 20.6 22.4", line=INK, width=0.35),
        Shape(" ".join(ellipse(*puff) for puff in vapour), fill=PAPER, line=INK, width=0.3),
    )
