"""A guest list outlives whatever happens to the phone; a pasted one is read as it is written; a new game deals anew."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.invited import NAMES, guest_list
from browser.measured import PHONE, SMALL, sized
from browser.party import OpenParty
from browser.phones import HostPhone

PASTED = "1. Agathe\n2) Basile, 41\n- Colette\n• Dora (29 ans)\nEve, Fay, Gus\n[x] Hal; Ida\nAGATHE"
READ = ["Agathe", "Basile", "Colette", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida"]


def names(host: HostPhone) -> list[str]:
    expect(host.page.locator(".seats li").first).to_be_visible()
    return [str(place.input_value()) for place in host.page.locator(".seats li input:first-child").all()]


def test_a_list_is_read_as_people_paste_it(party: OpenParty) -> None:
    host = party().host()
    host.step(1)
    host.tap("Paste a list of names")
    host.page.locator("#pasted").fill(PASTED)
    host.tap("Add them")
    expect(host.page.locator(".seats li")).to_have_count(len(READ))
    assert names(host) == READ
    assert host.page.locator(".age").nth(1).input_value() == "41"
    assert host.page.locator(".age").nth(3).input_value() == "29"
    host.page.locator("#adding").fill("Max et Zoé")
    host.page.keyboard.press("Enter")
    expect(host.page.locator(".seats li")).to_have_count(len(READ) + 2)


def test_the_field_for_a_name_is_always_in_view(party: OpenParty) -> None:
    host = party().host()
    host.step(1)
    field = host.page.locator("#adding")
    for size in (PHONE, SMALL, (390, 460), (320, 300)):  # the last two: over an open keyboard
        sized(host, size)
        for name in NAMES[:6]:
            field.fill(f"{name} {size[1]}")
            host.page.keyboard.press("Enter")
            box = field.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            seen = field.evaluate(
                "(one) => { const { left, top, width, height } = one.getBoundingClientRect();"
                " return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"
            )
            assert seen, (size, name)


def test_every_keystroke_outlives_reload_leaving_and_another_phone(party: OpenParty) -> None:
    evening = party()
    host = evening.host()
    host.step(1)
    for name in ("Ana", "Bob"):
        host.page.locator("#adding").fill(name)
        host.page.keyboard.press("Enter")
    with host.page.expect_response("**/api/draft"):
        host.page.locator("#adding").fill("Ci")
    host.page.reload()
    host.step(1)
    expect(host.page.locator("#adding")).to_have_value("Ci")
    assert names(host) == ["Ana", "Bob"]
    host.page.locator(".seats input").first.fill("Anna")
    host.tap("Back to the evening")
    expect(host.page.locator(".step").first).to_contain_text("2 guests are on the list.")
    host.step(1)
    assert names(host) == ["Anna", "Bob"]
    host.tap("Back to the evening")

    # The box is off and on, and the phone has forgotten everything.
    evening.outage(True)
    evening.butler.pull_the_plug()
    expect(host.page.locator(".lost")).to_be_visible()
    evening.butler.start("--resume")
    expect(host.page.locator(".lost")).to_have_count(0)
    host.page.evaluate("localStorage.clear()")
    host.page.reload()
    host.step(1)
    assert names(host) == ["Anna", "Bob"]


def test_what_is_typed_without_the_box_is_kept_on_the_phone(party: OpenParty) -> None:
    evening = party()
    host = evening.host()
    host.step(1)
    expect(host.page.locator("#adding")).to_be_visible()
    evening.outage(True)
    host.context.set_offline(True)
    for name in ("Ana", "Bob", "Cid"):
        host.page.locator("#adding").fill(name)
        host.page.keyboard.press("Enter")
    host.context.set_offline(False)
    host.page.reload()
    host.step(1)
    assert names(host) == ["Ana", "Bob", "Cid"]


def test_the_second_game_deals_anew_and_shows_no_vote_of_the_first(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer"), speed=20)
    host, screen = evening.host(), evening.screen()
    host.press("Begin the evening", "Everyone walks about")
    host.press("TOP: everyone stops")
    evening.dark()
    host.in_the_dark("Nobody")
    evening.dark(False)
    for words, then in (
        ("Free the prisoners, if any, and give the floor", "The hourglass is running"),
        ("End the talk now", "The vote is called"),
        ("TOP: everyone points", "Count the hands"),
    ):
        host.press(words, then)
    for place, hands in ((0, 9), (1, 8)):
        for _ in range(hands):
            host.page.locator(".plus").nth(place).tap()
    host.press("That is the count: 17 of 20 hands", "Suspects go to jail")
    host.press("They are seated", "The evening is over")
    host.tap("A new evening")
    host.press("Next: the cards of 10 guests")
    expect(host.page.get_by_role("button", name="Dealt by the box")).to_have_attribute("aria-pressed", "true")
    expect(host.page.get_by_role("button", name="As they are")).to_have_count(0)
    host.press("Deal 10 cards", "The guests arrive")
    expect(screen.page.locator("body")).to_have_class("lobby")
    expect(screen.page.locator("#bars li")).to_have_count(0)
    expect(screen.page.locator("#foot")).to_be_empty()
