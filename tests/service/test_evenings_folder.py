"""Which evening goes on after a power cut: the latest by its number. A Pi without a network does not know the time."""

from __future__ import annotations

import os
from pathlib import Path

from majordome.core.evening import Evening
from majordome.core.library import manifest
from majordome.service.evenings_folder import new_journal, newest, serial
from majordome.settings.config import Settings

SAME_FROZEN_TIME = (1_700_000_000, 1_700_000_000)
LAST_WEEK = (1_700_600_000, 1_700_600_000)  # with a network: later than tonight's clock says


def begun(folder: Path) -> Path:
    settings = Settings(evenings=folder, evening=Evening("weekend", settings=manifest("weekend").usual()))
    journal = new_journal(settings, seed=1)
    journal.close()
    return journal.path


def test_tonights_evening_goes_on_though_the_clock_stands_still_since_last_week(tmp_path: Path) -> None:
    last_week, tonight = begun(tmp_path), begun(tmp_path)
    os.utime(last_week, LAST_WEEK)
    os.utime(tonight, SAME_FROZEN_TIME)
    assert newest(tmp_path) == tonight


def test_each_evening_has_the_next_number_whatever_the_clock_says(tmp_path: Path) -> None:
    assert [serial(begun(tmp_path)) for _ in range(3)] == [1, 2, 3]
    (tmp_path / "evening-0041-20200101-000000.journal").touch()
    assert serial(begun(tmp_path)) == 42


def test_two_evenings_have_two_numbers_also_while_nothing_can_be_written(tmp_path: Path) -> None:
    settings = Settings(evenings=tmp_path / "full")
    (tmp_path / "full").touch()  # a file in the place of the folder
    first = new_journal(settings, 1)
    second = new_journal(settings, 1, after=serial(first.path))
    assert (serial(first.path), serial(second.path)) == (1, 2)


def test_an_evening_of_before_has_no_number_and_is_older_than_every_numbered_one(tmp_path: Path) -> None:
    before = tmp_path / "evening-20261117-203000.journal"
    before.touch()
    assert serial(before) == 0
    assert newest(tmp_path) == before
    numbered = begun(tmp_path)
    os.utime(numbered, SAME_FROZEN_TIME)
    assert newest(tmp_path) == numbered


def test_without_numbers_the_time_decides(tmp_path: Path) -> None:
    for name, at in (("evening-b.journal", SAME_FROZEN_TIME), ("evening-a.journal", LAST_WEEK)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, at)
    assert newest(tmp_path) == tmp_path / "evening-a.journal"


def test_what_was_saved_of_a_damaged_evening_goes_on_and_not_the_damaged_one(tmp_path: Path) -> None:
    damaged = begun(tmp_path)
    saved = damaged.with_name(f"{damaged.stem}-salvaged.journal")
    again = damaged.with_name(f"{damaged.stem}-salvaged-2.journal")
    for path in (saved, again):
        path.touch()
        os.utime(path, SAME_FROZEN_TIME)
    os.utime(damaged, LAST_WEEK)
    assert newest(tmp_path) == again


def test_a_folder_that_is_not_there_has_no_evening(tmp_path: Path) -> None:
    assert newest(tmp_path / "nowhere") is None
