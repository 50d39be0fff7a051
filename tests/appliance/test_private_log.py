"""What broke is told to the host, and to nobody else on the machine."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path

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
