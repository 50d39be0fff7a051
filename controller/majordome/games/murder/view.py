"""What the room, the host and one guest may know of a murder party."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from majordome.core.asks import Ballots, ChooseSome
from majordome.core.events import CHAIRS
from majordome.core.game import Viewer
from majordome.core.script import Beat
from majordome.games.murder.corrections import Table
from majordome.games.murder.deaths import who_may_kill
from majordome.games.murder.facts import Time
from majordome.games.murder.table import day_of
from majordome.games.murder.tale import told
from majordome.games.murder.weekend import ROUNDS


def view(table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
    """Only `secrets` and a player's own card tell what is hidden."""
    match viewer.kind:
        case "room":
            return room(table, beat)
        case "host":
            return host(table, beat)
        case "secrets":
            return secrets(table)
        case "player":
            return card(table, viewer.name)


def when(table: Table) -> tuple[str, Time] | tuple[None, None]:
    """The day, and whether it is night."""
    if not table.round:
        return None, None
    return ROUNDS[min(table.round, len(ROUNDS)) - 1] if table.has_jail else (day_of(table.round), "night")


def room(table: Table, beat: Beat | None) -> dict[str, Any]:
    """No card, no killer, no kiss - until it is over, and all cards are turned."""
    day, time = when(table)
    over = table.winner in ("guests", "murderers")  # not where it was called off: it may be played again
    watched = table.has_jail and table.evening.flag("chairs")
    marks = dict.fromkeys(table.gone, ("gone",)) | dict.fromkeys(table.dead, ("dead",))
    marks |= dict.fromkeys(table.jail, ("in_jail",))
    return {
        "edition": table.edition,
        "round": table.round,
        "rounds": len(ROUNDS) if table.has_jail else None,
        "day": day,
        "time": time,
        "seats": tuple((guest.name, marks.get(guest.name, ())) for guest in table.guests),
        "guests": [
            {"name": guest.name, "alive": guest.name in table.living, "in_jail": guest.name in table.jail}
            for guest in table.guests
        ],
        "chairs": {chair: chair in table.chairs for chair in CHAIRS} if watched else None,
        "jail": table.jail,
        "cards": [(guest.name, guest.role) for guest in table.guests] if over and table.knows_roles else None,
        "vote": vote(table, beat),
        "tale": told(table, table.winner) if table.winner else (),
        "mourned": table.mourned,
    }


def vote(table: Table, beat: Beat | None) -> dict[str, Any] | None:
    """The vote as it is seen in the circle: against whom, how many have voted, the count - never who for whom."""
    told: dict[str, Any] = {"candidates": [], "seats": 0, "again": False, "chosen": [], "ballots": None}
    told["tally"] = table.tally or None
    asked = beat.asks if beat is not None else ()
    if table.pointing is not None:
        poll = table.pointing
        still = tuple(name for name in poll.candidates if name in table.living)
        return told | {"candidates": still, "seats": poll.seats, "again": poll.again}
    for ask in asked:
        if isinstance(ask, Ballots):
            ballots = {"in": len(ask.heard), "of": len(table.living)}
            voting = {"candidates": ask.among, "seats": ask.hands, "again": ask.again, "tally": None}
            return told | voting | {"ballots": ballots}
        if isinstance(ask, ChooseSome):
            return told | {"candidates": ask.among, "seats": ask.most}
    if table.going:
        return told | {"seats": len(table.going), "chosen": table.going}
    return told if table.tally else None


def host(table: Table, beat: Beat | None) -> dict[str, Any]:
    """What the host leads by: nothing that is hidden."""
    poll = table.poll if beat is not None else None
    return {
        "can_name": beat is not None and table.murder is not None,  # who died, told late or put right
        "can_correct": poll is not None,
        "recount": {"among": poll.candidates, "hands": poll.hands} if poll is not None else None,
    }


def secrets(table: Table) -> dict[str, Any]:
    """Everything that is hidden: only while the host holds a finger on it."""
    _, time = when(table)
    return {
        "guests": [
            {"name": guest.name, "role": guest.role, "mark": "†" if guest.name in table.dead else " "}
            for guest in table.guests
        ],
        "charmed": table.charmed,
        "may_kill": who_may_kill(table, time or "night"),
        "night_killer": table.night_killer,
    }


def card(table: Table, name: str) -> dict[str, Any]:
    """One guest's own card."""
    return {"name": name, "role": table.role(name)}
