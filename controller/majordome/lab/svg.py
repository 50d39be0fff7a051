"""Pictures as SVG, drawn by hand: a frame with two axes, lines, squares, bars and whiskers are all that the lab needs.

A plotting library would cost the box tens of megabytes for five pictures. These are a few kilobytes each, show the
house's own colours, read well in the dark, and every mark tells its number to a pointer and to a screen reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 640, 416
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 80, 56
INK, PALE, PAPER, GRID = "#2b2622", "#7a7068", "#fbf7ef", "#ddd3c2"
COLOURS = ("#7a1f2b", "#c8862a", "#2f6f62", "#3d4f8a", "#7d5a8c", "#5b7f2a", "#1f7f9c", "#b0567f", "#5a5048")
FONT = "Georgia, 'Times New Roman', serif"

Point = tuple[float, float]


def percent(part: float) -> str:
    """As people read it: 3.7 %, 54 %."""
    return f"{part * 100:.1f} %" if 0 < part < 0.095 else f"{part * 100:.0f} %"


def text(x: float, y: float, words: str, *, size: int = 13, anchor: str = "middle", fill: str = INK) -> str:
    """Words at a place, as SVG."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
    )


def line(a: Point, b: Point, *, colour: str = INK, width: float = 1.0) -> str:
    """A line from here to there, as SVG."""
    return (
        f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="{colour}" stroke-width="{width}" fill="none"/>'
    )


def told(mark: str, words: str) -> str:
    """A mark that tells what it stands for."""
    return f"<g>{mark}<title>{escape(words)}</title></g>"


class Axes:
    """A frame: where a pair of numbers lies on the paper."""

    def __init__(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        height: int = HEIGHT,
        left: int = LEFT,
        bottom: int = BOTTOM,
    ) -> None:
        self._x, self._y = x, y
        self.left, self.right = left, WIDTH - RIGHT
        self.top, self.bottom = TOP, height - bottom
        self.height = height

    def across(self, x: float) -> float:
        """How far to the right."""
        low, high = self._x
        return self.left + (x - low) / (high - low) * (self.right - self.left)

    def up(self, y: float) -> float:
        """How far down: paper is read from above."""
        low, high = self._y
        return self.bottom - (y - low) / (high - low) * (self.bottom - self.top)

    def at(self, x: float, y: float) -> Point:
        """Where this pair of numbers lies on the paper."""
        return self.across(x), self.up(y)

    def columns(self, ticks: Sequence[tuple[float, str]], name: str) -> list[str]:
        """The words under the frame, as SVG."""
        marks = [text(self.across(x), self.bottom + 20, words, size=12) for x, words in ticks]
        return [*marks, text((self.left + self.right) / 2, self.bottom + 42, name, fill=PALE)]

    def rows(self, ticks: Sequence[tuple[float, str]]) -> list[str]:
        """Words beside the frame, with a pale line each."""
        lines = [line((self.left, self.up(y)), (self.right, self.up(y)), colour=GRID) for y, _ in ticks]
        return lines + [text(self.left - 8, self.up(y) + 4, words, size=12, anchor="end") for y, words in ticks]


def down(axes: Axes, name: str) -> str:
    """What the rows are, above the words beside the frame."""
    return text(axes.left - 8, axes.top - 10, name, size=12, anchor="end", fill=PALE)


def picture(title: str, under: str, marks: Sequence[str], *, height: int = HEIGHT) -> str:
    """The whole picture, as SVG."""
    head = [text(LEFT, 26, title, size=17, anchor="start"), text(LEFT, 46, under, size=12, anchor="start", fill=PALE)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title, quote=True)}" font-family="{escape(FONT, quote=True)}">'
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>' + "".join([*head, *marks]) + "</svg>\n"
    )


def percents(high: float) -> list[tuple[float, str]]:
    """Ticks from 0 to there, not too many."""
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.25) if high / step <= 6)
    return [(n * step, f"{n * step * 100:.0f} %") for n in range(int(high / step + 1e-9) + 1)]


def ceiling(high: float) -> float:
    """A round number above the highest chance."""
    return next((limit for limit in (0.05, 0.1, 0.2, 0.3, 0.5, 0.75) if high <= limit), 1.0)


def curves(
    title: str, under: str, across: str, named: Sequence[tuple[str, Sequence[tuple[int, float, float, float]]]]
) -> str:
    """One line each: (number, value, low, high), with the interval as a pale band."""
    points = [point for _, curve in named for point in curve]
    first, last = min(p[0] for p in points), max(p[0] for p in points)
    high = ceiling(max(p[3] for p in points))
    axes = Axes((first - 0.3, last + 0.3 + (last == first)), (0, high))
    marks = axes.rows(percents(high)) + axes.columns([(n, str(n)) for n in range(first, last + 1)], across)
    for number, (name, curve) in enumerate(named):
        colour = COLOURS[number % len(COLOURS)]
        edge = [axes.at(x, top) for x, _, _, top in curve] + [axes.at(x, low) for x, _, low, _ in reversed(curve)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in edge)
        marks.append(f'<path d="{path}Z" fill="{colour}" opacity="0.15"/>')
        middle = "M" + "L".join("{:.1f} {:.1f}".format(*axes.at(x, y)) for x, y, _, _ in curve)
        marks.append(f'<path d="{middle}" stroke="{colour}" stroke-width="2" fill="none"/>')
        for x, y, low, top in curve:
            across_at, up_at = axes.at(x, y)
            dot = f'<circle cx="{across_at:.1f}" cy="{up_at:.1f}" r="3.5" fill="{colour}"/>'
            marks.append(told(dot, f"{name}, {x}: {percent(y)} ({percent(low)} - {percent(top)})"))
    return picture(title, under, marks + key([name for name, _ in named]))


def key(names: Sequence[str]) -> list[str]:
    """Which colour is which, above the frame at the right."""
    marks, x = [], float(WIDTH - RIGHT)
    for number, name in reversed(list(enumerate(names))):
        marks.append(text(x, TOP - 10, name, size=12, anchor="end", fill=COLOURS[number % len(COLOURS)]))
        x -= 7.0 * len(name) + 18
    return marks


def squares(
    title: str,
    under: str,
    across: str,
    rows_are: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float]]],
) -> str:
    """A heat map: the darker, the likelier; each square has its number."""
    height = TOP + BOTTOM + 30 * len(rows)
    axes = Axes((0, len(columns)), (0, len(rows)), height=height)
    highest = max((value for _, values in rows for value in values), default=0) or 1.0
    marks = [down(axes, rows_are)]
    for row, (name, values) in enumerate(rows):
        y = len(rows) - row
        marks.append(text(axes.left - 8, axes.up(y - 0.5) + 4, name, size=12, anchor="end"))
        for column, value in enumerate(values):
            x0, y0 = axes.at(column, y)
            x1, y1 = axes.at(column + 1, y - 1)
            shade = value / highest
            square = (
                f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0 - 2:.1f}" height="{y1 - y0 - 2:.1f}" rx="2" '
                f'fill="{COLOURS[0]}" fill-opacity="{0.06 + 0.9 * shade:.2f}"/>'
            )
            number = text((x0 + x1) / 2, (y0 + y1) / 2 + 4, percent(value), size=12, fill=PAPER if shade > 0.5 else INK)
            marks.append(told(square + number, f"{name}, {columns[column]}: {percent(value)}"))
    ticks = [(number + 0.5, name) for number, name in enumerate(columns)]
    return picture(title, under, marks + axes.columns(ticks, across), height=height)


def forest(title: str, under: str, across: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A row each: a difference with its whiskers, beside the line of no difference."""
    height = TOP + BOTTOM + 34 * len(rows)
    widest = max([abs(edge) for _, _, low, high in rows for edge in (low, high)] + [0.01]) * 1.15
    axes = Axes((-widest, widest), (0, len(rows)), height=height, left=150)
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if widest / step <= 4)
    ticks = [
        (n * step, f"{n * step * 100:+.0f}" if n else "0") for n in range(-int(widest / step), int(widest / step) + 1)
    ]
    marks = [line((axes.across(x), axes.top), (axes.across(x), axes.bottom), colour=GRID) for x, _ in ticks]
    marks.append(line((axes.across(0), axes.top), (axes.across(0), axes.bottom), colour=PALE, width=1.5))
    for row, (name, value, low, high) in enumerate(rows):
        y = axes.up(len(rows) - row - 0.5)
        sure = low > 0 or high < 0
        colour = COLOURS[0] if sure and value < 0 else COLOURS[2] if sure else PALE
        whisker = line((axes.across(low), y), (axes.across(high), y), colour=colour, width=2)
        dot = f'<circle cx="{axes.across(value):.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'
        marks.append(text(axes.left - 8, y + 4, name, anchor="end"))
        marks.append(told(whisker + dot, f"{name}: {value * 100:+.1f} ({low * 100:+.1f} ... {high * 100:+.1f})"))
    return picture(title, under, marks + axes.columns(ticks, across), height=height)


def spans(title: str, under: str, across: str, rows: Sequence[tuple[int, float, float, float]]) -> str:
    """From P10 to P90, with a dot at P50, for each number."""
    top = max(high for _, _, _, high in rows)
    step = next((step for step in (5, 10, 20, 30) if top / step <= 6), 60)
    limit = step * (int(top / step) + 1)
    axes = Axes((rows[0][0] - 0.6, rows[-1][0] + 0.6), (0, limit))
    marks = axes.rows([(n, str(n)) for n in range(0, limit + 1, step)])
    for number, low, middle, high in rows:
        x = axes.across(number)
        bar = line((x, axes.up(low)), (x, axes.up(high)), colour=COLOURS[3], width=12)
        dot = f'<circle cx="{x:.1f}" cy="{axes.up(middle):.1f}" r="4" fill="{PAPER}"/>'
        marks.append(told(bar + dot, f"{number}: {low:.0f} - {middle:.0f} - {high:.0f} min"))
    return picture(title, under, marks + axes.columns([(row[0], str(row[0])) for row in rows], across))


def shares(
    title: str,
    under: str,
    across: str,
    rows_are: str,
    names: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float]]],
) -> str:
    """A bar each, cut into parts of a whole."""
    height = TOP + BOTTOM + 34 * len(rows)
    axes = Axes((0, 1), (0, len(rows)), height=height)
    marks = [down(axes, rows_are)]
    for row, (label, parts) in enumerate(rows):
        y, at = axes.up(len(rows) - row), 0.0
        marks.append(text(axes.left - 8, y + 21, label, size=12, anchor="end"))
        for number, part in enumerate(parts):
            x, wide = axes.across(at), axes.across(at + part) - axes.across(at)
            size = f'width="{max(wide - 1, 0):.1f}" height="26"'
            bar = f'<rect x="{x:.1f}" y="{y + 4:.1f}" {size} fill="{COLOURS[number % len(COLOURS)]}"/>'
            words = text(x + wide / 2, y + 21, percent(part), size=12, fill=PAPER) if wide > 40 else ""
            marks.append(told(bar + words, f"{label}, {names[number]}: {percent(part)}"))
            at += part
    ticks = [(n / 4, f"{n * 25} %") for n in range(5)]
    return picture(title, under, marks + axes.columns(ticks, across) + key(names), height=height)
