"""What happens at the table: who begins, whose door, the offers, the card that was touched. Never a hidden card."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.events import Event, Override

Side = Literal["night", "day", "gone"]
DoorState = Literal["open", "closed"]


class PlayersCounted(Event, frozen=True):
    """So many sit at the table, where nobody wrote a guest list."""

    number: int


class Dealt(Event, frozen=True):
    """This player was dealt three cards, and begins."""

    player: str


class DoorChosen(Event, frozen=True):
    """The player with three cards has chosen, and this door is closed."""

    player: str


class OfferDeclined(Event, frozen=True):
    """The card goes back, unseen."""


class OfferTaken(Event, frozen=True):
    """The card goes to the hand of the player who was chosen."""


class Touched(Event, frozen=True):
    """The number on the table that the card taken touches; 0: nothing happens."""

    card: int


class SnakeShown(Event, frozen=True):
    """The game is over, and this player shows a snake."""

    player: str


# The host's corrections.


class CardCorrected(Override, frozen=True):
    """This card of the circle lies otherwise."""

    card: int
    side: Side
    any_time: ClassVar[bool] = True


class DoorCorrected(Override, frozen=True):
    """This door is open, or closed, after all."""

    player: str
    state: DoorState
    any_time: ClassVar[bool] = True


class TurnCorrected(Override, frozen=True):
    """It is this player who holds three cards."""

    player: str


CORRECTIONS: tuple[type[Override], ...] = (CardCorrected, DoorCorrected, TurnCorrected)
EVENTS: tuple[type[Event], ...] = (
    *(PlayersCounted, Dealt, DoorChosen, OfferDeclined, OfferTaken, Touched, SnakeShown),
    *CORRECTIONS,
)
