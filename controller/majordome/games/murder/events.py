"""What happens at a murder party: the murder, the vote, and what the host may correct."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.events import Event, Override

Votes = tuple[tuple[str, int], ...]
Winner = Literal["guests", "murderers", "nobody"]


class WinnerNamed(Event, frozen=True):
    """The host says which side is left, where the box does not know the cards."""

    winner: Winner


# The murder.


class Tapped(Event, frozen=True):
    """A murderer tapped a shoulder by night. Without names, the host tells only if the heart is weak."""

    victim: str | None = None
    killer: str | None = None
    weak_heart: bool = False


class Winked(Event, frozen=True):
    """A murderer winked by day, and the three turns are over."""

    victim: str | None = None
    killer: str | None = None
    told: ClassVar[tuple[str, ...]] = ("victim",)


class NobodyDied(Event, frozen=True):
    """The murder is over and there is no victim."""

    killer: str | None = None


class Named(Event, frozen=True):
    """Who died, told after the scream because nobody could say it in the dark."""

    victim: str
    killer: str | None = None
    told: ClassVar[tuple[str, ...]] = ("victim",)


class Screamed(Event, frozen=True):
    """The victim has screamed, before the box did: nobody need count any more."""


class Came(Event, frozen=True):
    """Which murderer came to the one who was tapped, where the host saw it."""

    killer: str | None = None


class Exchanged(Event, frozen=True):
    """Which vampire holds a murderer's card now; nobody tells it, where no name is given."""

    vampire: str | None = None


class Kissed(Event, frozen=True):
    """The charmer blew a kiss."""

    name: str
    unseen: ClassVar[bool] = True


# Before the first night.


class Explained(Event, frozen=True):
    """The company wants to hear the rules."""


class TriedOut(Event, frozen=True):
    """The company wants a round without stakes."""


# The vote.


class BallotCast(Event, frozen=True):
    """One player points, with one hand or two. A later ballot of the same player replaces the first."""

    voter: str
    against: tuple[str, ...]
    aside: ClassVar[bool] = True
    told: ClassVar[tuple[str, ...]] = ("voter",)


class BallotsClosed(Event, frozen=True):
    """Everyone has voted; those named abstain, with the host's leave (`others`: whoever has not voted)."""

    abstaining: tuple[str, ...] = ()
    others: bool = False


class HandsCounted(Event, frozen=True):
    """The host went round the circle and counted the hands against each player."""

    votes: Votes


class CountedAloud(Event, frozen=True):
    """The host counted without telling the box any name."""

    tied: bool = False


class YoungestNamed(Event, frozen=True):
    """The host says who is the youngest of the tied, where ages do not tell."""

    names: tuple[str, ...]
    told: ClassVar[tuple[str, ...]] = ("names",)


# The host's corrections.


class Killed(Override, frozen=True):
    """This guest is out of the game."""

    name: str
    any_time: ClassVar[bool] = True
    told: ClassVar[tuple[str, ...]] = ("name",)


class Revived(Override, frozen=True):
    """This guest is back in the game."""

    name: str
    any_time: ClassVar[bool] = True
    told: ClassVar[tuple[str, ...]] = ("name",)


class Freed(Override, frozen=True):
    """This prisoner is let out."""

    name: str
    any_time: ClassVar[bool] = True
    told: ClassVar[tuple[str, ...]] = ("name",)


class Imprisoned(Override, frozen=True):
    """This guest sits down in jail."""

    name: str
    any_time: ClassVar[bool] = True
    told: ClassVar[tuple[str, ...]] = ("name",)


class GuestLeft(Override, frozen=True):
    """This guest goes home, and is not dead."""

    name: str
    any_time: ClassVar[bool] = True


class GuestCame(Override, frozen=True):
    """A latecomer takes a seat."""

    name: str
    any_time: ClassVar[bool] = True


class CardTaken(Override, frozen=True):
    """Somebody takes over another's card, and seat."""

    name: str
    by: str
    any_time: ClassVar[bool] = True


class VoteCorrected(Override, frozen=True):
    """The last count was wrong; this is the right one."""

    votes: Votes


EVENTS: tuple[type[Event], ...] = (
    *(WinnerNamed, Tapped, Winked, NobodyDied, Named, Kissed, Screamed, Came, Exchanged, Explained, TriedOut),
    *(BallotCast, BallotsClosed, HandsCounted, CountedAloud, YoungestNamed),
    *(Killed, Revived, Freed, Imprisoned, VoteCorrected, GuestLeft, GuestCame, CardTaken),
)
