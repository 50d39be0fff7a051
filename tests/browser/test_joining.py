"""Guests join by the one code of the room: a name, a tap of the host, and the card comes to that phone."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.invited import NAMES, guest_list, offered
from browser.measured import fits
from browser.party import OpenParty


def test_a_phone_that_holds_a_card_asks_before_it_becomes_another(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer"))
    host = evening.host()
    host.tab("Cards")
    ana = evening.card(offered(host, "Ana"))
    expect(ana.page.locator("h1")).to_have_text("Ana")
    host.tap("Close")
    link = offered(host, "Dora")
    ana.page.goto("about:blank")
    ana.page.goto(link)
    expect(ana.page.locator("h1")).to_have_text("This phone holds the card of Ana")
    fits(ana)
    ana.page.get_by_role("button", name="No, stay Ana").tap()
    expect(ana.page.locator("h1")).to_have_text("Ana")
    assert ana.look() == "murderer"
    ana.page.goto("about:blank")
    ana.page.goto(link)
    ana.page.get_by_role("button", name="Yes, take the new one").tap()
    expect(ana.page.locator("h1")).to_have_text("Dora")
    assert ana.look() == "guest"


def test_a_guest_without_a_phone_looks_at_the_hosts(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer"))
    host = evening.host()
    host.tab("Cards")
    offered(host, "Bob")
    shown = host.page.locator("#looked")
    with host.finger.holding(host.page.get_by_role("button", name="No phone? Bob holds a finger here")):
        expect(shown.locator("strong")).to_have_text("murderer")
    expect(shown).to_be_empty()
    host.tap("Close")
    expect(host.page.locator(".list li").filter(has_text="Bob")).to_contain_text("seen here")
    evening.no_secret()
