"""The opened box has every wire of its harnesses, in its colour, and each ends at the parts that the harness names."""

from __future__ import annotations

import re
import shutil
from functools import cache

import placement
import pytest
from drafting import cables, exploded, guide, harnesses, volumes
from drafting.colours import DRAWN
from drafting.languages import LANGUAGES

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="apt install openscad")
BUILDS = pytest.mark.parametrize("build", harnesses.BUILDS)
room, parts = cache(volumes.room), cache(exploded.parts)
CUT = ("hook-up-wire", "supply-wire")
ON_THE_BOARD = {"PROPS": "Parts on the props board", "PICO": "Pico's plug", "PIUSB": "USB plugs"}


@cache
def laid(build: str) -> list[cables.Wire]:
    return cables.wires(build, parts(build))


def away(point: cables.Point, corners: cables.Corners) -> float:
    """Millimetres from a part: nought on it or in it."""
    off = (max(min(a, b) - p, 0, p - max(a, b)) for p, a, b in zip(point, *corners, strict=True))
    return max(off)


@BUILDS
def test_every_wire_of_every_harness_is_in_the_opened_box(build: str) -> None:
    drawn = {(wire.cable, wire.pins) for wire in laid(build)}
    for harness in harnesses.harnesses(build):
        for cable, one, other, _ in harness.wires():
            coat = other.connector in cables.OUTSIDE and one.place == "2"  # is in the coat of the first
            assert coat or (cable, (one, other)) in drawn, f"{harness.name} {cable}"
    assert {wire.harness for wire in laid(build)} == {harness.name for harness in harnesses.harnesses(build)}


@BUILDS
def test_a_wire_has_the_colour_of_its_harness(build: str) -> None:
    colours = {
        (cable, one, other): DRAWN[colour]
        for harness in harnesses.harnesses(build)
        for cable, one, other, colour in harness.wires()
    }
    for wire in laid(build):
        assert len(wire.parts) == 1 or wire.colour == colours[wire.cable, *wire.pins]


@BUILDS
def test_a_wire_ends_at_the_parts_that_its_harness_names(build: str) -> None:
    keys = {volume.name: volume.part for volume in room(build).bought}
    named = {harness.name: harness.source["connectors"] for harness in harnesses.harnesses(build)}
    for wire in laid(build):
        for pin, part, point in zip(wire.pins, wire.parts, (wire.path[0], wire.path[-1]), strict=False):
            assert away(point, parts(build)[part]) < 1, f"{wire.cable} at {part}"
            if pin.connector in ON_THE_BOARD:
                assert part == ON_THE_BOARD[pin.connector]
            else:
                assert keys[part] == named[wire.harness][pin.connector].get("pn", "jack-socket")
            if side := re.search("left|right", named[wire.harness][pin.connector]["type"]):
                assert part.lower().startswith(side[0])


def test_a_wire_at_the_props_board_is_at_its_own_screw() -> None:
    (x, _, z), (x2, _, z2) = parts("full")["Parts on the props board"]
    for wire in laid("full"):
        for pin, point in zip(wire.pins, (wire.path[0], wire.path[-1]), strict=True):
            if pin.connector == "PROPS":
                holes = {
                    leg: hole for part in placement.PLACED for leg, hole in part.legs.items() if part.kind == "terminal"
                }
                right, down = placement.millimetres(holes[pin.place[1:]])
                assert point[0] == pytest.approx(x + right)
                assert point[2] == pytest.approx(z + placement.BOARD[1] - down)
    assert (x2 - x, z2 - z) == pytest.approx((placement.BOARD[0], placement.BOARD[1] - 1))


def test_socket_1_of_the_guests_is_on_the_left_seen_from_behind() -> None:
    """As both guides say; the opened back is seen from within."""
    places = [parts("full")[f"Guest buzzer's socket {n}"][0][0] for n in range(1, 7)]
    assert places == sorted(places, reverse=True)


@BUILDS
def test_what_goes_out_of_the_box_ends_outside(build: str) -> None:
    for wire in laid(build):
        if len(wire.parts) == 1:
            assert all(away(wire.path[-1], corners) > 5 for corners in parts(build).values())


@BUILDS
def test_each_cable_has_one_name_on_the_picture_and_none_lies_on_another(build: str) -> None:
    tags = dict(cables.tags(laid(build)))
    names = [name for harness in harnesses.harnesses(build) for name in harness.source["cables"]]
    assert sorted(tags) == sorted(names)
    last = max(names, key=lambda name: int(name[1:]))
    for page in (language.page.read_text("utf-8") for language in LANGUAGES.values()):
        assert re.search(rf"\bW1 \w+ {last}\b", page)
    places = [exploded.VIEWS["apart"].on_picture(point) for point in tags.values()]
    for n, (x, y) in enumerate(places):
        assert all(abs(x - x2) > 2 * exploded.TAG or abs(y - y2) > 1.2 * exploded.TAG for x2, y2 in places[:n])


@BUILDS
def test_every_wire_is_as_long_as_it_is_drawn_in_the_opened_box(build: str) -> None:
    """What is cut, to the next five centimetres; what is bought with its length, at least."""
    needed = cables.needed(laid(build))
    bought = {part.key: part.part for part in guide.parts_list(build)}
    inside = 0
    for harness in harnesses.harnesses(build):
        for name, cable in harness.source["cables"].items():
            long, part = cable["length"], bought.get(cable.get("pn", ""), "")
            listed = re.search(r"(\d+) cm", part)
            if name not in needed:  # out of the box
                assert f"{long:g} m" in part
                continue
            inside += 1
            if cable.get("pn") in CUT:
                assert long == needed[name], f"{name}: {needed[name]:g} m"
                assert listed
                assert long <= int(listed[1]) / 100
            else:
                assert long >= needed[name], f"{name}: {needed[name]:g} m"
                assert listed is None or long == int(listed[1]) / 100
    assert inside >= 6


@BUILDS
def test_the_guide_tells_the_length_of_every_cable(build: str) -> None:
    for language in LANGUAGES.values():
        told = guide.blocks(language)[f"{build} wires"]()
        assert told in language.page.read_text("utf-8")
        for harness in harnesses.harnesses(build):
            for name, cable in harness.source["cables"].items():
                (row,) = re.findall(rf"^\| (?:\d x )?{name} \|.*$", told, re.MULTILINE)
                long = cable["length"]
                assert row.endswith(f"| {long:g} m |" if long >= 1 else f"| {long * 100:g} cm |")
                assert sum(map(int, re.findall(r"(\d+) [A-Z]{2}\b", row))) == cable["wirecount"]
