"""What happens at this table: what the players say and do, and what the host may correct."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.events import Event, Override

Deed = Literal["murder", "police", "joker"]


# Before the first hand.


class RulesWanted(Event, frozen=True):
    """The table would like to hear the rules."""


class SeatsCounted(Event, frozen=True):
    """So many play, where there is no guest list."""

    number: int


class MaddestNamed(Event, frozen=True):
    """The maddest of the company begins."""

    name: str


# The exchange.


class PileEmptied(Event, frozen=True):
    """Somebody had to draw and could not."""


class AssassinShown(Event, frozen=True):
    """The pile is empty, and this player turns over an assassin card."""

    name: str


class AllShown(Event, frozen=True):
    """Nobody else holds an assassin card."""


# The actions.


class SomebodySlammed(Event, frozen=True):
    """By the one button: a card was slammed; whose is asked next."""


class Announced(Event, frozen=True):
    """What the player who slammed wants to do."""

    deed: Deed


class Withdrew(Event, frozen=True):
    """Nothing after all: the card goes back to the hand."""


class TargetNamed(Event, frozen=True):
    """The victim of a murder, or the accused."""

    name: str


class CrimeCounted(Event, frozen=True):
    """The points of the attack, as they lie on the table."""

    points: int


class SurvivalCounted(Event, frozen=True):
    """The points of the defence."""

    points: int


# The host's corrections.


class PointsCorrected(Override, frozen=True):
    """This player has so many points."""

    name: str
    points: int
    any_time: ClassVar[bool] = True


class SentOut(Override, frozen=True):
    """This player is out for the rest of the hand."""

    name: str
    any_time: ClassVar[bool] = True


class LetIn(Override, frozen=True):
    """This player is back in the hand."""

    name: str
    any_time: ClassVar[bool] = True


EVENTS: tuple[type[Event], ...] = (
    *(RulesWanted, SeatsCounted, MaddestNamed),
    *(PileEmptied, AssassinShown, AllShown),
    *(SomebodySlammed, Announced, Withdrew, TargetNamed, CrimeCounted, SurvivalCounted),
    *(PointsCorrected, SentOut, LetIn),
)
