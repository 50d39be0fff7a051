"""Who has won, where the box knows the cards."""

from __future__ import annotations

from majordome.games.murder.events import Winner
from majordome.games.murder.guests import Company
from majordome.games.murder.roles import MURDERER


def verdict(table: Company) -> Winner | None:
    """The winner at this moment, if there is one."""
    if not table.knows_roles:
        return None
    if table.reviving is not None:  # the alchemist is about to show the card
        table = table.raise_up(table.reviving)
    murderers = table.living_with(MURDERER)
    if table.has_jail:
        # Both sit at the same time. If the host took one murderer out of the game, the other is all of them.
        return "guests" if set(murderers) <= set(table.jail) else None
    if not murderers:
        return "guests"  # `table`: the game ends when one side has nobody left
    return "murderers" if len(murderers) == len(table.living) else None
