"""The wire to the Pico board, over a real pty, with the real firmware under real MicroPython at its other end.

Beside it, in the same run: as many bytes to a bare echo and back, by pyserial. Then a press on the board until TOP, the
scream at its time, and what a frame of the sand costs in MicroPython - time, and bytes allocated (goal: none).
MicroPython is WebAssembly under node here, where a Pico has its own chip: the figures compare, they do not promise.
"""

from __future__ import annotations

import json
import os
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen

import serial
from _measure import in_turns

from majordome.pico import wire

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from pico.rig import PACKAGE, MicroPythonBoard, run_on_micropython

ROUNDS, TRIPS, WINDOW = 15, 20, 8
PRESSES, SCREAMS = 30, 15
PING, PONG = len(wire.frame("p", 0)), len(wire.frame("q", 0, 0, 0))
ECHO = "import os\nos.write(1, b'!')\nwhile data := os.read({fd}, 4096):\n    os.write({fd}, data)"


@contextmanager
def bare_echo() -> Iterator[serial.Serial]:
    """A pty whose other end gives back what it gets."""
    master, slave = os.openpty()
    tty.setraw(slave)
    echo = Popen([sys.executable, "-c", ECHO.format(fd=master)], pass_fds=[master], stdout=PIPE)
    os.close(master)
    try:
        assert echo.stdout is not None
        echo.stdout.read(1)
        with serial.Serial(os.ttyname(slave), timeout=5) as port:
            yield port
    finally:
        echo.kill()
        echo.wait()
        os.close(slave)


def now() -> int:
    """The board's clock, which on the rig is this machine's."""
    return time.monotonic_ns() // 1000 & wire.MASK


class Line:
    """A session with the board, by hand."""

    def __init__(self, board: MicroPythonBoard) -> None:
        self.board = board
        self.port = serial.Serial(board.path, timeout=5)
        self.reader = wire.Reader()
        self.number = 0
        self.port.write(wire.frame("h", wire.PROTOCOL, 1, 0))
        self.hear("i")

    def hear(self, letter: str) -> tuple[int | bytes | str, ...]:
        """The next message of this kind; what must arrive is acknowledged on the way."""
        while True:
            for byte in self.port.read(max(1, self.port.in_waiting)):
                if self.reader.take(byte):
                    if wire.registered(self.reader.kind):
                        self.port.write(wire.frame("a", number=self.reader.number))
                    if self.reader.kind == ord(letter):
                        return self.reader.values()

    def order(self, letter: str, *values: int) -> None:
        """Something that must arrive, until it has."""
        self.port.write(wire.frame(letter, *values, number=self.number))
        self.number = (self.number + 1) & 0xFF
        self.hear("a")

    def pings(self, together: int, times: int) -> None:
        """So many at once, so often, each answered."""
        sent = wire.frame("p", now()) * together
        for _ in range(times):
            self.port.write(sent)
            answers = 0
            while answers < together:
                for byte in self.port.read(max(1, self.port.in_waiting)):
                    answers += self.reader.take(byte) and self.reader.kind == ord("q")


def echoes(port: serial.Serial, together: int, times: int) -> Callable[[], None]:
    """As many bytes through the bare echo."""
    data = bytes((PING + PONG) // 2 * together)

    def run() -> None:
        for _ in range(times):
            port.write(data)
            port.read(len(data))

    return run


def round_trips(line: Line, echo: serial.Serial) -> None:
    """There and back, one by one and many together."""
    ours, bare = in_turns(lambda: line.pings(1, TRIPS), echoes(echo, 1, TRIPS), ROUNDS)
    ours, bare = ours / TRIPS * 1e6, bare / TRIPS * 1e6
    print(f"wire, round trip: median {ours:.0f} us beside {bare:.0f} us of a bare echo, ratio {ours / bare:.1f}")
    ours, bare = in_turns(lambda: line.pings(WINDOW, TRIPS), echoes(echo, WINDOW, TRIPS), ROUNDS)
    ours, bare = WINDOW * TRIPS * 2 / ours, WINDOW * TRIPS * 2 / bare
    print(f"wire, frames per second: {ours:.0f} beside {bare:.0f} of a bare echo, ratio {ours / bare:.2f}")


def press_to_top(line: Line, echo: serial.Serial) -> None:
    """A press on the board: armed it sounds there, otherwise the box hears of it and orders it."""
    armed: list[int] = []
    ordered: list[int] = []
    bare: list[float] = []
    line.order("L", 0, 0, 0, 0)
    for n in range(2 * PRESSES):
        line.board.ask("machine.story.clear()")
        if n % 2:
            line.order("A", 0)
        line.board.press_button()
        line.hear("P")
        time.sleep(0.06)  # no hand is quicker
        line.board.release_button()  # a press counts when the finger leaves the button
        _, at, struck = line.hear("P")
        assert isinstance(at, int)
        assert struck == (0 if n % 2 else wire.NONE)
        if n % 2 == 0:
            line.order("B", 0, wire.NOW)
        (armed if n % 2 else ordered).append(wire.since(line.board.sounds()[0][0], at))
        line.order("X")
        begun = time.perf_counter()
        echoes(echo, 1, 1)()
        bare.append((time.perf_counter() - begun) * 1e6)
    echoed = median(bare)
    print(
        f"wire, press on the Pico to TOP: armed median {median(armed):.0f} us (worst {max(armed)}), by way of the box "
        f"{median(ordered):.0f} us (worst {max(ordered)}), beside {echoed:.0f} us of a bare echo, ratios "
        f"{median(armed) / echoed:.2f} and {median(ordered) / echoed:.1f}; of the latter, 20000 us make sure"
    )


def scream(line: Line) -> None:
    """Told beforehand at which time, beside told at that time."""
    lamp = line.board.setting("LAMP")[0]

    def lit_after(at: int) -> int:
        time.sleep(0.02)
        moment = next(moment for moment, pin, what in line.board.ask("machine.story") if pin == lamp and what)
        return wire.since(moment, at)

    ours: list[int] = []
    bare: list[int] = []
    line.order("R", 600_000, 600_000, wire.NOW)
    for n in range(2 * SCREAMS):
        line.order("D", 3)
        line.board.ask("machine.story.clear()")
        due = time.monotonic() + 0.3
        at = int(due * 1e6) & wire.MASK
        if n % 2:
            line.order("S", at)
        time.sleep(due - time.monotonic())
        if n % 2 == 0:
            line.order("S", wire.NOW)
        (ours if n % 2 else bare).append(lit_after(at))
        line.pings(1, 1)
        time.sleep(0.8)  # the flashes end
    print(
        f"wire, scream at its time: median {median(ours)} us late (worst {max(ours)}) beside {median(bare)} us (worst "
        f"{max(bare)}) when it is ordered at that time, ratio {median(ours) / median(bare):.2f}"
    )


FRAMES = """
import gc, json, js
from bench import Bench
b = Bench()
b.order("R", {left}, 180000, 0x3FFFFFFF)
b.go(100)
sand, strip, clock = b.core.props.sand, b.core.props.sand.strip, b.clock

def plain():
    "As one would write it first: a list of colours a frame."
    part = sand.left / 180000
    lights = [(0, 0, 0)] * 60
    for n in range(30):
        level = min(1.0, max(0.0, part * 30 - n))
        lights[29 - n] = tuple(int(c * level * level) for c in (55, 30, 6))
        level = min(1.0, max(0.0, (1 - part) * 30 - n))
        lights[59 - n] = tuple(int(c * level * level) for c in (55, 30, 6))
    for n, (red, green, blue) in enumerate(lights):
        strip.lights[n] = green << 16 | red << 8 | blue
    strip.show()

def ours():
    clock.on(33000)
    sand.draw(clock.now)

def cost(frame):
    frame()
    before, begun = gc.mem_alloc(), js.clock_us()
    for _ in range({frames}):
        frame()
    took = js.clock_us() - begun & 0x3FFFFFFF
    return [took / {frames}, (gc.mem_alloc() - before) / {frames}]

# ----
print(json.dumps([cost(ours), cost(plain)]))
"""


def frames() -> None:
    """One frame of the sand."""
    for name, left in (("falling", 90_000), ("pulsing", 29_000)):
        (ours, used), (plain, wasted) = json.loads(run_on_micropython(FRAMES.format(left=left, frames=300)))
        print(
            f"wire, a frame of {name} sand in MicroPython: {ours:.0f} us and {used:.0f} bytes allocated beside "
            f"{plain:.0f} us and {wasted:.0f} bytes of a list of colours, ratio {ours / plain:.2f}"
        )


def main() -> None:
    """Measure and tell."""
    if not PACKAGE.exists():
        print("wire: skipped, there is no MicroPython for node here (`make micropython`)")
        return
    with MicroPythonBoard() as board, bare_echo() as echo:
        line = Line(board)
        round_trips(line, echo)
        press_to_top(line, echo)
        scream(line)
        line.port.close()
    frames()


if __name__ == "__main__":
    main()
