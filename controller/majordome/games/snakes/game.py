"""Masks and snakes, as the house knows it, and the whole game from the welcome to the last card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from majordome.core.cues import Say
from majordome.core.evening import Evening
from majordome.core.game import PlannedHost, Rules, Viewer
from majordome.core.script import Beat, Curtain, Script, skippable
from majordome.core.toml_reader import Section
from majordome.games.snakes.corrections import Ended, Table
from majordome.games.snakes.ending import last_light, reveal, verdict
from majordome.games.snakes.events import EVENTS
from majordome.games.snakes.facts import DoorsOpen, Gone, Round
from majordome.games.snakes.opening import opening
from majordome.games.snakes.turn import curtain_if_over, turn


def snakes(evening: Evening) -> Script[Table]:
    """Rounds follow each other until the circle has decided, or the host has."""
    try:
        try:
            table = yield from opening(Table.laid(evening))
            while True:
                table = yield from play_round(table)
        except Ended as ended:
            table, winner = ended.table, ended.winner
            yield from last_light(winner)
            table = yield from skippable(reveal(table))
    except Curtain as curtain:
        table, winner = curtain.table, curtain.winner
        yield from last_light(winner)
    return (yield from verdict(table, winner))


def play_round(table: Table) -> Script[Table]:
    """Until all doors are closed; then they open again, and the holder of three cards begins the next."""
    table = replace(table, round=table.round + 1, last=0)
    yield Round(table.round)
    yield table.ring
    yield Say("first_round" if table.round == 1 else "next_round", (table.active,))
    while table.choices:
        table = yield from turn(table)
    yield DoorsOpen()
    yield Say("doors_open")
    table = replace(table, closed=())
    if table.loses_smallest and (days := table.showing("day")):
        # With five or six players, the smallest card showing day leaves the table.
        yield Gone(days[0], "round")
        table = table.lay(days[0], "gone")
        yield table.ring
        yield Say("smallest_leaves", (str(days[0]),))
        curtain_if_over(table)
    return table


class Snakes(Rules):
    """Three to six players, with names or only with numbers."""

    events = EVENTS

    def script(self, evening: Evening) -> Script[Table]:
        """The whole game."""
        return snakes(evening)

    def view(self, table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """See view.py."""
        from majordome.games.snakes.view import view  # a rehearsal has nobody who looks

        return view(table, beat, viewer)

    def read(self, file: Section, evening: Evening) -> PlannedHost:
        """The turns of a rehearsal file."""
        from majordome.games.snakes.planned import Host  # only a rehearsal needs it

        return Host(file, evening)


GAME = Snakes()
