"""The firmware for the Pico that came with this box: where it is, which version, and which files go on the board."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from majordome.errors import FileError

SETTINGS = "settings.py"  # what hangs on which pin: the builder's own, once it is on the board
Version = tuple[int, int, int]


def folder() -> Path | None:
    """In this tree, or where an installed box keeps it."""
    here = Path(__file__).resolve()
    places = (here.parents[3] / "firmware", Path(sys.prefix) / "share" / "majordome" / "firmware")
    return next((place for place in places if (place / "main.py").is_file()), None)


def files(place: Path | None = None) -> list[Path]:
    """All that goes on the board; `main.py` last, so that a copy that breaks off never starts half a firmware."""
    place = place or folder()
    if place is None:
        raise FileError("no firmware came with this Majordome: install it anew, or work in its source tree")
    return sorted(place.glob("*.py"), key=lambda path: (path.name == "main.py", path.name))


def version(place: Path | None = None) -> Version | None:
    """As one of its files says; None where there is no firmware."""
    if (place or folder()) is None:
        return None
    for file in files(place):
        found = re.search(r"^VERSION = \((\d+), (\d+), (\d+)\)", file.read_text("utf-8"), re.MULTILINE)
        if found:
            return int(found[1]), int(found[2]), int(found[3])
    return None
