"""A kiss that is taken back, or put back: the host's phone is told, and the room notices nothing, as of the kiss."""

from __future__ import annotations

import pytest

from games.murder.moves import look_at, play_round
from majordome.core.cues import Notice, Refused, Say
from majordome.core.events import Wish
from majordome.core.prompter import Prompter
from majordome.games.murder.events import Kissed
from majordome.games.murder.facts import Charmed
from majordome.games.murder.testing import MurderParty, a_weekend
from majordome.terminal.cue_text import hints, tell
from majordome.terminal.line_mode import PlainPage
from majordome.words.narrator import Narrator


@pytest.fixture
def party() -> MurderParty:
    """Saturday, as all turn. Cid is the charmer."""
    party = a_weekend(Cid="charmer")
    play_round(party, "Lia", jail=("Jo", "Kim"))
    return look_at(party, "turning")


def after_a_cut(party: MurderParty) -> Prompter:
    """The evening as its journal has it."""
    prompter = Prompter(party.prompter.evening, Narrator("en"))
    prompter.recall(party.writer.records, 1000.0)
    return prompter


def test_a_kiss_is_taken_back_and_put_back_and_only_the_hosts_phone_is_told(party: MurderParty) -> None:
    party.say(Kissed("Hal"))
    party.cues()
    party.say(Wish.TAKE_BACK)
    assert (party.cues(), party.table.charmed, party.beat) == ([Notice("forgotten")], (), "turning")
    party.say(Wish.PUT_BACK)
    assert (party.cues(), party.table.charmed, party.beat) == ([Notice("noted")], ("Hal",), "turning")
    party.say(Wish.TAKE_BACK)
    party.cues()
    party.say(Kissed("Gus"))  # it was another one
    assert party.cues() == [Charmed("Gus"), Notice("noted")]
    assert after_a_cut(party).table == party.table


def test_no_screen_of_the_room_shows_a_line_more(party: MurderParty) -> None:
    lines = list[str]()
    page = PlainPage(party.narrator, lines.append)
    page.tell_beat(party._performance)
    told, hinted = list(lines), hints(party.prompter.snapshot, party.narrator)
    for said in (Kissed("Hal"), Wish.TAKE_BACK, Wish.PUT_BACK, Wish.TAKE_BACK):
        party.say(said)
        for cue in party.cues():
            assert tell(cue, party.narrator) is None
            page.show(cue)
        page.tell_beat(party._performance)
        assert hints(party.prompter.snapshot, party.narrator) == hinted
    assert lines == told
    party.press()
    page.tell_beat(party._performance)
    assert [line[:1] for line in lines[len(told) :]] == ["[", " "]  # and the next beat is told again, with what it asks


def test_what_the_clock_and_the_chairs_did_since_stays_done(party: MurderParty) -> None:
    party.say(Kissed("Hal"))
    party.sit("left")
    party.wait(party.prompter.time_left(party.clock.now()) or 0.0)
    assert [cue.line for cue in party.cues() if isinstance(cue, Say)] == ["turned_enough"]
    played = party.prompter.played(party.clock.now())
    party.say(Wish.TAKE_BACK)
    assert (party.cues(), party.table.charmed) == ([Notice("forgotten")], ())
    assert party.prompter.time_left(party.clock.now()) is None  # it has been said, and is not said again
    assert party.prompter.played(party.clock.now()) == pytest.approx(played)
    assert party.table.chairs == {"left"}
    resumed = after_a_cut(party)
    assert (resumed.table, resumed.time_left(1000.0)) == (party.table, None)
    assert resumed.played(1000.0) == pytest.approx(played)


def test_the_step_before_the_kiss_is_taken_back_aloud(party: MurderParty) -> None:
    party.say(Kissed("Hal"))
    party.say(Wish.TAKE_BACK)
    party.cues()
    party.say(Wish.TAKE_BACK)
    cues = party.cues()
    assert (cues[0], party.beat) == (Notice("taken_back", ("standing",)), "standing")
    assert any(isinstance(cue, Say) for cue in cues)


def test_a_press_meant_before_the_kiss_was_taken_back_is_too_late(party: MurderParty) -> None:
    party.say(Kissed("Hal"))
    moment = party.prompter.moment
    party.say(Wish.TAKE_BACK)
    answer = party.prompter.offer(Wish.PUT_BACK, party.clock.now(), moment)
    assert answer.refused == Refused("press", "too_late")
