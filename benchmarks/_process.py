"""The whole program as a process of its own, as on a box: mock pins, pages, sound into nowhere. For the benchmarks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def environ(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "PYTHONDONTWRITEBYTECODE": "",
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "GPIOZERO_PIN_FACTORY": "mock",
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }


def memory(pid: int) -> float:
    """Megabytes that are this process' own or shared: its resident set."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def cpu(pid: int) -> float:
    """Seconds of all its threads."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


@contextmanager
def box(folder: Path, *args: str, press: bytes = b"\n") -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """A box, its first press already in the pipe; and when it was started."""
    shutil.rmtree(folder / "state", ignore_errors=True)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "majordome", "play", "--new", "--lang", "en", *args]
    with subprocess.Popen(
        command, env=environ(folder), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(press)
        process.stdin.flush()
        try:
            yield process, begun
        finally:
            process.terminate()
            process.wait(30)
            process.stdin.close()


def answered(process: subprocess.Popen[bytes], word: bytes) -> None:
    """Wait for the line that begins so."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(word):
            return
    raise AssertionError(f"the box ended without saying {word!r}")


def threads_and_files(pid: int) -> tuple[int, int]:
    """How many of each the process holds."""
    return len(os.listdir(f"/proc/{pid}/task")), len(os.listdir(f"/proc/{pid}/fd"))
