"""The props board's nets: the same as in the harnesses, the Pico's settings, the circuits and the parts list."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path

import electrics as e
import nets
from drafting import breadboards, guide, harnesses
from drafting.circuits import resistor
from drafting.colours import CODE, DRAWN
from drafting.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
GROUND = {"GND", "GND out", "ground", "ground in", "glass ground", "light -", "blue rail"}
FIVE_VOLTS = {"5V", "5V in", "5V out", "VIN", "glass 5V", "lamp 5V", "common +", "buzzer +"}
THREE_VOLTS = {"3V3", "left 3V3", "right 3V3"}
MEANS = {"BK": GROUND, "RD": FIVE_VOLTS, "OG": THREE_VOLTS}


def net_of(leg: str) -> str:
    return next(net for net, legs in nets.NETS.items() if leg in legs)


def resistors() -> Counter[str]:
    return Counter(
        resistor(value) for name, value in nets.VALUES.items() if name[0] == "R" and isinstance(value, float)
    )


def test_the_guides_measure_every_foot_of_the_pico_that_is_on_ground() -> None:
    feet = ", ".join(map(str, nets.GROUND_FEET))
    for language in LANGUAGES.values():
        assert feet in " ".join(language.page.read_text("utf-8").split())


def test_every_leg_is_in_one_net_and_no_net_is_a_lonely_leg() -> None:
    legs = Counter(leg for net in nets.NETS.values() for leg in net)
    assert [leg for leg, times in legs.items() if times > 1] == []
    assert [net for net, legs in nets.NETS.items() if len(legs) < 2] == []
    parts: dict[str, set[str]] = {}
    for leg in legs:
        parts.setdefault(leg.split(".")[0], set()).add(leg.split(".")[1])
    for part, found in parts.items():
        wanted = {"R": {"1", "2"}, "C": {"1", "2"}, "Q": {"C", "B", "E"}, "D": {"K", "A"}, "F": {"1", "2"}}.get(part[0])
        assert wanted is None or found == wanted, part


def test_each_terminal_is_the_net_that_the_harness_says() -> None:
    named = {
        pin.place: pin.label
        for harness in harnesses.harnesses("full")
        for pin in harness.pins()
        if pin.connector == "PROPS"
    }
    assert set(named) == {f"T{n}" for n in range(1, 31)}
    same = {"5V in": "5V", "lamp 5V": "5V", "buzzer +": "5V", "ground in": "ground", "glass ground": "ground"}
    for place, label in named.items():
        assert net_of(f"{place}.{place[1:]}") == same.get(label, label), place


def test_the_picos_feet_are_those_of_its_settings() -> None:
    settings = runpy.run_path(str(ROOT / "firmware" / "builds" / "full.py"))
    assert (settings["SAND"], settings["LAMP"], settings["GUESTS"], settings["CHAIRS"]) == (
        nets.SAND, nets.LAMP, nets.GUESTS, nets.CHAIRS,
    )  # fmt: skip
    assert (settings["BUZZER"], settings["BUTTON"], settings["BUTTON_LIGHT"]) == (None, None, None)  # on the Pi


def test_nothing_but_a_resistor_or_a_gate_stands_at_a_foot_of_the_pico() -> None:
    """A foot that were wired to its terminal, past the circuit, would sink what the lamp or a spark gives."""
    for gp in nets.FEET:
        others = [leg for leg in nets.NETS[net_of(nets.foot(gp))] if not leg.startswith("PICO.")]
        assert [leg[0] for leg in others] in (["R"], ["U"]), gp
        assert not any(leg[0] == "T" for leg in others)


def test_a_colour_of_the_lamp_goes_through_its_resistor_and_its_transistor_to_ground() -> None:
    for n, value in ((1, e.RED_R), (2, e.GREEN_BLUE_R), (3, e.GREEN_BLUE_R)):
        assert nets.VALUES[f"R{6 + n}"] == value
        assert {net_of(f"R{6 + n}.1"), net_of(f"R{6 + n}.2")} == {f"lamp {n}", net_of(f"Q{1 + n}.C")}
        assert (net_of(f"Q{1 + n}.B"), net_of(f"Q{1 + n}.E")) == (net_of(f"R{3 + n}.2"), "ground")


def test_the_parts_list_has_all_that_is_on_the_board() -> None:
    listed = {part.key: part.quantity for part in guide.parts_list("full")}
    for kind, count in resistors().items():
        assert listed[kind] == count, kind
    assert listed["capacitor-100n"] == sum(value == e.SPIKE_C for value in nets.VALUES.values())
    assert listed["transistor"] == sum(value == "BC547B" for value in nets.VALUES.values())


def test_black_is_ground_red_5_volts_and_orange_3_volts_in_every_wire_and_in_no_other() -> None:
    for harness in harnesses.harnesses():
        for one, other, colour in harness.links():
            ends = {one.label, other.label}
            for code, names in MEANS.items():
                assert (colour == code) is bool(ends & names), (harness.name, ends, colour)
            assert colour in CODE


def test_the_links_on_the_breadboards_are_ground_and_drawn_so() -> None:
    board = breadboards.DRIVERS
    (ground,) = (legs for legs in board.nets().values() if "GND" in legs)
    assert {"Q.2", "C left.0", "C right.1"} <= ground  # what the two links lead to
    assert sum(part.part == "jumper-wire" for part in board.plugged) == 2
    assert breadboards.COLOURS["jumper-wire"] == DRAWN["BK"]


def test_the_breadboards_leads_have_the_same_colours_as_the_wiring() -> None:
    starter = harnesses.harnesses("starter")
    wired = {
        (pin.connector.lower(), pin.place): colour
        for harness in starter
        for one, other, colour in harness.links()
        for pin in (one, other)
        if pin.connector in ("GLASS", "DRIVERS")
    }
    for board in (breadboards.glass(guide.pins_of("starter").hourglass), breadboards.DRIVERS):
        for lead in board.leads:
            place = "blue rail" if lead.hole.startswith("blue") else lead.hole
            assert lead.colour == CODE[wired[board.name, place]][1], lead
