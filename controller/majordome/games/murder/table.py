"""`table`: five to nine players around a table, no butler, no day murder, no jail. The last side alive wins."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Choose, Option
from majordome.core.cues import Effect, Light, Say, Top
from majordome.core.evening import Evening
from majordome.core.events import Pressed, TimeUp
from majordome.core.script import Curtain, Script, Skip, expect, skippable
from majordome.games.murder.corrections import Table
from majordome.games.murder.deaths import the_alchemist_rises
from majordome.games.murder.events import NobodyDied, Screamed, Tapped, WinnerNamed
from majordome.games.murder.facts import Round, Sacrifice
from majordome.games.murder.game import MurderGame
from majordome.games.murder.murder import after_scream, dying_by_night, late_names, nobody_died, victims
from majordome.games.murder.refusals import refuse_murder
from majordome.games.murder.roles import MURDERERS
from majordome.games.murder.scenes import ask, discussion, judgement, last_morning
from majordome.games.murder.teaching import welcome
from majordome.games.murder.verdict import verdict
from majordome.games.murder.vote import Suspects

DAYS = ("friday", "saturday", "sunday", "monday", "tuesday", "wednesday", "thursday")
FALLING_ASLEEP = 10


def table(evening: Evening) -> Script[Table]:
    """Night after night until one side has nobody left."""
    table = Table.laid(evening)
    try:
        table = yield from skippable(welcome(table))
        night = 0
        while True:
            night += 1
            yield Round(night, day_of(night), "night")
            yield Effect("church_bell" if night == 1 else "owl")
            table = yield from night_murder(replace(table, round=night, tally=(), mourned=()))
            table = yield from mourning(table)
            table = yield from discussion(table)
            table = yield from judgement(table, 1, sacrifice)
    except Curtain as curtain:
        return (yield from last_morning(curtain.table, curtain.winner))


def day_of(night: int) -> str:
    """Nights count up, and the names of the days go on."""
    return DAYS[(night - 1) % len(DAYS)]


def night_murder(table: Table) -> Script[Table]:
    """Nobody sits out, so the night runs on the box's own clock: no press is needed while eyes are closed."""
    yield Light("night")
    table = replace(table, murder=None, reviving=None)
    yield Say("table_first_night" if table.round == 1 else "table_night")
    if table.round == 1:
        yield Say(f"victim_counts_table_{table.edition}")
    try:
        table, _ = yield from expect(table, "nightfall", Pressed, press=Pressed(), top="stop", usually=15)
        yield Top("stop")
        yield Light("dark")
        yield Say("table_sleep")
        # All close their eyes, one hand on the table. After 10 s the two murderers open theirs.
        table, _ = yield from expect(table, "asleep", TimeUp, within=FALLING_ASLEEP, after_voice=True, dark=True)
        yield Say("eyes_open_table")
        table, told = yield from expect(
            table,
            "murder_at_table",
            TimeUp,
            Screamed,
            Tapped,
            NobodyDied,
            press=Screamed(),
            within=table.evening.number("choosing"),
            after_voice=True,
            dark=True,
            asks=lambda table: victims(table, Tapped),
            refuse=refuse_murder("night"),
        )
        if isinstance(told, Tapped):
            return (yield from dying_by_night(table, told, at_table=True))
        if isinstance(told, NobodyDied):
            return (yield from nobody_died(table, "night"))
        if isinstance(told, Screamed):  # the guest has counted, and the box need not
            yield Light("awake")
            return (yield from after_scream(table, "night", None, None))
        # Where nobody told the box, somebody was tapped; a heart patient screams before the box does,
        # and whoever wakes first may press.
        return (yield from dying_by_night(table, Tapped(), at_table=True))
    except Skip as skip:
        return (yield from nobody_died(skip.table, "night"))


def mourning(table: Table) -> Script[Table]:
    """The win is checked after each murder."""
    if (winner := verdict(table)) is not None:
        raise Curtain(table, winner)
    try:
        if table.knows_roles or len(table.living) > MURDERERS:
            table, _ = yield from expect(
                table, "mourning_at_table", Pressed, press=Pressed(), usually=10, asks=late_names
            )
        else:
            # Where the box does not know the cards or the number: only the murderers can have won by a murder.
            table, over = yield from ask(table, "last_guest", usually=10)
            if over.yes:
                raise Curtain(table, "murderers")
    except Skip as skip:
        table = skip.table
    return (yield from the_alchemist_rises(table))


def sacrifice(table: Table, suspects: Suspects) -> Script[Table]:
    """Most votes: sacrificed, and the card is turned face up. The win is checked again."""
    name = next((name for name in suspects if name in table.living), None)
    role = table.role(name) if name else None
    yield Say("condemned", (name,)) if name else Say("condemned_unnamed")
    chosen = (name,) if name else ()
    table, _ = yield from expect(replace(table, going=chosen), "sacrifice", Pressed, press=Pressed(), usually=10)
    table, name = replace(table, going=()), table.now(name)
    if name is not None and name not in table.living:  # the host took them out of the game meanwhile
        return table
    yield Sacrifice(name, role)
    table = replace(table, poll=None, unnamed=table.unnamed + (name is None))
    if name is not None:
        table = table.bury(name).note("sacrificed", name)
    if role is not None and name is not None:
        yield Say("card_turned", (name,), role=role)
    if (winner := verdict(table)) is not None:
        raise Curtain(table, winner)
    if table.knows_roles and name is not None:
        return table
    return (yield from ask_who_is_left(table))


def ask_who_is_left(table: Table) -> Script[Table]:
    """Where the box does not know the cards, the table tells when one side has nobody left."""
    table, over = yield from ask(table, "one_side_left")
    if not over.yes:
        return table
    guests, murderers = WinnerNamed("guests"), WinnerNamed("murderers")
    sides = (Option(guests, label="guests"), Option(murderers, label="murderers"))
    table, told = yield from expect(
        table, "which_side", WinnerNamed, press=guests, double=murderers, asks=(Choose("which_side", sides),)
    )
    raise Curtain(table, told.winner)


GAME = MurderGame(table)
