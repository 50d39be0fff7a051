"""The box taken apart, each thing with the number of its line in the parts list."""

from __future__ import annotations

import json
import tempfile
from io import BytesIO
from math import cos, radians, sin, tan
from pathlib import Path
from typing import Any

from drafting import programs
from drafting.enclosure import SCENE, lit, settings
from drafting.parts import numbers

Point = tuple[float, float, float]
SIZE = (2200, 1500)
ANGLES, MIDDLE, DISTANCE = (68.0, 0.0, 58.0), (0.0, 235.0, 100.0), 1650.0
FIELD = 22.5  # degrees: OpenSCAD's own
BALL, LETTERS = 27, 34  # dots
MOST = (1400, 1000)


def on_picture(point: Point) -> tuple[float, float]:
    """Where OpenSCAD's camera sees a point: turned about z, then x, without perspective."""
    x, y, z = (p - m for p, m in zip(point, MIDDLE, strict=True))
    about_z, about_x = radians(-ANGLES[2]), radians(90 - ANGLES[0])
    x, y = x * cos(about_z) - y * sin(about_z), x * sin(about_z) + y * cos(about_z)
    up = y * sin(about_x) + z * cos(about_x)
    scale = SIZE[1] / 2 / (DISTANCE * tan(radians(FIELD / 2)))
    return SIZE[0] / 2 + x * scale, SIZE[1] / 2 - up * scale


def anchors(build: str) -> list[tuple[str, Point]]:
    """(key of the parts list, a point in the middle of it), once for each key and printed part."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "told.echo"
        programs.run("openscad", *settings({"build": build, "show": "exploded"}), "-o", str(out), str(SCENE))
        lines = out.read_text("utf-8").splitlines()
    found: list[tuple[str, Point]] = []
    for line in lines:
        name, _, value = line.removeprefix("ECHO: ").partition(" = ")
        if name == "anchor":
            key, (x, y, z) = json.loads(value)
            if key == "print" or key not in dict(found):
                found.append((key, (x, y, z)))
    return found


def png(build: str) -> bytes:
    from PIL import Image, ImageDraw, ImageFont  # comes with WireViz

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "view.png"
        camera = ",".join(f"{value:g}" for value in (*MIDDLE, *ANGLES, DISTANCE))
        view = ["--preview", f"--imgsize={SIZE[0]},{SIZE[1]}", "--colorscheme=Tomorrow", "--projection=ortho"]
        view += [f"--camera={camera}", *settings({"build": build, "show": "exploded"})]
        programs.run("xvfb-run", "-a", "openscad", *view, "-o", str(out), str(SCENE))
        with Image.open(out) as opened:
            picture = lit(opened.convert("RGB"))
    drawing = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(programs.font("DejaVuSans-Bold.ttf")), LETTERS)
    known = numbers(build)
    for key, (px, py), (bx, by) in beside([(key, on_picture(point)) for key, point in anchors(build) if key in known]):
        drawing.line((px, py, bx, by), fill="#222222", width=3)
        drawing.ellipse((px - 6, py - 6, px + 6, py + 6), fill="#222222")
        drawing.ellipse((bx - BALL, by - BALL, bx + BALL, by + BALL), fill="white", outline="#222222", width=3)
        drawing.text((bx, by), str(known[key]), fill="#222222", font=font, anchor="mm")
    return shrunk(picture)


def beside(points: list[tuple[str, tuple[float, float]]]) -> list[tuple[str, tuple[float, float], tuple[float, float]]]:
    """A place for each number: above what is high on the picture, below what is low, none on another."""
    placed = []
    for high in (True, False):
        row = sorted((p for p in points if (p[1][1] < _diagonal(p[1][0])) is high), key=lambda p: p[1][0])
        last = -1000.0
        for key, (x, y) in row:
            at = max(x, last + 2.4 * BALL)
            last = at
            edge = _diagonal(at) + (-390 if high else 390)
            placed.append((key, (x, y), (min(at, SIZE[0] - BALL - 4), min(max(edge, BALL + 4), SIZE[1] - BALL - 4))))
    return placed


def _diagonal(x: float) -> float:
    """The line along which the box is taken apart."""
    (x1, y1), (x2, y2) = on_picture((0.0, -90.0, 100.0)), on_picture((0.0, 550.0, 100.0))
    return y1 + (x - x1) * (y2 - y1) / (x2 - x1)


def shrunk(picture: Any) -> bytes:
    """Cut to what is on it, and small enough for a page."""
    from PIL import Image, ImageChops

    paper = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, paper).getbbox() or (0, 0, *picture.size)
    picture = picture.crop((max(0, left - 20), max(0, top - 20), right + 20, bottom + 20))
    picture.thumbnail(MOST)
    drawn = BytesIO()
    picture.quantize(200).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()
