"""Assassin by exchange in the lab: the pile is counted true, and what hidden cards would decide is thrown by dice.

So it tells how long the game is, how a hand ends and whether it helps to begin; not what good play is worth. What the
dice suppose stands here, for whoever has counted it at a real table and knows better.
"""

from __future__ import annotations

from collections.abc import Mapping

from majordome.core.evening import Evening
from majordome.core.events import Answered, Event, Pressed, Slammed, TimeUp
from majordome.core.script import Beat
from majordome.games.exchange.corrections import Table
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
)
from majordome.games.exchange.facts import HandOver
from majordome.lab.players import Dice, Played, Players, Ways

CARDS, EACH = 51, 5
SLAMS = 0.03  # by each player, each time that it is possible
DEEDS: tuple[Deed, ...] = ("murder", "murder", "police", "joker")
TOTALS = range(2, 10)  # of crime and of survival
ASSASSINS = 2  # hands with an assassin card, of all that are dealt


class ExchangePlayers:
    """Two to five players, in one hand."""

    def __init__(self, evening: Evening, dice: Dice) -> None:
        self._dice = dice
        self.starter = dice.choice(evening.names)
        self._hand = 0
        self._pile = 0
        self._assassins: list[str] = []

    def answer(self, beat: Beat) -> Event:
        """Exchanges until somebody slams, or until the pile is empty."""
        table: Table = beat.table
        if table.hand != self._hand:
            self._hand, self._pile = table.hand, CARDS - EACH * len(table.seats)
            self._assassins = self._dice.sample(table.seats, min(ASSASSINS, len(table.seats) - 1))
        match beat.name:
            case "maddest":
                return MaddestNamed(self.starter)
            case "drawing" | "exchanging":
                self._pile -= 1
                return PileEmptied() if self._pile < 0 else Pressed()
            case "actions":
                slam = self._dice.random() < SLAMS * len(table.in_hand)
                return Slammed(self._dice.choice(table.in_hand)) if slam else TimeUp()
            case "acting":
                return Announced(self._dice.choice(DEEDS))
            case "victim" | "accused":
                return TargetNamed(self._dice.choice(table.others(table.floor)))
            case "crime":
                return CrimeCounted(self._dice.choice(TOTALS))
            case "survival":
                return SurvivalCounted(self._dice.choice(TOTALS))
            case "passed":
                return Answered(False)
            case "assassin":
                return Answered(table.target in self._assassins)
            case "assassins":
                held = [ask for ask in self._assassins if ask in self._still(beat)]
                return AssassinShown(held[0]) if held else AllShown()
        return TimeUp() if beat.within is not None else beat.press or Pressed()

    def _still(self, beat: Beat) -> set[str]:
        """Who has not stepped forward yet."""
        said = [answer for ask in beat.asks for answer in ask.answers()]
        return {event.name for event in said if isinstance(event, AssassinShown)}


class ExchangeBench:
    """For any number of players."""

    ways: Mapping[str, tuple[str, ...]] = {}
    measures: tuple[str, ...] = (
        *("hands", "exchanges", "starter_wins", "seat_wins"),
        *("by_murder", "by_police", "by_pile", "alone"),
    )
    usual: Ways = Ways()
    each_round: str = ""

    def side(self, evening: Evening) -> str:
        """Everyone for themselves."""
        return ""

    def cards(self, evening: Evening) -> tuple[str, ...]:
        """The deck is one."""
        return ()

    def seat(self, evening: Evening, dice: Dice, ways: Ways) -> Players:
        """By dice."""
        return ExchangePlayers(evening, dice)

    def measure(self, played: Played, players: Players) -> tuple[float, ...]:
        """Hands and exchanges; whether the maddest won; a seat's fair share; and how often a hand ended how."""
        assert isinstance(players, ExchangePlayers)
        ends = [fact.why for _, fact in played.facts if isinstance(fact, HandOver)]
        table: Table = played.table
        return (
            float(table.hand),
            float(table.exchanges),
            float(played.winner == players.starter),
            1 / len(table.seats),
            *(ends.count(why) / len(ends) for why in ("murder", "police", "pile", "alone")),
        )


BENCH = ExchangeBench()
