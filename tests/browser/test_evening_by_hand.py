"""A whole evening by hand: one button and two chairs on the digital twin; every other page only looks on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.invited import NAMES, guest_list, invite
from browser.party import OpenParty


@pytest.mark.real_time("a browser draws for a whole evening, and the twin's button is held by the clock")
def test_an_evening_by_one_button_and_two_chairs(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES), discussion=10)
    host, screen, twin = evening.host(), evening.screen(), evening.twin()
    guests = invite(evening, host, *NAMES[:3])

    def all_at(title: str) -> None:
        for page in (twin, screen, host):
            page.at(title)
        evening.no_secret()

    twin.at("The guests arrive")
    twin.press()
    all_at("Everyone walks about")
    twin.press()
    evening.dark()
    evening.no_secret()
    twin.double_press()  # a heart patient: five seconds
    evening.dark(False)
    all_at("Who died?")
    twin.press()
    all_at("Everyone is awake")

    twin.press()
    twin.at("The hourglass is running")
    expect(twin.page.locator("#clock")).to_have_text(re.compile("0:0[6-9]"))
    twin.hold()
    for page in (twin, screen):
        page.at("PAUSED")
    expect(host.page.locator(".paused")).to_be_visible()
    left = twin.page.locator("#clock").inner_text()
    twin.press()
    twin.at("The hourglass is running")
    assert twin.page.locator("#clock").inner_text() <= left
    all_at("The vote is called")  # the sand has run out by itself

    twin.press()
    all_at("Count the hands")
    twin.press()
    all_at("Suspects go to jail")
    twin.sit("left")
    twin.sits("left")
    all_at("Suspects go to jail")
    twin.sit("right")
    all_at("Are these the two murderers?")
    twin.press()
    all_at("Everyone walks about")
    expect(screen.page.locator("#round")).to_have_text("round 2 of 5")

    twin.sit("left")  # a prisoner stands up: everyone knows it
    expect(screen.page.locator("#left")).to_have_class("alarm free")
    twin.sit("left")
    twin.sits("left")
    twin.hold(long=True)
    all_at("Are these the two murderers?")
    twin.hold()
    for page in (twin, screen):
        page.at("The guests have won")
    expect(host.page.locator(".verdict")).to_have_text("The guests have won")
    for guest in guests:
        guest.says("The guests have won.")
    evening.no_secret()

    evening.outage(True)
    twin.press_the_last_time()  # the box is left
    assert evening.butler.left() == 0
    expect(twin.page.locator("#link")).to_have_text("The box is switched off. Good night.")
    expect(twin.button).to_have_attribute("data-light", "off")
    expect(twin.page.locator("#does")).to_be_empty()
    screen.at("Good night.")
