"""A company around the table, in virtual time: press, buzz, tap on a phone, let time pass, look at what the box did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, Fact, Refused, Say, Top
from majordome.core.evening import Evening, Guest
from majordome.core.evening_loop import Performance
from majordome.core.events import Buzz, Event, Gesture, Wish
from majordome.core.library import manifest
from majordome.core.prompter import Answer, Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.rehearsal import Rehearsal, line_of
from majordome.core.script import Beat
from majordome.core.stage import Stage
from majordome.games.parasites.corrections import Table
from majordome.settings.evening_file import read_evening
from majordome.words.narrator import Narrator

EVENINGS = Path(__file__).parent / "evenings"
NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve")
CONTRACT = {
    *("round", "top", "turn", "shot", "failure", "penalty", "enters", "freed", "declaration", "last_round"),
    *("reveal", "dinner", "outcome", "refused", "unfinished"),
}
Line = dict[str, Any]


def an_evening(number: int = 3, mode: str = "classic", **settings: int) -> Evening:
    """So many players, with names; 0: nobody has given names."""
    guests = tuple(Guest(name) for name in NAMES[:number])
    return Evening("parasites", guests, manifest("parasites").usual(mode=mode, **settings))


class Company:
    """A whole evening at one's fingertips."""

    def __init__(self, evening: Evening) -> None:
        self.clock = VirtualClock()
        self.narrator = Narrator("en")
        self.prompter = Prompter(evening, self.narrator)
        self.writer = MemoryWriter()
        self.cues: list[Cue] = []
        game = manifest("parasites")
        self.performance = Performance(self.prompter, Stage(lambda: game, page=[self]), self.clock, self.writer)
        self.performance.begin()

    def show(self, cue: Cue) -> None:
        """As a page of the stage: note what was done."""
        self.cues.append(cue)

    # How it stands.

    @property
    def beat(self) -> Beat:
        """Where the box waits."""
        beat = self.prompter.beat
        assert beat is not None, "the game is over"
        return beat

    @property
    def name(self) -> str:
        """What that is called."""
        return self.prompter.beat.name if self.prompter.beat else "finished"

    @property
    def table(self) -> Table:
        """The facts."""
        table = self.prompter.table
        assert isinstance(table, Table)
        return table

    @property
    def facts(self) -> list[Cue]:
        """What the rules did: facts, TOPs and refusals."""
        return [cue for cue in self.cues if isinstance(cue, Fact | Top | Refused)]

    @property
    def lines(self) -> list[Line]:
        """The same, as the rehearsal contract writes it."""
        return contract(line_of(cue, 0.0, self.narrator) for cue in self.facts)

    def look(self) -> list[Cue]:
        """What was done since the last look."""
        facts = self.facts
        self.cues.clear()
        return facts

    @property
    def said(self) -> list[str]:
        """The lines that were spoken."""
        return [cue.line for cue in self.cues if isinstance(cue, Say)]

    # What hands do.

    def say(self, said: Event | Gesture | Buzz | Wish) -> Answer:
        """Whatever it is."""
        self.clock.advance(1.0)
        return self.performance.hear(said)

    def well(self, said: Event | Gesture | Buzz | Wish) -> None:
        """The same, and it is taken."""
        answer = self.say(said)
        assert answer.refused is None, (said, self.name, answer.refused)

    def refuses(self, said: Event | Gesture | Buzz | Wish) -> str:
        """The same, and it is refused: why."""
        answer = self.say(said)
        assert answer.refused is not None, (said, self.name)
        self.narrator.refusal(answer.refused)  # it has words
        return answer.refused.why

    def press(self, *beats: str) -> None:
        """The big button; with names, until the box waits at one of these beats."""
        self.well(Gesture.PRESS)
        while beats and self.name not in beats:
            if self.name == "roll":
                self.wait()
            else:
                self.well(Gesture.PRESS)

    def double(self) -> None:
        """Twice."""
        self.well(Gesture.DOUBLE)

    def hold(self) -> None:
        """For two seconds."""
        self.well(Gesture.HOLD)

    def buzz(self, player: str, gesture: Gesture = Gesture.PRESS) -> None:
        """A player's own buzzer."""
        self.well(Buzz(player, gesture))

    def wait(self) -> None:
        """Until the time of this beat is up."""
        left = self.prompter.time_left(self.clock.now())
        assert left is not None, f"no time runs at {self.name}"
        self.clock.advance(max(0.0, left))
        assert self.performance.time_up()

    def begin(self, first: str | None = None) -> Company:
        """To the first cards."""
        self.press("first")
        if first is None:
            self.press()
            self.double()
        else:
            self.buzz(first)
        self.press("laying")
        return self

    def top(self) -> Company:
        """All have laid: TOP."""
        self.press()
        self.wait()
        return self


def company_of(file: dict[str, Any]) -> Company:
    """Those who play in an evening file."""
    evening = an_evening(2, file["mode"])
    guests = tuple(Guest(guest["name"]) for guest in file["guests"])
    return Company(Evening(evening.game, guests, evening.settings))


def contract(lines: Any) -> list[Line]:
    """Only what the contract lists, without the time and the words."""
    return [
        {key: value for key, value in line.items() if key not in ("t", "what", "why", "names")}
        for line in lines
        if line["cue"] in CONTRACT
    ]


def rehearsed(path: Path) -> tuple[list[Line], int]:
    """All lines of a rehearsal, and its exit code."""
    plan = read_evening(path)
    printed: list[str] = []
    finished = Rehearsal(plan.evening, plan.lang, plan.host, printed.append).play()
    return contract(json.loads(line) for line in printed), 0 if finished else 1
