"""How late the scream is: 10 s and 5 s after the press, by the whole running controller, beside `time.sleep`.

Several boxes count at once, each in its own process, with animation and page on; idle and with busy cores. Goal: the
median under 1 ms, the worst under 10 ms.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from threading import Thread

from _running import Running, Screams, busy_cores, running

from majordome.core.evening_queue import Heard
from majordome.core.events import Gesture
from majordome.games.murder.events import Tapped

BOXES = 4


def one_box() -> None:
    """A child: one countdown of 10 s and one of 5 s, and a bare sleep beside each; milliseconds late, as JSON."""
    screams = Screams()
    late: list[float] = []
    slept: list[float] = []
    with running(screams) as box:
        assert box.hardware.hourglass is not None
        for weak in (False, True):
            seconds = 5 if weak else 10
            while box.prompter.beat is None or box.prompter.beat.name != "murder":
                box.inputs.put(Heard(Gesture.PRESS))
                box.settle()
            box.hardware.hourglass.run(25.0, 3600.0)
            pressed = time.monotonic()
            box.inputs.put(Heard(Tapped(weak_heart=weak), at=pressed))
            sleeper = Thread(target=sleep_until, args=(pressed + seconds, slept))
            sleeper.start()
            sleeper.join()
            while len(screams.at) < (2 if weak else 1):
                time.sleep(0.01)
            late.append((screams.at[-1] - pressed - seconds) * 1000)
            skip_to_next_night(box)
    print(json.dumps([late, slept]))


def skip_to_next_night(box: Running) -> None:
    """Everything up to the next murder by night."""
    box.settle()
    for _ in range(30):
        beat = box.prompter.beat
        if beat is None or beat.name == "murder":
            return
        box.inputs.put(Heard(Gesture.PRESS))
        box.settle()


def sleep_until(due: float, slept: list[float]) -> None:
    """The reference."""
    time.sleep(due - time.monotonic())
    slept.append((time.monotonic() - due) * 1000)


def measure(name: str) -> None:
    """All boxes at once."""
    boxes = [
        subprocess.Popen([sys.executable, __file__, "--one"], stdout=subprocess.PIPE, text=True) for _ in range(BOXES)
    ]
    late: list[float] = []
    slept: list[float] = []
    for box in boxes:
        out, _ = box.communicate()
        ours, reference = json.loads(out)
        late += ours
        slept += reference
    late.sort()
    slept.sort()
    ours, reference = late[len(late) // 2], slept[len(slept) // 2]
    print(
        f"countdown, {name}: median {ours:.2f} ms late beside {reference:.2f} ms by time.sleep, "
        f"ratio {ours / reference:.2f}; worst {late[-1]:.2f} ms beside {slept[-1]:.2f} ms ({len(late)} screams)"
    )


def main() -> None:
    """Measure and tell."""
    measure("idle")
    with busy_cores():
        measure("both cores busy")


if __name__ == "__main__":
    one_box() if "--one" in sys.argv else main()
