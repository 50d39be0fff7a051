"""A shot: who, at whom, and what the identity showed; the failure pile, its penalties, and the fourth real one."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Ask, Choose, OneAnswer, Option
from majordome.core.cues import Effect, Say
from majordome.core.events import Event
from majordome.core.script import Curtain, Script, choose, expect
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import (
    AimChanged,
    AimDropped,
    Fired,
    PenaltyTaken,
    ShooterNamed,
    Side,
    SideTold,
    TargetNamed,
)
from majordome.games.parasites.facts import Enters, Failure, Freed, Penalty, Shot
from majordome.games.parasites.refusals import impossible
from majordome.games.parasites.table import TO_LOSE, Aim

Buzzes = tuple[tuple[str, Event], ...]


def take_aim(table: Table) -> Script[Table]:
    """By itself the player of this card shoots at the centre; any of it can be said otherwise before the shot."""
    by = table.turn or table.first
    yield Say("aim", (by,))
    aim = _aim(table, by)
    while True:
        table, said = yield from expect(
            replace(table, aim=aim),
            "shot",
            *(Fired, ShooterNamed, TargetNamed, AimChanged, AimDropped),
            press=Fired(aim.by, False, aim.at),
            double=Fired(aim.by, True, aim.at),
            hold=AimChanged(),
            buzz=((aim.by, Fired(aim.by, False, aim.at)), *_it_is_me_who_is_shot_at(table, aim)),
            double_buzz=((aim.by, Fired(aim.by, True, aim.at)), *_it_is_me_who_shoots(table, aim)),
            asks=_what_was_shot(table, aim),
            usually=6,
            refuse=impossible,
        )
        match said:
            case Fired():
                return (yield from fire(table, said))
            case AimDropped():
                return replace(table, aim=None)
            case ShooterNamed(name):
                aim = _aim(table, name, aim.at)
            case TargetNamed(name):
                aim = Aim(aim.by, name)
            case _:
                table, aim = yield from change_aim(table, aim)


def _aim(table: Table, by: str, at: str | None = None) -> Aim:
    """At this player, if that can be; else at the centre; where that is empty, at the next player with a card."""
    if at is not None and at in table.targets(by):
        return Aim(by, at)
    return Aim(by, None if table.centre else next(iter(table.targets(by)), None))


def _it_is_me_who_is_shot_at(table: Table, aim: Aim) -> Buzzes:
    """Advanced: a press of another player's buzzer puts them in the line of fire, and out of it."""
    return tuple((name, TargetNamed(None if name == aim.at else name)) for name in table.targets(aim.by))


def _it_is_me_who_shoots(table: Table, aim: Aim) -> Buzzes:
    """A card may make another player shoot."""
    return tuple((name, ShooterNamed(name)) for name in table.seats if name != aim.by)


def _what_was_shot(table: Table, aim: Aim) -> tuple[Ask, ...]:
    asked = tuple(dict.fromkeys((aim.by, table.turn or aim.by)))
    shown = (
        Option(Fired(aim.by, False, aim.at), label="parasite"),
        Option(Fired(aim.by, True, aim.at), label="real"),
    )
    shooters = tuple(Option(ShooterNamed(name), name=name) for name in table.seats if name != aim.by)
    targets = _targets(table, aim)
    return (
        Choose("shown", shown, players=asked),
        Choose("shooter", shooters, players=asked),
        *((Choose("target", targets, players=asked),) if len(targets) > 1 else ()),
        OneAnswer(means=AimDropped(), label="no_shot", players=asked),
    )


def _targets(table: Table, aim: Aim) -> tuple[Option, ...]:
    centre = (Option(TargetNamed(None), label="centre"),) if table.centre and table.phase == "round" else ()
    return (*centre, *(Option(TargetNamed(name), name=name) for name in table.targets(aim.by)))


def change_aim(table: Table, aim: Aim) -> Script[tuple[Table, Aim]]:
    """By the button alone: who shoots, and in advanced mode at whom."""
    yield Say("who_shoots")
    table, said = yield from choose(
        table,
        "shooter",
        "shooter",
        tuple(Option(ShooterNamed(name), name=name) for name in table.clockwise(aim.by)),
        players=(table.turn or aim.by,),
        refuse=impossible,
    )
    aim = _aim(table, said.name, aim.at) if isinstance(said, ShooterNamed) else aim
    return (yield from choose_target(table, aim)) if table.advanced else (table, aim)


def choose_target(table: Table, aim: Aim) -> Script[tuple[Table, Aim]]:
    """At whom. Where there is only one to shoot at, nobody is asked."""
    targets = _targets(table, aim)
    if len(targets) <= 1:
        only = targets[0].means if targets else TargetNamed(aim.at)
        return table, Aim(aim.by, only.name if isinstance(only, TargetNamed) else aim.at)
    yield Say("at_whom", (aim.by,))
    table, said = yield from choose(
        replace(table, aim=aim), "target", "target", targets, players=(aim.by,), refuse=impossible
    )
    return table, Aim(aim.by, said.name if isinstance(said, TargetNamed) else aim.at)


def fire(table: Table, fired: Fired) -> Script[Table]:
    """The identity is turned over for all to see."""
    table = replace(table, aim=None, shots=table.shots + 1)
    yield Shot(fired.by, fired.real, fired.at)
    # Both cards leave the table, whatever they were.
    table = table.without_card(fired.at) if fired.at else replace(table, centre=table.centre - 1)
    if fired.real:
        return (yield from failure(table, fired))
    yield Effect("parasite_bursts")
    if fired.at:  # real from now on, and nobody's friend any more
        yield Freed(fired.at)
        yield Say("freed", (fired.at,))
    else:
        yield Say("parasite_shot", (fired.by,))
    return table


def failure(table: Table, fired: Fired) -> Script[Table]:
    """A real one: to the failure pile. The fourth ends the game at once."""
    table = replace(table, failures=table.failures + 1)
    yield Failure(table.failures)
    yield Say(f"failure_{min(table.failures, TO_LOSE)}", (fired.by,))
    if table.failures >= TO_LOSE:
        raise Curtain(table, (yield from side_against(table, fired.by, fired.side)))
    spared = fired.free
    if spared is None:
        table, spared = yield from ask_penalty(table, fired.by)
    if not spared:
        yield Penalty(fired.by)
        yield Say("penalty", (fired.by,))
        if table.deck:
            table = yield from enters(table)
    if fired.at and table.deck:  # comfort: a new best friend, perhaps of the other side
        table = yield from enters(table, fired.at)
    return table


def ask_penalty(table: Table, by: str) -> Script[tuple[Table, bool]]:
    """Most cards bring penalties, one does not."""
    pays, spared = PenaltyTaken(), PenaltyTaken(spared=True)
    asked = tuple(dict.fromkeys((by, table.turn or by)))
    table, said = yield from expect(
        table,
        "penalty",
        PenaltyTaken,
        press=pays,
        double=spared,
        buzz=tuple((name, pays) for name in asked),
        double_buzz=tuple((name, spared) for name in asked),
        asks=(Choose("penalty", (Option(pays, label="pays"), Option(spared, label="spared")), players=asked),),
    )
    return table, said.spared


def enters(table: Table, name: str | None = None) -> Script[Table]:
    """The next character, and an identity under it: to the centre, or to the player who was shot."""
    table = replace(table, deck=table.deck - 1)
    yield Enters(table.deck, name)
    if name is not None:
        yield Say("enters_for", (name,))
        return table.with_card(name)
    yield Say("enters_as_last" if not table.deck else "enters")
    return replace(table, centre=table.centre + 1)


def side_against(table: Table, by: str, side: Side | None) -> Script[str]:
    """Who wins when this player's side has lost. Only here, where it decides the game, is a side asked for."""
    if not table.advanced:
        return "parasites"
    if by not in table.cards:  # nobody to protect: simply oneself, and real
        side = "real"
    if side is None:
        yield Say("which_side", (by,))
        real, parasite = SideTold("real"), SideTold("parasite")
        table, told = yield from expect(
            replace(table, hangs=True),
            "side",
            SideTold,
            press=real,
            double=parasite,
            buzz=((by, real),),
            double_buzz=((by, parasite),),
            asks=(Choose("side", (Option(real, label="real"), Option(parasite, label="parasite")), players=(by,)),),
        )
        side = told.side
    return "parasites" if side == "real" else "reals"
