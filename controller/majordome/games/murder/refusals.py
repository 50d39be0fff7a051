"""What the host may say of a murder and a kiss.

In the room nothing is refused because of a hidden card: whoever hears the refusal would know the card. What the cards
forbid is taken, and has no effect; only a rehearsal, whose file is read by its author alone, is told of it.
"""

from __future__ import annotations

from majordome.core.cues import Refused
from majordome.core.events import Event
from majordome.core.script import Check
from majordome.games.murder.corrections import Table
from majordome.games.murder.deaths import the_killer, who_may_kill
from majordome.games.murder.events import Kissed, Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Time
from majordome.games.murder.roles import HEART, MURDERER, SHORTSIGHTED, VAMPIRE

MOST_CHARMED = 2  # edition B
OF_A_MURDER = (Tapped, Winked, Named, NobodyDied)


def refuse_murder(time: Time) -> Check:
    """What nobody could say of this murder, whatever the cards."""

    def refuse(table: Table, event: Event) -> Refused | None:
        if isinstance(event, Kissed):
            return refuse_kiss(table, event.name)
        if not isinstance(event, OF_A_MURDER):
            return None
        if event.killer is not None and (refused := refuse_killer(table, event.killer)):
            return refused
        if isinstance(event, NobodyDied) or event.victim is None:
            return None
        return refuse_victim(table, event.victim, event.killer)

    return refuse


def refuse_killer(table: Table, killer: str) -> Refused | None:
    """Everyone can see that this guest cannot have killed."""
    if table.guest(killer) is None:
        return Refused("killer", "unknown_name" if table.listed else "no_guest_list", (killer,))
    if killer in table.dead or killer in table.gone:
        return Refused("killer", "dead_do_not_act", (killer,))
    if killer in table.jail:
        return Refused("killer", "killer_in_jail", (killer,))
    return None


def refuse_victim(table: Table, victim: str, killer: str | None) -> Refused | None:
    """Everyone can see that this guest cannot have been killed."""
    if table.guest(victim) is None:
        return Refused("victim", "unknown_name" if table.listed else "no_guest_list", (victim,))
    if victim in table.dead or victim in table.gone:
        return Refused("victim", "already_dead", (victim,))
    if victim in table.jail:
        return Refused("victim", "prisoner_is_safe", (victim,))
    if victim == killer:
        return Refused("victim", "killed_oneself", (victim,))
    return None


def refuse_kiss(table: Table, name: str) -> Refused | None:
    """Everyone can see that nobody kissed this guest today."""
    if table.guest(name) is None:
        return Refused("kiss", "unknown_name" if table.listed else "no_guest_list", (name,))
    if not table.knows_roles:
        return Refused("kiss", "no_charmer")
    if table.kissed_today:
        return Refused("kiss", "one_kiss_a_day")
    if name in table.dead or name in table.gone:
        return Refused("kiss", "already_dead", (name,))
    if table.edition == "B" and name in table.jail:
        return Refused("kiss", "no_kiss_for_prisoners", (name,))
    return None


def no_charm(table: Table, name: str) -> Refused | None:
    """Why this kiss has no effect: what the cards say to it."""
    if table.charmer is None:
        return Refused("kiss", "no_charmer")
    if name == table.charmer:
        return Refused("kiss", "kisses_herself", (name,))
    if name in table.charmed:
        return Refused("kiss", "already_charmed", (name,))
    # The short-sighted see neither winks nor kisses.
    if table.role(name) is SHORTSIGHTED:
        return Refused("kiss", "cannot_see_kisses", (name,))
    if table.edition == "B" and len(table.charmed) >= MOST_CHARMED:
        return Refused("kiss", "two_charmed")
    return None


def against_the_cards(table: Table, time: Time, event: Event) -> Refused | None:
    """Why this cannot have been, for whoever may know every card: the author of a rehearsal."""
    if isinstance(event, Kissed):
        return no_charm(table, event.name) if refuse_kiss(table, event.name) is None else None
    if not table.knows_roles or not isinstance(event, OF_A_MURDER):
        return None
    killer = event.killer
    if killer is not None and table.guest(killer) is not None and killer not in (*table.dead, *table.jail):
        if table.role(killer) is not MURDERER:
            return Refused("killer", "not_a_murderer", (killer,))
        if killer not in who_may_kill(table, time):
            return Refused("killer", "killed_last_night", (killer,))
    if isinstance(event, NobodyDied) or event.victim is None:
        return None
    role = table.role(event.victim)
    if isinstance(event, Tapped) and event.weak_heart and role not in (None, HEART):
        return Refused("heart", "roles_known", (event.victim,))
    if role is MURDERER:  # never the murderers' victim: a file says whom they came for
        return Refused("victim", "murderer_is_safe", (event.victim,))
    if time == "night" and role is VAMPIRE and the_killer(table, time, killer) is None:
        return Refused("victim", "which_murderer", (event.victim,))
    return None
