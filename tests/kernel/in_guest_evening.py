"""Runs in the guest: `majordome play` itself, on the real lgpio factory and a real kernel's gpiochip.

One thread is the box; this one is the room: it pulls the lines of the button and the chairs, reads the buzzer and the
LEDs back from the wire, and hears what the butler says from the box's own standard output.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

STATE = Path("/tmp/evening")
os.environ |= {"GPIOZERO_PIN_FACTORY": "lgpio", "LG_WD": "/tmp", "XDG_STATE_HOME": str(STATE)}
os.environ |= {"MAJORDOME_NO_PAGE": "1", "MAJORDOME_SILENT": "1"}  # an emulated machine has enough to do with its pins

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory

from kernel.simchip import PI_4B, Line, comes_true
from majordome.cli.commands import main
from majordome.inputs.pin_buttons import PinButton
from majordome.settings.pin_map import Pins

PINS = Pins()
CONFIG = '[evening]\nlang = "en"\ndiscussion = 4\nchairs = true\nseed = 1\n'
PATIENCE = 60.0
REACTION = 0.6

Facts = dict[str, object]


class Room:
    """Hands, eyes and ears in the room."""

    def __init__(self, heard: list[tuple[float, str]]) -> None:
        self.heard = heard
        self.button = Line(PINS.button or 0)
        self.buzzer = Line(PINS.buzzer or 0)
        self.chairs = (Line(PINS.left_chair or 0), Line(PINS.right_chair or 0))
        self.sand = [Line(pin) for pin in PINS.hourglass]
        self.lamps = [Line(pin) for pin in (*PINS.lamp, PINS.button_lamp or 0)]

    def at(self, beat: str) -> None:
        """Wait until the butler announces this beat, and as long as a person needs to react."""
        assert comes_true(lambda: self.announced(beat), PATIENCE), f"never came to {beat!r}: {self.heard[-3:]}"
        time.sleep(REACTION)

    def announced(self, beat: str) -> bool:
        """The butler's last word was this beat."""
        return bool(self.heard) and self.heard[-1][1].startswith("[") and beat in self.heard[-1][1].partition("]")[0]

    def when(self, words: str) -> float:
        """When these words were said last."""
        return next(t for t, line in reversed(self.heard) if words in line)

    def press(self, seconds: float = 0.15, rest: float = 1.0) -> float:
        """An ordinary press, some time after the last one; when the button went down."""
        time.sleep(rest)  # sooner, it would belong to the gesture before
        began = time.monotonic()
        self.button.press()
        time.sleep(seconds)
        self.button.release()
        return began


def evening(room: Room) -> Iterator[tuple[str, Facts]]:
    """From the first press to the last."""
    room.at("The guests arrive")
    room.press()
    room.at("Everyone walks about")
    room.button.bounce(10, pause=0.001)  # TOP sounds as the finger leaves the button
    sounded = room.buzzer.becomes(True)
    room.at("The murderers choose")
    yield "bounces", {"beats": [line[:42] for _, line in room.heard if line.startswith("[")]}
    silent_again = room.buzzer.becomes(False)
    yield "top", {"sounded": sounded, "silent_again": silent_again}

    dark = not any(line.high for line in (*room.sand, *room.lamps))
    down = room.press()
    room.press(rest=0.1)
    room.at("Everyone is awake")
    late = room.when("AAAA") - down - 5
    yield "heart", {"dark": dark, "late": round(late, 2)}

    room.press()
    room.at("The hourglass is running")
    shines = [comes_true(lambda line=line: line.high) for line in room.sand]  # type: ignore[misc]  # bound in time
    room.at("The vote is called")
    yield "sand", {"shines": shines, "out": comes_true(lambda: not any(line.high for line in room.sand))}

    usual, stumbled = PinButton.on_press, threading.Event()

    def stumble(button: PinButton, at: float, ticks: float) -> None:
        PinButton.on_press = usual  # type: ignore[method-assign]  # only once
        stumbled.set()
        raise ValueError("a callback stumbles: this is meant")

    PinButton.on_press = stumble  # type: ignore[method-assign,assignment]  # positional, as it is called
    room.press()
    stumbles = stumbled.wait(PATIENCE)
    time.sleep(1.0)
    if room.announced("The vote is called"):
        room.press()
    room.at("Count the hands")
    yield "fault", {"stumbled": stumbles, "thread_lives": lgpio._notify_thread.is_alive()}

    room.press()
    room.at("Suspects go to jail")
    for chair in room.chairs:
        chair.press()
    room.at("Are these the two murderers?")
    room.press(2.5)
    room.at("The evening is over")
    yield "jail", {"won": any(line == "The guests have won." for _, line in room.heard[-5:])}
    os.kill(os.getpid(), signal.SIGTERM)  # nobody sits at a keyboard: a press would begin the next evening


def listen(pipe: int, heard: list[tuple[float, str]]) -> None:
    """The box's standard output, line by line, with the time of each."""
    for line in os.fdopen(pipe, encoding="utf-8"):
        heard.append((time.monotonic(), line.rstrip()))


def live(room: Room, report: int) -> None:
    """Play the room's part, and say in JSON what was seen."""
    try:
        for experiment, facts in evening(room):
            os.write(report, (json.dumps({"experiment": experiment, **facts}) + "\n").encode())
    except BaseException as trouble:  # noqa: BLE001 - whatever it was, the box must not wait for this room for ever
        os.write(report, f"the room gave up: {trouble!r}\n".encode())
        os._exit(1)


def run() -> int:
    """The box in this thread, the room in another."""
    STATE.mkdir()
    config = STATE / "majordome.toml"
    config.write_text(CONFIG, "utf-8")
    LGPIOFactory._get_revision = lambda _factory: PI_4B
    report = os.dup(1)
    reading, writing = os.pipe()
    os.dup2(writing, 1)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")  # the old one remembers that it was a file
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    heard: list[tuple[float, str]] = []
    room = Room(heard)
    threading.Thread(target=listen, args=(reading, heard), daemon=True).start()
    threading.Thread(target=live, args=(room, report), daemon=True).start()
    status = main(["play", "--new", "--plain", "--config", str(config)])
    off = not any(line.high for line in (room.buzzer, *room.sand, *room.lamps))
    os.write(report, (json.dumps({"experiment": "end", "status": status, "off": off}) + "\n").encode())
    return status


if __name__ == "__main__":
    sys.exit(run())
