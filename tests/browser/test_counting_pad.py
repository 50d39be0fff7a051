"""The counting pad says what cannot be before it is sent, in both languages, and the big screen sees it grow."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.invited import guest_list
from browser.party import OpenParty
from browser.phones import MURDER, HostPhone
from majordome.words.narrator import lines

SEVENTEEN = [
    f"{name} {n}" for n in (1, 2) for name in ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida")
][:17]
SAID = {
    "en": "17 living guests have at most 34 hands; you counted 35.",
    "fr": "17 vivants ont au plus 34 mains ; vous en avez compté 35.",
}


def less(host: HostPhone, place: int) -> None:
    """One tap too many: the minus, then the name."""
    host.page.locator(".minus").tap()
    host.page.locator(".plus").nth(place).tap()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_seventeen_guests_have_at_most_thirty_four_hands(party: OpenParty, lang: str) -> None:
    evening = party(guests=guest_list(SEVENTEEN), lang=lang)
    screen, host = evening.screen(), evening.host(name=None)
    host.page.get_by_role("button", name={"en": "English", "fr": "Français"}[lang]).tap()
    words, page = lines(lang, MURDER)["beat"], lines(lang, MURDER)["page"]
    host.page.locator("#code").fill(evening.butler.code)
    host.page.locator("#name").fill("Marie")
    host.page.locator("form .press").tap()
    host.press(words["welcome"]["press"], words["walking"]["title"])
    host.press(words["walking"]["press"])
    evening.dark()
    host.in_the_dark(page["nobody"])
    for beat in ("mourning", "discussion", "circle"):
        host.at(words[beat]["title"])
        host.press(words[beat]["press"])
    host.at(words["counting"]["title"])

    sum_, plus = host.page.locator(".sum"), host.page.locator(".plus")
    for place, hands in ((0, 17), (1, 17), (2, 1)):
        for _ in range(hands):
            plus.nth(place).tap()
    expect(sum_).to_have_text(SAID[lang].replace(" ;", "\u202f;"))
    expect(sum_).to_have_attribute("role", "status")
    expect(host.press_button).to_have_attribute("aria-disabled", "true")
    less(host, 2)
    expect(sum_).to_have_text(page["hands_sum"].format(17, 34, 34))
    expect(host.press_button).to_have_text(page["hands_all"].format(34))
    plus.nth(0).tap()  # eighteen hands of seventeen guests
    less(host, 1)
    refusal = lines(lang, MURDER)["refusal"]["impossible_count"]
    expect(sum_).to_have_text(refusal.format("Ana 1", 18, 17))
    less(host, 0)
    expect(screen.page.locator("#bars li").first.locator("b")).to_have_text("17")
    host.press(page["hands_press"].format(33, 34), words["jailing"]["title"])
    screen.at(words["jailing"]["title"])
