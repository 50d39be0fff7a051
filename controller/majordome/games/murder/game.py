"""The two murder games, as the house knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from majordome.core.cues import Refused
from majordome.core.evening import Evening
from majordome.core.game import Hand, Rules, Viewer
from majordome.core.script import Beat, Script
from majordome.core.toml_reader import Section
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import EVENTS
from majordome.games.murder.roles import MURDERERS, SPECIAL_CARDS, Role, too_many


class MurderParty(Rules):
    """Either of them: only the script differs."""

    events = EVENTS

    def __init__(self, script: Callable[[Evening], Script[Table]]) -> None:
        self._script = script

    def check(self, evening: Evening) -> Refused | None:
        """Roles for all or for none, two murderers, and no more of a special card than the deck has."""
        roles = [guest.role for guest in evening.guests]
        if not any(roles):
            return None
        if None in roles:
            number = roles.index(None)
            return Refused(f"guests[{number}].role", "role_for_all", (evening.guests[number].name,))
        dealt = [Role(role) for role in roles if role]
        murderers = Counter(dealt)[Role.MURDERER]
        if murderers != MURDERERS:
            return Refused("guests", "two_murderers", (str(murderers),))
        for role, wanted, there in too_many(dealt, evening.word("edition")):
            return Refused("guests", "too_many_cards", (str(wanted), role, str(there)))
        return None

    def cards(self, evening: Evening, wishes: Mapping[str, int]) -> tuple[str, ...] | Refused:
        """Two murderers, the special cards that are wished, and plain guests."""
        deck = {str(role): number for role, number in SPECIAL_CARDS[evening.word("edition")].items()}
        guests = len(evening.guests)
        for role, wanted in wishes.items():
            there = deck.get(role, 0)
            if not 0 <= wanted <= there:
                return Refused(f"special.{role}", "too_many_cards", (str(wanted), role, str(there)))
        special = [role for role, wanted in wishes.items() for _ in range(wanted)]
        if MURDERERS + len(special) > guests:
            return Refused("special", "more_cards_than_guests", (str(MURDERERS + len(special)), str(guests)))
        plain = guests - MURDERERS - len(special)
        return (*[str(Role.MURDERER)] * MURDERERS, *special, *[str(Role.GUEST)] * plain)

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

    def read(self, file: Section, evening: Evening) -> Hand:
        """The rounds of a rehearsal file."""
        from majordome.games.murder.planned import Host  # only a rehearsal needs it

        return Host(file, evening)
