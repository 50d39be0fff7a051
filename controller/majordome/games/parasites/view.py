"""What the room, the host and one player may know. The box knows no identity, so there is nothing to hide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from majordome.core.game import Viewer
from majordome.core.script import Beat
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.table import CHARACTERS, TO_LOSE


def view(table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
    """The same table for everyone; a player's own place for that player, the corrections for the host."""
    match viewer.kind:
        case "room":
            return room(table)
        case "host":
            return host(table)
        case "secrets":
            return {}
        case "player":
            return seat(table, viewer.name)


def room(table: Table) -> dict[str, Any]:
    """All that a television needs to draw the table."""
    return {
        "mode": "advanced" if table.advanced else "classic",
        "phase": table.phase,
        "round": table.round,
        "last": table.last,
        "first": table.first or None,
        "turn": table.turn,
        "failures": table.failures,
        "failures_to_lose": TO_LOSE,
        "centre": table.centre,
        "left": table.deck,
        "characters": CHARACTERS,
        "seats": tuple((name, marks(table, name)) for name in table.seats),
        "players": [seat(table, name) for name in table.seats],
        "aim": {"by": table.aim.by, "at": table.aim.at} if table.aim else None,
        "declaration": declaration(table),
    }


def marks(table: Table, name: str) -> tuple[str, ...]:
    """What everyone sees of this player."""
    seen = {
        "first": name == table.first,
        "turn": name == table.turn,
        "laid": name in table.laid,
        "freed": table.advanced and name not in table.cards and name not in table.shot,
        "shot": name in table.shot,
    }
    return tuple(mark for mark, so in seen.items() if so)


def seat(table: Table, name: str) -> dict[str, Any]:
    """One player's place at the table."""
    return {
        "name": name,
        "first": name == table.first,
        "turn": name == table.turn,
        "laid": name in table.laid,
        "card": name in table.cards,
        "shot": name in table.shot,
    }


def declaration(table: Table) -> dict[str, Any] | None:
    """Who says that no parasite is left, and how many agree so far."""
    poll = table.poll
    if poll is None:
        return None
    everyone = len(table.seats)
    return {
        "by": poll.by,
        "agree": min(everyone, len(poll.yes) + poll.hands),
        "needed": (everyone + 1) // 2,
        "of": everyone,
        "yes": list(poll.yes),
        "no": list(poll.no),
    }


def host(table: Table) -> dict[str, Any]:
    """What the host may put right."""
    return {
        "winners": list(table.winners),
        "can_skip": not table.hangs,
        "limits": {"failures": TO_LOSE - 1, "centre": CHARACTERS, "deck": CHARACTERS},
        "has_card": list(table.cards),
    }
