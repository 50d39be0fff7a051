"""When the game is over: the ledger on the host's page and on the big screen, tonight's chances for the host alone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from browser.card_games import Table
from browser.looked_over import looked_over
from browser.party import OpenParty

TALE = re.compile(r"The murderers: Ana and Bob\.|Screams and raised hands: tell one another the rest\.")
ROLES = {"Ana": "murderer", "Bob": "murderer", "Cid": "guest", "Dora": "guest", "Eve": "guest", "Fay": "guest"}


def test_the_host_sees_tonights_chances_and_the_ledger(party: OpenParty, tmp_path: Path) -> None:
    table = Table(party, "table", *ROLES, roles=ROLES, phones=())
    table.says({"is": "pressed"})
    table.says({"is": "game_ended", "winner": "murderers"})
    host, screen = table.host.page, table.screen.page
    table.screen.at("The murderers have won")
    expect(screen.locator("#foot")).to_have_text("")  # who won would tell who was what: the cards are still face down
    ledger = host.locator(".ledger")
    expect(ledger).to_contain_text("Tonight, round by round")
    expect(ledger.locator(".chances li")).to_have_count(1)
    expect(ledger.locator("dl > div").first).to_contain_text("1 of 1 won")
    looked_over(table.host, table.screen)
    expect(screen.locator(".unmasked .turned")).to_have_count(len(ROLES), timeout=60_000)  # one by one, murderers last
    expect(screen.locator("#foot")).to_have_text(TALE)
    expect(ledger).to_be_visible()
    host.screenshot(path=tmp_path / "host.png", full_page=True)


def test_the_big_screen_tells_who_has_won_how_often(party: OpenParty, tmp_path: Path) -> None:
    table = Table(party, "exchange", "Ana", "Bob", "Cid", phones=())
    table.says({"is": "game_ended", "winner": "Bob"})
    screen = table.screen.page
    expect(screen.locator("#foot")).to_contain_text("The ledger · Bob\u00a01/1 · Ana\u00a00/1 · Cid\u00a00/1")
    looked_over(table.host, table.screen)
    screen.screenshot(path=tmp_path / "screen.png")
