"""The printed props board as a KiCad file and its netlist, written from placement and nets; read back for the tests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import nets
from placement import BOARD, COLUMNS, MOUNTS, PITCH, PLACED, Hole, Placed, millimetres

from drafting.boards import PART_SIDE, THICK_LEGS, Laid, Run, net_of_leg
from drafting.guide_words import value_of

ORIGIN = (30.0, 30.0)  # where the board's corner lies on KiCad's sheet
TRACK, MOUNT = 0.5, 2.7
# kind -> hole and copper of a leg, in millimetres
LEGS = {"terminal": (1.3, 2.3), "fuse": (1.4, 2.4), "pico": (1.0, 1.6), "dip": (0.8, 1.6)}
USUAL_LEG = (0.9, 1.6)
SILK, FAB, YARD = 0.15, 0.1, 0.05
LAYERS = """(layers (0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user) (36 "B.SilkS" user)
    (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user) (44 "Edge.Cuts" user) (46 "B.CrtYd" user)
    (47 "F.CrtYd" user) (48 "B.Fab" user) (49 "F.Fab" user))"""
SETUP = """(setup (pad_to_mask_clearance 0.05) (pcbplotparams (layerselection 0x00010fc_ffffffff)))"""


def ident(*words: object) -> str:
    """The same number for the same thing, whenever the file is written."""
    return str(uuid5(NAMESPACE_URL, "majordome/" + "/".join(map(str, words))))


def net_numbers() -> dict[str, int]:
    return {net: number for number, net in enumerate(nets.NETS, 1)}


def on_sheet(x: float, y: float) -> tuple[float, float]:
    across, down = millimetres((x, y))
    return round(ORIGIN[0] + across, 4), round(ORIGIN[1] + down, 4)


def at(x: float, y: float) -> str:
    across, down = on_sheet(x, y)
    return f"{across:g} {down:g}"


def pcb(laid: Laid) -> str:
    """The board: outline, parts, copper, and ground over all that is left."""
    numbers = net_numbers()
    rows = ["(kicad_pcb (version 20211014) (generator majordome)", '  (general (thickness 1.6)) (paper "A4")']
    rows += [f"  {LAYERS}", f"  {SETUP}", '  (net 0 "")']
    rows += [f'  (net {number} "{net}")' for net, number in numbers.items()]
    rows += [_footprint(part, numbers) for part in PLACED]
    rows += [_mount(n, x, y) for n, (x, y) in enumerate(_mounts())]
    rows += _outline()
    rows += [_segment(run, numbers) for run in laid.runs]
    rows += [_pour(layer, numbers["ground"]) for layer in ("F.Cu", "B.Cu")]
    rows += [_words("MAJORDOME", 21.8, 7, 1.5), _words("props board 1", 21.8, 8.2, 1.2)]
    return "\n".join(rows) + "\n)\n"


def netlist() -> str:
    """The nets for KiCad's own eyes, and for anybody who draws another board."""
    rows = ["(export (version D)", "  (components"]
    rows += [f'    (comp (ref "{name}") (value "{value_of(name)}"))' for name in sorted(nets.VALUES)]
    rows += ["  )", "  (nets"]
    for net, number in net_numbers().items():
        nodes = " ".join(f'(node (ref "{leg.split(".")[0]}") (pin "{leg.split(".")[1]}"))' for leg in nets.NETS[net])
        rows.append(f'    (net (code "{number}") (name "{net}") {nodes})')
    return "\n".join(rows) + "\n  )\n)\n"


def _footprint(part: Placed, numbers: dict[str, int]) -> str:
    known = net_of_leg()
    first = next(iter(part.legs.values()))
    kind = {"pico": "Pico"}.get(part.kind, part.kind)
    rows = [f'  (footprint "Majordome:{kind}" (layer "F.Cu") (tstamp {ident(part.name)}) (at {at(*first)})']
    rows.append(f'    (descr "{kind}") (attr through_hole)')
    value = value_of(part.name) if part.name in nets.VALUES else kind
    rows += _names(part, first, value)
    left, top, right, bottom = ((side - first[n % 2]) * PITCH for n, side in enumerate(part.body))
    for layer, width, (across, down) in _frames(part):
        box = f"(start {left + across:.4g} {top + down:.4g}) (end {right - across:.4g} {bottom - down:.4g})"
        stamp = ident(part.name, layer)
        rows.append(f'    (fp_rect {box} (layer "{layer}") (width {width}) (fill none) (tstamp {stamp}))')
    rows += _marks(part, first)
    for leg, hole in part.legs.items():
        rows.append(_pad(part, leg, hole, first, known, numbers))
    return "\n".join(rows) + "\n  )"


def _frames(part: Placed) -> Iterator[tuple[str, float, tuple[float, float]]]:
    """The outlines: layer, width of the line, and how far within the body. Silk touches no copper and no other silk."""
    left, top, right, bottom = part.body
    yield "F.Fab", FAB, (0.1, 0.1)
    yield "F.CrtYd", YARD, (0.02, 0.02)
    between_legs = (1.3, 0.25) if right - left > bottom - top else (0.25, 1.3)
    silk = {"resistor": between_legs, "capacitor": between_legs, "diode": (1.3, 0.1), "dip": (0.2, 2.1)}
    if part.kind != "transistor":
        yield "F.SilkS", SILK, silk.get(part.kind, (0.2, 0.2))


def _pad(part: Placed, leg: str, hole: Hole, first: Hole, known: dict[str, str], numbers: dict[str, int]) -> str:
    name = f"T{leg}" if part.kind == "terminal" else part.name
    net = known.get(f"{name}.{leg}")
    drill, size = LEGS.get(part.kind, USUAL_LEG)
    x, y = (hole[0] - first[0]) * PITCH, (hole[1] - first[1]) * PITCH
    shape = "rect" if leg in ("1", "K", "C") and part.kind not in THICK_LEGS else "circle"
    joined = f'(net {numbers[net]} "{net}") ' if net else ""
    where = f'(at {x:g} {y:g}) (size {size:g} {size:g}) (drill {drill:g}) (layers "*.Cu" "*.Mask")'
    return f'    (pad "{leg}" thru_hole {shape} {where} {joined}(tstamp {ident(part.name, leg)}))'


def _names(part: Placed, first: Hole, value: str) -> list[str]:
    """Its name on the board, and its value where the parts are listed."""
    x, y, turn = _name_at(part)
    place = f"(at {(x - first[0]) * PITCH:.4g} {(y - first[1]) * PITCH:.4g} {turn})"
    size = {"pico": 1.6, "dip": 1.6, "electrolytic": 1.6, "fuse": 1.6, "capacitor": 0.75}.get(part.kind, 0.9)
    effects = f"(effects (font (size {size} {size}) (thickness {0.15 * size:.3g})))"
    hidden = " hide" if part.kind == "terminal" else ""
    rows = [
        f'    (fp_text reference "{part.name}" {place} (layer "F.SilkS"){hidden} {effects}'
        f" (tstamp {ident(part.name, 'ref')}))"
    ]
    small = "(effects (font (size 0.8 0.8) (thickness 0.12)))"
    rows.append(f'    (fp_text value "{value}" {place} (layer "F.Fab") {small} (tstamp {ident(part.name, "value")}))')
    return rows


def _name_at(part: Placed) -> tuple[float, float, int]:
    left, top, right, bottom = part.body
    x, y = (left + right) / 2, (top + bottom) / 2
    if part.kind == "transistor":
        (cx, cy), (bx, by), (ex, ey) = (part.legs[leg] for leg in "CBE")
        return bx + 0.85 * (ey - cy) / 2, by - 0.85 * (ex - cx) / 2, 90 if cx == ex else 0
    return (
        x,
        y - (0.95 if part.kind == "electrolytic" else 0),
        90 if bottom - top > right - left + 0.1 and part.kind != "pico" else 0,
    )


def _marks(part: Placed, first: Hole) -> list[str]:
    """What the name alone does not tell: which terminal, which end, which leg is the first."""

    def word(text: str, x: float, y: float, size: float, turn: int = 0) -> str:
        place = f"(at {(x - first[0]) * PITCH:.4g} {(y - first[1]) * PITCH:.4g} {turn})"
        effects = f"(effects (font (size {size} {size}) (thickness {0.15 * size:.3g})))"
        return (
            f'    (fp_text user "{text}" {place} (layer "F.SilkS") {effects} (tstamp {ident(part.name, text, x, y)}))'
        )

    if part.kind == "terminal":
        found = []
        for leg, (x, y) in part.legs.items():
            dx, dy, turn = (-0.95, 0.0, 90) if x == 0 else (0.95, 0.0, 90) if x == COLUMNS - 1 else (0.0, 0.95, 0)
            found.append(word(f"T{leg}", x + dx, y + dy, 1.0, turn))
        return found
    if part.kind == "electrolytic":
        return [word("+", part.legs["1"][0] + 0.1, part.legs["1"][1] - 0.75, 1.4)]
    if part.kind == "diode":
        return [word("K", part.legs["K"][0] + 0.7, part.legs["K"][1], 0.9)]
    if part.kind == "pico":
        return [word("USB", (part.body[0] + part.body[2]) / 2, part.body[1] + 1, 1.4)]
    if part.kind == "dip":
        return [word("1", part.legs["1"][0], part.legs["1"][1] - 0.75, 0.9)]
    return []


def _mounts() -> Iterator[tuple[float, float]]:
    for x in (-MOUNTS[0] / 2, MOUNTS[0] / 2):
        for y in (-MOUNTS[1] / 2, MOUNTS[1] / 2):
            yield ORIGIN[0] + BOARD[0] / 2 + x, ORIGIN[1] + BOARD[1] / 2 + y


def _mount(number: int, x: float, y: float) -> str:
    font = "(effects (font (size 1 1) (thickness 0.15)))"
    size = f'(at 0 0) (size {MOUNT} {MOUNT}) (drill {MOUNT}) (layers "*.Cu" "*.Mask") (tstamp {ident("hole", number)})'
    return (
        f'  (footprint "Majordome:hole" (layer "F.Cu") (tstamp {ident("mount", number)}) (at {x:g} {y:g})\n'
        f"    (attr exclude_from_pos_files exclude_from_bom)\n"
        f'    (fp_text reference "H{number + 1}" (at 0 0) (layer "F.SilkS") hide {font})\n'
        f'    (fp_text value "M2.5" (at 0 0) (layer "F.Fab") hide {font})\n'
        f'    (fp_circle (center 0 0) (end 2.5 0) (layer "F.CrtYd") (width {YARD}) (fill none))\n'
        f'    (pad "" np_thru_hole circle {size})\n  )'
    )


def _outline() -> list[str]:
    (x1, y1), (x2, y2) = ORIGIN, (ORIGIN[0] + BOARD[0], ORIGIN[1] + BOARD[1])
    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    rows = []
    for n, (one, other) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        ends = f"(start {one[0]:g} {one[1]:g}) (end {other[0]:g} {other[1]:g})"
        rows.append(f'  (gr_line {ends} (layer "Edge.Cuts") (width 0.1) (tstamp {ident("edge", n)}))')
    return rows


def _segment(run: Run, numbers: dict[str, int]) -> str:
    layer = "F.Cu" if run.side == PART_SIDE else "B.Cu"
    ends = f"(start {at(*run.at)}) (end {at(*run.to)}) (width {TRACK})"
    return f'  (segment {ends} (layer "{layer}") (net {numbers[run.net]}) (tstamp {ident(run)}))'


def _pour(layer: str, ground: int) -> str:
    inset = 0.6
    (x1, y1), (x2, y2) = ORIGIN, (ORIGIN[0] + BOARD[0], ORIGIN[1] + BOARD[1])
    corners = [(x1 + inset, y1 + inset), (x2 - inset, y1 + inset), (x2 - inset, y2 - inset), (x1 + inset, y2 - inset)]
    points = " ".join(f"(xy {x:g} {y:g})" for x, y in corners)
    return (
        f'  (zone (net {ground}) (net_name "ground") (layer "{layer}") (tstamp {ident("pour", layer)})\n'
        f"    (hatch edge 0.5)\n"
        f"    (connect_pads (clearance 0.3)) (min_thickness 0.3)\n"
        f"    (fill yes (thermal_gap 0.4) (thermal_bridge_width 0.5))\n    (polygon (pts {points}))\n  )"
    )


def _words(text: str, column: float, row: float, size: float) -> str:
    effects = f"(effects (font (size {size} {size}) (thickness {0.15 * size:.3g})) (justify left))"
    return f'  (gr_text "{text}" (at {at(column, row)}) (layer "F.SilkS") {effects} (tstamp {ident(text)}))'


# -- read back -------------------------------------------------------------------------------------------------------


def parsed(text: str) -> list[Any]:
    """A KiCad file as nested lists of words."""
    stack: list[list[Any]] = [[]]
    for quoted, bracket, bare in re.findall(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)', text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(bare or quoted)
    (whole,) = stack[0]
    return list(whole)


def told(items: list[Any], word: str) -> list[Any]:
    return [item for item in items if isinstance(item, list) and item and item[0] == word]


def one(items: list[Any], word: str) -> list[Any]:
    (found,) = told(items, word)
    return list(found[1:])


def metal(text: str) -> list[set[str]]:
    """Which pads a board file joins by its tracks alone: no net's name is believed. Raises where tracks of two meet."""
    board = parsed(text)
    root: dict[Any, Any] = {}

    def top(thing: Any) -> Any:
        while root.setdefault(thing, thing) != thing:
            thing = root[thing]
        return thing

    pads: dict[str, tuple[float, float]] = {}
    for footprint in told(board, "footprint"):
        name = next(item[2] for item in told(footprint, "fp_text") if item[1] == "reference")
        x, y = map(float, one(footprint, "at")[:2])
        for pad in told(footprint, "pad"):
            dx, dy = map(float, one(pad, "at")[:2])
            if pad[1]:
                leg = f"T{pad[1]}.{pad[1]}" if name[0] == "T" else f"{name}.{pad[1]}"
                pads[leg] = (round(x + dx, 3), round(y + dy, 3))
    step = PITCH / 2
    for segment in told(board, "segment"):
        (x1, y1), (x2, y2) = (tuple(map(float, one(segment, end))) for end in ("start", "end"))
        layer = one(segment, "layer")[0]
        many = round(max(abs(x2 - x1), abs(y2 - y1)) / step)
        points = [
            ((round(x1 + (x2 - x1) * n / many, 3), round(y1 + (y2 - y1) * n / many, 3)), layer) for n in range(many + 1)
        ]
        for point in points[1:]:
            root[top(points[0])] = top(point)
    for leg, place in pads.items():
        for layer in ("F.Cu", "B.Cu"):
            root[top((place, layer))] = top(leg)
    found: dict[Any, set[str]] = defaultdict(set)
    for leg in pads:
        found[top(leg)].add(leg)
    return list(found.values())


def named(text: str) -> dict[str, set[str]]:
    """Net -> its pads, as a board file names them."""
    found: dict[str, set[str]] = defaultdict(set)
    for footprint in told(parsed(text), "footprint"):
        name = next(item[2] for item in told(footprint, "fp_text") if item[1] == "reference")
        for pad in told(footprint, "pad"):
            for net in told(pad, "net"):
                found[net[2]].add(f"T{pad[1]}.{pad[1]}" if name[0] == "T" else f"{name}.{pad[1]}")
    return dict(found)
