"""What a page says to the evening: another one begins, answers come when they are safe, parts join later."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, HourglassAway, Light, Notice, Say
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import AnotherEvening, Heard, Joined, Language
from majordome.core.events import ChairTaken, GameEnded, Gesture, Wish
from majordome.core.journal import read
from majordome.core.journal_writer import JournalWriter
from majordome.core.library import manifest
from majordome.core.prompter import Answer, Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.records import Happened, Record, Spoke
from majordome.core.stage import Stage
from majordome.games.murder.testing import an_evening, guest_list
from majordome.service.evenings_folder import new_journal, serial
from majordome.settings.config import Settings
from majordome.words.narrator import Narrator

NEXT = an_evening("table", guests=guest_list(7), chairs=True)


class SlowWriter(MemoryWriter):
    """Is still writing."""

    def __init__(self) -> None:
        super().__init__()
        self.writing: list[Future[str | None]] = []

    def write(self, records: tuple[Record, ...]) -> Future[str | None]:
        self.records += records
        self.writing.append(Future())
        return self.writing[-1]


class Box:
    def __init__(self, writer: MemoryWriter | JournalWriter | None = None) -> None:
        self.clock = VirtualClock()
        self.seen: list[Cue] = []
        self.prompter = Prompter(an_evening(guests=guest_list(12), chairs=True), Narrator("en"))
        self.opened: list[Evening] = []
        self.writer = writer or MemoryWriter()
        self.next_writer: MemoryWriter | JournalWriter = MemoryWriter()
        self.performance = Performance(
            self.prompter,
            Stage(lambda: manifest(self.prompter.evening.game), page=[self]),
            self.clock,
            self.writer,
            self.another,
        )
        self.performance.begin()
        self.told: list[tuple[Answer, bool]] = []

    def show(self, cue: Cue) -> None:
        self.seen.append(cue)

    def another(self, evening: Evening) -> MemoryWriter | JournalWriter:
        self.opened.append(evening)
        return self.next_writer

    def hear(self, heard: Heard) -> None:
        self.performance.take(heard)

    def reply(self, answer: Answer, safe: bool) -> None:
        self.told.append((answer, safe))


def test_another_evening_begins_at_its_welcome_with_the_chairs_as_they_are() -> None:
    box = Box()
    box.hear(Heard(ChairTaken("left")))
    box.hear(Heard(Gesture.PRESS))
    moment = box.prompter.moment
    box.seen.clear()
    box.hear(Heard(AnotherEvening(NEXT), moment, reply=box.reply))
    assert box.opened == [NEXT]
    assert box.told[0][0].refused is None
    assert box.told[0][1]
    assert box.prompter.evening == NEXT
    assert box.prompter.moment > moment  # what was meant for the old one is too late
    assert box.prompter.beat is not None
    assert box.prompter.beat.name == "welcome"
    assert box.prompter.table.chairs == {"left"}
    assert box.prompter.snapshot.takes_back is None
    assert box.prompter.snapshot.puts_back is None
    assert box.prompter.played(box.clock.now()) == 0.0
    assert [type(cue) for cue in box.seen[:3]] == [HourglassAway, Light, Say]
    assert box.performance.hear(Gesture.PRESS, moment).refused is not None


def test_a_new_evening_that_was_meant_for_another_moment_does_not_begin() -> None:
    box = Box()
    box.hear(Heard(AnotherEvening(NEXT), box.prompter.moment - 1, reply=box.reply))
    refused = box.told[0][0].refused
    assert refused is not None
    assert refused.why == "too_late"
    assert box.opened == []


def test_a_box_that_can_open_no_other_journal_says_so() -> None:
    prompter = Prompter(an_evening(), Narrator("en"))
    performance = Performance(prompter, Stage(lambda: manifest("weekend")), VirtualClock(), MemoryWriter())
    performance.begin()
    refused = performance.hear(AnotherEvening(NEXT)).refused
    assert refused is not None
    assert refused.why == "not_now"


def test_a_paused_or_finished_evening_gives_way_as_well() -> None:
    box = Box()
    stood = []
    for said in (Wish.PAUSE, AnotherEvening(NEXT), GameEnded("nobody"), AnotherEvening(NEXT)):
        box.next_writer = MemoryWriter()
        box.hear(Heard(said))
        stood.append((box.prompter.paused, box.prompter.finished))
    assert stood == [(True, False), (False, False), (False, True), (False, False)]


def test_what_happened_is_kept_and_where_nothing_did_no_file_is_left(tmp_path: Path) -> None:
    first = new_journal(Settings(evening=NEXT, evenings=tmp_path), 1)
    box = Box(JournalWriter(first))
    second = new_journal(Settings(evening=NEXT, evenings=tmp_path), 1, after=serial(first.path))
    box.next_writer = JournalWriter(second)
    box.hear(Heard(AnotherEvening(NEXT), reply=box.reply))
    assert not first.path.exists()
    box.hear(Heard(Gesture.PRESS, reply=box.reply))
    third = new_journal(Settings(evening=NEXT, evenings=tmp_path), 1, after=serial(second.path))
    box.next_writer = JournalWriter(third)
    box.hear(Heard(AnotherEvening(NEXT)))
    box.performance.close()
    assert [type(record) for record in read(second.path).records] == [Happened]
    assert read(third.path).records == ()


def test_a_voice_that_was_chosen_stands_in_every_journal_after_it() -> None:
    box = Box()
    box.hear(Heard(Gesture.PRESS))
    box.hear(Heard(Language("fr", "housekeeper")))
    for said in (Gesture.PRESS, Wish.TAKE_BACK):  # a step back is no other voice
        box.hear(Heard(said))
    for _ in ("the next one", "and one more"):
        box.next_writer = writer = MemoryWriter()
        box.hear(Heard(AnotherEvening(NEXT)))
        assert writer.records == [Spoke(0.0, "fr", "housekeeper")]
    resumed = Prompter(NEXT, Narrator("fr"))
    resumed.recall(writer.records, 100.0)
    assert resumed.begin_another(NEXT, 200.0).records == (Spoke(0.0, "fr", "housekeeper"),)


def test_whoever_waits_is_answered_when_it_is_written() -> None:
    writer = SlowWriter()
    box = Box(writer)
    box.hear(Heard(Gesture.PRESS, reply=box.reply))
    assert box.told == []
    writer.writing[0].set_result(None)
    assert [(answer.refused, safe) for answer, safe in box.told] == [(None, True)]
    box.hear(Heard(Gesture.PRESS, reply=box.reply))
    writer.writing[1].set_result("no space")
    assert box.told[1][1] is False


def test_whoever_is_answered_reads_the_refusal_and_the_room_does_not() -> None:
    box = Box()
    box.hear(Heard(Gesture.PRESS))
    box.seen.clear()
    box.hear(Heard(Gesture.DOUBLE, reply=box.reply))
    refused = box.told[0][0].refused
    assert refused is not None
    assert refused.why == "nothing_to_press"
    assert box.seen == []
    box.hear(Heard(Gesture.DOUBLE))
    assert box.seen == [refused]


def test_a_press_that_is_answered_never_ends_the_evening() -> None:
    box = Box()
    box.hear(Heard(GameEnded("nobody")))
    box.hear(Heard(Gesture.PRESS, reply=box.reply))
    refused = box.told[0][0].refused
    assert refused is not None
    assert refused.why == "finished"
    assert not box.performance._left
    box.hear(Heard(Gesture.PRESS))  # at the box it does
    assert box.performance._left


def test_a_part_joins_later_and_one_that_cannot_is_told_once() -> None:
    box = Box()
    joined: list[Performance] = []
    box.performance.take(Joined(joined.append))
    assert joined == [box.performance]

    def fails(performance: Performance) -> None:
        raise RuntimeError("not plugged in")

    box.performance.take(Joined(fails))
    assert [cue.what for cue in box.seen if isinstance(cue, Notice)] == ["prop_failed"]
    box.hear(Heard(Gesture.PRESS))
    assert len(box.prompter.history) == 1
