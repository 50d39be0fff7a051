"""Props are a table: what stands in a row is all that the box needs to know of a prop."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields, replace
from inspect import signature

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box import parts
from majordome.box.doctor import pins as examined
from majordome.box.make_prop import named
from majordome.box.parts import Hardware
from majordome.core.clock import VirtualClock
from majordome.core.prompter import Prompter
from majordome.core.props import PROPS
from majordome.settings.pin_map import MANY_PINS, NEEDS_PWM, ONE_PIN, Pins
from majordome.settings.prop_table import PROP_TABLE, ROWS, SERVABLE, Row
from majordome.terminal.doctor_screen import Nobody
from majordome.words.narrator import LANGS, Narrator, lines
from pins.moves import an_evening

EVERY_ROW = pytest.mark.parametrize("row", PROP_TABLE, ids=lambda row: row.name)


@EVERY_ROW
def test_every_driver_and_check_of_a_row_is_there(row: Row) -> None:
    for path in filter(None, (row.pins, row.pico, row.check)):
        assert callable(named(path))
    assert row.pins or row.pico
    assert row.kind in ("", *PROPS)


@EVERY_ROW
def test_a_driver_takes_what_its_row_gives_it(row: Row) -> None:
    wanted = signature(named(row.pins)).parameters if row.pins else {}
    assert {*row.along, *row.flags} <= set(wanted)
    for driver in filter(None, (row.pins, row.pico)):
        assert set(row.given) <= set(signature(named(driver)).parameters)


@EVERY_ROW
def test_a_row_has_its_setting_and_its_name_in_both_languages(row: Row) -> None:
    settings = {field.name for field in fields(Pins)}
    if row.pins:
        assert {row.name, *row.along.values(), *row.flags.values()} <= settings
        assert row.name in (MANY_PINS if row.many else ONE_PIN)
        assert (row.name in NEEDS_PWM) is row.pwm
    else:
        assert row.name not in settings
    assert (row.name in SERVABLE) is bool(row.pico)
    for lang in LANGS:
        assert row.name in lines(lang)["part"]


def test_every_pin_of_the_settings_is_of_a_row() -> None:
    others = {"factory", "free", *(key for row in PROP_TABLE for key in row.flags.values())}
    assert {field.name for field in fields(Pins)} - others == {*ONE_PIN, *MANY_PINS}
    assert len(ROWS) == len(PROP_TABLE)


def test_reading_the_settings_loads_no_pins_and_no_board() -> None:
    source = "import json, sys, majordome.settings.config; print(json.dumps(list(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", source], capture_output=True, check=True).stdout)
    assert "majordome.settings.prop_table" in loaded
    assert not {"gpiozero", "serial", "majordome.props.buzzer", "majordome.pico.board"} & set(loaded)


class Bell:
    """A prop that nobody has thought of yet."""

    def __init__(self, pin: int, *, clock: VirtualClock) -> None:
        self.pin, self.clock, self.rung = pin, clock, list[str]()

    def sound(self, pattern: str) -> None:
        self.rung.append(pattern)


def test_a_new_prop_is_one_class_and_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    bell = Row("second_button", kind="buzzer", pins=f"{__name__}:Bell", check="majordome.box.checks:buzzer")
    monkeypatch.setitem(sys.modules, __name__, sys.modules[Bell.__module__])
    monkeypatch.setattr(parts, "PROP_TABLE", (bell,))
    monkeypatch.setattr("majordome.box.doctor.PROP_TABLE", (bell,))
    clock, prompter = VirtualClock(), Prompter(an_evening(), Narrator("en"))
    wiring = replace(Pins(), second_button=7)
    factory = MockFactory(pin_class=MockPWMPin)
    with Hardware(wiring, factory, clock=clock, tell=lambda heard: None, prompter=prompter) as box:
        (made,) = box.props()["buzzer"]
        assert isinstance(made, Bell)
        assert (made.pin, made.clock, box.where("second_button")) == (7, clock, "GPIO 7")
        assert [finding.what for finding in examined(box, Nobody())] == ["second_button"]
        assert made.rung == ["stop"]
