"""Does it all fit? The bought parts and their plugs as volumes (bought.scad): none in another, all in the box."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from drafting import programs
from drafting.enclosure import BOX

Three = tuple[float, float, float]
USB_PLUG = 30.0  # mm that a straight USB plug needs from the Pi's edge


@dataclass(frozen=True, slots=True)
class Volume:
    """A box around something bought, as seen from the front."""

    name: str
    kind: str  # board | socket | part | plug
    part: str  # its key in the parts list
    at: Three
    size: Three

    def span(self, axis: int) -> tuple[float, float]:
        return self.at[axis], self.at[axis] + self.size[axis]

    def meets(self, other: Volume) -> bool:
        """They share some room, not only a face."""
        spans = ((self.span(axis), other.span(axis)) for axis in range(3))
        return all(min(a[1], b[1]) - max(a[0], b[0]) > 0.05 for a, b in spans)


@dataclass(frozen=True, slots=True)
class Room:
    """The inside of the box, and all that is in it."""

    least: Three
    most: Three
    bought: tuple[Volume, ...]

    def collisions(self) -> Iterator[tuple[str, str]]:
        """Any two that want the same room. A socket belongs to its board."""
        for one, other in combinations(self.bought, 2):
            if one.meets(other):
                yield one.name, other.name

    def outside(self) -> Iterator[str]:
        """What sticks out of the box, or into a wall."""
        for volume in self.bought:
            inside = all(
                self.least[axis] - 0.05 <= volume.span(axis)[0] and volume.span(axis)[1] <= self.most[axis] + 0.05
                for axis in range(3)
            )
            if not inside:
                yield volume.name


ASK = """include <{box}>
include <{bought}>
part = "none";
echo(room = [[wall, wall, front], [width - wall, height - wall, depth - back_thick]]);
for (volume = bought) echo(bought = volume);
"""


def room(build: str) -> Room:
    """The box of a build, as OpenSCAD reckons it."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "ask.scad", Path(folder) / "told.echo"
        source.write_text(ASK.format(box=BOX, bought=BOX.with_name("bought.scad")), "utf-8")
        programs.run("openscad", "-D", f'build="{build}"', "-o", str(out), str(source))
        lines = out.read_text("utf-8").splitlines()
    told = [line.removeprefix("ECHO: ").partition(" = ") for line in lines if line.startswith("ECHO: ")]
    (walls,) = (json.loads(value) for name, _, value in told if name == "room")
    volumes = [json.loads(value) for name, _, value in told if name == "bought"]
    bought = tuple(Volume(name, kind, part, tuple(at), tuple(size)) for name, kind, part, at, size in volumes)
    return Room(tuple(walls[0]), tuple(walls[1]), bought)
