"""Photographs the pages of a real evening, in a real Chromium, for the README and the guides.

.venv/bin/python docs/pictures_of_pages.py [NAME ...]
"""

from __future__ import annotations

import io
import sys
import tempfile
import tomllib
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))  # the hands that lead the evenings of the tests lead this one

from browser.invited import invite  # noqa: E402 - it is on the path only now
from browser.party import Party, chromium  # noqa: E402
from browser.phones import Phone  # noqa: E402
from browser.playing import Butler  # noqa: E402

CARDS = {"Basile": "murderer", "Irène": "murderer", "Gisèle": "heart", "Léonie": "insomniac"}
COLOURS = 256
wanted = set(sys.argv[1:])


def keep(name: str, phone: Phone) -> None:
    """Take the picture, in few colours: a guide loads quickly."""
    if wanted and name not in wanted:
        return
    picture = Image.open(io.BytesIO(phone.page.screenshot())).convert("RGB")
    palette = picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    small = picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    path = HERE / f"{name}.png"
    small.save(path, optimize=True)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size // 1000} KB")


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
    host.press("Free the prisoners, if any, and turn the hourglass", "The hourglass is running")
    host.press("End the talk now", "The circle forms")
    host.press("TOP: everyone points", "Count the hands")
    for name, hands in (("Basile", 7), ("Irène", 2), ("Colette", 6), ("Marius", 3), ("Agathe", 2)):
        for _ in range(hands):
            host.page.locator(".plus").filter(has_text=name).tap()
    host.page.evaluate("scrollTo(0, 0)")
    keep("host-counting", host)
    host.press("That is the count: 20 hands", "Suspects go to jail")
    expect(screen.page.locator("#foot")).not_to_be_empty()
    screen.page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
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
    host.press("Félix saw the wink: scream", "Everyone is awake")
    host.press("Free the prisoners, if any, and turn the hourglass", "The hourglass is running")
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


def main() -> None:
    """One evening for all pictures."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        butler = Butler(Path(folder), guests=guest_list())
        try:
            photograph(Party(browser, butler))
        finally:
            butler.close()


if __name__ == "__main__":
    main()
