"""The whole game, from the first word to the last card."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.cues import Effect, HourglassAway, Light, Outcome, Ring, Say
from majordome.core.evening import Evening
from majordome.core.script import NOBODY, Curtain, Script, Skip
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.declaration import HuntOver
from majordome.games.parasites.dinner import dinner, last_cards, reveal
from majordome.games.parasites.opening import opening
from majordome.games.parasites.rounds import begin_round, cards, end_round

ENDS = {  # the last light, and the last word
    "team": ("victory", "team_wins"),
    "reals": ("victory", "reals_win"),
    "parasites": ("defeat", "parasites_win"),
    NOBODY: ("evening", "called_off"),
}


def hunt(evening: Evening) -> Script[Table]:
    """Rounds until no character is left or enough players say so; then the centre, and then the table."""
    table = Table.laid_for(evening)
    try:
        table = yield from opening(table)
        table = yield from all_rounds(table)
        table = yield from reveal(table)
        table = yield from dinner(table)  # classic has ended by now
        winner = yield from last_cards(table)
    except Curtain as curtain:
        table, winner = curtain.table, curtain.winner
    return (yield from curtain_call(table, winner))


def all_rounds(table: Table) -> Script[Table]:
    """Round by round; after the last one the token stays where it is."""
    try:
        while True:
            table = yield from begin_round(table)
            try:
                table = yield from cards(table)
            except Skip as skip:  # the rest of this round is not played
                yield HourglassAway()
                table = skip.table
            if table.last:
                return table
            table = yield from end_round(table)
    except HuntOver as over:
        return over.table


def curtain_call(table: Table, winner: str) -> Script[Table]:
    """Who has won."""
    light, line = ENDS[winner]
    yield HourglassAway()
    yield Ring()
    yield Light(light)
    yield Say("all_lose" if winner == "parasites" and not table.advanced else line)
    yield Effect(f"victory_{winner}")
    yield Outcome(winner)
    return replace(table, turn=None, aim=None, poll=None, hangs=False)
