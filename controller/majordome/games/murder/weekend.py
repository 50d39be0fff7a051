"""`weekend`: nine to twenty guests, two murderers, five rounds from Friday night to Monday morning."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.cues import Effect, Light, Say
from majordome.core.evening import Evening
from majordome.core.events import ChairTaken, Pressed
from majordome.core.script import Curtain, Script, Skip, expect, skippable
from majordome.games.murder.corrections import Table
from majordome.games.murder.deaths import the_alchemist_rises
from majordome.games.murder.events import Kissed
from majordome.games.murder.facts import Jail, Release, Round, Time
from majordome.games.murder.game import MurderGame
from majordome.games.murder.murder import charm, late_names, murder
from majordome.games.murder.refusals import refuse_murder
from majordome.games.murder.scenes import ask, discussion, judgement, last_morning
from majordome.games.murder.teaching import welcome
from majordome.games.murder.verdict import verdict
from majordome.games.murder.vote import Suspects

ROUNDS: tuple[tuple[str, Time], ...] = (
    ("friday", "night"),
    ("saturday", "day"),
    ("saturday", "night"),
    ("sunday", "day"),
    ("sunday", "night"),
)
PRISON_CHAIRS = 2


def weekend(evening: Evening) -> Script[Table]:
    """The whole weekend."""
    table = Table.laid(evening)
    winner = "murderers"  # Monday morning without both of them in jail
    try:
        table = yield from skippable(welcome(table))
        for number, (day, time) in enumerate(ROUNDS, 1):
            yield Round(number, day, time)
            yield Effect("cock_crow" if time == "day" else "church_bell" if number == 1 else "owl")
            yield Say(f"{day}_{time}")
            table = yield from murder(replace(table, round=number, tally=(), mourned=()), time)
            table = yield from mourning(table, time)
            table = yield from release(table)
            table = yield from discussion(table)
            table = yield from judgement(table, PRISON_CHAIRS, to_jail)
        yield Say("monday_morning")
    except Curtain as curtain:
        table, winner = curtain.table, curtain.winner
    return (yield from last_morning(table, winner))


def mourning(table: Table, time: Time) -> Script[Table]:
    """The dead go to their corner. A kiss that the host saw by day can still be told, and a name."""
    takes = (Pressed, Kissed) if time == "day" else (Pressed,)
    name = "mourning" if time == "night" else "mourning_day"
    try:
        while True:
            table, told = yield from expect(
                table, name, *takes, press=Pressed(), usually=15, refuse=refuse_murder(time), asks=late_names
            )
            if not isinstance(told, Kissed):
                break
            table = yield from charm(table, told.name)
    except Skip as skip:
        table = skip.table
    return (yield from the_alchemist_rises(table))


def release(table: Table) -> Script[Table]:
    """The two prisoners of the round before are free: they discuss and vote. Nobody speaks to an empty jail."""
    if not table.occupied:
        return table
    yield Release(table.jail)
    yield Say("release", table.jail) if table.jail else Say("release_unnamed")
    return replace(table, jail=(), occupied=False).unwatch()


def to_jail(table: Table, suspects: Suspects) -> Script[Table]:
    """Handcuffs; the two sit for one round. If they are the two murderers the game ends at once."""
    yield Light("jail")
    yield Say("to_jail", (*table.jail, *suspects)) if suspects else Say("to_jail_unnamed")
    fitted = table.evening.flag("chairs")
    while not (fitted and len(table.chairs) == PRISON_CHAIRS):
        # With chairs fitted it is done when both are taken; a press says so all the same.
        takes = (Pressed, ChairTaken) if fitted else (Pressed,)
        going = (*table.jail, *map(table.now, suspects))
        table, told = yield from expect(replace(table, going=going), "jailing", *takes, press=Pressed(), usually=20)
        table = replace(table, going=())
        if isinstance(told, Pressed):
            break
    free = tuple(name for name in map(table.now, suspects) if name in table.living and name not in table.jail)
    # A prisoner who stands up before release raises the alarm, where chairs are fitted.
    table = replace(table, jail=(*table.jail, *free)[:PRISON_CHAIRS], occupied=True).watch()
    table = table.note("jail", *table.jail)
    yield Jail(table.jail)
    if (winner := verdict(table)) is not None:
        raise Curtain(table, winner)
    if not table.knows_roles or len(table.jail) < PRISON_CHAIRS:
        # The box does not know the cards, or not the names: are these the two murderers?
        table, both = yield from ask(table, "verdict" if table.round < len(ROUNDS) else "last_verdict")
        if both.yes:
            raise Curtain(table, "guests")
    # After the last round there is no other, and no clock that goes on.
    yield Say(
        "jailed" if table.round < len(ROUNDS) else "jailed_last"
    )  # the roles stay hidden: one murderer in jail is never announced
    return table


GAME = MurderGame(weekend)
