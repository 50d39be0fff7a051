"""The wiring: WireViz sources, read for their pins and parts, and drawn."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from drafting import programs
from drafting.languages import Say, english
from drafting.parts import numbers

HW = Path(__file__).parent.parent
WIRING = HW / "wiring"
BUILDS = ("starter", "full")
LISTED = "no. {} on the list"  # where a part stands in parts/*.csv


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of one connector: PI 11 GPIO17."""

    connector: str
    place: str
    label: str


class Harness:
    """One drawing's source."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        self.build = self.name.partition("-")[0]
        self.source: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
        self.times = int(self.source["metadata"].get("times", 1))

    def pins(self) -> Iterator[Pin]:
        """Every pin that is drawn."""
        for name, connector in self.source["connectors"].items():
            labels = connector["pinlabels"]
            places = connector.get("pins", range(1, len(labels) + 1))
            for place, label in zip(places, labels, strict=True):
                yield Pin(name, str(place), str(label))

    def links(self) -> Iterator[tuple[Pin, Pin, str]]:
        """Every wire: from which pin to which, and its colour."""
        for _, one, other, colour in self.wires():
            yield one, other, colour

    def wires(self) -> Iterator[tuple[str, Pin, Pin, str]]:
        """The same, with the name of the cable."""
        known = {(pin.connector, pin.place): pin for pin in self.pins()}
        for row in self.source["connections"]:
            (one, ones), (cable, wires), (other, others) = (next(iter(step.items())) for step in row)
            colours = self.source["cables"][cable]["colors"]
            for a, wire, b in zip(spread(ones), spread(wires), spread(others), strict=True):
                yield cable, known[one, a], known[other, b], colours[int(wire) - 1]

    def parts(self) -> Iterator[tuple[str, str, int]]:
        """What is to be bought: (the name on the drawing, the part, how many)."""
        for name, connector in self.source["connectors"].items():
            if "pn" in connector:
                yield name, connector["pn"], self.times
        for name, cable in self.source["cables"].items():
            if "pn" in cable:
                loose = cable.get("category") == "bundle"
                yield name, cable["pn"], self.times * (cable["wirecount"] if loose else 1)


def spread(places: list[Any]) -> list[str]:
    """[1-3, T5] -> 1, 2, 3, T5."""
    found: list[str] = []
    for place in map(str, places):
        ends = re.fullmatch(r"(\d+)-(\d+)", place)
        found += map(str, range(int(ends[1]), int(ends[2]) + 1)) if ends else [place]
    return found


def harnesses(build: str | None = None) -> list[Harness]:
    """All drawings, or those of a build."""
    found = [Harness(path) for path in sorted(WIRING.glob("*.yml"))]
    return [harness for harness in found if build in (None, harness.build)]


def parts(build: str) -> Counter[str]:
    """All that the harnesses of a build are made of; what stands on two drawings under one name is one thing."""
    seen: dict[str, tuple[str, int]] = {}
    for harness in harnesses(build):
        for name, part, count in harness.parts():
            if seen.setdefault(name, (part, count)) != (part, count):
                raise ValueError(f"{harness.path.name}: {name} is {part} here and {seen[name][0]} on another drawing")
    needed: Counter[str] = Counter()
    for part, count in seen.values():
        needed[part] += count
    return needed


def said(source: dict[str, Any], say: Say) -> dict[str, Any]:
    """A drawing's source in another language. The names of connectors and cables are the same in all."""
    connectors = {
        name: {
            **connector,
            "type": say(connector["type"]),
            "pinlabels": [say(str(label)) for label in connector["pinlabels"]],
            **({"pins": [say_place(place, say) for place in connector["pins"]]} if "pins" in connector else {}),
        }
        for name, connector in source["connectors"].items()
    }
    cables = {
        name: {**cable, **{field: say(cable[field]) for field in ("type", "notes") if field in cable}}
        for name, cable in source["cables"].items()
    }
    rows = [
        [{name: [say_place(place, say) for place in places] for name, places in step.items()} for step in row]
        for row in source["connections"]
    ]
    return {**source, "connectors": connectors, "cables": cables, "connections": rows}


def say_place(place: Any, say: Say) -> Any:
    """11, T12, a5 and 1-3 are what they are."""
    return say(place) if isinstance(place, str) and " " in place else place


def numbered(plan: str, build: str, say: Say = english) -> str:
    """Each part with its number on the parts list, where WireViz writes a maker's; and WireViz's own words."""
    known = numbers(build)
    plan = re.sub(r"P/N: ([a-z0-9-]+)", lambda found: say(LISTED.format(known[found[1]])), plan)
    return re.sub(r">(\d+-pin|\d+\.\d+ m)<", lambda found: f">{say(found[1])}<", plan)


def svg(path: Path, say: Say = english) -> bytes:
    """The drawing. Words are set a little smaller than graphviz reckoned, so that no font makes them stick out."""
    from wireviz import wireviz  # only who draws needs it

    with tempfile.TemporaryDirectory() as folder:
        wireviz.parse(said(Harness(path).source, say), output_formats=("gv",), output_dir=folder, output_name="harness")
        plan = Path(folder) / "harness.gv"
        plan.write_text(numbered(plan.read_text("utf-8"), Harness(path).build, say), "utf-8")
        drawn = programs.run("dot", "-Tsvg", str(plan)).decode()
    drawn = re.sub(r"<!--.*?-->\n?", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace('font-size="14.00"', 'font-size="12.50"')
    return re.sub(r'font-family="arial"', 'font-family="Arial, Helvetica, sans-serif"', drawn).encode()
