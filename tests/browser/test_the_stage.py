"""The television and the twin, measured: nothing is cut or lies on anything else, on any glass, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.invited import guest_list
from browser.party import OpenParty, Party
from browser.phones import MURDER, BigScreen, HostPhone, Phone, Twin
from majordome.words.narrator import lines

GLASSES = ((1440, 900), (1920, 1080), (820, 1180), (320, 568))
TELEVISIONS = ((1280, 720), (1920, 1080), (1440, 900))
TWENTY = (
    *(
        "Agathe",
        "Basile",
        "Colette",
        "Désiré",
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
SAY = "async (said) => (await (await import('/static/js/api.js')).say(said)).ok"
# Every text that is seen: whole on the glass, and on no other. A box in a box is no collision.
LAID = """(parts) => {
  const seen = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility() && one.textContent.trim());
  const box = (one) => one.getBoundingClientRect(), wide = document.documentElement.scrollWidth;
  const tall = Math.max(innerHeight, document.documentElement.scrollHeight);
  const faults = [];
  for (const [n, one] of seen.entries()) {
    const a = box(one);
    const whole = a.left > -1 && a.right < innerWidth + 1 && a.top > -1 && a.bottom < tall + 1;
    if (!whole) faults.push(`cut: ${one.textContent}`);
    for (const other of seen.slice(n + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = box(other), across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`"${one.textContent}" on "${other.textContent}"`);
    }
  }
  if (wide > innerWidth) faults.push(`scrolls sideways: ${wide} of ${innerWidth}`);
  return faults;
}"""
# What fills the screen for a while is noted: a busy machine may look too late.
MOURNED = """() => {
  const vision = document.querySelector("#vision");
  window.mourned = "";
  new MutationObserver(() => (window.mourned += vision.textContent)).observe(vision, { childList: true });
}"""
ON_THE_SCREEN = (
    "#day, #round, #title, #sub, #left-time, #bars li, #names li, #chairs > div > span, #foot, #scan, .unmasked li > p"
)
ON_THE_TWIN = "h1, #when, header select, .chair span, #title, #clock, #does div, #caption, .code, #guests li, .word"


def laid_out(phone: Phone, parts: str) -> None:
    phone.page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running' || "
        "one.effect.getComputedTiming().iterations === Infinity)"
    )
    faults = phone.page.evaluate(LAID, parts)
    assert not faults, f"{type(phone).__name__} at {phone.page.viewport_size}: {faults}"


def say(host: HostPhone, **said: Any) -> None:
    assert host.page.evaluate(SAY, said)


def screens(evening: Party, glasses: tuple[tuple[int, int], ...]) -> list[BigScreen]:
    return [evening.screen(size={"width": width, "height": height}) for width, height in glasses]


def all_laid_out(shown: list[BigScreen]) -> None:
    for screen in shown:
        laid_out(screen, ON_THE_SCREEN)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_evening_of_twenty_stands_whole_on_every_television(party: OpenParty, lang: str) -> None:
    roles = {"Agathe": "murderer", "Basile": "murderer", "Colette": "heart", "Edmée": "vampire"}
    evening = party(guests=guest_list(TWENTY, **roles), lang=lang)
    host, shown, beats = evening.host(), screens(evening, GLASSES), lines(lang, MURDER)["beat"]
    host.at(beats["welcome"]["title"])
    for screen in shown:
        screen.page.emulate_media(reduced_motion="reduce")
        expect(screen.page.locator("html")).to_have_attribute("lang", lang)
        expect(screen.page.locator("#names li")).to_have_count(20)
    all_laid_out(shown)
    say(host, **{"is": "pressed"})
    host.at(beats["walking"]["title"])
    all_laid_out(shown)
    say(host, **{"is": "phase_skipped"})
    host.at(beats["mourning"]["title"])
    for screen in shown:
        screen.page.evaluate(MOURNED)
    say(host, **{"is": "killed", "name": "Gisèle"})
    for screen in shown:
        screen.page.wait_for_function("() => mourned.includes('† Gisèle')")
        expect(screen.page.locator("#vision")).to_be_empty()
        screen.standing("Gisèle", "dead")
    say(host, **{"is": "pressed"})
    host.at(beats["discussion"]["title"])
    all_laid_out(shown)
    say(host, **{"is": "pressed"})
    host.at(beats["circle"]["title"])
    say(host, **{"is": "pressed"})
    host.at(beats["counting"]["title"])
    votes = [(name, max(0, 7 - n)) for n, name in enumerate(name for name in TWENTY if name != "Gisèle")]
    for screen in shown:
        expect(screen.page.locator("#bars li")).to_have_count(19)
    all_laid_out(shown)
    say(host, **{"is": "hands_counted", "votes": votes})
    host.at(beats["jailing"]["title"])
    for screen in shown:
        expect(screen.page.locator("#bars .most")).to_have_count(2)
        screen.page.wait_for_function("() => !document.querySelector('#bars.reading')")
    all_laid_out(shown)
    say(host, **{"is": "pressed"})
    for screen in shown:
        expect(screen.page.locator(".unmasked .turned")).to_have_count(20, timeout=90_000)  # one by one
        expect(screen.page.locator(".unmasked .murderer .name")).to_have_text(["Agathe", "Basile"])
    all_laid_out(shown)


def test_names_are_read_from_four_metres_when_twenty_are_voted_for(party: OpenParty) -> None:
    evening = party(guests=guest_list(TWENTY))
    host, shown = evening.host(), screens(evening, TELEVISIONS)
    for then in ("Everyone walks about", "Everyone is awake", "The hourglass is running", "The circle forms"):
        say(host, **{"is": "phase_skipped" if then == "Everyone is awake" else "pressed"})
        host.at(then)
    say(host, **{"is": "pressed"})
    for screen in shown:
        expect(screen.page.locator("#bars li")).to_have_count(20)
        sizes = screen.page.evaluate(
            "[...document.querySelectorAll('#bars .name > span')]"
            ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) > screen.page.evaluate("innerHeight") / 40, sizes  # of 1080 lines 27 and more


def test_the_twin_stands_whole_on_every_glass(party: OpenParty) -> None:
    evening = party(guests=guest_list(TWENTY), lang="fr")
    twins: list[Twin] = [evening.twin(size={"width": width, "height": height}) for width, height in GLASSES]
    for twin in twins:
        twin.at("Les invités arrivent")
        laid_out(twin, ON_THE_TWIN)
        front, button, glass = (
            twin.page.locator(part).bounding_box() for part in (".cabinet rect >> nth=0", "#big", "#glass")
        )
        assert front is not None
        assert button is not None
        assert glass is not None
        # hw/enclosure/box.scad: 150 x 216, the button's middle at 104 and 40 from the bottom, the window 62 x 130.
        scale = front["width"] / 150
        assert front["height"] / scale == pytest.approx(216, rel=0.01)
        assert (button["x"] + button["width"] / 2 - front["x"]) / scale == pytest.approx(104, abs=2)
        bottom = front["y"] + front["height"]
        assert (bottom - button["y"] - button["height"] / 2) / scale == pytest.approx(40, abs=2)
        assert glass["width"] / scale == pytest.approx(62, abs=1)
        assert glass["height"] / scale == pytest.approx(130, abs=1)
    twins[0].press()
    twins[0].at("Tous marchent")
    for twin in twins:
        laid_out(twin, ON_THE_TWIN)
