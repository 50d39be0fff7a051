"""The rounds and the dinner of a rehearsal file: what the host will answer, and when."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from majordome.core.evening import Evening
from majordome.core.events import Gesture
from majordome.core.game import Say
from majordome.core.guest_list import clean
from majordome.core.script import Beat
from majordome.core.toml_reader import Section
from majordome.errors import FileError
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import (
    AgreementCounted,
    CentreTurned,
    Declared,
    Fired,
    FirstNamed,
    PlayersTurned,
    Side,
)

SIDES: tuple[Side, Side] = ("real", "parasite")


class PlannedShot(Struct, frozen=True):
    """One shot, and whose card it is."""

    turn: str
    fired: Fired


class PlannedDeclaration(Struct, frozen=True):
    """Who declares, and how many agree with them among them."""

    by: str
    agree: int


class PlannedRound(Struct, frozen=True):
    """One round, as the file has it."""

    shots: tuple[PlannedShot, ...] = ()
    declared: PlannedDeclaration | None = None


class Host:
    """Presses where the box waits for a press, answers from the file where it asks."""

    def __init__(self, file: Section, evening: Evening) -> None:
        self._names = evening.names
        if not self._names:
            raise file.wrong("guests", "are missing: a rehearsal needs a [[guests]] table with a name for each player")
        self._starts = self._name(file, "starts") or self._names[0]
        self._clean = file.flag("clean", False)
        self._parasite_left = file.flag("parasite_left", False)
        rounds = [self._round(section) for section in file.tables("rounds")]
        self._shots = [list(planned.shots) for planned in rounds]
        self._declared = [planned.declared for planned in rounds]
        self._dinner = [self._at_dinner(section) for section in file.tables("dinner")]

    def waits(self, beat: Beat) -> bool:
        """The drums roll until TOP."""
        return beat.name == "roll"

    def answer(self, beat: Beat, say: Say) -> bool:
        """Do what the host does at this beat; False where the file has no answer."""
        table: Table = beat.table
        match beat.name:
            case "first":
                return say(FirstNamed(self._starts)) is None
            case "laying":
                return table.round <= len(self._shots) and say(Gesture.PRESS) is None
            case "turn":
                return self._turn(table, say)
            case "agreeing":
                declared = self._declared[table.round - 1]
                self._declared[table.round - 1] = None
                return declared is not None and say(AgreementCounted(declared.agree)) is None
            case "side":
                return False  # this very entry has no `side`
            case "revealing":
                return say(CentreTurned(self._clean)) is None
            case "dinner":
                return self._at_table(table, say)
            case "last_cards":
                return say(PlayersTurned(self._parasite_left)) is None
            case _:
                return say(Gesture.PRESS) is None

    def _turn(self, table: Table, say: Say) -> bool:
        """The shots of this card, in list order; what is refused is dropped. After the last card, the declaration."""
        shots = self._shots[table.round - 1]
        while shot := next((shot for shot in shots if shot.turn == table.turn), None):
            shots.remove(shot)
            if say(shot.fired) is None:
                return True
        declared = self._declared[table.round - 1]
        if declared is not None and table.turn == table.clockwise(table.first)[-1]:
            return say(Declared(declared.by)) is None
        return say(Gesture.PRESS) is None

    def _at_table(self, table: Table, say: Say) -> bool:
        """A player passes unless the next entry is theirs; an entry of somebody who was shot is refused and dropped."""
        while self._dinner and (self._dinner[0].by == table.turn or self._dinner[0].by in table.shot):
            if say(self._dinner.pop(0)) is None:
                return True
        return say(Gesture.PRESS) is None

    # Reading the file.

    def _round(self, section: Section) -> PlannedRound:
        shots = tuple(self._shot(entry) for entry in _entries(section, "shots"))
        declared = self._declaration(section) if section.any("declared") is not None else None
        section.done()
        return PlannedRound(shots, declared)

    def _shot(self, entry: Section) -> PlannedShot:
        by = self._named(entry, "by")
        shot = PlannedShot(
            turn=self._name(entry, "turn") or by,
            fired=Fired(by, _real(entry), self._name(entry, "at"), entry.flag("free", False), _side(entry)),
        )
        entry.done()
        return shot

    def _declaration(self, section: Section) -> PlannedDeclaration:
        value = section.any("declared")
        if type(value) is not dict:
            raise section.wrong("declared", 'must be a table, as in { by = "Ana", agree = ["Bob"] }')
        entry = InlineSection(section, "declared", value)
        by = self._named(entry, "by")
        agree = entry.any("agree")
        agree = [] if agree is None else agree
        if not isinstance(agree, list) or any(type(name) is not str for name in agree):
            raise entry.wrong("agree", 'must name players as a list, as in ["Bob", "Cid"]')
        names = {self._known(entry, "agree", clean(name)) for name in agree}
        entry.done()
        return PlannedDeclaration(by, len({by, *names}))

    def _at_dinner(self, section: Section) -> Fired:
        by, at = self._named(section, "by"), self._named(section, "at")
        fired = Fired(by, _real(section), at, None, _side(section))
        section.done()
        return fired

    def _named(self, section: Section, key: str) -> str:
        return self._known(section, key, clean(section.text(key)))

    def _name(self, section: Section, key: str) -> str | None:
        name = section.text(key, None)
        return None if name is None else self._known(section, key, clean(name))

    def _known(self, section: Section, key: str, name: str) -> str:
        if name not in self._names:
            raise section.wrong(key, f'"{name}" is not among the guests: write one of {", ".join(self._names)}')
        return name


class InlineSection(Section):
    """A table that stands within a line of a round: what is wrong with it is told at that line."""

    def __init__(self, section: Section, key: str, data: dict[str, Any], number: int | None = None) -> None:
        super().__init__(section.path, "", key, data, number)
        self._within = section
        self._key = key
        self._place = "" if number is None else f"entry {number}: "

    def wrong(self, key: str | None, why: str) -> FileError:
        """The error, at the line of the list."""
        return self._within.wrong(self._key, f"{self._place}{key}: {why}")


def _entries(section: Section, key: str) -> list[InlineSection]:
    value = section.any(key)
    if value is None:
        return []
    if not isinstance(value, list) or any(type(item) is not dict for item in value):
        raise section.wrong(key, 'must be a list of tables, as in [ { by = "Ana", real = false } ]')
    return [InlineSection(section, key, item, number) for number, item in enumerate(value, 1)]


def _real(section: Section) -> bool:
    if not section.has("real"):
        raise section.wrong("real", "is missing: write real = true or false")
    return section.flag("real", False)


def _side(section: Section) -> Side | None:
    return section.choice("side", SIDES, None)
