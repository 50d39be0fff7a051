"""Scenes that both games play: the welcome, the hourglass, the judgement, the last morning."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from majordome.core.asks import YesNo
from majordome.core.cues import Effect, Hourglass, HourglassAway, HourglassEmpty, Light, Outcome, Say
from majordome.core.events import Answered, Pressed, TimeUp
from majordome.core.script import Script, Skip, expect
from majordome.games.murder.corrections import Recount, Table
from majordome.games.murder.events import Votes
from majordome.games.murder.vote import Suspects, vote


def welcome(table: Table) -> Script[Table]:
    """The guests come in."""
    yield Light("evening")
    yield Say(f"welcome_{table.evening.game}")
    table, _ = yield from expect(table, "welcome", Pressed, press=Pressed(), usually=60)
    return table


def ask(table: Table, beat: str, usually: float = 5.0) -> Script[tuple[Table, Answered]]:
    """Yes or no: a press says no, and it takes a hold to say yes."""
    no, yes = Answered(yes=False), Answered(yes=True)
    return (yield from expect(table, beat, Answered, press=no, hold=yes, usually=usually, asks=(YesNo(beat, yes, no),)))


def discussion(table: Table) -> Script[Table]:
    """Everyone talks until the sand has run out."""
    seconds = table.evening.number("discussion")
    yield Light("discussion")
    yield Say("discussion")
    yield Hourglass(seconds)
    try:
        table, ended = yield from expect(table, "discussion", TimeUp, Pressed, press=Pressed(), within=seconds)
    except Skip as skip:
        table, ended = skip.table, Pressed()
    if isinstance(ended, TimeUp):
        yield HourglassEmpty()
    else:
        yield HourglassAway()
    yield Say("talk_is_over")
    return table


def judgement(table: Table, seats: int, sentence: Callable[[Table, Suspects], Script[Table]]) -> Script[Table]:
    """The vote, and the sentence on those with most votes. A corrected count goes on from the count."""
    recount: Votes | None = None
    suspects: Suspects = ()
    while True:
        try:
            table, suspects = yield from vote(table, seats, recount)
            table = yield from sentence(table, suspects)
        except Recount as corrected:
            table, recount = replace(corrected.table, pointing=None, going=()), corrected.votes
            table = table.let_out(*suspects) if table.jail else table.unwatch()
            continue
        except Skip as skip:
            table = skip.table
        return replace(table, poll=None, pointing=None, going=())


def last_morning(table: Table, winner: str) -> Script[Table]:
    """Monday morning, and who has won."""
    yield HourglassAway()
    yield Light("monday")
    yield Say({"guests": "guests_win", "murderers": "murderers_win"}.get(winner, "called_off"))
    yield Effect(f"victory_{winner}")
    yield Outcome(winner)
    return replace(table, poll=None, pointing=None, going=(), tally=())  # no vote is shown any more
