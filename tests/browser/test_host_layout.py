"""The host's tray at every size: nothing covered, cut or too small, a dock under a quarter, every name in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.invited import guest_list, offered
from browser.measured import LYING, PHONE, SIZES, SMALL, fits, in_view, sized
from browser.party import OpenParty, Party
from browser.phones import MURDER, HostPhone
from majordome.words.narrator import Lang, lines

TWENTY = (
    *("Jean-Baptiste", "Jean-Christophe", "Jean-François", "Marie-Antoinette", "Marie-Angélique", "Maximilienne"),
    *("Maximilien", "Agathe", "Basile", "Colette", "Dorothée", "Édouard", "Félicité", "Gisèle", "Hector", "Irène"),
    *("Jules", "Léonie", "Marius", "Anne-Sophie de la Tour"),
)
CUT = """(all) => all
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.innerText)"""
LANGUAGES: dict[Lang, str] = {"en": "English", "fr": "Français"}


def led(party: Party, lang: Lang) -> HostPhone:
    """A host who reads this language."""
    host = party.host(name=None)
    host.page.get_by_role("button", name=LANGUAGES[lang]).tap()
    fits(host)
    host.page.locator("#code").fill(party.butler.code)
    host.page.locator("#name").fill("Marie")
    host.page.locator("form .press").tap()
    return host


@pytest.mark.parametrize("lang", LANGUAGES)
def test_before_the_first_press_nothing_is_covered_or_cut(party: OpenParty, lang: Lang) -> None:
    evening = party(guests=guest_list(TWENTY, Agathe="murderer", Basile="murderer"), lang=lang)
    host, beat, page = led(evening, lang), lines(lang, MURDER)["beat"], lines(lang, MURDER)["page"]
    host.at(beat["welcome"]["title"])
    fits(host)
    host.step(1)
    expect(host.page.locator(".seats li")).to_have_count(20)
    fits(host)
    host.press_button.tap()
    host.page.locator(".segments button").nth(1).tap()
    fits(host)
    host.tap(page["back_to_evening"])
    host.step(2)
    expect(host.page.locator(".qr")).to_be_visible()
    fits(host)
    if lang == "en":
        offered(host, "Hector")
        fits(host)
        host.tap("Close")
    for tab in ("guests", "box", "now"):
        host.tab(page[f"tab_{tab}"])
        fits(host)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_round_with_twenty_guests_has_every_name_in_view(party: OpenParty, lang: Lang) -> None:
    evening = party(guests=guest_list(TWENTY), lang=lang)
    host, beat, page = led(evening, lang), lines(lang, MURDER)["beat"], lines(lang, MURDER)["page"]
    host.press(beat["welcome"]["press"], beat["walking"]["title"])
    fits(host)
    host.press(beat["walking"]["press"])
    evening.dark()
    for size in SIZES:
        sized(host, size)
        with host.finger.holding(host.page.locator(".night-pad")):
            names = host.page.locator(".night-names button")
            expect(names).to_have_count(20)
            written = [text.strip() for text in names.all_inner_texts()]
            assert len(set(written)) == 20, written
            boxes = [place.bounding_box() for place in host.page.locator(".night-words button").all()]
            assert all(box and box["height"] >= 43.5 and box["width"] >= 44 for box in boxes), (size, boxes)
            pad = host.page.locator(".night-pad").bounding_box()
            assert pad is not None
            assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= pad["y"] for box in boxes), size
            assert names.evaluate_all(CUT) == [], size
            expect(host.page.locator(".night-title")).to_have_text(page["who_tapped"])
    sized(host, PHONE)
    host.in_the_dark("Hector")
    evening.dark(False)
    host.at(beat["mourning"]["title"])
    expect(host.page.locator(".mourned")).to_have_text("† Hector")
    expect(host.page.locator(".said")).not_to_be_empty()  # a box without a speaker leaves it to the host
    undo = {"en": "Undo: the death of Hector", "fr": "Annuler\u00a0: la mort d’Hector"}[lang]
    expect(host.page.locator(".tools")).to_contain_text(undo)
    fits(host)
    host.press(beat["mourning"]["press"], beat["discussion"]["title"])
    host.tap(page["more_time"])
    expect(host.page.locator(".tools")).to_contain_text("+30 s")
    fits(host)
    host.press(beat["discussion"]["press"], beat["circle"]["title"])
    host.press(beat["circle"]["press"], beat["counting"]["title"])
    for size in (SMALL, PHONE, LYING):
        sized(host, size)
        assert in_view(host, ".hands .plus") == 19, size
    for place in range(6):
        host.page.locator(".plus").nth(place).tap()
    fits(host)
    host.page.locator(".plus").nth(0).tap()
    host.press(page["hands_press"].format(7, 38), beat["circle"]["title"])
    fits(host)


def test_a_table_of_six_is_led_by_a_phone_that_cannot_see_all_cards(party: OpenParty) -> None:
    names = TWENTY[7:13]
    evening = party(guests=guest_list(names, Agathe="murderer", Basile="murderer"), game="table")
    host = evening.host()
    host.tab("Guests")
    expect(host.page.locator(".list .line")).to_have_count(6)
    expect(host.page.locator(".peek")).to_have_count(0)
    assert host.page.request.get(f"{evening.butler.url}api/secrets").status == 403
    host.tab("Evening")
    host.step(1)
    host.press("Next: the cards of 6 guests")
    expect(host.page.locator(".segments").first).to_contain_text("Dealt by the box")
    expect(host.page.get_by_role("button", name="Typed by me")).to_have_count(0)
    fits(host)
