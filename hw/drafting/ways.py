"""How the insulated wires of the props board lie between its parts: drawn so, nothing that is written is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from placement import COLUMNS, PLACED, ROWS, Hole

from drafting.boards import Run

Place = tuple[float, float]


def ways(links: Sequence[Run]) -> list[list[Place]]:
    """How each insulated wire lies between the parts, corner by corner; two in one place are drawn side by side."""
    grid = {(column, row): _in_the_way((column, row)) for column in range(COLUMNS) for row in range(ROWS)}
    found = []
    for number, link in enumerate(links):
        start, goal = ((round(x), round(y)) for x, y in (link.at, link.to))
        corners = _around(grid, start, goal)
        aside = 0.16 * (number % 2 * 2 - 1)
        found.append([link.at, *((x + aside, y + aside) for x, y in corners), link.to])
    return found


def _in_the_way(hole: Hole) -> float:
    """What it costs to lead a wire over a hole: nothing where no part lies over it."""
    x, y = hole
    over = [part for part in PLACED if part.body[0] <= x <= part.body[2] and part.body[1] <= y <= part.body[3]]
    return max((20.0 if part.kind in ("resistor", "diode") else 90.0 for part in over), default=0.0)


def _around(grid: Mapping[Hole, float], start: Hole, goal: Hole) -> list[Place]:
    """The corners of the shortest way that bends seldom and lies over no part that can be passed by."""
    heap: list[tuple[float, Hole, Hole, tuple[Hole, ...]]] = [(0.0, start, (0, 0), ())]
    best: dict[tuple[Hole, Hole], float] = {}
    while heap:
        cost, at, heading, corners = heappop(heap)
        if at == goal:
            return [(float(x), float(y)) for x, y in corners]
        if best.setdefault((at, heading), cost) < cost:
            continue
        for to in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            after = at[0] + to[0], at[1] + to[1]
            if after in grid:
                bend = heading not in (to, (0, 0))
                price = cost + 1 + grid[after] * (after != goal) + 1.5 * bend
                heappush(heap, (price, after, to, (*corners, at) if bend else corners))
    raise ValueError(f"no way from {start} to {goal}")
