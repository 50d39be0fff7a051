"""What holds for every test: the pins of this machine, and its speaker, are left alone."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_pins_and_no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
    monkeypatch.setenv("MAJORDOME_SILENT", "1")
    monkeypatch.setenv("MAJORDOME_NO_PAGE", "1")
