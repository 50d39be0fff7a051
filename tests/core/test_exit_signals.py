"""A signal may come at any instruction of the evening's own thread, and every way of leaving is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any

import pytest

from majordome.box.exit_signals import Leaving, leaving_at_once, leaving_one_way, not_now
from majordome.core.cues import Notice
from majordome.core.evening_queue import LEAVE, Inputs
from majordome.core.events import Gesture
from majordome.core.journal import read
from majordome.terminal import line_mode
from majordome.words.narrator import Narrator

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_box_that_is_told_to_leave_while_it_holds_its_queue_leaves(number: int) -> None:
    inputs: Inputs = Queue()
    with leaving_one_way(inputs) as leaving:
        with inputs.mutex:  # as in task_done(), when the signal came
            os.kill(os.getpid(), number)
            assert not inputs.queue
        assert inputs.get(timeout=10) is LEAVE
    assert leaving.exit_code == (130 if number == signal.SIGINT else 0)


def test_the_handlers_of_the_house_are_put_back() -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    with leaving_one_way(Queue()):
        assert [signal.getsignal(number) for number in SIGNALS] != before
    assert [signal.getsignal(number) for number in SIGNALS] == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_before_the_evening_closes_all_that_is_open(number: int) -> None:
    seen: list[str] = []

    def start() -> None:
        with leaving_at_once(), ExitStack() as opened:
            with not_now():
                os.kill(os.getpid(), number)  # half of the pins are open
                opened.callback(seen.append, "dark")
                seen.append("open")
            seen.append("the evening begins")

    with pytest.raises(SystemExit) as left:
        start()
    assert left.value.code == 0
    assert seen == ["open", "dark"]


@pytest.mark.parametrize("second", SIGNALS)
@pytest.mark.parametrize("first", SIGNALS)
def test_a_second_signal_does_not_keep_the_lamps_from_going_out(first: int, second: int) -> None:
    seen: list[str] = []

    def put_out() -> None:
        os.kill(os.getpid(), second)  # a host who is in a hurry
        seen.append("dark")

    def start() -> None:
        with leaving_at_once(), ExitStack() as opened:
            opened.callback(put_out)
            os.kill(os.getpid(), first)
            seen.append("the evening begins")

    with pytest.raises(KeyboardInterrupt if first == signal.SIGINT else SystemExit):
        start()
    assert seen == ["dark"]


def test_a_thread_that_dies_is_told() -> None:
    inputs: Inputs = Queue()

    def die() -> None:
        raise RuntimeError("out of breath")

    with leaving_one_way(inputs):
        worker = threading.Thread(target=die, name="worker")
        worker.start()
        worker.join()
    assert inputs.get(timeout=10) == Notice("prop_failed", ("worker", "out of breath"))


class Watched(threading.Event):
    """Dark at once, and how long one would have waited for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for: Queue[float | None] = Queue()

    def wait(self, timeout: float | None = None) -> bool:
        self.waited_for.put(timeout)
        return True


def test_who_types_q_behind_a_press_that_hangs_is_in_the_dark_within_two_seconds_of_the_q(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    promised, kept_waiting = 2.0, line_mode.HANGS
    monkeypatch.setattr(line_mode, "HANGS", 0.1)  # nobody need wait for this test
    inputs: Inputs = Queue()  # and nobody takes anything out of it: the evening hangs
    performance: Any = SimpleNamespace(disk=SimpleNamespace(is_waited_for=False))
    told: list[float] = []
    said = {"": Gesture.PRESS, "q": None}
    page = line_mode.PlainPage(Narrator("en"), lambda line: None)
    page.listen(("", "q"), said.__getitem__, performance, inputs, stays=False, leave=told.append)
    assert told == [0.1]

    leaving = Leaving()
    leaving._dark = dark = Watched()
    with leaving_one_way(inputs, leaving), leaving.to_the_end():
        leaving.ask(kept_waiting)
        at_most = dark.waited_for.get(timeout=10)
    assert at_most is not None
    assert 0 < at_most < promised - kept_waiting


@pytest.mark.parametrize("number", SIGNALS)
def test_a_box_in_a_pipe_leaves_with_its_journal_whole(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "majordome", "play", "--new", "--plain", "--silent", "--no-page", "--lang", "en"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as box:
        assert box.stdin is not None
        assert box.stdout is not None
        lines = iter(box.stdout.readline, "")
        assert any(line.startswith("[") for line in lines)
        box.stdin.write("\n")
        box.stdin.flush()
        assert any(line.startswith("[") for line in lines)
        box.send_signal(number)
        assert box.wait(timeout=20) == (130 if number == signal.SIGINT else 0)
    (journal,) = (tmp_path / "majordome" / "evenings").glob("*.journal")
    assert len(read(journal).entries) == 1
