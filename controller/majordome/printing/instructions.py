"""The first sheet: how to print and cut, and targets that show whether both sides of the paper meet."""

from __future__ import annotations

from typing import Literal

from majordome.printing.deck import CARD_HEIGHT, CARD_WIDTH, Deck, Lang
from majordome.printing.engraving import crescent, engraved_castle, star
from majordome.printing.ink import GREY, INK, PAPER, Lettering, Mark, Paragraph, Picture, Shape, ellipse, polyline

Sides = Literal["long", "short", "fronts"]
Size = tuple[float, float]

RULER = 100.0

WORDS: dict[Lang, dict[str, str]] = {
    "fr": {
        "heading": "Cartes à imprimer et à découper",
        "count": "{cards} cartes de {width:g} × {height:g} mm, sur {sheets} après celle-ci",
        "sheet": "1 feuille",
        "sheets": "{} feuilles",
        "scale": "Imprimez à 100 % (« taille réelle »), sans « ajuster à la page ». La règle ci-dessous mesure 100 mm.",
        "long": "Imprimez en recto verso, en retournant sur le bord long : chaque dos tombe derrière sa face.",
        "short": "Imprimez en recto verso, en retournant sur le bord court : chaque dos tombe derrière sa face.",
        "fronts": "Imprimez d’un seul côté. Des pochettes à dos opaque rendent toutes les cartes pareilles.",
        "glue": "Les cartes qui se jouent des deux côtés ont deux feuilles : collez-les dos à dos, puis coupez.",
        "light": "Essayez d’abord avec cette feuille : à contre-jour, chaque croix est au milieu de son cercle, à un "
        "millimètre près.",
        "paper": "Prenez un papier épais et opaque (200 à 300 g/m²), ou glissez les cartes dans des pochettes : "
        "personne ne doit lire au travers.",
        "cut": "Coupez le long des lignes fines, à la règle et au cutter ; les longues coupes d’abord.",
        "ruler": "100 mm",
        "behind": "Le dos de la feuille d’essai : à contre-jour, une croix au milieu de chaque cercle.",
    },
    "en": {
        "heading": "Cards to print and cut",
        "count": "{cards} cards of {width:g} × {height:g} mm, on {sheets} after this one",
        "sheet": "1 sheet",
        "sheets": "{} sheets",
        "scale": "Print at 100% (“actual size”), without “fit to page”. The ruler below is 100 mm long.",
        "long": "Print on both sides, flipped on the long edge: each back then lies behind its front.",
        "short": "Print on both sides, flipped on the short edge: each back then lies behind its front.",
        "fronts": "Print on one side. Sleeves with an opaque back make all cards look the same.",
        "glue": "Cards that are played on both sides have two sheets: glue them back to back, then cut.",
        "light": "Try this sheet first: held against the light, each cross is in the middle of its ring, to within a "
        "millimetre.",
        "paper": "Take thick, opaque paper (200 to 300 g/m²), or put the cards in sleeves: nobody must be able to read "
        "through them.",
        "cut": "Cut along the fine lines with a ruler and a knife; the long cuts first.",
        "ruler": "100 mm",
        "behind": "The back of the trial sheet: held against the light, a cross in the middle of each ring.",
    },
}


def _steps(deck: Deck, lang: Lang, sides: Sides) -> list[str]:
    keys = ["scale", sides]
    if sides != "fronts":
        keys.append("light")
    elif any(card.two_sided for card in deck.cards):
        keys.append("glue")
    return [WORDS[lang][key] for key in [*keys, "paper", "cut"]]


def _targets(size: Size) -> list[tuple[float, float]]:
    width, height = size
    return [(35.0, height - 45.0), (width - 35.0, height - 45.0)]


def first_page(deck: Deck, size: Size, lang: Lang, sides: Sides, sheets: int) -> tuple[Mark, ...]:
    """What to do, a ruler to check the scale and, for both sides, crosses."""
    width, height = size
    middle = width / 2
    paper = WORDS[lang]["sheet" if sheets == 1 else "sheets"].format(sheets)
    count = WORDS[lang]["count"].format(cards=len(deck.cards), sheets=paper, width=CARD_WIDTH, height=CARD_HEIGHT)
    marks: list[Mark] = [
        Shape(crescent(middle + 34, 26, 5), fill=INK),
        Shape(" ".join(star(middle + dx, 18 + dy, 1.3) for dx, dy in ((-36, 4), (-30, 16), (42, 18))), fill=INK),
        Picture(engraved_castle(PAPER, INK), middle - 28, 20, scale=1.4),
        Shape(polyline([(middle - 60, 53.6), (middle + 60, 53.6)]), line=INK, width=0.5),
        Lettering(deck.title, middle, 72, 30, "bold", widest=width - 40),
        Lettering(WORDS[lang]["heading"], middle, 82, 16, "italic", widest=width - 40),
        Lettering(count, middle, 90, 12, widest=width - 40),
    ]
    for number, step in enumerate(_steps(deck, lang, sides)):
        y = 104.0 + 17 * number
        marks.append(Lettering(f"{number + 1}", 32, y + 6.5, 22, "bold"))
        marks.append(Paragraph(step, 42, y, width - 72, 10, 13, centred=False))
    y = height - 80.0
    ticks = " ".join(
        polyline([(middle - RULER / 2 + mm, y), (middle - RULER / 2 + mm, y - (4 if mm % 50 == 0 else 2))])
        for mm in range(0, 101, 10)
    )
    ruler = polyline([(middle - RULER / 2, y), (middle + RULER / 2, y)])
    marks += [Shape(f"{ruler} {ticks}", line=INK, width=0.2), Lettering(WORDS[lang]["ruler"], middle, y + 5, 11)]
    if sides != "fronts":
        crosses = (polyline([(x - 5, y), (x + 5, y)]) + polyline([(x, y - 5), (x, y + 5)]) for x, y in _targets(size))
        marks.append(Shape(" ".join(crosses), line=INK, width=0.25))
    return tuple(marks)


def second_page(size: Size, lang: Lang, sides: Sides) -> tuple[Mark, ...]:
    """A ring behind each cross."""
    width, height = size
    rings = []
    for x, y in _targets(size):
        behind = (width - x, y) if sides == "long" else (x, height - y)
        rings += [ellipse(*behind, 1.0), ellipse(*behind, 3.0), ellipse(*behind, 5.0)]
    return (
        Shape(" ".join(rings), line=INK, width=0.25),
        Lettering(WORDS[lang]["behind"], width / 2, height / 2, 12, "italic", GREY, widest=width - 40),
    )
