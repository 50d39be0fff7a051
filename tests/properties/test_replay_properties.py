"""A power cut at any moment of any evening: the box must wake up where it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

from majordome.core.cues import HourglassAway, Pause
from majordome.core.evening import Evening
from majordome.core.events import ChairLeft, ChairTaken, Wish
from majordome.core.journal import Header, read
from majordome.core.journal_file import Journal
from strategies import Deed, Room, deeds, evenings, fresh, state, steady

pytestmark = pytest.mark.long


def a_header(evening: Evening) -> Header:
    return Header(evening, "en", 7, 1, 1_700_000_000.5, "test")


@steady(50)
@given(evenings(), deeds())
def test_a_journal_brings_the_evening_back(evening: Evening, said: list[Deed]) -> None:
    room = Room(evening).all(said)
    room.records.append(room.prompter.pulse(room.now))
    with TemporaryDirectory() as folder:
        journal = Journal.begin(Path(folder), a_header(evening), "evening")
        journal.write(tuple(room.records), 1_700_000_001.0)
        journal.close()
        story = read(journal.path)
    assert story.header == a_header(evening)
    assert list(story.records) == room.records
    recalled = fresh(story.header.evening)
    answer = recalled.recall(story.records, 5000.0)
    assert state(recalled, 5000.0) == state(room.prompter, room.now)
    assert recalled.history == room.prompter.history
    # Nothing is said again: all cues describe how the room looks.
    assert answer.cues == recalled.lasting(5000.0)
    assert all(cue.lasting or isinstance(cue, HourglassAway | Pause) for cue in answer.cues)


@steady(25)
@given(evenings(), deeds(30), deeds(15))
def test_an_evening_goes_on_after_a_power_cut_as_if_nothing_had_been(
    evening: Evening, before: list[Deed], after: list[Deed]
) -> None:
    # A chair that moves after the outcome is not kept: the box asks the chairs when it wakes up.
    room = Room(evening).all([deed for deed in before if not isinstance(deed, ChairTaken | ChairLeft)])
    room.records.append(room.prompter.pulse(room.now))
    woken = Room(evening)
    woken.prompter = fresh(evening)
    woken.prompter.recall(room.records, 0.0)
    for deed in after:
        beat = room.prompter.beat
        if beat is not None and beat.dark:
            break  # a short countdown began anew in one of the two
        if room.do(deed).refused != woken.do(deed).refused:
            assert (
                deed is Wish.PUT_BACK
            )  # after a power cut, a step done again at the very same moment counts as put back
        assert state(woken.prompter, woken.now) == state(room.prompter, room.now)


@steady(25)
@given(evenings(), deeds(40))
def test_the_power_may_fail_after_every_single_record(evening: Evening, said: list[Deed]) -> None:
    room = Room(evening).all(said)
    for n in range(len(room.records)):
        woken = fresh(evening)
        woken.recall(room.records[:n], 0.0)
        assert woken.finished or woken.offer(Wish.TAKE_BACK, 0.0, woken.moment).cues is not None
