"""A rehearsal: a whole evening in virtual time, told as JSON lines. The rehearsing host answers from the evening file.

Drives the very same rulebook, prompter and stage as a real evening.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, Notice, Refused, Say, Top
from majordome.core.evening_loop import Performance
from majordome.core.events import (
    Answered,
    BallotCast,
    BallotsClosed,
    CountedAloud,
    Event,
    Gesture,
    HandsCounted,
    Kissed,
    NobodyDied,
    Tapped,
    Votes,
    Winked,
    WinnerNamed,
    YoungestNamed,
)
from majordome.core.journal_writer import MemoryScribe
from majordome.core.plain import snake, to_plain
from majordome.core.prompter import Prompter
from majordome.core.script import Beat
from majordome.core.stage import Stage
from majordome.settings.evening_file import Ballots, Plan, PlannedRound
from majordome.words.narrator import Narrator

Print = Callable[[str], None]
UNFINISHED = {"cue": "unfinished"}


def line_of(cue: Cue, t: float, narrator: Narrator) -> dict[str, Any]:
    """A cue as the rehearsal contract writes it."""
    fields = {key: value for key, value in to_plain(cue).items() if value is not None}
    match cue:
        case Top(call):
            fields = {"for": call}
        case Say(line, names):
            fields = {"line": line, "text": narrator.words(cue), **({"names": list(names)} if names else {})}
        case Refused(what):
            fields = {"what": what, "why": narrator.refusal(cue)}
        case Notice(what):
            fields = {"what": what, "text": narrator.notice(cue)}
        case _ if "votes" in fields:
            fields["votes"] = dict(fields["votes"])
    return {"t": round(t, 3), "cue": snake(type(cue).__name__), **fields}


class LinesPage:
    """A page that prints each cue as a line."""

    def __init__(self, clock: VirtualClock, narrator: Narrator, out: Print) -> None:
        self._clock = clock
        self._narrator = narrator
        self._out = out

    def show(self, cue: Cue) -> None:
        """Print it."""
        self._out(json.dumps(line_of(cue, self._clock.now(), self._narrator), ensure_ascii=False))


class Rehearsal:
    """Plays the host: presses where the box waits for a press, answers from the file where it asks."""

    def __init__(self, plan: Plan, out: Print) -> None:
        self._plan = plan
        self._clock = VirtualClock()
        narrator = Narrator(plan.lang)
        self._prompter = Prompter(plan.evening, narrator)
        stage = Stage(pages=[LinesPage(self._clock, narrator, out)])
        self.scribe = MemoryScribe()
        self._performance = Performance(self._prompter, stage, self._clock, self.scribe)
        self._out = out
        self._counts: dict[int, tuple[Iterator[Ballots], Iterator[Votes]]] = {}
        self._ties: dict[int, int] = {}

    def play(self) -> bool:
        """Play to the end; False if the file ends before the game does."""
        self._performance.begin()
        while (beat := self._prompter.beat) is not None:
            if not self._answer(beat):
                self._out(json.dumps({"t": round(self._clock.now(), 3), **UNFINISHED}))
                return False
        return True

    def _answer(self, beat: Beat) -> bool:
        """Do what the host does at this beat; False where the file has no answer."""
        rounds, number = self._plan.rounds, beat.table.round
        if number > len(rounds):
            return False
        planned = rounds[number - 1] if number else PlannedRound()
        if beat.within is not None and not beat.press and beat.name != "murder_at_table":
            return self._wait_for_the_clock()
        if beat.name == "discussion":
            return self._wait_for_the_clock()
        self._clock.advance(self._prompter.voice_left(self._clock.now()) + beat.usually)
        match beat.name:
            case "murder" | "murder_at_table" | "turning":
                return self._murder(planned, beat)
            case "counting":
                return self._count(planned, number)
            case "counting_aloud":
                tied = self._ties.get(number, 0) < planned.ties
                self._ties[number] = self._ties.get(number, 0) + 1
                return self._said(CountedAloud(tied))
            case "youngest":
                return bool(planned.youngest) and self._said(YoungestNamed(planned.youngest))
            case "verdict":
                return self._said(Answered(planned.both_murderers))
            case "one_side_left":
                return self._said(Answered(planned.winner is not None or planned.both_murderers))
            case "which_side":
                return self._said(WinnerNamed(planned.winner or "guests"))
            case _:
                return self._performance.hear(Gesture.PRESS).refused is None

    def _said(self, event: Event) -> bool:
        return self._performance.hear(event).refused is None

    def _wait_for_the_clock(self) -> bool:
        self._clock.advance(self._prompter.time_left(self._clock.now()) or 0.0)
        return self._performance.time_up()

    def _murder(self, planned: PlannedRound, beat: Beat) -> bool:
        """Tell the kiss, then the murder. What is refused is left out, and told again without it."""
        if planned.kiss is not None:
            self._performance.hear(Kissed(planned.kiss))
        victim, killer, heart = planned.victim, planned.killer, planned.heart
        nobody = planned.nobody or (victim is None and beat.table.listed)
        while True:
            if nobody:
                event: Event = NobodyDied(killer)
            else:
                event = Winked(victim, killer) if beat.name == "turning" else Tapped(victim, killer, heart)
            refused = self._performance.hear(event).refused
            if refused is None:
                return True
            match refused.what:
                case "killer":
                    killer = None
                case "heart":
                    heart = False
                case "victim":
                    nobody = True
                case _:
                    return False

    def _count(self, planned: PlannedRound, number: int) -> bool:
        """Hand in ballots, or the count of hands; where a count is refused, the next in the list."""
        ballots, tallies = self._counts.setdefault(number, (iter(planned.ballots), iter(planned.tallies)))
        for box in ballots:
            for voter, against in box:
                self._performance.hear(BallotCast(voter, against))
            return self._said(BallotsClosed(others=True))
        return any(self._said(HandsCounted(votes)) for votes in tallies)
