"""A house of our own for each test, and an evening that is played in it from beginning to end."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from majordome.cli.commands import main
from majordome.service.private_log import PrivateLog
from terminal.pipes import Played


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str]) -> Played:
    def play(*words: str, typed: str, trouble: str = "") -> list[str]:
        with TemporaryFile() as lines:
            lines.write(typed.encode())
            lines.seek(0)
            kept = os.dup(0)
            os.dup2(lines.fileno(), 0)
            try:
                code = main(["play", "--plain", *words])
            finally:
                os.dup2(kept, 0)
                os.close(kept)
                for handler in logging.getLogger().handlers:  # the log of the process that this one plays
                    if isinstance(handler, PrivateLog):
                        handler.close()
        told = capsys.readouterr()
        assert (code, told.err) == (0, trouble)
        return told.out.splitlines()

    return play


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of journals of a house of our own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("MAJORDOME_CONFIG", raising=False)
    return tmp_path / "state" / "majordome" / "evenings"
