"""A box on a shelf: when an evening is over, a press begins the next one."""

from __future__ import annotations

import pytest

from majordome.core.cues import Refused, Say
from majordome.core.evening import Evening, Guest
from majordome.core.events import GameEnded, Gesture
from majordome.core.library import manifest
from majordome.core.record_writer import MemoryWriter
from majordome.games.murder.testing import an_evening, guest_list
from majordome.testing.pins import PinParty

NAMING_THE_WINNER = 60.0  # seconds, with room to spare


def a_box(evening: Evening) -> tuple[PinParty, list[Evening]]:
    """A box that stays, and the evenings it has opened a journal for."""
    party, opened = PinParty(evening), list[Evening]()

    def another(evening: Evening) -> MemoryWriter:
        opened.append(evening)
        return MemoryWriter()

    party.performance.stays = True
    party.performance._another = another
    return party, opened


def play_to_the_end(party: PinParty) -> None:
    party.press()
    party.say(GameEnded("guests"))
    assert party.beat == "finished"


def test_a_press_after_the_end_begins_the_next_evening_with_the_same_guests_and_cards_dealt_anew() -> None:
    guests = guest_list(12)
    party, opened = a_box(an_evening(guests=guests))
    play_to_the_end(party)
    party.wait(NAMING_THE_WINNER)
    party.press()
    assert party.beat == "welcome"
    assert [guest.name for guest in opened[0].guests] == [guest.name for guest in guests]
    assert {guest.role for guest in opened[0].guests} == {None}
    assert not party.performance.left
    party.press()
    assert party.beat == "walking"


def test_who_presses_while_the_winner_is_named_begins_no_evening_by_mistake() -> None:
    party, opened = a_box(an_evening())
    play_to_the_end(party)
    party.press()
    assert (party.beat, opened) == ("finished", [])
    assert party.seen[-1][1] == Refused("press", "finished")


def test_a_long_hold_after_the_end_takes_the_last_step_back_and_begins_no_evening() -> None:
    party, opened = a_box(an_evening())
    play_to_the_end(party)
    party.wait(NAMING_THE_WINNER)
    party.press(6.0)
    assert (party.beat, opened) == ("walking", [])


def test_good_night_after_the_end_begins_no_evening_first() -> None:
    party, opened = a_box(an_evening())
    play_to_the_end(party)
    party.wait(NAMING_THE_WINNER)
    party.press(10.5)
    assert (party.beat, opened) == ("finished", [])
    said = [cue.line for _, cue in party.seen if isinstance(cue, Say)]
    assert said[-1] == "good_night"
    assert "welcome_weekend" not in said[1:]


@pytest.mark.parametrize("stays", [True, False])
def test_at_a_keyboard_the_last_press_leaves(stays: bool) -> None:
    party, _ = a_box(an_evening())
    party.performance.stays = stays
    play_to_the_end(party)
    party.wait(NAMING_THE_WINNER)
    party.say(Gesture.PRESS)
    assert party.performance.left is not stays


@pytest.mark.parametrize("game", ["snakes", "exchange", "parasites"])
def test_a_press_after_a_card_game_deals_to_the_same_company_again(game: str) -> None:
    company = tuple(Guest(name) for name in ("Ana", "Bob", "Cid"))
    party, opened = a_box(Evening(game, company, settings=manifest(game).usual()))
    opening = party.beat
    party.say(GameEnded("nobody"))
    assert party.beat == "finished"
    party.wait(NAMING_THE_WINNER)
    party.press()
    assert party.beat == opening
    assert [evening.names for evening in opened] == [("Ana", "Bob", "Cid")]
    party.press()
    assert party.beat not in (opening, "finished")  # and it goes on from there
