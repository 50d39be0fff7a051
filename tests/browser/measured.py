"""Rectangles on the glass: what can be touched is large enough, whole, and behind nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from browser.phones import Phone

SMALL, PHONE, LYING, TABLET = (320, 568), (390, 844), (844, 390), (820, 1180)
LAPTOP, TELEVISION = (1440, 900), (1920, 1080)
SIZES = (SMALL, PHONE, LYING, TABLET, LAPTOP, TELEVISION)
TARGET = 44  # pixels that a thumb needs

MEASURE = (Path(__file__).with_suffix(".js")).read_text("utf-8").partition("\n")[2].rstrip().rstrip(";")


AT_REST = (
    "() => document.getAnimations().every((one) => one.playState !== 'running' || "
    "one.effect.getComputedTiming().iterations === Infinity)"
)


def sized(phone: Phone, size: tuple[int, int]) -> None:
    """Turned, or another phone."""
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faults(phone: Phone, target: int = TARGET) -> list[str]:
    """Whatever is too small, cut, covered, or over another."""
    return list(phone.page.evaluate(f"(target) => {MEASURE}.faults(target)", target))


def fits(phone: Phone, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """At every size: whatever can be touched is large enough, whole, and behind nothing."""
    _everywhere(phone, sizes, lambda: faults(phone))


def laid_out(phone: Phone, parts: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """At every size: each of these texts is whole on the glass, and on no other."""
    _everywhere(phone, sizes, lambda: _laid(phone, parts))


def whole(phone: Phone, parts: str) -> None:
    """Both, at every size."""
    _everywhere(phone, SIZES, lambda: _laid(phone, parts) + faults(phone))


def _laid(phone: Phone, parts: str) -> list[str]:
    phone.page.wait_for_function(AT_REST)
    return list(phone.page.evaluate(f"(parts) => {MEASURE}.laid(parts)", parts))


def _everywhere(phone: Phone, sizes: tuple[tuple[int, int], ...], look: Callable[[], list[str]]) -> None:
    found = {}
    usual = phone.page.viewport_size
    assert usual is not None
    for size in sizes:
        sized(phone, size)
        if wrong := look():
            found[size] = wrong
    sized(phone, (usual["width"], usual["height"]))
    told = "\n".join(f"{size}: {wrong}" for size, wrong in found.items())
    assert not found, f"{type(phone).__name__} at {phone.page.inner_text('body')[:60]!r}:\n{told}"


def in_view(phone: Phone, selector: str) -> int:
    """How many of these are wholly in view, above the dock."""
    return int(phone.page.evaluate(f"(selector) => {MEASURE}.inView(selector)", selector))
