"""Scenes that both games play: the welcome, the hourglass, the judgement, the last morning."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from majordome.core.asks import YesNo
from majordome.core.cues import Effect, Hourglass, HourglassAway, HourglassEmpty, Light, Outcome, Say
from majordome.core.events import Answered, Pressed, TimeUp
from majordome.core.script import Script, Skip, expect
from majordome.games.murder.corrections import Recount, Table
from majordome.games.murder.deaths import the_alchemist_rises
from majordome.games.murder.events import Votes
from majordome.games.murder.murder import late_names
from majordome.games.murder.tale import spoken
from majordome.games.murder.vote import Suspects, vote


def ask(table: Table, beat: str, usually: float = 5.0) -> Script[tuple[Table, Answered]]:
    """Yes or no: a press says no, and it takes a hold to say yes."""
    no, yes = Answered(yes=False), Answered(yes=True)
    return (yield from expect(table, beat, Answered, press=no, hold=yes, usually=usually, asks=(YesNo(beat, yes, no),)))


def discussion(table: Table) -> Script[Table]:
    """Everyone talks until the sand has run out. It begins to run when the butler has finished."""
    seconds = table.evening.number("discussion")
    yield Light("discussion")
    if table.listed and table.unnamed:
        # Names were skipped: who is dead, as far as the box knows?
        yield (
            Say("dead_check", tuple(g.name for g in table.guests if g.name in table.dead))
            if table.dead
            else Say("dead_check_nobody")
        )
    yield Say("discussion")
    try:
        table, _ = yield from expect(
            table, "opening", TimeUp, Pressed, press=Pressed(), within=0, after_voice=True, asks=late_names
        )
        yield Hourglass(seconds)
        table, ended = yield from expect(
            table, "discussion", TimeUp, Pressed, press=Pressed(), within=seconds, asks=late_names
        )
    except Skip as skip:
        table, ended = skip.table, Pressed()
    if isinstance(ended, TimeUp):
        yield HourglassEmpty()
    else:
        yield HourglassAway()
    table = yield from the_alchemist_rises(table)  # named only while the sand ran
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
            table = table.let_out(*map(table.now, suspects)) if table.jail else table.unwatch()
            continue
        except Skip as skip:
            table = skip.table
        table = replace(table, poll=None, pointing=None, going=())
        return (yield from the_alchemist_rises(table))  # named only during the vote


def last_morning(table: Table, winner: str) -> Script[Table]:
    """Monday morning, and who has won."""
    yield HourglassAway()
    yield Light("monday")
    yield Say({"guests": "guests_win", "murderers": "murderers_win"}.get(winner, "called_off"))
    yield Effect(f"victory_{winner}")
    for line, names in spoken(table, winner):
        yield Say(line, names)
    yield Outcome(winner)
    # No vote is shown any more; the story is.
    return replace(table, poll=None, pointing=None, going=(), tally=(), winner=winner)
