"""What the box knows of the game. How each fact sounds and looks stands in game.toml, its text in the lines."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.cues import Fact

Direction = Literal["clockwise", "anticlockwise"]
End = Literal["murder", "police", "pile", "alone"]
Points = tuple[tuple[str, int], ...]  # each player's, in the order of the seats


class Hand(Fact, frozen=True):
    """A hand begins."""

    number: int
    direction: Direction
    starts: str
    lasting: ClassVar[bool] = True
    heading: ClassVar[bool] = True


class Exchange(Fact, frozen=True):
    """A turn begins: one offers three cards, the other takes one."""

    from_: str
    to: str


class Actions(Fact, frozen=True):
    """Everybody has five cards again: slams count."""


class Slam(Fact, frozen=True):
    """Who acts; all others wait until it is settled."""

    name: str


class Waiting(Fact, frozen=True):
    """Slammed while another acts: comes next, in the order of the slams."""

    name: str


class Joker(Fact, frozen=True):
    """A joker is played."""

    name: str


class Police(Fact, frozen=True):
    """The accused is an assassin, or is not."""

    by: str
    accused: str
    right: bool


class Out(Fact, frozen=True):
    """Out for this hand."""

    name: str


class BackIn(Fact, frozen=True):
    """The host has let somebody back into the hand."""

    name: str


class Murder(Fact, frozen=True):
    """The verdict."""

    by: str
    victim: str
    crime: int
    survival: int
    success: bool


class HandOver(Fact, frozen=True):
    """The hand is over."""

    why: End


class Score(Fact, frozen=True):
    """How everybody stands after a hand."""

    points: Points
