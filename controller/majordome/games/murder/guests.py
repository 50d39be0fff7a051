"""Who is at the party, and what is so at this moment."""

from __future__ import annotations

from typing import Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.evening import Evening
from majordome.core.events import CHAIRS, Chair, ChairLeft, ChairTaken
from majordome.core.script import Table
from majordome.games.murder.ballots import Poll
from majordome.games.murder.events import Votes, Winner
from majordome.games.murder.roles import Role

WINNERS: tuple[str, ...] = get_args(Winner)


class Player(Struct, frozen=True):
    """A guest at the table, with the card they hold by now."""

    name: str
    age: int | None = None
    role: Role | None = None


class Company(Table, frozen=True):
    """The facts of the evening, as far as rules count with them. Every change is a new one."""

    guests: tuple[Player, ...] = ()
    living: tuple[str, ...] = ()  # in the order of the guest list
    round: int = 0
    dead: frozenset[str] = frozenset()
    jail: tuple[str, ...] = ()
    charmed: tuple[str, ...] = ()
    kissed_today: bool = False
    night_killer: str | None = None  # who killed in the latest night, where the box knows
    reborn: frozenset[str] = frozenset()  # alchemists who have used their card
    poll: Poll | None = None  # the latest vote counted, as long as it can be corrected
    pointing: Poll | None = None  # the vote that is called
    tally: Votes = ()  # as it was counted, until the next vote
    going: tuple[str, ...] = ()  # on their way to jail, or to be sacrificed
    chairs: frozenset[Chair] = frozenset()  # taken now
    watched: frozenset[Chair] = frozenset()  # prisoners sit there: who stands up raises the alarm
    alarmed: frozenset[Chair] = frozenset()  # but not these, until somebody sits there again

    @classmethod
    def laid(cls, evening: Evening) -> Self:
        """The table before the first guest comes in."""
        guests = tuple(
            Player(guest.name, guest.age, Role(guest.role) if guest.role else None) for guest in evening.guests
        )
        return cls(evening, guests, evening.names)

    @property
    def winners(self) -> tuple[str, ...]:
        """Either side, or nobody."""
        return WINNERS

    @property
    def edition(self) -> str:
        """A or B: which deck, and how a victim counts."""
        return self.evening.word("edition")

    @property
    def has_jail(self) -> bool:
        """Around a table there is none."""
        return self.evening.game == "weekend"

    @property
    def listed(self) -> bool:
        """There is a guest list."""
        return bool(self.guests)

    @property
    def knows_roles(self) -> bool:
        """The box knows every card."""
        return bool(self.guests) and self.guests[0].role is not None

    def guest(self, name: str) -> Player | None:
        """The guest of that name."""
        return next((guest for guest in self.guests if guest.name == name), None)

    def role(self, name: str) -> Role | None:
        """The card of that guest, where the box knows it."""
        guest = self.guest(name)
        return guest.role if guest else None

    def living_with(self, role: Role) -> tuple[str, ...]:
        """The living who hold this card."""
        return tuple(g.name for g in self.guests if g.role is role and g.name not in self.dead)

    @property
    def charmer(self) -> str | None:
        """The living charmer: if she dies, her charmed are free."""
        return next(iter(self.living_with(Role.CHARMER)), None)

    def bury(self, name: str) -> Self:
        """Dead: no speech, no vote, no seat."""
        living = tuple(other for other in self.living if other != name)
        return replace(self.let_out(name), dead=self.dead | {name}, living=living)

    def raise_up(self, name: str) -> Self:
        """Alive again."""
        dead = self.dead - {name}
        return replace(self, dead=dead, living=tuple(guest.name for guest in self.guests if guest.name not in dead))

    def exchange(self, vampire: str, murderer: str) -> Self:
        """The two cards change hands; there are still two murderers."""
        held = {vampire: self.role(murderer), murderer: self.role(vampire)}
        guests = tuple(replace(guest, role=held.get(guest.name, guest.role)) for guest in self.guests)
        return replace(self, guests=guests)

    def let_out(self, *names: str) -> Self:
        """No prisoners any more, if they were. An empty jail is not watched."""
        jail = tuple(name for name in self.jail if name not in names)
        table = replace(self, jail=jail)
        return table.unwatch() if self.jail and not jail else table

    def watch(self) -> Self:
        """Prisoners sit from now on. A chair that is empty is watched from when somebody sits there."""
        if not self.evening.flag("chairs"):
            return self
        return replace(self, watched=frozenset(CHAIRS), alarmed=frozenset(CHAIRS) - self.chairs)

    def unwatch(self) -> Self:
        """The prisoners may stand up."""
        return replace(self, watched=frozenset(), alarmed=frozenset())

    def chair(self, event: ChairTaken | ChairLeft) -> Self:
        """Chairs are levels."""
        if isinstance(event, ChairLeft):
            return replace(self, chairs=self.chairs - {event.chair})
        return replace(self, chairs=self.chairs | {event.chair}, alarmed=self.alarmed - {event.chair})
