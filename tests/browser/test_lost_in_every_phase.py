"""The Wi-Fi goes in every phase of a round: each page says so, comes back by itself, and a press counts once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from browser.invited import NAMES, guest_list, offered
from browser.party import OpenParty, Party
from browser.phones import BigScreen, CardPhone, HostPhone, Twin
from browser.wire import Wire

LOST = "The connection is lost. Trying again…"


class Lossy:
    """A host, a guest, a television and the twin, all by way of a Wi-Fi that fails."""

    def __init__(self, party: Party, wire: Wire) -> None:
        self.party, self.wire = party, wire
        party.butler.about["twin"] = wire.moved(party.butler.twin)
        self.screen: BigScreen = party.screen(path=f"{wire.url}screen")
        self.twin: Twin = party.twin()
        self.host: HostPhone = party.host(path=wire.url)
        self.host.tab("Cards")
        self.card: CardPhone = party.card(wire.moved(offered(self.host, "Eve")))
        expect(self.card.page.locator("h1")).to_have_text("Eve")
        self.host.tap("Close")
        self.host.tab("Evening")
        party.outage(True)

    def told(self, lost: bool) -> None:
        """Every page says how it is; in the dark it must not show."""
        for phone in (self.host, self.card):
            expect(phone.page.locator(".lost")).to_have_count(int(lost))
        for page in (self.screen.page, self.twin.page):
            if lost:
                expect(page.locator("#link")).to_have_text(LOST)
            expect(page.locator("#link")).to_have_js_property("hidden", not lost)

    def without(self, act: Callable[[], None]) -> None:
        """The Wi-Fi goes, somebody does something all the same, and it comes back."""
        before = len(self.party.butler.happened())
        self.wire.cut()
        self.told(lost=True)
        act()
        assert len(self.party.butler.happened()) == before, "the box heard something through a cut wire"
        self.wire.mend()
        self.told(lost=False)

    def beats(self) -> list[str]:
        """What happened, but for the clock."""
        return [step for step in self.party.butler.happened() if "TimeUp" not in step]


@pytest.fixture
def lossy(party: OpenParty) -> Iterator[Lossy]:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer"), speed=3)
    wire = Wire(evening.butler.port)
    try:
        yield Lossy(evening, wire)
    finally:
        wire.close()


@pytest.mark.real_time("pages notice a lost connection, and find it again")
def test_a_lost_connection_in_every_phase_costs_nothing(lossy: Lossy) -> None:
    host, screen, twin, card = lossy.host, lossy.screen, lossy.twin, lossy.card

    def pressed(words: str, then: str) -> None:
        lossy.without(lambda: host.press(words))
        for page in (host, screen, twin):
            page.at(then)

    def chosen_in_the_dark() -> None:
        for phone in (screen, card):
            assert phone.brightest() == 0
        host.in_the_dark("Dora")

    host.at("The guests arrive")
    pressed("Begin the evening", "Everyone walks about")
    lossy.without(lambda: host.press("TOP: everyone stops"))
    lossy.party.dark()
    lossy.without(chosen_in_the_dark)
    lossy.party.dark(False)
    host.at("Everyone is awake")
    screen.standing("Dora", "dead")
    pressed("Free the prisoners, if any, and give the floor", "The hourglass is running")
    pressed("End the talk now", "The vote is called")
    pressed("TOP: everyone points", "Count the hands")

    def counted() -> None:
        for place, hands in ((0, 3), (1, 2)):
            for _ in range(hands):
                host.page.locator(".plus").nth(place).tap()
        host.press("That is the count: 5 of 18 hands")

    lossy.without(counted)
    for page in (host, screen, twin):
        page.at("Suspects go to jail")
    lossy.without(lambda: host.press("They are seated"))
    host.at("The evening is over")
    lossy.without(lambda: None)
    screen.at("The guests have won")
    card.says("The guests have won.")
    assert lossy.beats() == [
        "welcome: Pressed",
        "walking: Pressed",
        "murder: Tapped",
        "mourning: Pressed",
        "discussion: Pressed",
        "circle: Pressed",
        "counting: HandsCounted",
        "jailing: Pressed",
    ]
