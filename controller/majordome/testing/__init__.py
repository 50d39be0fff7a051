"""A party for tests, in the language of the party: press, let time pass, look at what the box did.

Shipped with the box, so that whoever writes a rulebook or a prop can use it too. Everything is real but the clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, GoOn, HourglassAway, Light, Notice, Pause, Refused, Say
from majordome.core.evening import Evening, Guest
from majordome.core.evening_loop import Performance
from majordome.core.events import Chair, ChairLeft, ChairTaken, Event, Gesture, Wish
from majordome.core.journal_writer import MemoryScribe
from majordome.core.prompter import Prompter
from majordome.core.stage import Stage
from majordome.games.murder.events import BallotCast, BallotsClosed, HandsCounted, NobodyDied, Tapped, Winked
from majordome.games.murder.guests import Game, Table
from majordome.games.murder.roles import Edition, Role
from majordome.words.narrator import Narrator

C = TypeVar("C", bound=Cue)
NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lia", "Max", "Noé", "Ona", "Pia")


class NothingCanHappen(AssertionError):
    """Time was to pass until something happens, and nothing ever will."""


def guest_list(number: int, *, known: bool = True, **roles: str) -> tuple[Guest, ...]:
    """`number` guests; Ana and Bob are the murderers unless roles say otherwise. Ages fall: the last is youngest."""
    if not known:
        return tuple(Guest(name, 60 - n) for n, name in enumerate(NAMES[:number]))
    if "murderer" not in roles.values():
        roles = {"Ana": "murderer", "Bob": "murderer", **roles}
    return tuple(Guest(name, 60 - n, Role(roles.get(name, "guest"))) for n, name in enumerate(NAMES[:number]))


class Party:
    """A whole evening at one's fingertips."""

    def __init__(self, evening: Evening, *, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.narrator = Narrator("en", seed)
        self.prompter = Prompter(evening, self.narrator)
        self.scribe = MemoryScribe()
        self.seen: list[tuple[float, Cue]] = []
        self._performance = Performance(self.prompter, Stage(pages=[self]), self.clock, self.scribe)
        self._looked = 0
        self._performance.begin()

    def show(self, cue: Cue) -> None:
        """As a page of the stage: note what was done, and when."""
        self.seen.append((self.clock.now(), cue))

    # What hands do.

    def press(self) -> None:
        """Press the big button; it must mean something."""
        self.say(Gesture.PRESS)

    def double(self) -> None:
        """Press it twice."""
        self.say(Gesture.DOUBLE)

    def hold(self) -> None:
        """Hold it for two seconds."""
        self.say(Gesture.HOLD)

    def back(self) -> None:
        """Hold it for five seconds."""
        self.say(Gesture.BACK)

    def sit(self, chair: Chair) -> None:
        """Someone sits down."""
        self.say(ChairTaken(chair))

    def stand(self, chair: Chair) -> None:
        """Someone stands up."""
        self.say(ChairLeft(chair))

    def say(self, said: Event | Gesture | Wish) -> None:
        """Tell the box something that it must accept."""
        refused = self._performance.hear(said).refused
        assert refused is None, f"at '{self.beat}' the box refused {said}: {self.narrator.refusal(refused)}"

    def refusal_of(self, said: Event | Gesture | Wish) -> Refused:
        """Tell the box something that it must refuse."""
        refused = self._performance.hear(said).refused
        assert refused is not None, f"the box accepted {said}"
        assert self.narrator.refusal(refused)
        return refused

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever is due comes at its time."""
        until = self.clock.now() + seconds
        while True:
            left = self.prompter.time_left(self.clock.now())
            if left is None or self.clock.now() + left > until:
                break
            self.clock.advance(max(0.0, left))
            self._performance.time_up()
        self.clock.advance(until - self.clock.now())

    def wait_until(self, beat: str) -> None:
        """Let time pass until the box is at this beat."""
        while self.beat != beat:
            left = self.prompter.time_left(self.clock.now())
            if left is None:
                raise NothingCanHappen(f"waiting for '{beat}', but the box waits at '{self.beat}' for somebody")
            self.wait(left)

    # What the host does in one breath.

    def go_to(self, *beats: str) -> None:
        """Press or wait, as a host does, until the box is at one of these beats. The vote needs an answer first."""
        while self.beat not in beats:
            current = self.prompter.beat
            assert current is not None, f"the game ended before '{' or '.join(beats)}'"
            if current.within is not None:
                self.wait(self.prompter.time_left(self.clock.now()) or 0)
            else:
                self.press()

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

    # What the box did.

    @property
    def beat(self) -> str:
        """Where the box waits."""
        return self.prompter.beat.name if self.prompter.beat else "finished"

    @property
    def table(self) -> Table:
        """The facts."""
        return self.prompter.table

    def cues(self) -> list[Cue]:
        """What the box did since the last look."""
        cues = [cue for _, cue in self.seen[self._looked :]]
        self._looked = len(self.seen)
        return cues

    def deeds(self) -> list[Cue]:
        """The same without words, lamp and notices: what the rule sheet speaks of."""
        quiet = (Say, Light, Notice, Pause, GoOn, HourglassAway)
        return [cue for cue in self.cues() if not isinstance(cue, quiet)]

    def all(self, kind: type[C]) -> list[C]:
        """Every cue of one kind since the evening began."""
        return [cue for _, cue in self.seen if isinstance(cue, kind)]

    def times(self, kind: type[Cue]) -> list[float]:
        """When the cues of this kind were played."""
        return [t for t, cue in self.seen if isinstance(cue, kind)]

    @property
    def sand(self) -> float | None:
        """Seconds left in the hourglass."""
        sand = self.prompter.sand(self.clock.now())
        return sand[0] if sand else None


def a_weekend(
    number: int = 12, *, edition: Edition = "B", known: bool = True, chairs: bool = False, **roles: str
) -> Party:
    """A weekend with a guest list, at the first press. `a_weekend(Zoe="heart")`."""
    return _party("weekend", number, edition, known, chairs, roles)


def a_table(number: int = 7, *, edition: Edition = "B", known: bool = True, **roles: str) -> Party:
    """The game around a table, at the first press."""
    return _party("table", number, edition, known, False, roles)


def button_only(game: Game = "weekend", *, edition: Edition = "B", chairs: bool = False) -> Party:
    """No names, no roles: one button drives the whole evening."""
    return Party(Evening(game, edition, chairs_fitted=chairs))


def _party(game: Game, number: int, edition: Edition, known: bool, chairs: bool, roles: dict[str, str]) -> Party:
    guests = guest_list(number, known=known, **roles)
    return Party(Evening(game, edition, chairs_fitted=chairs, guests=guests))
