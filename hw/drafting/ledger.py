"""What is made from what: every picture, STL and label with its sources, and the seals that tell whether it is fresh.

built.toml holds, for each file, the seal of its sources and the seal of its bytes, and the versions of the tools that
made them. A test compares the seals without any tool; `make hw ARGS=--check` makes everything anew and compares.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from drafting import (
    board_pictures,
    boards,
    enclosure,
    exploded,
    fabrication,
    fronts,
    gestures,
    glass_rows,
    harnesses,
    headers,
    kicad,
    labels,
    programs,
)
from drafting.languages import FRENCH, LANGUAGES, Say, drawn_in, english
from majordome.settings.config import read_settings

HW = Path(__file__).parent.parent
BUILT = HW / "built.toml"
DRAFTING = HW / "drafting"
PROGRAMS = DRAFTING / "programs.py"
ELECTRICS = HW / "electrics.py"
CIRCUITS = ("hourglass", "light", "buzzer", "switch", "pad", "glass", "lamp")
BOARDS = ("glass", "drivers")
LANGS = tuple(LANGUAGES)
GESTURES = {lang: drawn_in("gestures.svg", lang) for lang in LANGS}


def seal(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Job:
    """One file to make."""

    file: str
    tool: str
    sources: tuple[Path, ...]
    make: Callable[[], bytes]
    recipe: str = ""

    def fingerprint(self) -> str:
        """The seal of all it is made from."""
        texts = [seal(path.read_bytes()) if path.exists() else "" for path in self.sources]
        return seal(json.dumps([self.recipe, *texts]).encode())

    def is_fresh(self, ledger: Mapping[str, list[str]]) -> bool:
        """It is there, as it was made, from what its sources are now."""
        path = HW / self.file
        return path.exists() and ledger.get(self.file) == [self.fingerprint(), seal(path.read_bytes())]


def circuit(name: str, say: Say = english) -> bytes:
    from drafting import circuits  # schemdraw is needed only to draw

    return next(each for each in circuits.CIRCUITS if each.name == name).sheet(say).svg().encode()


def board(name: str, say: Say = english) -> bytes:
    from drafting import breadboards

    pins = read_settings(HW / "starter.toml").pins
    drawn = breadboards.glass(pins.hourglass) if name == "glass" else breadboards.DRIVERS
    starter = harnesses.harnesses("starter")
    places = {pin.label: pin.place for harness in starter for pin in harness.pins() if pin.connector == "PI"}
    ground = {pin.label: pin.place for harness in starter for pin in board_grounds(harness, name)}
    return breadboards.svg(drawn, {**places, **ground}, say).encode()


def board_grounds(harness: harnesses.Harness, name: str) -> Iterator[harnesses.Pin]:
    """Which of the header's grounds feeds a breadboard."""
    for one, other, _ in harness.links():
        if one.connector == "PI" and one.label == "GND" and other.connector == name.upper():
            yield one


def lettered(file: str, tool: str, sources: tuple[Path, ...], make: Callable[..., bytes]) -> Iterator[Job]:
    """A picture with words on it, one for each language; `make` is told how to say them."""
    words = DRAFTING / "languages.py"
    for lang, language in LANGUAGES.items():
        own = (*sources, words) if lang == "en" else (*sources, words, FRENCH)
        yield Job(f"pictures/{drawn_in(file, lang)}", tool, own, partial(make, say=language.say))


def lettered_pictures() -> list[str]:
    """The pictures that each language has of its own, by the English one's name."""
    files = {job.file for job in jobs()}
    return sorted(file for file in files if drawn_in(file, "fr") in files)


def label(lang: str, kind: str) -> bytes:
    return labels.pdf(lang) if kind == "pdf" else labels.svg(lang).encode()


@cache
def jobs() -> tuple[Job, ...]:
    """Everything there is to make; what others need comes first."""
    wires = {build: tuple(harness.path for harness in harnesses.harnesses(build)) for build in harnesses.BUILDS}
    drawing, boarding = DRAFTING / "circuits.py", DRAFTING / "breadboards.py"
    made: list[Job] = []
    for harness in harnesses.harnesses():
        own = (HW / f"parts/{harness.build}.csv", DRAFTING / "harnesses.py", DRAFTING / "parts.py", PROGRAMS)
        file = f"wiring-{harness.name}.svg"
        made += lettered(file, "wireviz", (harness.path, *own), partial(harnesses.svg, harness.path))
    for name in CIRCUITS:
        made += lettered(f"circuit-{name}.svg", "schemdraw", (ELECTRICS, drawing), partial(circuit, name))
    for name in BOARDS:
        sources = (ELECTRICS, drawing, boarding, DRAFTING / "colours.py", HW / "starter.toml", *wires["starter"])
        made += lettered(f"board-{name}.svg", "python", sources, partial(board, name))
    made += props_board()
    for build in harnesses.BUILDS:
        sources = (DRAFTING / "headers.py", DRAFTING / "colours.py", *wires[build])
        made += lettered(f"header-{build}.svg", "python", sources, partial(header, build))
    chain = (DRAFTING / "glass_rows.py", DRAFTING / "colours.py", enclosure.BOX)
    made += lettered("full-rows.svg", "python", chain, rows_of_the_glass)
    hand = (DRAFTING / "gestures.py", labels.WORDS)
    for lang, file in GESTURES.items():
        made.append(Job(f"pictures/{file}", "python", hand, partial(gesture, lang), gestures.RECIPE))
    for lang in LANGS:
        for kind, tool in (("svg", "python"), ("pdf", "rsvg-convert")):
            sources = (DRAFTING / "labels.py", PROGRAMS, labels.WORDS)
            made.append(Job(f"labels/labels-{lang}.{kind}", tool, sources, partial(label, lang, kind)))
    for name, (source, values) in enclosure.PRINTED.items():
        made.append(Job(f"stl/{name}.stl", "openscad", (source,), partial(enclosure.stl, source, values), str(values)))
    for name, (values, angles) in enclosure.VIEWS.items():
        sources = (*enclosure.SOURCES, *(HW / f"stl/{part}.stl" for part in enclosure.shown(values)))
        made.append(Job(f"pictures/{name}.png", "openscad", sources, partial(enclosure.png, values, angles), angles))
    for build in harnesses.BUILDS:
        listed, shown = HW / f"parts/{build}.csv", (enclosure.SCENE, enclosure.BOX, enclosure.BOUGHT)
        printed_parts = tuple(HW / f"stl/{part}.stl" for part in enclosure.PRINTED if part.startswith(build))
        drawn = (DRAFTING / "exploded.py", DRAFTING / "enclosure.py", DRAFTING / "parts.py", PROGRAMS)
        taken_apart = (*shown, listed, *drawn, *printed_parts)
        cabling = (DRAFTING / f"{name}.py" for name in ("cables", "harnesses", "colours"))
        wired = (HW / "placement.py", *cabling, *wires[build])
        for show, more in (("exploded", ()), ("apart", wired)):
            sources = (*taken_apart, *more)
            made.append(Job(f"pictures/{build}-{show}.png", "openscad", sources, partial(exploded.png, build, show)))
        measured = (enclosure.BOX, DRAFTING / "fronts.py", PROGRAMS)
        made += lettered(f"{build}-measures.svg", "openscad", measured, partial(front, build))
        if build == "starter":
            made += lettered("pi.png", "openscad", taken_apart, partial(exploded.png, build, "pi"))
    tried = (enclosure.SCENE, enclosure.BOX, DRAFTING / "exploded.py", PROGRAMS, HW / "stl/coupon.stl")
    made += lettered("coupon.png", "openscad", tried, partial(exploded.png, "full", "coupon"))
    return tuple(made)


def header(build: str, say: Say) -> bytes:
    return headers.svg(build, say).encode()


def rows_of_the_glass(say: Say) -> bytes:
    return glass_rows.svg(say).encode()


def parts_side(say: Say) -> bytes:
    return board_pictures.parts_side(boards.prototype(), say).encode()


def gesture(lang: str) -> bytes:
    return gestures.svg(lang).encode()


def front(build: str, say: Say) -> bytes:
    return fronts.svg(build, say).encode()


def props_board() -> list[Job]:
    """The full build's board: hole by hole, and as a printed board with all that its maker wants."""
    laid = (HW / "placement.py", HW / "nets.py", ELECTRICS, *(DRAFTING / f"{name}.py" for name in ("boards", "router")))
    drawn = (*laid, *(DRAFTING / f"{name}.py" for name in ("board_pictures", "colours", "guide_words", "ways")))
    written = (*laid, DRAFTING / "kicad.py", DRAFTING / "guide_words.py")
    made = [
        Job(f"pictures/props-{name}.svg", "python", drawn, make)
        for name, make in (
            ("solder", lambda: board_pictures.solder_side(boards.prototype()).encode()),
            ("printed", lambda: board_pictures.copper(boards.printed()).encode()),
        )
    ]
    made += lettered("props-parts.svg", "python", drawn, parts_side)
    made.append(Job(fabrication.BOARD, "python", written, lambda: kicad.pcb(boards.printed()).encode()))
    made.append(Job("board/props.net", "python", written, lambda: kicad.netlist().encode()))
    maker = (*written, DRAFTING / "fabrication.py", fabrication.SCRIPT)
    for file, make in ((fabrication.GERBERS, fabrication.gerbers), (fabrication.FAULTS, fabrication.faults)):
        made.append(Job(file, "kicad", maker, make))
    return made


def built() -> dict[str, list[str]]:
    """file -> [seal of its sources, seal of its bytes]."""
    return dict(tomllib.loads(BUILT.read_text("utf-8"))["files"]) if BUILT.exists() else {}


def built_with() -> dict[str, str]:
    """The versions of the tools that made the files."""
    return dict(tomllib.loads(BUILT.read_text("utf-8"))["tools"]) if BUILT.exists() else {}


def write_built(files: Mapping[str, list[str]], tools: Mapping[str, str]) -> None:
    lines = [
        "# Written by make_hw.py: the tools; each file, the seals of its sources and of its bytes.",
        "[tools]",
    ]
    lines += [f'{tool} = "{version}"' for tool, version in sorted(tools.items())]
    lines += ["", "[files]", *(f'"{file}" = ["{made[0]}", "{made[1]}"]' for file, made in sorted(files.items()))]
    BUILT.write_text("\n".join(lines) + "\n", "utf-8")


# tool -> how it tells its version, and how to get it
TOOLS = {
    "dot": (("dot", "-V"), "apt install graphviz"),
    "openscad": (("openscad", "--version"), "apt install openscad"),
    "rsvg-convert": (("rsvg-convert", "--version"), "apt install librsvg2-bin"),
    "xvfb-run": ((), "apt install xvfb xauth"),
}


def missing() -> list[str]:
    """What to do before anything can be drawn."""
    remedies = [remedy for tool, (_, remedy) in TOOLS.items() if shutil.which(tool) is None]
    remedies += [f"pip install '.[hw]' ({name})" for name in ("wireviz", "schemdraw") if find_spec(name) is None]
    remedies += [f"apt install {package}" for package in programs.missing_fonts()]
    return remedies


def versions() -> dict[str, str]:
    """The tools that are here."""
    found = {name: version(name) for name in ("wireviz", "schemdraw")}
    for tool, (ask, _) in TOOLS.items():
        if ask and shutil.which(tool):
            told = subprocess.run(ask, capture_output=True, text=True, check=True)
            number = re.search(r"\d+(\.\d+)+", told.stdout + told.stderr)
            found[tool] = number[0] if number else "unknown"
    if (kicad_here := fabrication.version()) is not None:
        found["kicad"] = kicad_here
    return found


def last_used() -> dict[str, str]:
    """The tools as they are here; one that is not made its files elsewhere, and they are still its."""
    return built_with() | versions()


def can_make(job: Job) -> bool:
    """KiCad is large, and only the board maker's files need it: they are made where it is installed."""
    return job.tool != "kicad" or fabrication.version() is not None


def same_tools(job: Job, here: Mapping[str, str], then: Mapping[str, str]) -> bool:
    """Only the same tool can be asked for the same bytes."""
    used = ("wireviz", "dot") if job.tool == "wireviz" else (job.tool,)
    return all(here.get(tool) == then.get(tool) for tool in used)
