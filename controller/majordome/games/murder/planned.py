"""The rounds of a rehearsal file: what the host will answer, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from majordome.core.cues import Refused
from majordome.core.evening import Evening
from majordome.core.events import Answered, Event, Gesture
from majordome.core.game import Say
from majordome.core.guest_list import clean
from majordome.core.script import Beat
from majordome.core.toml_reader import Section
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    CountedAloud,
    HandsCounted,
    Kissed,
    NobodyDied,
    Tapped,
    Votes,
    Winked,
    Winner,
    WinnerNamed,
    YoungestNamed,
)
from majordome.games.murder.facts import Time
from majordome.games.murder.refusals import against_the_cards
from majordome.games.murder.vote import under_charm

Box = tuple[tuple[str, tuple[str, ...]], ...]  # ballots: each voter's names


class PlannedRound(Struct, frozen=True):
    """One round, as the file has it."""

    killer: str | None = None
    victim: str | None = None
    kiss: str | None = None
    heart: bool = False
    nobody: bool = False
    ballots: tuple[Box, ...] = ()
    tallies: tuple[Votes, ...] = ()
    ties: int = 0
    youngest: tuple[str, ...] = ()
    both_murderers: bool = False
    winner: Winner | None = None


class Host:
    """Presses where the box waits for a press, answers from the file where it asks."""

    def __init__(self, file: Section, evening: Evening) -> None:
        self.rounds = tuple(read_round(section) for section in file.tables("rounds"))
        self._counts: dict[int, tuple[Iterator[Box], Iterator[Votes]]] = {}
        self._ties: dict[int, int] = {}

    def waits(self, beat: Beat) -> bool:
        """The clock runs out by itself; the sand too, for nobody stops the talk."""
        if beat.table.round > len(self.rounds):
            return False
        return beat.timed and beat.name != "murder_at_table"

    def answer(self, beat: Beat, say: Say) -> bool:
        """Do what the host does at this beat; False where the file has no answer."""
        number = beat.table.round
        if number > len(self.rounds):
            return False
        planned = self.rounds[number - 1] if number else PlannedRound()

        def said(event: Event) -> bool:
            return say(event) is None

        match beat.name:
            case "murder" | "murder_at_table" | "turning":
                return _murder(planned, beat, say)
            case "counting":
                return self._count(planned, beat.table, say)
            case "counting_aloud":
                tied = self._ties.get(number, 0) < planned.ties
                self._ties[number] = self._ties.get(number, 0) + 1
                return said(CountedAloud(tied))
            case "youngest":
                return bool(planned.youngest) and said(YoungestNamed(planned.youngest))
            case "verdict" | "last_verdict":
                return said(Answered(planned.both_murderers))
            case "one_side_left":
                return said(Answered(planned.winner is not None or planned.both_murderers))
            case "which_side":
                return said(WinnerNamed(planned.winner or "guests"))
            case _:
                return say(Gesture.PRESS) is None

    def _count(self, planned: PlannedRound, table: Table, say: Say) -> bool:
        """Hand in ballots, or the count of hands; where a count is refused, the next in the list."""
        charmed = under_charm(table)  # whatever their ballots say is replaced: in a file it is not refused either
        ballots, tallies = self._counts.setdefault(table.round, (iter(planned.ballots), iter(planned.tallies)))
        for box in ballots:
            for voter, against in box:
                if voter not in charmed:
                    say(BallotCast(voter, against))
            return say(BallotsClosed(others=True)) is None
        return any(say(HandsCounted(votes)) is None for votes in tallies)


def _murder(planned: PlannedRound, beat: Beat, say: Say) -> bool:
    """Tell the kiss, then the murder. What is refused is left out, and told again without it."""
    time: Time = "day" if beat.name == "turning" else "night"

    def tell(event: Event) -> Refused | None:
        """Nobody is told in the room what the cards forbid, but the author of the file is."""
        wrong = against_the_cards(beat.table, time, event)
        return say(event) if wrong is None else say(wrong)

    if planned.kiss is not None:
        tell(Kissed(planned.kiss))
    victim, killer, heart = planned.victim, planned.killer, planned.heart
    nobody = planned.nobody or (victim is None and beat.table.listed)
    while True:
        if nobody:
            event: Event = NobodyDied(killer)
        else:
            event = Winked(victim, killer) if beat.name == "turning" else Tapped(victim, killer, heart)
        refused = tell(event)
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


def read_round(section: Section) -> PlannedRound:
    """One `[[rounds]]` table."""
    youngest = section.any("youngest")
    names = [youngest] if isinstance(youngest, str) else ([] if youngest is None else youngest)
    if section.has("ballots") and section.has("tallies"):
        raise section.wrong("tallies", "cannot stand beside ballots in one round: keep one of them")
    planned = PlannedRound(
        killer=_name(section, "killer"),
        victim=_name(section, "victim"),
        kiss=_name(section, "kiss"),
        heart=section.flag("heart", False),
        nobody=section.flag("nobody", False),
        ballots=tuple(_ballots(section, table) for table in _list(section, "ballots")),
        tallies=tuple(_tally(section, table) for table in _list(section, "tallies")),
        ties=section.whole("ties", 0, 2, 0),
        youngest=_names(section, "youngest", names),
        both_murderers=section.flag("both_murderers", False),
        winner=section.choice("winner", ("guests", "murderers"), None),
    )
    section.done()
    return planned


def _name(section: Section, key: str) -> str | None:
    name = section.text(key, None)
    return None if name is None else clean(name)


def _list(section: Section, key: str) -> list[Any]:
    value = section.any(key)
    if value is None:
        return []
    if not isinstance(value, list) or any(type(item) is not dict for item in value):
        raise section.wrong(key, "must be a list of tables, one for the vote and one for each re-vote")
    return value


def _ballots(section: Section, table: dict[str, Any]) -> Box:
    return tuple((clean(voter), _names(section, "ballots", names)) for voter, names in table.items())


def _names(section: Section, key: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or any(type(name) is not str for name in names):
        raise section.wrong(key, 'must name guests as a list, as in ["Bob", "Cid"]')
    return tuple(clean(name) for name in names)


def _tally(section: Section, table: dict[str, Any]) -> Votes:
    for name, votes in table.items():
        if type(votes) is not int:
            raise section.wrong("tallies", f"the votes against {name!r} must be a whole number")
        if not 0 <= votes <= 1000:
            raise section.wrong("tallies", f"the votes against {name!r} must be from 0 to 1000")
    return tuple((clean(name), votes) for name, votes in table.items())
