"""The television's frames on a slow processor: the lobby, a walk, the talk with its hourglass, the vote.

Chromium draws without a graphics card, and its processor is slowed down four times: harder than on a Raspberry Pi 4,
which has a card for the layers. Beside each, on the same glass and in the same minute, a page with nothing but one
square that moves. Told, not tested: a busy machine drops frames of its own.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the hands that lead the tests' evenings lead this one

from playwright.sync_api import Page

from browser.invited import NAMES, guest_list
from browser.party import Party, chromium, found
from browser.phones import BigScreen, HostPhone
from browser.playing import Butler

SLOWER = 4
SECONDS, TURNS = 3, 2  # of ours and of the reference, by turns
AT_REST = 2.5  # seconds until a page has come, and stands
LONG = 50  # milliseconds: what the eye calls a stutter
ONE_SQUARE = """data:text/html,<style>
div { width: 9vw; height: 9vw; background: tan; animation: go 2s infinite alternate }
@keyframes go { to { transform: translateX(80vw) } }</style><div></div>"""
FRAMES = """(seconds) => new Promise((done) => {
  const frames = [], tasks = [], end = performance.now() + 1000 * seconds;
  const noted = (list) => tasks.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(noted).observe({ type: "longtask" });
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(next);
    else done([frames, tasks]);
  });
})"""


@dataclass
class Watched:
    """Frames of one page, in milliseconds, and how long its longest tasks took."""

    frames: list[float]
    tasks: list[float]

    @property
    def a_second(self) -> float:
        return 1000 * len(self.frames) / sum(self.frames)

    def told(self, what: str) -> str:
        late, worst = sum(frame > LONG for frame in self.frames), max(self.frames)
        return (
            f"  {what:<18} {self.a_second:5.1f} frames a second, {late:3d} over {LONG} ms, "
            f"the longest {worst:4.0f} ms, {len(self.tasks):2d} long tasks"
        )


def watch(page: Page, into: Watched) -> None:
    """For a while, once it has come to rest."""
    page.evaluate("document.fonts.ready")
    page.evaluate(FRAMES, AT_REST)
    frames, tasks = page.evaluate(FRAMES, SECONDS)
    into.frames += frames[1:]
    into.tasks += tasks


def beats(host: HostPhone) -> Iterator[str]:
    """Through a round, as far as there is something to see."""
    host.at("The guests arrive")
    yield "the lobby"
    host.press("Begin the evening", "Everyone walks about")
    yield "a walk"
    host.press("TOP: everyone stops")
    host.in_the_dark("Dora")
    host.press("Free the prisoners, if any, and give the floor", "The hourglass is running")
    yield "the talk"
    host.press("End the talk now", "The vote is called")
    host.press("TOP: everyone points", "Count the hands")
    for place in range(4):
        host.page.locator(".plus").nth(place).tap()
    yield "the vote"


def measured(what: str, screen: BigScreen) -> float:
    """Ours and the reference by turns, on the same glass; the ratio of their frames."""
    ours, square = Watched([], []), Watched([], [])
    for _ in range(TURNS):
        screen.page.goto(screen.butler.url + screen.path)
        screen.page.wait_for_selector("#title:not(:empty)")
        watch(screen.page, ours)
        screen.page.goto(ONE_SQUARE)
        watch(screen.page, square)
    print(ours.told(what))
    print(square.told("one square"))
    print(f"  {'':<18} ratio {ours.a_second / square.a_second:.2f}")
    return ours.a_second / square.a_second


def main() -> None:
    """A round, beat by beat."""
    print(f"stage: the television's frames, without a graphics card, processor slowed down {SLOWER} times")
    if found() is None:
        print("  left out: there is no Chromium on this machine")
        return
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        butler = Butler(Path(folder), guests=guest_list(NAMES))
        try:
            party = Party(browser, butler)
            host, screen = party.host(), party.screen(size={"width": 1920, "height": 1080})
            slow = screen.context.new_cdp_session(screen.page)
            slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            worst = min(measured(what, screen) for what in beats(host))
            print(f"  the worst: {worst:.2f} of what this machine can draw at all")
            for phone in party.phones:
                phone.context.close()
        finally:
            butler.close()


if __name__ == "__main__":
    main()
