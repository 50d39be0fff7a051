"""The wiring: a default map that leaves the interfaces free, errors that name both users of a pin, and a drawing."""

from __future__ import annotations

from pathlib import Path

import pytest

from majordome.core.toml_reader import read_toml
from majordome.errors import FileError
from majordome.settings.pin_map import GROUND, HEADER, INTERFACES, POWER, Pins, conflicts, draw, read_pins


def read(folder: Path, *lines: str) -> Pins:
    """A settings file with these lines in its [pins]."""
    path = folder / "majordome.toml"
    path.write_text("\n".join(["[pins]", *lines]), "utf-8")
    return read_pins(read_toml(path).table("pins"))


def refusal(folder: Path, *lines: str) -> str:
    """What is wrong with these lines, after the name of the file."""
    with pytest.raises(FileError) as error:
        read(folder, *lines)
    file, _, why = str(error.value).partition(": ")
    assert file == str(folder / "majordome.toml")
    return why


def test_the_header_has_forty_places_each_for_one_thing() -> None:
    places = [*HEADER.values(), *POWER, *GROUND]
    assert sorted(places) == list(range(1, 41))
    assert sorted(HEADER) == list(range(28))


def test_the_default_map_has_no_conflict_and_leaves_every_interface_free() -> None:
    reserved = {pin for pins in INTERFACES.values() for pin in pins}
    assert list(conflicts(Pins())) == []
    assert not reserved & {pin for pin, _ in Pins().users()}
    assert {"i2c", "uart", "spi", "i2s"} < set(INTERFACES)


def test_settings_that_say_nothing_are_the_default_map(tmp_path: Path) -> None:
    assert read(tmp_path) == Pins()


def test_every_setting_is_read(tmp_path: Path) -> None:
    assert read(
        tmp_path,
        'factory = "rpigpio"',
        "button = 4",
        "button_lamp = 17",
        "second_button = 7",
        "buzzer = 27",
        "buzzer_tonal = true",
        "hourglass = [22, 23]",
        "lamp = [24, 25, 26]",
        "left_chair = 12",
        "right_chair = 13",
        "left_chair_check = 8",
        "right_chair_check = 9",
        "chairs_normally_open = false",
        "guest_buzzers = [5, 6]",
        'free = ["spi"]',
    ) == Pins("rpigpio", 4, 17, 7, 27, True, (22, 23), (24, 25, 26), 12, 13, 8, 9, False, (5, 6), ("spi",))


def test_false_is_not_fitted_and_one_number_is_a_row_of_one(tmp_path: Path) -> None:
    fitted = read(tmp_path, "button_lamp = false", "hourglass = false", "lamp = 26", "left_chair = false")
    assert (fitted.button_lamp, fitted.hourglass, fitted.lamp, fitted.left_chair) == (None, (), (26,), None)
    assert 26 in dict(fitted.users())


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["buzzer = 17"], "line 2: [pins]: buzzer: GPIO17 is for button and for buzzer: give one of them another pin"),
        (["button = 22"], "line 2: [pins]: button: GPIO22 is for button and for buzzer: give one of them another pin"),
        (
            ["", "hourglass = [4, 13, 4]"],
            "line 3: [pins]: hourglass: GPIO4 is for hourglass 1 and for hourglass 3: give one of them another pin",
        ),
        (
            ["lamp = [26, 12, 16]"],
            "line 2: [pins]: lamp: GPIO26 is for hourglass 7 and for lamp 1: give one of them another pin",
        ),
        (
            ["second_button = 5"],
            "line 2: [pins]: second_button: GPIO5 is for second_button and for left_chair: "
            "give one of them another pin",
        ),
        (
            ["buzzer = 2"],
            'line 2: [pins]: buzzer: GPIO2 is for buzzer and for I2C: choose another pin, or write free = ["i2c"]',
        ),
        (
            ["button = 14"],
            'line 2: [pins]: button: GPIO14 is for button and for UART: choose another pin, or write free = ["uart"]',
        ),
        (
            ["lamp = 10"],
            'line 2: [pins]: lamp: GPIO10 is for lamp and for SPI: choose another pin, or write free = ["spi"]',
        ),
        (
            ["left_chair = 18"],
            "line 2: [pins]: left_chair: GPIO18 is for left_chair and for I2S: "
            'choose another pin, or write free = ["i2s"]',
        ),
        (["buzzer = 0"], "line 2: [pins]: buzzer: GPIO0 is for buzzer and for EEPROM: choose another pin"),
        (["buzzer = 40"], "line 2: [pins]: buzzer: there is no GPIO40 on the header: choose one of 2 to 27"),
        (["buzzer = -1"], "line 2: [pins]: buzzer: there is no GPIO-1 on the header: choose one of 2 to 27"),
        (
            ['factory = "native"', "lamp = 12"],
            "line 2: [pins]: factory: GPIO27 is for button_lamp, which needs PWM, "
            "and the native pin factory has none: use lgpio",
        ),
        (
            ['factory = "native"', "button_lamp = false", "hourglass = false", "lamp = 12"],
            "line 5: [pins]: lamp: GPIO12 is for lamp, which needs PWM, and the native pin factory has none: use lgpio",
        ),
        (
            ['factory = "native"', "button_lamp = false", "hourglass = false", "lamp = false", "buzzer_tonal = true"],
            "line 2: [pins]: factory: GPIO22 is for buzzer, which needs PWM, "
            "and the native pin factory has none: use lgpio",
        ),
        (
            ["lamp = [12, 20]", 'free = ["i2s"]'],
            "line 2: [pins]: lamp: has 2 pins: one for a white lamp, three for red, green and blue",
        ),
        (
            ["guest_buzzers = [7, 8, 9, 10, 11, 18, 19]", 'free = ["spi", "i2s"]'],
            "line 2: [pins]: guest_buzzers: has 7 pins: at most 6",
        ),
        (["button = true"], "line 2: [pins]: button: must be a GPIO number, or false where it is not fitted"),
        (['button = "17"'], "line 2: [pins]: button: must be a GPIO number, or false where it is not fitted"),
        (
            ['hourglass = [4, "13"]'],
            "line 2: [pins]: hourglass: must be GPIO numbers as in [4, 13], or false where it is not fitted",
        ),
        (["lamp = true"], "line 2: [pins]: lamp: must be GPIO numbers as in [4, 13], or false where it is not fitted"),
        (
            ['free = ["eeprom"]'],
            "line 2: [pins]: free: must list interfaces that the box does not use, of: i2c, uart, spi, i2s",
        ),
        (
            ['free = "spi"'],
            "line 2: [pins]: free: must list interfaces that the box does not use, of: i2c, uart, spi, i2s",
        ),
        (["buzer = 22"], "line 2: [pins]: buzer: is not a known key: did you mean buzzer?"),
    ],
)
def test_what_cannot_be_is_told_with_its_place_and_both_users_of_the_pin(
    lines: list[str], why: str, tmp_path: Path
) -> None:
    assert refusal(tmp_path, *lines) == why


def test_an_unknown_factory_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path, 'factory = "pigpio"') == (
        'line 2: [pins]: factory: must be "lgpio" or "rpigpio" or "native" or "mock" or "none", not "pigpio"'
    )


@pytest.mark.parametrize("interface", ["i2c", "uart", "spi", "i2s"])
def test_an_interface_that_the_box_does_not_use_gives_its_pins(interface: str, tmp_path: Path) -> None:
    pins = list(INTERFACES[interface])
    lines = ("left_chair = false", f"guest_buzzers = {pins}", f'free = ["{interface}"]')
    assert read(tmp_path, *lines).guest_buzzers == tuple(pins)


def test_the_native_factory_drives_what_needs_no_pwm(tmp_path: Path) -> None:
    lines = ('factory = "native"', "button_lamp = false", "hourglass = false", "lamp = false")
    assert read(tmp_path, *lines).buzzer == 22


# The drawing.

DEFAULT_HEADER = """\
                       3V3  ( 1) ( 2)  5V
             (I2C)   GPIO2  ( 3) ( 4)  5V
             (I2C)   GPIO3  ( 5) ( 6)  GND
       hourglass 1   GPIO4  ( 7) ( 8)  GPIO14  (UART)
                       GND  ( 9) (10)  GPIO15  (UART)
            button  GPIO17  (11) (12)  GPIO18  (I2S)
       button lamp  GPIO27  (13) (14)  GND
            buzzer  GPIO22  (15) (16)  GPIO23  hourglass 4
                       3V3  (17) (18)  GPIO24  hourglass 5
             (SPI)  GPIO10  (19) (20)  GND
             (SPI)   GPIO9  (21) (22)  GPIO25  hourglass 6
             (SPI)  GPIO11  (23) (24)  GPIO8   (SPI)
                       GND  (25) (26)  GPIO7   (SPI)
          (EEPROM)   GPIO0  (27) (28)  GPIO1   (EEPROM)
        left chair   GPIO5  (29) (30)  GND
       right chair   GPIO6  (31) (32)  GPIO12  lamp
       hourglass 2  GPIO13  (33) (34)  GND
             (I2S)  GPIO19  (35) (36)  GPIO16  hourglass 3
       hourglass 7  GPIO26  (37) (38)  GPIO20  (I2S)
                       GND  (39) (40)  GPIO21  (I2S)"""


def test_the_drawing_shows_the_header_as_it_lies_on_the_board() -> None:
    assert draw(Pins()) == DEFAULT_HEADER


def test_the_drawing_has_every_user_once_and_an_interface_that_is_given_up_not_at_all() -> None:
    pins = Pins(second_button=7, left_chair_check=8, right_chair_check=9, guest_buzzers=(10, 11), free=("spi",))
    drawn = draw(pins)
    assert len(drawn.splitlines()) == 20
    assert "SPI" not in drawn
    for _, user in pins.users():
        words = user.replace("_", " ")
        rows = [row for row in drawn.splitlines() if f"  {words}  " in f"  {row}  "]
        assert len(rows) == 1, words
    assert max(map(len, drawn.splitlines())) <= 79
