"""What happens at this table: cards are laid, shots are fired, somebody declares, and what the host may correct."""

from __future__ import annotations

from typing import ClassVar, Literal

from majordome.core.events import Event, Override

Side = Literal["real", "parasite"]


# Before the first card.


class RulesAsked(Event, frozen=True):
    """The table would like to hear the rules."""


class RulesEnough(Event, frozen=True):
    """The rest of the rules is known."""


class PlayersCounted(Event, frozen=True):
    """So many play, where nobody has given names."""

    number: int


class FirstNamed(Event, frozen=True):
    """This player holds the first-player token."""

    name: str


# A round.


class Laid(Event, frozen=True):
    """A player has laid a card face down and drawn another."""

    player: str
    aside: ClassVar[bool] = True


class AllLaid(Event, frozen=True):
    """Everyone has."""


class CardDone(Event, frozen=True):
    """The card whose turn it is has been carried out; at dinner: this player shoots nobody."""


# A shot.


class AimTaken(Event, frozen=True):
    """Somebody is about to shoot."""


class AimChanged(Event, frozen=True):
    """Another shooter, or another target: the box shall ask."""


class ShooterNamed(Event, frozen=True):
    """This player shoots, whoever's card it is."""

    name: str


class TargetNamed(Event, frozen=True):
    """At whom; None: at a character of the centre."""

    name: str | None


class AimDropped(Event, frozen=True):
    """No shot after all."""


class Fired(Event, frozen=True):
    """A shot, and what the identity showed. `free`: a card without penalties; None: the box asks."""

    by: str
    real: bool
    at: str | None = None
    free: bool | None = None
    side: Side | None = None  # the shooter's: asked where it decides the game


class PenaltyTaken(Event, frozen=True):
    """The shooter pays; or the card spares the penalties."""

    spared: bool = False


class SideTold(Event, frozen=True):
    """The shooter turns over their own identity, because the game hangs on it."""

    side: Side


# The end.


class Declared(Event, frozen=True):
    """A player says that no parasite is left in the centre."""

    by: str


class SomebodyDeclared(Event, frozen=True):
    """Somebody does: the box shall ask who."""


class Agreed(Event, frozen=True):
    """A player agrees with the declaration, or does not."""

    player: str
    yes: bool = True
    aside: ClassVar[bool] = True


class AgreementCounted(Event, frozen=True):
    """So many agree, with the one who declared."""

    agree: int


class CentreTurned(Event, frozen=True):
    """The centre lies open: all real, or not."""

    clean: bool


class DinnerEnded(Event, frozen=True):
    """All agree that nobody shoots any more."""


class PlayersTurned(Event, frozen=True):
    """All players have turned over their identities."""

    parasite_left: bool


# The host's corrections.


class TokenMoved(Override, frozen=True):
    """This player holds the first-player token."""

    name: str
    any_time: ClassVar[bool] = True


class FailuresCorrected(Override, frozen=True):
    """So many real ones lie on the failure pile."""

    number: int
    any_time: ClassVar[bool] = True


class CentreCorrected(Override, frozen=True):
    """So many characters lie in the centre."""

    number: int
    any_time: ClassVar[bool] = True


class DeckCorrected(Override, frozen=True):
    """So many characters are left in the deck."""

    number: int
    any_time: ClassVar[bool] = True


class CardGiven(Override, frozen=True):
    """Advanced: this player has a character of their own."""

    name: str
    any_time: ClassVar[bool] = True


class CardTaken(Override, frozen=True):
    """Advanced: this player has none any more."""

    name: str
    any_time: ClassVar[bool] = True


EVENTS: tuple[type[Event], ...] = (
    *(RulesAsked, RulesEnough, PlayersCounted, FirstNamed),
    *(Laid, AllLaid, CardDone),
    *(AimTaken, AimChanged, ShooterNamed, TargetNamed, AimDropped, Fired, PenaltyTaken, SideTold),
    *(Declared, SomebodyDeclared, Agreed, AgreementCounted, CentreTurned, DinnerEnded, PlayersTurned),
    *(TokenMoved, FailuresCorrected, CentreCorrected, DeckCorrected, CardGiven, CardTaken),
)
