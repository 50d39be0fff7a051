"""What happened: the words that come in from the room.

An event is a fact in the past tense. It knows nothing of buttons, pins or pages: a press of the button
becomes the event that the present beat gives it (see `Beat.press` in rulebooks/script.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Literal

Chair = Literal["left", "right"]
CHAIRS: tuple[Chair, Chair] = ("left", "right")
Votes = tuple[tuple[str, int], ...]
Winner = Literal["guests", "murderers", "nobody"]


class Gesture(Enum):
    """What a hand did with the one button. The beat says what it means."""

    PRESS = "press"  # go on
    DOUBLE = "double"  # the other choice
    HOLD = "hold"  # 2 s: yes; where nothing is asked: pause, or go on after a pause
    BACK = "back"  # 5 s: take the last step back


class Wish(Enum):
    """What the host wishes of the evening itself, beside the script."""

    TAKE_BACK = "back"
    PUT_BACK = "redo"
    PAUSE = "pause"
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    by_host: ClassVar[bool] = True  # a step that the host took, and may take back


# The host goes on, or answers.


@dataclass(frozen=True, slots=True)
class Pressed(Event):
    """Go on."""


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """Yes or no to the question of the beat."""

    yes: bool


@dataclass(frozen=True, slots=True)
class WinnerNamed(Event):
    """The host says which side is left, where the box does not know the cards."""

    winner: Winner


# The murder.


@dataclass(frozen=True, slots=True)
class Tapped(Event):
    """A murderer tapped a shoulder by night. Without names, the host tells only if the heart is weak."""

    victim: str | None = None
    killer: str | None = None
    weak_heart: bool = False


@dataclass(frozen=True, slots=True)
class Winked(Event):
    """A murderer winked by day, and the three turns are over."""

    victim: str | None = None
    killer: str | None = None


@dataclass(frozen=True, slots=True)
class NobodyDied(Event):
    """The murder is over and there is no victim."""

    killer: str | None = None


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Who died, told after the scream because nobody could say it in the dark."""

    victim: str
    killer: str | None = None


@dataclass(frozen=True, slots=True)
class Kissed(Event):
    """The charmer blew a kiss."""

    name: str


# The vote.


@dataclass(frozen=True, slots=True)
class BallotCast(Event):
    """One player points, with one hand or two. A later ballot of the same player replaces the first."""

    voter: str
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BallotsClosed(Event):
    """Everyone has voted; those named abstain, with the host's leave (`others`: whoever has not voted)."""

    abstaining: tuple[str, ...] = ()
    others: bool = False


@dataclass(frozen=True, slots=True)
class HandsCounted(Event):
    """The host went round the circle and counted the hands against each player."""

    votes: Votes


@dataclass(frozen=True, slots=True)
class CountedAloud(Event):
    """The host counted without telling the box any name."""

    tied: bool = False


@dataclass(frozen=True, slots=True)
class YoungestNamed(Event):
    """The host says who is the youngest of the tied, where ages do not tell."""

    names: tuple[str, ...]


# Nobody's decision: the clock and the chairs.


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The time of the beat has run out."""

    by_host: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ChairTaken(Event):
    """Someone sits down on a jail chair."""

    chair: Chair
    by_host: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ChairLeft(Event):
    """Someone stands up from a jail chair."""

    chair: Chair
    by_host: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class BuzzersPressed(Event):
    """Guests slammed their buzzers, in this order."""

    order: tuple[int, ...]
    by_host: ClassVar[bool] = False


# The host's overrides: accepted at any beat.


@dataclass(frozen=True, slots=True)
class Override(Event):
    """The host corrects a fact; the evening goes on from there."""


@dataclass(frozen=True, slots=True)
class Killed(Override):
    """This guest is out of the game."""

    name: str


@dataclass(frozen=True, slots=True)
class Revived(Override):
    """This guest is back in the game."""

    name: str


@dataclass(frozen=True, slots=True)
class Freed(Override):
    """This prisoner is let out."""

    name: str


@dataclass(frozen=True, slots=True)
class Imprisoned(Override):
    """This guest sits down in jail."""

    name: str


@dataclass(frozen=True, slots=True)
class VoteCorrected(Override):
    """The last count was wrong; this is the right one."""

    votes: Votes


@dataclass(frozen=True, slots=True)
class PhaseSkipped(Override):
    """The rest of this phase is not played."""


@dataclass(frozen=True, slots=True)
class TimeAdded(Override):
    """The hourglass gets more sand, or less."""

    seconds: int


@dataclass(frozen=True, slots=True)
class GameEnded(Override):
    """The host ends the game and says who won."""

    winner: Winner
