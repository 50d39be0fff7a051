"""What the host is told about the disk is what a fresh process would read; and a fault of a part ends no evening."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from majordome.core import journal_file
from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, Notice
from majordome.core.disk_watch import DISK_PATIENCE, LOOK_AT_DISK_AFTER, TRY_DISK_EVERY
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import AnotherEvening, Heard, Moment, Sensed
from majordome.core.events import Gesture
from majordome.core.journal import Header, read, record_to_plain
from majordome.core.journal_file import Journal
from majordome.core.journal_writer import JournalWriter
from majordome.core.library import manifest
from majordome.core.prompter import Answer, Prompter
from majordome.core.record_writer import PATIENCE
from majordome.core.records import Record
from majordome.core.stage import Stage
from majordome.games.murder.testing import an_evening
from majordome.words.narrator import Narrator


class Party:
    """An evening by the button alone, with a real journal in a folder that a test may spoil."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "evenings"
        self.clock = VirtualClock()
        self.prompter = Prompter(an_evening(), Narrator("en"))
        self.journals: list[Journal] = []
        self.told: list[str] = []
        game = manifest("weekend")
        stage = Stage(lambda: game, page=[self])
        self.performance = Performance(self.prompter, stage, self.clock, self._writer(), lambda evening: self._writer())
        self.performance.begin()
        self.performance.disk.check()

    def _writer(self) -> JournalWriter:
        header = Header(self.prompter.evening, "en", 0, 1, 0.0, "test")
        self.journals.append(Journal.begin(self.folder, header, f"evening-{len(self.journals)}", later=True))
        return JournalWriter(self.journals[-1])

    def show(self, cue: Cue) -> None:
        if isinstance(cue, Notice):
            self.told.append(cue.what)

    def press(self) -> None:
        self.performance.hear(Gesture.PRESS)
        self.performance.disk.settle()

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.performance.tick()

    def on_disk(self, number: int = -1) -> int:
        """How many records a fresh process would read."""
        return len(read(self.journals[number].path).entries)


@pytest.fixture
def party(tmp_path: Path) -> Party:
    return Party(tmp_path)


def spoil(party: Party) -> None:
    """No folder, and a file in its place: nothing can be written, whoever tries."""
    shutil.rmtree(party.folder)
    party.folder.write_text("")


def mend(party: Party) -> None:
    party.folder.unlink()


def test_a_journal_that_was_deleted_while_it_was_open_is_written_anew(party: Party) -> None:
    party.press()
    party.journals[0].path.unlink()
    party.press()
    assert party.on_disk() == 2


def test_a_journal_that_was_cut_short_behind_our_back_is_made_whole(party: Party) -> None:
    party.press()
    os.truncate(party.journals[0].path, 10)  # while it is open: the same file
    party.press()
    assert party.on_disk() == 2


def test_a_folder_that_was_taken_away_comes_back_with_everything_in_it(party: Party) -> None:
    party.press()
    shutil.rmtree(party.folder)
    party.press()
    assert party.on_disk() == 2
    assert "disk_trouble" not in party.told


def test_the_disk_is_tried_again_by_time_and_nobody_need_press(party: Party) -> None:
    spoil(party)
    party.press()
    assert party.told[-1] == "disk_trouble"
    mend(party)
    party.wait(TRY_DISK_EVERY + 1)
    assert party.told[-1] == "disk_well"
    assert party.on_disk() == 1
    due = party.performance.next_due()
    assert due is None or due > TRY_DISK_EVERY  # the butler's word on a long walk, and no disk


def test_a_single_press_on_a_full_card_is_told_and_written_later_though_nobody_presses_again(party: Party) -> None:
    away = party.folder.rename(party.folder.with_name("away"))
    party.folder.write_text("in the way")
    party.performance.hear(Gesture.PRESS)  # and the host puts the phone down
    party.performance.disk._saved and party.performance.disk._saved.result(20)
    party.wait(LOOK_AT_DISK_AFTER)
    assert "disk_trouble" in party.told
    party.folder.unlink()
    away.rename(party.folder)
    party.wait(TRY_DISK_EVERY)
    assert "disk_well" in party.told
    assert party.on_disk() == 1


def test_leaving_writes_what_could_not_be_written_before(party: Party) -> None:
    spoil(party)
    party.press()
    party.press()
    mend(party)
    party.performance.disk.close()
    assert party.on_disk() == 2


def test_the_last_lines_of_an_evening_are_kept_into_the_next_one(party: Party) -> None:
    party.press()
    spoil(party)
    party.press()
    party.performance.hear(AnotherEvening(an_evening()))
    mend(party)
    party.wait(TRY_DISK_EVERY + 1)
    assert party.on_disk(0) == 2
    assert party.on_disk(1) == 0
    assert party.told[-1] == "disk_well"


def test_leaving_writes_the_last_lines_of_earlier_evenings_too(party: Party) -> None:
    party.press()
    spoil(party)
    for _ in range(2):
        party.press()
        party.performance.hear(AnotherEvening(an_evening()))
    mend(party)
    party.performance.disk.close()
    assert [party.on_disk(number) for number in range(3)] == [2, 1, 0]


@pytest.fixture
def hang(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Calling it makes the disk hang, until the test is over. Only a writer may be kept waiting by it."""
    answers = threading.Event()

    def fsync(file: int) -> None:
        if threading.current_thread().name != "writer":
            raise AssertionError("the evening's own thread waits for the disk")
        assert answers.wait(60)

    yield lambda: monkeypatch.setattr(os, "fsync", fsync)
    answers.set()


def hurry(party: Party) -> None:
    """Who must leave waits hardly at all, and neither does this test."""
    party.performance.disk.hurried = lambda: True


def test_another_evening_begins_on_a_disk_that_hangs(party: Party, hang: Callable[[], None]) -> None:
    party.press()
    hurry(party)
    hang()
    party.performance.hear(AnotherEvening(an_evening()))
    party.press()
    assert party.told[-1] == "disk_trouble"
    assert len(party.prompter.history) == 1
    assert not party.journals[-1].safe


def test_lines_of_an_earlier_evening_are_tried_again_by_their_own_scribe(
    party: Party, hang: Callable[[], None]
) -> None:
    spoil(party)
    party.press()
    party.performance.hear(AnotherEvening(an_evening()))
    mend(party)
    hurry(party)
    hang()
    party.wait(TRY_DISK_EVERY + 1)
    party.wait(TRY_DISK_EVERY + 1)
    assert party.journals[0].unwritten  # and they are kept for later


@pytest.mark.real_time("how long a box waits on its way out, by the clock on the wall")
def test_leaving_waits_for_all_evenings_together_no_longer_than_for_one(party: Party, hang: Callable[[], None]) -> None:
    spoil(party)
    for _ in range(3):
        party.press()
        party.performance.hear(AnotherEvening(an_evening()))
    mend(party)
    hurry(party)
    hang()
    began = time.monotonic()
    party.performance.close()
    assert time.monotonic() - began < PATIENCE + 1.0  # a busy machine


@pytest.mark.parametrize("fault", [TypeError, MemoryError, SystemExit])
def test_a_scribe_that_stumbles_writes_on_and_the_host_is_told(
    party: Party, monkeypatch: pytest.MonkeyPatch, fault: type[BaseException]
) -> None:
    flush, stumbles = Journal._flush, [fault("of all things")]

    def stumble(ours: Journal) -> None:
        if stumbles:
            raise stumbles.pop()
        flush(ours)

    monkeypatch.setattr(Journal, "_flush", stumble)
    party.press()
    assert party.told[-1] == "disk_trouble"
    party.wait(TRY_DISK_EVERY + 1)
    assert party.told[-1] == "disk_well"
    party.press()
    assert party.on_disk() == 2


def test_a_step_that_cannot_be_written_at_all_is_never_called_safe(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fresh process would not read it, however well the disk is."""
    plain = record_to_plain
    odd = [TypeError("a set is no JSON")]

    def to_plain(record: Record, wall: float) -> dict[str, Any]:
        if odd:
            raise odd.pop()
        return plain(record, wall)

    monkeypatch.setattr(journal_file, "record_to_plain", to_plain)
    party.press()
    party.press()
    party.wait(TRY_DISK_EVERY + 1)
    assert party.told.count("disk_trouble") == 1
    assert "disk_well" not in party.told
    assert not party.journals[0].safe


class BadEar:
    """A part that has a fault in it."""

    def __init__(self, *, due: bool = False) -> None:
        self._due = due
        self.asked = 0

    def due(self) -> float | None:
        self.asked += 1
        if self._due:
            raise RuntimeError("no time")
        return 0.0

    def sense(self, sensed: Sensed, moment: Moment) -> Sequence[Heard]:
        raise RuntimeError("no sense")

    def tick(self, now: float, moment: Moment) -> Sequence[Heard]:
        raise RuntimeError("no tick")

    def took(self, heard: Heard, answer: Answer) -> None:
        raise RuntimeError("no answer")


@pytest.mark.parametrize("due", [False, True])
def test_an_ear_with_a_fault_is_told_once_and_the_evening_goes_on(party: Party, due: bool) -> None:
    ear = BadEar(due=due)
    party.performance.ears.append(ear)
    for _ in range(100):
        party.performance.tick()
        party.performance.next_due()
        party.performance.take(Sensed(ear, True, 0.0, party.prompter.moment))
    assert party.told.count("prop_failed") == 1
    assert party.performance.ears == []  # or it would be asked for ever
    beat = party.prompter.beat
    party.press()
    assert party.prompter.beat != beat


class Hanging:
    """What is being written on a disk that does not answer."""

    def __init__(self) -> None:
        self.waited = 0.0

    def done(self) -> bool:
        return False

    def result(self, timeout: float | None = None) -> str | None:
        self.waited += timeout or 0.0
        raise TimeoutError

    def add_done_callback(self, fn: Callable[[Any], object], /) -> None:
        """It never is."""


def test_a_disk_that_hangs_is_waited_for_once_and_then_played_without(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = Hanging()
    monkeypatch.setattr(party.performance.disk._writer, "write", lambda records: hanging)
    for _ in range(6):
        party.performance.hear(Gesture.PRESS)
        party.wait(TRY_DISK_EVERY + 1)
    assert hanging.waited == pytest.approx(DISK_PATIENCE)
    assert party.told.count("disk_trouble") == 1
    assert party.prompter.history


def test_whoever_must_leave_does_not_wait_for_the_disk(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = Hanging()
    monkeypatch.setattr(party.performance.disk._writer, "write", lambda records: hanging)
    party.performance.disk.hurried = lambda: True
    party.performance.hear(Gesture.PRESS)
    party.performance.hear(Gesture.PRESS)
    party.performance.disk.close()
    assert hanging.waited < 0.5
