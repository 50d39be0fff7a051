"""What the host may correct while the game is played: a wrong flip, a door, a turn."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from majordome.core.cues import Refused, Say
from majordome.core.events import Event, PhaseSkipped
from majordome.core.script import Curtain, Script
from majordome.core.script import Table as AnyTable
from majordome.games.snakes.circle import Circle
from majordome.games.snakes.events import (
    CORRECTIONS,
    CardCorrected,
    DoorCorrected,
    OfferDeclined,
    Touched,
    TurnCorrected,
)
from majordome.games.snakes.facts import CardSet, DoorSet, TurnSet


class Ended(Curtain):
    """The circle has decided."""


class Table(Circle, frozen=True):
    """The facts, open to the host's word."""

    skips: ClassVar[bool] = True

    def refuses(self, event: Event) -> Refused | None:
        """Why this cannot be said at any time."""
        match event:
            case PhaseSkipped() if self.phase == "play" or not self.players:
                return Refused("skip", "a_turn_is_played" if self.players else "how_many_first")
            case Touched(card) if self.phase == "play":
                return refuse_touch(self, card) or AnyTable.refuses(self, event)
            case OfferDeclined() if self.offer and not self.taken:
                return Refused("offer", "third_is_taken", (self.chosen,))
        if isinstance(event, CORRECTIONS):
            return refuse_correction(self, event)
        return AnyTable.refuses(self, event)

    def aside(self, event: Event) -> Script[Self]:
        """The facts after the host's word. A corrected circle may be the end."""
        table = self
        match event:
            case CardCorrected(card, side):
                yield CardSet(card, side)
                table = self.lay(card, side)
                yield table.ring
                if (winner := table.ending) is not None:
                    raise Ended(table, winner)
            case DoorCorrected(name, state):
                yield DoorSet(name, state)
                others = tuple(door for door in self.closed if door != name)
                table = replace(self, closed=others if state == "open" else (*others, name))
            case TurnCorrected(name):
                yield TurnSet(name)
                yield Say("your_turn", (name,))
                table = replace(self, active=name)
        return table


def refuse_touch(table: Circle, card: int) -> Refused | None:
    """A number that has left the table is touched by no card: then nothing happens."""
    if card != 0 and card not in table.on_table:
        return Refused("took", "card_is_gone", (str(card),))
    return None


def refuse_correction(table: Circle, event: Event) -> Refused | None:
    """Why the host cannot correct this now, or None."""
    if table.phase != "play":
        return Refused("correction", "nothing_to_correct")
    match event:
        case DoorCorrected(name) | TurnCorrected(name) if name not in table.players:
            return Refused("correction", "unknown_name", (name,))
        case CardCorrected(card) if not 1 <= card <= table.highest:
            return Refused("correction", "number_out_of_range", (str(card), "1", str(table.highest)))
        case CardCorrected(card, side) if table.side(card) == side:
            return Refused("correction", "already_so")
        case CardCorrected(card, "gone") if table.on_table == (card,):
            return Refused("correction", "last_card", (str(card),))
        case DoorCorrected(name, state) if (name in table.closed) is (state == "closed"):
            return Refused("correction", "already_so")
        case DoorCorrected(name) if name == table.chosen:
            return Refused("correction", "offer_under_way", (name,))
        case TurnCorrected(name) if table.chosen:
            return Refused("correction", "offer_under_way", (table.chosen,))
        case TurnCorrected(name) if name == table.active:
            return Refused("correction", "already_so")
    return None
