"""Rectangles on the glass: what can be touched is large enough, whole, and behind nothing else."""

from __future__ import annotations

from pathlib import Path

from browser.phones import Phone

SMALL, PHONE, LYING, TABLET = (320, 568), (390, 844), (844, 390), (820, 1180)
SIZES = (SMALL, PHONE, LYING, TABLET)
TARGET = 44  # pixels that a thumb needs

MEASURE = (Path(__file__).with_suffix(".js")).read_text("utf-8").partition("\n")[2].rstrip().rstrip(";")


def sized(phone: Phone, size: tuple[int, int]) -> None:
    """Turned, or another phone."""
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faults(phone: Phone, target: int = TARGET) -> list[str]:
    """Whatever is too small, cut, covered, or over another."""
    return list(phone.page.evaluate(f"(target) => {MEASURE}.faults(target)", target))


def fits(phone: Phone, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """At every size."""
    found = {}
    for size in sizes:
        sized(phone, size)
        if wrong := faults(phone):
            found[size] = wrong
    sized(phone, PHONE)
    assert not found, f"at {phone.page.inner_text('body')[:60]!r}: {found}"


def in_view(phone: Phone, selector: str) -> int:
    """How many of these are wholly in view, above the dock."""
    return int(phone.page.evaluate(f"(selector) => {MEASURE}.inView(selector)", selector))
