"""The turns of a rehearsal file: what the table will do, and when."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from majordome.core.evening import Evening
from majordome.core.events import Answered, Event, Gesture, Slammed
from majordome.core.game import Say
from majordome.core.guest_list import clean
from majordome.core.script import Beat
from majordome.core.toml_reader import Section
from majordome.errors import FileError
from majordome.games.exchange.deeds import MOST_TOTAL
from majordome.games.exchange.events import (
    AllShown,
    Announced,
    AssassinShown,
    CrimeCounted,
    Deed,
    MaddestNamed,
    PileEmptied,
    SurvivalCounted,
    TargetNamed,
    Withdrew,
)

DEEDS: tuple[Deed, ...] = ("murder", "police", "joker")
ACTION_KEYS = ("by", *DEEDS, "crime", "survival", "assassin", "passed")


class PlannedAction(Struct, frozen=True):
    """One slam, and what comes of it."""

    by: str
    deed: Deed
    target: str = ""
    crime: int = 0
    survival: int = 0
    assassin: bool = False
    passed: bool = False


class PlannedTurn(Struct, frozen=True):
    """One exchange, and what comes of it."""

    pile_empty: bool = False
    assassins: tuple[str, ...] = ()
    actions: tuple[PlannedAction, ...] = ()


class Host:
    """Presses where the box waits for a press, answers from the file where it asks."""

    def __init__(self, file: Section, evening: Evening) -> None:
        if not evening.guests:
            raise file.wrong(None, "has no guests: write a [[guests]] table for each, with name = ...")
        self.starts = _guest(file, "starts", file.text("starts", evening.names[0]), evening)
        self.turns = tuple(read_turn(section, evening) for section in file.tables("turns"))
        self._exchange = 0
        self._slams = 0  # in this exchange

    def waits(self, beat: Beat) -> bool:
        """The drums roll to their end, and so does the time for actions when nobody wants to act any more."""
        if beat.name == "actions":
            return self._next_action(beat) is None
        return beat.within is not None

    def answer(self, beat: Beat, say: Say) -> bool:
        """Do what the table does at this beat; False where the file has no answer."""

        def said(event: Event) -> bool:
            return say(event) is None

        if beat.name == "maddest":
            return said(MaddestNamed(self.starts))
        if beat.name in ("welcome", "dealing"):
            return say(Gesture.PRESS) is None
        turn = self._turn(beat)
        if turn is None:
            return False
        if beat.name in ("drawing", "exchanging") and turn.pile_empty:
            return said(PileEmptied())
        if beat.name == "assassins":
            shown = all(said(AssassinShown(name)) for name in turn.assassins if name in beat.table.in_hand)
            return shown and said(AllShown())
        if beat.name == "actions":
            action = self._next_action(beat)
            self._slams += 1
            return action is not None and said(Slammed(action.by))
        if beat.table.floor is not None:
            return _act(turn.actions[self._slams - 1], beat, say)
        return say(Gesture.PRESS) is None

    def _turn(self, beat: Beat) -> PlannedTurn | None:
        number = beat.table.exchanges
        if number != self._exchange:
            self._exchange, self._slams = number, 0
        return self.turns[number - 1] if number <= len(self.turns) else None

    def _next_action(self, beat: Beat) -> PlannedAction | None:
        turn = self._turn(beat)
        return turn.actions[self._slams] if turn is not None and self._slams < len(turn.actions) else None


def _act(action: PlannedAction, beat: Beat, say: Say) -> bool:
    """What the one who slammed does at this beat. Who is refused takes the card back."""
    match beat.name:
        case "acting":
            event: Event = Announced(action.deed)
        case "victim" | "accused":
            event = TargetNamed(action.target)
        case "crime":
            event = CrimeCounted(action.crime)
        case "survival":
            event = SurvivalCounted(action.survival)
        case "passed":
            event = Answered(action.passed)
        case "assassin":
            event = Answered(action.assassin)
        case _:
            return say(Gesture.PRESS) is None
    return say(event) is None or say(Withdrew()) is None


# Reading the file.


def read_turn(section: Section, evening: Evening) -> PlannedTurn:
    """One `[[turns]]` table."""
    pile_empty = section.flag("pile_empty", False)
    assassins = section.any("assassins")
    if assassins is None:
        assassins = []
    if not isinstance(assassins, list) or any(type(name) is not str for name in assassins):
        raise section.wrong("assassins", 'must name guests as a list, as in ["Ana"]')
    shown = dict.fromkeys(_guest(section, "assassins", name, evening) for name in assassins)
    actions = section.any("actions")
    if actions is None:
        actions = []
    if not isinstance(actions, list) or any(type(action) is not dict for action in actions):
        raise section.wrong("actions", 'must be a list of tables, as in [{ by = "Ana", joker = true }]')
    planned = tuple(_Action(section, number, action, evening).read() for number, action in enumerate(actions, 1))
    section.done()
    return PlannedTurn(pile_empty, tuple(shown), planned)


def _guest(section: Section, key: str, name: str, evening: Evening) -> str:
    if clean(name) not in evening.names:
        raise section.wrong(key, _stranger(name))
    return clean(name)


def _stranger(name: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in name[:60])
    return f'must be one of the guests, not "{shown}": check the spelling'


class _Action:
    """One table in the list of a turn's actions."""

    def __init__(self, section: Section, number: int, table: dict[str, Any], evening: Evening) -> None:
        self._section, self._number, self._table, self._evening = section, number, table, evening

    def read(self) -> PlannedAction:
        """All of it, or an error that says which of the actions is wrong, and how."""
        for key in self._table:
            if key not in ACTION_KEYS:
                raise self._wrong(key, f"is not a known key: known here: {', '.join(sorted(ACTION_KEYS))}")
        deeds = [deed for deed in DEEDS if deed in self._table]
        if len(deeds) != 1:
            found = " and ".join(deeds) or "none of them"
            raise self._wrong(None, f"must name exactly one of murder, police and joker, not {found}")
        deed = deeds[0]
        if deed == "joker" and self._flag("joker") is not True:
            raise self._wrong("joker", "must be true: leave the action out if there was none")
        return PlannedAction(
            by=self._name("by"),
            deed=deed,
            target=self._name(deed) if deed != "joker" else "",
            crime=self._total("crime", needed=deed == "murder"),
            survival=self._total("survival", needed=deed == "murder"),
            assassin=self._flag("assassin", needed=deed == "police"),
            passed=self._flag("passed"),
        )

    def _wrong(self, key: str | None, why: str) -> FileError:
        return self._section.wrong("actions", f"{self._number}: {key + ': ' if key else ''}{why}")

    def _value(self, key: str, kind: type, word: str, *, needed: bool) -> Any:
        value = self._table.get(key)
        if value is None and needed:
            raise self._wrong(key, f"is missing: write {key} = {word}")
        if value is not None and type(value) is not kind:
            raise self._wrong(key, f"must be {word}")
        return value

    def _name(self, key: str) -> str:
        name = self._value(key, str, "the name of a guest", needed=True)
        if clean(name) not in self._evening.names:
            raise self._wrong(key, _stranger(name))
        return clean(name)

    def _flag(self, key: str, *, needed: bool = False) -> bool:
        return bool(self._value(key, bool, "true or false", needed=needed))

    def _total(self, key: str, *, needed: bool) -> int:
        total: int | None = self._value(key, int, f"a whole number from 0 to {MOST_TOTAL}", needed=needed)
        if total is not None and not 0 <= total <= MOST_TOTAL:
            raise self._wrong(key, f"must be from 0 to {MOST_TOTAL}")
        return total or 0
