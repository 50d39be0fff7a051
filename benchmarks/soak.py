"""Does a box that plays for long grow? An evening of four hours, run faster, and a soak in real time.

In real time somebody presses, pauses, takes steps back and looks at the page all the while, with voice and sounds. The
reference is the same process when it was warm - after the first round, or half a minute: memory flat, no thread and no
open file left over.

python benchmarks/soak.py --minutes 20     the long one; without it, 20 seconds
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from _process import answered, box, memory, threads_and_files

SPEED = 1200  # times as fast: four hours in 13 s
ROUND = [b"\n", b"\n", b"\n", b"wait\n", b"\n", b"wait\n", b"add 12m\n", b"wait\n", *[b"\n"] * 4]  # 72 minutes of talk
WARM = 30.0  # seconds until the welcome is said and everything is loaded
BRIEF = 20.0
EVERY = 0.5
HAND = [b"\n", b"pause\n", b"\n", b"back\n", b"redo\n", b"back\n", b"help\n", b"guests\n", b"victim Nobody\n"]
BAR = 40


def four_hours(folder: Path) -> None:
    """Four rounds with an hourglass of 72 minutes each."""
    config = folder / "long.toml"
    config.write_text("[evening]\ndiscussion = 3600\nwalking = 0\nturning = 0\n")
    with box(folder, "--speed", str(SPEED), "--config", str(config), press=b"\n") as (process, _):
        assert process.stdin is not None
        begun = time.monotonic()
        process.stdin.writelines(ROUND)
        process.stdin.flush()
        answered(process, b"Round 2")
        first, held = memory(process.pid), threads_and_files(process.pid)
        for _ in range(3):
            process.stdin.writelines(ROUND)
        process.stdin.write(b"end murderers\n")
        process.stdin.flush()
        answered(process, b"The murderers have won")
        hours = (time.monotonic() - begun) * SPEED / 3600
        report(f"an evening of {hours:.1f} hours in {time.monotonic() - begun:.0f} s", process.pid, first, held)


def soak(folder: Path, seconds: float) -> None:
    """A hand that never rests, and a phone that looks again and again."""
    with box(folder, press=b"") as (process, _):
        url = page_of(process)
        Thread(target=drain, args=(process,), daemon=True).start()
        time.sleep(WARM)
        keep_busy(process, url, WARM)  # the first of everything
        first, held = memory(process.pid), threads_and_files(process.pid)
        keep_busy(process, url, seconds)
        report(f"{seconds / 60:.1f} minutes in real time", process.pid, first, held)


def page_of(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(rb"http://\S+", line):
            return found[0].decode()
    raise AssertionError("the box has no page")


def drain(process: subprocess.Popen[bytes]) -> None:
    """Somebody reads what the butler says: a full pipe would keep him waiting."""
    assert process.stdout is not None
    for _ in process.stdout:
        pass


def keep_busy(process: subprocess.Popen[bytes], url: str, seconds: float) -> None:
    assert process.stdin is not None
    begun, number = time.monotonic(), 0
    while (gone := time.monotonic() - begun) < seconds:
        process.stdin.write(HAND[number % len(HAND)])
        process.stdin.flush()
        with suppress(OSError), urllib.request.urlopen(url, timeout=5) as page:
            page.read()
        number += 1
        draw(gone / seconds)
        time.sleep(EVERY)
    draw(1.0)


def draw(part: float) -> None:
    """For whoever waits at a terminal."""
    if sys.stderr.isatty():
        done = int(BAR * part)
        end = "\r" + " " * (BAR + 2) + "\r" if part >= 1.0 else ""
        print(f"\r[{'#' * done}{'.' * (BAR - done)}]{end}", end="", file=sys.stderr, flush=True)


def report(what: str, pid: int, first: float, held: tuple[int, int]) -> None:
    time.sleep(2.0)  # what ends now has ended
    last, holds = memory(pid), threads_and_files(pid)
    print(f"soak: {what}: {last:.1f} MB at the end, {first:.1f} MB at the beginning, ratio {last / first:.2f}")
    print(f"  threads {holds[0]}, at the beginning {held[0]}; open files {holds[1]}, at the beginning {held[1]}")


def main() -> None:
    """Measure and tell."""
    options = argparse.ArgumentParser(description="An evening of four hours, run faster, and a soak in real time.")
    options.add_argument("--minutes", type=float, help="of real time; left out: 20 seconds")
    minutes = options.parse_args().minutes
    with TemporaryDirectory() as name:
        four_hours(Path(name))
        soak(Path(name), BRIEF if minutes is None else minutes * 60)


if __name__ == "__main__":
    main()
