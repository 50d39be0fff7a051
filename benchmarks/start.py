"""From the start of the process to the first press accepted, memory and idle CPU, beside bare imports.

The press is in the pipe before the box is awake, so it is taken as soon as it can be: the time is that of the line that
answers it. On mock pins, with pages and with sound into nowhere, as on a box. The reference is an interpreter that
imports gpiozero and pygame and ends; and Mission Pinball's minimal machine, where `mpf` is installed. As on an
installed box, compiled files are there for all.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from _process import answered, box, cpu, environ, memory

FLOOR = "import gpiozero, pygame"
ROUNDS = 9
IDLE = 30.0  # seconds
READY_GOAL, MEMORY_GOAL, IDLE_GOAL = 1.5, 1.3, 0.5
WELCOME = 25.0  # seconds: the butler has said his welcome, and waits
TWO_ROUNDS = b"\n" + b"wait\n\n" * 18 + b"end guests\n" + b"wait\n"  # of voice, calls, screams and beds, in real time


class Run(NamedTuple):
    """Seconds until the press was answered, and megabytes then."""

    seconds: float
    memory: float


def ours(folder: Path) -> Run:
    with box(folder) as (process, begun):
        answered(process, b"Round 1")
        return Run(time.perf_counter() - begun, memory(process.pid))


def floor(folder: Path) -> Run:
    """The memory is looked at by the process itself, when all is imported."""
    look = "; import re, sys; sys.stdout.write(re.search(r'VmRSS:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    begun = time.perf_counter()
    told = subprocess.run([sys.executable, "-c", FLOOR + look], env=environ(folder), capture_output=True, check=True)
    return Run(time.perf_counter() - begun, int(told.stdout) / 1024)


def settled(folder: Path) -> tuple[float, float, float]:
    """Megabytes when the pages are open and the sounds are loaded, idle CPU in per cent, megabytes after an evening."""
    with box(folder, press=b"") as (process, _):
        answered(process, b"The page is open")
        time.sleep(WELCOME)
        ready, before = memory(process.pid), cpu(process.pid)
        time.sleep(IDLE)
        idle = 100 * (cpu(process.pid) - before) / IDLE
    with box(folder, "--config", str(short_evening(folder)), press=TWO_ROUNDS) as (process, _):
        answered(process, b"The guests have won")
        return ready, idle, memory(process.pid)


def short_evening(folder: Path) -> Path:
    config = folder / "short.toml"
    config.write_text("[evening]\ndiscussion = 3\nwalking = 0\nturning = 0\n")
    return config


def pinball(folder: Path) -> Run | None:
    """Mission Pinball's minimal machine, until its game loop runs; None where it is not installed."""
    if shutil.which("mpf") is None:
        return None
    machine = folder / "machine"
    (machine / "config").mkdir(parents=True, exist_ok=True)
    (machine / "config" / "config.yaml").write_text("#config_version=6\n")
    begun = time.perf_counter()
    with subprocess.Popen(
        ["mpf", "-x", "-t", "-b", "-v"], cwd=machine, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if b"Starting the main run loop" in line:
                    return Run(time.perf_counter() - begun, memory(process.pid))
        finally:
            process.terminate()
    return None


def main() -> None:
    """Measure and tell."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        pairs = [(ours(folder), floor(folder)) for _ in range(ROUNDS + 1)][1:]  # the first compiles
        mine, reference = (Run(*map(median, zip(*runs, strict=True))) for runs in zip(*pairs, strict=True))
        print(
            f"start: {mine.seconds * 1e3:.0f} ms to the first press accepted, {reference.seconds * 1e3:.0f} ms for "
            f'python -c "{FLOOR}", ratio {mine.seconds / reference.seconds:.2f} (goal {READY_GOAL})'
        )
        print(f"  median of {ROUNDS} by turns; at that moment {mine.memory:.0f} MB")
        ready, idle, after = settled(folder)
        for what, megabytes in (("when ready, pages open and sounds loaded", ready), ("after an evening", after)):
            ratio = megabytes / reference.memory
            print(f"  memory {what}: {megabytes:.0f} MB, imports {reference.memory:.0f} MB, ratio {ratio:.2f}", end="")
            print(f" (goal {MEMORY_GOAL})")
        print(f"  idle CPU over {IDLE:.0f} s: {idle:.2f} % (goal {IDLE_GOAL} %); the imports alone have ended: 0 %")
        machine = pinball(folder)
        if machine is None:
            print("  Mission Pinball is not installed here (pip install mpf), and was not measured")
        else:
            print(f"  Mission Pinball's minimal machine: {machine.seconds * 1e3:.0f} ms, {machine.memory:.0f} MB")


if __name__ == "__main__":
    main()
