"""Before the first card: the welcome, the rules for who wants them, who plays, who begins, and the deal."""

from __future__ import annotations

from majordome.core.asks import OneAnswer, Option, Race
from majordome.core.cues import Light, Say, Scores
from majordome.core.events import Pressed, Slammed
from majordome.core.script import Script, Skip, choose, dial, expect, skippable
from majordome.core.telling_rules import each, tell_rules
from majordome.games.exchange.corrections import Table, refuse_stranger
from majordome.games.exchange.events import MaddestNamed, RulesWanted, SeatsCounted
from majordome.games.exchange.lights import scoreboard
from majordome.games.exchange.seats import FEWEST, MOST

RULES = (
    *("rules_aim", "rules_exchange", "rules_refill", "rules_joker", "rules_slam"),
    *("rules_murder", "rules_defence", "rules_police", "rules_ends"),
)


def welcome(table: Table) -> Script[Table]:
    """Good evening; the rules are read to those who ask for them."""
    yield Light("salon")
    yield Say("welcome")
    everyone = table.seats
    table, said = yield from expect(
        table,
        "welcome",
        Pressed,
        RulesWanted,
        press=Pressed(),
        double=RulesWanted(),
        buzz=each(everyone, Pressed()),
        double_buzz=each(everyone, RulesWanted()),
        asks=(
            OneAnswer(players=everyone, label="begin"),
            OneAnswer(means=RulesWanted(), players=everyone, label="rules"),
        ),
        usually=30,
    )
    if isinstance(said, RulesWanted):
        table = yield from skippable(rules(table))
    return table


def rules(table: Table) -> Script[Table]:
    """The rules, one sentence after the other; a press ends the lesson."""
    enough = OneAnswer(players=table.seats, label="enough")
    return (yield from tell_rules(table, RULES, table.seats, Pressed(), enough))


def take_seats(table: Table) -> Script[Table]:
    """With a guest list everyone has a name; without, the box counts and calls the seats by number."""
    if table.seats:
        return table
    yield Say("how_many")
    number = FEWEST
    try:
        table, counted = yield from dial(table, "seats", "seats", SeatsCounted, FEWEST, MOST)
        assert isinstance(counted, SeatsCounted)
        number = counted.number
    except Skip as skip:
        table = skip.table
    return table.seat(tuple(str(seat) for seat in range(1, number + 1)))


def find_the_maddest(table: Table) -> Script[tuple[Table, str]]:
    """The maddest of the company begins: who slams first must be."""
    yield Scores(table.points)
    yield scoreboard(table)
    yield Say("who_is_maddest")
    options = tuple(Option(MaddestNamed(name), name=name) for name in table.seats)
    try:
        race = Race("maddest", players=table.seats)
        table, said = yield from choose(
            table, "maddest", "maddest", options, Slammed, asks=(race,), refuse=refuse_stranger
        )
    except Skip as skip:
        return skip.table, table.seats[0]
    assert isinstance(said, MaddestNamed | Slammed)
    return table, said.name if isinstance(said, MaddestNamed) else said.player


def deal(table: Table, starter: str) -> Script[Table]:
    """Five cards each, jokers face down before their owners. Everyone must be ready."""
    yield Light("salon")
    if table.hand == 0:
        yield Say("shuffle")
        yield Say(f"deal_{len(table.seats)}")
        yield Say("lay_jokers")
    else:
        yield Say("deal_again")
    table, _ = yield from expect(
        table,
        "dealing",
        Pressed,
        press=Pressed(),
        buzz=((starter, Pressed()),),
        asks=(OneAnswer(players=(starter,), label="dealt"),),
        usually=60,
    )
    return table
