"""The murder, by night and by day: who may kill, who may be a victim, and what the victim's card does."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Ask, Choose, Option
from majordome.core.cues import Countdown, Light, Refused, Say, Top
from majordome.core.events import Event, Pressed, TimeUp
from majordome.core.script import Check, Script, Skip, expect
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import Kissed, Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import AliveAgain, Charmed, Death, KilledBy, Scream, Spared, Swap, Time
from majordome.games.murder.roles import Role

HEARTBEATS = 10
WEAK_HEARTBEATS = 5
MOST_CHARMED = 2  # edition B


def who_may_kill(table: Table, time: Time) -> tuple[str, ...]:
    """The murderers who may act now, where the box knows the cards."""
    # A murderer in jail does not act: the other one kills.
    free = tuple(name for name in table.living_with(Role.MURDERER) if name not in table.jail)
    if time == "day" and len(free) > 1:
        # By day, the one who did not kill the night before.
        return tuple(name for name in free if name != table.night_killer)
    return free


def the_killer(table: Table, time: Time, named: str | None) -> str | None:
    """Who killed: as the host says, or the only one who can have."""
    may = who_may_kill(table, time)
    return named or (may[0] if len(may) == 1 else None)


def refuse_killer(table: Table, time: Time, killer: str) -> Refused | None:
    """Why this guest cannot have killed."""
    if table.guest(killer) is None:
        return Refused("killer", "unknown_name" if table.listed else "no_guest_list", (killer,))
    if killer in table.dead:
        return Refused("killer", "dead_do_not_act", (killer,))
    if table.knows_roles and table.role(killer) is not Role.MURDERER:
        return Refused("killer", "not_a_murderer", (killer,))
    if killer in table.jail:
        return Refused("killer", "killer_in_jail", (killer,))
    if table.knows_roles and killer not in who_may_kill(table, time):
        return Refused("killer", "killed_last_night", (killer,))
    return None


def refuse_victim(table: Table, time: Time, victim: str, killer: str | None) -> Refused | None:
    """Why this guest cannot have been killed."""
    if table.guest(victim) is None:
        return Refused("victim", "unknown_name" if table.listed else "no_guest_list", (victim,))
    if victim in table.dead:
        return Refused("victim", "already_dead", (victim,))
    if victim in table.jail:
        return Refused("victim", "prisoner_is_safe", (victim,))
    # A murderer is never the murderers' victim.
    if victim == killer or table.role(victim) is Role.MURDERER:
        return Refused("victim", "murderer_is_safe", (victim,))
    if time == "night" and table.role(victim) is Role.VAMPIRE and the_killer(table, time, killer) is None:
        return Refused("victim", "which_murderer", (victim,))
    return None


def refuse_murder(time: Time) -> Check:
    """What the host may say of this murder."""

    def refuse(table: Table, event: Event) -> Refused | None:
        if isinstance(event, Kissed):
            return refuse_kiss(table, event.name)
        if not isinstance(event, Tapped | Winked | Named | NobodyDied):
            return None
        if event.killer is not None and (refused := refuse_killer(table, time, event.killer)):
            return refused
        if isinstance(event, NobodyDied) or event.victim is None:
            return None
        weak = isinstance(event, Tapped) and event.weak_heart
        if weak and table.knows_roles and table.role(event.victim) not in (None, Role.HEART):
            return Refused("heart", "roles_known", (event.victim,))
        return refuse_victim(table, time, event.victim, event.killer)

    return refuse


def refuse_kiss(table: Table, name: str) -> Refused | None:
    """The charmer may blow a kiss to one player a day."""
    charmer = table.charmer
    if table.guest(name) is None:
        return Refused("kiss", "unknown_name" if table.listed else "no_guest_list", (name,))
    if charmer is None:
        return Refused("kiss", "no_charmer")
    if table.kissed_today:
        return Refused("kiss", "one_kiss_a_day")
    if name in table.dead:
        return Refused("kiss", "already_dead", (name,))
    if name == charmer:
        return Refused("kiss", "kisses_herself", (name,))
    if name in table.charmed:
        return Refused("kiss", "already_charmed", (name,))
    if table.role(name) is Role.SHORTSIGHTED:
        return Refused("kiss", "cannot_see_kisses", (name,))
    if table.edition == "B" and name in table.jail:
        return Refused("kiss", "no_kiss_for_prisoners", (name,))
    if table.edition == "B" and len(table.charmed) >= MOST_CHARMED:
        return Refused("kiss", "two_charmed")
    return None


def victims(table: Table, means: type[Tapped] | type[Winked] | type[Named]) -> tuple[Ask, ...]:
    """Who was it? Whoever lives and is not in jail can be said: what their card says, the question does not know."""
    named = [Option(means(name), name) for name in table.living if name not in table.jail]
    told: list[Option] = []
    if means is Tapped or means is Winked:
        told.append(Option(means(), label="somebody"))
    if means is Tapped and not table.knows_roles:
        told.append(Option(Tapped(weak_heart=True), label="weak_heart"))
    return (Choose("victim", (*named, *told, Option(NobodyDied(), label="nobody"))),)


def kisses(table: Table) -> tuple[Ask, ...]:
    """Whom the charmer kissed: asked whether or not there is one, or the question would tell."""
    return (Choose("kiss", tuple(Option(Kissed(name), name) for name in table.living)),) if table.listed else ()


def murder(table: Table, time: Time) -> Script[Table]:
    """A murder by night or by day; where the host skips it, nobody died."""
    try:
        return (yield from night_murder(table) if time == "night" else day_murder(table))
    except Skip as skip:
        return (yield from nobody_died(skip.table, time))


def night_murder(table: Table) -> Script[Table]:
    """All walk, stop and sleep; a murderer taps a shoulder; the victim screams when the time is up."""
    yield Light("night")
    yield Say("walk_night")
    if table.round == 1:
        # Edition A: the victim opens the eyes and counts; edition B: eyes closed, fingers count down.
        yield Say(f"victim_counts_{table.edition}")
    table, _ = yield from expect(table, "walking", Pressed, press=Pressed(), top="stop", usually=30)
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
    if isinstance(told, Tapped):
        return (yield from dying_by_night(table, told))
    return (yield from nobody_died(table, "night"))


def dying_by_night(table: Table, tapped: Tapped, *, may_wake: bool = False) -> Script[Table]:
    """Ten heartbeats, or five, in the dark and in silence. At zero the victim screams and everyone wakes."""
    role = table.role(tapped.victim) if tapped.victim else None
    if role is not Role.VAMPIRE:  # the vampire does not count: the old murderer dies at once
        seconds = WEAK_HEARTBEATS if role is Role.HEART or tapped.weak_heart else HEARTBEATS
        yield Countdown(seconds)
        woken = (TimeUp, Pressed) if may_wake else (TimeUp,)
        press = Pressed() if may_wake else None
        name = "dying_at_table" if may_wake else "dying"
        table, _ = yield from expect(table, name, *woken, press=press, within=seconds, dark=True, flash=True)
    return (yield from scream(table, "night", tapped.victim, tapped.killer))


def day_murder(table: Table) -> Script[Table]:
    """All walk and stop; on the second TOP they turn three times, and somebody sees a wink."""
    table = replace(table, kissed_today=False)
    yield Light("day")
    yield Say("walk_day")
    table, _ = yield from expect(table, "walking", Pressed, press=Pressed(), top="stop", usually=30)
    yield Top("stop")
    yield Say("stand_still")
    table, _ = yield from expect(table, "standing", Pressed, press=Pressed(), top="turn")
    yield Top("turn")
    yield Say("turn")
    while True:
        table, told = yield from expect(
            table,
            "turning",
            Winked,
            NobodyDied,
            Kissed,
            press=Winked(),
            double=NobodyDied(),
            usually=20,
            asks=lambda table: (*victims(table, Winked), *kisses(table)),
            refuse=refuse_murder("day"),
        )
        match told:
            case Kissed(name):
                table = yield from charm(table, name)
            case Winked(victim, _) if victim and table.role(victim) is Role.SHORTSIGHTED:
                return (yield from spared(table, victim))
            case Winked(victim, killer):
                return (yield from scream(table, "day", victim, killer))
            case _:
                return (yield from nobody_died(table, "day"))


def charm(table: Table, name: str) -> Script[Table]:
    """From now on this player votes exactly as the charmer does."""
    yield Charmed(name)
    return replace(table, charmed=(*table.charmed, name), kissed_today=True)


def spared(table: Table, name: str) -> Script[Table]:
    """A wink at the short-sighted does nothing; the round counts."""
    yield Spared(name)
    return (yield from nobody_died(table, "day"))


def nobody_died(table: Table, time: Time) -> Script[Table]:
    """All wake, and all are there."""
    yield Light("awake")
    yield Say("nobody_died" if time == "night" else "nobody_died_day")
    return replace(table, night_killer=None) if time == "night" else table


def scream(table: Table, time: Time, victim: str | None, killer: str | None) -> Script[Table]:
    """The scream, and what it means."""
    if victim is not None and time == "night" and table.role(victim) is Role.VAMPIRE:
        table, victim, killer = yield from exchange_cards(table, victim, killer)
    yield Scream()
    yield Light("awake")
    if victim is None and table.listed:
        # The host could not name anyone in the dark. Now that all are awake, the box asks.
        table, told = yield from expect(
            table,
            "naming",
            Named,
            NobodyDied,
            press=NobodyDied(),
            usually=10,
            asks=lambda table: victims(table, Named),
            refuse=refuse_murder(time),
        )
        if isinstance(told, Named):
            victim, killer = told.victim, told.killer or killer
            if time == "day" and table.role(victim) is Role.SHORTSIGHTED:
                return (yield from spared(table, victim))
            if time == "night" and table.role(victim) is Role.VAMPIRE:
                table, victim, killer = yield from exchange_cards(table, victim, killer)
    return (yield from death(table, time, victim, killer))


def exchange_cards(table: Table, vampire: str, named: str | None) -> Script[tuple[Table, str, str]]:
    """A murderer came for the vampire: the cards are exchanged, and it is the old murderer who dies."""
    killer = the_killer(table, "night", named)
    assert killer is not None  # refuse_victim asks which murderer came
    yield Swap(vampire, killer)
    return table.exchange(vampire, killer), killer, killer


def death(table: Table, time: Time, victim: str | None, killer: str | None) -> Script[Table]:
    """Someone is dead - or, once a game and only by night, an alchemist was."""
    by = the_killer(table, time, killer)
    if by is not None:
        yield KilledBy(by)
    if time == "night":
        table = replace(table, night_killer=by)
    known = victim in table.dead  # the host said so while the victim was counting, and that holds
    if not known:
        yield Death(victim)
    if victim is None:
        yield Say("a_death" if time == "night" else "a_death_day")
        return table
    yield Say("somebody_died" if time == "night" else "somebody_died_day", (victim,))
    if known:
        return table
    if time == "night" and table.role(victim) is Role.ALCHEMIST and victim not in table.reborn:
        yield AliveAgain(victim)
        yield Say("alive_again", (victim,))
        return replace(table, reborn=table.reborn | {victim})
    return table.bury(victim)
