"""Cards get old and plugs get pulled. A damaged journal is refused or cut short, and never believed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.core.journal import Header, Story, read
from majordome.core.journal_file import Journal
from majordome.errors import JournalError
from majordome.games.murder.testing import a_weekend, an_evening, guest_list
from strategies import steady

pytestmark = pytest.mark.long


@cache
def a_journal() -> tuple[bytes, Story]:
    """The first round of an evening, as it stands on the card."""
    party = a_weekend(10, Cid="heart", Dora="vampire")
    party.murder("Cid", by="Ana")
    party.ballots({"Ana": ("Dora", "Eve"), "Bob": ("Dora", "Fay"), "Jo": ("Eve", "Dora")})
    party.back()
    party.hold()
    party.go_to("jailing")
    evening = an_evening(guests=guest_list(10, Cid="heart", Dora="vampire"))
    with TemporaryDirectory() as folder:
        journal = Journal.begin(Path(folder), Header(evening, "fr", 3, 1, 0.0, "test"), "evening")
        journal.write(tuple(party.writer.records), 12.5)
        journal.close()
        return journal.path.read_bytes(), read(journal.path)


def hold(damaged: bytes) -> None:
    """Refused, or the beginning of what was written."""
    _, whole = a_journal()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.journal"
        path.write_bytes(damaged)
        try:
            story = read(path)
        except JournalError:
            return
    assert story.header == whole.header
    assert story.entries == whole.entries[: len(story.entries)]
    assert story.torn is (story.size < len(damaged))
    assert damaged[: story.size] == a_journal()[0][: story.size]


def place(data: st.DataObject, size: int) -> int:
    return data.draw(st.integers(0, size))


@steady(200)
@given(st.data(), st.integers(1, 255))
def test_a_flipped_byte_is_never_believed(data: st.DataObject, flip: int) -> None:
    journal = bytearray(a_journal()[0])
    journal[place(data, len(journal) - 1)] ^= flip
    hold(bytes(journal))


@steady(80)
@given(st.data())
def test_a_journal_cut_off_anywhere_is_its_beginning(data: st.DataObject) -> None:
    journal, _ = a_journal()
    hold(journal[: place(data, len(journal))])


@steady(80)
@given(st.data())
def test_a_hole_in_the_journal_is_never_believed(data: st.DataObject) -> None:
    journal, _ = a_journal()
    start = place(data, len(journal))
    hold(journal[:start] + journal[start + place(data, 300) :])


@steady(80)
@given(st.data(), st.binary(min_size=1, max_size=40))
def test_anything_put_in_between_is_never_believed(data: st.DataObject, rubbish: bytes) -> None:
    journal, _ = a_journal()
    start = place(data, len(journal))
    hold(journal[:start] + rubbish + journal[start:])


@steady(80)
@given(st.data())
def test_lines_lost_doubled_or_moved_are_never_believed(data: st.DataObject) -> None:
    lines = a_journal()[0].splitlines(keepends=True)
    which = st.integers(0, len(lines) - 1)
    match data.draw(st.sampled_from(("lost", "doubled", "moved"))):
        case "lost":
            del lines[data.draw(which)]
        case "doubled":
            lines.insert(data.draw(which), lines[data.draw(which)])
        case _:
            lines.insert(data.draw(which), lines.pop(data.draw(which)))
    hold(b"".join(lines))


@steady(60)
@given(st.binary(max_size=400))
def test_a_file_of_rubbish_is_refused(rubbish: bytes) -> None:
    hold(rubbish)
