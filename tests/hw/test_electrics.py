"""No pin, no wire and no supply carries more than it may."""

from __future__ import annotations

import runpy
from pathlib import Path

import electrics as e
import pytest
from drafting import guide, harnesses

from majordome.sensing.presence import SITS_AFTER
from majordome.settings.pin_map import Pins

ROOT = Path(__file__).parents[2]
MAPS = {"default": Pins(), **{build: guide.pins_of(build) for build in harnesses.BUILDS}}


@pytest.mark.parametrize("build", MAPS)
def test_every_pin_keeps_its_level_and_all_together_stay_within_the_pis_limit(build: str) -> None:
    loads = e.pin_loads(MAPS[build])
    assert loads
    assert max(load.most for load in loads) <= e.PIN_GOOD < e.PIN_MOST
    assert sum(load.most for load in loads) <= e.ALL_PINS_MOST


def test_every_pin_that_gives_current_is_counted() -> None:
    inputs = {"button", "second_button", "left_chair", "right_chair", "guest_buzzers"}
    for pins in MAPS.values():
        giving = [pin for pin, user in pins.users() if user.split(" ")[0] not in inputs]
        assert sorted(f"GPIO{pin}" for pin in giving) == sorted(load.what.split(" ")[0] for load in e.pin_loads(pins))


def test_a_budget_that_is_broken_is_noticed() -> None:
    too_many = Pins(hourglass=tuple(range(2, 16)), free=("i2c", "spi", "uart"))
    assert sum(load.most for load in e.pin_loads(too_many)) > e.ALL_PINS_MOST


def test_the_picos_pins_stay_within_their_limit_too() -> None:
    assert max(load.most for load in e.pico_loads()) <= e.PIN_GOOD
    assert sum(load.most for load in e.pico_loads()) <= e.PICO_PINS_MOST


@pytest.mark.parametrize("build", harnesses.BUILDS)
def test_a_builds_supply_has_a_tenth_to_spare_at_worst(build: str) -> None:
    supply = e.supply(build, MAPS[build])
    assert supply.usual < supply.most <= 0.9 * supply.rated


@pytest.mark.parametrize("build", harnesses.BUILDS)
def test_the_supply_that_is_bought_is_the_one_that_was_reckoned_with(build: str) -> None:
    bought = next(part for part in guide.parts_list(build) if part.key == "supply")
    assert f"5.1 V {e.supply(build, MAPS[build]).rated:g} A" in bought.part


def test_a_smaller_led_resistor_would_be_too_small() -> None:
    smaller = max(value for value in e.e12() if value < e.LED_R)
    assert e.led_worst(e.LED_R) <= e.PIN_GOOD < e.led_worst(smaller)


def test_the_transistor_is_full_on_even_with_a_weak_rail() -> None:
    weakest = (e.V33 * (1 - e.TOLERANCE) - e.BASE_V_MOST) / (e.BASE_R * (1 + e.TOLERANCE))
    assert weakest * e.FORCED_GAIN >= e.BUZZER_I
    assert weakest * 2 * e.FORCED_GAIN >= e.LAMP_MOST
    assert e.BUZZER_I <= e.DIODE_I


def test_a_chairs_line_is_low_when_it_should_be_and_quick_enough() -> None:
    assert e.LOW_LEVEL + e.HUM < e.LOW
    assert e.V33 - e.HUM > e.HIGH
    assert e.RELEASE_TIME < SITS_AFTER / 100
    assert e.HUM_BARE > 10 * e.HUM, "the pull-up inside the Pi alone would hum"


def test_a_spark_does_not_hurt_the_pin() -> None:
    assert e.SPARK_I < 0.020


def test_the_fuse_lets_the_budget_pass_and_full_white_not() -> None:
    assert e.GLASS_BUDGET <= e.FUSE_LOAD * e.GLASS_FUSE
    assert e.GLASS_FUSE * 2 < e.GLASS_WHITE
    bought = next(part for part in guide.parts_list("full") if part.key == "fuse")
    assert f"{e.GLASS_FUSE * 1000:g} mA, slow" in bought.part


def test_the_shifter_hears_a_pin_which_the_lights_would_not() -> None:
    weak = e.V33 * (1 - e.TOLERANCE)
    assert e.SHIFTER_HIGH < weak < e.WS_HIGH


def test_no_colour_of_the_lamp_gets_more_than_the_led_bears() -> None:
    assert 0.75 * e.LAMP_MOST < e.GREEN_BLUE_I <= e.LAMP_MOST
    assert 0.75 * e.LAMP_MOST < e.RED_I <= e.LAMP_MOST


def test_the_pads_tell_a_cushion_from_a_guest() -> None:
    assert e.fsr_steps(e.FSR_EMPTY) < e.fsr_steps(e.FSR_CUSHION) < e.fsr_steps(e.FSR_SITS) < e.fsr_steps(e.FSR_JUMPS)


def test_the_firmware_has_the_budget_and_the_thresholds_that_were_reckoned_with() -> None:
    settings = runpy.run_path(str(ROOT / "firmware" / "builds" / "full.py"))
    assert (settings["BUDGET_MA"] - settings["BOARD_MA"]) / 1000 == pytest.approx(e.GLASS_BUDGET)
    assert settings["LED_MA"] * 3 / 1000 == pytest.approx(e.GRAIN_WHITE)
    assert settings["LAMP_MA"] / 1000 == pytest.approx(e.LAMP_MOST)


@pytest.mark.parametrize("tared", [None, e.FSR_EMPTY, e.FSR_CUSHION])
def test_a_chair_of_the_full_build_is_taken_by_a_guest_and_never_by_its_cushion(tared: float | None) -> None:
    """Without a tare, tared without its cushion, and tared with it; with a tenth of what is read to spare."""
    settings = runpy.run_path(str(ROOT / "firmware" / "builds" / "full.py"))
    empty = settings["CHAIR_EMPTY"] if tared is None else e.fsr_steps(tared)
    sits, left = empty + settings["CHAIR_TAKEN"], empty + settings["CHAIR_LEFT"]
    assert e.fsr_steps(e.FSR_SITS) > 1.1 * sits
    assert e.fsr_steps(e.FSR_CUSHION) < left < sits  # who stands up leaves the cushion: it never sticks at taken


def test_a_torn_cable_is_told_from_an_empty_chair() -> None:
    settings = runpy.run_path(str(ROOT / "firmware" / "builds" / "full.py"))
    assert 0 < settings["CHAIR_TORN"] < e.fsr_steps(float(10**12)) / 2  # a sensor that conducts nothing at all
