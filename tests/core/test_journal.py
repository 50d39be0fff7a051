"""The journal: what is written is read again, what is damaged is told, and a full card never stops the evening."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.core import events
from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, Notice
from majordome.core.evening import Guest
from majordome.core.evening_loop import Performance
from majordome.core.events import SHARED, Event, Gesture, Override, Pressed
from majordome.core.journal import Entry, Header, read, record_from_plain, record_to_plain, seal
from majordome.core.journal_file import Journal
from majordome.core.journal_writer import JournalWriter
from majordome.core.library import load, manifest, manifests
from majordome.core.plain_values import Misfit, from_plain, kinds_of, to_plain
from majordome.core.prompter import Prompter
from majordome.core.records import Happened, Paused, Pulse, Record, WentBack, WentOn
from majordome.core.stage import Stage
from majordome.errors import JournalDamaged, JournalError, JournalOfAnotherTime
from majordome.games.murder import events as murder
from majordome.games.murder.events import Killed, Tapped
from majordome.games.murder.roles import Role
from majordome.games.murder.testing import an_evening, guest_list
from majordome.words.narrator import Narrator
from strategies import EVENTS, any_event_of, steady

EVENING = an_evening(
    "weekend",
    (Guest("Zoé", 31, Role.MURDERER), Guest("Bob\nby", None, None)),
    edition="A",
    discussion=120,
    choosing=15,
    chairs=True,
)
KINDS = kinds_of((*SHARED, *load("weekend").events))
HEADER = Header(EVENING, "fr", 42, 1, 1_700_000_000.5, "1.2.3")
RECORDS: tuple[Record, ...] = (
    Happened(1.25, "welcome", Pressed()),
    Happened(2.5, "murder", Tapped("Zoé", None, weak_heart=True)),
    Paused(3.0),
    WentOn(3.0),
    Pulse(8.000001),
    WentBack(9.0, 1),
)


def written(folder: Path, records: tuple[Record, ...] = RECORDS) -> Path:
    book = Journal.begin(folder, HEADER, "evening")
    for record in records:
        book.write((record,), 12.34)
    assert book.trouble is None
    book.close()
    return book.path


# What is written is read again.


def test_an_evening_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = written(tmp_path)
    story = read(path)
    assert story.header == HEADER
    assert story.records == RECORDS
    assert story.entries[0] == Entry(RECORDS[0], 12.3)
    assert (story.size, story.torn) == (path.stat().st_size, False)


def test_a_line_is_plain_json_behind_a_checksum(tmp_path: Path) -> None:
    lines = written(tmp_path).read_text("utf-8").splitlines()
    assert [line[8] for line in lines] == [" "] * 7
    assert json.loads(lines[2][9:]) == {
        "is": "happened",
        "wall": 12.3,
        "t": 2.5,
        "beat": "murder",
        "event": {"is": "tapped", "victim": "Zoé", "killer": None, "weak_heart": True},
    }


def test_every_event_has_its_name_in_the_journal() -> None:
    written_down = {
        kind
        for module in (events, murder)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event)
    }
    assert set(KINDS.values()) == written_down - {Event, Override}
    assert set(EVENTS) == written_down - {Event, Override}
    assert KINDS["ballots_closed"] is murder.BallotsClosed
    for game in manifests():  # no game's event has the name of one of the house's, or of another of its own
        own = load(game).events
        assert len(kinds_of((*SHARED, *own))) == len(SHARED) + len(own)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_comes_back_as_it_went(kind: type[Event]) -> None:
    @steady(15)
    @given(any_event_of(kind), st.integers(0, 10**9))
    def round_trip(event: Event, micros: int) -> None:
        record = Happened(round(micros / 1e6, 6), "a beat", event)
        line, _ = seal(record_to_plain(record, 5.0), 0)
        assert line.count(b"\n") == 1
        assert record_from_plain(json.loads(line[9:]), KINDS) == Entry(record, 5.0)

    round_trip()


@pytest.mark.parametrize("record", RECORDS)
def test_every_record_comes_back_as_it_went(record: Record) -> None:
    assert record_from_plain(record_to_plain(record, 1.0), KINDS) == Entry(record, 1.0)


def test_half_a_letter_from_a_broken_terminal_can_be_written(tmp_path: Path) -> None:
    record = Happened(0.0, "counting", Killed("\udce9"))
    assert read(written(tmp_path, (record,))).records == (record,)


def test_two_evenings_of_one_name_do_not_meet(tmp_path: Path) -> None:
    assert [written(tmp_path).name for _ in range(3)] == ["evening.journal", "evening-2.journal", "evening-3.journal"]


def test_only_the_host_may_read_the_roles(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert written(tmp_path / "new" / "folder").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_an_evening_goes_on_in_its_own_file(tmp_path: Path) -> None:
    path = written(tmp_path, RECORDS[:2])
    book = Journal.go_on(path, read(path))
    book.write(RECORDS[2:], 12.34)
    book.close()
    assert read(path).records == RECORDS


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    book = Journal.begin(tmp_path, HEADER, "evening")
    book.close()
    book.close()
    book.write(RECORDS, 12.34)  # it is opened again where it is needed
    book.close()
    assert read(book.path).records == RECORDS


def test_the_scribe_can_be_closed_twice(tmp_path: Path) -> None:
    writer = JournalWriter(Journal.begin(tmp_path, HEADER, "evening"))
    assert writer.write(RECORDS).result() is None
    writer.close()
    writer.close()
    assert read(writer.journal.path).records == RECORDS


# The plug was pulled.


def test_a_half_written_last_line_is_dropped_and_told_wherever_it_was_cut(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start + 1, len(whole)):
        path.write_bytes(whole[:end])
        story = read(path)
        assert (story.records, story.torn, story.size) == (RECORDS[:-1], True, start)
    path.write_bytes(whole[:start])
    assert read(path).torn is False


def test_blank_space_that_a_card_left_behind_the_last_line_is_dropped(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + bytes(4096))
    story = read(path)
    assert (story.records, story.torn, story.size) == (RECORDS, True, len(whole))


def test_a_torn_line_is_cut_off_when_the_evening_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    book = Journal.go_on(path, read(path))
    book.write((Pulse(99.0),), 1.0)
    book.close()
    story = read(path)
    assert (story.records, story.torn) == ((*RECORDS[:-1], Pulse(99.0)), False)


# Damage.


def damaged(path: Path) -> int:
    with pytest.raises(JournalDamaged) as found:
        read(path)
    assert str(found.value).startswith(f"{path}: line {found.value.line} is damaged (")
    assert f"'majordome journal salvage {path}'" in str(found.value)
    return found.value.line


@pytest.mark.parametrize("line", range(1, 7))
def test_a_flipped_byte_in_a_middle_line_is_found_with_its_line(tmp_path: Path, line: int) -> None:
    path = written(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    # Without its end, the last line but one is part of the last: that counts as torn.
    for n in range(len(lines[line - 1]) - (line == len(lines) - 1)):
        broken = bytearray(lines[line - 1])
        broken[n] ^= 0x04
        path.write_bytes(b"".join([*lines[: line - 1], bytes(broken), *lines[line:]]))
        assert damaged(path) == line


@pytest.mark.parametrize("line", range(1, 7))
def test_a_lost_line_is_found(tmp_path: Path, line: int) -> None:
    path = written(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: line - 1] + lines[line:] + [b"another line\n"]))
    assert damaged(path) == line


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (2, 6), (5, 6)])
def test_two_swapped_lines_are_found(tmp_path: Path, one: int, other: int) -> None:
    path = written(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    path.write_bytes(b"".join(lines))
    assert damaged(path) == one


def test_damage_before_a_torn_line_is_damage(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = bytearray(path.read_bytes()[:-3])
    whole[whole.rindex(b"\n") - 2] ^= 1
    path.write_bytes(bytes(whole))
    assert damaged(path) == 6


def sealed(path: Path, *plains: object) -> Path:
    """A journal with good checksums, whatever it says."""
    data, checksum = b"", 0
    for plain in plains:
        line, checksum = seal(plain, checksum)  # type: ignore[arg-type]  # on purpose
        data += line
    path.write_bytes(data)
    return path


def test_a_journal_of_another_format_is_told(tmp_path: Path) -> None:
    path = sealed(tmp_path / "a.journal", {**to_plain(HEADER), "schema": 3})
    with pytest.raises(JournalOfAnotherTime) as told:
        read(path)
    assert str(told.value) == (
        f"{path}: written in journal format 3, this version reads format 2: "
        "use the version that wrote it, or start a new evening with --new"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"lang": "de"},
        {"seed": "x"},
        {"seed": True},
        {"mood": "dark"},
        {"evening": {"game": 5}},
        {"evening": 5},
        {"evening": {**to_plain(EVENING), "settings": {"edition": ["A"]}}},
        {"evening": {**to_plain(EVENING), "settings": {"edition": "C"}}},
        {"evening": {**to_plain(EVENING), "settings": {"edition": "A", "tempo": "fast"}}},
        {"evening": {**to_plain(EVENING), "settings": {"discussion": True}}},
        {"evening": {**to_plain(EVENING), "guests": [{"name": "Ana", "role": "cook"}]}},
    ],
)
def test_a_first_line_that_does_not_fit_is_told(tmp_path: Path, change: dict[str, object]) -> None:
    path = sealed(tmp_path / "a.journal", {**to_plain(HEADER), **change})
    with pytest.raises(JournalOfAnotherTime, match="its first line does not fit this version"):
        read(path)


def test_a_journal_of_a_game_that_is_not_here_is_told(tmp_path: Path) -> None:
    path = sealed(tmp_path / "a.journal", {**to_plain(HEADER), "evening": {"game": "chess"}})
    with pytest.raises(JournalError) as told:
        read(path)
    assert str(told.value).startswith(
        f"{path}: an evening of a game that is not here: there is no game called 'chess': there are "
    )


def test_a_setting_that_the_game_did_not_have_yet_is_as_usual(tmp_path: Path) -> None:
    path = sealed(tmp_path / "a.journal", {**to_plain(HEADER), "evening": {"game": "weekend", "settings": {}}})
    assert read(path).header.evening == an_evening("weekend")


def test_a_journal_of_the_first_format_is_read_with_its_settings(tmp_path: Path) -> None:
    old = {
        **to_plain(HEADER),
        "schema": 1,
        "evening": {
            "game": "weekend",
            "edition": "A",
            "discussion": 120,
            "choosing": 15,
            "chairs_fitted": True,
            "guests": to_plain(EVENING.guests),
        },
    }
    path = sealed(tmp_path / "a.journal", old, *(record_to_plain(record, 1.0) for record in RECORDS))
    story = read(path)
    assert story.header == HEADER
    assert story.records == RECORDS


def test_an_evening_of_the_first_format_goes_on_in_its_own_file(tmp_path: Path) -> None:
    recorded = Path(__file__).parents[1] / "journals" / "second-thoughts-v1.journal"
    path = tmp_path / "a.journal"
    path.write_bytes(recorded.read_bytes())
    before = read(path)
    book = Journal.go_on(path, before)
    book.write((Pulse(99.0),), 1.0)
    book.close()
    assert read(path).records == (*before.records, Pulse(99.0))


@pytest.mark.parametrize(
    "plain",
    [
        {"is": "danced", "wall": 1.0, "t": 1.0},
        {"wall": 1.0, "t": 1.0},
        {"is": "pulse", "t": 1.0},
        {"is": "pulse", "wall": 1.0, "t": "x"},
        {"is": "went_back", "wall": 1.0, "t": 1.0},
        {"is": "happened", "wall": 1.0, "t": 1.0, "beat": "welcome"},
        {"is": "happened", "wall": 1.0, "t": 1.0, "beat": "welcome", "event": {"is": "override"}},
        {"is": "happened", "wall": 1.0, "t": 1.0, "beat": "welcome", "event": {"is": "event"}},
        {"is": "happened", "wall": 1.0, "t": 1.0, "beat": "welcome", "event": {"is": "chair_taken", "chair": "sofa"}},
        {"is": "happened", "wall": 1.0, "t": 1.0, "beat": "welcome", "event": {"is": "killed"}},
        {
            "is": "happened",
            "wall": 1.0,
            "t": 1.0,
            "beat": "welcome",
            "event": {"is": "hands_counted", "votes": [["A"]]},
        },
        {"is": "happened", "wall": 1.0, "beat": "welcome", "event": {"is": "pressed"}},
        {"is": "happened", "wall": 1.0, "t": 1.0, "event": {"is": "pressed"}},
    ],
)
def test_a_whole_line_of_another_version_is_told_with_its_number(tmp_path: Path, plain: dict[str, object]) -> None:
    path = sealed(tmp_path / "a.journal", to_plain(HEADER), record_to_plain(Pulse(1.0), 1.0), plain)
    with pytest.raises(JournalOfAnotherTime, match="line 3 is whole but this version does not know it"):
        read(path)


def test_a_line_that_is_no_table_of_values_is_damage(tmp_path: Path) -> None:
    path = sealed(tmp_path / "a.journal", to_plain(HEADER), [1, 2], record_to_plain(Pulse(1.0), 1.0))
    assert damaged(path) == 2


@pytest.mark.parametrize("data", [b"", b"\n", b"12345678 {", b"what is this?", bytes(50)])
def test_a_file_without_a_whole_first_line_had_not_begun(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.journal"
    path.write_bytes(data)
    with pytest.raises(JournalError) as told:
        read(path)
    assert str(told.value) == f"{path}: has no whole first line: nothing had begun, it can be deleted"


def test_a_journal_whose_first_line_is_a_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalOfAnotherTime, match="written in journal format None"):
        read(sealed(tmp_path / "a.journal", record_to_plain(Pulse(1.0), 1.0)))


def test_a_journal_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        JournalError, match="cannot be read \\(No such file or directory\\): see its name and its rights"
    ):
        read(tmp_path / "none.journal")
    with pytest.raises(JournalError, match="cannot be read"):
        read(tmp_path)


def test_plain_values_are_read_strictly() -> None:
    assert from_plain(Guest, {"name": "Ana"}) == Guest("Ana")
    odd: list[object] = [{}, {"name": 5}, {"name": "A", "age": "old"}, {"name": "A", "role": 5}, {"nom": "A"}, []]
    for wrong in (*odd, None):
        with pytest.raises(Misfit):
            from_plain(Guest, wrong)


# A card that cannot be written.


class Host:
    """A page that remembers what the host was told."""

    def __init__(self) -> None:
        self.told: list[Cue] = []

    def show(self, cue: Cue) -> None:
        if isinstance(cue, Notice) and cue.what.startswith("disk"):
            self.told.append(cue)


def a_performance(path: Path) -> tuple[Performance, JournalWriter, Host]:
    evening = an_evening(guests=guest_list(10))
    writer = JournalWriter(Journal.begin(path, Header(evening, "en", 0, 1, 0.0, "test"), "evening"))
    host = Host()
    performance = Performance(
        Prompter(evening, Narrator("en")), Stage(lambda: manifest("weekend"), page=[host]), VirtualClock(), writer
    )
    performance.begin()
    return performance, writer, host


def test_a_card_that_fills_up_half_way_through_a_line_is_told_once_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    performance, writer, host = a_performance(tmp_path)
    performance.hear(Gesture.PRESS)
    performance.disk.settle()
    assert host.told == []
    real, room = os.pwrite, writer.journal.path.stat().st_size + 60

    def fills_up(handle: int, data: bytes, offset: int) -> int:
        if offset >= room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, data[: room - offset], offset)

    monkeypatch.setattr(os, "pwrite", fills_up)
    for _ in range(3):
        performance.hear(Gesture.PRESS)
        performance.hear(Gesture.BACK)
    performance.disk.settle()
    trouble = Notice("disk_trouble", ("No space left on device",))
    assert host.told == [trouble]
    story = read(writer.journal.path)
    assert (len(story.records), story.torn) == (1, True)  # what was safe is safe, the rest is a torn line
    monkeypatch.setattr(os, "pwrite", real)
    performance.hear(Gesture.PRESS)
    performance.disk.settle()
    assert host.told == [trouble, Notice("disk_well")]
    writer.close()
    story = read(writer.journal.path)
    assert len(story.records) == 8
    assert story.torn is False
    assert [type(record).__name__ for record in story.records[:4]] == ["Happened", "Happened", "WentBack", "Happened"]


def test_a_card_that_cannot_sync_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    performance, writer, host = a_performance(tmp_path)
    real = os.fsync

    def fails(handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fails)
    performance.hear(Gesture.PRESS)
    performance.hear(Gesture.PRESS)
    performance.disk.settle()
    assert host.told == [Notice("disk_trouble", ("Input/output error",))]
    monkeypatch.setattr(os, "fsync", real)
    performance.hear(Tapped("Cid"))
    performance.disk.settle()
    assert host.told[-1] == Notice("disk_well")
    writer.close()
    assert len(read(writer.journal.path).records) == 3


FULL_DISK = """
import json, resource, signal, sys
from pathlib import Path
from test_journal import a_performance
from majordome.core.events import Gesture

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
performance, writer, host = a_performance(Path(sys.argv[1]))
performance.hear(Gesture.PRESS)
performance.disk.settle()
size = writer.journal.path.stat().st_size
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 60, hard))  # room for half a line
refused = [performance.hear(gesture).refused for gesture in [Gesture.PRESS, Gesture.BACK] * 3]
performance.disk.settle()
full = [cue.what for cue in host.told], writer.journal.path.stat().st_size - size
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
refused.append(performance.hear(Gesture.PRESS).refused)
performance.disk.settle()
writer.close()
print(json.dumps([refused, *full, [(cue.what, *cue.names) for cue in host.told], performance.prompter.beat.name]))
"""


def test_on_a_disk_that_is_really_full_the_evening_goes_on_and_all_is_written_when_there_is_room(
    tmp_path: Path,
) -> None:
    here = Path(__file__).parent
    paths = os.pathsep.join(map(str, (here, here.parent, here.parents[1] / "controller")))
    ran = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.stderr == ""
    refused, told_when_full, half_a_line, told, beat = json.loads(ran.stdout)
    assert refused == [None] * 7
    assert told_when_full == ["disk_trouble"]
    assert half_a_line == 60
    assert told == [["disk_trouble", "File too large"], ["disk_well"]]
    story = read(tmp_path / "evening.journal")
    assert [type(record).__name__ for record in story.records] == [
        "Happened",
        *["Happened", "WentBack"] * 3,
        "Happened",
    ]
    assert story.torn is False
    recalled = Prompter(story.header.evening, Narrator("en"))
    recalled.recall(story.records, 0.0)
    assert recalled.beat is not None
    assert recalled.beat.name == beat == "murder"


def test_a_folder_that_cannot_be_made_is_told_and_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("not a folder")
    performance, writer, host = a_performance(tmp_path / "a file" / "evenings")
    assert writer.journal.trouble == "Not a directory"
    for _ in range(3):
        assert performance.hear(Gesture.PRESS).refused is None
    performance.disk.settle()
    assert host.told == [Notice("disk_trouble", ("Not a directory",))]
    (tmp_path / "a file").unlink()  # the host puts in the right card
    performance.hear(Gesture.BACK)
    performance.disk.settle()
    assert host.told[-1] == Notice("disk_well")
    writer.close()
    writer.close()
    assert len(read(writer.journal.path).records) == 4


def test_a_journal_in_trouble_can_be_closed(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("not a folder")
    book = Journal.begin(tmp_path / "a file" / "below", HEADER, "evening")
    book.close()
    book.close()
    assert book.trouble == "Not a directory"


def test_a_name_that_is_too_long_for_the_disk_is_trouble_and_no_exception(tmp_path: Path) -> None:
    assert Journal.begin(tmp_path, HEADER, "x" * 300).trouble == "File name too long"


def test_a_folder_that_cannot_be_synced_does_not_stop_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def only_files(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(handle)

    monkeypatch.setattr(os, "fsync", only_files)
    assert read(written(tmp_path)).records == RECORDS


def test_the_lines_are_on_the_disk_before_the_next_step_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    performance, writer, _ = a_performance(tmp_path)
    synced: list[int] = []
    real = os.fsync

    def note(handle: int) -> None:
        real(handle)
        synced.append(os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fsync", note)
    seen = []
    for _ in range(3):
        performance.hear(Gesture.PRESS)
        seen.append(len(synced))
    performance.disk.settle()
    # When a step is heard, the one before it is synced: that is all a power cut can cost.
    assert all(count >= n for n, count in enumerate(seen))
    assert len(synced) == 3
    writer.close()
