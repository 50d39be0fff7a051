"""A finger on the glass, at the pace of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page


class Finger:
    """A finger on the glass, which may stay there and slide."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._line = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self._line.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def _since(self, milliseconds: int) -> None:
        """A hand takes its time: browsers read a quicker one as a flick or a double tap, and swallow the next tap."""
        since = "() => performance.now() - (window.touched ?? -Infinity)"
        self._page.wait_for_function(f"{since} > {milliseconds}")

    def _touched(self) -> None:
        self._page.evaluate("window.touched = performance.now()")

    def down(self, place: Locator) -> None:
        self._since(400)
        place.scroll_into_view_if_needed()
        self._touch("touchStart", middle(place))
        self._touched()

    def slide(self, place: Locator) -> None:
        self._since(300)
        self._touch("touchMove", middle(place))
        self._touched()

    def move(self, x: float, y: float) -> None:
        """A little further."""
        self._touch("touchMove", (x, y))
        self._touched()

    def lift(self) -> None:
        self._since(150)
        self._touch("touchEnd")
        self._touched()

    @contextmanager
    def holding(self, place: Locator) -> Iterator[None]:
        """As long as this lasts."""
        self.down(place)
        try:
            yield
        finally:
            self.lift()


def middle(place: Locator) -> tuple[float, float]:
    """Where a finger would touch it."""
    box = place.bounding_box()
    assert box is not None, f"{place} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
