"""What holds for every test: on a Raspberry Pi, too, tests leave the pins alone unless they bring their own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
