"""A game without one line of JavaScript: played on the host's page alone, and by three phones and a television."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.party import Party
from browser.salon import Salon, fits, party_of
from majordome.core.events import Gesture
from majordome.core.library import load
from web.parlour import games_of_the_host, parlour


@pytest.fixture
def salon(tmp_path: Path) -> Iterator[Salon]:
    with games_of_the_host():
        salon = Salon(tmp_path, parlour())
        yield salon
        salon.box.close()


@pytest.fixture
def party(browser: Browser, salon: Salon) -> Iterator[Party]:
    with party_of(browser, salon) as party:
        yield party


def test_what_the_button_has_taken_is_chosen_and_counted_on_the_phone(salon: Salon, party: Party) -> None:
    host, room = party.host(), party.screen().page
    _, chosen, *_ = load("parlour").events
    press, double, hold = Gesture.PRESS, Gesture.DOUBLE, Gesture.HOLD
    salon.hears(press, double, press, press, double, hold, chosen("Bob"))  # up to the ranking
    host.at("First and second")
    names = host.page.locator(".choose_some .names")
    salon.hears(press, press)
    expect(names.locator("[aria-current]")).to_have_text("Bob")
    expect(room.locator(".dialled")).to_have_text("Bob")
    salon.hears(double, press)
    expect(names.locator("[aria-current]")).to_have_text("Ana")
    expect(names.locator("[aria-pressed=true]")).to_have_text("1Bob")
    names.get_by_role("button", name="Zoé").tap()  # a finger goes on where the button stopped
    host.tap("That is it: Bob and Zoé")
    host.at("Applause")
    salon.hears(press, double, double)
    expect(host.page.locator(".sum")).to_have_text("Counted: 2, at most 10.")
    host.page.locator(".hands .plus").nth(1).tap()
    host.tap("That is the count: 3")
    host.at("The best of all")


@pytest.mark.real_time("three phones and a television draw at once")
def test_a_whole_game_on_the_hosts_page_alone(party: Party) -> None:
    host, screen = party.host(), party.screen()
    page = host.page
    host.at("All sit down")
    host.press("Begin", then="A bid")
    fits(host)
    expect(page.locator(".eyebrow")).to_have_text("Ana begins")
    expect(screen.page.locator("#day")).to_have_text("Ana begins")
    expect(screen.page.locator("#sub")).to_have_text("How much? Asked: Ana")
    expect(screen.page.locator("svg.seat-ring path")).to_have_count(3)
    expect(page.locator(".dock .press")).to_have_count(0)  # the button's own way is not drawn twice
    host.tap("How much?: more")
    host.tap("Say 2")
    host.at("Who is quickest?")
    expect(screen.page.locator("#names li").first).to_contain_text("2")
    expect(host.press_button).to_have_text("Nobody was")
    page.locator(".ask.race").get_by_role("button", name="Zoé").tap()
    host.at("A rival")
    expect(screen.page.locator("#foot")).to_have_text("Zoé was quickest.")
    screen.standing("Zoé", "quick turn")
    expect(screen.page.locator(".options li")).to_have_text(["Ana", "Bob", "Nobody at all"])
    host.tap("Bob")
    host.at("A question of courage")
    host.tap("Yes")
    party.dark()
    host.in_the_dark("Bob")
    party.dark(False)
    host.at("First and second")
    for name in ("Zoé", "Ana"):
        page.locator(".choose_some .names").get_by_role("button", name=name).tap()
    fits(host)
    host.tap("That is it: Zoé and Ana")
    host.at("Applause")
    for _ in range(2):
        page.locator(".hands .plus").first.tap()
    expect(page.locator(".sum")).to_have_text("Counted: 2, at most 10.")
    host.tap("That is the count: 2")
    host.at("The best of all")
    for voter in ("Ana", "Bob", "Zoé"):
        host.tap(f"Enter the ballot of {voter}")
        page.locator("#sheet .names").get_by_role("button", name="Bob").tap()
        host.tap("Cast it")
    host.at("The evening is over")
    expect(page.locator(".verdict")).to_have_text("Zoé has won")
    screen.at("Zoé has won")
    host.tap("Undo: The best of all")
    host.at("The best of all")
    host.tab("Guests")
    expect(page.locator("main h2")).to_contain_text(["Playing", "quick"])
    host.tap("End the game")
    host.tap("the players")
    page.locator("#sheet").get_by_role("button", name="End the game").tap()
    screen.at("Zoé has won")


@pytest.mark.real_time("three phones and a television draw at once")
def test_three_phones_play_in_two_languages(party: Party, salon: Salon) -> None:
    host, screen, twin = party.host(), party.screen(), party.twin()
    ana, bob, zoe = (party.card(salon.card(name)) for name in ("Ana", "Bob", "Zoé"))
    zoe.page.get_by_role("button", name="Français").tap()
    expect(zoe.page.locator(".going-on h2")).to_have_text("On s’assied")
    expect(zoe.page.locator(".said")).to_contain_text("Bonsoir. Que chacun dise s’il est prêt.")
    expect(ana.page.locator(".said")).to_contain_text("Good evening. Whoever is ready says so.")
    expect(ana.page.locator("header p")).to_have_text("Playing")
    for phone in (ana, bob, zoe):
        fits(phone)
    zoe.page.get_by_role("button", name="Commencer").tap()
    host.at("A bid")
    expect(bob.page.locator(".going-on")).to_contain_text("Asked: Ana")
    expect(bob.page.locator(".ask")).to_have_count(0)
    ana.page.locator(".dial input").fill("7")
    ana.page.locator(".dial input").press("Enter")
    ana.page.get_by_role("button", name="Say 7").tap()
    host.at("Who is quickest?")
    for phone in (ana, bob, zoe):
        fits(phone)
        expect(phone.page.locator(".slam")).to_be_visible()
    expect(twin.page.locator("#buzzers button")).to_have_text(["Ana", "Bob", "Zoé"])
    expect(twin.page.locator("#ring path")).to_have_count(3)
    zoe.page.locator(".slam").tap()
    host.at("A rival")
    for phone in (ana, bob):
        expect(phone.page.locator(".slam")).to_have_count(0)
    expect(zoe.page.locator("header p")).to_have_text("rapide")
    expect(zoe.page.locator(".ask h2")).to_have_text("Contre qui ?")
    twin.press()  # the button points, and everyone sees at whom
    expect(zoe.page.locator("[data-at]")).to_have_text("Ana")
    expect(screen.page.locator(".options .at")).to_have_text("Ana")
    zoe.page.get_by_role("button", name="Personne du tout").tap()
    host.at("A question of courage")
    ana.page.get_by_role("button", name="Yes", exact=True).tap()
    party.dark()
    for phone in (ana, bob, zoe):
        assert phone.brightest() == 0
    host.in_the_dark("Ana")
    party.dark(False)
    for name in ("Bob", "Ana"):
        host.page.locator(".choose_some .names").get_by_role("button", name=name).tap()
    host.tap("That is it: Bob and Ana")
    host.page.locator(".hands .plus").first.tap()
    host.tap("That is the count: 1")
    for phone, words in ((ana, "Cast my ballot"), (bob, "Cast my ballot"), (zoe, "Voter")):
        phone.page.locator(".ballot .names").get_by_role("button", name="Bob").tap()
        phone.page.get_by_role("button", name=words).tap()
        if phone is not zoe:
            expect(phone.page.locator(".ballot [role=status]")).to_be_visible()
    screen.at("Ana has won")
    expect(zoe.page.locator("header p")).to_have_text("Ana a gagné")
    with ana.finger.holding(ana.back):
        expect(ana.page.locator("#face")).to_contain_text("In your hand")
        expect(ana.page.locator("#face")).to_contain_text("the ace and the king")
    expect(ana.page.locator("#face")).to_be_empty()


@pytest.mark.real_time("three phones and a television draw at once")
def test_the_form_draws_what_the_game_tells(party: Party) -> None:
    host = party.host()
    host.step(1)
    page = host.page
    expect(page.locator(".fold").first).to_have_text("The game · The parlour")
    host.press("Next: the cards of 3 guests")
    expect(page.locator(".stepper output")).to_have_text("9")
    host.tap("Highest bid: more")
    host.tap("Merry")
    expect(page.locator("#choice-roles")).to_have_count(0)  # it has no cards to deal
    host.tap("Back to the guests")
    host.plays("The castle weekend")
    expect(page.locator(".press")).to_have_text("3 guests: it takes 9 to 20")
    host.plays("The parlour")
    host.press("Next: the cards of 3 guests")
    host.tap("Merry")
    host.press("Ready: to the first press")
    host.at("All sit down")
    assert party.butler.box.prompter.evening.word("mood") == "merry"  # type: ignore[attr-defined]
