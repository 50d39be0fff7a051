"""`majordome play` on pins, as a service runs it: nobody types, and it stays until it is told to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box import compose as box
from majordome.box import open_hardware
from majordome.box.doctor import Finding
from majordome.box.parts import Hardware
from majordome.cli import doctor as checkup
from majordome.core.clock import RealClock
from majordome.core.evening_queue import Inputs
from majordome.core.prompter import Prompter
from majordome.settings.config import Settings
from majordome.words.narrator import Narrator


def test_a_box_with_pins_stays_though_nobody_types_and_stops_in_good_order(tmp_path: Path) -> None:
    environ = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "majordome", "play", "--new", "--lang", "en"]
    with subprocess.Popen(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as butler:
        assert butler.stdout is not None
        told = [next(butler.stdout) for _ in range(4)]
        assert told[3].startswith("[The guests arrive]")  # no word of missing hardware
        butler.send_signal(signal.SIGTERM)
        rest, trouble = butler.communicate(timeout=20)
    assert (butler.returncode, rest, trouble) == (0, "Saved: “majordome play” goes on from here.\n", "")


@pytest.mark.parametrize("held", [True, False])
def test_whoever_holds_the_button_while_the_box_starts_calls_the_doctor(
    held: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    if held:
        pin = factory.pin("GPIO17")
        pin.function, pin.pull = "input", "up"
        monkeypatch.setattr(type(pin), "_set_pull", lambda self, value: self.drive_low())
    calls: list[Path] = []

    def doctor(hardware: Hardware, evenings: Path) -> list[Finding]:
        calls.append(evenings)
        return []

    monkeypatch.setattr(checkup, "at_the_box", doctor)
    monkeypatch.setattr(open_hardware, "open_factory", lambda name: factory)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    settings = Settings(evenings=tmp_path)
    inputs: Inputs = Queue()
    prompter = Prompter(settings.evening, Narrator("en"))
    with box._fitted(settings, RealClock(), inputs, prompter) as hardware:
        assert hardware is not None
    assert calls == ([tmp_path] if held else [])
