"""Who is at the party, and what is so at this moment."""

from __future__ import annotations

from typing import Self, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.evening import Evening
from majordome.core.events import CHAIRS, Chair, ChairLeft, ChairTaken
from majordome.core.script import Table
from majordome.games.murder.ballots import Poll
from majordome.games.murder.events import Votes, Winner
from majordome.games.murder.facts import Time
from majordome.games.murder.roles import CHARMER, GUEST, Role

WINNERS: tuple[str, ...] = get_args(Winner)
CARDS: dict[str | None, Role | None] = {**{role.value: role for role in Role}, None: None}
Maybe = TypeVar("Maybe", str, str | None)


class Player(Struct, frozen=True):
    """A guest at the table, with the card they hold by now."""

    name: str
    age: int | None = None
    role: Role | None = None


class Murder(Struct, frozen=True):
    """The murder of this round, open to the host's word until the next one."""

    time: Time
    victim: str | None = None  # who is dead by it, where the box knows
    killer: str | None = None
    swap: tuple[str, str] | None = None  # the vampire and the old murderer
    spared: bool = False  # nobody died


class Chapter(Struct, frozen=True):
    """Something worth telling when the evening is over, and in which round it was."""

    round: int
    what: str
    names: tuple[str, ...] = ()


class Company(Table, frozen=True):
    """The facts of the evening, as far as rules count with them. Every change is a new one."""

    guests: tuple[Player, ...] = ()
    living: tuple[str, ...] = ()  # in the order of the guest list
    round: int = 0
    dead: frozenset[str] = frozenset()
    mourned: tuple[str, ...] = ()  # who died in this round, one after the other
    jail: tuple[str, ...] = ()
    charmed: tuple[str, ...] = ()
    kissed_today: bool = False
    night_killer: str | None = None  # who killed in the latest night, where the box knows
    reborn: frozenset[str] = frozenset()  # alchemists who have used their card
    reviving: str | None = None  # an alchemist who is dead until the card has been shown
    murder: Murder | None = None  # the latest, as long as its name can be told or put right
    unnamed: int = 0  # deaths of which nobody told the name
    unsure: bool = False  # a card has changed hands, and nobody told the box which
    occupied: bool = False  # somebody sits in jail, with a name or without
    gone: frozenset[str] = frozenset()  # left the party without dying
    heirs: tuple[tuple[str, str], ...] = ()  # whose card was taken over, and who plays on with it by now
    winner: str = ""  # once it is over
    chronicle: tuple[Chapter, ...] = ()  # what will be told at the end
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
        guests = tuple([Player(guest.name, guest.age, CARDS[guest.role or None]) for guest in evening.guests])
        return cls(evening, guests, evening.names)

    @property
    def winners(self) -> tuple[str, ...]:
        """Either side, or nobody."""
        return WINNERS

    @property
    def names(self) -> tuple[str, ...]:
        """In the order of the list, latecomers last."""
        return tuple([guest.name for guest in self.guests])

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
        return bool(self.guests) and self.guests[0].role is not None and not self.unsure

    def guest(self, name: str) -> Player | None:
        """The guest of that name."""
        for guest in self.guests:
            if guest.name == name:
                return guest
        return None

    def role(self, name: str) -> Role | None:
        """The card of that guest, where the box knows it."""
        return guest.role if (guest := self.guest(name)) is not None else None

    def now(self, name: Maybe) -> Maybe:
        """Whoever plays on for this guest, where somebody does: a scene may remember the name of before."""
        if not self.heirs:  # most often
            return name
        return next((heir for old, heir in self.heirs if old == name), name)

    def living_with(self, role: Role) -> tuple[str, ...]:
        """The living who hold this card."""
        return tuple([guest.name for guest in self.guests if guest.role is role and guest.name in self.living])

    def note(self, what: str, *names: str) -> Self:
        """Worth telling at the end. Told anew in one round, it takes the place of what was told."""
        kept = [chapter for chapter in self.chronicle if chapter.round != self.round or chapter.what != what]
        return replace(self, chronicle=(*kept, Chapter(self.round, what, names)))

    def strike(self, *what: str) -> Self:
        """It was not so after all, in this round."""
        return replace(self, chronicle=tuple(c for c in self.chronicle if c.round != self.round or c.what not in what))

    def dealt(self, role: Role) -> bool:
        """This card was in the deck: everyone may know that, and nobody who has it."""
        return any(guest.role == role for guest in self.evening.guests)

    @property
    def charmer(self) -> str | None:
        """The living charmer: if she dies, her charmed are free."""
        return next(iter(self.living_with(CHARMER)), None)

    def bury(self, name: str) -> Self:
        """Dead: no speech, no vote, no seat."""
        living = tuple([other for other in self.living if other != name])
        return replace(self.let_out(name), dead=self.dead | {name}, living=living, mourned=(*self.mourned, name))

    def one_named(self) -> Self:
        """One of the deaths that had no name has one now."""
        return replace(self, unnamed=max(0, self.unnamed - 1))

    def raise_up(self, name: str) -> Self:
        """Alive again."""
        mourned = tuple(one for one in self.mourned if one != name)
        return replace(self, dead=self.dead - {name}, gone=self.gone - {name}, mourned=mourned)._seated()

    def _seated(self) -> Self:
        """The living, in the order of the guest list."""
        out = self.dead | self.gone
        return replace(self, living=tuple(guest.name for guest in self.guests if guest.name not in out))

    def leave(self, name: str) -> Self:
        """Gone home, and not dead: no vote, no seat."""
        return replace(self.let_out(name), gone=self.gone | {name})._seated()

    def seat(self, name: str) -> Self:
        """A latecomer takes a seat; where the box knows the cards, with a plain guest's."""
        card = GUEST if self.guests and self.guests[0].role is not None else None
        heirs = tuple(pair for pair in self.heirs if pair[0] != name)  # who comes back plays for themselves
        return replace(self, guests=(*self.guests, Player(name, None, card)), heirs=heirs)._seated()

    def hand_over(self, old: str, new: str) -> Self:
        """Somebody takes over another's card, with all that is so of them."""

        def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(new if name == old else name for name in names)

        murder = self.murder
        if murder is not None:
            swap = murder.swap and (renamed(murder.swap)[0], renamed(murder.swap)[1])
            victim, killer = (new if name == old else name for name in (murder.victim, murder.killer))
            murder = replace(murder, victim=victim, killer=killer, swap=swap)
        poll, pointing = (
            one
            and replace(one, candidates=renamed(one.candidates), voters=renamed(one.voters), seated=renamed(one.seated))
            for one in (self.poll, self.pointing)
        )
        heirs = ((before, new if heir == old else heir) for before, heir in self.heirs if before != new)
        return replace(
            self,
            heirs=(*heirs, (old, new)),
            guests=tuple(replace(g, name=new, age=None) if g.name == old else g for g in self.guests),
            dead=frozenset(renamed(tuple(self.dead))),
            gone=self.gone - {old},
            mourned=renamed(self.mourned),
            jail=renamed(self.jail),
            charmed=renamed(self.charmed),
            night_killer=new if self.night_killer == old else self.night_killer,
            reborn=frozenset(renamed(tuple(self.reborn))),
            reviving=new if self.reviving == old else self.reviving,
            murder=murder,
            poll=poll,
            pointing=pointing,
            tally=tuple((new if name == old else name, n) for name, n in self.tally),
            going=renamed(self.going),
            chronicle=tuple(replace(c, names=renamed(c.names)) for c in self.chronicle),
        )._seated()

    def exchange(self, vampire: str, murderer: str) -> Self:
        """The two cards change hands; there are still two murderers."""
        held = {vampire: self.role(murderer), murderer: self.role(vampire)}
        guests = tuple(replace(guest, role=held.get(guest.name, guest.role)) for guest in self.guests)
        return replace(self, guests=guests)

    def let_out(self, *names: str) -> Self:
        """No prisoners any more, if they were. An empty jail is not watched."""
        if not self.jail:
            return self
        jail = tuple(name for name in self.jail if name not in names)
        table = replace(self, jail=jail, occupied=self.occupied and bool(jail))
        return table if jail else table.unwatch()

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
