"""Finds ways for the nets of a board over its grid of holes: no two nets in one hole, as short as can be.

Each net is laid by itself, over what others hold, at a price; whoever is crossed is laid anew, and a place that was
fought over grows dearer each time, until no place is held twice (the PathFinder of Ebeling and McMurchie). Pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

Node = tuple[int, int, int]  # column, row, layer
Step = tuple[Node, Node]


@dataclass(frozen=True, slots=True)
class Grid:
    """The board: its size, the nets' own places, and what a change of layer costs. Layers are numbered from nought."""

    columns: int
    rows: int
    layers: int
    legs: Mapping[tuple[int, int], str]  # place -> the net of the leg that is there, through all layers
    kept: Mapping[tuple[int, int], str] = field(default_factory=dict)  # place -> the net that alone may pass there
    covered: frozenset[tuple[int, int]] = frozenset()  # a part lies over it: no wire begins there
    loose: frozenset[int] = frozenset()  # layers of insulated wire: they cross everything, and begin beside a leg
    change: float = 10.0  # what it costs to begin or to end such a wire; copper changes its layer in a leg only

    def steps(self, node: Node, net: str) -> Iterator[tuple[Node, float]]:
        x, y, layer = node
        for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= to[0] < self.columns and 0 <= to[1] < self.rows and self.open(to, layer, net):
                yield (*to, layer), 1.0
        at_a_leg = (x, y) in self.legs
        for other in range(self.layers):
            wire = other in self.loose or layer in self.loose
            if other != layer and wire is not at_a_leg and not (wire and (x, y) in self.covered):
                yield (x, y, other), self.change if wire else 0.0

    def open(self, place: tuple[int, int], layer: int, net: str) -> bool:
        if layer in self.loose:
            return True
        return self.legs.get(place, net) == net and self.kept.get(place, net) == net


def routed(grid: Grid, nets: Mapping[str, Iterable[tuple[int, int]]], rounds: int = 400) -> dict[str, set[Step]]:
    """Net -> its steps, each from the smaller node to the greater. Raises where there is no way."""
    wanted = {net: tuple(places) for net, places in nets.items()}
    history: dict[Node, float] = defaultdict(float)
    holders: dict[Node, set[str]] = defaultdict(set)
    laid: dict[str, set[Step]] = {}
    due = list(wanted)
    for attempt in range(rounds):
        for net in due:
            for node in nodes_of(laid.pop(net, set())):
                holders[node].discard(net)
            laid[net] = _lay(grid, net, wanted[net], holders, history, 0.6 + 0.4 * attempt)
            for node in nodes_of(laid[net]):
                holders[node].add(net)
        fought = {node for node, who in holders.items() if len(who) > 1 and node[2] not in grid.loose}
        if not fought:
            return laid
        for node in fought:
            history[node] += 1.0
        due = [net for net in wanted if any(net in holders[node] for node in fought)]
    raise ValueError(f"no way without a crossing: {sorted(due)}")


def nodes_of(steps: Iterable[Step]) -> set[Node]:
    return {node for step in steps for node in step}


def _lay(
    grid: Grid,
    net: str,
    places: tuple[tuple[int, int], ...],
    holders: Mapping[Node, set[str]],
    history: Mapping[Node, float],
    price: float,
) -> set[Step]:
    """A tree over all places of a net, grown from the first to the nearest of the others, and so on."""
    copper = [layer for layer in range(grid.layers) if layer not in grid.loose]
    tree = {(*places[0], layer) for layer in copper}
    missing = set(places[1:])
    steps: set[Step] = set()
    while missing:
        order = count()
        best = dict.fromkeys(tree, 0.0)
        came: dict[Node, Node] = {}
        heap = [(0.0, next(order), node) for node in sorted(tree)]
        while heap:
            cost, _, node = heappop(heap)
            if cost > best[node]:
                continue
            if (node[0], node[1]) in missing and node[2] not in grid.loose:
                break
            for after, step in grid.steps(node, net):
                others = len(holders.get(after, set()) - {net}) if after[2] not in grid.loose else 0
                total = cost + (step + history.get(after, 0.0)) * (1 + price * others * 4)
                if total < best.get(after, float("inf")):
                    best[after] = total
                    came[after] = node
                    heappush(heap, (total, next(order), after))
        else:
            raise ValueError(f"{net}: nothing leads to {sorted(missing)[0]}")
        missing.discard((node[0], node[1]))
        tree.add(node)
        tree |= {(node[0], node[1], layer) for layer in copper}
        while node in came:
            before = came[node]
            steps.add((min(node, before), max(node, before)))
            tree.add(before)
            node = before
    return steps
