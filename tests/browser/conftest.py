"""A real Chromium for all tests here, a butler for each, and a party of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.party import OpenParty, Party, chromium, found
from browser.playing import Butler


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What a test has measured (`record_property("told", ...)`) is told, wherever it ran."""
    for report in terminalreporter.getreports("passed"):
        for name, words in report.user_properties:
            if name == "told" and report.when == "call":
                terminalreporter.write_line(str(words))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if found() is None:
        pytest.skip("there is no Chromium on this machine: sudo apt install chromium")
    with chromium() as browser:
        yield browser


@pytest.fixture
def party(browser: Browser, tmp_path: Path) -> Iterator[OpenParty]:
    """`party(speed=5, guests=...)`: the box plays, and nobody has a page yet."""
    parties: list[Party] = []

    def begin(**more: Any) -> Party:
        parties.append(Party(browser, Butler(tmp_path, **more)))
        return parties[-1]

    yield begin
    for each in parties:
        try:
            for phone in each.phones:
                phone.close()
        finally:
            each.butler.close()
