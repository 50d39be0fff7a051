"""Photographs the pages of a real evening, in a real Chromium, for the README and the guides.

.venv/bin/python docs/pictures_of_pages.py [NAME ...]
"""

from __future__ import annotations

import io
import sys
import tempfile
import tomllib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import expect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))  # the hands that lead the evenings of the tests lead this one

from browser.card_games import Table  # noqa: E402 - it is on the path only now
from browser.invited import invite  # noqa: E402
from browser.party import OpenParty, Party, chromium  # noqa: E402
from browser.phones import Phone  # noqa: E402
from browser.playing import Butler  # noqa: E402

CARDS = {"Basile": "murderer", "Irène": "murderer", "Gisèle": "heart", "Léonie": "insomniac"}
COLOURS = 256
wanted = set(sys.argv[1:])


def keep(name: str, phone: Phone, part: str = "") -> None:
    """Take the picture, or that of a part of the page, in few colours: a guide loads quickly."""
    if wanted and name not in wanted:
        return
    taken = phone.page.locator(part).screenshot() if part else phone.page.screenshot()
    picture = Image.open(io.BytesIO(taken)).convert("RGB")
    palette = picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    small = picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    path = HERE / f"{name}.png"
    small.save(path, optimize=True)
    print(f"{name}: {picture.width} x {picture.height}, {path.stat().st_size // 1000} KB")


def guest_list() -> str:
    """The guests of docs/guests.toml, each with a card."""
    guests = tomllib.loads((HERE / "guests.toml").read_text("utf-8"))["guests"]
    rows = (
        '[[guests]]\nname = "{name}"\nage = {age}\nrole = "{role}"'.format(
            **guest, role=CARDS.get(guest["name"], "guest")
        )
        for guest in guests
    )
    return "\n".join(rows)


def photograph(party: Party) -> None:
    """A night, a vote and a day, as far as the second discussion."""
    host, screen, twin = party.host(scale=2), party.screen(scale=1), party.twin(scale=1)
    screen.at("Majordome")
    keep("screen-welcome", screen)
    (card,) = invite(party, host, "Léonie", scale=2)
    with card.finger.holding(card.back):
        expect(card.page.locator("#face strong")).to_be_visible()
        keep("card", card)
    host.press("Begin the evening", "Everyone walks about")
    host.press("TOP: everyone stops")
    party.dark()
    with host.finger.holding(host.page.locator(".night-pad")):
        expect(host.page.locator(".night-names")).to_be_visible()
        keep("host-night", host)
    host.in_the_dark("Gisèle")
    party.dark(False)
    host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
    host.press("End the talk now", "The vote is called")
    host.press("TOP: everyone points", "Count the hands")
    for name, hands in (("Basile", 7), ("Irène", 2), ("Colette", 6), ("Marius", 3), ("Agathe", 2)):
        for _ in range(hands):
            host.page.locator(".plus").filter(has_text=name).tap()
    host.page.evaluate("scrollTo(0, 0)")
    keep("host-counting", host)
    host.press("That is the count: 20 of 22 hands", "Suspects go to jail")
    expect(screen.page.locator("#foot")).not_to_be_empty()
    at_rest(screen)
    keep("screen-vote", screen)
    twin.sit("left")
    twin.sits("left")
    twin.sit("right")
    for words, then in (
        ("TOP: everyone stops", "Everyone stands still"),
        ("Second TOP: everyone turns three times", "Everyone turns slowly"),
    ):
        host.press(words, then)
    host.page.get_by_role("group", name="Who saw the wink?").get_by_role("button", name="Félix").tap()
    expect(host.press_button).not_to_have_attribute("aria-disabled", "true")
    keep("host-press", host)
    host.press("Félix saw the wink: scream", "Nobody turns any more")
    host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
    twin.sit("right")
    twin.sits("right", False)
    host.tab("Guests")
    host.page.locator("main .list").get_by_role("button", name="Basile").tap()
    host.tap("Into jail")
    host.page.locator("#sheet .blood").tap()
    host.tab("Evening")
    for _ in range(2):
        host.tap("− 30 s")
    expect(twin.page.locator("#clock")).to_have_text("1:50")
    twin.hands_off()
    keep("twin", twin)
    keep("screen-discussion", screen)
    host.tab("Box")
    host.page.get_by_role("group", name="This page").get_by_role("button", name="Français").tap()
    host.tab("Soirée")
    expect(host.page.locator(".tools")).to_contain_text("Pause")
    keep("host-discussion-fr", host)


# The card games: television, a player's phone, and the ring of light. Each step is what the host's page tells the box.

Said = dict[str, Any]
PRESSED: Said = {"is": "pressed"}
SNAKES: tuple[Said, ...] = (
    *({"is": "answered", "yes": False}, PRESSED, {"is": "dealt", "player": "Ana"}),
    *({"is": "door_chosen", "player": "Cid"}, {"is": "offer_taken"}, {"is": "touched", "card": 2}),
    *({"is": "door_chosen", "player": "Eve"}, {"is": "offer_taken"}, {"is": "touched", "card": 5}),
    *({"is": "door_chosen", "player": "Dora"}, {"is": "offer_taken"}, {"is": "touched", "card": 5}),
    *({"is": "door_chosen", "player": "Ana"}, {"is": "offer_taken"}, {"is": "touched", "card": 7}),
    *({"is": "door_chosen", "player": "Bob"}, {"is": "offer_declined"}),
)
EXCHANGE: tuple[Said, ...] = (
    *(PRESSED, {"is": "maddest_named", "name": "Ana"}, PRESSED),
    *({"is": "points_corrected", "name": "Dora", "points": 3}, {"is": "points_corrected", "name": "Bob", "points": 4}),
    *({"is": "points_corrected", "name": "Eve", "points": 1}, PRESSED),
)
MURDER: tuple[Said, ...] = (
    *({"is": "slammed", "player": "Cid"}, {"is": "slammed", "player": "Eve"}, {"is": "announced", "deed": "murder"}),
    *({"is": "target_named", "name": "Dora"}, {"is": "crime_counted", "points": 7}),
)
PARASITES: tuple[Said, ...] = (
    *(PRESSED, {"is": "first_named", "name": "Dora"}, PRESSED),
    *({"is": "laid", "player": "Ana"}, {"is": "laid", "player": "Cid"}),
)
SHOT: tuple[Said, ...] = (
    *({"is": "all_laid"}, PRESSED, {"is": "fired", "by": "Dora", "real": True}, {"is": "penalty_taken"}),
    *({"is": "card_done"}, {"is": "aim_taken"}),
)


def card_games(party: OpenParty) -> None:
    """One table each, in the middle of the game."""
    for game, names, settings, first, then in (
        ("snakes", ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay"), "", SNAKES, ()),
        ("exchange", ("Ana", "Bob", "Cid", "Dora", "Eve"), "checklist = 0\nwindow = 60", EXCHANGE, MURDER),
        ("parasites", ("Ana", "Bob", "Cid", "Dora", "Eve"), "", PARASITES, SHOT),
    ):
        table = Table(party, game, *names, settings=settings, phones=("Bob",))
        for said in first:
            table.says(said)
        table.settled()
        at_rest(table.phones["Bob"])
        keep(f"games/{game}-phone", table.phones["Bob"])
        for said in then:
            table.says(said)
        table.settled()
        at_rest(table.screen)
        keep(f"games/{game}-screen", table.screen)
        table.host.page.set_viewport_size({"width": 390, "height": 2400})  # the dock at its foot covers nothing
        keep(f"games/{game}-ring", table.host, ".seat-ring")


def at_rest(phone: Phone) -> None:
    """What has just happened is told, and nothing is shouted any more."""
    phone.page.wait_for_function(RESTS)


RESTS = """() => !document.querySelector(".shout.on") && document.getAnimations().every(
  (one) => one.playState !== "running" || one.effect.getComputedTiming().iterations === Infinity)"""


def main() -> None:
    """One evening for all pictures of the murder party, one for each card game."""
    with ExitStack() as after, chromium() as browser:

        def party(**more: Any) -> Party:
            folder = after.enter_context(tempfile.TemporaryDirectory())
            butler = Butler(Path(folder), **more)
            after.callback(butler.close)
            return Party(browser, butler)

        if not wanted or any(not name.startswith("games/") for name in wanted):
            photograph(party(guests=guest_list()))
        if not wanted or any(name.startswith("games/") for name in wanted):
            card_games(party)


if __name__ == "__main__":
    main()
