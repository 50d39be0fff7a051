"""An evening of slams on a clock that stands still: hands slam in any thread, the evening looks when it is told to."""

from __future__ import annotations

from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, ReadOut, Refused
from majordome.core.evening import Evening, Guest
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Heard, Sensed
from majordome.core.events import Buzz, Gesture
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.race import RaceLock
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.words.narrator import Narrator

NAMES = ("Ana", "Bob", "Cid", "Dora")


def an_evening(game: str, *names: str) -> Evening:
    return Evening(game, tuple(Guest(name) for name in names or NAMES), manifest(game).usual())


class Racing:
    """The game of tests/inputs/games/quickest, with nothing but its lock."""

    def __init__(self, game: str, *names: str) -> None:
        self.clock = VirtualClock()
        self.clock.advance(100.0)
        self.prompter = Prompter(an_evening(game, *names), Narrator("en"))
        self.seen: list[Cue] = []
        self.told: list[Sensed | Heard] = []
        self.lit: list[tuple[str, ...]] = []
        stage = Stage(lambda: manifest(game), page=[self])
        self.performance = Performance(self.prompter, stage, self.clock, MemoryWriter())
        self.race = RaceLock(self.clock, self.told.append, lambda: self.prompter.snapshot)
        self.race.lights.append(self.lit.append)
        self.performance.begin()
        self.race.attach(self.performance)

    def show(self, cue: Cue) -> None:
        self.seen.append(cue)

    def press(self) -> None:
        """Somebody presses, and all take a breath."""
        self.performance.hear(Gesture.PRESS)
        self.clock.advance(0.5)

    def slam(self, player: str, ago: float = 0.0) -> bool:
        """A hand came down so long ago, and is heard of now."""
        return self.race.slam(player, self.clock.now() - ago, self.prompter.moment)

    def buzz(self, player: str) -> Refused | None:
        return self.performance.hear(Buzz(player), self.prompter.moment).refused

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        for sensed in self.told:
            self.performance.take(sensed)
        self.told.clear()
        while (due := self.performance.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            self.performance.tick()
        self.clock.advance(max(0.0, until - self.clock.now()))

    @property
    def beat(self) -> str:
        return self.prompter.beat.name if self.prompter.beat else "finished"

    def read_out(self) -> list[str]:
        """The winner, and `name n` of those behind."""
        return [cue.text for cue in self.seen if isinstance(cue, ReadOut)]

    def refusals(self) -> list[str]:
        return [cue.why for cue in self.seen if isinstance(cue, Refused)]
