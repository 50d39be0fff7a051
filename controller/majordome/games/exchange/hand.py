"""One hand: exchanges and actions in turn, until a murder, the police, an empty pile or a lone player ends it."""

from __future__ import annotations

from msgspec import Struct

from majordome.core.asks import OneAnswer
from majordome.core.cues import HourglassAway, Light, ReadOut, Say, Scores
from majordome.core.events import Pressed
from majordome.core.script import Script, expect, skippable
from majordome.core.telling_rules import each
from majordome.games.exchange.actions import actions
from majordome.games.exchange.corrections import HandEnded, Table
from majordome.games.exchange.events import PileEmptied
from majordome.games.exchange.facts import Exchange, Hand, HandOver, Score
from majordome.games.exchange.lights import ring, scoreboard
from majordome.games.exchange.pile import pile_runs_out


class Step(Struct, frozen=True):
    """One item of the checklist: what is said to whom, and who says that it is done."""

    beat: str
    lines: tuple[tuple[str, str], ...]  # a line, and whose name is in it: "giver" or "taker"
    done_by: tuple[str, ...]
    draws: bool = False  # somebody draws: the pile may be empty


CHECKLIST = (
    Step("laying", (("lay_three", "giver"),), ("giver",)),  # keep two; one up, one down, the third as you like
    Step("taking", (("take_one", "taker"),), ("taker",)),
    Step("drawing", (("draw", "giver"), ("discard", "taker")), ("giver", "taker"), draws=True),
)
IN_SHORT = (Step("exchanging", (("offers", "giver"), ("takes", "taker")), ("giver", "taker"), draws=True),)


def hand(table: Table, starter: str) -> Script[Table]:
    """The whole hand, and its points."""
    table = table.dealt(starter)
    yield Hand(table.hand, table.direction, starter)
    yield Say(table.direction)
    yield Say("begins", (starter,))
    try:
        while True:
            table = yield from exchange(table.turned())
            table = yield from actions(table)
    except HandEnded as ended:
        table, why = ended.table, ended.why
    yield HourglassAway()
    yield HandOver(why)
    if why == "alone":  # nobody left to play with: no points
        yield Say("alone", table.in_hand)
    table = table.gathered()
    yield Score(table.points)
    yield Scores(table.points)
    yield scoreboard(table)
    yield Say("score")
    yield ReadOut(", ".join(f"{name} {points}" for name, points in table.points))
    return table


def exchange(table: Table) -> Script[Table]:
    """One offers three cards, the other takes one; both end with five. Spoken step by step, until the table knows."""
    assert table.giver is not None
    assert table.taker is not None
    yield Exchange(table.giver, table.taker)
    yield Light("salon")
    yield ring(table)
    spelled_out = table.hand <= table.evening.number("checklist")
    return (yield from skippable(step_by_step(table, CHECKLIST if spelled_out else IN_SHORT)))


def step_by_step(table: Table, steps: tuple[Step, ...]) -> Script[Table]:
    """The checklist, at the table's pace."""
    for step in steps:
        table = yield from checked(table, step)
    return table


def checked(table: Table, step: Step) -> Script[Table]:
    """One item of the checklist."""
    seat = {"giver": table.giver or "", "taker": table.taker or ""}
    for line, whose in step.lines:
        yield Say(line, (seat[whose],))
    done_by = tuple(seat[whose] for whose in step.done_by)
    done = OneAnswer(players=done_by, label=step.beat)
    empty = PileEmptied() if step.draws else None
    table, said = yield from expect(
        table,
        step.beat,
        Pressed,
        *((PileEmptied,) if step.draws else ()),
        press=Pressed(),
        double=empty,
        buzz=each(done_by, Pressed()),
        double_buzz=each(done_by, empty) if empty else (),
        asks=(done, OneAnswer(means=empty, players=done_by, label="pile_empty")) if empty else (done,),
        usually=10,
    )
    if isinstance(said, PileEmptied):
        yield from pile_runs_out(table)
    return table
