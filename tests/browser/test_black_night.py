"""From TOP to the scream every page is black and silent, but for the host's dim words under a held finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.invited import NAMES, guest_list, invite
from browser.party import OpenParty, Party
from browser.phones import MURDER, CardPhone, HostPhone, Phone, Twin
from majordome.words.narrator import lines

# Of 255, as the eye weighs it.
FELT = 50  # the frame of the host's pad, hardly there
DIM = 100  # the host's words, while a finger holds
LIT = 200


def luminance(phone: Phone) -> tuple[int, float]:
    """Of the brightest point, and of the whole page, from 0 to 255."""
    grey = phone.picture().convert("L")
    histogram = grey.histogram()
    return max(n for n, count in enumerate(histogram) if count), sum(n * c for n, c in enumerate(histogram)) / sum(
        histogram
    )


def nothing_shines(evening: Party) -> None:
    for phone in evening.phones:
        brightest, all_over = luminance(phone)
        felt = isinstance(phone, HostPhone)
        assert brightest <= (FELT if felt else 0), f"{type(phone).__name__}: {brightest}"
        assert all_over < 0.5


def heard(phone: Phone) -> int:
    """Messages of the box, but for its signs of life."""
    return sum('"alive"' not in text for text in phone.told)


@pytest.mark.real_time("pixels are looked at while the victim counts")
def test_from_top_to_the_scream_nothing_shines_and_nothing_is_heard(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES, Ana="murderer", Bob="murderer", Cid="vampire"))
    host, screen, twin = evening.host(), evening.screen(), evening.twin()
    cards: list[CardPhone] = invite(evening, host, "Ana", "Cid", "Dora")
    host.press("Begin the evening", "Everyone walks about")
    twin.hands_off()
    twin.at("Everyone walks about")
    for phone in evening.phones:
        assert phone.brightest() > LIT

    host.press("TOP: everyone stops")
    evening.dark()
    before = {phone: heard(phone) for phone in evening.phones}
    nothing_shines(evening)
    evening.no_secret()
    for card in cards:  # a card that is held shows nothing, either
        with card.finger.holding(card.page.locator("body")):
            assert card.brightest() == 0
            assert card.cards_written() == []
    assert host.page.locator("#told").text_content() == ""
    for phone in evening.phones:
        assert phone.page.title() == "Majordome"

    with host.finger.holding(host.page.locator(".night-pad")):
        expect(host.page.locator(".night-words")).to_be_visible()
        brightest, all_over = luminance(host)
        assert FELT < brightest < DIM
        assert all_over < 6
        expect(host.page.locator(".night-names button")).to_have_text(list(NAMES))
    nothing_shines(evening)

    # The vampire: which murderer came is asked of the held finger alone, and so is who they are.
    host.in_the_dark("Cid")
    nothing_shines(evening)
    with host.finger.holding(host.page.locator(".night-pad")):
        expect(host.page.locator(".night-names button")).to_have_text(["Ana", "Bob"])
        assert luminance(host)[0] < DIM
    evening.no_secret()
    host.in_the_dark("Undo: the tap on a shoulder", "Dora")
    expect(host.press_button).to_have_text("The victim has screamed already: wake everyone")  # Dora counts
    nothing_shines(evening)
    evening.no_secret()
    for phone in (screen, twin, *cards):
        assert heard(phone) == before[phone], f"{type(phone).__name__} was told something in the dark"
    with host.finger.holding(host.page.locator(".night-pad")):
        expect(host.page.locator(".night-title")).to_have_text("The victim is counting")
        assert luminance(host)[0] < DIM

    evening.dark(False)
    host.at("Everyone is awake")
    for phone in evening.phones:
        assert phone.brightest() > LIT
        # The host's phone keeps itself awake with a silent film, and ticks under the finger that chooses.
        felt = {"media", "vibration"} if phone is host else set()
        assert set(phone.overheard()) <= felt, type(phone).__name__
    evening.no_secret()


@pytest.mark.real_time("pixels are looked at while the victim counts")
def test_the_twin_in_the_dark_is_a_button_that_can_be_felt(party: OpenParty) -> None:
    evening = party()
    twin: Twin = evening.twin()
    twin.at("The guests arrive")
    twin.press()
    twin.at("Everyone walks about")
    twin.press()
    evening.dark()
    twin.button.hover()
    assert luminance(twin)[0] < DIM
    assert luminance(twin)[1] < 2
    for chair in ("#left", "#right"):
        expect(twin.page.locator(chair)).to_be_hidden()
    twin.hold(long=True)  # by touch alone, back to the light
    evening.dark(False)
    twin.at("Everyone walks about")


@pytest.mark.real_time("pixels are looked at while the victim counts")
def test_the_page_sounds_where_it_is_asked_to_and_nowhere_else(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES))
    host, screen, twin = evening.host(), evening.screen(), evening.twin()
    (card,) = invite(evening, host, "Ana")
    twin.at("The guests arrive")
    with twin.page.expect_response("**/sounds/**"):
        twin.page.locator("#sound").select_option("page")
        expect(twin.page.locator("#sound")).to_have_value("page")
        twin.press()
    twin.page.wait_for_function("() => overheard.includes('sound')")
    for phone in (screen, card):
        assert phone.overheard() == []
    assert set(host.overheard()) <= {"media"}  # the silent film


@pytest.mark.real_time("pixels are looked at while the victim counts")
def test_words_of_the_dark_are_dim_in_both_languages(party: OpenParty) -> None:
    evening = party(guests=guest_list(NAMES), lang="fr")
    host = evening.host(name=None)
    host.page.get_by_role("button", name="Français").tap()
    host.page.locator("#code").fill(evening.butler.code)
    host.page.locator("#name").fill("Marie")
    host.page.locator("form .press").tap()
    words = lines("fr", MURDER)["beat"]
    host.press(words["welcome"]["press"], words["walking"]["title"])
    host.press(words["walking"]["press"])
    evening.dark()
    with host.finger.holding(host.page.locator(".night-pad")):
        expect(host.page.locator(".night-title")).to_have_text(lines("fr", MURDER)["page"]["who_tapped"])
        assert luminance(host)[0] < DIM
    nothing_shines(evening)
