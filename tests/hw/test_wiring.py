"""The same pin numbers everywhere: wiring, breadboards, configuration, `pinout`, docs, and the Pico's firmware."""

from __future__ import annotations

import re
import runpy
import xml.etree.ElementTree as ET
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from drafting import board_pictures, boards, breadboards, glass_rows, guide, harnesses
from drafting.languages import LANGUAGES

from majordome.cli.commands import main
from majordome.settings.config import read_settings
from majordome.settings.pin_map import GROUND, HEADER, INTERFACES, POWER, Pins, conflicts, draw

ROOT = Path(__file__).parents[2]
BUILDS = pytest.mark.parametrize("build", harnesses.BUILDS)
I2S = {18: "BCLK", 19: "LRC", 21: "DIN"}  # what the amplifier wants, and from where the kernel sends it
# A Pico's feet: GP number -> number of the foot.
FEET = {
    **dict(enumerate((1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29))),
    26: 31,
    27: 32,
    28: 34,
}
FEET_OF_POWER = {"GND": (3, 8, 13, 18, 23, 28, 38), "AGND": (33,), "3V3": (36,), "micro-USB": ()}


def pins_of(build: str) -> Pins:
    return read_settings(ROOT / "hw" / f"{build}.toml").pins


def wires(build: str, connector: str) -> list[tuple[harnesses.Pin, harnesses.Pin]]:
    """Every wire that begins at this connector."""
    found = [link[:2] for harness in harnesses.harnesses(build) for link in harness.links()]
    return [(one, other) for one, other in found if one.connector == connector]


@pytest.mark.parametrize("name", [harness.name for harness in harnesses.harnesses()])
def test_every_pin_stands_at_its_place_on_the_header(name: str) -> None:
    harness = harnesses.Harness(harnesses.WIRING / f"{name}.yml")
    for pin in harness.pins():
        place = int(pin.place) if pin.place.isdigit() else 0
        if pin.connector == "PI" and pin.label.startswith("GPIO"):
            assert HEADER[int(pin.label[4:])] == place
        elif pin.connector == "PI" and pin.label == "GND":
            assert place in GROUND
        elif pin.connector == "PI":
            assert POWER[place] == pin.label
        elif pin.connector == "PICO" and pin.label.startswith("GP"):
            assert FEET[int(pin.label[2:])] == place
        elif pin.connector == "PICO":
            assert place in FEET_OF_POWER[pin.label] or pin.place == "USB"


@BUILDS
def test_the_cables_are_numbered_without_a_gap(build: str) -> None:
    names = [name for harness in harnesses.harnesses(build) for name in harness.source["cables"]]
    assert sorted(names, key=lambda name: int(name[1:])) == [f"W{n}" for n in range(1, len(names) + 1)]


def test_no_insulated_wire_of_the_props_board_has_the_name_of_a_cable() -> None:
    cables = {name for harness in harnesses.harnesses() for name in harness.source["cables"]}
    links = [board_pictures.link_name(n) for n, _ in enumerate(boards.prototype().links, 1)]
    assert not cables & set(links)
    for side in ("parts", "solder"):
        drawn = (ROOT / f"hw/pictures/props-{side}.svg").read_text("utf-8")
        assert all(f">{name}</text>" in drawn for name in links)
    for language in LANGUAGES.values():
        page = language.page.read_text("utf-8")
        assert all(
            f"| {name} | {guide.hole_to_hole(link)} |" in page
            for name, link in zip(links, boards.prototype().links, strict=True)
        )
        assert re.search(rf"\b{links[0]} \w+ {links[-1]}\b", page)


@BUILDS
def test_the_wires_go_where_the_configuration_says(build: str) -> None:
    wired = {int(pi.label[4:]): part.label for pi, part in wires(build, "PI") if pi.label.startswith("GPIO")}
    wanted = {pin: user.replace("_", " ") for pin, user in pins_of(build).users()}
    if build == "full":
        wanted |= I2S
    assert wired == wanted


def test_the_amplifier_hangs_on_pins_that_the_configuration_keeps_for_it() -> None:
    assert set(I2S) <= set(INTERFACES["i2s"])
    assert "i2s" not in pins_of("full").free


@BUILDS
def test_no_screw_of_the_header_holds_two_wires(build: str) -> None:
    places = [pi.place for pi, _ in wires(build, "PI")]
    assert len(places) == len(set(places))


@BUILDS
def test_a_builds_configuration_has_no_conflict(build: str) -> None:
    assert list(conflicts(pins_of(build))) == []


@pytest.mark.parametrize(
    ("build", "changed"),
    [
        ("starter", {"hourglass", "lamp", "free"}),
        ("full", {"hourglass", "lamp", "left_chair", "right_chair"}),
    ],
)
def test_a_build_is_the_default_map_but_for_what_it_names(build: str, changed: set[str]) -> None:
    pins, usual = pins_of(build), Pins()
    assert {each.name for each in fields(Pins) if getattr(pins, each.name) != getattr(usual, each.name)} == changed


def test_the_starter_has_ten_lights_that_go_up_the_header_in_order() -> None:
    places = [HEADER[pin] for pin in pins_of("starter").hourglass]
    assert len(places) == 10
    assert places == sorted(places, reverse=True)


def test_no_light_of_the_starter_glows_while_the_pi_starts() -> None:
    pulled_up_at_power_on = range(9)  # GPIO0 to GPIO8
    pins = pins_of("starter")
    assert not {*pins.hourglass, pins.button_lamp, pins.buzzer} & set(pulled_up_at_power_on)


@BUILDS
def test_pinout_and_the_builders_guide_show_the_same_header(build: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pinout", "--config", str(ROOT / "hw" / f"{build}.toml")]) == 0
    drawn = capsys.readouterr().out.rstrip()
    assert all(drawn in language.page.read_text("utf-8") for language in LANGUAGES.values())


def test_the_page_about_pins_shows_the_default_map() -> None:
    assert draw(Pins()) in (ROOT / "docs" / "pins.md").read_text("utf-8")


def test_the_annotated_example_is_the_default_map() -> None:
    assert read_settings(ROOT / "controller" / "majordome" / "settings" / "example.toml").pins == Pins()


def test_the_guides_numbers_are_those_of_the_sums() -> None:
    assert list(guide.stale()) == []
    for language, more in zip(LANGUAGES.values(), ({"words"}, set()), strict=True):  # English drawings want no words
        named = {name for _, name, _ in guide.BLOCK.findall(language.page.read_text("utf-8"))}
        unused = guide.blocks(language).keys() - named
        assert unused == {"glass board", "drivers board"} | more, "every block that is made is read by somebody"


@pytest.mark.parametrize(
    ("board", "connector"),
    [(breadboards.glass(pins_of("starter").hourglass), "GLASS"), (breadboards.DRIVERS, "DRIVERS")],
)
def test_a_breadboards_leads_are_those_of_the_wiring(board: breadboards.Board, connector: str) -> None:
    drawn = {}
    for harness in harnesses.harnesses("starter"):
        for one, other, _ in harness.links():
            for end, far in ((one, other), (other, one)):
                if end.connector == connector:
                    drawn[end.place] = far.label if far.connector == "PI" else end.label
    plugged = {"blue rail" if lead.hole.startswith("blue") else lead.hole: lead.to for lead in board.leads}
    assert plugged == drawn


@pytest.mark.parametrize("board", ["glass", "drivers"])
def test_a_breadboards_picture_names_the_headers_places(board: str) -> None:
    drawn = (ROOT / "hw" / "pictures" / f"board-{board}.svg").read_text("utf-8")
    named = re.findall(r">([^<>]+), header (\w+)<", drawn)
    pins = {f"GPIO{pin}": place for pin, place in HEADER.items()}
    for label, place in named:
        assert int(place) in {pins.get(label), *(at for at, name in POWER.items() if name == label)} or (
            label == "GND" and int(place) in GROUND
        )
    leads = breadboards.DRIVERS.leads if board == "drivers" else breadboards.glass(pins_of("starter").hourglass).leads
    from_the_pi = {lead.to for lead in leads if lead.to.startswith("GPIO") or lead.to in ("5V", "3V3", "GND")}
    assert {label for label, _ in named} == from_the_pi


# -- the Pico --------------------------------------------------------------------------------------------------------


def firmware() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "firmware" / "builds" / "full.py"))


def test_no_row_of_the_wiring_is_a_circuit() -> None:
    """What is on the board is in its nets (test_nets.py): a drawing shows wires, and the Pico has but its USB cable."""
    assert [(pico.place, usb.connector) for pico, usb in wires("full", "PICO")] == []
    assert [end.place for _, end in wires("full", "PIUSB")] == ["USB"]


def test_the_glass_has_as_many_lights_as_the_firmware_counts() -> None:
    import electrics as e

    settings = firmware()
    assert (settings["UPPER"], settings["LOWER"]) == (e.GRAINS, e.GRAINS)


def test_the_full_builds_board_serves_what_is_wired_to_it() -> None:
    settings = read_settings(ROOT / "hw" / "full.toml")
    assert set(settings.pico.serves) == {"hourglass", "lamp", "left_chair", "right_chair", "guest_buzzers"}


def test_the_rows_of_the_glass_are_the_chain_that_the_firmware_knows() -> None:
    settings = runpy.run_path(str(ROOT / "firmware" / "builds" / "full.py"))
    rows = glass_rows.rows()
    upper, lower = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    assert (sum(upper), sum(lower)) == (settings["UPPER"], settings["LOWER"])
    for language in LANGUAGES.values():
        told = ", ".join(map(str, upper[:-1])) + f" {language.say('and')} {upper[-1]}"
        assert told in language.page.read_text("utf-8")
    drawn = [text for text in ET.fromstring(glass_rows.svg()).itertext() if text.isdigit()]
    assert sorted(map(int, drawn)) == list(range(1, sum(rows) + 1))
