"""The television and the twin, measured: nothing is cut or lies on anything else, on any glass, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.invited import guest_list
from browser.measured import SIZES, laid_out, sized, whole
from browser.party import OpenParty
from browser.phones import MURDER, HostPhone, Twin
from majordome.words.narrator import lines

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
# What fills the screen for a while is noted: a busy machine may look too late.
MOURNED = """() => {
  const vision = document.querySelector("#vision");
  window.mourned = "";
  new MutationObserver(() => {
    if (vision.textContent) [window.mourned, window.kept] = [vision.textContent, vision.cloneNode(true)];
  }).observe(vision, { childList: true });
}"""
AGAIN = "() => document.querySelector('#vision').replaceChildren(...kept.cloneNode(true).childNodes)"
ON_THE_SCREEN = (
    "#day, #round, #title, #sub, #left-time, #bars li, #names li, #chairs > div > span, #foot, #scan, .unmasked li > p"
)
ON_THE_TWIN = "h1, #when, header select, .chair span, #title, #clock, #does div, #caption, .code, #guests li, .word"


def say(host: HostPhone, **said: Any) -> None:
    assert host.page.evaluate(SAY, said)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_evening_of_twenty_stands_whole_on_every_television(party: OpenParty, lang: str) -> None:
    roles = {"Agathe": "murderer", "Basile": "murderer", "Colette": "heart", "Edmée": "vampire"}
    evening = party(guests=guest_list(TWENTY, **roles), lang=lang)
    host, screen, beats = evening.host(), evening.screen(), lines(lang, MURDER)["beat"]
    host.at(beats["welcome"]["title"])
    screen.page.emulate_media(reduced_motion="reduce")
    expect(screen.page.locator("html")).to_have_attribute("lang", lang)
    expect(screen.page.locator("#names li")).to_have_count(20)

    def stands_whole(beat: str, said: str = "pressed") -> None:
        say(host, **{"is": said})
        host.at(beats[beat]["title"])
        screen.at(beats[beat]["title"])
        laid_out(screen, ON_THE_SCREEN)

    laid_out(screen, ON_THE_SCREEN)
    stands_whole("walking")
    stands_whole("mourning", "phase_skipped")
    screen.page.evaluate(MOURNED)
    say(host, **{"is": "killed", "name": "Gisèle"})
    screen.page.wait_for_function("() => mourned.includes('† Gisèle')")
    expect(screen.page.locator("#vision")).to_be_empty()  # it goes by itself,
    screen.page.evaluate(AGAIN)  # and sooner than six sizes are measured
    laid_out(screen, "#vision p")
    screen.page.evaluate("() => document.querySelector('#vision').replaceChildren()")
    screen.standing("Gisèle", "dead")
    stands_whole("discussion")
    stands_whole("circle")
    say(host, **{"is": "pressed"})
    host.at(beats["counting"]["title"])
    expect(screen.page.locator("#bars li")).to_have_count(19)
    laid_out(screen, ON_THE_SCREEN)
    votes = [(name, max(0, 7 - n)) for n, name in enumerate(name for name in TWENTY[2:] if name != "Gisèle")]
    say(host, **{"is": "hands_counted", "votes": votes})
    host.at(beats["jailing"]["title"])
    expect(screen.page.locator("#bars .most")).to_have_count(2)
    screen.page.wait_for_function("() => !document.querySelector('#bars.reading')")
    laid_out(screen, ON_THE_SCREEN)
    stands_whole("walking")  # with two on the chairs
    say(host, **{"is": "game_ended", "winner": "guests"})
    expect(screen.page.locator(".unmasked .turned")).to_have_count(20, timeout=90_000)  # one by one
    expect(screen.page.locator(".unmasked .murderer .name")).to_have_text(["Agathe", "Basile"])
    laid_out(screen, ON_THE_SCREEN)


def test_names_are_read_from_four_metres_when_twenty_are_voted_for(party: OpenParty) -> None:
    evening = party(guests=guest_list(TWENTY))
    host, screen = evening.host(), evening.screen()
    for then in ("Everyone walks about", "Everyone is awake", "The hourglass is running", "The vote is called"):
        say(host, **{"is": "phase_skipped" if then == "Everyone is awake" else "pressed"})
        host.at(then)
    say(host, **{"is": "pressed"})
    expect(screen.page.locator("#bars li")).to_have_count(20)
    for size in TELEVISIONS:
        sized(screen, size)
        sizes = screen.page.evaluate(
            "[...document.querySelectorAll('#bars .name > span')]"
            ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) > size[1] / 40, sizes  # of 1080 lines 27 and more


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_twin_stands_whole_on_every_glass(party: OpenParty, lang: str) -> None:
    roles = {"Agathe": "murderer", "Basile": "murderer"}
    evening = party(guests=guest_list(TWENTY, **roles), lang=lang)
    host, twin, beats = evening.host(), evening.twin(), lines(lang, MURDER)["beat"]
    expect(twin.page.locator("html")).to_have_attribute("lang", lang)
    votes = [["Colette", 3], ["Edmée", 2]]
    for said, beat in (
        ({}, "welcome"),
        ({"is": "pressed"}, "walking"),
        ({"is": "phase_skipped"}, "mourning"),
        ({"is": "pressed"}, "discussion"),
        ({"is": "pressed"}, "circle"),
        ({"is": "pressed"}, "counting"),
        ({"is": "hands_counted", "votes": votes}, "jailing"),
    ):
        if said:
            say(host, **said)
        host.at(beats[beat]["title"])
        twin.at(beats[beat]["title"])
        whole(twin, ON_THE_TWIN)
    for size in SIZES:
        sized(twin, size)
        as_printed(twin)
    say(host, **{"is": "game_ended", "winner": "guests"})
    expect(host.page.locator(".verdict")).to_be_visible()
    twin.at(host.page.locator(".verdict").inner_text())
    whole(twin, ON_THE_TWIN)


def as_printed(twin: Twin) -> None:
    """hw/enclosure/box.scad: 150 x 216, the button's middle at 104 and 40 from the bottom, the window 62 x 130."""
    front, button, glass = (
        twin.page.locator(part).bounding_box() for part in (".cabinet rect >> nth=0", "#big", "#glass")
    )
    assert front is not None
    assert button is not None
    assert glass is not None
    scale = front["width"] / 150
    assert front["height"] / scale == pytest.approx(216, rel=0.01)
    assert (button["x"] + button["width"] / 2 - front["x"]) / scale == pytest.approx(104, abs=2)
    bottom = front["y"] + front["height"]
    assert (bottom - button["y"] - button["height"] / 2) / scale == pytest.approx(40, abs=2)
    assert glass["width"] / scale == pytest.approx(62, abs=1)
    assert glass["height"] / scale == pytest.approx(130, abs=1)
