"""A party for tests, in the language of the party: press, let time pass, look at what the box did.

Shipped with the box, so that whoever writes a rulebook or a prop can use it too. Everything is real but the clock.
"""

from __future__ import annotations

from typing import Any, TypeVar

from majordome.core.clock import VirtualClock
from majordome.core.cues import (
    Cue,
    Effect,
    Fact,
    GoOn,
    HourglassAway,
    Light,
    Notice,
    Pause,
    ReadOut,
    Refused,
    Ring,
    Say,
    Scores,
)
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Said
from majordome.core.events import Buzz, Chair, ChairLeft, ChairTaken, Gesture
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.words.narrator import Narrator

C = TypeVar("C", bound=Cue)
NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lia", "Max", "Noé", "Ona", "Pia")


class NothingCanHappen(AssertionError):
    """Time was to pass until something happens, and nothing ever will."""


class Party:
    """A whole evening at one's fingertips."""

    quiet: tuple[type[Fact], ...] = ()  # facts of the game that no rule sheet speaks of

    def __init__(self, evening: Evening, *, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.narrator = Narrator("en", seed)
        self.prompter = Prompter(evening, self.narrator)
        self.writer = MemoryWriter()
        self.seen: list[tuple[float, Cue]] = []
        game = manifest(evening.game)
        self._performance = Performance(self.prompter, Stage(lambda: game, page=[self]), self.clock, self.writer)
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

    def buzz(self, player: str, gesture: Gesture = Gesture.PRESS) -> None:
        """A player presses the buzzer that is theirs."""
        self.say(Buzz(player, gesture))

    def say(self, said: Said) -> None:
        """Tell the box something that it must accept."""
        refused = self._performance.hear(said).refused
        assert refused is None, f"at '{self.beat}' the box refused {said}: {self.narrator.refusal(refused)}"

    def refusal_of(self, said: Said) -> Refused:
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
            if current.timed:
                self.wait(self.prompter.time_left(self.clock.now()) or 0)
            else:
                self.press()

    # What the box did.

    @property
    def beat(self) -> str:
        """Where the box waits."""
        return self.prompter.beat.name if self.prompter.beat else "finished"

    @property
    def table(self) -> Any:
        """The facts."""
        return self.prompter.table

    def cues(self) -> list[Cue]:
        """What the box did since the last look."""
        cues = [cue for _, cue in self.seen[self._looked :]]
        self._looked = len(self.seen)
        return cues

    def deeds(self) -> list[Cue]:
        """The same without words, lamp and notices: what the rule sheet speaks of."""
        quiet: tuple[type[Cue], ...] = (
            Say,
            ReadOut,
            Light,
            Effect,
            Ring,
            Scores,
            Notice,
            Pause,
            GoOn,
            HourglassAway,
            *self.quiet,
        )
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
