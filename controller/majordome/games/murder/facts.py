"""What the box knows of a murder party. How each fact sounds and looks stands in game.toml, its text in the lines."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.cues import Fact
from majordome.core.events import Chair
from majordome.games.murder.events import Votes

Time = Literal["night", "day"]


class Round(Fact, frozen=True):
    """A round begins."""

    number: int
    day: str
    time: Time
    lasting: ClassVar[bool] = True
    heading: ClassVar[bool] = True


class Scream(Fact, frozen=True):
    """The victim dies aloud."""

    seconds: ClassVar[int] = 3


class Alarm(Fact, frozen=True):
    """A prisoner stood up."""

    chair: Chair


class Death(Fact, frozen=True):
    """Someone died."""

    name: str | None


class KilledBy(Fact, frozen=True):
    """Which murderer it was, where the box knows."""

    name: str
    secret: ClassVar[bool] = True


class AliveAgain(Fact, frozen=True):
    """The alchemist shows the card, or the host takes a death back."""

    name: str


class GoneHome(Fact, frozen=True):
    """Somebody has left the party, and is not dead."""

    name: str


class NewGuest(Fact, frozen=True):
    """A latecomer has a seat."""

    name: str


class TakenOver(Fact, frozen=True):
    """Somebody plays on with another's card."""

    name: str
    by: str


class Swap(Fact, frozen=True):
    """The vampire and the murderer have exchanged their cards."""

    vampire: str
    murderer: str
    secret: ClassVar[bool] = True


class Spared(Fact, frozen=True):
    """The wink was not seen."""

    name: str
    secret: ClassVar[bool] = True


class Charmed(Fact, frozen=True):
    """A kiss was caught."""

    name: str
    secret: ClassVar[bool] = True


class Release(Fact, frozen=True):
    """The prisoners of the round before are free."""

    names: tuple[str, ...]


class Vote(Fact, frozen=True):
    """A vote is called for so many seats, against these players."""

    candidates: tuple[str, ...]
    seats: int


class Tally(Fact, frozen=True):
    """How many hands against whom."""

    votes: Votes


class Youngest(Fact, frozen=True):
    """A second tie was settled, by age or by the host's word."""

    name: str
    by: Literal["age", "host"] = "age"


class Jail(Fact, frozen=True):
    """These sit now."""

    names: tuple[str, ...]


class Sacrifice(Fact, frozen=True):
    """The table has chosen; the card is turned face up."""

    name: str | None
    role: str | None
