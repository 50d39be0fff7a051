"""What holds for every test: the pins of this machine, and its speaker, are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

# Real mixers, browsers, boards and processes keep real time, and a busy machine does not. What fails there is tried
# again; everything on the virtual clock is not.
REAL_TIME = ("appliance", "browser", "pico", "sounds", "systemd", "web")
TRIES_MORE = 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in REAL_TIME:
            item.add_marker(pytest.mark.flaky(reruns=TRIES_MORE))


@pytest.fixture(autouse=True)
def no_pins_and_no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
    monkeypatch.setenv("MAJORDOME_SILENT", "1")
    monkeypatch.setenv("MAJORDOME_NO_PAGE", "1")
