"""The two murder games, as the house knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from majordome.core.cues import Notice, Refused
from majordome.core.evening import Evening
from majordome.core.game import PlannedHost, Rules, Viewer
from majordome.core.script import Beat, Script
from majordome.core.toml_reader import Section
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import EVENTS
from majordome.games.murder.roles import (
    CHARMER,
    MURDERER,
    MURDERERS,
    SHORTSIGHTED,
    SPECIAL_CARDS,
    Role,
    cards,
    too_many,
)

if TYPE_CHECKING:
    from majordome.core.typed_commands import Command


class MurderGame(Rules):
    """Either of them: only the script differs."""

    events = EVENTS

    def __init__(self, script: Callable[[Evening], Script[Table]]) -> None:
        self._script = script

    @property
    def commands(self) -> tuple[Command, ...]:
        """`victim Zoe by Ana`."""
        from majordome.games.murder.typed import COMMANDS  # only a host who types needs them

        return COMMANDS

    def check(self, evening: Evening) -> Refused | None:
        """Roles for all or for none, two murderers, and no more of a special card than the deck has."""
        roles = [guest.role for guest in evening.guests]
        if not any(roles):
            return None
        if None in roles:
            number = roles.index(None)
            return Refused(f"guests[{number}].role", "role_for_all", (evening.guests[number].name,))
        dealt = [Role(role) for role in roles if role]
        murderers = Counter(dealt)[MURDERER]
        if murderers != MURDERERS:
            return Refused("guests", "two_murderers", (str(murderers),))
        for role, wanted, there in too_many(dealt, evening.word("edition")):
            return Refused("guests", "too_many_cards", (str(wanted), role, str(there)))
        return None

    def cards(self, evening: Evening, wishes: Mapping[str, int]) -> tuple[str, ...] | Refused:
        """Two murderers, the special cards that the host wants, and guests."""
        return cards(len(evening.guests), evening.word("edition"), wishes)

    def advice(self, evening: Evening) -> Notice | None:
        """Around a table there is no day: nobody winks, and nobody blows a kiss."""
        if evening.game != "table":
            return None
        dealt = {guest.role for guest in evening.guests} & {CHARMER, SHORTSIGHTED}
        if not dealt:
            return None
        return Notice("both_idle" if len(dealt) > 1 else "charmer_idle" if CHARMER in dealt else "shortsighted_idle")

    def form(self) -> Mapping[str, Any]:
        """What the deck of each edition has."""
        decks = {edition: {str(role): n for role, n in deck.items()} for edition, deck in SPECIAL_CARDS.items()}
        return {"decks": decks, "murderers": MURDERERS}

    def script(self, evening: Evening) -> Script[Table]:
        """The whole game."""
        return self._script(evening)

    def view(self, table: Table, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """See view.py."""
        from majordome.games.murder.view import view  # a rehearsal has nobody who looks

        return view(table, beat, viewer)

    def read(self, file: Section, evening: Evening) -> PlannedHost:
        """The rounds of a rehearsal file."""
        from majordome.games.murder.planned import Host  # only a rehearsal needs it

        return Host(file, evening)
