"""Light on the board for those who sit around it: the seat ring, and the lights in the guests' buzzers.

A board of an older firmware does not know these orders, and would never acknowledge them: it is not told.
"""

from __future__ import annotations

from majordome.core.cues import Arc
from majordome.core.manifest import Mood
from majordome.pico import wire
from majordome.pico.board import Board
from majordome.props.colours import arc_shade


class PicoRing:
    """A ring, or a strip, of WS2812. The board spreads the arcs over it, and keeps it dark while eyes are closed."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._arcs = b""
        board.add(self)

    def show(self, arcs: tuple[tuple[Arc, Mood], ...], runs: tuple[int, Mood] | None = None) -> None:
        """From now on; none: dark. `runs`: once, a light runs all round from that arc; an older board leaves it out."""
        painted = bytes(level for arc, mood in arcs[: wire.MOST_ARCS] for level in _levels(arc, mood))
        run = bytes((runs[0], *_levels(Arc("", bright=True), runs[1]))) if runs and runs[0] < wire.MOST_ARCS else b""
        if painted != self._arcs or run:
            self._arcs = painted
            self._say(painted + run)

    def restore(self) -> None:
        """The ring as it is by now."""
        self._say(self._arcs)

    def _say(self, arcs: bytes) -> None:
        identity = self._board.identity
        if identity is not None and "ring" in identity.fitted:
            self._board.say("ring", arcs)


def _levels(arc: Arc, mood: Mood) -> tuple[int, ...]:
    return tuple(round(255 * level) for level in arc_shade(arc, mood))


class PicoGuestLights:
    """The lights in the guests' buzzers."""

    lights = wire.MOST_GUESTS

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lit = 0
        board.add(self)

    def show(self, seats: frozenset[int]) -> None:
        """These are lit, all others dark."""
        lit = sum(1 << seat for seat in seats if seat < wire.MOST_GUESTS)
        if lit != self._lit:
            self._lit = lit
            self.restore()

    def restore(self) -> None:
        """The lights as they are by now."""
        identity = self._board.identity
        if identity is not None and "guest_lights" in identity.fitted:
            self._board.say("guest_lights", self._lit)
