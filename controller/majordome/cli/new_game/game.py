"""`new_game`: TOP, and the first to slam has the point. One of the players is secretly the trickster.

Whoever has enough points first ends the game. A trickster who has a point by then has fooled everybody, and wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from majordome.core.by_button import race
from majordome.core.cues import Arc, Fact, Light, Outcome, Refused, Ring, Say, Scores, Top
from majordome.core.evening import Evening
from majordome.core.events import Pressed
from majordome.core.game import Rules, Viewer
from majordome.core.script import NOBODY, Beat, Curtain, Script, Table, expect


class Point(Fact, frozen=True):
    """Somebody was first."""

    name: str


class Circle(Table, frozen=True):
    """Who has how many points."""

    points: tuple[tuple[str, int], ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Any of the players, where the host ends the game."""
        return (*self.evening.names, NOBODY)

    def score(self, name: str) -> Circle:
        """One more."""
        return replace(self, points=tuple((who, n + (who == name)) for who, n in self.points))


def new_game(evening: Evening) -> Script[Circle]:
    """The whole game."""
    table = Circle(evening, tuple((name, 0) for name in evening.names))
    winner = NOBODY
    try:
        yield Light("evening")
        yield Say("welcome")
        table, _ = yield from expect(table, "welcome", Pressed, press=Pressed(), usually=20)
        while not winner_of(table):
            table = yield from one_point(table)
        winner = winner_of(table)
    except Curtain as curtain:  # the host has ended the game
        table, winner = curtain.table, curtain.winner
    yield Light("won")
    yield Say("won", (winner,)) if winner != NOBODY else Say("called_off")
    yield Outcome(winner)
    return table


def one_point(table: Circle) -> Script[Circle]:
    """All hands off; TOP; the first to slam has it."""
    yield Light("ready")
    yield Say("ready")
    table, _ = yield from expect(table, "ready", Pressed, press=Pressed(), top="go", usually=5)
    yield Top("go")
    table, first = yield from race(table, "race", "slam", table.evening.names)  # by the button alone, who it was
    yield Point(first.player)
    table = table.score(first.player)
    yield Scores(table.points)
    yield Ring(tuple(Arc("won" if name == first.player else "ready", name) for name, _ in table.points))
    yield Say("point", (first.player,))
    return table


def winner_of(table: Circle) -> str:
    """Whoever has enough points; the trickster in their place, with a point. Nobody yet: an empty name."""
    full = [name for name, points in table.points if points >= table.evening.number("points")]
    if not full:
        return ""
    tricksters = {guest.name for guest in table.evening.guests if guest.role == "trickster"}
    fooled = [name for name, points in table.points if points and name in tricksters]
    return (fooled or full)[0]


class NewGame(Rules):
    """As the house knows it."""

    def script(self, evening: Evening) -> Script[Circle]:
        """The whole game."""
        return new_game(evening)

    def check(self, evening: Evening) -> Refused | None:
        """A race needs players; and there is one trickster, or the box does not know the cards."""
        if not evening.guests:
            return Refused("guests", "needs_players")
        dealt = [guest.role for guest in evening.guests if guest.role]
        if dealt and (len(dealt) < len(evening.guests) or dealt.count("trickster") != 1):
            return Refused("guests", "one_trickster")
        return None

    def cards(self, evening: Evening, wishes: Mapping[str, int]) -> tuple[str, ...] | Refused:
        """One trickster, and honest people."""
        return ("trickster", *["honest"] * (len(evening.guests) - 1))

    def view(self, table: Circle, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """The cards are told only to whoever holds them, and to the host's held finger."""
        held = {guest.name: guest.role for guest in table.evening.guests}
        if viewer.kind == "secrets":
            return {"guests": [{"name": name, "role": role} for name, role in held.items()]}
        return {"name": viewer.name, "role": held.get(viewer.name)} if viewer.kind == "player" else {}


GAME = NewGame()
