"""The numbers in the builder's guides: each marked block of docs/builder.md and docs/constructeur.md is written from
the sums and the sources, the same for both.

A block begins with `<!-- made: name -->` and ends with `<!-- end -->`; what is between them is ours to write.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any

import electrics as e
import nets
import placement

from drafting import board_pictures, boards, breadboards, harnesses
from drafting.colours import CODE
from drafting.guide_words import ma, ohm, table, value_of
from drafting.languages import LANGUAGES, Language, Say
from drafting.parts import PRICED, VENDORS
from drafting.parts import parts_list as parts_list
from majordome.settings.config import read_settings
from majordome.settings.pin_map import Pins, draw
from majordome.words.narrator import Narrator

HW = Path(__file__).parent.parent
LINK_COLOURS = {"ground": "black", "5V": "red", "glass 5V": "red", "3V3": "orange"}  # of insulated wires, by net
PINOUT = ("button", "button lamp", "buzzer", "hourglass 1", "left chair", "right chair")  # what the program says
BLOCK = re.compile(r"(<!-- made: ([a-z -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pins_of(build: str) -> Pins:
    """The pin map of a build's config."""
    return read_settings(HW / f"{build}.toml").pins


def said(say: Say, *cells: str) -> tuple[str, ...]:
    """A row of a table."""
    return tuple(map(say, cells))


def parts_table(build: str, say: Say) -> str:
    rows = []
    for p in parts_list(build):
        cost = f"{p.quantity * p.price:.2f}"
        words = said(say, p.part, p.what_for, p.ask_for, p.sold_by, p.instead, cost)
        rows.append((f"{p.number}", f"{p.quantity}", *words))
    total = sum(p.quantity * p.price for p in parts_list(build))
    head = ("no.", "", "part", "what for", "type this into a shop", "sold by", "instead", "EUR")
    return table(said(say, *head), *rows, ("", "", f"**{say('together')}**", "", "", "", "", f"**{total:.0f}**"))


def vendors(say: Say) -> str:
    kinds = say("; ").join(f"**{letter}** {say(what)}" for letter, what in VENDORS.items())
    note = "Prices are typical ones of {when}, each piece by itself, without post: no offer."
    return f"{say('Sold by:')} {kinds}. {say(note).format(when=say(PRICED))}"


def pinout(build: str, _: Say) -> str:
    """As the program prints it, which is the same in both languages."""
    return f"```\n{draw(pins_of(build))}\n```"


def terminals(build: str, say: Say) -> str:
    """Every wire that begins at the Pi, with where it ends."""
    rows = []
    for harness in harnesses.harnesses(build):
        for one, other, colour in harness.links():
            if one.connector == "PI":
                rows.append((one.place, one.label, f"{other.connector} {say(other.place)}", say(other.label), colour))
    rows.sort(key=lambda row: int(row[0]) if row[0].isdigit() else 0)
    return table(said(say, "place", "is", "goes to", "which is", "wire"), *rows)


def cutting(build: str, say: Say) -> str:
    """Every cable: where it goes, its wires by colour, and how long each of them is."""
    rows = []
    for harness in harnesses.harnesses(build):
        for name, cable in harness.source["cables"].items():
            own = [
                (one.connector, other.connector, colour) for wire, one, other, colour in harness.wires() if wire == name
            ]
            starts, ends = (", ".join(dict.fromkeys(wire[end] for wire in own)) for end in (0, 1))
            colours = Counter(colour for _, _, colour in own)
            wires = ", ".join(f"{count} {colour}" for colour, count in colours.items())
            long = f"{cable['length'] * 100:g} cm" if cable["length"] < 1 else f"{cable['length']:g} m"
            often = f"{harness.times} x " if harness.times > 1 else ""
            rows.append((int(name[1:]), f"{often}{name}", starts, ends, wires, say(long)))
    return table(said(say, "cable", "from", "to", "wires", "length of each"), *(row[1:] for row in sorted(rows)))


def plugged(board: breadboards.Board) -> str:
    """Hole by hole, for those who do not trust pictures."""
    rows = [(p.label or "wire link", p.part.replace("-", " "), " – ".join(p.holes)) for p in board.plugged]
    return table(("", "part", "holes"), *rows)


def board_nets(say: Say) -> str:
    """Every net of the props board: its legs, and the wire that joins them, from hole to hole."""
    laid = boards.prototype()
    rows = []
    for net, legs in nets.NETS.items():
        bare = [hole_to_hole(run) for run in laid.runs if run.net == net]
        rows.append((say(net), ", ".join(say(nets.written(leg)) for leg in legs), ", ".join(bare)))
    return table(said(say, "net", "joins these legs, and no other", "bare wire on the solder side"), *rows)


def hole_to_hole(run: boards.Run) -> str:
    """C1–C5."""
    one, other = ((round(x), round(y)) for x, y in (run.at, run.to))
    return f"{placement.written(one)}–{placement.written(other)}"


def board_links(say: Say) -> str:
    """The insulated wires on the side of the parts."""
    links = boards.prototype().links
    rows = [
        (board_pictures.link_name(n), hole_to_hole(link), say(link.net), say(LINK_COLOURS.get(link.net, "any")))
        for n, link in enumerate(links, 1)
    ]
    return table(said(say, "wire", "from hole to hole", "net", "colour"), *rows)


def board_holes(say: Say) -> str:
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
        holes = ", ".join(f"{leg} {say('in')} {placement.written(hole)}" for leg, hole in legs)
        name = f" {say('and')} ".join(f"T{leg}" for leg in part.legs) if part.kind == "terminal" else part.name
        rows.append((name, say(words.get(part.kind) or value_of(part.name)), holes))
    return table(said(say, "part", "is", "leg in hole"), *rows)


def colour_code(say: Say) -> str:
    """The one code of all wires."""
    rows = [(say(name), code, say(what)) for code, (name, _, what) in CODE.items()]
    return table(said(say, "colour", "on the drawings", "is"), *rows)


def drawn_words(say: Say) -> str:
    """The names of parts on the drawings, and the words of `majordome pinout`, for whoever reads another language."""
    places = {
        (name, say(place["type"]))
        for harness in harnesses.harnesses()
        for name, place in harness.source["connectors"].items()
    }
    rows = [row for row in sorted(places) if not re.fullmatch("B[2-6]", row[0])]
    printed = " ; ".join(f"*{words}* : {say(words)}" for words in PINOUT)
    return f"{table(said(say, 'on the drawings', 'is'), *rows)}\n\n`majordome pinout` : {printed}."


def doctors_words(language: Language) -> str:
    """For each part that the doctor can find unwell, in his own words: what to look at, one thing after the other."""
    narrator = Narrator(language.lang)
    sections = []
    for part, looks in tomllib.loads(language.trouble.read_text("utf-8")).items():
        title = f"## {narrator.part(part)} {narrator.word('doctor', 'fail')}"
        sections.append("\n".join([title, "", *(f"{n}. {look}" for n, look in enumerate(looks, 1))]))
    return "\n\n".join(sections)


def loads_table(loads: Sequence[e.Load], say: Say) -> list[tuple[str, ...]]:
    return [(say(load.what), say(ma(load.usual)), say(ma(load.most))) for load in loads]


def pin_budget(build: str, say: Say) -> str:
    loads = e.pin_loads(pins_of(build))
    total = [f"**{say(ma(sum(each)))}**" for each in zip(*((load.usual, load.most) for load in loads), strict=True)]
    limits = said(say, "the Pi's limit", f"{ma(e.PIN_MOST)} a pin", f"{ma(e.ALL_PINS_MOST)} in all")
    head = said(say, "pin of the Pi, all on at once", "usual", "at worst")
    return table(head, *loads_table(loads, say), (say("together"), *total), limits)


def pad_table(say: Say) -> str:
    pads = {"nothing": e.FSR_EMPTY, "the cushion": e.FSR_CUSHION, "a guest": e.FSR_SITS, "a heavy one": e.FSR_JUMPS}
    rows = [(name, ohm(r), f"{e.fsr_volts(r):.2f} V", f"{e.fsr_steps(r)}") for name, r in pads.items()]
    return table(*(said(say, *row) for row in (("on the pad", "sensor", "at the pin", "the firmware reads"), *rows)))


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

    def __init__(self, say: Say) -> None:
        self.say = say

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return pad_table(self.say) if key == "pad table" else getattr(e, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str):
            return value
        return self.say(UNITS[format_spec](value) if format_spec in UNITS else format(value, format_spec))


def sums(name: str, language: Language) -> str:
    """One section of sums.md, with its numbers."""
    sections = re.split(r"<!-- (\w+) -->\n", language.sums.read_text("utf-8"))
    return Sums(language.say).vformat(dict(zip(sections[1::2], sections[2::2], strict=True))[name].strip(), (), {})


def power(build: str, say: Say) -> str:
    supply = e.supply(build, pins_of(build))
    total = (f"**{say('together')}**", f"**{say(f'{supply.usual:.2f} A')}**", f"**{say(f'{supply.most:.2f} A')}**")
    used = f"{supply.rated:.1f} A ({supply.most / supply.rated * 100:.0f} % used at worst)"
    head = said(say, "at 5 V", "usual", "at worst")
    return table(head, *loads_table(supply.loads, say), total, (say(supply.name), "", say(used)))


SECTIONS = ("leds", "ledtest", "buzzer", "cables", "cabletest", "voice", "glass", "lamp", "pads")
BUILDS_TABLES = {
    "parts": parts_table,
    "pinout": pinout,
    "terminals": terminals,
    "wires": cutting,
    "pins": pin_budget,
    "power": power,
}


def blocks(language: Language) -> dict[str, Callable[[], str]]:
    """What can be asked for on a page."""
    say = language.say
    known: dict[str, Callable[[], str]] = {
        **{name: partial(sums, name, language) for name in SECTIONS},
        "glass board": lambda: plugged(breadboards.glass(pins_of("starter").hourglass)),
        "drivers board": lambda: plugged(breadboards.DRIVERS),
        "full nets": partial(board_nets, say),
        "full holes": partial(board_holes, say),
        "full links": partial(board_links, say),
        "colours": partial(colour_code, say),
        "words": partial(drawn_words, say),
        "vendors": partial(vendors, say),
        "doctor": partial(doctors_words, language),
    }
    for build in harnesses.BUILDS:
        known |= {f"{build} {name}": partial(make, build, say) for name, make in BUILDS_TABLES.items()}
    return known


def written(text: str, language: Language) -> str:
    """A page with its blocks as they should be."""
    known = blocks(language)
    return BLOCK.sub(lambda block: f"{block[1]}\n{known[block[2]]()}\n\n{block[3]}", text)


def stale() -> Iterator[Language]:
    """Pages whose numbers are not those of the sums."""
    for language in LANGUAGES.values():
        text = language.page.read_text("utf-8")
        if written(text, language) != text:
            yield language


def write() -> None:
    """Put the numbers in."""
    for language in stale():
        language.page.write_text(written(language.page.read_text("utf-8"), language), "utf-8")
