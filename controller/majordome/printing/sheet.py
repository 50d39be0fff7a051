"""Lays a deck out on sheets of paper, with each back behind its front, and prints it into a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from majordome.errors import CannotPrint
from majordome.printing.deck import CARD_HEIGHT, CARD_WIDTH, Card, Deck, Face, Lang
from majordome.printing.ink import GREY, PAPER, Shape, polyline, rectangle
from majordome.printing.instructions import Sides, first_page, second_page
from majordome.printing.pen import Pen

Paper = Literal["a4", "letter"]

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
ACROSS = DOWN = 3
BLEED = 3.0  # how far a ground goes on beyond the card, where there is no neighbour
MARGIN_MARK = 6.0  # how far a cutting line goes on beyond the cards


@dataclass(frozen=True)
class Placed:
    """A face and where its upper left corner lies; `turned`: upside down."""

    card: Card
    face: Face
    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True)
class SheetPage:
    """One side of a sheet. Cutting lines are on the side that is looked at while cutting."""

    faces: tuple[Placed, ...]
    is_cut: bool


def lay_out(deck: Deck, paper: Paper, sides: Sides) -> list[SheetPage]:
    """Every page with cards, in the order of printing."""
    pages = []
    for pile in deck.piles:
        for start in range(0, len(pile), ACROSS * DOWN):
            cards = pile[start : start + ACROSS * DOWN]
            pages.append(_fronts(cards, paper))
            if sides != "fronts":
                pages.append(_backs(cards, paper, sides))
            elif any(card.two_sided for card in cards):
                pages.append(replace(_backs(cards, paper, "long"), is_cut=True))  # to be glued behind the fronts
    return pages


def _corner(paper: Paper, column: int, row: int) -> tuple[float, float]:
    """The upper left corner of a place. The nine places are in the middle of the paper."""
    width, height = PAPERS[paper]
    left, top = (width - ACROSS * CARD_WIDTH) / 2, (height - DOWN * CARD_HEIGHT) / 2
    return left + column * CARD_WIDTH, top + row * CARD_HEIGHT


def _fronts(cards: Sequence[Card], paper: Paper) -> SheetPage:
    places = (_corner(paper, number % ACROSS, number // ACROSS) for number in range(len(cards)))
    return SheetPage(tuple(Placed(card, card.front, *place) for card, place in zip(cards, places, strict=True)), True)


def _backs(cards: Sequence[Card], paper: Paper, sides: Sides) -> SheetPage:
    """Over the long edge left and right change places; over the short edge top and bottom do, and all is upside down.

    Every card can so be turned over sideways, like the page of a book, and its other side is upright.
    """
    faces = []
    for number, card in enumerate(cards):
        column, row = number % ACROSS, number // ACROSS
        if sides == "long":
            x, y = _corner(paper, ACROSS - 1 - column, row)
        else:
            x, y = _corner(paper, column, DOWN - 1 - row)
        faces.append(Placed(card, card.back, x, y, turned=sides == "short"))
    return SheetPage(tuple(faces), False)


def print_deck(deck: Deck, path: Path, paper: Paper = "a4", lang: Lang = "fr", sides: Sides = "long") -> int:
    """Write the PDF, and give its number of pages. The same deck is always the same bytes."""
    size = PAPERS[paper]
    pen = Pen(*size, title=deck.title, lang=lang)
    pages = lay_out(deck, paper, sides)
    sheets = len(pages) if sides == "fronts" else len(pages) // 2
    openings = [first_page(deck, size, lang, sides, sheets)]
    if sides != "fronts":  # the cards begin on a sheet of their own; the targets show how true the printer is
        openings.append(second_page(size, lang, sides))
    for marks in openings:
        pen.new_page()
        pen.draw(marks)
    for page in pages:
        pen.new_page()
        _draw(page, pen)
    try:
        path.write_bytes(pen.finish())
    except OSError as trouble:
        raise CannotPrint(f"{path}: cannot be written ({trouble.strerror}): choose another place") from None
    return len(openings) + len(pages)


def _draw(page: SheetPage, pen: Pen) -> None:
    for placed in page.faces:
        if placed.face.ground != PAPER:
            around = (placed.x - BLEED, placed.y - BLEED, CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
            pen.draw((Shape(rectangle(*around), fill=placed.face.ground),))
    for placed in page.faces:
        pen.face(placed.face, placed.x, placed.y, turned=placed.turned)
    if page.is_cut:
        pen.draw((_cutting_lines(page),))


def _cutting_lines(page: SheetPage) -> Shape:
    """Thin lines between the cards, which go on into the margin for those who cut with a ruler."""
    across = sorted({round(x, 3) for placed in page.faces for x in (placed.x, placed.x + CARD_WIDTH)})
    down = sorted({round(y, 3) for placed in page.faces for y in (placed.y, placed.y + CARD_HEIGHT)})
    left, right = across[0] - MARGIN_MARK, across[-1] + MARGIN_MARK
    top, bottom = down[0] - MARGIN_MARK, down[-1] + MARGIN_MARK
    lines = [polyline([(x, top), (x, bottom)]) for x in across] + [polyline([(left, y), (right, y)]) for y in down]
    return Shape(" ".join(lines), line=GREY, width=0.1)
