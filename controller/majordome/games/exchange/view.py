"""What the room, the host and one player may see. The box knows no hidden card, so there is none to hide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from majordome.core.game import Viewer
from majordome.core.script import Beat
from majordome.games.exchange.corrections import Table
from majordome.games.exchange.seats import GOAL


def view(table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
    """Everything on the table is public; a player is told their own part in it."""
    match viewer.kind:
        case "room":
            return room(table, beat)
        case "host":
            return host(table)
        case "player":
            return player(table, beat, viewer.name)
    return {}


def room(table: Table, beat: Beat | None) -> dict[str, Any]:
    """All that a television needs to draw the table."""
    return {
        "seats": tuple((name, marks(table, name)) for name in table.seats),
        "points": dict(table.points),
        "goal": GOAL,
        "leaders": table.leaders if any(points for _, points in table.points) else (),
        "hand": table.hand,
        "direction": table.direction if table.hand else None,
        "starter": table.starter,
        "giver": table.giver,
        "taker": table.taker,
        "slams_count": bool(beat is not None and beat.race),
        "window": table.evening.number("window"),
        "action": action(table),
        "queue": table.queue,
        "out": tuple(name for name in table.seats if name in table.out),
    }


def marks(table: Table, name: str) -> tuple[str, ...]:
    """What everyone sees of a seat."""
    if name in table.out:
        return ("out",)
    parts = {"acting": table.floor, "target": table.target, "giver": table.giver, "taker": table.taker}
    waiting = ("waiting",) if name in table.queue else ()
    return (*(mark for mark, seat in parts.items() if seat == name), *waiting)


def action(table: Table) -> dict[str, Any] | None:
    """What is being settled, as it lies on the table."""
    if table.floor is None:
        return None
    return {
        "by": table.floor,
        "deed": table.deed,
        "target": table.target,
        "crime": table.crime,
        "survival": table.survival,
    }


def host(table: Table) -> dict[str, Any]:
    """What the host may correct."""
    return {
        "points": dict(table.points),
        "can_send_out": table.in_hand if table.playing else (),
        "can_let_in": tuple(name for name in table.seats if name in table.out),
        "winners": table.winners,
    }


def player(table: Table, beat: Beat | None, name: str) -> dict[str, Any]:
    """One player's own part: nothing about cards, which are in the hand."""
    return {
        "name": name,
        "points": dict(table.points).get(name, 0),
        "out": name in table.out,
        "marks": marks(table, name),
        "may_slam": bool(beat is not None and name in beat.race),
        "place_in_line": table.queue.index(name) + 1 if name in table.queue else None,
    }
