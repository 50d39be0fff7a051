"""What pages have told is kept in a private file, written by the house's one way to write such files."""

from __future__ import annotations

import stat
from pathlib import Path

from majordome.web.saved_files import FileSaver, forget, keep, kept


def test_what_was_kept_is_there_again_and_nobody_else_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    keep(path, {"guests": ["Ana"]})
    assert kept(path) == {"guests": ["Ana"]}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
    forget(path)
    assert kept(path) is None


def test_a_link_that_somebody_laid_at_a_guessed_name_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("as it was")
    (tmp_path / "drafts.part").symlink_to(precious)
    keep(tmp_path / "drafts.json", {"guests": ["Ana"]})
    assert precious.read_text() == "as it was"


def test_where_nothing_can_be_written_the_page_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep(tmp_path / "file" / "drafts.json", {})
    assert kept(tmp_path / "file" / "drafts.json") is None


def test_a_fault_of_one_thing_keeps_nothing_else_from_being_kept(tmp_path: Path) -> None:
    saver, done = FileSaver(), list[str]()
    saver.do(tmp_path / "one", lambda: [][0])
    saver.do(tmp_path / "other", lambda: done.append("kept"))
    assert done == ["kept"]
