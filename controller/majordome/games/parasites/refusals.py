"""What cannot be at this table, and why: one place for button, buzzers, phones, the host and the rehearsal."""

from __future__ import annotations

from majordome.core.cues import Refused
from majordome.core.events import Event
from majordome.games.parasites.events import (
    Agreed,
    AgreementCounted,
    AimTaken,
    Declared,
    Fired,
    FirstNamed,
    Laid,
    ShooterNamed,
    TargetNamed,
)
from majordome.games.parasites.table import Hunt


def impossible(table: Hunt, event: Event) -> Refused | None:
    """Why this cannot be now, or None."""
    match event:
        case FirstNamed(name) | Laid(name) | Declared(name) | ShooterNamed(name) if name not in table.seats:
            return Refused("name", "unknown_name", (name,))
        case Laid(name) if name in table.laid:
            return Refused("laid", "already_laid", (name,))
        case Agreed(name) if name not in table.seats:
            return Refused("name", "unknown_name", (name,))
        case AgreementCounted(agree) if not 1 <= agree <= len(table.seats):
            return Refused("agree", "number_out_of_range", (str(agree), "1", str(len(table.seats))))
        case AimTaken() if table.turn is not None and nobody_to_shoot(table, table.turn):
            return Refused("shot", "nobody_to_shoot")
        case TargetNamed(at) if table.aim is not None:
            return refuse_shot(table, table.aim.by, at)
        case Fired(by, _, at):
            return refuse_shot(table, by, at)
    return None


def nobody_to_shoot(table: Hunt, by: str) -> bool:
    """Neither in the centre nor, in advanced mode, among the players."""
    return (table.phase == "dinner" or not table.centre) and not table.targets(by)


def refuse_shot(table: Hunt, by: str, at: str | None) -> Refused | None:
    """Why this shot cannot be."""
    for name in (by, at):
        if name is not None and name not in table.seats:
            return Refused("name", "unknown_name", (name,))
    if by in table.shot:  # a player shot at dinner shoots no more
        return Refused("shot", "shot_players_do_not_shoot", (by,))
    if table.phase == "dinner" and by != table.turn:
        return Refused("shot", "not_their_turn", (by, table.turn or ""))
    if at is None:
        if table.phase == "dinner":  # nobody shoots at the centre any more
            return Refused("shot", "centre_is_over")
        return None if table.centre else Refused("shot", "centre_is_empty")
    if not table.advanced:
        return Refused("shot", "no_shots_at_players", (at,))
    if at == by:  # whatever card, and whoever makes you do it
        return Refused("shot", "not_oneself", (by,))
    return None if at in table.cards else Refused("shot", "no_card_of_their_own", (at,))
