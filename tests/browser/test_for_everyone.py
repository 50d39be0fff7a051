"""For everyone: axe-core finds nothing, keys alone do, a narrow phone never scrolls sideways, nothing moves in vain."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.invited import NAMES, guest_list, invite, offered
from browser.looked_over import looked_over
from browser.party import OpenParty
from browser.phones import HostPhone, Phone

NARROW = {"width": 320, "height": 640}
DESK = {"width": 1024, "height": 768}


def test_axe_finds_nothing_on_any_page_in_any_state(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer", Cid="heart"))
    screen, twin, narrow_twin = evening.screen(), evening.twin(), evening.twin(size=NARROW)
    stranger = evening.card("card")
    host = evening.host(name=None, size=NARROW)
    for phone in evening.phones:
        phone.page.emulate_media(reduced_motion="reduce")
    expect(host.page.locator("#code")).to_be_visible()
    expect(stranger.page.locator("main")).to_contain_text("Who are you?")
    twin.at("The guests arrive")
    narrow_twin.at("The guests arrive")
    looked_over(host, screen, twin, narrow_twin, stranger)
    evening.goes(stranger)

    host.pair()
    host.at("The guests arrive")
    looked_over(host)
    host.step(1)
    looked_over(host)
    host.tap("Paste a list of names")
    looked_over(host)
    host.press("Next: the cards of 10 guests")
    host.tap("Dealt by the box")
    looked_over(host)
    host.tap("Typed by me")
    looked_over(host)
    host.tap("Back to the evening")
    host.tab("Cards")
    offered(host, "Ana")
    looked_over(host)
    host.tap("Close")
    looked_over(host)
    card = invite(evening, host, "Dora")[0]
    card.page.set_viewport_size({"width": 320, "height": 640})
    looked_over(card)
    with card.finger.holding(card.back):
        expect(card.page.locator("#face strong")).to_be_visible()
        looked_over(card)
    host.tab("Guests")
    with host.finger.holding(host.page.locator(".peek")):
        expect(host.page.locator("#secrets dl")).to_be_visible()
        looked_over(host)
    host.page.locator("main .list").get_by_role("button", name="Eve").tap()
    looked_over(host)
    host.tap("Close")
    host.tab("Box")
    expect(host.page.locator(".qr")).to_be_visible()
    host.page.get_by_role("checkbox").check()
    looked_over(host)
    host.tab("Evening")

    host.press("Begin the evening", "Everyone walks about")
    looked_over(host, screen, twin)
    host.press("TOP: everyone stops")
    evening.dark()
    looked_over(host, screen, twin, card)
    with host.finger.holding(host.page.locator(".night-pad")):
        expect(host.page.locator(".night-names")).to_be_visible()
        looked_over(host)
    host.in_the_dark("Nobody")
    evening.dark(False)
    host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
    screen.at("The hourglass is running")
    looked_over(host, screen, twin, narrow_twin, card)
    host.tap("Pause")
    expect(host.page.locator(".paused")).to_be_visible()
    looked_over(host, screen, twin)
    host.press("Go on", "The hourglass is running")
    host.press("End the talk now", "The vote is called")
    host.press("TOP: everyone points", "Ballots are coming in")
    expect(card.page.locator(".ballot")).to_be_visible()
    looked_over(host, card)
    card.vote("Ana", "Bob")
    host.tap("Count raised hands instead")
    for _ in range(4):
        host.page.locator(".plus").first.tap()
    expect(screen.page.locator("#bars li b").first).to_have_text("4")
    looked_over(host, screen, card)
    host.page.locator(".plus").nth(3).tap()
    host.page.locator(".plus").nth(3).tap()
    host.press("That is the count: 6 of 20 hands", "Suspects go to jail")
    expect(screen.page.locator("#foot")).not_to_be_empty()
    looked_over(host, screen, twin)
    host.press("They are seated", "Everyone walks about")
    host.tab("Guests")
    looked_over(host, screen, twin, narrow_twin)
    host.tap("End the game")
    host.tap("The guests")
    looked_over(host)
    host.page.locator("#sheet .blood").tap()
    host.tab("Evening")
    expect(host.page.locator(".account ol")).to_be_visible()
    screen.at("The guests have won")
    looked_over(host, screen, twin, card)


def to(phone: Phone, place: Locator) -> None:
    """With the Tab key, as far as it takes."""
    for _ in range(80):
        if place.evaluate("(here) => here === document.activeElement"):
            return
        phone.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {place}")


def aloud(host: HostPhone, words: str) -> None:
    """What a screen reader is told."""
    expect(host.page.locator("#told")).to_have_text(words)


def test_keys_alone_lead_the_evening_on_the_hosts_page(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES))
    host = evening.host(name=None, size=DESK)
    page, keys = host.page, host.page.keyboard
    to(host, page.locator("#code"))
    keys.type(evening.butler.code)
    keys.press("Tab")
    keys.type("Marie")
    keys.press("Enter")
    host.at("The guests arrive")
    expect(page.locator("#told")).to_have_attribute("role", "status")
    expect(page.locator(".refusal")).to_have_attribute("role", "alert")
    aloud(host, "The castle weekend. The guests arrive. The button: Begin the evening")

    def press() -> None:
        expect(host.press_button).not_to_have_attribute("aria-disabled", "true")
        to(host, host.press_button)
        keys.press("Enter")

    press()
    aloud(host, "Friday night · round 1 of 5. Everyone walks about. The button: TOP: everyone stops")
    press()
    host.is_dark()
    expect(page.locator(".night-pad")).to_be_focused()  # nobody looks for it in the dark
    keys.down("Space")
    expect(page.locator(".night-words")).to_be_visible()
    chosen = page.locator(".night-words [data-over]")
    keys.press("ArrowUp")
    expect(chosen).to_have_text("Jo")
    keys.press("Escape")
    keys.up("Space")
    expect(page.locator(".night-words")).to_have_count(0)
    keys.down("Space")
    keys.press("ArrowUp")
    expect(chosen).to_have_text("Jo")
    keys.press("ArrowUp")
    expect(chosen).to_have_text("Ida")
    keys.up("Space")
    host.is_dark(False)
    aloud(
        host,
        "Friday night · round 1 of 5. Everyone is awake. The button: Free the prisoners, if any, and give the floor",
    )
    press()
    host.at("The hourglass is running")
    to(host, page.get_by_role("button", name="+ 30 s"))
    keys.press("Space")
    expect(page.locator("#sand-left")).to_have_text(re.compile("3:2"))
    to(host, page.locator(".tabs").get_by_role("button", name="Guests"))
    keys.press("Enter")
    to(host, page.locator("main .list").get_by_role("button", name="Ana"))
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Ana")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("main .list").get_by_role("button", name="Ana")).to_be_focused()


def test_keys_alone_press_the_twins_button_and_take_its_chairs(party: OpenParty) -> None:
    evening = party()
    twin = evening.twin()
    keys = twin.page.keyboard
    twin.at("The guests arrive")
    to(twin, twin.button)
    expect(twin.page.get_by_role("button", name="The big button")).to_be_focused()
    expect(twin.button).to_have_accessible_description(re.compile("Begin the evening"))
    keys.press("Enter")
    twin.at("Everyone walks about")
    expect(twin.page.locator("#told")).to_have_attribute("role", "status")
    to(twin, twin.page.locator("#left"))
    keys.press("Space")
    twin.sits("left")
    keys.press("Enter")
    twin.sits("left", False)
    to(twin, twin.button)
    keys.down("Space")
    twin.at("PAUSED")  # held for two seconds
    keys.up("Space")


def test_nothing_moves_for_those_who_want_it_still(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES))
    host, screen, twin = evening.host(), evening.screen(), evening.twin()
    for phone in evening.phones:
        phone.page.emulate_media(reduced_motion="reduce")
    host.press("Begin the evening", "Everyone walks about")
    twin.at("Everyone walks about")
    screen.at("Everyone walks about")
    for phone in evening.phones:
        moving = phone.page.evaluate(
            "document.getAnimations().filter((one) => one.effect.getComputedTiming().activeDuration > 100).length"
        )
        assert moving == 0, type(phone).__name__
