"""How the hunt stands: seats, decks and piles as everyone sees them. No identity is ever known here."""

from __future__ import annotations

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.cues import Arc, Cue, Light, Ring
from majordome.core.evening import Evening
from majordome.core.script import NOBODY
from majordome.core.script import Table as AnyTable

CHARACTERS = 24
TO_LOSE = 4  # real ones shot
Phase = Literal["opening", "round", "reveal", "dinner"]


class Aim(Struct, frozen=True):
    """A shot that is being prepared."""

    by: str
    at: str | None


class Poll(Struct, frozen=True):
    """A declaration: who agrees, who does not, and hands that the host counted without names."""

    by: str
    yes: tuple[str, ...]
    no: tuple[str, ...] = ()
    hands: int = 0

    def answered(self, player: str, yes: bool) -> Poll:
        """With this player's answer; the latest counts."""
        agree = tuple(name for name in self.yes if name != player)
        deny = tuple(name for name in self.no if name != player)
        if yes:
            return replace(self, yes=(*agree, player), no=deny)
        return replace(self, yes=agree, no=(*deny, player))


class Hunt(AnyTable, frozen=True):
    """The table."""

    seats: tuple[str, ...] = ()  # clockwise
    first: str = ""  # holds the first-player token
    round: int = 0
    last: bool = False  # the last round
    deck: int = 0  # characters that may still enter
    centre: int = 0  # characters in the centre
    failures: int = 0  # real ones shot
    cards: tuple[str, ...] = ()  # advanced: who has a character of their own
    shot: tuple[str, ...] = ()  # at dinner: they shoot no more
    laid: tuple[str, ...] = ()  # who has laid a card in this round
    turn: str | None = None  # whose card is carried out
    aim: Aim | None = None
    poll: Poll | None = None
    shots: int = 0  # in this round
    phase: Phase = "opening"
    hangs: bool = False  # the game hangs on what is being asked: it cannot be skipped
    shown: tuple[Cue, ...] = ()  # light and ring, as they were last told

    @classmethod
    def laid_for(cls, evening: Evening) -> Self:
        """Before the first card. Without a guest list the box asks how many play."""
        return cls(evening).seated(evening.names)

    def seated(self, seats: tuple[str, ...]) -> Self:
        """Two characters a player lie in the centre; advanced: each player has one more of their own."""
        a_player = 3 if self.advanced else 2
        return replace(
            self,
            seats=seats,
            first=seats[0] if seats else "",
            centre=2 * len(seats),
            deck=CHARACTERS - a_player * len(seats),
            cards=seats if self.advanced else (),
        )

    @property
    def around(self) -> tuple[str, ...]:
        """Names, or numbers."""
        return self.seats

    @property
    def advanced(self) -> bool:
        """Players have sides of their own."""
        return self.evening.word("mode") == "advanced"

    @property
    def winners(self) -> tuple[str, ...]:
        """Who can have won."""
        return ("reals" if self.advanced else "team", "parasites", NOBODY)

    def clockwise(self, name: str) -> tuple[str, ...]:
        """Everyone, from this player on."""
        at = self.seats.index(name)
        return (*self.seats[at:], *self.seats[:at])

    def left_of(self, name: str) -> str:
        """Clockwise, the left neighbour comes next."""
        return self.clockwise(name)[1 % len(self.seats)]

    def targets(self, by: str) -> tuple[str, ...]:
        """Advanced: the players at whom this one may shoot: never oneself, never somebody without a card."""
        return tuple(name for name in self.clockwise(by) if name in self.cards and name != by)

    def without_card(self, name: str) -> Self:
        """The character in front of this player is gone."""
        return replace(self, cards=tuple(other for other in self.cards if other != name))

    def with_card(self, name: str) -> Self:
        """A character comes to this player."""
        return replace(self, cards=tuple(other for other in self.seats if other in (*self.cards, name)))

    def looks(self) -> tuple[Cue, ...]:
        """The failure light, and the ring that points at whose turn it is."""
        mood = {"opening": "evening", "round": f"danger_{self.failures}"}.get(self.phase, self.phase)
        return Light(mood), Ring(tuple(self._arc(name) for name in self.seats))

    def _arc(self, name: str) -> Arc:
        if name in self.shot:
            return Arc("gone", name)
        if self.poll is not None:
            return Arc("ready" if name in self.poll.yes else "seat", name, bright=name == self.poll.by)
        pointed = self.turn or self.first
        if name == pointed and self.phase != "opening":
            return Arc("turn" if name == self.turn else "ready" if name in self.laid else "seat", name, bright=True)
        return Arc("ready" if name in self.laid else "seat", name)
