"""A whole round, and the start of the next, in Firefox and in WebKitGTK: on a phone, on the twin, on a television."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from browser import engines
from browser.engines import Hand
from browser.invited import NAMES, guest_list
from browser.playing import Butler

PHONE, TELEVISION, LAPTOP = (390, 844), (1280, 720), (1280, 800)
PRESS = ".dock .press"
CLOSED = "document.documentElement.classList.contains('dark')"


def press(host: Hand, words: str, then: str) -> None:
    host.reads(PRESS, words)
    host.until(f"document.querySelector({json.dumps(PRESS)}).getAttribute('aria-disabled') !== 'true'")
    host.click(PRESS)
    if then:
        host.reads(".now h1", then)


def rest(twin: Hand) -> None:
    """Nobody is quicker than the box thinks: what comes too soon after a change is not taken for a press."""
    twin.tab.ask("(window.since = performance.now())")
    twin.until("performance.now() - window.since > 600")


def hands_of(name: str, hands: int) -> str:
    return f"document.querySelector('#plus-{name} .number').textContent === '{hands}'"


@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_a_whole_round_and_the_start_of_the_next(engine: str, tmp_path: Path) -> None:
    if lacking := engines.missing(engine):
        pytest.skip(lacking)
    butler = Butler(tmp_path, guests=guest_list(NAMES))
    opened = {"firefox": engines.firefox, "webkit": engines.webkit}[engine]
    try:
        with opened(tmp_path, PHONE, TELEVISION, LAPTOP) as (host, screen, twin):
            a_round(butler, host, screen, twin)
    finally:
        butler.close()


def a_round(butler: Butler, host: Hand, screen: Hand, twin: Hand) -> None:
    for page, path in ((screen, "screen"), (host, "")):
        page.tab.goto(butler.url + path)
    twin.tab.goto(butler.twin)
    host.write("#code", butler.code)
    host.write("#name", "Marie")
    host.click("form .press")
    screen.reads("#title", "Majordome")
    screen.until("document.fonts.check('600 20px \"Majordome Display\"')")
    twin.reads("#title", "The guests arrive")
    press(host, "Begin the evening", "Everyone walks about")

    # The night: every page is black, and the phone is led under a held finger.
    press(host, "TOP: everyone stops", "")
    for page in (host, screen, twin):
        page.until(CLOSED)
    host.hold_and_slide(".night-pad", ".night-names button:nth-child(4)")
    for page in (host, screen, twin):
        page.until(f"!{CLOSED}")
    host.reads(".now h1", "Everyone is awake")
    screen.until("document.querySelector('#names li.dead')?.textContent.includes('Dora')")

    # The talk, and the vote.
    press(host, "Free the prisoners, if any, and give the floor", "The hourglass is running")
    screen.until("/^2:5|^3:0/.test(document.querySelector('#left-time').textContent)")
    press(host, "End the talk now", "The vote is called")
    press(host, "TOP: everyone points", "Count the hands")
    for name in ("Ana", "Bob", "Cid"):
        counted = f"[...document.querySelectorAll('.plus')].find((one) => one.textContent.includes('{name}'))"
        host.until(f"{counted} && (({counted}).id = 'plus-{name}')")
    for _ in range(5):
        host.click("#plus-Bob")
    host.slide("#plus-Ana", hands_of("Ana", 6))  # the click of the mouse that lifts is no hand more
    host.slide("#plus-Cid", hands_of("Cid", 4), pointer="touch")
    host.until(f"{hands_of('Ana', 6)} && {hands_of('Bob', 5)} && {hands_of('Cid', 4)}")
    for _ in range(4):
        host.click(".minus")
        host.click("#plus-Cid")
    press(host, "That is the count: 11 of 18 hands", "Suspects go to jail")
    screen.until("document.querySelectorAll('#bars .most').length === 2")

    # To jail, by the twin's chairs; and the next round.
    for chair in ("#left", "#right"):
        twin.click(chair)
        twin.until(f"document.querySelector('{chair}').getAttribute('aria-pressed') === 'true'")
    twin.reads("#title", "Are these the two murderers?")
    rest(twin)
    twin.click("#big")
    for page in (screen, twin):
        page.reads("#title", "Everyone walks about")
    screen.reads("#round", "round 2 of 5")
    rest(twin)
    twin.click("#big")
    twin.until("document.querySelector('#told').textContent.includes('TOP')")
