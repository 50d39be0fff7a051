"""Who is at the party, and what is so at this moment: the frozen `Table` that scenes take and hand back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from majordome.core.events import CHAIRS, Chair, ChairLeft, ChairTaken
from majordome.games.murder.ballots import Poll
from majordome.games.murder.roles import Edition, Role

Game = Literal["weekend", "table"]


@dataclass(frozen=True, slots=True)
class Guest:
    """One player. A guest list may go without ages, and without roles for all."""

    name: str
    age: int | None = None
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """What is settled before the first press. No guests: the host plays by the button alone."""

    game: Game = "weekend"
    edition: Edition = "B"
    discussion: int = 180
    choosing: int = 20  # `table`: seconds the murderers have to tap a hand
    chairs_fitted: bool = False
    guests: tuple[Guest, ...] = ()


def played_again(evening: Evening) -> Evening:
    """The same company once more. The cards are dealt anew, so the box knows none of them."""
    return replace(evening, guests=tuple(replace(guest, role=None) for guest in evening.guests))


@dataclass(frozen=True, slots=True)
class Table:
    """The facts. Every change is a new table."""

    evening: Evening
    guests: tuple[Guest, ...]
    round: int = 0
    dead: frozenset[str] = frozenset()
    jail: tuple[str, ...] = ()
    charmed: tuple[str, ...] = ()
    kissed_today: bool = False
    night_killer: str | None = None  # who killed in the latest night, where the box knows
    reborn: frozenset[str] = frozenset()  # alchemists who have used their card
    poll: Poll | None = None  # the latest vote counted, as long as it can be corrected
    chairs: frozenset[Chair] = frozenset()  # taken now
    watched: frozenset[Chair] = frozenset()  # prisoners sit there: who stands up raises the alarm
    alarmed: frozenset[Chair] = frozenset()  # but not these, until somebody sits there again

    @classmethod
    def laid(cls, evening: Evening) -> Table:
        """The table before the first guest comes in."""
        return cls(evening=evening, guests=evening.guests)

    @property
    def listed(self) -> bool:
        """There is a guest list."""
        return bool(self.guests)

    @property
    def knows_roles(self) -> bool:
        """The box knows every card."""
        return bool(self.guests) and self.guests[0].role is not None

    def guest(self, name: str) -> Guest | None:
        """The guest of that name."""
        return next((guest for guest in self.guests if guest.name == name), None)

    def role(self, name: str) -> Role | None:
        """The card of that guest, where the box knows it."""
        guest = self.guest(name)
        return guest.role if guest else None

    @property
    def living(self) -> tuple[str, ...]:
        """Who lives, in the order of the guest list."""
        return tuple(guest.name for guest in self.guests if guest.name not in self.dead)

    def living_with(self, role: Role) -> tuple[str, ...]:
        """The living who hold this card."""
        return tuple(g.name for g in self.guests if g.role is role and g.name not in self.dead)

    @property
    def charmer(self) -> str | None:
        """The living charmer: if she dies, her charmed are free."""
        return next(iter(self.living_with(Role.CHARMER)), None)

    def bury(self, name: str) -> Table:
        """Dead: no speech, no vote, no seat."""
        return replace(self.let_out(name), dead=self.dead | {name})

    def raise_up(self, name: str) -> Table:
        """Alive again."""
        return replace(self, dead=self.dead - {name})

    def exchange(self, vampire: str, murderer: str) -> Table:
        """The two cards change hands; there are still two murderers."""
        held = {vampire: self.role(murderer), murderer: self.role(vampire)}
        guests = tuple(replace(guest, role=held.get(guest.name, guest.role)) for guest in self.guests)
        return replace(self, guests=guests)

    def let_out(self, *names: str) -> Table:
        """No prisoners any more, if they were. An empty jail is not watched."""
        jail = tuple(name for name in self.jail if name not in names)
        table = replace(self, jail=jail)
        return table.unwatch() if self.jail and not jail else table

    def watch(self) -> Table:
        """Prisoners sit from now on. A chair that is empty is watched from when somebody sits there."""
        if not self.evening.chairs_fitted:
            return self
        return replace(self, watched=frozenset(CHAIRS), alarmed=frozenset(CHAIRS) - self.chairs)

    def unwatch(self) -> Table:
        """The prisoners may stand up."""
        return replace(self, watched=frozenset(), alarmed=frozenset())

    def chair(self, event: ChairTaken | ChairLeft) -> Table:
        """Chairs are levels."""
        if isinstance(event, ChairLeft):
            return replace(self, chairs=self.chairs - {event.chair})
        return replace(self, chairs=self.chairs | {event.chair}, alarmed=self.alarmed - {event.chair})
