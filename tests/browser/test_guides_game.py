"""The developer guide's game, which `majordome games new` writes: played by phones and a television."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.party import Party
from browser.test_any_game import Salon, fits
from majordome.cli.commands import main
from majordome.core.evening import Evening, Guest
from majordome.core.library import manifest
from web.boxes import Box
from web.parlour import games_of_the_host


class QuickSalon(Salon):
    """A box in this process that plays the guide's game."""

    def __init__(self, folder: Path) -> None:
        guests = (Guest("Ana", role="honest"), Guest("Bob", role="trickster"), Guest("Cid", role="honest"))
        self.box = Box(folder, Evening("quick", guests, manifest("quick").usual(points=2)))
        self.url = self.box.url + "/"


@pytest.fixture
def salon(tmp_path: Path) -> Iterator[QuickSalon]:
    assert main(["games", "new", "quick", "--folder", str(tmp_path / "games")]) == 0
    with games_of_the_host(tmp_path / "games"):
        salon = QuickSalon(tmp_path)
        yield salon
        salon.box.close()


@pytest.fixture
def party(browser: Browser, salon: QuickSalon) -> Iterator[Party]:
    party = Party(browser, salon)  # type: ignore[arg-type]  # a butler as far as pages know one
    yield party
    for phone in party.phones:
        phone.close()


@pytest.mark.real_time("three phones and a television draw at once")
def test_three_phones_slam_the_button_points_and_nobody_sees_the_trickster(party: Party, salon: QuickSalon) -> None:
    host, screen, twin = party.host(), party.screen(), party.twin()
    phones = {name: party.card(salon.card(name)) for name in ("Ana", "Bob", "Cid")}
    host.at("Welcome")
    host.press("Begin", then="Hands off")
    host.press("TOP", then="Slam!")
    for phone in phones.values():
        fits(phone)
        expect(phone.page.locator(".slam")).to_be_visible()
    phones["Bob"].page.locator(".slam").tap()
    host.at("Hands off")
    expect(screen.page.locator("#names li").nth(1)).to_contain_text("1")
    host.press("TOP", then="Slam!")
    expect(screen.page.locator("#sub")).to_have_text("Who slams first? Asked: everyone")
    expect(host.page.locator(".dock .press")).to_have_count(0)  # the button's own way is not drawn twice
    twin.press()
    expect(screen.page.locator("#asked .dialled")).to_have_text("Ana")
    expect(host.page.locator("[data-at]")).to_have_text("Ana")
    host.page.locator(".ask.race").get_by_role("button", name="Ana").tap()
    host.at("Hands off")
    host.press("TOP", then="Slam!")
    for page in (host.page, screen.page, phones["Ana"].page, phones["Cid"].page):
        assert "trickster" not in page.inner_text("body")
    phones["Ana"].page.locator(".slam").tap()
    screen.at("Bob has won")
