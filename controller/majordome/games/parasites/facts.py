"""What the box knows of the hunt. How each fact sounds and looks stands in game.toml, its text in the lines."""

from __future__ import annotations

from typing import ClassVar

from majordome.core.cues import Fact


class Round(Fact, frozen=True):
    """Everyone lays a card face down and draws one."""

    number: int
    first: str
    last: bool
    lasting: ClassVar[bool] = True
    heading: ClassVar[bool] = True


class Turn(Fact, frozen=True):
    """Whose card is carried out."""

    name: str


class Shot(Fact, frozen=True):
    """An identity was turned over. `at`: a player; None: the centre."""

    by: str
    real: bool
    at: str | None = None


class Failure(Fact, frozen=True):
    """So many real ones have been shot by now."""

    number: int


class Penalty(Fact, frozen=True):
    """The shooter discards a card at random."""

    name: str


class Enters(Fact, frozen=True):
    """A character comes to the centre, or to the player who was shot; `left`: in the deck after this one."""

    left: int
    name: str | None = None


class Freed(Fact, frozen=True):
    """Shot as a parasite: real from now on, without a card of their own."""

    name: str


class Declaration(Fact, frozen=True):
    """So many say that no parasite is left; `enough`: at least half of all."""

    by: str
    agree: int
    enough: bool


class LastRound(Fact, frozen=True):
    """Nobody is left to enter: the coming round is the last."""


class Reveal(Fact, frozen=True):
    """The centre was turned over."""

    clean: bool


class Dinner(Fact, frozen=True):
    """The last phase begins: all at the table."""

    lasting: ClassVar[bool] = True
    heading: ClassVar[bool] = True


class Corrected(Fact, frozen=True):
    """The host put a number right."""

    what: str
    number: int


class Moved(Fact, frozen=True):
    """The host put right who has what."""

    what: str
    name: str
