"""The numbers in the builder's guide: each marked block of docs/builder.md is written from sums.md and the sources.

A block begins with `<!-- made: name -->` and ends with `<!-- end -->`; what is between them is ours to write.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any

import electrics as e
import nets
import placement

from drafting import boards, breadboards, harnesses
from drafting.colours import CODE
from drafting.guide_words import ma, ohm, table, value_of
from drafting.parts import PRICED, VENDORS
from drafting.parts import parts_list as parts_list
from majordome.settings.config import read_settings
from majordome.settings.pin_map import Pins, draw
from majordome.words.narrator import Narrator

HW = Path(__file__).parent.parent
SUMS, TROUBLE = HW / "sums.md", HW / "trouble.toml"
PAGE = HW.parent / "docs" / "builder.md"
BLOCK = re.compile(r"(<!-- made: ([a-z -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pins_of(build: str) -> Pins:
    """The pin map of a build's config."""
    return read_settings(HW / f"{build}.toml").pins


def parts_table(build: str) -> str:
    rows = [
        (
            f"{p.number}",
            f"{p.quantity}",
            p.part,
            p.what_for,
            p.ask_for,
            p.sold_by,
            p.instead,
            f"{p.quantity * p.price:.2f}",
        )
        for p in parts_list(build)
    ]
    total = sum(p.quantity * p.price for p in parts_list(build))
    head = ("no.", "", "part", "what for", "type this into a shop", "sold by", "instead", "EUR")
    return table(head, *rows, ("", "", "**together**", "", "", "", "", f"**{total:.0f}**"))


def vendors() -> str:
    kinds = "; ".join(f"**{letter}** {what}" for letter, what in VENDORS.items())
    return f"Sold by: {kinds}. Prices are typical ones of {PRICED}, each piece by itself, without post: no offer."


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
    """Every net of the props board: its legs, and the wire that joins them, from hole to hole."""
    laid = boards.prototype()
    rows = []
    for net, legs in nets.NETS.items():
        bare = [hole_to_hole(run) for run in laid.runs if run.net == net]
        rows.append((net, ", ".join(map(nets.written, legs)), ", ".join(bare)))
    return table(("net", "joins these legs, and no other", "bare wire on the solder side"), *rows)


def hole_to_hole(run: boards.Run) -> str:
    """C1–C5."""
    one, other = ((round(x), round(y)) for x, y in (run.at, run.to))
    return f"{placement.written(one)}–{placement.written(other)}"


def board_links() -> str:
    """The insulated wires on the side of the parts."""
    links = boards.prototype().links
    colour = {"ground": "black", "5V": "red", "glass 5V": "red", "3V3": "orange"}
    rows = [(f"W{n}", hole_to_hole(link), link.net, colour.get(link.net, "any")) for n, link in enumerate(links, 1)]
    return table(("wire", "from hole to hole", "net", "colour"), *rows)


def board_holes() -> str:
    """Every part of the props board with its holes, in the order in which they are soldered: the flat ones first."""
    order = ("resistor", "diode", "dip", "capacitor", "transistor", "pico", "terminal", "fuse", "electrolytic")
    words = {"dip": "socket DIP-14", "pico": "two sockets of 20", "terminal": "screw terminal", "fuse": "fuse holder"}
    rows = []
    for part in sorted(
        placement.PLACED,
        key=lambda part: (order.index(part.kind), int(part.name[1:] or 0) if part.name[1:].isdigit() else 0),
    ):
        legs = part.legs.items()
        if len(legs) > 3:  # the corners are enough
            legs = [
                (leg, hole)
                for leg, hole in legs
                if leg in ("1", str(len(legs) // 2), str(len(legs) // 2 + 1), str(len(legs)))
            ]  # type: ignore[assignment]
        holes = ", ".join(f"{leg} in {placement.written(hole)}" for leg, hole in legs)
        name = " and ".join(f"T{leg}" for leg in part.legs) if part.kind == "terminal" else part.name
        rows.append((name, words.get(part.kind) or value_of(part.name), holes))
    return table(("part", "is", "leg in hole"), *rows)


def colour_code() -> str:
    """The one code of all wires."""
    return table(("colour", "on the drawings", "is"), *((name, code, what) for code, (name, _, what) in CODE.items()))


def doctors_words() -> str:
    """For each part that the doctor can find unwell, in his own words: what to look at, one thing after the other."""
    english, unwell = Narrator("en"), Narrator("en").word("doctor", "fail")
    sections = []
    for part, looks in tomllib.loads(TROUBLE.read_text("utf-8")).items():
        sections.append(
            "\n".join([f"## {english.part(part)} {unwell}", "", *(f"{n}. {look}" for n, look in enumerate(looks, 1))])
        )
    return "\n\n".join(sections)


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
        "full holes": board_holes,
        "full links": board_links,
        "colours": colour_code,
        "vendors": vendors,
        "doctor": doctors_words,
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
