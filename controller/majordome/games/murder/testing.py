"""A murder party for tests: a murder, a vote, a jailing in one breath."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from majordome.core.cues import Fact, Refused
from majordome.core.evening import Evening, Guest, Value
from majordome.core.events import Buzz, Event, Gesture, Wish
from majordome.core.library import manifest
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import BallotCast, BallotsClosed, HandsCounted, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import KilledBy
from majordome.games.murder.refusals import against_the_cards
from majordome.games.murder.roles import Role
from majordome.testing import NAMES, Party


def an_evening(game: str = "weekend", guests: tuple[Guest, ...] = (), **settings: Value) -> Evening:
    """An evening with these settings; the others are the usual ones."""
    return Evening(game, guests, manifest(game).usual(**settings))


def guest_list(number: int, *, known: bool = True, **roles: str) -> tuple[Guest, ...]:
    """`number` guests; Ana and Bob are the murderers unless roles say otherwise. Ages fall: the last is youngest."""
    if not known:
        return tuple(Guest(name, 60 - n) for n, name in enumerate(NAMES[:number]))
    if "murderer" not in roles.values():
        roles = {"Ana": "murderer", "Bob": "murderer", **roles}
    return tuple(Guest(name, 60 - n, Role(roles.get(name, "guest"))) for n, name in enumerate(NAMES[:number]))


class MurderParty(Party):
    """A whole evening at one's fingertips."""

    quiet: tuple[type[Fact], ...] = (KilledBy,)

    @property
    def table(self) -> Table:
        """The facts."""
        table: Table = self.prompter.table
        return table

    def refusal_of(self, said: Event | Gesture | Buzz | Wish) -> Refused:
        """Why this cannot be: as the room is told, or, where a hidden card forbids it, as only a rehearsal is."""
        if isinstance(said, Event):
            by_day = self.beat in ("turning", "mourning_day")
            if (forbidden := against_the_cards(self.table, "day" if by_day else "night", said)) is not None:
                assert self.narrator.refusal(forbidden)
                return forbidden
        return super().refusal_of(said)

    def murder(self, victim: str | None, by: str | None = None) -> None:
        """Play from here to the end of the next murder."""
        self.go_to("murder", "turning", "murder_at_table")
        if victim is None:
            self.say(NobodyDied(by))
        elif self.beat == "turning":
            self.say(Winked(victim, by))
        else:
            self.say(Tapped(victim, by))
        if self.beat == "dying":
            self.wait(self.prompter.time_left(self.clock.now()) or 0)

    def vote(self, votes: Mapping[str, int] | None = None, **more: int) -> None:
        """Play from here to the count, and tell it."""
        self.go_to("counting")
        self.say(HandsCounted(tuple({**(votes or {}), **more}.items())))

    def ballots(self, ballots: Mapping[str, Sequence[str]]) -> None:
        """Play from here to the count, and hand in these ballots; the others abstain."""
        self.go_to("counting")
        for voter, against in ballots.items():
            self.say(BallotCast(voter, tuple(against)))
        self.say(BallotsClosed(others=True))

    def jail(self, *names: str) -> None:
        """Play from here until these two sit."""
        self.vote(dict.fromkeys(names, 3))
        self.go_to("jailing")
        self.press()


def a_weekend(
    number: int = 12, *, edition: str = "B", known: bool = True, chairs: bool = False, **roles: str
) -> MurderParty:
    """A weekend with a guest list, at the first press. `a_weekend(Zoe="heart")`."""
    return _party("weekend", number, edition, known, chairs, roles)


def a_table(number: int = 7, *, edition: str = "B", known: bool = True, **roles: str) -> MurderParty:
    """The game around a table, at the first press."""
    return _party("table", number, edition, known, False, roles)


def button_only(game: str = "weekend", *, edition: str = "B", chairs: bool = False) -> MurderParty:
    """No names, no roles: one button drives the whole evening."""
    return MurderParty(an_evening(game, edition=edition, chairs=chairs))


def _party(game: str, number: int, edition: str, known: bool, chairs: bool, roles: dict[str, str]) -> MurderParty:
    guests = guest_list(number, known=known, **roles)
    return MurderParty(an_evening(game, guests, edition=edition, chairs=chairs))
