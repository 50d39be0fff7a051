"""A board's end of the wire on a real serial line (tests/pico/wires.py). Wants a port, and a file to tell in."""

from __future__ import annotations

import json
import os
import select
import sys
import time
import tty
from contextlib import suppress
from pathlib import Path

from wires import BoardEnd  # type: ignore[import-not-found]  # beside this file in the guest


def main(port: str, told: Path) -> None:
    line = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(line)
    board, session = BoardEnd(), None
    while True:
        select.select([line], [], [], 0.01)
        try:
            data = os.read(line, 256)
        except (BlockingIOError, OSError):
            data = b""
            time.sleep(0.01)
        answer = board.turn(data, time.monotonic())
        if answer:
            with suppress(OSError):  # nobody is at the other end
                os.write(line, answer)
        if board.session != session:
            session = board.session
            unfinished = told.with_suffix(".part")
            unfinished.write_text(json.dumps({"session": session}))
            unfinished.replace(told)


main(sys.argv[1], Path(sys.argv[2]))
