"""The props board, laid: which way each net takes on the prototype board, and on the printed one.

Both have their parts in the same holes (placement.py) and the same nets (nets.py). On the prototype board a net is bare
wire along the holes of the solder side, and a few insulated wires on the side of the parts; on the printed board it is
copper on both sides, half a pitch apart, which changes sides in the legs alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache

import nets
import placement
from placement import Hole

from drafting.router import Grid, Node, Step, routed

SOLDER_SIDE, PART_SIDE = 0, 1
THICK_LEGS = ("terminal", "fuse")  # their copper is so wide that nobody else passes beside it
NOTHING = "-"  # the net of a leg that is soldered in, and joined to nothing


@dataclass(frozen=True, slots=True)
class Run:
    """A straight piece of wire or copper, in pitches from the first hole."""

    net: str
    side: int
    at: tuple[float, float]
    to: tuple[float, float]

    def points(self) -> Iterator[tuple[float, float]]:
        """Every half pitch of it."""
        (x1, y1), (x2, y2) = self.at, self.to
        many = round(2 * max(abs(x2 - x1), abs(y2 - y1)))
        for n in range(many + 1):
            yield x1 + (x2 - x1) * n / max(1, many), y1 + (y2 - y1) * n / max(1, many)


@dataclass(frozen=True, slots=True)
class Laid:
    """A board with its runs; `links` are insulated wires, which touch nothing but their two ends."""

    runs: tuple[Run, ...]
    links: tuple[Run, ...] = ()

    def joined(self) -> list[set[str]]:
        """What is one piece of metal: legs, found from runs and links alone, without a look at nets.py."""
        root: dict[object, object] = {}

        def top(thing: object) -> object:
            while root.setdefault(thing, thing) != thing:
                thing = root[thing]
            return thing

        def join(one: object, other: object) -> None:
            root[top(one)] = top(other)

        for run in self.runs:
            first, *rest = [(point, run.side) for point in run.points()]
            for point in rest:
                join(first, point)
        for link in self.links:
            join((link.at, SOLDER_SIDE), (link.to, SOLDER_SIDE))
        legs = placement.holes()
        for (column, row), leg in legs.items():
            for side in (SOLDER_SIDE, PART_SIDE):
                join(((float(column), float(row)), side), leg)
        found: dict[object, set[str]] = defaultdict(set)
        for leg in legs.values():
            found[top(leg)].add(leg)
        return list(found.values())


def net_of_leg() -> dict[str, str]:
    return {leg: net for net, legs in nets.NETS.items() for leg in legs}


def _places(scale: int) -> tuple[dict[Hole, str], dict[str, list[Hole]]]:
    """Every leg's place with its net, and every net's places: the small nets first."""
    known = net_of_leg()
    legs = {
        (scale * column, scale * row): known.get(leg, NOTHING + leg) for (column, row), leg in placement.holes().items()
    }
    ends: dict[str, list[Hole]] = defaultdict(list)
    for place, net in legs.items():
        if not net.startswith(NOTHING):
            ends[net].append(place)
    return legs, {net: ends[net] for net in sorted(ends, key=lambda net: (len(ends[net]), net))}


def _all_holes() -> Iterator[Hole]:
    yield from ((column, row) for column in range(placement.COLUMNS) for row in range(placement.ROWS))


def _under(hole: Hole, part: placement.Placed) -> bool:
    left, top, right, bottom = part.body
    return left <= hole[0] <= right and top <= hole[1] <= bottom


@cache
def prototype() -> Laid:
    """Bare wire from hole to hole on the solder side, insulated wires where there is no other way."""
    legs, ends = _places(1)
    covered = frozenset(hole for hole in _all_holes() if any(_under(hole, part) for part in placement.PLACED))
    grid = Grid(placement.COLUMNS, placement.ROWS, 2, legs, covered=covered, loose=frozenset((PART_SIDE,)))
    laid = routed(grid, ends)
    runs, links = [], []
    for net, steps in laid.items():
        runs += straight(net, (step for step in steps if step[0][2] == step[1][2] == SOLDER_SIDE), 1)
        links += _links(net, steps)
    held = {(round(x), round(y)) for run in runs for x, y in run.points()} | legs.keys() | covered
    return Laid(*_one_wire_a_hole(runs, links, held))


def _one_wire_a_hole(runs: list[Run], links: list[Run], held: Set[Hole]) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Where two insulated wires would share a hole, the second gets the next one that is free."""
    apart: list[Run] = []
    used: set[tuple[float, float]] = set()
    for link in links:
        ends = []
        for x, y in (link.at, link.to):
            if (x, y) in used:
                beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                free = next(place for place in beside if (round(place[0]), round(place[1])) not in held)
                runs.append(Run(link.net, SOLDER_SIDE, (x, y), free))
                x, y = free
            used.add((x, y))
            ends.append((x, y))
        apart.append(Run(link.net, link.side, ends[0], ends[1]))
    return tuple(runs), tuple(apart)


@cache
def printed() -> Laid:
    """Copper on both sides of a printed board."""
    legs, ends = _places(2)
    thick = {hole for part in placement.PLACED if part.kind in THICK_LEGS for hole in part.legs.values()}
    kept = {
        (2 * column + dx, 2 * row + dy): legs[2 * column, 2 * row]
        for column, row in thick
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    grid = Grid(2 * placement.COLUMNS - 1, 2 * placement.ROWS - 1, 2, legs, kept)
    laid = routed(grid, ends)
    return Laid(tuple(run for net, steps in laid.items() for run in straight(net, steps, 2)))


def straight(net: str, steps: Iterable[Step], scale: int) -> list[Run]:
    """Steps in one line become one run; it ends where another of its net begins, so that every joint is an end."""
    within = [step for step in steps if step[0][2] == step[1][2]]
    beside: dict[Node, set[Node]] = defaultdict(set)
    for one, other in within:
        beside[one].add(other)
        beside[other].add(one)
    legs = {(scale * column, scale * row) for column, row in placement.holes()}

    def goes_on(before: Node, node: Node) -> Node | None:
        after = (2 * node[0] - before[0], 2 * node[1] - before[1], node[2])
        only = beside[node] == {before, after} and (node[0], node[1]) not in legs
        return after if only else None

    runs = []
    for one, other in sorted(within):
        if goes_on(other, one) is not None:
            continue  # it began earlier
        end, before = other, one
        while (after := goes_on(before, end)) is not None:
            before, end = end, after
        runs.append(Run(net, one[2], (one[0] / scale, one[1] / scale), (end[0] / scale, end[1] / scale)))
    return runs


def _links(net: str, steps: Iterable[Step]) -> list[Run]:
    """The two ends of each insulated wire of a net."""
    above: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    ends: set[tuple[int, int]] = set()
    for (x1, y1, layer), (x2, y2, other) in steps:
        if layer != other:
            ends.add((x1, y1))
        elif layer == PART_SIDE:
            above[x1, y1].add((x2, y2))
            above[x2, y2].add((x1, y1))
    links = []
    while ends:
        start = min(ends)
        reached, edge = {start}, [start]
        while edge:
            edge = [to for place in edge for to in above[place] if to not in reached and not reached.add(to)]  # type: ignore[func-returns-value]
        others = sorted((reached & ends) - {start})
        links += [Run(net, PART_SIDE, (float(start[0]), float(start[1])), (float(x), float(y))) for x, y in others]
        ends -= reached
    return links
