"""How a script waits. A rulebook yields cues, and a `Beat` wherever it needs to know something.

`expect` is the one place that waits. It applies the host's overrides and follows the chairs by itself, and hands
the table back with the answer, so that a scene never knows that it was corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from majordome.core.cues import Alarm, Call, Cue, Hourglass, Refused, Say
from majordome.core.events import (
    CHAIRS,
    ChairLeft,
    ChairTaken,
    Event,
    GameEnded,
    Override,
    PhaseSkipped,
    TimeAdded,
    VoteCorrected,
    Votes,
    Winner,
)
from majordome.games.murder.corrections import correct, refuse_correction
from majordome.games.murder.guests import Table
from majordome.games.murder.verdict import verdict

T = TypeVar("T")
E = TypeVar("E", bound=Event)
Check: TypeAlias = Callable[[Table, Event], Refused | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """A moment at which the script waits: what it takes, and what each gesture of the one button means."""

    name: str
    table: Table
    takes: tuple[type[Event], ...]
    press: Event | None = None
    double: Event | None = None
    hold: Event | None = None
    top: Call | None = None  # a press here calls this TOP, before anything else
    within: float | None = None  # then `TimeUp` comes
    after_voice: bool = False  # the time counts from the end of the butler's sentence
    dark: bool = False  # eyes are closed: nothing may be heard or seen
    screams: bool = False  # when the time is up, somebody screams
    again: bool = False  # the same beat goes on after an override: its time is not begun anew
    usually: float = 5.0  # seconds people take here; a rehearsal waits as long before it presses
    among: tuple[str, ...] = ()  # who can be pointed at, or named, here
    hands: int = 0  # how many of them: of each voter at a vote, of the host where the youngest are named
    heard: tuple[str, ...] = ()  # whose ballots are in
    revote: bool = False  # only against the tied
    refuse: Check | None = None

    def refuses(self, event: Event) -> Refused | None:
        """Why this event cannot be now, or None."""
        if isinstance(event, ChairTaken | ChairLeft):
            taken = event.chair in self.table.chairs
            return Refused("chair", "no_news") if taken is isinstance(event, ChairTaken) else None
        if isinstance(event, Override):
            if isinstance(event, TimeAdded) and (self.within is None or self.dark):
                return Refused("time", "no_hourglass")
            return refuse_correction(self.table, event)
        if not isinstance(event, self.takes):
            return Refused(type(event).__name__.lower(), "not_now")
        return self.refuse(self.table, event) if self.refuse else None


Script: TypeAlias = Generator[Cue | Beat, Event, T]


class Skip(Exception):
    """The host skips the rest of this phase."""

    def __init__(self, table: Table) -> None:
        super().__init__("the phase was skipped")
        self.table = table


class Recount(Exception):
    """The host corrects the last count."""

    def __init__(self, table: Table, votes: Votes) -> None:
        super().__init__("the vote was corrected")
        self.table = table
        self.votes = votes


class Curtain(Exception):
    """The game is over, in the middle of whatever was going on."""

    def __init__(self, table: Table, winner: Winner) -> None:
        super().__init__("the game is over")
        self.table = table
        self.winner = winner


def expect(
    table: Table,
    name: str,
    *takes: type[E],
    press: E | None = None,
    double: E | None = None,
    hold: E | None = None,
    top: Call | None = None,
    within: float | None = None,
    after_voice: bool = False,
    dark: bool = False,
    screams: bool = False,
    usually: float = 5.0,
    among: tuple[str, ...] = (),
    hands: int = 0,
    heard: tuple[str, ...] = (),
    revote: bool = False,
    refuse: Check | None = None,
) -> Script[tuple[Table, E]]:
    """Wait for one of these events; hand it back with the table as it is by then."""
    beat = Beat(
        name=name,
        table=table,
        takes=takes,
        press=press,
        double=double,
        hold=hold,
        top=top,
        within=within,
        after_voice=after_voice,
        dark=dark,
        screams=screams,
        usually=usually,
        among=among,
        hands=hands,
        heard=heard,
        revote=revote,
        refuse=refuse,
    )
    while True:
        table = yield from watch_chairs(beat.table, silent=dark)
        event = yield replace(beat, table=table)
        match event:
            case GameEnded(winner):
                raise Curtain(table, winner)
            case PhaseSkipped():
                raise Skip(table)
            case VoteCorrected(votes):
                raise Recount(table, votes)
            case TimeAdded(seconds):
                beat = replace(beat, within=max(0.0, (beat.within or 0.0) + seconds))
                yield Hourglass(beat.within or 0.0)
            case Override():
                cues, table = correct(table, event)
                yield from cues
                if (won := verdict(table)) is not None:
                    raise Curtain(table, won)
            case ChairTaken() | ChairLeft():
                table = table.chair(event)
        if isinstance(event, takes):
            return table, event
        beat = replace(beat, table=table, again=True)


def watch_chairs(table: Table, *, silent: bool) -> Script[Table]:
    """A prisoner who stands up before release raises the alarm: once, and not while eyes are closed."""
    standing = [c for c in CHAIRS if c in table.watched - table.chairs - table.alarmed]
    if silent or not standing:
        return table
    if table.jail and len(table.chairs) >= len(table.jail):  # it was somebody whom the host let out
        return replace(table, watched=table.watched - set(standing))
    yield from (Alarm(chair) for chair in standing)
    yield Say("sit_down")
    return replace(table, alarmed=table.alarmed | set(standing))


def skippable(scene: Script[Table]) -> Script[Table]:
    """Play a scene; where the host skips it, go on with the table as it is."""
    try:
        return (yield from scene)
    except Skip as skip:
        return skip.table
