"""Puts marks on a PDF page with fpdf2, which is imported only here and only when a page is really drawn."""

from __future__ import annotations

import importlib.util
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from majordome.errors import CannotPrint
from majordome.printing.deck import CARD_HEIGHT, CARD_WIDTH, Face
from majordome.printing.ink import Colour, Lettering, Mark, Paragraph, Picture, Shape, Style

if TYPE_CHECKING:
    from fpdf.drawing import GraphicsContext, PaintedPath
    from fpdf.drawing_primitives import DeviceRGB

STYLES: dict[Style, Literal["", "B", "I"]] = {"roman": "", "bold": "B", "italic": "I"}
POINT = 25.4 / 72
LEADING = 1.17  # of the size of the letters
CAP_HEIGHT = 0.66
SMALLEST = 5.0  # points: what is longer than that is a mistake of ours, not something to print
NEVER_BROKEN = re.compile("(?<=«) | (?=[:;!?%»])")  # French signs stand apart from their word, but on its line
ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)  # the same deck is the same file, whenever it is made


class Pen:
    """A PDF under way."""

    def __init__(self, width: float, height: float, title: str, lang: str) -> None:
        if importlib.util.find_spec("fpdf") is None:
            raise CannotPrint("cards are drawn with fpdf2, which is not installed: pip install 'majordome[cards]'")
        from fpdf import FPDF

        pdf = FPDF(unit="mm", format=(width, height))
        pdf.set_auto_page_break(False)
        pdf.set_creation_date(ALWAYS)
        pdf.set_title(title)
        pdf.set_lang(lang)
        pdf.core_fonts_encoding = "windows-1252"  # Latin-1, and the quotes and the œ that French wants
        self._pdf = pdf

    def new_page(self) -> None:
        """Everything from here on is drawn on the next page."""
        self._pdf.add_page()

    def finish(self) -> bytes:
        """The whole file."""
        return bytes(self._pdf.output())

    def face(self, face: Face, x: float, y: float, *, turned: bool = False) -> None:
        """A face with its upper left corner there; `turned`: upside down in the same place.

        Drawn in millimetres of its own, so that the same face is the same bytes wherever it lies.
        """
        from fpdf.drawing_primitives import Transform

        place = Transform.translation(x, y)
        if turned:
            place = Transform.rotation_d(180).translate(CARD_WIDTH, CARD_HEIGHT) @ place
        with self._pdf.transform(place):
            self.draw(face.marks)

    def draw(self, marks: tuple[Mark, ...]) -> None:
        """Marks, from back to front."""
        for mark in marks:
            match mark:
                case Shape() | Picture():
                    with self._pdf.drawing_context() as drawing:
                        drawing.add_item(_graphics(mark), clone=False)
                case Lettering():
                    self._words(mark)
                case Paragraph():
                    self._paragraph(mark)

    def _words(self, words: Lettering) -> None:
        pdf = self._pdf
        size = words.size
        while (width := self._width(words.text, size, words.style, words.spacing)) > words.widest and size > SMALLEST:
            size -= 0.25
        left = words.x - width / 2
        with pdf.rotation(180 if words.turned else 0, words.x, words.y):
            self._ink(words.colour)
            if words.spacing:
                for letter in words.text:
                    pdf.text(left, words.y, letter)
                    left += pdf.get_string_width(letter) + words.spacing
            else:
                pdf.text(left, words.y, words.text)
            if words.underlined:
                thick = size * POINT * 0.07
                pdf.rect(words.x - width / 2, words.y + 1.8 * thick, width, thick, style="F")

    def _paragraph(self, paragraph: Paragraph) -> None:
        size = paragraph.size
        while len(lines := self._wrapped(paragraph, size)) * size * LEADING * POINT > paragraph.height:
            size -= 0.25
            if size < SMALLEST:
                raise ValueError(f"too long for its box: {paragraph.text}")
        step = size * LEADING * POINT
        first = paragraph.y + (paragraph.height - (len(lines) - 1) * step + size * CAP_HEIGHT * POINT) / 2
        self._ink(paragraph.colour)
        for number, line in enumerate(lines):
            spare = paragraph.width - self._width(line, size, paragraph.style)
            self._pdf.text(paragraph.x + (spare / 2 if paragraph.centred else 0), first + number * step, line)

    def _wrapped(self, paragraph: Paragraph, size: float) -> list[str]:
        """As few lines as can be; if they are centred, all about as long, so that no word is left alone."""
        width = paragraph.width
        lines = self._broken(paragraph, size, width)
        while paragraph.centred and width > paragraph.width / 2:
            width -= 0.5
            narrower = self._broken(paragraph, size, width)
            if len(narrower) > len(lines) or max(self._width(line, size, paragraph.style) for line in narrower) > width:
                break
            lines = narrower
        return lines

    def _broken(self, paragraph: Paragraph, size: float, width: float) -> list[str]:
        """As many words to a line as fit."""
        lines: list[str] = []
        for part in NEVER_BROKEN.sub("\N{NO-BREAK SPACE}", paragraph.text).split("\n"):
            line = ""
            for word in part.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self._width(longer, size, paragraph.style) > width:
                    lines.append(line)
                    longer = word
                line = longer
            lines.append(line)
        return lines

    def _width(self, text: str, size: float, style: Style, spacing: float = 0.0) -> float:
        self._pdf.set_font("Times", STYLES[style], size)
        return self._pdf.get_string_width(text) + spacing * (len(text) - 1)

    def _ink(self, colour: Colour) -> None:
        self._pdf.set_text_color(*colour)
        self._pdf.set_fill_color(*colour)


def _graphics(mark: Shape | Picture) -> PaintedPath | GraphicsContext:
    """The mark as fpdf2 draws it."""
    from fpdf.drawing import ClippingPath, GraphicsContext, PaintedPath
    from fpdf.drawing_primitives import Transform
    from fpdf.svg import svg_path_converter

    graphics: PaintedPath | GraphicsContext
    if isinstance(mark, Shape):
        graphics = PaintedPath()
        graphics.style.auto_close = False
        graphics.style.intersection_rule = "nonzero"
        graphics.style.fill_color = _rgb(mark.fill)
        graphics.style.stroke_color = _rgb(mark.line)
        graphics.style.stroke_width = mark.width
        graphics.style.stroke_cap_style = graphics.style.stroke_join_style = "round"
        svg_path_converter(graphics, mark.path)
    else:
        graphics = GraphicsContext()
        graphics.transform = Transform.rotation_d(mark.turn).scale(mark.scale).translate(mark.x, mark.y)
        for shape in mark.shapes:
            graphics.add_item(_graphics(shape), clone=False)
    if mark.clip is not None:
        clip = ClippingPath()
        clip.style.intersection_rule = "nonzero"
        svg_path_converter(clip, mark.clip)
        graphics.clipping_path = clip
    return graphics


def _rgb(colour: Colour | None) -> DeviceRGB | None:
    from fpdf.drawing_primitives import DeviceRGB

    return None if colour is None else DeviceRGB(*(part / 255 for part in colour))
