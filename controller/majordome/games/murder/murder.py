"""The murder, by night and by day: what each hears, how long it takes, and what the victim's card does."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Ask, Choose, Option
from majordome.core.cues import Countdown, Light, Say, Top
from majordome.core.events import Pressed, TimeUp
from majordome.core.script import Script, Skip, expect
from majordome.games.murder.corrections import Table
from majordome.games.murder.deaths import bury, exchange_cards, the_killer, who_died, whose_card
from majordome.games.murder.events import Came, Kissed, Named, NobodyDied, Screamed, Tapped, Winked
from majordome.games.murder.facts import Charmed, Scream, Spared, Time
from majordome.games.murder.guests import Murder
from majordome.games.murder.refusals import no_charm, refuse_murder
from majordome.games.murder.roles import HEART, SHORTSIGHTED, VAMPIRE

HEARTBEATS = 10
WEAK_HEARTBEATS = 5


def victims(table: Table, means: type[Tapped] | type[Winked] | type[Named]) -> tuple[Ask, ...]:
    """Who was it? Whoever lives and is not in jail can be said: what their card says, the question does not know."""
    named = [Option(means(name), name) for name in table.living if name not in table.jail]
    told: list[Option] = []
    if means is Tapped or means is Winked:
        told.append(Option(means(), label="somebody"))
    if means is Tapped and not table.knows_roles:
        told.append(Option(Tapped(weak_heart=True), label="weak_heart"))
    return (Choose("victim", (*named, *told, Option(NobodyDied(), label="nobody"))),)


def late_names(table: Table) -> tuple[Ask, ...]:
    """Who died, where nobody has told it yet: asked until the next murder, and never waited for."""
    if not table.listed or table.murder is None or table.murder.victim is not None or table.murder.spared:
        return ()
    return (Choose("victim", tuple(Option(Named(name), name) for name in table.living if name not in table.jail)),)


def kisses(table: Table) -> tuple[Ask, ...]:
    """Whom the charmer kissed: asked whether or not there is one, or the question would tell."""
    return (Choose("kiss", tuple(Option(Kissed(name), name) for name in table.living)),) if table.listed else ()


def murder(table: Table, time: Time) -> Script[Table]:
    """A murder by night or by day; where the host skips it, nobody died."""
    table = replace(table, murder=None, reviving=None)
    try:
        return (yield from night_murder(table) if time == "night" else day_murder(table))
    except Skip as skip:
        return (yield from nobody_died(skip.table, time))


def night_murder(table: Table) -> Script[Table]:
    """All walk, stop and sleep; a murderer taps a shoulder; the victim screams when the time is up."""
    yield Light("night")
    yield Say("walk_night" if table.occupied else "walk_night_free")
    if table.round == 1:
        # Edition A: the victim opens the eyes and counts; edition B: eyes closed, fingers count down.
        yield Say(f"victim_counts_{table.edition}")
    table = yield from walk(table)
    yield Top("stop")
    yield Light("dark")
    yield Say("eyes_open")
    table, told = yield from expect(
        table,
        "murder",
        Tapped,
        NobodyDied,
        press=Tapped(),
        double=Tapped(weak_heart=True),
        dark=True,
        usually=20,
        asks=lambda table: victims(table, Tapped),
        refuse=refuse_murder("night"),
    )
    if not isinstance(told, Tapped):
        return (yield from nobody_died(table, "night"))
    victim = told.victim
    if victim and table.role(victim) is VAMPIRE and the_killer(table, "night", told.killer) is None:
        table, killer = yield from who_came(table, victim)
        told = Tapped(table.now(victim), killer)
    return (yield from dying_by_night(table, told))


def walk(table: Table) -> Script[Table]:
    """Everyone walks until the host's TOP. The butler says when it has been long enough, and forces nobody."""
    patience = table.evening.number("walking") or None
    while True:
        table, told = yield from expect(
            table,
            "walking",
            Pressed,
            TimeUp,
            press=Pressed(),
            top="stop",
            within=patience,
            after_voice=True,
            soft=True,
            usually=30,
        )
        if isinstance(told, Pressed):
            return table
        patience = None
        yield Say("walked_enough")


def who_came(table: Table, victim: str) -> Script[tuple[Table, str | None]]:
    """Cards change hands, and the host is asked in the dark with whom. Whoever cannot tell lets the scream tell."""
    others = tuple(name for name in table.living if name != victim and name not in table.jail)
    options = (*(Option(Came(name), name) for name in others), Option(Came(), label="untold"))
    table, came = yield from expect(
        table, "who_came", Came, press=Came(), dark=True, usually=5, asks=(Choose("who_came", options),)
    )
    return table, came.killer


def dying_by_night(table: Table, tapped: Tapped, *, at_table: bool = False) -> Script[Table]:
    """Ten heartbeats, or five, in the dark and in silence. At zero the victim screams and everyone wakes.

    A victim who screams before the box does is heard by whoever presses: nobody screams twice.
    """
    role = table.role(tapped.victim) if tapped.victim else None
    swap: tuple[str, str] | None = None
    weak = tapped.weak_heart and role is None
    seconds = WEAK_HEARTBEATS if weak or role is HEART else HEARTBEATS
    if role is VAMPIRE and tapped.victim and (killer := the_killer(table, "night", tapped.killer)):
        # The vampire does not count: the old murderer walks back, in the dark, and dies.
        table = yield from exchange_cards(table, tapped.victim, killer)
        swap = (tapped.victim, killer)
    else:
        yield Countdown(seconds)
    table, over = yield from expect(
        table,
        "dying_at_table" if at_table and tapped.victim is None else "dying",
        TimeUp,
        Screamed,
        press=Screamed(),
        within=seconds,
        dark=True,
        flash=True,
    )
    if isinstance(over, TimeUp):
        yield Scream()
    yield Light("awake")
    if swap is not None:
        table, _ = yield from whose_card(table)
        vampire, old = table.now(swap[0]), table.now(swap[1])
        return (yield from tell_death(table, Murder("night", old, old, (vampire, old))))
    if role is VAMPIRE:  # whoever came is dead, and everyone sees who that is
        return (yield from ask_who_died(table, "night", None))
    return (yield from after_scream(table, "night", table.now(tapped.victim), table.now(tapped.killer)))


def day_murder(table: Table) -> Script[Table]:
    """All walk and stop; on the second TOP they turn three times, and somebody sees a wink."""
    table = replace(table, kissed_today=False)
    yield Light("day")
    yield Say("walk_day" if table.occupied else "walk_day_free")
    table = yield from walk(table)
    yield Top("stop")
    yield Say("stand_still")
    table, _ = yield from expect(table, "standing", Pressed, press=Pressed(), top="turn")
    yield Top("turn")
    yield Say("turn" if table.occupied else "turn_free")
    patience = table.evening.number("turning") or None
    while True:
        table, told = yield from expect(
            table,
            "turning",
            Winked,
            NobodyDied,
            Kissed,
            TimeUp,
            press=Winked(),
            double=NobodyDied(),
            within=patience,
            after_voice=True,
            soft=True,
            usually=20,
            asks=lambda table: (*victims(table, Winked), *kisses(table)),
            refuse=refuse_murder("day"),
        )
        match told:
            case TimeUp():
                patience = None
                yield Say("turned_enough")
            case Kissed(name):
                table = yield from charm(table, name)
            case Winked(victim, _) if victim and table.role(victim) is SHORTSIGHTED:
                return (yield from spared(table, victim))
            case Winked(victim, killer):
                yield Scream()
                yield Light("awake")
                return (yield from after_scream(table, "day", victim, killer))
            case _:
                return (yield from nobody_died(table, "day"))


def charm(table: Table, name: str) -> Script[Table]:
    """From now on this player votes exactly as the charmer does - unless the cards forbid it, which nobody is told."""
    table = replace(table, kissed_today=True)
    if no_charm(table, name) is not None:
        return table
    yield Charmed(name)
    return replace(table, charmed=(*table.charmed, name))


def spared(table: Table, name: str) -> Script[Table]:
    """A wink at the short-sighted does nothing; the round counts."""
    yield Spared(name)
    table = table.note("spared", name)
    return (yield from nobody_died(table, "day"))


def nobody_died(table: Table, time: Time) -> Script[Table]:
    """All wake, and all are there."""
    yield Light("awake")
    yield Say(_heard(table, time, "nobody_died"))
    table = replace(table, murder=Murder(time, spared=True))
    return replace(table, night_killer=None) if time == "night" else table


def after_scream(table: Table, time: Time, victim: str | None, killer: str | None) -> Script[Table]:
    """Who it was, where the host knows."""
    if victim is None:
        return (yield from ask_who_died(table, time, killer))
    if victim in table.dead:  # the host said so while the victim was counting
        return (yield from tell_death(table, Murder(time, victim, the_killer(table, time, killer))))
    table, murder = yield from who_died(table, time, Named(victim, killer))
    return (yield from tell_death(table, murder))


def ask_who_died(table: Table, time: Time, killer: str | None) -> Script[Table]:
    """The host could not name anyone in the dark. Now that all are awake, the box asks."""
    if not table.listed:
        return (yield from tell_death(table, Murder(time, None, the_killer(table, time, killer))))
    table, told = yield from expect(
        table,
        "naming",
        Named,
        NobodyDied,
        Pressed,
        press=Pressed(),
        usually=10,
        asks=lambda table: victims(table, Named),
        refuse=refuse_murder(time),
    )
    if isinstance(told, NobodyDied):  # a scream, and everyone is there
        return (yield from nobody_died(table, time))
    if not isinstance(told, Named):
        return (yield from tell_death(table, Murder(time, None, the_killer(table, time, table.now(killer)))))
    if time == "day" and table.role(told.victim) is SHORTSIGHTED:
        return (yield from spared(table, told.victim))
    table, murder = yield from who_died(table, time, Named(told.victim, told.killer or table.now(killer)))
    return (yield from tell_death(table, murder))


def tell_death(table: Table, murder: Murder) -> Script[Table]:
    """The dead are told where to go."""
    table = yield from bury(table, murder)
    if murder.victim is None:
        yield Say(_heard(table, murder.time, "a_death"))
        return replace(table, unnamed=table.unnamed + 1)
    yield Say(_heard(table, murder.time, "somebody_died"), (murder.victim,))
    return table


def _heard(table: Table, time: Time, line: str) -> str:
    """Whoever sits at a table has no corner to go to; by day nobody's eyes were closed."""
    if not table.has_jail and line != "nobody_died":
        return f"{line}_table"
    return line if time == "night" else f"{line}_day"
