"""Who is dead, and by whose hand: what a name means once a scream was heard, and how a wrong name is put right.

The murder of the round stays open to the host's word until the next one, so that a name that nobody could say in the
dark, or that was wrong, never needs a second night. Nothing asked here in public hangs on a hidden card.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from majordome.core.asks import Choose, Option
from majordome.core.cues import Say
from majordome.core.script import Script, expect
from majordome.games.murder.events import Exchanged, Named
from majordome.games.murder.facts import AliveAgain, Death, KilledBy, Spared, Swap, Time
from majordome.games.murder.guests import Company, Murder
from majordome.games.murder.roles import ALCHEMIST, MURDERER, SHORTSIGHTED, VAMPIRE

Tbl = TypeVar("Tbl", bound=Company)


def who_may_kill(table: Company, time: Time) -> tuple[str, ...]:
    """The murderers who may act now, where the box knows the cards."""
    free = table.living_with(MURDERER)
    if table.jail:  # a murderer in jail does not act: the other one kills
        free = tuple(name for name in free if name not in table.jail)
    if time == "day" and len(free) > 1:
        # By day, the one who did not kill the night before.
        return tuple(name for name in free if name != table.night_killer)
    return free


def the_killer(table: Company, time: Time, named: str | None) -> str | None:
    """Who killed: as the host says, or the only one who can have. A name that the cards rule out is no name."""
    may = who_may_kill(table, time)
    if named is not None and (not table.knows_roles or named in may):
        return named
    return may[0] if len(may) == 1 else None


def exchange_cards(table: Tbl, vampire: str, murderer: str) -> Script[Tbl]:
    """A murderer came for the vampire: the cards are exchanged, and it is the old murderer who dies."""
    yield Swap(vampire, murderer)
    return table.exchange(vampire, murderer).note("swap", vampire, murderer)


def who_died(table: Tbl, time: Time, told: Named) -> Script[tuple[Tbl, Murder]]:
    """What the name of the dead means. A living murderer who is dead by night met a vampire."""
    victim, role = told.victim, table.role(told.victim)
    by = the_killer(table, time, told.killer)
    if time == "day" or not table.knows_roles:
        return table, Murder(time, victim, by)
    table, holder = yield from whose_card(table)
    victim, by = table.now(victim), table.now(by)
    if role not in (VAMPIRE, MURDERER):
        return table, Murder(time, victim, by)
    if role is VAMPIRE:
        if by is None:  # the host's word holds
            return table, Murder(time, victim)
        table = yield from exchange_cards(table, victim, by)
        return table, Murder(time, by, by, swap=(victim, by))
    vampires = table.living_with(VAMPIRE)
    if not vampires:
        return table, Murder(time, victim)
    vampire = vampires[0] if len(vampires) == 1 else holder
    if vampire not in vampires:  # from now on the box does not know the cards
        return replace(table, unsure=True), Murder(time, victim, victim)
    table = yield from exchange_cards(table, vampire, victim)
    return table, Murder(time, victim, victim, swap=(vampire, victim))


def whose_card(table: Tbl) -> Script[tuple[Tbl, str | None]]:
    """Which of two vampires holds a murderer's card now: asked on their own phones, and of the host; never aloud."""
    # After every death by night, of everybody, on every phone: neither the question nor its absence may tell a card.
    if [guest.role for guest in table.evening.guests].count(VAMPIRE) < 2:
        return table, None
    options = tuple(Option(Exchanged(name), name) for name in table.living)
    question = Choose("whose_card", (*options, Option(Exchanged(), label="untold")), players=table.living)
    table, told = yield from expect(table, "whose_card", Exchanged, press=Exchanged(), usually=5, asks=(question,))
    return table, told.vampire


def bury(table: Tbl, murder: Murder) -> Script[Tbl]:
    """The victim of this murder is dead - or, once a game and only by night, an alchemist who will show the card."""
    killer = murder.killer if murder.killer != murder.victim else None  # who came to a vampire just dies
    if killer is not None:
        yield KilledBy(killer)
    if murder.time == "night":
        table = replace(table, night_killer=murder.killer)
    victim = murder.victim
    known = victim in table.dead  # the host said so while the victim was counting, and that holds
    if not known:
        yield Death(victim)
    table = replace(table, murder=murder)
    if victim is None:
        return table
    table = table.note("death", victim) if killer is None else table.note("death", victim, killer)
    if known:
        return table
    reborn = murder.time == "night" and table.role(victim) is ALCHEMIST and victim not in table.reborn
    return replace(table.bury(victim), reviving=victim if reborn else None)


def name_later(table: Tbl, told: Named) -> Script[Tbl]:
    """The name of this round's dead, told late or put right: no second night, no second scream."""
    murder = table.murder
    assert murder is not None  # the table refuses it otherwise
    corrected = murder.victim is not None
    if not corrected and not murder.spared:
        table = table.one_named()
    table = yield from unbury(table, murder)
    if murder.time == "day" and table.role(told.victim) is SHORTSIGHTED:
        yield Spared(told.victim)
        table = table.note("spared", told.victim)
        yield Say("nobody_after_all")
        return replace(table, murder=Murder("day", spared=True))
    table, murder = yield from who_died(table, murder.time, told)
    table = yield from bury(table, murder)
    if murder.victim is not None:
        yield Say("name_corrected" if corrected else "named_late", (murder.victim,))
    return table


def unbury(table: Tbl, murder: Murder) -> Script[Tbl]:
    """As it was before this murder; what else the host has said since then holds."""
    if murder.swap is not None:
        table = table.exchange(*murder.swap)
    if murder.victim is not None and murder.victim in table.dead:
        yield AliveAgain(murder.victim)
        table = table.raise_up(murder.victim)
    return replace(table.strike("death", "swap", "spared"), reviving=None, murder=None)


def the_alchemist_rises(table: Tbl) -> Script[Tbl]:
    """All are awake and the card has been shown: alive again, once a game."""
    name = table.reviving
    if name is None:  # most often
        return table
    table = replace(table, reviving=None)
    if name not in table.dead:
        return table
    yield AliveAgain(name)
    yield Say("alive_again", (name,))
    table = table.raise_up(name).note("alchemist", name)
    return replace(table, reborn=table.reborn | {name}, murder=None)
