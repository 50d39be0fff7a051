"""What the host may correct at any time: the table that scenes take and hand back."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from majordome.core.cues import Refused
from majordome.core.events import Event, PhaseSkipped
from majordome.core.script import Script
from majordome.core.script import Table as AnyTable
from majordome.games.parasites.events import (
    CardGiven,
    CardTaken,
    CentreCorrected,
    DeckCorrected,
    FailuresCorrected,
    TokenMoved,
)
from majordome.games.parasites.facts import Corrected, Moved
from majordome.games.parasites.table import CHARACTERS, TO_LOSE, Hunt


class Table(Hunt, frozen=True):
    """The facts, open to the host's word."""

    def refuses(self, event: Event) -> Refused | None:
        """Why this cannot be said at any time."""
        match event:
            case PhaseSkipped():
                return Refused("skip", "game_hangs_on_it") if self.hangs else None
            case TokenMoved(name) | CardGiven(name) | CardTaken(name) if name not in self.seats:
                return Refused("name", "unknown_name", (name,))
            case CardGiven() | CardTaken() if not self.advanced:
                return Refused("card", "no_cards_in_classic")
            case CardGiven(name) if name in self.cards:
                return Refused("card", "has_a_card", (name,))
            case CardTaken(name) if name not in self.cards:
                return Refused("card", "no_card_of_their_own", (name,))
            case FailuresCorrected(number):
                return _refuse_number(number, TO_LOSE - 1)
            case CentreCorrected(number) | DeckCorrected(number):
                return _refuse_number(number, CHARACTERS)
            case TokenMoved() | CardGiven() | CardTaken():
                return None
        return AnyTable.refuses(self, event)

    def aside(self, event: Event) -> Script[Self]:
        """The facts after the host's word."""
        match event:
            case TokenMoved(name):
                yield Moved("token", name)
                return replace(self, first=name)
            case CardGiven(name):
                yield Moved("card", name)
                return self.with_card(name)
            case CardTaken(name):
                yield Moved("no_card", name)
                return self.without_card(name)
            case FailuresCorrected(number):
                yield Corrected("failures", number)
                return replace(self, failures=number)
            case CentreCorrected(number):
                yield Corrected("centre", number)
                return replace(self, centre=number)
            case DeckCorrected(number):
                yield Corrected("deck", number)
                return replace(self, deck=number)
        return self

    def settle(self, *, dark: bool) -> Script[Self]:
        """Light and ring follow the table, whatever changed it."""
        looks = self.looks()
        yield from (cue for cue in looks if cue not in self.shown)
        return replace(self, shown=looks) if looks != self.shown else self


def _refuse_number(number: int, most: int) -> Refused | None:
    return None if 0 <= number <= most else Refused("number", "number_out_of_range", (str(number), "0", str(most)))
