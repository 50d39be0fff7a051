"""The drawing programs, run so that they draw the same on every machine: with these fonts and no others.

Graphviz, rsvg and OpenSCAD ask fontconfig for their fonts, and what it answers depends on all that is installed and on
what its user has set. So each of them is given a fontconfig of its own.
"""

from __future__ import annotations

import os
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

FOLDERS = tuple(
    Path(folder).expanduser()
    for folder in ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
)
# wireviz asks for arial; nothing else is asked for that is not in FONTS
SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <alias binding="same"><family>arial</family><prefer><family>Liberation Sans</family></prefer></alias>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class Font:
    """One font file. Its revision counts: Liberation 1.07 and 2.1 share a name, but not the room between letters."""

    file: str
    revision: float
    package: str

    def path(self) -> Path | None:
        """Where it is on this machine."""
        found = (path for folder in FOLDERS for path in sorted(folder.rglob(self.file)))
        return next((path for path in found if revision(path) == self.revision), None)


FONTS = (
    Font("LiberationSans-Regular.ttf", 2.1, "fonts-liberation2"),
    Font("DejaVuSans.ttf", 2.37, "fonts-dejavu-core"),
    Font("DejaVuSans-Bold.ttf", 2.37, "fonts-dejavu-core"),
)


def revision(path: Path) -> float:
    """The revision that a font file gives itself, in its table `head`."""
    data = path.read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    places = {tag: place for tag, _, place, _ in (struct.unpack_from(">4s3I", data, 12 + 16 * n) for n in range(count))}
    (fixed,) = struct.unpack_from(">i", data, places[b"head"] + 4)
    return round(float(fixed) / 65536, 2)


def missing_fonts() -> list[str]:
    """The Debian packages of the fonts that are not here."""
    return sorted({font.package for font in FONTS if font.path() is None})


def run(*command: str, given: bytes = b"") -> bytes:
    """What a program prints; where it fails, its own words. It knows no date, no language and no fonts but FONTS."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"FONTCONFIG_FILE": private_fonts(Path(folder)), "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"}
        done = subprocess.run(command, input=given, capture_output=True, env={**os.environ, **settings})
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{(done.stderr or done.stdout).decode(errors='replace')}")
    return done.stdout


def private_fonts(folder: Path) -> str:
    """A fontconfig file in a folder, which leads to FONTS only."""
    for font in FONTS:
        path = font.path()
        if path is None:
            raise RuntimeError(f"{font.file} {font.revision:g} is missing: apt install {font.package}")
        (folder / font.file).symlink_to(path)
    file = folder / "fonts.conf"
    file.write_text(SETTINGS.format(folder=folder), "utf-8")
    return str(file)


def font(file: str) -> Path:
    """One of FONTS."""
    path = next(font for font in FONTS if font.file == file).path()
    if path is None:
        raise RuntimeError(f"{file} is missing: apt install " + ", ".join(missing_fonts()))
    return path
