"""The developer guide's game, which `majordome games new` writes: played by phones and a television."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.party import Party
from browser.salon import Salon, fits, party_of
from majordome.cli.commands import main
from majordome.core.evening import Evening, Guest
from majordome.core.library import manifest
from web.parlour import games_of_the_host

GUESTS = (Guest("Ana", role="honest"), Guest("Bob", role="trickster"), Guest("Cid", role="honest"))


@pytest.fixture
def salon(tmp_path: Path) -> Iterator[Salon]:
    assert main(["games", "new", "quick", "--folder", str(tmp_path / "games")]) == 0
    with games_of_the_host(tmp_path / "games"):
        salon = Salon(tmp_path, Evening("quick", GUESTS, manifest("quick").usual(points=2)))
        yield salon
        salon.box.close()


@pytest.fixture
def party(browser: Browser, salon: Salon) -> Iterator[Party]:
    with party_of(browser, salon) as party:
        yield party


@pytest.mark.real_time("three phones and a television draw at once")
def test_three_phones_slam_the_button_points_and_nobody_sees_the_trickster(party: Party, salon: Salon) -> None:
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
