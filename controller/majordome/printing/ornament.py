"""What all cards of the house share: the frame, the plate with the title, and the back that tells nothing."""

from __future__ import annotations

from majordome.printing.deck import CARD_HEIGHT, CARD_WIDTH, Face
from majordome.printing.engraving import crescent, dark_castle, hatching, mixed, rosette, star, tone
from majordome.printing.ink import GOLD, INK, Colour, Lettering, Mark, Picture, Shape, ellipse, polyline, rectangle

EDGE = 3.5  # from the cut to the first line: a cut that is a little off still looks meant
MIDDLE = CARD_WIDTH / 2


def _notched(inset: float, notch: float) -> str:
    """A rectangle with its corners scooped out."""
    left, top, right, bottom = inset, inset, CARD_WIDTH - inset, CARD_HEIGHT - inset
    arc = f"a{notch} {notch} 0 0 0"
    return (
        f"M{left + notch} {top} H{right - notch} {arc} {notch} {notch} V{bottom - notch} {arc} {-notch} {notch} "
        f"H{left + notch} {arc} {-notch} {-notch} V{top + notch} {arc} {notch} {-notch} Z"
    )


def frame(colour: Colour = INK) -> tuple[Shape, ...]:
    """A heavy line, a fine one with scooped corners, and a stud in each corner."""
    heavy = rectangle(EDGE, EDGE, CARD_WIDTH - 2 * EDGE, CARD_HEIGHT - 2 * EDGE)
    at = EDGE + 1.9
    corners = [(x, y) for x in (at, CARD_WIDTH - at) for y in (at, CARD_HEIGHT - at)]
    return (
        Shape(heavy, line=colour, width=0.5),
        Shape(_notched(EDGE + 1.0, 2.6), line=colour, width=0.18),
        Shape(" ".join(star(x, y, 1.0) for x, y in corners), fill=colour),
    )


def title_plate(title: str, y: float, size: float = 13.0, colour: Colour = INK) -> tuple[Mark, ...]:
    """A title in capitals between two rules with a stud in the middle of each."""
    left, right, gap = 9.0, CARD_WIDTH - 9.0, 1.6
    marks: list[Mark] = [Lettering(title.upper(), MIDDLE, y, size, "bold", colour, widest=right - left, spacing=0.35)]
    for level in (y - 5.9, y + 2.4):
        rules = polyline([(left, level), (MIDDLE - gap, level)]) + polyline([(MIDDLE + gap, level), (right, level)])
        marks += [Shape(rules, line=colour, width=0.18), Shape(star(MIDDLE, level, 0.9), fill=colour)]
    return tuple(marks)


def corner_signs(sign: str, colour: Colour = INK, *, underlined: bool = False) -> tuple[Lettering, Lettering]:
    """The value of a card in two corners, for whoever holds several like a fan."""
    x, y, size = 9.4, 12.9, 18.0
    upper = Lettering(sign, x, y, size, "bold", colour, widest=12, underlined=underlined)
    lower = Lettering(
        sign, CARD_WIDTH - x, CARD_HEIGHT - y, size, "bold", colour, widest=12, turned=True, underlined=underlined
    )
    return upper, lower


def house_back(ground: Colour) -> Face:
    """The castle by night, twice: the same whichever way up it is held, so that no card gives itself away."""
    faint = mixed(ground, GOLD, 0.32)
    lattice = (6.3, 6.3, CARD_WIDTH - 12.6, CARD_HEIGHT - 12.6)
    field = rectangle(*lattice)
    oval = ellipse(MIDDLE, CARD_HEIGHT / 2, 20.5, 32.0)
    half = _half_of_the_back(ground)
    marks: list[Mark] = [
        *frame(GOLD),
        hatching(field, lattice, spacing=3.0, width=0.16, slant=0.6, colour=faint),
        hatching(field, lattice, spacing=3.0, width=0.16, slant=-0.6, colour=faint),
        Shape(field, line=GOLD, width=0.18),
        Shape(oval, fill=ground, line=GOLD, width=0.55),
        Shape(ellipse(MIDDLE, CARD_HEIGHT / 2, 19.4, 30.9), line=GOLD, width=0.18),
        Picture(half, MIDDLE, CARD_HEIGHT / 2),
        Picture(half, MIDDLE, CARD_HEIGHT / 2, turn=180),
        Shape(ellipse(MIDDLE, CARD_HEIGHT / 2, 6.6), fill=ground, line=GOLD, width=0.3),
        Shape(rosette(MIDDLE, CARD_HEIGHT / 2, 2.2, 5.8, 16), line=GOLD, width=0.14),
        Shape(rosette(MIDDLE, CARD_HEIGHT / 2, 1.0, 4.4, 12), line=GOLD, width=0.14),
        Shape(star(MIDDLE, CARD_HEIGHT / 2, 1.3), fill=GOLD),
    ]
    return Face(tuple(marks), ground)


def _half_of_the_back(ground: Colour) -> tuple[Shape | Picture, ...]:
    """Above the middle of the card: a castle behind its moat, under a moon and stars."""
    places = ((10.6, -21.0, 0.9), (-8.6, -22.8, 0.8), (13.2, -15.6, 0.7), (-13.4, -16.4, 0.9), (3.6, -27.4, 0.7))
    moat = (-20.0, -7.4, 40.0, 7.4)
    return (
        Shape(crescent(-1.6, -24.6, 2.6), fill=GOLD),
        Shape(" ".join(star(*place) for place in places), fill=GOLD),
        tone(ellipse(0, 0, 19.4, 30.9), moat, 0.28, 0.1, spacing=0.92, colour=GOLD),
        Picture(dark_castle(GOLD, ground), -13.0, -23.2, scale=0.65),
    )
