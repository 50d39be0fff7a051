"""The tables of the card games on every glass, from a small phone to a large television: nothing covers anything else,
nothing is cut, every target is large enough for a finger, axe-core finds nothing, and nothing moves for those who want
it still.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.card_games import SIZES, Table, in_order
from browser.looked_over import looked_over
from browser.party import OpenParty

SNAKES: list[dict[str, Any]] = [
    *({"is": "answered", "yes": False}, {"is": "pressed"}, {"is": "dealt", "player": "Ana"}),
    *({"is": "door_chosen", "player": "Jean-Baptiste"}, {"is": "offer_declined"}, {"is": "offer_taken"}),
    *({"is": "touched", "card": 3}, {"is": "game_ended", "winner": "snakes"}),
]
EXCHANGE: list[dict[str, Any]] = [
    *({"is": "pressed"}, {"is": "maddest_named", "name": "Ana"}, {"is": "pressed"}, {"is": "pressed"}),
    *({"is": "slammed", "player": "Jean-Baptiste"}, {"is": "slammed", "player": "Cid"}),
    *({"is": "announced", "deed": "murder"}, {"is": "target_named", "name": "Ana"}),
    *({"is": "crime_counted", "points": 17}, {"is": "survival_counted", "points": 15}),
    {"is": "game_ended", "winner": "Jean-Baptiste"},
]
PARASITES: list[dict[str, Any]] = [
    *({"is": "pressed"}, {"is": "first_named", "name": "Ana"}, {"is": "pressed"}, {"is": "laid", "player": "Cid"}),
    *({"is": "all_laid"}, {"is": "pressed"}, {"is": "aim_taken"}, {"is": "fired", "by": "Ana", "real": True}),
    *({"is": "penalty_taken"}, {"is": "declared", "by": "Jean-Baptiste"}, {"is": "agreed", "player": "Cid"}),
    *({"is": "agreement_counted", "agree": 3}, {"is": "centre_turned", "clean": True}, {"is": "aim_taken"}),
    *({"is": "target_named", "name": "Cid"}, {"is": "game_ended", "winner": "reals"}),
]
GAMES = {
    "snakes": (("Ana", "Jean-Baptiste", "Cid", "Dora", "Eve", "Maximilienne"), "", SNAKES),
    "exchange": (("Ana", "Jean-Baptiste", "Cid", "Dora", "Eve"), "window = 300\nchecklist = 0", EXCHANGE),
    "parasites": (("Ana", "Jean-Baptiste", "Cid", "Dora", "Eve"), 'mode = "advanced"\nagreeing = 120', PARASITES),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.real_time("transitions end by the clock")
def test_nothing_is_covered_cut_or_too_small_on_any_glass(party: OpenParty, game: str) -> None:
    names, settings, steps = GAMES[game]
    table = Table(party, game, *names, settings=settings, phones=names[:2])
    table.french(names[1])
    for phone in (table.screen, *table.phones.values()):
        phone.page.emulate_media(reduced_motion="reduce")
    for number, step in enumerate(steps):
        table.says(step)
        table.settled()
        table.screen.page.select_option("#lang", "fr" if number % 2 else "en")
        for phone in (table.screen, *table.phones.values()):
            before = phone.page.viewport_size
            for size in SIZES.values():
                phone.page.set_viewport_size(size)
                in_order(phone, f"after {step}")
            assert before is not None
            phone.page.set_viewport_size(before)
        if number % 3 == 2 or number == len(steps) - 1:
            looked_over(table.screen, *table.phones.values())
    expect(table.screen.page.locator("#own .round-table")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.real_time("transitions end by the clock")
def test_nothing_of_a_table_moves_for_those_who_want_it_still(party: OpenParty, game: str) -> None:
    names, settings, steps = GAMES[game]
    table = Table(party, game, *names, settings=settings, phones=names[:1])
    twin = table.party.twin()
    phones = (table.screen, twin, *table.phones.values())
    for phone in phones:
        phone.page.emulate_media(reduced_motion="reduce")
        phone.page.evaluate("document.getAnimations().forEach((one) => one.cancel())")  # what was wished for before
    for step in steps:
        table.says(step)
        table.settled()
        for phone in phones:
            moving = phone.page.evaluate(
                "document.getAnimations().filter((one) => one.effect.getComputedTiming().activeDuration > 100)"
                ".map((one) => one.animationName ?? one.transitionProperty)"
            )
            assert not moving, f"{type(phone).__name__} after {step}"
