"""A guest's card at every size, in both languages and every phase: nothing cut, covered, overlapping or too small."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.invited import guest_list
from browser.looked_over import looked_over
from browser.measured import SIZES, sized, whole
from browser.party import OpenParty
from browser.phones import MURDER, CardPhone
from browser.test_host_layout import LANGUAGES, TWENTY
from majordome.words.narrator import Lang, lines

ON_THE_CARD = "h1, h2, header p, .stack > p, .going-on > *, .names button, .languages button, .press, .outline, .plain"
SAY = "async (said) => (await (await import('/static/js/api.js')).say(said)).ok"


def stands(card: CardPhone) -> None:
    whole(card, ON_THE_CARD)
    looked_over(card)


def held(card: CardPhone, role: str) -> None:
    """What the finger sees is whole: neither the card nor the glass cuts it."""
    for size in SIZES:
        sized(card, size)
        with card.finger.holding(card.back):
            face = card.page.locator("#face")
            expect(face.locator("strong")).to_have_text(role)
            cut = face.evaluate(
                "(one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1 ||"
                " one.getBoundingClientRect().bottom > innerHeight + 1 || one.getBoundingClientRect().top < -1"
            )
            assert not cut, f"{role} at {size}: {face.inner_text()}"
    sized(card, (390, 844))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_whole_in_every_phase(party: OpenParty, lang: Lang) -> None:
    vampire = "Anne-Sophie de la Tour"
    roles = {"Agathe": "murderer", "Basile": "murderer", vampire: "vampire"}
    evening = party(guests=guest_list(TWENTY, **roles), lang=lang)
    host, card = evening.host(), evening.card("card")
    card.page.emulate_media(reduced_motion="reduce")
    words, beats = lines(lang, MURDER), lines(lang, MURDER)["beat"]

    def say(**said: object) -> None:
        assert host.page.evaluate(SAY, said), said

    # At the door: twenty names, then a number.
    card.page.locator(".languages").get_by_role("button", name=LANGUAGES[lang]).tap()
    expect(card.page.locator(".joining .names button")).to_have_count(20)
    stands(card)
    card.page.locator(".joining .names").get_by_role("button", name=vampire, exact=True).tap()
    expect(card.page.locator(".joining .number")).to_be_visible()
    stands(card)
    host.tap(words["page"]["let_in_name"].format(vampire))
    expect(card.page.locator("h1")).to_have_text(vampire)
    stands(card)
    held(card, words["role"]["vampire"])

    host.tab(words["page"]["tab_box"])
    host.page.get_by_role("checkbox").check()
    host.tab(words["page"]["tab_now"])
    for said, beat in (("pressed", "walking"), ("phase_skipped", "mourning"), ("pressed", "discussion")):
        say(**{"is": said})
        host.at(beats[beat]["title"])
    stands(card)
    say(**{"is": "pressed"})
    host.at(beats["circle"]["title"])
    say(**{"is": "pressed"})
    host.at(beats["counting_ballots"]["title"])
    expect(card.page.locator(".ballot .names button")).to_have_count(20)
    stands(card)
    held(card, words["role"]["vampire"])
    for name in TWENTY[:2]:
        card.page.locator(".ballot .names").get_by_role("button", name=name, exact=True).tap()
    card.page.locator(".ballot .press").tap()
    expect(card.page.locator(".ballot [role=status]")).to_be_visible()
    stands(card)
    say(**{"is": "killed", "name": vampire})
    expect(card.page.locator("header p")).to_have_class("dead")
    stands(card)
    say(**{"is": "game_ended", "winner": "murderers"})
    expect(card.page.locator(".tale li").first).to_be_visible()
    stands(card)
