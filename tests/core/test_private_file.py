"""A secret is written by root, too, in a folder that somebody else owns: no link in it may lead the pen astray."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO

import pytest

from majordome.core.private_file import write_private, write_private_with


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Something that is not ours to overwrite."""
    path = tmp_path / "shadow"
    path.write_text("root's own", "utf-8")
    path.chmod(0o644)
    return path


def test_a_link_in_the_place_of_the_file_is_replaced_and_not_followed(tmp_path: Path, victim: Path) -> None:
    secret = tmp_path / "evenings" / "hotspot.json"
    secret.parent.mkdir()
    secret.symlink_to(victim)
    write_private(secret, b"password")
    assert (victim.read_text("utf-8"), stat.S_IMODE(victim.stat().st_mode)) == ("root's own", 0o644)
    assert not secret.is_symlink()
    assert (secret.read_bytes(), stat.S_IMODE(secret.stat().st_mode)) == (b"password", 0o600)


def test_a_link_that_waits_where_the_unfinished_file_will_be_is_not_followed(
    tmp_path: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)  # suppose that it could be guessed
    secret = tmp_path / "hotspot.json"
    (tmp_path / "hotspot.json.00000000.part").symlink_to(victim)
    with pytest.raises(FileExistsError):
        write_private(secret, b"password")
    assert victim.read_text("utf-8") == "root's own"
    assert not secret.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes for somebody else")
def test_what_root_writes_belongs_to_whoever_owns_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "evenings"
    folder.mkdir()
    os.chown(folder, 12345, 12345)
    write_private(folder / "hotspot.json", b"password")
    assert (folder / "hotspot.json").stat().st_uid == 12345


def test_a_pen_that_breaks_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    def breaks(file: BinaryIO) -> None:
        file.write(b"half")
        raise OSError("the card is full")

    secret = tmp_path / "keys"
    write_private(secret, b"old")
    with pytest.raises(OSError, match="full"):
        write_private_with(secret, breaks)
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]
    assert secret.read_bytes() == b"old"
