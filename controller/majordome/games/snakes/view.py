"""What the room, the host and one player may know. The box knows no hidden card, so all of it is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from majordome.core.game import Viewer
from majordome.core.script import Beat
from majordome.games.snakes.corrections import Table
from majordome.games.snakes.deck import OFFERS

HAND, LARGE_HAND = 2, 3


def view(table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
    """Only the holders' own word at the end tells of snakes."""
    match viewer.kind:
        case "room":
            return room(table)
        case "host":
            return {"can_correct": beat is not None and table.phase == "play", "can_skip": skips(table, beat)}
        case "secrets":
            return {}
        case "player":
            return player(table, viewer.name)


def skips(table: Table, beat: Beat | None) -> bool:
    """There is a part that the host can leave out."""
    return beat is not None and table.phase != "play" and bool(table.players)


def room(table: Table) -> dict[str, Any]:
    """The circle, the doors, and whose offer it is: all that a television needs to draw the table."""
    return {
        "phase": table.phase,
        "round": table.round,
        "seats": tuple((name, marks(table, name)) for name in table.players),
        "cards": [{"number": card, "side": side, "last": card == table.last} for card, side in table.cards],
        "nights": len(table.showing("night")),
        "days": len(table.showing("day")),
        "doors": [{"name": name, "open": name not in table.closed} for name in table.players],
        "active": table.active if table.phase == "play" else None,
        "offer": offer(table),
        "snakes": table.snakes if table.players else None,
        "smallest_leaves": bool(table.players) and table.loses_smallest,
        "holders": table.holders,
    }


def marks(table: Table, name: str) -> tuple[str, ...]:
    """What everyone sees of a seat."""
    if table.phase == "reveal":
        return ("snake",) if name in table.holders else ()
    told = {
        "three_cards": table.phase == "play" and name == table.active,
        "chosen": name == table.chosen,
        "door_closed": name in table.closed,
    }
    return tuple(mark for mark, so in told.items() if so)


def offer(table: Table) -> dict[str, Any] | None:
    """The card between two players."""
    if not table.chosen:
        return None
    return {"number": table.offer, "of": OFFERS, "from": table.active, "to": table.chosen, "taken": table.taken}


def player(table: Table, name: str) -> dict[str, Any]:
    """One's own seat: nothing that the others do not see."""
    holder = table.chosen if table.taken else table.active
    return {
        "name": name,
        "door_open": name not in table.closed,
        "your_turn": table.phase == "play" and name == table.active and not table.chosen,
        "offered": table.offer if name == table.chosen and not table.taken else 0,
        "cards": LARGE_HAND if table.phase == "play" and name == holder else HAND,
    }
