"""What only a held finger sees: it stays as long as the finger, whatever happens meanwhile, and not a moment longer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.invited import NAMES, guest_list, invite
from browser.party import OpenParty


@pytest.mark.real_time("a finger is held by the clock")
def test_a_card_is_seen_as_long_as_it_is_held_while_the_evening_goes_on(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer", Cid="heart"))
    host = evening.host()
    (card,) = invite(evening, host, "Cid")
    with card.finger.holding(card.back):
        expect(card.page.locator("#face strong")).to_have_text("heart patient")
        told = len(card.told)
        host.press("Begin the evening", "Everyone walks about")
        card.page.wait_for_function("() => document.querySelector('#face').checkVisibility()")
        assert len(card.told) > told, "the page was told nothing new"
        expect(card.page.locator("#face strong")).to_be_visible()
    expect(card.page.locator("#face")).to_be_empty()

    host.tab("Guests")
    with host.finger.holding(host.page.locator(".peek")):
        expect(host.page.locator("#secrets dt")).to_have_text(list(NAMES))
        told = len(host.told)
        evening.screen().at("Everyone walks about")  # the host's page hears of every page that joins
        card.page.reload()
        assert len(host.told) > told
        expect(host.page.locator("#secrets dl")).to_be_visible()
    expect(host.page.locator("#secrets")).to_be_empty()

    # Night falls on a hand that holds a card: nothing stays.
    host.tab("Evening")
    card.finger.down(card.back)
    expect(card.page.locator("#face strong")).to_be_visible()
    host.press("TOP: everyone stops")
    card.is_dark()
    assert card.cards_written() == []
    card.finger.lift()


@pytest.mark.real_time("a finger is held by the clock")
def test_what_was_refused_in_the_dark_is_not_read_in_the_light(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer", Cid="vampire"))
    host = evening.host()
    host.press("Begin the evening", "Everyone walks about")
    host.press("TOP: everyone stops")
    evening.dark()
    host.in_the_dark("Cid")  # asks which murderer came, and so tells the host's finger who Cid is
    evening.no_secret()
    host.in_the_dark("Ana")
    evening.dark(False)
    host.at("Everyone is awake")
    expect(host.page.locator(".refusal")).to_be_empty()
    evening.no_secret()


@pytest.mark.real_time("a finger is held by the clock")
def test_two_quick_taps_are_both_heard_each_for_its_own_moment(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES))
    host, twin = evening.host(), evening.twin()
    host.press("Begin the evening", "Everyone walks about")
    host.page.evaluate("() => document.querySelectorAll('.chair').forEach((chair) => chair.click())")
    for chair in ("left", "right"):
        twin.sits(chair)
    # Twice by mistake: the second was meant for what is over, is left out, and says so.
    host.page.evaluate(
        "() => [1, 2].forEach(() => [...document.querySelectorAll('.tools button')]"
        ".find((tool) => tool.textContent.startsWith('Undo')).click())"
    )
    expect(host.page.locator(".refusal")).to_contain_text("meant for the moment before")
