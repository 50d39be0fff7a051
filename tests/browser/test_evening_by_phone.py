"""A whole evening by phone: the host types a list, the box deals, guests scan, and one thumb leads to the outcome."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.invited import invite, offered
from browser.party import OpenParty
from browser.phones import HostPhone
from majordome.web.qr import rows

# Three without an age: where two of them tie twice, the box must ask.
PASTED = """Ana 34
Bob, 41
Cid (29)
Dora; 52
Eve
Fay
Gus 61
Hal 45
Ida
Jo 19
Léa 24
Max 57"""
NAMES = re.findall(r"^\w+", PASTED, re.MULTILINE)


def painted(host: HostPhone) -> list[str]:
    """The QR code as it is on the glass, dot by dot."""
    code = host.page.locator("#sheet svg.qr")
    size = int(str(code.get_attribute("viewBox")).split()[2])
    box = code.bounding_box()
    assert box is not None
    picture, dot = host.picture().convert("L"), box["width"] / size
    look = [[box[side] + (n + 0.5) * dot for n in range(4, size - 4)] for side in ("x", "y")]
    return ["".join("0" if picture.getpixel((int(x), int(y))) else "1" for x in look[0]) for y in look[1]]


def counts(host: HostPhone, **hands: int) -> None:
    """Tap a hand for each that is up."""
    for name, number in hands.items():
        for _ in range(number):
            host.page.locator(".plus").filter(has_text=name).tap()


@pytest.mark.real_time("a browser draws for a whole evening while phones listen")
def test_an_evening_by_one_thumb(party: OpenParty, tmp_path: Path) -> None:
    evening = party(speed=5)
    twin, screen, host = evening.twin(), evening.screen(), evening.host("Marie")

    # The list, and the cards.
    host.at("The guests arrive")
    host.step(1)
    host.tap("Paste a list of names")
    host.page.locator("#pasted").fill(PASTED)
    host.tap("Add them")
    expect(host.page.locator(".seats li")).to_have_count(12)
    host.press("Next: the cards of 12 guests")
    host.tap("Dealt by the box")
    host.tap("heart patient: more")
    host.tap("insomniac: more")
    expect(host.page.locator("#page")).to_contain_text("12 cards: murderers 2, special 2, plain guests 8.")
    host.press("Deal 12 cards", "The guests arrive")
    expect(screen.page.locator("#names li")).to_have_text(NAMES)
    evening.no_secret()

    host.tab("Guests")
    cards = host.cards()
    assert sorted(card.split(",")[0] for card in cards.values()) == sorted(
        ["murderer"] * 2 + ["heart patient", "insomniac"] + ["guest"] * 8
    )
    murderers = [name for name, card in cards.items() if card.startswith("murderer")]
    heart = next(name for name, card in cards.items() if card.startswith("heart patient"))
    plain = [name for name, card in cards.items() if card == "guest"]
    tied = [name for name in ("Eve", "Fay", "Ida") if name != heart][:2]
    both = " and ".join(tied)
    clear, spare, *_ = (name for name in plain if name not in tied)
    evening.no_secret()

    host.tab("Cards")
    link = offered(host, heart)
    assert painted(host) == list(rows(link))
    host.tap("Close")
    guests = dict(
        zip((heart, plain[0], murderers[0]), invite(evening, host, heart, plain[0], murderers[0]), strict=True)
    )
    for name, guest in guests.items():
        assert guest.look() == cards[name].split(",")[0]
    evening.no_secret()
    stranger = evening.card(link)  # the code that was shown first is void, and the others are used
    expect(stranger.page.locator("[role=status]")).to_contain_text(
        "This code has been used. Ask the host for a new one."
    )
    evening.goes(stranger)
    guests[heart].page.reload()
    guests[heart].says("You are alive.")

    # A second host waits to be let in, and is sent away again.
    second = evening.host("Paul", size={"width": 412, "height": 915})
    expect(second.page.locator("[role=status]").first).to_contain_text("The code is right.")
    host.tap("Let in")
    second.at("The guests arrive")
    host.tab("Box")
    host.tap("Send away")
    expect(second.page.locator("#code")).to_be_visible()
    evening.goes(second)
    host.tab("Evening")

    # The night.
    host.press("Begin the evening", "Everyone walks about")
    host.press("TOP: everyone stops")
    evening.dark()
    evening.no_secret()
    host.in_the_dark(murderers[0])  # a slip of the thumb: refused, it would tell the room a card
    evening.dark(False)
    host.at("Everyone is awake")
    evening.no_secret()
    host.tap(f"Undo: the death of {murderers[0]}")
    evening.dark()
    host.in_the_dark(heart)
    evening.dark(False)
    host.at("Everyone is awake")
    guests[heart].says("You are dead. Not a word until the end.")
    screen.standing(heart, "dead")
    evening.no_secret()

    # The hourglass, with more and less sand, a pause, and a step taken back by its name.
    host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
    host.tap("− 30 s")
    host.tap("+ 30 s")
    host.tap("Pause")
    expect(host.page.locator(".paused")).to_have_text("Paused. Nothing moves until you go on.")
    screen.at("PAUSED")
    host.press("Go on", "The hourglass is running")
    host.press("End the talk now", "The vote is called")
    host.tap("Undo: End the talk now")
    host.at("The hourglass is running")
    host.tap("Do again: End the talk now")
    host.at("The vote is called")

    # Hands: too many, a tie, a tie again, the youngest.
    host.press("TOP: everyone points", "Count the hands")
    counts(host, **{tied[0]: 4, tied[1]: 4, clear: 6})
    expect(screen.page.locator("#bars li").filter(has_text=clear).locator("b")).to_have_text("6")
    host.press("That is the count: 14 of 22 hands", "The vote is called")
    expect(host.page.locator("#page")).to_contain_text(f"A tie between {both}.")
    expect(screen.page.locator("#foot")).to_have_text(f"A tie: {both}")
    host.press("TOP: everyone points", "Count the hands")
    counts(host, **{tied[0]: 5, tied[1]: 5})
    host.press("That is the count: 10 of 11 hands", "Age decides")
    expect(host.page.locator("#page")).to_contain_text(f"Tied again, between {both}.")
    expect(twin.page.locator("#does")).to_contain_text("Point at the next")
    twin.press()
    expect(host.page.locator(".names [aria-current]")).to_have_text(
        tied[0]
    )  # the phone shows whom the button points at
    expect(host.page.locator(".dock .press, .dock .outline, .more-choices button")).to_have_count(1)
    twin.press()
    expect(host.page.locator(".names [aria-current]")).to_have_text(tied[1])
    host.tap(tied[0])
    host.press(f"The youngest: {tied[0]}", "Suspects go to jail")
    expect(screen.page.locator("#foot")).to_have_text(f"{clear} and {tied[0]}: to jail")
    for chair in ("Left", "Right"):
        host.tap(f"{chair} free", exact=False)
    expect(screen.page.locator("#round")).to_have_text("round 2 of 5")
    screen.standing(tied[0], "in_jail")
    twin.sits("left")
    evening.no_secret()

    # Every correction by name, and back again.
    host.tab("Guests")
    for name, act, then in (
        (tied[0], "Out of jail", ""),
        (tied[0], "Into jail", "in_jail"),
        (spare, "Out of the game", "dead"),
        (spare, "Back in the game", ""),
    ):
        host.page.locator("main .list").get_by_role("button", name=name).tap()
        host.tap(act)
        host.page.locator("#sheet .blood").tap()
        expect(host.page.locator("#sheet")).to_be_hidden()
        screen.standing(name, then)
    host.tab("Evening")

    # In French: the host's page alone, then the butler and everyone who follows him.
    host.tab("Box")
    host.page.get_by_role("group", name="The butler speaks").get_by_role("button", name="Français").tap()
    screen.at("Tous marchent")
    guests[heart].says("Vous n’êtes plus de ce monde. Plus un mot jusqu’à la fin.")
    host.page.get_by_role("group", name=re.compile("Le majordome parle")).get_by_role("button", name="English").tap()
    screen.at("Everyone walks about")
    host.page.get_by_role("checkbox").check()  # secret ballots
    host.tab("Evening")

    # The day: a wink.
    host.press("TOP: everyone stops", "Everyone stands still")
    host.press("Second TOP: everyone turns three times", "Everyone turns slowly")
    victim = next(name for name in plain[1:] if name not in (clear, *tied))
    host.page.get_by_role("group", name="Who saw the wink?").get_by_role("button", name=victim).tap()
    host.press(f"{victim} saw the wink: scream", "Nobody turns any more")
    screen.standing(victim, "dead")

    # A wrong name is put right, and back again.
    other = next(name for name in plain if name not in (victim, clear, *tied))
    host.tab("Guests")
    for dead, alive in ((other, victim), (victim, other)):
        host.page.locator("main .list").get_by_role("button", name=dead).tap()
        host.tap("Was the victim")
        host.page.locator("#sheet .blood").tap()
        expect(host.page.locator("#sheet")).to_be_hidden()
        screen.standing(dead, "dead")
        screen.standing(alive, "")
    host.tab("Evening")
    host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
    screen.standing(tied[0], "")
    for chair in ("Left", "Right"):
        host.tap(f"{chair} taken", exact=False)  # they stand up
    host.press("End the talk now", "The vote is called")

    voter = next(name for name in NAMES if name not in (heart, victim, plain[0], *murderers))

    # Secret ballots: two on phones, one told to the host, the others abstain.
    host.press("TOP: everyone points", "Ballots are coming in")
    expect(host.press_button).to_have_text("Waiting for the first ballot")
    guests[plain[0]].vote(*murderers)
    expect(screen.page.locator("#sub")).to_have_text("1 of 10 ballots are in")
    guests[murderers[0]].vote(plain[0], murderers[1])
    guests[murderers[0]].page.get_by_role("button", name="Change it").tap()
    guests[murderers[0]].vote(voter)  # the first choice makes room
    expect(guests[heart].page.locator(".ballot")).to_have_count(0)  # the dead do not vote
    host.tap(f"Enter the ballot of {voter}")
    for name in murderers:
        host.page.locator("#sheet").get_by_role("button", name=name, exact=True).tap()
    host.tap("Cast it")
    expect(screen.page.locator("#sub")).to_have_text("3 of 10 ballots are in")
    evening.no_secret()
    with host.finger.holding(host.page.locator(".dock .hold")):
        host.at("Suspects go to jail")
    expect(screen.page.locator("#foot")).to_contain_text("to jail")
    for chair in ("Left", "Right"):
        host.tap(f"{chair} free", exact=False)

    # Both murderers sit: it is over, and nothing is secret any more.
    host.at("The evening is over")
    expect(host.page.locator(".verdict")).to_have_text("The guests have won")
    screen.at("The guests have won")
    twin.at("The guests have won")
    guests[plain[0]].says("The guests have won.")
    account = host.page.locator(".account ol")
    expect(account).to_contain_text(f"† {heart}")
    expect(account).to_contain_text("The youngest: " + tied[0])
    with host.page.expect_download() as saved:
        host.page.get_by_role("link", name="Save it as a text").tap()
    assert saved.value.suggested_filename == "majordome.txt"
    saved.value.save_as(tmp_path / "saved.txt")
    lines = [line.strip() for line in (tmp_path / "saved.txt").read_text("utf-8").splitlines()]
    assert lines == account.locator("li").all_text_contents()
