"""Whoever buys the list can build the drawings."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from math import ceil, dist

import placement
import pytest
from drafting import boards, breadboards, circuits, exploded, glass_rows, guide, harnesses, parts, ways
from drafting.languages import LANGUAGES

BUILDS = pytest.mark.parametrize("build", harnesses.BUILDS)
BOARDS = (breadboards.glass(guide.pins_of("starter").hourglass), breadboards.DRIVERS)


PIECE = 300  # mm, as both kinds of wire are on the list
ROW_TO_ROW = 50  # mm from one row of the glass to the next, through the carrier and back


def bought(build: str) -> dict[str, int]:
    return {part.key: part.quantity for part in guide.parts_list(build)}


def plugged() -> Counter[str]:
    return Counter(part.part for board in BOARDS for part in board.plugged)


def between_the_rows() -> Counter[str]:
    """Three short wires from each row of the glass to the next; those between the bulbs are a cable of their own."""
    links = 3 * (len(glass_rows.rows()) - 2)
    return Counter({"supply-wire": ceil(links * ROW_TO_ROW / PIECE)})


def on_the_props_board() -> Counter[str]:
    """The insulated wires of the prototype board: a piece for each colour; what may have any is cut from a rest."""
    long: dict[str, float] = defaultdict(float)
    links = boards.prototype().links
    for link, way in zip(links, ways.ways(links), strict=True):
        long[guide.LINK_COLOURS.get(link.net, "any")] += sum(map(dist, way, way[1:])) * placement.PITCH + 20
    return Counter({"hook-up-wire": sum(ceil(mm / PIECE) for colour, mm in long.items() if colour != "any")})


@BUILDS
def test_every_part_of_the_wiring_and_the_circuits_is_on_the_list_and_there_are_enough(build: str) -> None:
    needed = harnesses.parts(build) + circuits.parts(build)
    if build == "starter":
        needed["jumper-wire"] += plugged()["jumper-wire"]
    else:
        needed += between_the_rows() + on_the_props_board()
    stock = bought(build)
    assert len(needed) > 15
    assert {part: count for part, count in needed.items() if stock.get(part, 0) < count} == {}


@BUILDS
def test_nothing_electric_is_bought_in_vain(build: str) -> None:
    used = harnesses.parts(build) + circuits.parts(build)
    whole = {
        "pi",
        "sd-card",
        "supply",
        "usb-speaker",
        "foam",
        "opal",
        "screw-m3",
        "screw-m25",
        "print",
        "cable-tie",
        "foam-tape",
    }
    whole |= {"terminal-2", "socket-20", "tinned-wire", "heat-shrink"}  # on the props board
    whole |= {"rubber-disc", "dip-socket", "solder"}  # in the pads, and under the soldering iron
    assert bought(build).keys() - used.keys() == whole & bought(build).keys()


def test_what_is_plugged_is_what_the_circuits_of_the_starter_show() -> None:
    on_boards = plugged()
    del on_boards["jumper-wire"]
    assert on_boards == circuits.parts("starter")


def test_the_starter_is_as_promised_and_needs_no_solder() -> None:
    stock = bought("starter")
    assert (stock["pi"], stock["arcade-button"], stock["buzzer"], stock["led"], stock["chair-switch"]) == (
        1,
        1,
        1,
        10,
        2,
    )
    assert {"terminal-board", "breadboard-half", "breadboard-mini"} <= stock.keys()
    assert "props-board" not in stock


def test_the_full_build_is_as_promised() -> None:
    stock = bought("full")
    assert {"pico": 1, "ws2812-bulb": 2, "fsr": 2, "amplifier": 1, "guest-button": 6}.items() <= stock.items()


@BUILDS
def test_every_line_says_what_the_part_is_for_and_what_it_costs(build: str) -> None:
    parts = guide.parts_list(build)
    assert len({part.key for part in parts}) == len(parts)
    assert all(part.what_for and part.quantity > 0 and part.price > 0 for part in parts)


@BUILDS
def test_every_part_has_words_for_a_shop_and_two_kinds_of_vendor(build: str) -> None:
    for part in guide.parts_list(build):
        assert part.ask_for, part.key
        sellers = part.sold_by.split()
        assert len(set(sellers)) >= 2, part.key
        assert set(sellers) <= parts.VENDORS.keys()
    for language in LANGUAGES.values():
        assert f" {language.say(parts.PRICED)}," in language.page.read_text("utf-8")


def test_there_is_a_terminal_and_a_socket_for_every_pole_of_the_props_board() -> None:
    stock = bought("full")
    assert stock["terminal-2"] == sum(part.kind == "terminal" for part in placement.PLACED)
    assert stock["socket-20"] * 20 == sum(len(part.legs) for part in placement.PLACED if part.kind == "pico")
    assert stock["dip-socket"] == sum(part.kind == "dip" for part in placement.PLACED)


@BUILDS
def test_there_are_enough_screws(build: str) -> None:
    stock = bought(build)
    boards = 2 if build == "full" else 1  # Pi and props board, four each
    assert stock["screw-m25"] == 4 * boards
    assert stock["screw-m3"] == 8  # four for the back, four for the carrier


@pytest.mark.skipif(shutil.which("openscad") is None, reason="apt install openscad")
@BUILDS
def test_every_thing_on_the_exploded_view_has_its_number_in_the_parts_list(build: str) -> None:
    known, shown = parts.numbers(build), [key for key, _ in exploded.anchors(build, "exploded")]
    assert set(shown) - known.keys() == set()
    assert {key for key, _ in exploded.anchors(build, "apart")} < set(shown)
    in_the_box = {
        "pi",
        "sd-card",
        "supply",
        "terminal-board",
        "arcade-button",
        "jack-socket",
        "opal",
        "print",
        "buzzer",
    }
    own = {"starter": {"led", "breadboard-half", "breadboard-mini", "usb-speaker"}}
    own["full"] = {"pico", "props-board", "ws2812-bulb", "speaker", "amplifier", "rgb-led", "usb-cable"}
    own["full"] |= {"terminal-2", "level-shifter", "capacitor-1000u", "fuse-holder"}
    assert in_the_box | own[build] <= set(shown)
    for language in LANGUAGES.values():
        page = language.page.read_text("utf-8")
        for part in guide.parts_list(build):
            assert f"| {part.number} | {part.quantity} | {language.say(part.part)} |" in page


@pytest.mark.parametrize("show", exploded.VIEWS)
def test_no_two_numbers_of_an_exploded_view_lie_on_each_other(show: str) -> None:
    points = [(str(n), (700.0 + 9 * n, 700.0 + n)) for n in range(4)]
    places = [at for _, _, at in exploded.VIEWS[show].beside(points)]
    for n, (x, y) in enumerate(places):
        assert all(abs(x - x2) >= 2 * exploded.BALL or abs(y - y2) >= 2 * exploded.BALL for x2, y2 in places[:n])


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_no_hole_of_a_breadboard_takes_two_legs(board: breadboards.Board) -> None:
    holes = list(board.holes())
    assert len(holes) == len(set(holes))
    assert all(int(hole.split(" ")[-1].lstrip("abcdefghij")) <= board.rows for hole in holes)


def test_each_led_of_the_hourglass_lies_between_its_pin_and_its_resistor() -> None:
    nets = list(BOARDS[0].nets().values())
    for number, pin in enumerate(guide.pins_of("starter").hourglass, 1):
        assert {f"GPIO{pin}", f"LED {number}.0"} in nets, "the long leg to the pin"
        assert {f"LED {number}.1", f"R {number}.0"} in nets
    assert {"GND", *(f"R {number}.1" for number in range(1, 11))} in nets


def test_the_small_breadboard_is_the_circuits_of_light_buzzer_and_chairs() -> None:
    assert sorted(map(sorted, breadboards.DRIVERS.nets().values())) == sorted(
        map(
            sorted,
            [
                {"GPIO27", "R light.0"},
                {"R light.1", "light +"},
                {"GPIO22", "R base.0"},
                {"R base.1", "Q.1"},  # the base
                {"5V", "buzzer +", "D.0"},  # the diode's ring
                {"buzzer -", "D.1", "Q.0"},  # the collector
                {"GND", "Q.2", "C left.0", "C right.1"},  # the emitter
                {"3V3", "R pull left.1", "R pull right.0"},
                {"left tip", "R pull left.0", "C left.1", "R left.0"},
                {"GPIO5", "R left.1"},
                {"right tip", "R pull right.1", "C right.0", "R right.0"},
                {"GPIO6", "R right.1"},
            ],
        )
    )
