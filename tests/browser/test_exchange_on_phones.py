"""A whole short game of the exchange, by phones alone: a race of two of them, the police, and murders."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.card_games import Table
from browser.party import OpenParty

NAMES = ("Ana", "Bob", "Cid")
SETTINGS = "window = 120\nchecklist = 0"
# Two fingers come down on two phones in the same millisecond.
AT_ONCE = """(at) => setTimeout(() => document.querySelector(".slam").dispatchEvent(
  new PointerEvent("pointerdown", { button: 0, bubbles: true })), at - Date.now())"""


def race(table: Table, *names: str) -> tuple[str, str]:
    """Who was first, and who was not."""
    pages = {name: table.phones[name].page for name in names}
    for page in pages.values():
        expect(page.locator(".slam")).to_be_visible()
    soon = pages[names[0]].evaluate("Date.now() + 400")
    for page in pages.values():
        page.evaluate(AT_ONCE, soon)
    acting = table.screen.page.locator(".plaque.acting")
    expect(acting).to_have_count(1)
    first = str(acting.get_attribute("data-name"))
    return first, next(name for name in names if name != first)


def points(table: Table, **each: int) -> None:
    """On the television: so many lamps."""
    for name, number in each.items():
        expect(table.screen.page.locator(f'.plaque[data-name="{name}"] .pip.lit')).to_have_count(number)


def mark(table: Table, name: str, how: str) -> None:
    expect(table.screen.page.locator(f'.plaque[data-name="{name}"]')).to_have_class(re.compile(rf"\b{how}\b"))


def exchanged(table: Table, giver: str, taker: str) -> None:
    """One gives, the other takes, and it is open to all."""
    mark(table, giver, "giver")
    mark(table, taker, "taker")
    expect(table.screen.page.locator(".passing")).to_be_visible()
    table.tap(taker, "Everyone has five cards")
    expect(table.screen.page.locator(".heart.open")).to_be_visible()
    expect(table.screen.page.locator("#left-time")).to_be_visible()


def murder(table: Table, assassin: str, victim: str, crime: int, survival: int) -> None:
    """From the slam to the verdict."""
    table.tap(assassin, "A murder")
    table.tap(assassin, victim)
    mark(table, victim, "target")
    table.total(assassin, crime, f"{crime}")
    expect(table.screen.page.locator(".totals .crime")).to_have_text(str(crime))
    table.total(victim, survival, f"{survival}")
    expect(table.screen.page.locator(".totals.rolling .survival")).to_have_text(str(survival))
    verdict = "The victim dies." if crime > survival else "The victim survives."
    expect(table.screen.page.locator("#shout")).to_have_text(f"{verdict}{crime} : {survival}")


@pytest.mark.real_time("five phones and a television draw at once")
def test_first_to_five_points_by_phones_alone(party: OpenParty) -> None:
    table = Table(party, "exchange", *NAMES, settings=SETTINGS)
    screen = table.screen.page
    table.tap("Bob", "Begin")
    table.slam("Ana")  # the maddest
    table.tap("Ana", "Everyone has five cards")
    expect(screen.locator("#day")).to_have_text("Hand 1, clockwise")
    exchanged(table, "Ana", "Bob")

    # Two phones at once: one has the floor, the other is locked out, and waits in line.
    first, second = race(table, "Bob", "Cid")
    third = "Ana"
    expect(table.phones[first].page.locator("header p")).to_contain_text("You have the floor.")
    expect(table.phones[first].page.locator(".slam")).to_have_count(0)
    expect(table.phones[second].page.locator(".slam")).to_have_count(0)
    table.tap(second, "I act next")
    expect(screen.locator(f'.plaque[data-name="{second}"] .in-line')).to_have_text("1")
    expect(table.phones[second].page.locator(".going-on")).to_contain_text("In line: number 1")

    # The police come for nothing: who called them is out.
    table.tap(first, "The police")
    table.tap(first, third)
    expect(screen.locator("line.aim.police")).to_have_count(1)
    table.tap(third, "No")
    mark(table, first, "out")
    table.phones[first].says("You are at the station until the hand is over.")

    # Whoever waited acts now: a murder.
    mark(table, second, "acting")
    murder(table, second, third, 7, 5)
    expect(screen.locator(".totals.dies .verdict")).to_have_text("The victim dies.")
    points(table, **{first: 0, second: 2, third: 0})

    # The second hand goes the other way round; a tie is survived.
    table.tap("Bob", "Everyone has five cards")
    expect(screen.locator("#day")).to_have_text("Hand 2, anticlockwise")
    expect(screen.locator(".round-table.anticlockwise")).to_be_visible()
    exchanged(table, "Bob", "Ana")
    table.slam(third)
    murder(table, third, second, 4, 4)
    points(table, **{second: 3})

    # The third: the police come for an assassin; the fourth: a murder, and five points.
    table.tap("Cid", "Everyone has five cards")
    exchanged(table, "Cid", "Ana")
    table.slam(second)
    table.tap(second, "The police")
    table.tap(second, third)
    if second == "Cid" and third == "Ana":  # who gave accuses who took
        table.tap(second, "No")
    table.tap(second, "Yes")
    points(table, **{second: 4})
    table.tap("Ana", "Everyone has five cards")
    exchanged(table, "Ana", "Cid")
    table.slam(second)
    murder(table, second, first, 9, 1)

    table.screen.at(f"{second} has won")
    ceremony = screen.locator("#own .ceremony")
    expect(ceremony.locator(".star text")).to_have_text(second)
    expect(ceremony.locator(".star .pip.lit")).to_have_count(6)
    for name in NAMES:
        table.phones[name].says(f"{second} has won")
