"""Makes what the pages are lettered and painted with: the typeface, cut down to what is written, and the pictures.

make art
The typeface comes from npm; its licence, kept beside it, reserves its name, so the cut-down one has a name of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from as_svg import svg

from majordome.games.murder import pictures
from majordome.games.murder.cards import PICTURES
from majordome.printing.engraving import castle, castle_flags, castle_windows
from majordome.printing.ink import Colour, Shape

ROOT = Path(__file__).parents[1]
FONT = ROOT / ".npm" / "node_modules" / "@fontsource" / "playfair-display"
FONTS = ROOT / "controller" / "majordome" / "web" / "static" / "fonts"
MURDER = ROOT / "controller" / "majordome" / "games" / "murder" / "page" / "pictures"

NAME = "Majordome Display"
FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "ccmp", "locl"]
WESTERN = (
    range(0x20, 0x7F),
    range(0xA0, 0x100),
    (0x152, 0x153, 0x178),
    range(0x2010, 0x2027),
    (0x202F, 0x20AC, 0x2212),
)
OTHER = (range(0x100, 0x152), range(0x154, 0x178), range(0x179, 0x180), (0x218, 0x219, 0x21A, 0x21B))
NIGHT: Colour = (11, 7, 16)
CANDLE: Colour = (246, 201, 120)


def typeface() -> None:
    """Two files: what French and English are written with, and letters of other languages, for names."""
    from fontTools import subset  # needed only here

    FONTS.mkdir(exist_ok=True)
    for part, letters in (("latin", WESTERN), ("latin-ext", OTHER)):
        options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=["*"])
        font = subset.load_font(str(FONT / "files" / f"playfair-display-{part}-600-normal.woff2"), options)
        cut = subset.Subsetter(options)
        cut.populate(unicodes=[letter for some in letters for letter in some])
        cut.subset(font)
        for record in list(font["name"].names):
            if record.nameID in (1, 3, 4, 6, 16):
                text = NAME.replace(" ", "") if record.nameID == 6 else NAME
                font["name"].setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
        subset.save_font(font, str(FONTS / f"display-{part}.woff2"), options)
    shutil.copy(FONT / "LICENSE", FONTS / "OFL.txt")


def drawings() -> Iterator[tuple[str, str]]:
    """Each picture of the murder party by its name: the roles as on their cards, and the castle by night."""
    for role, draw in PICTURES.items():
        yield role.value, svg(draw(), pictures.WIDTH, pictures.HEIGHT, pictures.WINDOW)
    yield "castle", svg(by_night(), 40, 24)


def by_night() -> Iterable[Shape]:
    """A shape against the sky, and light in its windows."""
    return Shape(f"{castle()} {castle_flags()}", fill=NIGHT), Shape(castle_windows(), fill=CANDLE)


def main() -> None:
    """All of it."""
    if FONT.exists():
        typeface()
    MURDER.mkdir(exist_ok=True)
    for name, drawing in drawings():
        (MURDER / f"{name}.svg").write_text(drawing, "utf-8")


if __name__ == "__main__":
    main()
