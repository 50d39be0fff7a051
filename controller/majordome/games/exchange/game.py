"""Assassin by exchange, as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from majordome.core.evening import Evening
from majordome.core.game import PlannedHost, Rules, Viewer
from majordome.core.script import Beat, Script
from majordome.core.toml_reader import Section
from majordome.games.exchange.corrections import Table
from majordome.games.exchange.events import EVENTS
from majordome.games.exchange.script import play

if TYPE_CHECKING:
    from majordome.core.typed_commands import Command


class ExchangeGame(Rules):
    """Two to five players, with names or with numbers."""

    events = EVENTS

    @property
    def commands(self) -> tuple[Command, ...]:
        """Words of its own that the host may type."""
        from majordome.games.exchange.typed import COMMANDS  # a box without a terminal needs none

        return COMMANDS

    def script(self, evening: Evening) -> Script[Table]:
        """The whole game."""
        return play(evening)

    def view(self, table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """See view.py."""
        from majordome.games.exchange.view import view  # a rehearsal has nobody who looks

        return view(table, beat, viewer)

    def read(self, file: Section, evening: Evening) -> PlannedHost:
        """The turns of a rehearsal file."""
        from majordome.games.exchange.planned import Host  # only a rehearsal needs it

        return Host(file, evening)


GAME = ExchangeGame()
