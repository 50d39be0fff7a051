"""What holds for every test: the pins of this machine, and its speaker, are left alone; a second try says why."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

TRIES_MORE = 2
TRIED_AGAIN: dict[str, str] = {}  # test -> what it said the first time


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests stay to the end: whoever looks for what can be thrown away need not look at them."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`real_time("why")`: what this test hears or sees keeps real time, which a busy machine does not."""
    for item in items:
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
