"""The television's frames: how long they take while nothing happens but candles, mist and bats, on a slow processor.

Chromium's processor is slowed down four times, to about a Raspberry Pi 4's. Beside it, an empty page on the same
machine. Told, not tested: a busy machine drops frames of its own.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the hands that lead the tests' evenings lead this one

from browser.invited import NAMES, guest_list
from browser.party import Party, chromium, found
from browser.playing import Butler

SLOWER = 4
SECONDS = 8
LONG = 50  # milliseconds: what the eye calls a stutter
FRAMES = """(seconds) => new Promise((done) => {
  const lengths = [], end = performance.now() + 1000 * seconds;
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    lengths.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(next);
    else done(lengths.sort((one, other) => one - other));
  });
})"""


def told(what: str, lengths: list[float]) -> float:
    """One line of figures; the frames a second."""
    a_second = len(lengths) / SECONDS
    late = sum(length > LONG for length in lengths)
    worst = lengths[len(lengths) * 99 // 100]
    print(f"  {what:<22} {a_second:5.1f} frames a second, {late:3d} over {LONG} ms, 99 % within {worst:5.1f} ms")
    return a_second


def main() -> None:
    """Lobby, and an evening under way."""
    print(f"stage: the television's frames, processor slowed down {SLOWER} times")
    if found() is None:
        print("  left out: there is no Chromium on this machine")
        return
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        butler = Butler(Path(folder), guests=guest_list(NAMES))
        try:
            screen = Party(browser, butler).screen(size={"width": 1920, "height": 1080})
            screen.page.wait_for_selector("#names li")
            slow = screen.context.new_cdp_session(screen.page)
            slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            ours = told("the lobby", screen.page.evaluate(FRAMES, SECONDS))
            screen.page.goto("about:blank")
            reference = told("an empty page", screen.page.evaluate(FRAMES, SECONDS))
            print(f"  ratio {ours / reference:.2f}")
            screen.context.close()
        finally:
            butler.close()


if __name__ == "__main__":
    main()
