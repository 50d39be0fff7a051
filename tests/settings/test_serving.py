"""Which prop the Pico serves and which the pins do: every setting, and conflicts that name both."""

from __future__ import annotations

from pathlib import Path

import pytest

from majordome.errors import FileError
from majordome.settings.config import Settings, read_settings
from majordome.settings.pin_map import Pins
from majordome.settings.wiring import NO_PINS, SERVABLE, Pico


def read(folder: Path, *lines: str) -> Settings:
    path = folder / "majordome.toml"
    path.write_text("\n".join(lines), "utf-8")
    return read_settings(path)


def refusal(folder: Path, *lines: str) -> str:
    with pytest.raises(FileError) as error:
        read(folder, *lines)
    return str(error.value).partition(": ")[2]


def test_a_box_that_says_nothing_of_a_pico_plays_on_its_pins(tmp_path: Path) -> None:
    settings = read(tmp_path)
    assert (settings.pico, settings.pins) == (Pico(), Pins())
    assert not settings.pico.wanted


def test_what_the_pico_serves_is_left_out_of_the_pins_and_all_else_stays_there(tmp_path: Path) -> None:
    settings = read(tmp_path, "[pico]", 'serves = ["right_chair", "hourglass", "left_chair"]')
    assert settings.pico == Pico("auto", ("hourglass", "left_chair", "right_chair"))
    assert settings.pico.wanted
    assert settings.pins == Pins(hourglass=(), left_chair=None, right_chair=None)


def test_the_pins_that_the_pico_sets_free_may_be_used_for_something_else(tmp_path: Path) -> None:
    settings = read(tmp_path, "[pins]", "buzzer = 4", "[pico]", 'serves = ["hourglass"]')
    assert (settings.pins.buzzer, settings.pins.hourglass) == (4, ())


@pytest.mark.parametrize("port", ["/dev/ttyACM0", "/dev/serial/by-id/usb-MicroPython_Board-if00", "e6614c311b4f5a2b"])
def test_a_device_or_the_id_of_a_board_may_be_named(port: str, tmp_path: Path) -> None:
    assert read(tmp_path, "[pico]", f'port = "{port}"', 'serves = ["buzzer"]').pico == Pico(port, ("buzzer",))


def test_a_box_may_have_no_pins_at_all_when_the_pico_serves_everything(tmp_path: Path) -> None:
    settings = read(tmp_path, "[pico]", f"serves = {list(SERVABLE)}")
    assert list(settings.pins.users()) == []
    assert list(NO_PINS.users()) == []


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (
            ["[pins]", "hourglass = [4, 13]", "[pico]", 'serves = ["hourglass"]'],
            "line 4: [pico]: serves: hourglass is for the Pico and for GPIO 4, 13 (hourglass in [pins]): "
            "write hourglass = false in [pins], or take hourglass out of serves",
        ),
        (
            ["[pico]", 'serves = ["buzzer", "left_chair"]', "[pins]", "left_chair = 5"],
            "line 2: [pico]: serves: left_chair is for the Pico and for GPIO 5 (left_chair in [pins]): "
            "write left_chair = false in [pins], or take left_chair out of serves",
        ),
        (
            ["[pico]", 'serves = ["left_chair"]', "[pins]", "left_chair_check = 4", "hourglass = false"],
            "line 2: [pico]: serves: left_chair is for the Pico and for GPIO 4 (left_chair_check in [pins]): "
            "write left_chair_check = false in [pins], or take left_chair out of serves",
        ),
        (
            ["[pico]", "port = false", 'serves = ["lamp"]'],
            'line 2: [pico]: port: is false, and serves names lamp: write port = "auto", or serves = []',
        ),
        (
            ["[pico]", 'serves = ["sand"]'],
            "line 2: [pico]: serves: must list what the Pico serves, of: lamp, button_lamp, hourglass, "
            "buzzer, ring, button, left_chair, right_chair, guest_buzzer_lights, guest_buzzers",
        ),
        (["[pico]", 'serves = "lamp"'], "line 2: [pico]: serves: must list what the Pico serves, of: "),
        (["[pico]", "serves = [1]"], "line 2: [pico]: serves: must list what the Pico serves, of: "),
        (["[pico]", "serves = [[]]"], "line 2: [pico]: serves: must list what the Pico serves, of: "),
        (["[pico]", 'serves = ["lamp", "lamp"]'], "line 2: [pico]: serves: names lamp twice: once is enough"),
        (
            ["[pico]", "port = 3"],
            'line 2: [pico]: port: must be "auto", a device as "/dev/ttyACM0", the name or id of a board',
        ),
        (
            ["[pico]", 'port = " "'],
            'line 2: [pico]: port: must be "auto", a device as "/dev/ttyACM0", the name or id of a',
        ),
        (["[pico]", 'prot = "auto"'], "line 2: [pico]: prot: is not a known key: did you mean port?"),
    ],
)
def test_what_cannot_be_is_told_with_its_place_and_names_both(lines: list[str], why: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, *lines).startswith(why)


def test_pins_that_are_switched_off_are_no_conflict(tmp_path: Path) -> None:
    settings = read(tmp_path, "[pins]", "lamp = false", "[pico]", 'serves = ["lamp"]')
    assert settings.pins.lamp == ()
