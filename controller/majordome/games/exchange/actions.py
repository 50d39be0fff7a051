"""The actions: anyone may act, the first to slam a card acts, then the next; nothing else while one is under way."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Option, Race
from majordome.core.cues import Hourglass, HourglassAway, Light, Refused, Say
from majordome.core.events import Event, Pressed, Slammed, TimeUp
from majordome.core.script import Script, Skip, choose, expect
from majordome.games.exchange.corrections import Table, refuse_stranger
from majordome.games.exchange.deeds import in_line, joker, murder, police
from majordome.games.exchange.events import Announced, SomebodySlammed, Withdrew
from majordome.games.exchange.facts import Actions, Slam
from majordome.games.exchange.lights import ring

NOTHING = Option(Withdrew(), label="nothing")
DEEDS = (
    Option(Announced("murder"), label="murder"),
    Option(Announced("police"), label="police"),
    Option(Announced("joker"), label="joker"),
    NOTHING,
)


def actions(table: Table) -> Script[Table]:
    """Until nobody wants to act any more."""
    yield Actions()
    line = "actions"
    while True:
        table = yield from next_to_act(table, line)
        if table.floor is None:
            return table
        table = yield from act(table)
        line = "anyone_else"


def next_to_act(table: Table, line: str) -> Script[Table]:
    """Who slammed while another acted comes first, in that order; then it is open to all, for a while."""
    waiting = tuple(name for name in table.queue if name in table.in_hand)
    if waiting:
        return replace(table, floor=waiting[0], queue=waiting[1:])
    seconds = table.evening.number("window")
    yield Light("actions")
    yield ring(table)
    yield Say(line)
    yield Hourglass(seconds)
    try:
        table, said = yield from expect(
            table,
            "actions",
            Slammed,
            SomebodySlammed,
            Pressed,
            TimeUp,
            press=Pressed(),  # no action, or no more: on with the exchanges
            double=SomebodySlammed(),
            asks=(Race("actions", players=table.in_hand),),
            within=seconds,
            refuse=refuse_stranger,
        )
        if isinstance(said, SomebodySlammed):
            table, said = yield from who_slammed(table)
    except Skip as skip:
        table, said = skip.table, Pressed()
    yield HourglassAway()
    if isinstance(said, Withdrew):  # nobody had slammed: open to all again
        return (yield from next_to_act(table, "anyone_else"))
    return replace(table, floor=said.player) if isinstance(said, Slammed) else table


def who_slammed(table: Table) -> Script[tuple[Table, Event]]:
    """By the one button: the clock stands still, and a press points at one after the other."""
    yield HourglassAway()
    yield Say("who_slammed")
    options = (*(Option(Slammed(name), name=name) for name in table.in_hand), Option(Withdrew(), label="nobody"))
    race = Race("actions", players=table.in_hand)
    return (yield from choose(table, "who_slammed", "who_slammed", options, asks=(race,)))


def act(table: Table) -> Script[Table]:
    """One action, from the slam until it is settled; all others are locked out."""
    player = table.floor
    assert player is not None
    yield Slam(player)
    if player in table.out:
        yield Refused("slam", "out_for_this_hand", (player,))
        return table.settled()
    yield Light("floor")
    yield ring(table)
    yield Say("has_the_floor", (player,))
    asks, buzz = in_line(table)
    try:
        table, said = yield from choose(table, "acting", "acting", DEEDS, asks=asks, players=(player,), buzz=buzz)
        match said:
            case Announced("murder"):
                table = yield from murder(replace(table, deed="murder"))
            case Announced("police"):
                table = yield from police(replace(table, deed="police"))
            case Announced("joker"):
                table = yield from joker(replace(table, deed="joker"))
            case _:
                yield Say("withdrew")
    except Skip as skip:
        table = skip.table
    return table.settled()
