"""The ring of light: a seat an arc. While cards change hands it points; between two hands it is the scoreboard."""

from __future__ import annotations

from majordome.core.cues import Arc, Ring
from majordome.games.exchange.seats import GOAL, Seats


def ring(table: Seats) -> Ring:
    """Who gives and who takes (which shows the direction), who acts against whom, who waits, who is out."""
    return Ring(tuple(Arc(_doing(table, name), name, name == _in_the_light(table)) for name in table.seats))


def scoreboard(table: Seats, winner: str | None = None) -> Ring:
    """How far everybody has come; the leaders, or the winner, stand out."""
    bright = table.leaders if winner is None else (winner,)
    return Ring(tuple(Arc(_points(had), f"{name} {had}", name in bright) for name, had in table.points))


def _points(had: int) -> str:
    return f"points_{min(had, GOAL)}"


def _in_the_light(table: Seats) -> str | None:
    return table.floor or table.giver


def _doing(table: Seats, name: str) -> str:
    if name in table.out:
        return "out"
    acting = {table.floor: "acting", table.target: "target"}
    waiting = dict.fromkeys(table.queue, "waiting")
    exchanging = {table.giver: "giver", table.taker: "taker"} if table.floor is None else {}
    return acting.get(name) or waiting.get(name) or exchanging.get(name) or _points(dict(table.points)[name])
