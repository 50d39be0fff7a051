"""The hunt for false friends, as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from majordome.core.cues import Refused
from majordome.core.evening import Evening
from majordome.core.game import PlannedHost, Rules, Viewer
from majordome.core.script import Beat, Script
from majordome.core.toml_reader import Section
from majordome.core.typed_commands import Command
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import EVENTS
from majordome.games.parasites.hunt import hunt
from majordome.games.parasites.opening import FEWEST_ADVANCED


class Parasites(Rules):
    """Classic and advanced."""

    events = EVENTS

    @property
    def commands(self) -> tuple[Command, ...]:
        """Words of its own that the host may type."""
        from majordome.games.parasites.typed import COMMANDS  # a box without a terminal needs none

        return COMMANDS

    def check(self, evening: Evening) -> Refused | None:
        """Two can hunt together, but three are needed for secrets. No names: the box asks how many play."""
        if evening.word("mode") == "advanced" and 0 < len(evening.guests) < FEWEST_ADVANCED:
            return Refused("guests", "three_for_advanced", (str(len(evening.guests)),))
        return None

    def script(self, evening: Evening) -> Script[Table]:
        """The whole game."""
        return hunt(evening)

    def view(self, table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """See view.py."""
        from majordome.games.parasites.view import view  # a rehearsal has nobody who looks

        return view(table, beat, viewer)

    def read(self, file: Section, evening: Evening) -> PlannedHost:
        """The rounds and the dinner of a rehearsal file."""
        from majordome.games.parasites.planned import Host  # only a rehearsal needs it

        return Host(file, evening)


GAME = Parasites()
