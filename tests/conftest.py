"""What holds for every test: the pins of this machine, and its speaker, are left alone; a second try says why."""

from __future__ import annotations

from pathlib import Path

import pytest

TRIES_MORE = 2
# Modules of which every test keeps real time, and why; a single test says so with `real_time("why")`.
REAL_TIME = {
    "browser/test_evening_by_phone.py": "a browser draws for a whole evening while phones listen",
    "browser/test_evening_by_hand.py": "the same, and the twin's button is held by the clock",
    "browser/test_power_cut.py": "pages find a box again that was killed",
    "browser/test_black_night.py": "pixels are looked at while the victim counts",
    "browser/test_held.py": "a finger is held by the clock",
    "browser/test_any_game.py": "three phones and a television draw at once",
    "browser/test_snakes_on_phones.py": "five phones and a television draw at once",
    "browser/test_exchange_on_phones.py": "five phones and a television draw at once",
    "browser/test_parasites_on_phones.py": "five phones and a television draw at once",
    "browser/test_card_games_for_everyone.py": "transitions end by the clock",
    "pico/test_board.py": "MicroPython under node, over a pty",
    "pico/test_evenings_on_the_board.py": "the same, for a whole evening",
    "pico/test_props_on_the_board.py": "the same",
    "pico/test_port.py": "a cable is pulled and comes back",
    "pico/test_workbench.py": "mpremote talks to a board over a pty",
    "sounds/test_speaker.py": "a real mixer plays",
    "sounds/test_night_sound.py": "a real mixer plays",
    "sounds/test_voice.py": "a real mixer plays",
    "terminal/test_screen.py": "a real terminal is drawn and read",
    "appliance/test_service.py": "real processes are started and watched",
}
TRIED_AGAIN: dict[str, str] = {}  # test -> what it said the first time


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`real_time("why")`: what this test hears or sees keeps real time, which a busy machine does not."""
    here = Path(__file__).parent
    for item in items:
        if str(item.path.relative_to(here)) in REAL_TIME:
            item.add_marker(pytest.mark.flaky(reruns=TRIES_MORE))
        if (mark := item.get_closest_marker("real_time")) is not None:
            assert mark.args, f"{item.nodeid}: real_time needs its reason"
            item.add_marker(pytest.mark.flaky(reruns=TRIES_MORE))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Every second try is written down, wherever it was made."""
    outcome: str = report.outcome
    if outcome == "rerun":  # a word of pytest-rerunfailures
        TRIED_AGAIN[report.nodeid] = str(report.longrepr).strip().splitlines()[-1][:200]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for test, why in TRIED_AGAIN.items():
        terminalreporter.write_line(f"TRIED AGAIN {test}: {why}")


@pytest.fixture(autouse=True)
def no_pins_and_no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
    monkeypatch.setenv("MAJORDOME_SILENT", "1")
    monkeypatch.setenv("MAJORDOME_NO_PAGE", "1")
