"""Looks at a printed deck as a reader of PDF does: letters and pixels, in millimetres from the upper left corner."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from functools import cached_property
from math import floor
from pathlib import Path
from typing import Any

import pypdfium2

from majordome.printing.deck import Deck, Lang
from majordome.printing.instructions import Sides
from majordome.printing.sheet import Paper, print_deck

PIXELS = 8  # in a millimetre: on A4 every card begins with a whole pixel
POINT = 25.4 / 72
CARD = (63.0, 88.0)


@dataclass(frozen=True)
class Letter:
    """A letter and the box of its ink."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Printed:
    """A deck on paper."""

    def __init__(self, deck: Deck, folder: Path, paper: Paper = "a4", lang: Lang = "fr", sides: Sides = "long") -> None:
        self.path = folder / f"{paper}-{lang}-{sides}.pdf"
        self.count = print_deck(deck, self.path, paper, lang, sides)

    @cached_property
    def pages(self) -> list[Any]:
        return list(pypdfium2.PdfDocument(self.path))

    def size(self, page: int) -> tuple[float, float]:
        width, height = self.pages[page].get_size()
        return width * POINT, height * POINT

    def text(self, page: int) -> str:
        return str(self.pages[page].get_textpage().get_text_range())

    def letters(self, page: int) -> list[Letter]:
        """All letters that leave ink."""
        text = self.pages[page].get_textpage()
        _, height = self.size(page)
        found = []
        for number in range(text.count_chars()):
            letter = text.get_text_range(number, 1)
            left, bottom, right, top = (edge * POINT for edge in text.get_charbox(number))
            if letter.strip() and right > left:
                found.append(Letter(letter, left, height - top, right, height - bottom))
        return found

    def picture(self, page: int) -> Any:
        return self.pages[page].render(scale=PIXELS * POINT).to_pil().convert("RGB")

    def faces(self, page: int) -> list[bytes]:
        """What the file says to draw for each face of a page without cutting lines, wherever on it that is."""
        streams = re.findall(rb"/FlateDecode.*?stream\n(.*?)\nendstream", self.path.read_bytes(), re.DOTALL)
        _, *faces = re.split(rb"\nq\n1 0 0 1 [-0-9. ]+ cm\n", zlib.decompress(streams[page]))
        return [face.strip() for face in faces]

    def cells(self, page: int) -> list[tuple[float, float]]:
        """The upper left corners of the nine places."""
        width, height = self.size(page)
        left, top = (width - 3 * CARD[0]) / 2, (height - 3 * CARD[1]) / 2
        return [(left + column * CARD[0], top + row * CARD[1]) for row in range(3) for column in range(3)]


def cut_out(picture: Any, corner: tuple[float, float], inset: float = 0.0) -> Any:
    """One card of a page, without a border of so many millimetres."""
    left, top = (floor(edge * PIXELS + 0.001) for edge in corner)
    gap = round(inset * PIXELS)
    return picture.crop((left + gap, top + gap, left + 63 * PIXELS - gap, top + 88 * PIXELS - gap))
