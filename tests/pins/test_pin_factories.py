"""Which pins are opened, what is said when they cannot be, and the backend of old Pis over fake-rpi."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from majordome.box.pin_factory import open_factory, wanted
from majordome.core.clock import VirtualClock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import ChairTaken, Gesture
from majordome.core.library import manifest
from majordome.errors import NoPins
from majordome.inputs.pin_buttons import PinButton
from majordome.inputs.pin_chairs import PinChair
from majordome.props.animator import Animator
from majordome.props.buzzer import PinBuzzer
from majordome.props.hourglass import PinHourglass
from majordome.props.lamps import ButtonLamp, PinLamp
from majordome.testing.pins import PinParty
from pins.moves import an_evening

HERE = Path("/proc/no/such/model")
PI_3B = 0xA02082


# Which one is wanted.


@pytest.mark.parametrize("configured", ["lgpio", "rpigpio", "native", "mock"])
def test_the_config_decides_whatever_the_environment_says(configured: str, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert wanted(configured, {"GPIOZERO_PIN_FACTORY": "mock"}, model) == configured


@pytest.mark.parametrize("named", ["lgpio", "rpigpio", "native", "mock"])
def test_the_environment_decides_where_the_config_is_silent(named: str, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert wanted(None, {"GPIOZERO_PIN_FACTORY": named}, model) == named


@pytest.mark.parametrize("model", ["Raspberry Pi 5 Model B Rev 1.0\0", "Raspberry Pi Zero 2 W Rev 1.0\0"])
def test_a_raspberry_pi_uses_lgpio(model: str, tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text(model)
    assert wanted(None, {"GPIOZERO_PIN_FACTORY": ""}, path) == "lgpio"


def test_none_is_no_pins_even_on_a_pi(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert wanted("none", {"GPIOZERO_PIN_FACTORY": "lgpio"}, path) is None
    assert wanted(None, {"GPIOZERO_PIN_FACTORY": "none"}, path) is None


def test_another_machine_has_no_pins(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_bytes(b"Some Board\xff\0")
    assert wanted(None, {}, path) is None
    assert wanted(None, {}, HERE) is None


def test_a_factory_that_nobody_knows_is_told_with_those_that_are_known() -> None:
    with pytest.raises(NoPins) as error:
        wanted(None, {"GPIOZERO_PIN_FACTORY": "pigpio"}, HERE)
    assert str(error.value) == (
        "GPIOZERO_PIN_FACTORY=pigpio is not known here: use one of lgpio, rpigpio, native, mock, none"
    )


# What is said when it cannot start.


def refusal(name: str) -> str:
    with pytest.raises(NoPins) as error:
        open_factory(name)
    return str(error.value)


def test_a_name_that_no_factory_has_never_becomes_another_factory() -> None:
    assert refusal("pigpio") == "no pin factory is called pigpio: use one of lgpio, rpigpio, native, mock, none"


@pytest.mark.parametrize(
    ("name", "module", "remedy"),
    [
        ("lgpio", "lgpio", "pip install 'majordome[lgpio]' (or sudo apt install python3-lgpio)"),
        ("rpigpio", "RPi", "pip install 'majordome[rpigpio]' (or sudo apt install python3-rpi.gpio)"),
    ],
)
def test_a_package_that_is_missing_is_named(
    name: str, module: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"gpiozero.pins.{name}", raising=False)
    said = refusal(name)
    assert said.startswith(f"the {name} pin factory cannot start: ")
    assert said.endswith(f"Install it with: {remedy}")


def a_factory_that_raises(monkeypatch: pytest.MonkeyPatch, trouble: Exception) -> None:
    """As if gpiozero's lgpio factory were there, and could not open the chip."""

    def raising() -> None:
        raise trouble

    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = raising  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)


@pytest.mark.parametrize(
    "trouble",
    [PermissionError(13, "Permission denied"), RuntimeError("No access to /dev/mem"), OSError("permission denied")],
)
def test_a_missing_permission_names_the_group(trouble: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    a_factory_that_raises(monkeypatch, trouble)
    assert refusal("lgpio") == (
        f"the lgpio pin factory may not use the pins ({trouble}): add yourself to the group gpio with "
        "'sudo usermod -aG gpio $USER', and log in again"
    )


def test_a_chip_that_is_there_but_not_for_us_names_the_group_though_lgpio_does_not_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("majordome.box.pin_factory.DEVICES", tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    a_factory_that_raises(monkeypatch, Exception("can not open gpiochip"))
    assert "group gpio" in refusal("lgpio")


@pytest.mark.parametrize(
    ("trouble", "text"), [(Exception("can not open gpiochip"), "can not open gpiochip"), (KeyError(), "KeyError")]
)
def test_a_chip_that_is_not_there_is_asked_for(
    trouble: Exception, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("majordome.box.pin_factory.DEVICES", tmp_path)
    a_factory_that_raises(monkeypatch, trouble)
    assert refusal("lgpio") == (
        f"the lgpio pin factory cannot start ({text}): is this a Raspberry Pi, and is /dev/gpiochip0 there? "
        "Without pins, remove 'factory' from [pins]"
    )


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_the_real_lgpio_on_a_machine_without_pins_says_what_to_do() -> None:
    said = refusal("lgpio")
    assert said.startswith("the lgpio pin factory ")
    assert "is /dev/gpiochip0 there?" in said or "pip install" in said


def test_lgpio_gets_a_folder_that_it_may_write_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    a_factory_that_raises(monkeypatch, Exception("no chip"))
    refusal("lgpio")
    assert os.access(os.environ["LG_WD"], os.W_OK)


def test_a_folder_that_the_host_chose_for_lgpio_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", "/somewhere")
    a_factory_that_raises(monkeypatch, Exception("no chip"))
    refusal("lgpio")
    assert os.environ["LG_WD"] == "/somewhere"


def test_mock_pins_can_dim() -> None:
    factory = open_factory("mock")
    with PinLamp((12,), clock=VirtualClock(), pin_factory=factory):
        assert factory.pin("GPIO12").frequency == 100


# Old Pis: RPi.GPIO, as far as fake-rpi goes. Its outputs are discarded, so they are noted on their way.


class OldPi:
    """gpiozero's RPi.GPIO factory over fake-rpi, with the written levels by pin."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fake = importlib.import_module("fake_rpi.RPi")
        importlib.import_module("fake_rpi").toggle_print(False)
        self.gpio: Any = fake.GPIO
        self.written: list[tuple[int, float]] = []
        written = self.written

        class PWM:
            def __init__(self, channel: int, frequency: float) -> None:
                self.channel = channel

            def start(self, duty: float) -> None:
                written.append((self.channel, duty / 100))

            ChangeDutyCycle = start

            def stop(self) -> None:
                written.append((self.channel, 0.0))

        monkeypatch.setattr(self.gpio, "PWM", PWM, raising=False)
        monkeypatch.setattr(self.gpio, "output", lambda pin, level: written.append((pin, float(level))), raising=False)
        functions: dict[int, int] = {}  # fake-rpi says that every pin is an output

        def setup(pin: int, function: int, pull: int = 0, initial: float | None = None) -> None:
            functions[pin] = function
            if initial is not None:
                written.append((pin, float(initial)))

        monkeypatch.setattr(self.gpio, "setup", setup, raising=False)
        monkeypatch.setattr(self.gpio, "gpio_function", lambda pin: functions[pin], raising=False)
        monkeypatch.setitem(sys.modules, "RPi", fake)
        monkeypatch.setitem(sys.modules, "RPi.GPIO", fake.GPIO)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
        monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda self: PI_3B)
        for pin in range(28):
            self.gpio.set_input(pin, 1)
        self.factory = open_factory("rpigpio")
        self.clock = VirtualClock()
        self.animator = Animator(self.clock)

    @property
    def moving(self) -> dict[str, Any]:
        return {"clock": self.clock, "wake": self.animator.wake, "pin_factory": self.factory}

    def edge(self, pin: int, level: int) -> None:
        """RPi.GPIO's callback thread would do this; fake-rpi has none."""
        self.gpio.set_input(pin, level)
        self.factory.pin(f"GPIO{pin}")._call_when_changed(pin)

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while (due := self.animator.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            self.animator.catch_up()
        self.clock.advance(max(0.0, until - self.clock.now()))

    def levels(self, pin: int) -> list[float]:
        """What was written to a pin, in order."""
        return [round(level, 2) for number, level in self.written if number == pin]


@pytest.fixture
def old_pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[OldPi]:
    pi = OldPi(monkeypatch)
    yield pi
    pi.factory.close()
    sys.modules.pop("gpiozero.pins.rpigpio", None)


def test_the_backend_of_old_pis_loads(old_pi: OldPi) -> None:
    assert type(old_pi.factory).__name__ == "RPiGPIOFactory"
    assert old_pi.factory.board_info.model == "3B"


def test_the_backend_of_old_pis_drives_the_buzzer(old_pi: OldPi) -> None:
    with PinBuzzer(22, **old_pi.moving) as buzzer:
        old_pi.animator.watch([buzzer])
        old_pi.written.clear()
        buzzer.sound("turn")
        old_pi.wait(3)
        assert old_pi.levels(22) == [1, 0, 1, 0]


def test_the_backend_of_old_pis_drives_a_passive_buzzer(old_pi: OldPi) -> None:
    with PinBuzzer(22, tonal=True, **old_pi.moving) as buzzer:
        old_pi.animator.watch([buzzer])
        buzzer.sound("stop")
        old_pi.wait(3)
    assert old_pi.levels(22)[-2:] == [0.5, 0.0]


def test_the_backend_of_old_pis_drives_hourglass_and_lamps(old_pi: OldPi) -> None:
    pins = (4, 13)
    with (
        PinHourglass(pins, **old_pi.moving) as hourglass,
        PinLamp((12,), **old_pi.moving) as lamp,
        ButtonLamp(27, **old_pi.moving) as light,
    ):
        old_pi.animator.watch([hourglass, lamp, light])
        hourglass.run(75, 100)
        lamp.shine(manifest("weekend").mood("vote"))
        light.show("busy")
        old_pi.wait(2)
        assert [old_pi.levels(pin)[-1] for pin in (*pins, 12, 27)] == [1.0, 0.46, 0.3, 0.08]
    assert [old_pi.levels(pin)[-1] for pin in (*pins, 12, 27)] == [0, 0, 0, 0]


def test_the_backend_of_old_pis_reads_button_and_chairs(old_pi: OldPi) -> None:
    told: list[Sensed] = []
    hearing: dict[str, Any] = {
        "clock": old_pi.clock, "tell": told.append, "moment": lambda: 3, "pin_factory": old_pi.factory
    }  # fmt: skip
    with PinButton(17, **hearing) as button:
        old_pi.edge(17, 0)
        old_pi.clock.advance(0.1)
        old_pi.edge(17, 1)
        assert [(sensed.pressed, sensed.at, sensed.moment) for sensed in told] == [(True, 0.0, 3), (False, 0.1, 3)]
        moment = Moment(3, acts_at_once=True, double=False, paused=False)
        assert button.sense(told[0], moment) == []
        assert button.sense(told[1], moment) == [Heard(Gesture.PRESS, 3, 0.1)]
    chair = PinChair(5, chair="left", **hearing)
    told.clear()
    old_pi.edge(5, 0)
    chair.sense(told[0], moment)
    assert chair.sits
    assert chair.tick(old_pi.clock.now() + 0.2, moment) == [Heard(ChairTaken("left"))]
    chair.close()
    chair.close()


class OldParty(PinParty):
    """A party whose pins cannot be looked at: fake-rpi forgets what is written."""

    def _look(self) -> None:
        pass


def test_the_backend_of_old_pis_plays_from_the_welcome_to_top(old_pi: OldPi) -> None:
    party = OldParty(an_evening(), factory=old_pi.factory)
    assert party.hardware.troubles == []
    for _ in range(2):
        old_pi.edge(17, 0)
        party.wait(0)
        party._settle()
        party.wait(0.1)
        old_pi.edge(17, 1)
        party._settle()
        party.wait(2)
    assert (party.beat, old_pi.levels(22)[-2:]) == ("murder", [1, 0])
    party.hardware.close()
