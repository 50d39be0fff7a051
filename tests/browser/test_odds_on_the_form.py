"""While the host chooses the cards, the page tells the odds, and which cards would make it more even."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from browser.party import OpenParty


def test_the_form_tells_the_odds_and_a_tap_takes_the_cards_for_even_chances(party: OpenParty, tmp_path: Path) -> None:
    about, nearer = "the guests, about", "Nearer to even"
    host = party(speed=5).host("Marie")
    host.step(1)
    host.plays("Around a table")
    host.tap("Paste a list of names")
    host.page.locator("#pasted").fill("Ana\nBob\nCid\nDora\nEve\nFay")
    host.tap("Add them")
    host.press("Next: the cards of 6 guests")
    host.tap("Dealt by the box")
    line = host.page.locator("#page").get_by_text(about)
    expect(line).to_be_visible()
    before = line.inner_text()
    promised = re.search(r"\((\d+) in 100\)", host.page.get_by_role("button", name=nearer).inner_text())
    assert promised
    host.page.get_by_role("button", name=nearer).tap()
    expect(line).not_to_have_text(before)
    expect(line).to_contain_text(f"about {promised[1]} times in 100")
    expect(host.page.get_by_role("button", name=nearer)).to_have_count(0)
    expect(host.page.locator("#page")).to_contain_text(re.compile(r"6 cards: murderers 2, special [1-4], plain guests"))
    host.page.screenshot(path=tmp_path / "odds.png", full_page=True)
