"""A round: all lay a card and draw one, TOP, all turn over at once, and each card is carried out in its turn."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Ask, Choose, OneAnswer, Option
from majordome.core.cues import Effect, Hourglass, HourglassAway, HourglassEmpty, Say, Top
from majordome.core.events import Event, Pressed, TimeUp
from majordome.core.script import Script, expect
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.declaration import declaration
from majordome.games.parasites.events import (
    AimTaken,
    AllLaid,
    CardDone,
    Declared,
    Fired,
    Laid,
    SomebodyDeclared,
)
from majordome.games.parasites.facts import LastRound, Round, Turn
from majordome.games.parasites.refusals import impossible
from majordome.games.parasites.shots import enters, fire, take_aim

ROLL = 3.0  # seconds of drums before TOP
FEW = 3  # characters in the deck: from here on the butler counts them aloud


def begin_round(table: Table) -> Script[Table]:
    """The round, its first player, and whether it is the last."""
    table = replace(table, round=table.round + 1, phase="round", laid=(), turn=None, aim=None, poll=None, shots=0)
    yield Round(table.round, table.first, table.last)
    yield Say("lay_last" if table.last else "lay")
    return table


def cards(table: Table) -> Script[Table]:
    """All cards of one round, from the first player clockwise."""
    table = yield from lay_cards(table)
    table = yield from turn_over(table)
    for name in table.clockwise(table.first):
        table = yield from carry_out(table, name)
    return table


def lay_cards(table: Table) -> Script[Table]:
    """Each chooses alone, lays a card face down and draws another. A press says it for all."""
    time: float | None = float(table.evening.number("laying")) or None
    if time:
        yield Hourglass(time)
    again = False
    while set(table.laid) != set(table.seats):
        waiting = tuple(name for name in table.seats if name not in table.laid)
        table, said = yield from expect(
            table,
            "laying",
            *(Laid, AllLaid, Declared, SomebodyDeclared, TimeUp),
            press=AllLaid(),
            hold=SomebodyDeclared(),
            buzz=tuple((name, Laid(name)) for name in waiting),
            double_buzz=_declares_by_buzzer(table),
            asks=(
                OneAnswer(means=AllLaid(), label="all_laid"),
                *(OneAnswer(means=Laid(name), label="laid", players=(name,)) for name in waiting),
                *_declares(table),
            ),
            within=time,
            again=again,
            usually=20,
            refuse=impossible,
        )
        again = True
        match said:
            case AllLaid():
                break
            case Laid(name):
                yield Effect("card_down")
                table = replace(table, laid=(*table.laid, name))
            case Declared() | SomebodyDeclared():
                table = yield from declaration(table, said)
                time, again = None, False  # the hourglass was needed
            case _:
                yield HourglassEmpty()
                yield Say("hurry")  # nobody is forced: the box only reminds
                time = None
    if time:
        yield HourglassAway()
    return table


def turn_over(table: Table) -> Script[Table]:
    """All are ready: drums, TOP, and all turn over at once."""
    yield Say("all_laid")
    yield Effect("drum_roll")
    table, _ = yield from expect(
        replace(table, laid=table.seats),
        "roll",
        *(TimeUp, Pressed),
        press=Pressed(),
        asks=(OneAnswer(label="reveal"),),
        top="reveal",
        within=ROLL,
        after_voice=True,
    )
    yield Top("reveal")
    return replace(table, laid=())


def carry_out(table: Table, name: str) -> Script[Table]:
    """One card: as many shots as it says, then it is done. A card that cannot be carried out does nothing."""
    table = replace(table, turn=name)
    yield Turn(name)
    yield Say("turn", (name,))
    while True:
        table, said = yield from expect(
            table,
            "turn",
            *(CardDone, AimTaken, Fired, Declared, SomebodyDeclared),
            press=CardDone(),
            double=AimTaken(),
            hold=SomebodyDeclared(),
            buzz=((name, CardDone()),),
            double_buzz=((name, AimTaken()), *_declares_by_buzzer(table, name)),
            asks=(
                Choose(
                    "turn",
                    (Option(CardDone(), label="card_done"), Option(AimTaken(), label="shot")),
                    players=(name,),
                ),
                *_declares(table),
            ),
            usually=8,
            refuse=impossible,
        )
        match said:
            case AimTaken():
                table = yield from take_aim(table)
            case Fired():
                table = yield from fire(table, said)
            case Declared() | SomebodyDeclared():
                table = yield from declaration(table, said)
            case _:
                return table


def _declares(table: Table) -> tuple[Ask, ...]:
    """At any time a player may declare, on a phone."""
    return tuple(OneAnswer(means=Declared(name), label="declare", players=(name,)) for name in table.seats)


def _declares_by_buzzer(table: Table, but: str | None = None) -> tuple[tuple[str, Event], ...]:
    """Or by a double press of the own buzzer."""
    return tuple((name, Declared(name)) for name in table.seats if name != but)


def end_round(table: Table) -> Script[Table]:
    """The cards are discarded, the token goes to the left, and one more character comes in, if one is left."""
    table = replace(table, first=table.left_of(table.first), turn=None, aim=None, poll=None)
    yield Say("round_over" if table.shots else "round_over_in_peace", (table.first,))
    if table.deck:
        table = yield from enters(table)
        if 0 < table.deck <= FEW:
            yield Say("few_left", (str(table.deck),))
        return table
    yield LastRound()  # nobody is left to enter
    yield Say("last_round")
    return replace(table, last=True)
