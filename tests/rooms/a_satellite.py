"""A satellite as a process of its own, on mock pins that standard input moves: `press 3`, `sit left`, `stand left`.

It is `majordome satellite` but for the pins; each cue that it plays is a line on standard output.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box.exit_signals import leaving_one_way
from majordome.box.satellite import Satellite, satellite
from majordome.core.cues import Cue
from majordome.settings.config import read_settings


class Printer:
    """A page that says what is played here."""

    def show(self, cue: Cue) -> None:
        sys.stdout.write(f"{type(cue).__name__} {getattr(cue, 'mood', '')}\n")
        sys.stdout.flush()


def move(here: Satellite, pins: Any, settings: Any) -> None:
    """Hands and bodies."""
    where = {"left": settings.pins.left_chair, "right": settings.pins.right_chair}
    for line in sys.stdin:
        match line.split():
            case ["press", step]:  # by somebody who has seen what the room shows
                while here.satellite_link.step < int(step):
                    time.sleep(0.01)
                time.sleep(0.1)  # a press on the heels of another is a habit, and counts for nothing
                pins.pin(settings.pins.button).drive_low()
                time.sleep(0.1)  # as a finger does
                pins.pin(settings.pins.button).drive_high()
            case ["sit", side]:
                pins.pin(where[side]).drive_low()
            case ["stand", side]:
                pins.pin(where[side]).drive_high()


def main() -> None:
    settings = read_settings(Path(sys.argv[1]))
    pins = MockFactory(pin_class=MockPWMPin)
    with satellite(settings, "en", pins=pins) as (here, inputs), leaving_one_way(inputs):
        here.stage.add(page=[Printer()])
        Thread(target=move, args=(here, pins, settings), daemon=True).start()
        here.start()
        here.run()


if __name__ == "__main__":
    main()
