"""A whole game of masks and snakes: three phones, one of them in French, and the television that everyone watches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.card_games import Table
from browser.party import OpenParty

NAMES = ("Ana", "Bob", "Cid")


def lies(table: Table, number: int, side: str) -> None:
    """A card of the circle, on the television and on every phone."""
    for phone in (table.screen, *table.phones.values()):
        card = phone.page.locator(f'.night-day[data-number="{number}"]')
        expect(card).to_have_class(re.compile(rf"\b{side}\b"))


def door(table: Table, name: str, *, is_open: bool) -> None:
    """A player's door, for all to see, and on their own phone in large."""
    for phone in (table.screen, *table.phones.values()):
        expect(phone.page.locator(f'.plaque[data-name="{name}"] .door')).to_have_class(
            "door open" if is_open else "door"
        )
    expect(table.phones[name].page.locator(".my-door .door")).to_have_class("door open" if is_open else "door")


def offered(table: Table, number: int, giver: str, to: str) -> None:
    """The card between two players."""
    page = table.screen.page
    expect(page.locator(".heart .from")).to_have_text(giver)
    expect(page.locator(".heart .to")).to_have_text(to)
    expect(page.locator(".heart .offered text")).to_have_text(str(number))
    expect(page.locator(".heart .pip.lit")).to_have_count(number)
    expect(page.locator(f'.plaque[data-name="{to}"]')).to_have_class(re.compile(r"\bvisited\b"))


@pytest.mark.real_time("five phones and a television draw at once")
def test_the_day_breaks_on_three_phones_in_two_languages(party: OpenParty) -> None:
    table = Table(party, "snakes", *NAMES)
    table.french("Bob")
    screen = table.screen.page
    table.tap("Cid", "No")  # the rules are known
    table.tap("Bob", "Chacun a regardé ses cartes")
    table.tap("Ana", "Ana")  # it is I who have three
    table.screen.at("Whose door is closed?")
    expect(screen.locator(".night-day.night")).to_have_count(5)
    for name in NAMES:
        door(table, name, is_open=True)
    table.phones["Bob"].says("Votre porte est ouverte.")
    expect(table.phones["Bob"].page.locator(".asks")).to_have_count(0)  # nobody asks him yet

    # Ana to Bob: he refuses one, and takes the second.
    table.tap("Ana", "Bob")
    door(table, "Bob", is_open=False)
    offered(table, 1, "Ana", "Bob")
    table.tap("Bob", "Je la refuse")
    offered(table, 2, "Ana", "Bob")
    table.tap("Bob", "Je la prends")
    table.tap("Bob", "1")
    lies(table, 1, "day")
    table.phones["Bob"].says("Vous avez trois cartes. Votre porte est fermée.")

    # Bob to Cid, and Cid to the last open door: the third card must be taken.
    table.tap("Bob", "Cid")
    table.tap("Cid", "I take it")
    table.tap("Cid", "Nothing happens")
    expect(screen.locator("#foot")).to_have_text("Nothing happens")
    table.tap("Cid", "Ana")
    for number in (1, 2):
        offered(table, number, "Cid", "Ana")
        table.tap("Ana", "I refuse it")
    offered(table, 3, "Cid", "Ana")
    table.tap("Ana", "Take the card")
    table.tap("Ana", "2")
    lies(table, 2, "day")

    # A new round. A card that shows day already leaves the table.
    expect(screen.locator("#day")).to_have_text("Round 2")
    for name in NAMES:
        door(table, name, is_open=True)
    for giver, to, number, take in (
        ("Ana", "Bob", 1, "Je la prends"),
        ("Bob", "Cid", 3, "I take it"),
        ("Cid", "Ana", 4, "I take it"),
    ):
        table.tap(giver, to)
        table.tap(to, take)
        table.tap(to, str(number))
    lies(table, 1, "gone")
    lies(table, 4, "day")
    expect(screen.locator("#day")).to_have_text("Round 3")
    table.tap("Ana", "Cid")
    table.tap("Cid", "I take it")
    table.tap("Cid", "5")

    # No night is left. Bob shows his snake, and the others have won.
    table.screen.at("Who holds a snake?")
    table.tap("Bob", "Bob")
    table.screen.at("Ana and Cid have won")
    expect(screen.locator("#own .daybreak")).to_be_visible()
    expect(screen.locator("#own")).to_contain_text("The day breaks")
    expect(screen.locator("#own")).to_contain_text("With a snake: Bob")
    table.phones["Bob"].says("Ana et Cid ont gagné")
    table.phones["Ana"].says("Ana and Cid have won")
    expect(screen.locator("body")).to_have_attribute("data-winner", "day")


def test_a_turned_card_sends_a_light_round_the_circle(party: OpenParty, tmp_path: Path) -> None:
    table = Table(party, "snakes", "Ana", "Bob", "Cid", phones=())
    for said in (
        *({"is": "answered", "yes": False}, {"is": "pressed"}, {"is": "dealt", "player": "Ana"}),
        *({"is": "door_chosen", "player": "Bob"}, {"is": "offer_taken"}),
    ):
        table.says(said)
    screen = table.screen.page
    expect(screen.locator(".round-table")).to_be_visible()
    expect(screen.locator(".runs")).to_have_count(0)
    table.says({"is": "touched", "card": 2})
    light = screen.locator(".runs.day")
    expect(light).to_have_count(1)
    screen.screenshot(path=tmp_path / "runs.png")
    assert light.evaluate("one => getComputedStyle(one).animationName") == "round-the-circle"
    assert light.evaluate("one => one.style.getPropertyValue('--from')") == "-18.0deg"  # the second of five cards
