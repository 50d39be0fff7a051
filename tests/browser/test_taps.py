"""Taps an evening: what a host's thumb does for it, counted on the glass, told, and never more than it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from browser.finger import middle
from browser.guests import Guest
from browser.party import OpenParty
from browser.phones import HostPhone, Phone

NAMES = ("Agathe", "Basile", "Colette", "Dora", "Edmée", "Félix", "Gisèle", "Hector", "Irène", "Jules", "Léonie", "Max")
SEEN = NAMES[:3]  # their phones have a page each; the others only speak to the box
# Every finger that comes down, as the browser itself reports it.
COUNTED = "window.taps = 0; addEventListener('pointerdown', (event) => (taps += event.isTrusted), true);"
# What they were before: a tap for each of 22 hands and 7 presses; a tap for each card, and one to begin.
HANDS_BEFORE, CARDS_BEFORE = 29, 13
# 22 hands, as eleven guests point them.
POINTED = {"Basile": 7, "Colette": 6, "Dora": 4, "Félix": 3, "Max": 2}


def taps(phone: Phone) -> int:
    return int(phone.page.evaluate("taps"))


def write(phone: Phone, place: str, words: str) -> None:
    """A tap on the field, then keys."""
    phone.page.locator(place).tap()
    phone.page.keyboard.type(words)


def slide(host: HostPhone, name: str, hands: int) -> None:
    """One finger, to the right until the number is right."""
    place = host.page.locator(".plus").filter(has_text=name)
    number = place.locator("b")
    x, y = middle(place)
    host.finger.down(place)
    for way in range(10, int(host.page.evaluate("innerWidth") - x), 2):
        if number.inner_text() == str(hands):
            break
        host.finger.move(x + way, y)
    expect(number).to_have_text(str(hands))
    host.finger.lift()
    expect(number).to_have_text(str(hands))


class Evening:
    """How many taps each part took."""

    def __init__(self, host: HostPhone) -> None:
        self.host = host
        self.taken: dict[str, int] = {}

    @contextmanager
    def part(self, what: str) -> Iterator[None]:
        before = taps(self.host)
        yield
        self.taken[what] = taps(self.host) - before


@pytest.mark.real_time("a browser draws for two rounds while phones listen")
def test_an_evening_takes_few_taps(party: OpenParty, record_property: Callable[[str, object], None]) -> None:
    evening = party(speed=10)
    screen, host = evening.screen(), evening.host(name=None)
    host.page.evaluate(COUNTED)
    counted = Evening(host)
    with counted.part("pairing"):
        write(host, "#code", evening.butler.code)
        write(host, "#name", "Marie")
        host.page.locator("form .press").tap()
        host.at("The guests arrive")

    pages = [evening.card("card") for _ in SEEN]
    guests = [Guest(evening.butler, name) for name in NAMES[len(SEEN) :]]
    try:
        with counted.part("12 guests in, with their cards"):
            for page, name in zip(pages, SEEN, strict=True):
                page.page.evaluate(COUNTED)
                write(page, "#my-name", name)
                page.page.get_by_role("button", name="Ask to come in").tap()
                expect(page.page.locator("[role=status]").first).to_contain_text("the host lets you in")
            for guest in guests:
                guest.knock()
            host.tap("Let all 12 in")
            host.press("Next: the cards of 12 guests")
            host.press("Deal 12 cards", "The guests arrive")
            expect(host.page.locator(".handed")).to_have_text("12 of 12 have theirs.")
        expect(screen.page.locator("#names li")).to_have_count(12)
        for page, name in zip(pages, SEEN, strict=True):
            expect(page.page.locator("h1")).to_have_text(name)
            assert taps(page) == 2  # the field, and the button
        assert all(guest.is_in for guest in guests)
        roles = [page.look() for page in pages] + [guest.look() for guest in guests]
        assert len(roles) == 12
        assert sum(role.startswith("murder") for role in roles) == 2

        host.press("Begin the evening", "Everyone walks about")
        with counted.part("a round by hands"):
            host.press("TOP: everyone stops")
            evening.dark()
            host.in_the_dark("Agathe")
            evening.dark(False)
            host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
            host.press("End the talk now", "The vote is called")
            host.press("TOP: everyone points", "Count the hands")
            for name, hands in POINTED.items():
                slide(host, name, hands)
            host.press("All 22 hands are counted", "Suspects go to jail")
            expect(screen.page.locator("#foot")).to_have_text("Basile and Colette: to jail")
            host.press("They are seated")
            expect(screen.page.locator("#round")).to_have_text("round 2 of 5")

        host.secret_ballots()
        with counted.part("a round by ballots"):
            host.press("TOP: everyone stops", "Everyone stands still")
            host.press("Second TOP: everyone turns three times", "Everyone turns slowly")
            host.page.get_by_role("group", name="Who saw the wink?").get_by_role("button", name="Dora").tap()
            host.press("Dora saw the wink: scream", "Nobody turns any more")
            host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
            host.press("End the talk now", "The vote is called")
            host.press("TOP: everyone points", "Ballots are coming in")
            for page in pages[1:]:
                before = taps(page)
                page.vote("Edmée", "Félix")
                assert taps(page) - before == 3
            for guest in guests:
                if guest.name != "Dora":
                    guest.vote(*[name for name in ("Félix", "Edmée", "Max") if name != guest.name][:2])
            with host.finger.holding(host.page.locator(".dock .hold")):
                host.at("Suspects go to jail")
            host.press("They are seated")
            expect(screen.page.locator("#round")).to_have_text("round 3 of 5")
        evening.no_secret()
    finally:
        for guest in guests:
            guest.close()

    record_property(
        "told", "taps of the host's thumb: " + ", ".join(f"{what} {n}" for what, n in counted.taken.items())
    )
    assert counted.taken["pairing"] <= 3
    assert counted.taken["12 guests in, with their cards"] < CARDS_BEFORE
    assert counted.taken["a round by hands"] < HANDS_BEFORE
    assert counted.taken["a round by ballots"] < HANDS_BEFORE
    assert counted.taken == {
        "pairing": 3,
        "12 guests in, with their cards": 3,
        "a round by hands": 12,
        "a round by ballots": 9,
    }
