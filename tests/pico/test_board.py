"""The firmware on a real line: MicroPython behind a pty, pyserial before it, and what lines do to bytes in between."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import serial

from majordome.pico import mail, wire
from pico.rig import FIRMWARE, PATIENCE, MicroPythonBoard, needs_micropython

pytestmark = needs_micropython
Told = tuple[str, tuple[Any, ...]]


class Peer:
    """The least that a box must do: number, acknowledge, send again, ping."""

    def __init__(self, path: str) -> None:
        self.port = serial.Serial(path, timeout=0.002)
        self.reader, self.inbox, self.outbox = wire.Reader(), mail.Inbox(), mail.Outbox()
        self.told: list[Told] = []
        self.session = 0
        self._pinged = 0.0

    @staticmethod
    def now() -> int:
        """As the rig's board counts."""
        return time.monotonic_ns() // 1000 & wire.MASK

    def turn(self) -> None:
        """Send what is due, take what has come."""
        if self.session and time.monotonic() - self._pinged > wire.BEAT_MS / 1000:
            self._pinged = time.monotonic()
            self.port.write(wire.frame("p", self.now()))
        for n in range(self.outbox.due(self.now())):
            self.port.write(bytes(self.outbox.again(n)[: self.outbox.size(n)]))
        for byte in self.port.read(256):
            if self.reader.take(byte):
                self._take(chr(self.reader.kind), self.reader.number, self.reader.values())

    def _take(self, letter: str, number: int, values: tuple[Any, ...]) -> None:
        if letter == "a":
            self.outbox.acknowledged(number, self.now())
        elif letter == "n":
            self.outbox.wanted(number, self.now())
        elif wire.registered(ord(letter)):
            if not self.session:
                return
            verdict = self.inbox.judge(number)
            if verdict == mail.AHEAD:
                self.port.write(wire.frame("n", number=self.inbox.expected))
                return
            self.port.write(wire.frame("a", number=number))
            if verdict == mail.NEW:
                self.told.append((letter, values))
        else:
            self.told.append((letter, values))

    def until(self, done: Callable[[], object], patience: float = PATIENCE) -> None:
        """Go on until this is so."""
        end = time.monotonic() + patience
        while not done():
            assert time.monotonic() < end, f"it never came; told so far: {self.told}"
            self.turn()

    def go(self, seconds: float) -> None:
        """Go on for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def of(self, letters: str) -> list[Told]:
        """What was told with these letters."""
        return [told for told in self.told if told[0] in letters]

    def hello(self, session: int = 1) -> tuple[Any, ...]:
        """A session; the board's identity."""
        self.session = 0
        self.outbox.reset()
        self.inbox.reset()
        asked = 0.0
        identity: tuple[Any, ...] = ()
        end = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < end, "nobody answers hello"
            if time.monotonic() - asked > 0.25:
                asked = time.monotonic()
                self.port.write(wire.frame("h", wire.PROTOCOL, session, self.now()))
            for byte in self.port.read(256):
                if not self.reader.take(byte):
                    continue
                letter, values = chr(self.reader.kind), self.reader.values()
                if letter == "i" and values[1] == session:
                    self.session, identity = session, values
                elif self.session:  # what came right behind it
                    self._take(letter, self.reader.number, values)
            if self.session:
                self._pinged = 0.0
                return identity

    def order(self, letter: str, *values: int) -> None:
        """What must arrive."""
        frame = wire.frame(letter, *values, number=self.outbox.number)
        self.outbox.keep(frame, len(frame), self.now())
        self.port.write(frame)


@contextmanager
def at_the_table(**fitted: object) -> Iterator[tuple[MicroPythonBoard, Peer]]:
    with MicroPythonBoard(fitted=fitted) as board:
        peer = Peer(board.path)
        try:
            peer.hello()
            yield board, peer
        finally:
            peer.port.close()


def test_hello_sand_chairs_buzzers_and_top_over_a_real_line() -> None:
    with at_the_table() as (board, peer):
        peer.until(lambda: len(peer.of("K")) == 2)
        peer.order("R", 180000, 180000, wire.NOW)
        peer.until(lambda: peer.outbox.waiting == 0)
        peer.until(lambda: sum(led != (0, 0, 0) for led in board.leds()) == 30)
        board.sit("left")
        peer.until(lambda: ("K", (0, 1)) in [(letter, values[:2]) for letter, values in peer.told])
        for number in (4, 1, 6):
            board.press_buzzer(number)
        peer.until(lambda: len(peer.of("G")) == 3)
        assert [values[0] for _, values in sorted(peer.of("G"), key=lambda told: told[1][2])] == [4, 1, 6]
        peer.order("A", wire.PATTERNS.index("stop"))
        peer.until(lambda: peer.outbox.waiting == 0)
        board.press_button()
        peer.until(lambda: len(peer.of("P")) == 1)
        leaves = time.monotonic() + 0.06  # no hand is quicker
        peer.until(lambda: time.monotonic() >= leaves)
        board.release_button()  # a press counts when the finger leaves the button
        peer.until(lambda: len(peer.of("P")) == 2)
        (_, (_, _, nothing)), (_, (pressed, at, struck)) = peer.of("P")
        assert (nothing, pressed, struck) == (wire.NONE, 0, 0)
        [(sounded, tone), *_] = board.sounds()
        assert tone == 880
        assert wire.since(sounded, at) < 2000  # sounded in the interrupt, before anything was told


@pytest.mark.parametrize("every", [2, 3, 5])
def test_whatever_is_lost_both_ways_all_arrives_once_and_in_order(every: int) -> None:
    with at_the_table() as (board, peer):
        board.lose(every)
        for n in range(12):
            peer.until(lambda: not peer.outbox.full)
            peer.order("O", n)
        for number in (1, 2, 3, 4, 5, 6):
            board.press_buzzer(number)
        peer.until(lambda: peer.outbox.waiting == 0)
        peer.until(lambda: len(peer.of("G")) == 6)
        peer.go(0.3)
        assert sorted(values[0] for _, values in peer.of("G")) == [1, 2, 3, 4, 5, 6]
        board.lose(0)
        peer.until(lambda: [n for n, led in enumerate(board.leds()) if led != (0, 0, 0)] == [11])
        assert board.ask("core.session") == 1


def test_garbage_in_the_middle_of_a_frame_costs_that_frame_alone() -> None:
    with at_the_table() as (board, peer):
        whole = wire.frame("O", 7, number=0)
        for noise in (b"\xff" * 300, b"\x01\x02\x03", whole[:5], b"\0\0\0"):
            board.noise(whole[:6] + noise, to="board")
            board.noise(noise)
            peer.told.clear()
            peer.port.write(wire.frame("p", 1))
            peer.until(lambda: bool(peer.of("q")))  # the very next frame is understood, both ways
        peer.order("O", 9)
        peer.until(lambda: peer.outbox.waiting == 0)
        peer.until(lambda: [n for n, led in enumerate(board.leds()) if led != (0, 0, 0)] == [9])


def test_the_two_clocks_agree_within_half_a_round_trip() -> None:
    with at_the_table() as (_, peer):
        for _ in range(10):
            asked = peer.now()
            peer.port.write(wire.frame("p", asked))
            peer.told.clear()
            peer.until(lambda: bool(peer.of("q")))
            answered = peer.now()
            _, (t0, heard, sent) = peer.of("q")[-1]
            if t0 != asked:
                continue  # that of the heartbeat
            there, back = wire.since(heard, asked), wire.since(sent, answered)
            offset, doubt = (there + back) // 2, (there - back) // 2
            assert abs(offset) <= doubt + 1  # on the rig both count the same clock: the truth is nought


def test_a_scream_at_its_time_comes_at_its_time_however_late_it_is_ordered() -> None:
    with at_the_table() as (board, peer):
        board.lose(2)
        peer.order("D", wire.NO_LIGHT | wire.NO_SOUND)
        at = (peer.now() + 1_000_000) & wire.MASK
        peer.order("S", at)
        peer.order("B", wire.PATTERNS.index("alarm"), at)
        peer.until(lambda: wire.since(peer.now(), at) > 300_000)
        lamp = board.setting("LAMP")[0]
        lit = [moment for moment, pin, what in board.ask("machine.story") if pin == lamp and what]
        assert (
            0 <= wire.since(lit[0], at) < 50_000
        )  # machines that run tests are busy; `benchmarks/wire.py` measures it
        assert 0 <= wire.since(board.sounds()[0][0], at) < 50_000


def test_unplugged_and_plugged_in_again_it_is_there_anew() -> None:
    with MicroPythonBoard() as board:
        peer = Peer(board.path)
        assert wire.CAUSES[peer.hello(5)[10]] == "power"
        board.unplug()
        with pytest.raises((serial.SerialException, OSError)):
            peer.go(5)
        peer.port.close()
        with pytest.raises((serial.SerialException, OSError)):
            Peer(board.path)
        board.replug()
        peer = Peer(board.path)
        assert wire.CAUSES[peer.hello(6)[10]] == "power"
        peer.port.close()


@pytest.mark.parametrize("cause", ["watchdog", "asked", "crash", "power"])
def test_it_says_why_it_has_restarted(cause: str) -> None:
    with MicroPythonBoard() as board:
        board.restart(cause)
        peer = Peer(board.path)
        assert wire.CAUSES[peer.hello()[10]] == cause
        peer.port.close()


def test_a_restart_that_the_box_asks_for_is_done_and_told() -> None:
    with MicroPythonBoard() as board:
        peer = Peer(board.path)
        peer.hello()
        peer.order("T", 255)
        peer.until(lambda: len(peer.of("N")) == 2)
        peer.order("Z", wire.RESTART)
        with pytest.raises((serial.SerialException, OSError)):
            peer.go(5)
        peer.port.close()
        end = time.monotonic() + PATIENCE
        while board.starts < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        peer = Peer(board.path)
        assert wire.CAUSES[peer.hello(2)[10]] == "asked"
        assert board.ask("[chair.empty for chair in core.props.chairs]") == [1500, 1500]  # the tare was kept
        peer.port.close()


def test_firmware_that_fails_restarts_and_tells_what_it_was() -> None:
    with MicroPythonBoard() as board:
        peer = Peer(board.path)
        peer.hello()
        board.ask("setattr(core.props, 'look', None)")
        with pytest.raises((serial.SerialException, OSError)):
            peer.go(5)
        peer.port.close()
        end = time.monotonic() + PATIENCE
        while board.starts < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        peer = Peer(board.path)
        assert wire.CAUSES[peer.hello(2)[10]] == "crash"
        peer.until(lambda: bool(peer.of("l")))
        [(_, (level, text))] = peer.of("l")
        assert (level, "TypeError" in text) == (3, True)
        peer.port.close()


def test_a_box_that_was_away_for_three_seconds_finds_the_room_dark_and_a_board_that_says_so() -> None:
    with at_the_table() as (board, peer):
        peer.order("R", 180000, 180000, wire.NOW)
        peer.until(lambda: peer.outbox.waiting == 0)
        peer.until(lambda: any(led != (0, 0, 0) for led in board.leds()))
        end = time.monotonic() + PATIENCE
        while any(led != (0, 0, 0) for led in board.leds()):
            assert time.monotonic() < end
            time.sleep(0.05)
        peer.port.reset_input_buffer()
        peer.told.clear()
        peer.until(lambda: any(values[1] == 0 for _, values in peer.of("i")))  # no session: say hello again
        assert peer.hello(2)[1] == 2


def test_mpremote_puts_the_firmware_on_a_board_fresh_from_the_shop() -> None:
    with MicroPythonBoard(firmware=False) as board:

        def mpremote(*words: str) -> None:
            done = subprocess.run(
                [sys.executable, "-m", "mpremote", "connect", board.path, "resume", *words],
                capture_output=True,
                text=True,
                timeout=120,
            )
            assert done.returncode == 0, done.stdout + done.stderr

        mpremote("fs", "cp", *(str(path) for path in sorted(FIRMWARE.glob("*.py"))), ":")
        mpremote("reset")
        end = time.monotonic() + PATIENCE
        while board.starts < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        peer = Peer(board.path)
        assert peer.hello()[13] == "props"
        peer.port.close()
