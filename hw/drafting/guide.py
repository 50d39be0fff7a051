"""The numbers in the builder's guide: each marked block of docs/builder.md is written from sums.md and the sources.

A block begins with `<!-- made: name -->` and ends with `<!-- end -->`; what is between them is ours to write.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any

import electrics as e
import nets

from drafting import breadboards, harnesses
from majordome.settings.config import read_settings
from majordome.settings.pin_map import Pins, draw

HW = Path(__file__).parent.parent
SUMS = HW / "sums.md"
PAGE = HW.parent / "docs" / "builder.md"
BLOCK = re.compile(r"(<!-- made: ([a-z -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a parts list."""

    key: str
    part: str
    quantity: int
    what_for: str
    price: float
    alternatives: str


def parts_list(build: str) -> list[Part]:
    """The parts list of a build."""
    with (HW / "parts" / f"{build}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    if head != ["key", "part", "quantity", "what for", "typical price (EUR each)", "alternatives"]:
        raise ValueError(f"parts/{build}.csv has other columns: {head}")
    return [Part(key, part, int(count), why, float(price), other) for key, part, count, why, price, other in rows]


def pins_of(build: str) -> Pins:
    """The pin map of a build's config."""
    return read_settings(HW / f"{build}.toml").pins


def ma(ampere: float) -> str:
    milli = ampere * 1000
    return f"{milli:.0f} mA" if milli >= 100 else f"{milli:.3g} mA"


def ohm(value: float) -> str:
    for size, unit in ((1e6, "MΩ"), (1e3, "kΩ")):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} Ω"


def table(*rows: tuple[str, ...]) -> str:
    head, *rest = rows
    lines = [head, tuple("---" for _ in head), *rest]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def parts_table(build: str) -> str:
    rows = [(f"{p.quantity}", p.part, p.what_for, f"{p.quantity * p.price:.2f}") for p in parts_list(build)]
    total = sum(p.quantity * p.price for p in parts_list(build))
    return table(("", "part", "what for", "EUR"), *rows, ("", "**together**", "", f"**{total:.0f}**"))


def pinout(build: str) -> str:
    return f"```\n{draw(pins_of(build))}\n```"


def terminals(build: str, connector: str) -> str:
    """Every wire that begins at a connector, with where it ends."""
    rows = []
    for harness in harnesses.harnesses(build):
        for one, other, colour in harness.links():
            if one.connector == connector:
                rows.append((one.place, one.label, f"{other.connector} {other.place}", other.label, colour))
    rows.sort(key=lambda row: int(row[0]) if row[0].isdigit() else 0)
    return table(("place", "is", "goes to", "which is", "wire"), *rows)


def plugged(board: breadboards.Board) -> str:
    """Hole by hole, for those who do not trust pictures."""
    rows = [(p.label or "wire link", p.part.replace("-", " "), " – ".join(p.holes)) for p in board.plugged]
    return table(("", "part", "holes"), *rows)


def board_nets() -> str:
    """Every net of the props board: what is joined, and nothing else."""
    rows = [(net, ", ".join(map(nets.written, legs))) for net, legs in nets.NETS.items()]
    return table(("net", "solder these together"), *rows)


def board_parts() -> str:
    """What each part on the props board is."""
    found: dict[str, list[str]] = {}
    for name, value in nets.VALUES.items():
        if not isinstance(value, str):
            value = ohm(value) if name[0] == "R" else f"{value * 1e9:g} nF" if value < 1e-6 else f"{value * 1e6:g} µF"
        found.setdefault(value, []).append(name)
    return table(("part", "is"), *((", ".join(names), value) for value, names in found.items()))


def pin_budget(build: str) -> str:
    loads = e.pin_loads(pins_of(build))
    rows = [(load.what, ma(load.usual), ma(load.most)) for load in loads]
    total = f"**{ma(sum(load.usual for load in loads))}**", f"**{ma(sum(load.most for load in loads))}**"
    limits = ("the Pi's limit", f"{ma(e.PIN_MOST)} a pin", f"{ma(e.ALL_PINS_MOST)} in all")
    return table(("pin of the Pi, all on at once", "usual", "at worst"), *rows, ("together", *total), limits)


def pad_table() -> str:
    pads = {"nothing": e.FSR_EMPTY, "the cushion": e.FSR_CUSHION, "a guest": e.FSR_SITS, "a heavy one": e.FSR_JUMPS}
    rows = [(name, ohm(r), f"{e.fsr_volts(r):.2f} V", f"{e.fsr_steps(r)}") for name, r in pads.items()]
    return table(("on the pad", "sensor", "at the pin", "the firmware reads"), *rows)


UNITS: dict[str, Callable[[float], str]] = {
    "ohm": ohm,
    "ma": ma,
    "ua": lambda x: f"{x * 1e6:.0f} µA",
    "us": lambda x: f"{x * 1e6:.0f} µs",
    "mv": lambda x: f"{x * 1e3:.0f} mV",
    "kv": lambda x: f"{x / 1e3:g} kV",
    "mw": lambda x: f"{x * 1e3:.0f} mW",
    "nf": lambda x: f"{x * 1e9:g} nF",
    "pf": lambda x: f"{x * 1e12:g} pF",
    "mh": lambda x: f"{x * 1e3:g} mH",
    "uj": lambda x: f"{x * 1e6:.0f} µJ",
}


class Sums(Formatter):
    """Fills in what electrics.py says."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return pad_table() if key == "pad table" else getattr(e, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        return UNITS[format_spec](value) if format_spec in UNITS else format(value, format_spec)


def sums(name: str) -> str:
    """One section of sums.md, with its numbers."""
    sections = re.split(r"<!-- (\w+) -->\n", SUMS.read_text("utf-8"))
    return Sums().vformat(dict(zip(sections[1::2], sections[2::2], strict=True))[name].strip(), (), {})


def power(build: str) -> str:
    supply = e.supply(build, pins_of(build))
    rows = [(load.what, ma(load.usual), ma(load.most)) for load in supply.loads]
    total = ("**together**", f"**{supply.usual:.2f} A**", f"**{supply.most:.2f} A**")
    own = (f"{supply.name}", "", f"{supply.rated:.1f} A ({supply.most / supply.rated * 100:.0f} % used at worst)")
    return table(("at 5 V", "usual", "at worst"), *rows, total, own)


SECTIONS = ("leds", "ledtest", "buzzer", "cables", "cabletest", "voice", "glass", "lamp", "pads")


def blocks() -> dict[str, Callable[[], str]]:
    """What can be asked for on a page."""
    known: dict[str, Callable[[], str]] = {
        **{name: partial(sums, name) for name in SECTIONS},
        "glass board": lambda: plugged(breadboards.glass(pins_of("starter").hourglass)),
        "drivers board": lambda: plugged(breadboards.DRIVERS),
        "full nets": board_nets,
        "full board": board_parts,
    }
    for build in harnesses.BUILDS:
        known[f"{build} parts"] = partial(parts_table, build)
        known[f"{build} pinout"] = partial(pinout, build)
        known[f"{build} terminals"] = partial(terminals, build, "PI")
        known[f"{build} pins"] = partial(pin_budget, build)
        known[f"{build} power"] = partial(power, build)
    return known


def written(text: str) -> str:
    """A page with its blocks as they should be."""
    known = blocks()
    return BLOCK.sub(lambda block: f"{block[1]}\n{known[block[2]]()}\n\n{block[3]}", text)


def stale() -> Iterator[Path]:
    """Pages whose numbers are not those of the sums."""
    text = PAGE.read_text("utf-8")
    if written(text) != text:
        yield PAGE


def write() -> None:
    """Put the numbers in."""
    for page in stale():
        page.write_text(written(page.read_text("utf-8")), "utf-8")
