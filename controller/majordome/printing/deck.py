"""A deck: cards with two faces, in piles that begin on a new sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from majordome.printing.ink import PAPER, Colour, Mark

Lang = Literal["fr", "en"]

CARD_WIDTH = 63.0  # millimetres: poker size, for which there are sleeves everywhere
CARD_HEIGHT = 88.0


@dataclass(frozen=True)
class Face:
    """One side of a card: marks from back to front, on a ground that also fills the bleed around the card."""

    marks: tuple[Mark, ...]
    ground: Colour = PAPER


@dataclass(frozen=True)
class Card:
    """A card to cut out.

    `two_sided`: both sides are played, so the back is printed even where only fronts are wanted. Every other back
    hides its front.
    """

    name: str
    front: Face
    back: Face
    two_sided: bool = False


@dataclass(frozen=True)
class Deck:
    """All cards of a game.

    Each pile begins on a sheet of its own: neighbours then share their ground, and a cut that is a little off
    uncovers nothing of another colour.
    """

    title: str
    piles: tuple[tuple[Card, ...], ...]

    def __post_init__(self) -> None:
        for pile in self.piles:
            if len({card.back for card in pile if not card.two_sided}) > 1:
                raise ValueError("the backs of a pile differ and would give its cards away")

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of every pile."""
        return tuple(card for pile in self.piles for card in pile)
