"""What a flood does to the evening: a press on the host's phone and press to TOP, alone, in a crowd, under each load.

The press is one question on a connection that is kept, and counts when it is on the disk; "comes in" is a phone that
connects anew and asks who it is. Press to TOP is a finger on a mock pin, from the edge that decides to the buzzer, of
an evening in the same process as the flooded pages. The laptop with eight addresses is a process of its own. Goal: the
press on the phone within 100 ms at the median under each load, on a machine that does nothing else.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import httpx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from _running import Running, running  # noqa: E402  # as below
from press_to_top import SPEED, our_press  # noqa: E402

from faults.flood import loads  # noqa: E402  # the tests' own laptop
from majordome.games.murder.testing import guest_list  # noqa: E402
from web.boxes import Box, Visitor, murder  # noqa: E402  # and their box

SECONDS = 4.0  # under each load
GOAL = 100.0  # milliseconds
TRIES = 3


class Found(NamedTuple):
    """Milliseconds of each press on the phone, of each phone that comes in anew, and from the button to TOP."""

    pressed: list[float]
    came: list[float]
    tops: list[float]


@contextmanager
def laptop(box: Box, load: str, cookie: str) -> Iterator[None]:
    """Eight addresses."""
    host = f"{box.place[0]}:{box.place[1]}"
    script = [sys.executable, str(HERE.parent / "tests/faults/flood.py"), host, load, cookie]
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield
        finally:
            process.kill()


def presses(host: Visitor, pins: Running) -> Found:
    """By turns: a press on the phone, a phone that comes in anew, a finger on the button."""
    pressed, came, tops, end = list[float](), list[float](), list[float](), time.monotonic() + SECONDS
    while time.monotonic() < end or len(pressed) < 5:
        state = host.state()
        said, moment = "go_on" if state["room"]["paused"] else "pause", state["host"]["moment"]
        began = time.perf_counter()
        answer = host.say(said, moment=moment)
        pressed.append(1000 * (time.perf_counter() - began))
        assert answer.status_code == 200, answer.text
        began = time.perf_counter()
        comes_in(host)
        came.append(1000 * (time.perf_counter() - began))
        tops.append(our_press(pins) / 1000)
        time.sleep(0.05)
    return Found(pressed, came, tops)


def comes_in(host: Visitor) -> None:
    """A phone that is sent away before it has spoken, in the crowd of its own address, tries again as browsers do."""
    for _ in range(TRIES):
        line = HTTPConnection(*host.box.place, timeout=20, source_address=(host.address, 0))
        with suppress(ConnectionResetError), closing(line):
            line.request("GET", "/api/me?as=host", headers={"Cookie": host.cookies})
            assert line.getresponse().status == 200
            return
    raise ConnectionResetError(f"sent away {TRIES} times")


def main() -> None:
    """Side by side."""
    with tempfile.TemporaryDirectory() as folder, running(speed=SPEED) as pins:
        box = Box(Path(folder), murder(guest_list(12), discussion=60))
        try:
            host, guest = box.host(), box.guest("Cid")
            host.does("press")
            presses(host, pins)
            alone = presses(host, pins)
            tell("alone", alone, alone)
            tell("20 live and 100 slow", in_a_crowd(box, host, pins), alone)
            for load in loads("x"):
                with laptop(box, load, guest.cookies):
                    try:
                        tell(f"flood: {load}", presses(host, pins), alone)
                    except (httpx.TransportError, OSError) as trouble:
                        print(f"flood: {load}: the host's phone does not get in ({trouble!r})")
        finally:
            box.close()


def in_a_crowd(box: Box, host: Visitor, pins: Running) -> Found:
    """A full house."""
    pages = [box.visitor().live("screen") for _ in range(20)]
    slow = [box.knock(b"GET / HTTP/1.1\r\nHost: lo", f"127.1.0.{number + 1}") for number in range(100)]
    found = presses(host, pins)
    for page in pages:
        page.close()
    for plug in slow:
        plug.close()
    return found


def tell(what: str, found: Found, alone: Found) -> None:
    """One line."""
    pressed, came, top = map(statistics.median, found)
    usual, _, usual_top = map(statistics.median, alone)
    late = "" if pressed <= GOAL else "   over the goal (is the machine busy?)"
    phone = f"{pressed:8.1f} ms, {pressed / usual:5.1f} times, worst {max(found.pressed):7.1f}"
    button = f"{top:7.3f} ms, {top / usual_top:5.1f} times, worst {max(found.tops):7.2f}"
    print(f"{what:22} phone {phone}; comes in {came:7.1f}; to TOP {button}{late}")


if __name__ == "__main__":
    main()
