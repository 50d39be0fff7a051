"""`exchange`, from the welcome to the winner: hand after hand, until somebody alone has five points."""

from __future__ import annotations

from majordome.core.cues import Effect, HourglassAway, Light, Outcome, Say, Scores
from majordome.core.evening import Evening
from majordome.core.script import Curtain, Script, skippable
from majordome.games.exchange.corrections import Table
from majordome.games.exchange.hand import hand
from majordome.games.exchange.lights import scoreboard
from majordome.games.exchange.opening import deal, find_the_maddest, take_seats, welcome


def play(evening: Evening) -> Script[Table]:
    """The whole game."""
    table = Table.laid(evening)
    try:
        table = yield from skippable(welcome(table))
        table = yield from take_seats(table)
        table, starter = yield from find_the_maddest(table)
        while True:
            table = yield from skippable(deal(table, starter))
            if table.champion is not None:  # the host has corrected the score meanwhile
                break
            table = yield from hand(table, starter)
            if table.champion is not None:
                break
            if table.level_at_the_top:
                yield Say("level_at_the_top", table.leaders)
            starter = table.next_starter
        winner = table.champion
    except Curtain as curtain:
        table, winner = curtain.table, curtain.winner
    return (yield from ceremony(table, winner))


def ceremony(table: Table, winner: str) -> Script[Table]:
    """All lights on the winner; or nobody's, where the host has called it off."""
    won = winner in table.seats
    yield HourglassAway()
    yield Scores(table.points)
    yield Light("victory" if won else "salon")
    yield scoreboard(table, winner)
    yield Effect("victory_player" if won else "victory_nobody")
    yield Say("wins", (winner,)) if won else Say("called_off")
    yield Outcome(winner, (winner,) if won else ())
    return table
