"""Whole evenings of twelve, of twenty and around a table of six, where everybody who plays has a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from browser.guests import Guest
from browser.invited import guest_list, invite
from browser.party import OpenParty, Party
from browser.phones import CardPhone

NAMES = (
    *(
        "Agathe",
        "Basile",
        "Colette",
        "Dora",
        "Edmée",
        "Félix",
        "Gisèle",
        "Hector",
        "Irène",
        "Jules",
        "Léonie",
        "Marius",
    ),
    *("Jean-François", "Élisabeth", "Marie-Antoinette", "Octave", "Paul", "Quentin", "Rosalie", "Suzanne"),
)
SEEN = 2  # phones with a page; the others only speak to the box
FLOOR = "Free the prisoners, if any, and give the floor"


class Castle:
    """A party that came in by the code of the room."""

    def __init__(self, party: Party, names: Sequence[str]) -> None:
        self.party, self.screen, self.host = party, party.screen(), party.host()
        self.pages: dict[str, CardPhone] = {name: party.card("card") for name in names[:SEEN]}
        self.guests = {name: Guest(party.butler, name) for name in names[SEEN:]}
        self.alive = list(names)
        self.jail: list[str] = []
        for name, page in self.pages.items():
            page.page.locator("#my-name").fill(name)
            page.page.get_by_role("button", name="Ask to come in").tap()
            expect(page.page.locator(".joining [role=status]")).to_contain_text("the host lets you in")
        for guest in self.guests.values():
            guest.knock()
        self.host.tap(f"Let all {len(names)} in")
        self.host.press(f"Next: the cards of {len(names)} guests")
        self.host.press(f"Deal {len(names)} cards", "The guests arrive")
        expect(self.host.page.locator(".handed")).to_have_text(f"{len(names)} of {len(names)} have theirs.")
        looked = {name: page.look() for name, page in self.pages.items()}
        looked |= {name: guest.look() for name, guest in self.guests.items()}
        self.murderers = [name for name, role in looked.items() if role == "murderer"]
        assert len(self.murderers) == 2

    def innocent(self) -> str:
        """Somebody who can be murdered: at large, and no murderer; a page's guest last."""
        return next(name for name in reversed(self.alive) if name not in (*self.jail, *self.murderers))

    def night(self) -> None:
        victim = self.innocent()
        self.host.press("TOP: everyone stops")
        self.party.dark()
        self.host.in_the_dark(victim)
        self.party.dark(False)
        self.dies(victim)

    def day(self) -> None:
        victim = self.innocent()
        self.host.press("TOP: everyone stops", "Everyone stands still")
        self.host.press("Second TOP: everyone turns three times", "Everyone turns slowly")
        self.host.page.get_by_role("group", name="Who saw the wink?").get_by_role("button", name=victim).tap()
        self.host.press(f"{victim} saw the wink: scream", "Nobody turns any more")
        self.dies(victim)

    def dies(self, victim: str) -> None:
        self.screen.standing(victim, "dead")
        self.alive.remove(victim)
        if victim in self.guests:
            assert "dead" in self.guests[victim].state()["card"]["marks"]
        else:
            self.pages[victim].says("You are dead. Not a word until the end.")
        self.jail = []

    def talk(self) -> None:
        self.host.press(FLOOR, "The hourglass is running")
        self.host.press("End the talk now", "The vote is called")
        self.host.press("TOP: everyone points")

    def ballots(self, *suspects: str) -> None:
        """Everybody alive votes on a phone."""
        self.host.at("Ballots are coming in")
        third = next(name for name in self.alive if name not in suspects)
        for voter in self.alive:
            against = [name for name in (*suspects, third) if name != voter][:2]
            self.guests[voter].vote(*against) if voter in self.guests else self.pages[voter].vote(*against)
        expect(self.screen.page.locator("#sub")).to_have_text(f"{len(self.alive)} of {len(self.alive)} ballots are in")
        self.host.press("Close the ballots", "Suspects go to jail")
        self.led_away(*suspects)

    def hands(self, *suspects: str) -> None:
        """Counted on the host's pad."""
        self.host.at("Count the hands")
        for more, name in enumerate(reversed(suspects)):
            for _ in range(2 + more):
                self.host.page.locator(".plus").filter(has_text=name).tap()
        self.host.press(f"That is the count: 5 of {2 * len(self.alive)} hands", "Suspects go to jail")
        self.led_away(*suspects)

    def led_away(self, *suspects: str) -> None:
        expect(self.screen.page.locator("#foot")).to_contain_text("to jail")
        self.party.no_secret()
        self.host.press("They are seated")
        self.jail = list(suspects)

    def won(self, by: str) -> None:
        self.host.at("The evening is over")
        expect(self.host.page.locator(".verdict")).to_have_text(by)
        self.screen.at(by)
        for page in self.pages.values():
            page.says(f"{by}.")
        turned = self.screen.page.locator(".unmasked .murderer .name")
        expect(turned).to_have_count(2, timeout=60_000)
        assert sorted(turned.all_inner_texts()) == sorted(self.murderers)


@contextmanager
def castle(party: OpenParty, names: Sequence[str]) -> Iterator[Castle]:
    weekend = Castle(party(speed=15), names)
    try:
        yield weekend
    finally:
        for guest in weekend.guests.values():
            guest.close()


@pytest.mark.real_time("a browser draws for a whole evening while phones listen")
def test_twelve_guests_find_the_murderers_on_their_phones(party: OpenParty) -> None:
    with castle(party, NAMES[:12]) as weekend:
        weekend.host.secret_ballots()
        weekend.host.press("Begin the evening", "Everyone walks about")
        weekend.night()
        weekend.talk()
        innocent = weekend.innocent()
        weekend.ballots(weekend.murderers[0], innocent)
        expect(weekend.screen.page.locator("#round")).to_have_text("round 2 of 5")
        weekend.day()
        weekend.talk()
        weekend.ballots(*weekend.murderers)
        weekend.won("The guests have won")


@pytest.mark.real_time("a browser draws for a whole evening while phones listen")
def test_twenty_guests_and_nobody_is_found_until_monday(party: OpenParty) -> None:
    with castle(party, NAMES) as weekend:
        weekend.host.press("Begin the evening", "Everyone walks about")
        for round_ in range(1, 6):
            expect(weekend.screen.page.locator("#round")).to_have_text(f"round {round_} of 5")
            weekend.night() if round_ % 2 else weekend.day()
            if round_ == 4:
                weekend.host.secret_ballots()
            weekend.talk()
            innocent = [name for name in weekend.alive if name not in weekend.murderers]
            (weekend.ballots if round_ >= 4 else weekend.hands)(*innocent[round_ : round_ + 2])
        weekend.won("The murderers have won")


@pytest.mark.real_time("a browser draws for a whole evening while phones listen")
def test_a_table_of_six_plays_with_phones_alone(party: OpenParty) -> None:
    names = NAMES[:6]
    evening = party(speed=15, game="table", guests=guest_list(names, Basile="murderer", Félix="murderer"))
    host = evening.host("Agathe")  # who plays, too, and looks at her card on this phone
    cards = dict(zip(names[1:], invite(evening, host, *names[1:]), strict=True))
    host.secret_ballots()
    host.press("Begin the evening", "The table settles down")

    def night(victim: str) -> None:
        host.press("Night falls: eyes closed")
        evening.dark()
        evening.dark(False)  # by the box's own clock: nobody presses with closed eyes
        host.at("Who died?")
        host.page.get_by_role("group", name="Who died?").get_by_role("button", name=victim).tap()
        host.press(f"{victim} is dead", "The table is awake")
        cards[victim].says("You are dead. Not a word until the end.")

    def vote(voters: Sequence[str], against: str) -> None:
        host.press("Give the floor", "The hourglass is running")
        host.press("End the talk now", "The vote is called")
        host.press("TOP: everyone points")
        for voter in voters:
            points_at = against if voter != against else "Agathe"
            if voter in cards:
                cards[voter].vote(points_at)
            else:  # whoever leads votes on the tray
                host.tap(f"Enter the ballot of {voter}")
                host.page.locator("#sheet").get_by_role("button", name=points_at, exact=True).tap()
                host.tap("Cast it")
        host.press("Close the ballots", "A card is turned")
        host.press("The card is turned over")

    night("Dora")
    evening.no_secret()  # from the first vote on a card lies open on the table
    vote(("Agathe", "Basile", "Colette", "Edmée", "Félix"), "Basile")
    host.at("The table settles down")
    cards["Basile"].says("You are dead. Not a word until the end.")
    assert cards["Félix"].look() == "murderer"
    night("Edmée")
    vote(("Agathe", "Colette", "Félix"), "Félix")
    host.at("The evening is over")
    expect(host.page.locator(".verdict")).to_have_text("The guests have won")
    for card in cards.values():
        card.says("The guests have won.")
