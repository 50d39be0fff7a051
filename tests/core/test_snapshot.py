"""One snapshot: whoever looks while an evening is played, taken back and put back sees a moment that there was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from majordome.core.events import TimeUp, Wish
from majordome.core.prompter import Prompter
from majordome.core.records import Happened
from majordome.core.rehearsal import Rehearsal
from majordome.core.snapshot import Snapshot
from majordome.core.view import HostView, RoomView, host, room
from majordome.games.murder.events import Killed
from majordome.games.murder.testing import a_weekend
from majordome.settings.evening_file import read_evening
from majordome.words.narrator import Narrator

WEEKEND = Path(__file__).parents[1] / "evenings" / "weekend-1.toml"
READERS = 4
ENOUGH = 800  # looks, before the evening may end
LAPS = 2  # an evening that is played, taken back to its first press and put back, at least so often
MOST_LAPS = 60
NOW = 1e6  # any time: what is left of the sand is not compared

Moment = tuple[int, str, Any]  # how many steps, which beat, which facts
Seen = tuple[RoomView, HostView]


def moment_of(now_at: Snapshot) -> Moment:
    return now_at.steps, now_at.beat.name if now_at.beat else "finished", now_at.table


def views_of(now_at: Snapshot) -> Seen:
    """What does not hang on how late it is, or on how one came here."""
    led = replace(host(now_at), moment=0, puts_back=None, redoes=None)
    return replace(room(now_at, NOW), sand=None), led


def recorded() -> list[Happened]:
    """Everything that happened at a whole weekend."""
    plan = read_evening(WEEKEND)
    rehearsal = Rehearsal(plan.evening, plan.lang, plan.host, lambda line: None)
    assert rehearsal.play()
    return [record for record in rehearsal.writer.records if isinstance(record, Happened)]


class Played:
    """The evening in the hands of its own thread."""

    def __init__(self, records: list[Happened]) -> None:
        self.records = records
        self.prompter = Prompter(read_evening(WEEKEND).evening, Narrator("en"))
        self.prompter.begin(0.0)

    def forward(self) -> Iterator[Snapshot]:
        for record in self.records:
            answer = self.prompter.offer(record.event, record.t)
            assert answer.refused is None
            yield self.prompter.snapshot

    def back(self) -> None:
        while self.prompter.offer(Wish.TAKE_BACK, NOW).refused is None:
            pass
        assert self.prompter.snapshot.steps == 0

    def redo(self) -> None:
        while self.prompter.offer(Wish.PUT_BACK, NOW).refused is None:
            pass
        assert self.prompter.snapshot.steps == len(self.records)


class Reader(Thread):
    """Looks, as a page does, as often as it can."""

    def __init__(self, prompter: Prompter, over: Flag) -> None:
        super().__init__(daemon=True)
        self._prompter, self._over = prompter, over
        self.seen: dict[Moment, Seen] = {}
        self.looks = 0
        self.odd: list[object] = []

    def run(self) -> None:
        try:
            while not self._over.is_set():
                now_at = self._prompter.snapshot
                moment, views = moment_of(now_at), views_of(now_at)
                if self.seen.setdefault(moment, views) != views:
                    self.odd.append((moment, views))
                self.looks += 1
        except BaseException as trouble:  # noqa: BLE001  # whatever it is, the test must hear of it
            self.odd.append(trouble)


@contextmanager
def threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def test_whoever_looks_while_all_is_taken_back_and_put_back_sees_a_moment_that_there_was() -> None:
    records = recorded()
    alone = Played(records)
    first = alone.prompter.snapshot
    was = {moment_of(now_at): views_of(now_at) for now_at in (first, *alone.forward())}
    assert len(was) == len(records) + 1

    played, over = Played(records), Flag()
    readers = [Reader(played.prompter, over) for _ in range(READERS)]
    with threads_take_turns_often():
        for reader in readers:
            reader.start()
        try:
            for _ in played.forward():
                pass
            laps = 0
            while laps < LAPS or (sum(reader.looks for reader in readers) < ENOUGH and laps < MOST_LAPS):
                played.back()
                played.redo()
                laps += 1
        finally:
            over.set()
            for reader in readers:
                reader.join(60)

    assert [reader.odd for reader in readers] == [[]] * READERS
    assert sum(reader.looks for reader in readers) >= ENOUGH
    seen = {moment: views for reader in readers for moment, views in reader.seen.items()}
    assert len(seen) > 20  # they looked in the middle, too
    assert [moment[:2] for moment in seen if moment not in was] == []
    assert [moment[:2] for moment, views in seen.items() if views != was[moment]] == []


def test_a_snapshot_never_changes_whatever_happens_next() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    then = party.prompter.snapshot
    seen, shown, table = views_of(then), dict(then.shown), then.table
    party.say(Killed("Dora"))
    party.wait(180)
    party.back()
    party.back()
    assert party.prompter.snapshot is not then
    assert (views_of(then), then.shown, then.table, then.steps) == (seen, shown, table, 6)


def test_each_step_publishes_one_snapshot_and_a_refusal_none() -> None:
    party = a_weekend()
    shown: list[Snapshot] = []
    party._performance.watchers.append(lambda: shown.append(party.prompter.snapshot))
    for _ in range(2):
        party.press()
    assert [now_at.steps for now_at in shown] == [1, 2]
    latest = party.prompter.snapshot
    party.refusal_of(TimeUp())
    assert party.prompter.snapshot is latest


def test_a_snapshot_tells_how_late_it_is_without_asking_anybody() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    now_at, now = party.prompter.snapshot, party.clock.now()
    assert now_at.sand(now + 45) == (135, 180)
    assert now_at.time_left(now + 45) == 135
    assert now_at.played(now + 45) == party.prompter.played(now) + 45
    party.say(Wish.PAUSE)
    paused = party.prompter.snapshot
    assert (paused.time_left(now + 45), paused.sand(now + 45)) == (None, (180, 180))
    assert not now_at.paused


@pytest.mark.parametrize(("late", "meant"), [(0.0, -1), (0.29, -1), (0.31, 0)])
def test_a_hand_that_moves_just_after_the_clock_ended_a_beat_was_meant_for_that_beat(late: float, meant: int) -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(180)
    assert party.beat == "circle"
    now_at = party.prompter.snapshot
    assert now_at.moment_meant(party.clock.now() + late) == now_at.moment + meant
    party.press()
    assert party.prompter.snapshot.moment_meant(party.clock.now()) == party.prompter.moment
