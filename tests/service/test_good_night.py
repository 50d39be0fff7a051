"""Ten seconds on the button: what they started is taken back, the butler says good night, and the box is left."""

from __future__ import annotations

import pytest

from majordome.core.cues import Say
from majordome.core.evening_loop import LAST_WORD
from majordome.core.events import Chair, Gesture
from majordome.core.records import Paused
from majordome.games.murder.events import Tapped
from majordome.games.murder.testing import an_evening, guest_list
from majordome.testing.pins import PinParty


def last_words(party: PinParty) -> list[tuple[float, Say]]:
    return [(at, cue) for at, cue in party.seen if isinstance(cue, Say) and cue.line == "good_night"]


def hold_ten_seconds(party: PinParty) -> None:
    party.down()
    party.wait(10.5)
    party.up()


def test_after_ten_seconds_the_butler_says_good_night_and_the_box_is_left_when_he_has_said_it() -> None:
    party = PinParty(an_evening())
    hold_ten_seconds(party)
    ((at, word),) = last_words(party)
    assert (at, party.performance.switched_off, party.performance.left) == (10.0, False, False)
    party.wait(word.seconds + LAST_WORD)
    assert (party.performance.switched_off, party.performance.left) == (True, True)
    assert party.performance.next_due() is None


def test_nine_seconds_are_no_good_night() -> None:
    party = PinParty(an_evening())
    party.press()
    party.press(9.9)
    party.wait(60)
    assert last_words(party) == []
    assert not party.performance.switched_off


@pytest.mark.parametrize("presses", [1, 2])
def test_whoever_says_good_night_in_the_middle_finds_the_evening_where_it_was_and_paused(presses: int) -> None:
    party = PinParty(an_evening())
    for _ in range(presses):
        party.press()
    before, events = party.beat, len(party.prompter.history)
    party.wait(1.0)
    hold_ten_seconds(party)
    assert (party.beat, len(party.prompter.history)) == (before, events)
    assert party.prompter.paused


def test_a_countdown_goes_on_under_a_held_hand_and_the_evening_is_paused_behind_it() -> None:
    party = PinParty(an_evening())
    for _ in range(3):
        party.press()
    assert party.beat == "dying"
    party.wait(1.0)
    hold_ten_seconds(party)  # longer than the victim counts: a gesture counts when the finger leaves the button
    assert party.beat == "mourning"
    assert party.prompter.paused


def test_an_evening_that_was_not_begun_is_not_paused_either() -> None:
    party = PinParty(an_evening())
    hold_ten_seconds(party)
    assert (party.beat, party.prompter.history, party.prompter.paused) == ("welcome", [], False)


def test_a_hand_in_the_dark_does_not_tell_the_victim() -> None:
    party = PinParty(an_evening(guests=guest_list(12)))
    party.press()
    party.wait(30)
    party.press()
    party.wait(30)
    party.say(Tapped("Cid", "Ana"))
    assert party.beat == "dying"
    hold_ten_seconds(party)
    ((_, word),) = last_words(party)
    assert (word.names, word.role) == ((), None)


@pytest.mark.parametrize("chair", ["left", "right"])
def test_while_the_last_word_is_said_nothing_else_is_heard(chair: Chair) -> None:
    party = PinParty(an_evening())
    party.press()
    hold_ten_seconds(party)
    events = len(party.prompter.history)
    party.press()
    party.sit(chair)
    assert party.say(Gesture.PRESS).refused is not None
    assert len(party.prompter.history) == events
    assert len(last_words(party)) == 1


def test_good_night_is_in_the_journal_as_a_pause_and_nothing_else() -> None:
    party = PinParty(an_evening())
    party.press()
    hold_ten_seconds(party)
    records = party.writer.records
    assert isinstance(records[-1], Paused)
