"""The printed parts: OpenSCAD sources to STL files and pictures, and a check that a printer can print them."""

from __future__ import annotations

import struct
import tempfile
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from drafting import programs

HW = Path(__file__).parent.parent
ENCLOSURE = HW / "enclosure"
BOX, PAD, SCENE = ENCLOSURE / "box.scad", ENCLOSURE / "chair_pad.scad", ENCLOSURE / "scene.scad"
BOUGHT = ENCLOSURE / "bought.scad"
SOURCES = (SCENE, BOX, BOUGHT, Path(__file__))  # of every picture
SENSORS = {"starter": "switch", "full": "fsr"}

# STL file -> its source and what is set in it
PRINTED: dict[str, tuple[Path, dict[str, str]]] = {
    **{
        f"{build}-{part}": (BOX, {"build": build, "part": part})
        for build in SENSORS
        for part in ("shell", "back", "carrier")
    },
    "coupon": (BOX, {"build": "full", "part": "coupon"}),
    **{
        f"{build}-pad-{part}": (PAD, {"sensor": sensor, "part": part})
        for build, sensor in SENSORS.items()
        for part in ("base", "lid")
    },
}
# picture -> what is shown, and from where (the camera's three angles)
VIEWS: dict[str, tuple[dict[str, str], str]] = {
    f"{build}-{show}": ({"build": build, "show": show}, angles)
    for build in SENSORS
    for show, angles in (("front", "78,0,25"), ("printed", "35,0,0"), ("pad", "50,0,12"))
}


def shown(values: Mapping[str, str]) -> list[str]:
    """The printed parts that a view shows."""
    pad = values["show"] == "pad"
    return [part for part in PRINTED if part.startswith(values["build"]) and ("pad" in part) is pad]


def settings(values: Mapping[str, str]) -> list[str]:
    return [word for name, value in values.items() for word in ("-D", f'{name}="{value}"')]


def stl(source: Path, values: Mapping[str, str]) -> bytes:
    """A part, ready to print. The triangles are sorted: the file says the same whichever order they were found in."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "part.stl"
        programs.run(
            "openscad",
            "-q",
            "--hardwarnings",
            "--export-format",
            "binstl",
            *settings(values),
            "-o",
            str(out),
            str(source),
        )
        return pack(sorted(triangles(out.read_bytes())))


Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]


def triangles(data: bytes) -> list[Triangle]:
    """The triangles of a binary STL, each beginning with its smallest corner."""
    (count,) = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        raise ValueError(f"an STL of {count} triangles has {84 + 50 * count} bytes, not {len(data)}")
    found = []
    for n in range(count):
        numbers = struct.unpack_from("<12f", data, 84 + 50 * n)[3:]
        corners = [numbers[0:3], numbers[3:6], numbers[6:9]]
        first = corners.index(min(corners))
        found.append((*corners[first:], *corners[:first]))
    return found  # type: ignore[return-value]  # three corners, turned round, are three corners


def pack(found: list[Triangle]) -> bytes:
    """A binary STL. Printers reckon the normals themselves, so they are left at nought."""
    numbers = ([number for corner in triangle for number in corner] for triangle in found)
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *nine, 0) for nine in numbers)
    return b"Majordome".ljust(80, b"\0") + struct.pack("<I", len(found)) + body


def open_edges(data: bytes) -> int:
    """How many edges are not met by exactly one edge that runs the other way: none, where the body is closed."""
    edges: Counter[tuple[Corner, Corner]] = Counter()
    for a, b, c in triangles(data):
        edges.update([(a, b), (b, c), (c, a)])
    return sum(count != edges[b, a] for (a, b), count in edges.items())


def volume(data: bytes) -> float:
    """Cubic millimetres; negative where it is inside out."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in triangles(data):
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6


def measures(data: bytes) -> tuple[float, float, float]:
    """How long, wide and high."""
    corners = [corner for triangle in triangles(data) for corner in triangle]
    across = [max(axis) - min(axis) for axis in zip(*corners, strict=True)]
    return across[0], across[1], across[2]


def png(values: Mapping[str, str], angles: str) -> bytes:
    """A picture of the printed parts, cut to what is on it."""
    from PIL import Image, ImageChops  # comes with WireViz

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "view.png"
        view = ["--preview", "--imgsize=1800,1500", "--colorscheme=Tomorrow", "--viewall", "--autocenter"]
        view.append(f"--camera=0,0,0,{angles},600")
        programs.run("xvfb-run", "-a", "openscad", *view, *settings(values), "-o", str(out), str(SCENE))
        with Image.open(out) as opened:
            picture = lit(opened.convert("RGB"))
    paper = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, paper).getbbox() or (0, 0, *picture.size)
    picture = picture.crop((max(0, left - 30), max(0, top - 30), right + 30, bottom + 30))
    picture.thumbnail((900, 560))
    drawn = BytesIO()
    picture.quantize(128).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()


LIFT = 0.6


def lit(picture: Any) -> Any:
    """OpenSCAD has one lamp, and what is turned away from it is nearly black: lift the shadows."""
    return picture.point([round(255 * (value / 255) ** LIFT) for value in range(256)] * 3)


def unlit(colour: str) -> str:
    """The colour that is this one when it is lit."""
    return "#" + "".join(f"{round(255 * (value / 255) ** (1 / LIFT)):02x}" for value in bytes.fromhex(colour[1:]))


def alike(one: bytes, other: bytes) -> bool:
    """Two pictures that nobody could tell apart: another machine's renderer may round a pixel differently."""
    from PIL import Image, ImageChops, ImageStat

    with Image.open(BytesIO(one)) as a, Image.open(BytesIO(other)) as b:
        if abs(a.width - b.width) > 2 or abs(a.height - b.height) > 2:
            return False
        difference = ImageChops.difference(a.convert("RGB"), b.convert("RGB").resize(a.size))
    return max(ImageStat.Stat(difference).mean) < 3
