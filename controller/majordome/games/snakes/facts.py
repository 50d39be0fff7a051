"""What everyone at the table knows. How each fact sounds and looks stands in game.toml, its text in the lines."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.cues import Fact
from majordome.games.snakes.events import DoorState, Side


class Round(Fact, frozen=True):
    """All doors are open."""

    number: int
    lasting: ClassVar[bool] = True
    heading: ClassVar[bool] = True


class Door(Fact, frozen=True):
    """A door was closed: this player was chosen."""

    name: str


class Offer(Fact, frozen=True):
    """A card lies face down between two players."""

    number: int
    from_: str
    to: str


class Declined(Fact, frozen=True):
    """An offer was refused."""

    number: int


class Taken(Fact, frozen=True):
    """An offer was taken; the third always is."""

    name: str


class Flip(Fact, frozen=True):
    """From night to day."""

    card: int


class Gone(Fact, frozen=True):
    """Off the table: touched while it showed day, or the smallest day at a round's end."""

    card: int
    why: Literal["touched", "round"]


class Nothing(Fact, frozen=True):
    """Nothing happens, and that is all that is said."""


class DoorsOpen(Fact, frozen=True):
    """The round is over, and everyone holds an open door again."""


# After the host's word.


class CardSet(Fact, frozen=True):
    """A card lies otherwise than the box had it."""

    card: int
    side: Side


class DoorSet(Fact, frozen=True):
    """A door is not as the box had it."""

    name: str
    state: DoorState


class TurnSet(Fact, frozen=True):
    """Somebody else holds three cards."""

    name: str
