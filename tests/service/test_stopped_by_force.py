"""Told to leave at the worst of times: dark within two seconds, and gone before systemd ends it by force."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background ignore it, and so would it
from majordome.box import parts
from majordome.cli.commands import main

def tell(word):
    os.write(2, f"{word} {time.monotonic()}\\n".encode())

close = parts.Hardware.close
def closes(hardware):
    close(hardware)
    tell("dark")
parts.Hardware.close = closes
enter = parts.Hardware.__enter__
def enters(hardware):
    tell("lit")
    return enter(hardware)
parts.Hardware.__enter__ = enters

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
elif trouble == "start":
    from majordome.core.disk_watch import DiskWatch
    DiskWatch.settle.__defaults__ = (1.0,)  # seconds, in place of ten: nobody need wait for this test
    os.fsync = hang  # from the first line on
elif trouble == "doctor":
    from majordome.cli import doctor
    parts.Hardware.held_at_start = lambda hardware: True
    doctor.examine = hang  # with whatever is lit and sounds
elif trouble == "closing":
    from majordome.box.pages import EveningPages
    shut = EveningPages.close
    def shuts(pages):
        tell("shuts")
        shut(pages)
    EveningPages.close = shuts
elif trouble == "evening":
    from majordome.core.evening_loop import Performance
    Performance.take = hang  # a prop that does not come back
elif trouble == "terminal":
    from majordome.box import compose
    put_out = compose.put_out
    compose.put_out = lambda line: hang() if "[Friday" in line else put_out(line)  # it takes no more lines
elif trouble == "animator":
    from majordome.props.animator import Animator
    Animator.catch_up = hang
elif trouble == "broker":
    from majordome.box import compose
    from contextlib import contextmanager
    @contextmanager
    def other_rooms(*args):
        yield None
        hang()  # it takes the goodbye and never answers
    compose.other_rooms = other_rooms
elif trouble == "crash":
    from majordome.core.evening_loop import Performance
    def stumble(performance, heard):
        raise RuntimeError("the prompter fell off his chair")
    Performance.take = stumble
sys.exit(main(sys.argv[2:]))
"""


class Attacked:
    """The process, and what it told."""

    def __init__(self, folder: Path, trouble: str, does: str = "play --plain --new", broker: int = 0) -> None:
        config = folder / "majordome.toml"
        page = '[page]\nport = 18241\nlisten = "127.0.0.1"\nmdns = false\n'
        rooms = f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker}\nbox = "cellar"\n' if broker else ""
        config.write_text(f'[evening]\nlang = "en"\n[journal]\nfolder = "{folder}/evenings"\n{page}{rooms}')
        words = [*does.split(), "--config", str(config)]
        environ = {key: value for key, value in os.environ.items() if key != "MAJORDOME_NO_PAGE"}
        if trouble not in ("pages", "closing") and "play" in does:
            words.append("--no-page")
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOX, trouble, *words],
            env=environ | {"GPIOZERO_PIN_FACTORY": "mock", "MAJORDOME_SILENT": "1", "XDG_CACHE_HOME": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def tells(self, word: str) -> None:
        assert self.process.stderr is not None
        while not self.process.stderr.readline().startswith(word):
            assert self.process.poll() is None

    def hangs(self) -> None:
        self.tells("hangs")

    def press(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def says(self, text: str) -> None:
        assert self.process.stdout is not None
        while text not in (line := self.process.stdout.readline()):
            assert line, f"it left without '{text}'"

    def leave(self, how: int | str) -> tuple[float, float]:
        """By a signal, or by what the host types. Seconds until it was dark, and until it was gone."""
        began = time.monotonic()
        if isinstance(how, str):
            typed: str | None = f"{how}\n"
        else:
            typed = None
            self.process.send_signal(how)
        self.out, self.told = self.process.communicate(typed, timeout=PATIENCE)
        gone = time.monotonic() - began
        dark = next(float(line.split()[1]) for line in self.told.splitlines() if line.startswith("dark"))
        return dark - began, gone


@contextmanager
def attacked(folder: Path, trouble: str, does: str = "play --plain --new", broker: int = 0) -> Iterator[Attacked]:
    box = Attacked(folder, trouble, does, broker)
    try:
        yield box
    finally:
        if box.process.poll() is None:
            box.process.kill()
            box.process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("trouble", ["pages", "disk", "start", "doctor"])
def test_it_is_dark_and_gone_in_time_whatever_hangs(tmp_path: Path, trouble: str, number: signal.Signals) -> None:
    with attacked(tmp_path, trouble) as box:
        if trouble == "disk":
            for _ in range(6):
                box.press()
        box.hangs()
        dark, gone = box.leave(number)
    assert box.process.returncode == (130 if number == signal.SIGINT else 0)
    assert dark < DARK_WITHIN + BUSY
    assert gone < GONE_WITHIN + BUSY
    if trouble == "disk":  # what was written is whole
        journal = newest(tmp_path / "evenings")
        assert journal is not None
        assert read(journal).records


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, "q"], ids=str)
@pytest.mark.parametrize("trouble", ["evening", "terminal", "animator", "broker"])
def test_nothing_that_hangs_keeps_the_lamps_on_or_the_box_from_leaving(
    tmp_path: Path, trouble: str, how: signal.Signals | str
) -> None:
    with attacked(tmp_path, trouble) as box:
        box.says("[")
        if trouble != "broker":
            box.press()
        if trouble in ("evening", "terminal"):
            box.hangs()
        dark, gone = box.leave(how)
    assert dark < DARK_WITHIN + BUSY
    assert gone < GONE_WITHIN + BUSY
    if trouble != "animator":  # which was left behind, and all else in good order
        assert box.process.returncode == (130 if how == signal.SIGINT else 1)
        assert "something hung" in box.told
    journal = newest(tmp_path / "evenings")
    assert journal is not None
    assert not read(journal).torn


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("after", [0.0, 0.02, 0.1, 0.3])
def test_a_box_that_is_stopped_while_it_starts_is_dark_as_fast(
    tmp_path: Path, after: float, number: signal.Signals
) -> None:
    with attacked(tmp_path, "none") as box:
        box.tells("lit")  # the pins are open, and the evening is not there yet
        time.sleep(after)
        dark, _ = box.leave(number)
    assert dark < DARK_WITHIN + BUSY
    assert box.process.returncode == 0


def test_who_types_q_need_not_wait_for_a_disk_that_hangs_and_is_told_no_lie(tmp_path: Path) -> None:
    with attacked(tmp_path, "disk") as box:
        for _ in range(6):
            box.press()
        box.hangs()
        dark, gone = box.leave("q")
    assert dark < DARK_WITHIN + BUSY
    assert gone < GONE_WITHIN + BUSY
    assert "Saved" not in box.out


def test_a_disk_that_hangs_from_the_first_line_on_is_told_and_the_evening_is_played(tmp_path: Path) -> None:
    with attacked(tmp_path, "start") as box:
        box.says("The journal cannot be written (it does not answer)")
        box.press()
        box.says("[Friday night")
        dark, _ = box.leave(signal.SIGTERM)
    assert dark < DARK_WITHIN + BUSY
    assert "Saved" not in box.out
    assert box.process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_doctor_who_is_stopped_leaves_nothing_lit(tmp_path: Path, number: signal.Signals) -> None:
    with attacked(tmp_path, "doctor", "doctor") as box:
        box.hangs()
        dark, _ = box.leave(number)
    assert dark < DARK_WITHIN + BUSY
    assert box.process.returncode == 1  # nobody knows how the box is


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("starts", [True, False])
def test_a_satellite_leaves_in_the_same_way_though_its_broker_is_deaf(
    tmp_path: Path, starts: bool, number: signal.Signals
) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as deaf,
        attacked(tmp_path, "none", "satellite", deaf.getsockname()[1]) as cellar,
    ):
        cellar.tells("lit")
        if not starts:
            cellar.says("attends")
        dark, gone = cellar.leave(number)
    assert dark < DARK_WITHIN + BUSY
    assert gone < GONE_WITHIN + BUSY
    assert cellar.process.returncode in (130 if number == signal.SIGINT else 0, 1)  # 1: the broker was left by force


def test_the_box_is_dark_before_it_shuts_its_pages(tmp_path: Path) -> None:
    with attacked(tmp_path, "closing") as box:
        box.says("127.0.0.1:18241")
        box.leave(signal.SIGTERM)
    words = [line.split()[0] for line in box.told.splitlines()]
    assert words.index("dark") < words.index("shuts")


def test_an_evening_that_falls_over_ends_the_process_dark_and_with_a_word(tmp_path: Path) -> None:
    with attacked(tmp_path, "crash") as box:
        box.says("[")
        box.leave("")
    assert box.process.returncode == 1
    assert "the prompter fell off his chair" in box.told
    assert read(next((tmp_path / "evenings").glob("*.journal"))).records == ()  # whole: the service goes on from it
