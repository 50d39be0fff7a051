"""The box taken apart, and opened from behind with its wires: each thing with its number in the parts list."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin, tan
from pathlib import Path
from typing import Any

from drafting import cables, programs
from drafting.enclosure import SCENE, lit, settings, unlit
from drafting.languages import Say, english
from drafting.parts import numbers

Point = tuple[float, float, float]
Dot = tuple[float, float]
SIZE = (2200, 1500)
FIELD = 22.5  # degrees: OpenSCAD's own
BALL, LETTERS, TAG = 27, 34, 24  # dots
MOST = (1400, 1000)
BOTH_ENDS = ("print", "usb-cable")  # numbered wherever they are; all else once


@dataclass(frozen=True, slots=True)
class View:
    """From where the box is looked at, without perspective, and the line beside which the numbers stand."""

    angles: Point
    middle: Point
    distance: float
    line: tuple[Point, Point]
    far: float  # from that line to the numbers, in dots
    apart: float = 2.4 * BALL  # from one number to the next

    def on_picture(self, point: Point) -> Dot:
        """Where OpenSCAD's camera sees a point: turned about z, then x."""
        x, y, z = (p - m for p, m in zip(point, self.middle, strict=True))
        about_z, about_x = radians(-self.angles[2]), radians(90 - self.angles[0])
        x, y = x * cos(about_z) - y * sin(about_z), x * sin(about_z) + y * cos(about_z)
        up = y * sin(about_x) + z * cos(about_x)
        scale = SIZE[1] / 2 / (self.distance * tan(radians(FIELD / 2)))
        return SIZE[0] / 2 + x * scale, SIZE[1] / 2 - up * scale

    def height_at(self, x: float) -> float:
        """The height of the line."""
        (x1, y1), (x2, y2) = (self.on_picture(point) for point in self.line)
        return y1 + (x - x1) * (y2 - y1) / (x2 - x1)

    def beside(self, points: list[tuple[str, Dot]]) -> list[tuple[str, Dot, Dot]]:
        """A place for each number: above what is high on the picture, below what is low, none on another."""
        placed = []
        for high in (True, False):
            row = sorted((p for p in points if (p[1][1] < self.height_at(p[1][0])) is high), key=lambda p: p[1][0])
            last = -1000.0
            for key, (x, y) in row:
                last = at = max(x, last + self.apart)
                edge = self.height_at(at) + (-self.far if high else self.far)
                inside = min(at, SIZE[0] - BALL - 4), min(max(edge, BALL + 4), SIZE[1] - BALL - 4)
                placed.append((key, (x, y), inside))
        return placed


VIEWS = {
    "exploded": View(  # along the line from the button to the back
        (68.0, 0.0, 58.0), (0.0, 235.0, 100.0), 1650.0, ((0.0, -90.0, 100.0), (0.0, 550.0, 100.0)), 390.0
    ),
    "apart": View(  # opened from behind, the back beside the shell
        (70.0, 0.0, -18.0), (95.0, -60.0, 100.0), 1250.0, ((-75.0, -60.0, 108.0), (235.0, -115.0, 108.0)), 440.0
    ),
    "pi": View(
        (68.0, 0.0, 30.0), (10.0, 60.0, 122.0), 560.0, ((-70.0, 60.0, 128.0), (110.0, 60.0, 128.0)), 530.0, 420.0
    ),
    "coupon": View((40.0, 0.0, 20.0), (62.0, 22.0, 0.0), 330.0, ((0.0, 22.0, 0.0), (96.0, 22.0, 0.0)), 400.0, 335.0),
}


def told(build: str, show: str) -> Iterator[tuple[str, Any]]:
    """What the scene says of itself."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "told.echo"
        programs.run("openscad", *settings({"build": build, "show": show}), "-o", str(out), str(SCENE))
        lines = out.read_text("utf-8").splitlines()
    for line in lines:
        name, _, value = line.removeprefix("ECHO: ").partition(" = ")
        if name in ("anchor", "part"):
            yield name, json.loads(value)


def anchors(build: str, show: str) -> list[tuple[str, Point]]:
    """(key of the parts list, a point on it)."""
    found: list[tuple[str, Point]] = []
    for name, value in told(build, show):
        if name == "anchor":
            key, (x, y, z) = value
            if key in BOTH_ENDS or key not in dict(found):
                found.append((key, (x, y, z)))
    return found


def parts(build: str) -> dict[str, cables.Corners]:
    """Where everything in the opened box is."""
    found = (value for name, value in told(build, "apart") if name == "part")
    return {part: ((x, y, z), (x2, y2, z2)) for part, (x, y, z), (x2, y2, z2) in found}


def png(build: str, show: str, say: Say = english) -> bytes:
    from PIL import Image, ImageDraw, ImageFont  # comes with WireViz

    view = VIEWS[show]
    laid = cables.wires(build, parts(build)) if show == "apart" else []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "view.png"
        camera = ",".join(f"{value:g}" for value in (*view.middle, *view.angles, view.distance))
        look = ["--preview", f"--imgsize={SIZE[0]},{SIZE[1]}", "--colorscheme=Tomorrow", "--projection=ortho"]
        look += [f"--camera={camera}", *settings({"build": build, "show": show})]
        look += ["-D", f"wires={written(laid)}"]
        programs.run("xvfb-run", "-a", "openscad", *look, "-o", str(out), str(SCENE))
        with Image.open(out) as opened:
            picture = lit(opened.convert("RGB"))
    drawing = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(programs.font("DejaVuSans-Bold.ttf")), LETTERS)
    known = numbers(build)
    for key, (px, py), (bx, by) in view.beside([(key, view.on_picture(point)) for key, point in anchors(build, show)]):
        drawing.line((px, py, bx, by), fill="#222222", width=3)
        drawing.ellipse((px - 6, py - 6, px + 6, py + 6), fill="#222222")
        words = str(known[key]) if key in known else say(key)  # the coupon's holes have names, not numbers
        half = BALL if len(words) < 3 else drawing.textlength(words, font) / 2 + 14
        drawing.rounded_rectangle((bx - half, by - BALL, bx + half, by + BALL), BALL, "white", "#222222", 3)
        drawing.text((bx, by), words, fill="#222222", font=font, anchor="mm")
    small = ImageFont.truetype(str(programs.font("DejaVuSans-Bold.ttf")), TAG)
    for name, (x, y) in ((cable, view.on_picture(point)) for cable, point in cables.tags(laid)):
        half = drawing.textlength(name, small) / 2 + 6
        drawing.rounded_rectangle((x - half, y - TAG * 0.6, x + half, y + TAG * 0.6), 6, "#fff6c8", "#222222", 2)
        drawing.text((x, y), name, fill="#222222", font=small, anchor="mm")
    return shrunk(picture)


def written(laid: list[cables.Wire]) -> str:
    """Wires as scene.scad takes them; a tenth of a millimetre is fine enough."""
    return json.dumps([[unlit(w.colour), w.across, [[round(p, 1) for p in point] for point in w.path]] for w in laid])


def shrunk(picture: Any) -> bytes:
    """Cut to what is on it, and small enough for a page."""
    from PIL import Image, ImageChops

    paper = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, paper).getbbox() or (0, 0, *picture.size)
    picture = picture.crop((max(0, left - 20), max(0, top - 20), right + 20, bottom + 20))
    picture.thumbnail(MOST)
    drawn = BytesIO()
    picture.quantize(256, Image.Quantize.FASTOCTREE).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()
