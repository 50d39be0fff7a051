"""`majordome` with faults that come when they are called: each is a file in the folder of the house, named after it.

`disk-hangs`: no fsync returns while it is there. `thread-dies`: a thread beside the evening does, once for each time.
`evening-dies`: the evening's own thread does, at the next thing that it hears.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from majordome.cli.commands import main
from majordome.core.evening_loop import Performance

HANGS, THREAD, EVENING = "disk-hangs", "thread-dies", "evening-dies"
GLANCE = 0.02  # seconds


def arm(folder: Path) -> None:
    """From now on each fault waits for its file."""
    fsync, take = os.fsync, Performance.take

    def hangs(file: int) -> None:
        while (folder / HANGS).exists():
            time.sleep(GLANCE)
        fsync(file)

    def stumbles(performance: Performance, heard: Any) -> None:
        if (folder / EVENING).exists():
            raise RuntimeError("the prompter fell off his chair")
        take(performance, heard)

    def dies() -> None:
        while not (folder / THREAD).exists():
            time.sleep(GLANCE)
        (folder / THREAD).unlink()
        hire()  # the next one
        raise RuntimeError("out of breath")

    def hire() -> None:
        threading.Thread(target=dies, name="footman", daemon=True).start()

    patch.object(os, "fsync", hangs).start()
    patch.object(Performance, "take", stumbles).start()
    hire()


if __name__ == "__main__":
    arm(Path(os.environ["HOME"]))
    sys.exit(main())
