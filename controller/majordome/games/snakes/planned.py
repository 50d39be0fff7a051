"""The turns of a rehearsal file: what the players will choose, refuse and take."""

from __future__ import annotations

from msgspec import Struct

from majordome.core.evening import Evening
from majordome.core.events import Event, Gesture, Pressed
from majordome.core.game import Say
from majordome.core.guest_list import LONGEST_NAME, clean
from majordome.core.script import Beat
from majordome.core.toml_reader import Section
from majordome.games.snakes.deck import FEWEST, HIGHEST, MOST, OFFERS, SNAKES
from majordome.games.snakes.events import Dealt, DoorChosen, OfferDeclined, OfferTaken, SnakeShown, Touched


class PlannedTurn(Struct, frozen=True):
    """One turn, as the file has it."""

    to: str
    refused: int
    took: int


class Host:
    """Presses where the box waits for a press, answers from the file where it asks."""

    def __init__(self, file: Section, evening: Evening) -> None:
        if not evening.guests:
            raise file.wrong("guests", f"are missing: write a [[guests]] table for each player, {FEWEST} to {MOST}")
        players = evening.names
        self._starts = _player(file, "starts", players, players[0])
        self._snakes = _holders(file, players)
        self._turns = iter([_turn(section, players) for section in file.tables("turns")])
        self._turn: PlannedTurn | None = None

    def waits(self, beat: Beat) -> bool:
        """Never: somebody always answers in time."""
        return False

    def answer(self, beat: Beat, say: Say) -> bool:
        """Do what the players do at this beat; False where the file has no more turns."""

        def said(event: Event) -> bool:
            return say(event) is None

        match beat.name:
            case "starting":
                return said(Dealt(self._starts))
            case "choosing" | "last_door":
                return self._choose(beat, say)
            case "offer" if self._turn is not None:
                refused = beat.table.offer <= self._turn.refused
                return said(OfferDeclined() if refused else OfferTaken())
            case "last_offer":
                return said(OfferTaken())
            case "touching" if self._turn is not None:
                return said(Touched(self._turn.took))
            case "reveal":
                unsaid = [name for name in self._snakes if name not in beat.table.holders]
                return said(SnakeShown(unsaid[0]) if unsaid else Pressed())
            case _:
                return say(Gesture.PRESS) is None

    def _choose(self, beat: Beat, say: Say) -> bool:
        """The next turn that the rules allow. What is against them is dropped whole, before its door is closed."""
        for turn in self._turns:
            self._turn = turn
            door, touch = DoorChosen(turn.to), Touched(turn.took)
            gone = touch.card != 0 and touch.card not in beat.table.on_table
            if gone and beat.refuses(door) is None:
                say(touch)  # refused: that number has left the table
            elif say(door) is None:
                return True
        return False


def _turn(section: Section, players: tuple[str, ...]) -> PlannedTurn:
    highest = HIGHEST[len(players)]
    to = _player(section, "to", players)
    refused = section.whole("refused", 0, OFFERS - 1, 0)
    took = section.whole("took", 0, highest, None)
    if took is None:
        raise section.wrong("took", f"is missing: write took = the number that was touched, 1 to {highest}, or 0")
    section.done()
    return PlannedTurn(to, refused, took)


def _player(section: Section, key: str, players: tuple[str, ...], usual: str | None = None) -> str:
    written = section.text(key) if usual is None else section.text(key, usual)
    return _guest(section, key, written, players)


def _guest(section: Section, key: str, written: str, players: tuple[str, ...]) -> str:
    name = clean(written)
    if name not in players:
        raise section.wrong(key, f'"{name[:LONGEST_NAME]}" is not a guest: write one of {", ".join(players)}')
    return name


def _holders(file: Section, players: tuple[str, ...]) -> tuple[str, ...]:
    """Who holds a snake at the end; nobody known where the file does not say."""
    written, most = file.any("snakes"), SNAKES[len(players)]
    if written is None:
        return ()
    if not isinstance(written, list) or any(type(name) is not str for name in written):
        raise file.wrong("snakes", 'must name guests as a list, as in ["Bob"]')
    names = tuple(_guest(file, "snakes", name, players) for name in written)
    if len(set(names)) < len(names):
        raise file.wrong("snakes", "names somebody twice: write each name once")
    if not 1 <= len(names) <= most:
        raise file.wrong("snakes", f"must name 1 to {most} guests, or be left out, not {len(names)}")
    return names
