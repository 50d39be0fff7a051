"""What the box shall do: the words that go out to the room.

A cue is an order in the imperative. It is *lasting* when it describes how the room looks from now on (shown
again after a power cut or a step back) or *passing* when it happens once (never repeated by a replay).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from majordome.core.events import Chair, Votes, Winner

Time = Literal["night", "day"]
Call = Literal["stop", "turn", "vote"]
Mood = Literal["evening", "night", "dark", "day", "awake", "discussion", "vote", "jail", "monday"]


@dataclass(frozen=True, slots=True)
class Cue:
    """Something the box shall do."""

    lasting: ClassVar[bool] = False


# How the room looks from now on.


@dataclass(frozen=True, slots=True)
class Round(Cue):
    """A round begins."""

    number: int
    day: str
    time: Time
    lasting: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Light(Cue):
    """The mood of the lamp. `dark` is total: closed eyes must learn nothing."""

    mood: Mood
    lasting: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Hourglass(Cue):
    """The sand runs for so many seconds; `left` where some of it has fallen already."""

    seconds: float
    left: float | None = None
    lasting: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HourglassEmpty(Cue):
    """The last grain has fallen."""


@dataclass(frozen=True, slots=True)
class HourglassAway(Cue):
    """The talk ended before the sand did."""


@dataclass(frozen=True, slots=True)
class Pause(Cue):
    """Everything stands still until the host goes on."""


@dataclass(frozen=True, slots=True)
class GoOn(Cue):
    """The pause is over."""


# What happens once.


@dataclass(frozen=True, slots=True)
class Say(Cue):
    """The butler speaks. The narrator fills in which variant, and how long it takes to say."""

    line: str
    names: tuple[str, ...] = ()
    role: str | None = None
    variant: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Top(Cue):
    """TOP, on the buzzer."""

    call: Call


@dataclass(frozen=True, slots=True)
class Countdown(Cue):
    """The victim counts, in the dark and in silence."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Scream(Cue):
    """The victim dies aloud."""


@dataclass(frozen=True, slots=True)
class Alarm(Cue):
    """A prisoner stood up."""

    chair: Chair


# What the box knows from now on: for the host's page and the account, silent in the room.


@dataclass(frozen=True, slots=True)
class Death(Cue):
    """Someone died."""

    name: str | None


@dataclass(frozen=True, slots=True)
class AliveAgain(Cue):
    """The alchemist shows the card, or the host takes a death back."""

    name: str


@dataclass(frozen=True, slots=True)
class Swap(Cue):
    """The vampire and the murderer have exchanged their cards. A secret."""

    vampire: str
    murderer: str


@dataclass(frozen=True, slots=True)
class Spared(Cue):
    """The wink was not seen. A secret."""

    name: str


@dataclass(frozen=True, slots=True)
class Charmed(Cue):
    """A kiss was caught. A secret."""

    name: str


@dataclass(frozen=True, slots=True)
class Release(Cue):
    """The prisoners of the round before are free."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vote(Cue):
    """A vote is called for so many seats, against these players."""

    candidates: tuple[str, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class Tally(Cue):
    """How many hands against whom."""

    votes: Votes


@dataclass(frozen=True, slots=True)
class Youngest(Cue):
    """A second tie was settled, by age or by the host's word."""

    name: str
    by: Literal["age", "host"] = "age"


@dataclass(frozen=True, slots=True)
class Jail(Cue):
    """These sit now."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sacrifice(Cue):
    """The table has chosen; the card is turned face up."""

    name: str | None
    role: str | None


@dataclass(frozen=True, slots=True)
class Outcome(Cue):
    """The game is over."""

    winner: Winner


@dataclass(frozen=True, slots=True)
class Refused(Cue):
    """Something cannot be: `what` was said, and `why` it cannot be (a key of the lines, filled with names)."""

    what: str
    why: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice(Cue):
    """A word for the host alone: the disk is full, a step was taken back."""

    what: str
    names: tuple[str, ...] = ()
