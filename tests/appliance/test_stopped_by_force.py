"""Told to leave at the worst of times: dark within two seconds, and gone before systemd ends it by force."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from majordome.core.journal import read
from majordome.service.evenings_folder import newest

pytestmark = pytest.mark.long

PATIENCE = 60.0  # seconds, on a busy machine
DARK_WITHIN, GONE_WITHIN = 2.0, 5.0  # seconds: the promise, and systemd's TimeoutStopSec
BUSY = 1.5  # seconds more: this machine may have other things to do
# A box on pins that are not there. It tells when it is ready and when it is dark; the trouble comes in by its name.
BOX = """
import os, sys, time
from majordome.box import parts
from majordome.cli.commands import main

def tell(word):
    os.write(2, f"{word} {time.monotonic()}\\n".encode())

close = parts.Hardware.close
def closes(hardware):
    close(hardware)
    tell("dark")
parts.Hardware.close = closes

def hang(*args, **more):
    tell("hangs")
    time.sleep(3600)

trouble = sys.argv[1]
if trouble == "pages":
    from majordome.web import server
    server.Pages.__init__ = hang  # they are being opened, and it takes for ever
elif trouble == "disk":
    fsync, left = os.fsync, [6]
    def tired(file):
        left[0] -= 1
        hang() if left[0] <= 0 else fsync(file)
    os.fsync = tired
sys.exit(main(sys.argv[2:]))
"""


class Attacked:
    """The process, and what it told."""

    def __init__(self, folder: Path, trouble: str) -> None:
        config = folder / "majordome.toml"
        page = '[page]\nport = 18241\nlisten = "127.0.0.1"\nmdns = false\n'
        config.write_text(f'[evening]\nlang = "en"\n[journal]\nfolder = "{folder}/evenings"\n{page}')
        words = ["play", "--plain", "--new", "--config", str(config)]
        environ = {key: value for key, value in os.environ.items() if key != "MAJORDOME_NO_PAGE"}
        if trouble != "pages":
            words.append("--no-page")
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOX, trouble, *words],
            env=environ | {"GPIOZERO_PIN_FACTORY": "mock", "MAJORDOME_SILENT": "1", "XDG_CACHE_HOME": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hangs(self) -> None:
        assert self.process.stderr is not None
        while not self.process.stderr.readline().startswith("hangs"):
            assert self.process.poll() is None

    def press(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def leave(self, number: int) -> tuple[float, float]:
        """Seconds until it was dark, and until it was gone."""
        began = time.monotonic()
        self.process.send_signal(number)
        _, told = self.process.communicate(timeout=PATIENCE)
        gone = time.monotonic() - began
        dark = next(float(line.split()[1]) for line in told.splitlines() if line.startswith("dark"))
        return dark - began, gone


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("trouble", ["pages", "disk"])
def test_it_is_dark_and_gone_in_time_whatever_hangs(tmp_path: Path, trouble: str, number: signal.Signals) -> None:
    box = Attacked(tmp_path, trouble)
    try:
        if trouble == "disk":
            for _ in range(6):
                box.press()
        box.hangs()
        dark, gone = box.leave(number)
    finally:
        if box.process.poll() is None:
            box.process.kill()
            box.process.communicate()
    assert dark < DARK_WITHIN + BUSY
    assert gone < GONE_WITHIN + BUSY
    if trouble == "disk":  # what was written is whole
        journal = newest(tmp_path / "evenings")
        assert journal is not None
        assert read(journal).records
