"""The plug is pulled: every page comes back by itself, and a press counts once or is said to be lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from browser.invited import NAMES, guest_list, invite
from browser.party import OpenParty

LOST = "The connection is lost. Trying again…"
ANEW = "This page is a stranger to the box. Open it with the link that “majordome play” shows."
TOO_LATE = "That was meant for the moment before and was left out: look at the screen and press again."


@pytest.mark.real_time("pages find a box again that was killed")
def test_every_page_comes_back_and_a_press_in_between_is_left_out_and_said_so(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer", Cid="heart"))
    host, screen, twin = evening.host(), evening.screen(), evening.twin()
    guests = invite(evening, host, "Ana", "Cid", "Dora")
    host.press("Begin the evening", "Everyone walks about")

    evening.outage(True)
    evening.butler.pull_the_plug()
    for page in (host, *guests):
        expect(page.page.locator(".lost")).to_have_text(LOST)
    for page in (screen, twin):
        expect(page.page.locator("#link")).to_have_text(LOST)
    host.press("TOP: everyone stops")
    expect(host.page.locator(".refusal")).to_have_text("The box does not answer yet. Trying again…")
    twin.press_the_last_time()

    evening.butler.start("--resume")
    expect(host.page.locator(".refusal")).to_have_text(TOO_LATE)
    for page in (host, *guests):
        expect(page.page.locator(".lost")).to_have_count(0)
    expect(screen.page.locator("#link")).to_be_hidden()
    expect(twin.page.locator("#link")).to_have_text(ANEW)  # its key ends with the box: nobody else may press for it
    evening.goes(twin)
    twin = evening.twin()
    evening.outage(True)
    for page in (host, screen, twin):
        page.at("Everyone walks about")
    assert evening.butler.happened() == ["welcome: Pressed"]
    assert guests[1].look() == "heart patient"

    host.press("TOP: everyone stops")
    evening.dark()
    evening.butler.pull_the_plug()  # once more, in the dark: nothing may light up
    expect(host.page.locator(".lost")).to_have_count(1)
    twin.hands_off()
    evening.dark()
    for page in (screen, twin, *guests):
        assert page.brightest() == 0
    evening.butler.start("--resume")
    expect(host.page.locator(".lost")).to_have_count(0)
    expect(twin.page.locator("#link")).to_have_text(ANEW)
    evening.dark()
    assert twin.brightest() == 0
    twin.page.mouse.click(5, 5)  # a stranger is not told when the night is over
    twin.is_dark(False)
    evening.goes(twin)
    evening.twin()
    evening.dark()
    host.in_the_dark("Dora")
    evening.dark(False)
    guests[2].says("You are dead. Not a word until the end.")
    evening.no_secret()


@pytest.mark.real_time("pages find a box again that was killed")
def test_a_press_whose_answer_is_lost_counts_once(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES))
    host = evening.host()
    host.at("The guests arrive")
    asked: list[str] = []

    def swallow(route: Route) -> None:
        asked.append(str(route.request.post_data))
        answer = route.fetch()
        if len(asked) < 3:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    evening.outage(True)
    host.page.route("**/api/say", swallow)
    host.press("Begin the evening", "Everyone walks about")
    expect(host.press_button).not_to_have_attribute("aria-disabled", "true")
    assert len(asked) == 3
    assert len(set(asked)) == 1  # the very same, each time
    assert evening.butler.happened() == ["welcome: Pressed"]
    expect(host.page.locator(".refusal")).to_be_empty()


@pytest.mark.real_time("pages find a box again that was killed")
def test_a_press_that_was_heard_just_before_the_plug_was_pulled_counts_once(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES))
    host = evening.host()
    host.at("The guests arrive")

    def cut(route: Route) -> None:
        route.fetch()
        evening.butler.pull_the_plug()
        route.abort("connectionreset")

    evening.outage(True)
    host.page.route("**/api/say", cut, times=1)
    host.press("Begin the evening")
    expect(host.page.locator(".lost")).to_be_visible()
    evening.butler.start("--resume")
    expect(host.page.locator(".refusal")).to_have_text(TOO_LATE)
    host.at("Everyone walks about")
    assert evening.butler.happened() == ["welcome: Pressed"]


@pytest.mark.real_time("pages find a box again that was killed")
def test_a_phone_without_the_box_for_longer_says_so_and_presses_nothing_later(party: OpenParty) -> None:
    evening = party()
    host = evening.host()
    host.at("The guests arrive")
    evening.outage(True)
    host.context.set_offline(True)
    host.press("Begin the evening")
    expect(host.page.locator(".refusal")).to_contain_text("The box did not answer, and this may not have been heard")
    host.context.set_offline(False)
    expect(host.page.locator(".lost")).to_have_count(0)
    host.press("Begin the evening", "Everyone walks about")
    assert evening.butler.happened() == ["welcome: Pressed"]
