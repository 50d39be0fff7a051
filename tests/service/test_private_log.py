"""What broke is told to the host, and to nobody else on the machine."""

from __future__ import annotations

import logging
import os
from contextlib import closing
from pathlib import Path

import pytest

from majordome.box.compose import _keep_a_log
from majordome.service.private_log import PrivateLog


def test_the_log_is_private_from_its_first_line_and_after_it_was_turned_over(tmp_path: Path) -> None:
    old = tmp_path / "majordome.log"
    old.write_text("of an earlier version\n")
    old.chmod(0o644)
    with closing(PrivateLog(old, maxBytes=60, backupCount=1, delay=True)) as log:
        for _ in range(4):
            log.emit(logging.LogRecord("stage", logging.ERROR, "", 0, "the buzzer does not answer", (), None))
    found = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert found == {"majordome.log": 0o600, "majordome.log.1": 0o600}


def test_the_log_of_an_evening_is_private_whoever_plays_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging, "raiseExceptions", logging.raiseExceptions)
    before = os.umask(0o022)
    try:
        _keep_a_log(tmp_path)
        logging.getLogger("stage").error("the buzzer does not answer")
    finally:
        os.umask(before)
        for handler in logging.getLogger().handlers:
            handler.close()
    assert (tmp_path / "majordome.log").stat().st_mode & 0o777 == 0o600
