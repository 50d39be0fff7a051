"""Tied twice, and nobody's age is known: the host's phone and the one button name the youngest together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from browser.party import Party
from browser.salon import Salon, party_of
from majordome.core.events import Gesture, PhaseSkipped
from majordome.games.murder.events import HandsCounted, Killed
from majordome.games.murder.testing import an_evening, guest_list

PRESS = Gesture.PRESS
TIE = HandsCounted((("Dora", 2), ("Eve", 2), ("Fay", 2)))


@pytest.fixture
def salon(tmp_path: Path) -> Iterator[Salon]:
    nine = tuple(replace(guest, age=None) for guest in guest_list(9))
    salon = Salon(tmp_path, an_evening("table", guests=nine))
    salon.hears(PRESS, PhaseSkipped(), PRESS, PhaseSkipped(), PRESS, TIE, PRESS, TIE)  # a quiet night, and two votes
    yield salon
    salon.box.close()


@pytest.fixture
def party(browser: Browser, salon: Salon) -> Iterator[Party]:
    with party_of(browser, salon) as party:
        yield party


def test_the_phone_shows_whom_the_button_points_at_and_has_no_button_for_that(salon: Salon, party: Party) -> None:
    host = party.host()
    host.at("Age decides")
    salon.hears(PRESS, PRESS)
    pointed = host.page.locator(".names [aria-current]")
    expect(pointed).to_have_text("Eve")
    salon.hears(Killed("Dora"))
    expect(host.page.locator(".names button")).to_have_text(["Eve", "Fay"])
    expect(pointed).to_have_text("Eve")
    expect(host.page.locator(".choices button, .more-choices button")).to_have_text(["Choose one"])
    host.tap("Fay")
    host.press("The youngest: Fay", "A card is turned")


def test_where_nobody_of_the_tied_is_left_the_phone_goes_on(salon: Salon, party: Party) -> None:
    host = party.host()
    host.at("Age decides")
    host.tap("Eve")
    salon.hears(*map(Killed, ("Dora", "Eve", "Fay")))
    expect(host.page.locator(".names")).to_have_text("")
    expect(host.page.locator("#page")).not_to_contain_text("Tied again")
    host.press("Go on", "A card is turned")
