"""Masks and snakes in the lab: the players hold real hands here, of which the box knows nothing.

`random`: any open door, any card, and every second offer is refused. `sided`: whoever gives a card away looks at the
circle first, and a card that is worth one more is given `skill` times as readily. Without a snake one would rather turn
a night to day; with a snake, take a day away, and never turn the last night.
"""

from __future__ import annotations

from collections.abc import Mapping

from majordome.core.evening import Evening
from majordome.core.events import Event, Pressed
from majordome.core.script import Beat
from majordome.games.snakes.corrections import Table
from majordome.games.snakes.deck import HIGHEST, SNAKES
from majordome.games.snakes.events import Dealt, DoorChosen, OfferDeclined, OfferTaken, SnakeShown, Touched
from majordome.games.snakes.facts import Gone
from majordome.lab.players import Dice, Played, Players, Ways

SNAKE = -1  # touches nothing, like the 0


class SnakesPlayers:
    """Everybody at the table: their hands, and what they make of them."""

    def __init__(self, evening: Evening, dice: Dice, ways: Ways) -> None:
        self._dice = dice
        self._skill = ways.skill
        self._sided = {True: ways.side("snakes") == "sided", False: ways.side("day") == "sided"}
        number = len(evening.guests)
        deck = [*range(HIGHEST[number] + 1), *[SNAKE] * SNAKES[number]]
        dice.shuffle(deck)
        self.starter = dice.choice(evening.names)
        self.hands: dict[str, list[int]] = {}
        for name in evening.names:
            size = 3 if name == self.starter else 2
            self.hands[name], deck = deck[:size], deck[size:]
        self._taken = 0

    def answer(self, beat: Beat) -> Event:
        """Doors, offers, and the number that the card touches."""
        table: Table = beat.table
        match beat.name:
            case "starting":
                return Dealt(self.starter)
            case "choosing" | "last_door":
                return DoorChosen(self._dice.choice(table.choices))
            case "offer":
                card = self._offered(table)
                return self._take(table, card) if self._dice.random() < 0.5 else OfferDeclined()
            case "last_offer":
                return self._take(table, self._offered(table))
            case "touching":
                return Touched(self._taken if self._taken in table.on_table else 0)
            case "reveal":
                held = [name for name in self.holders if name not in table.holders]
                return SnakeShown(held[0]) if held else Pressed()
        assert beat.press is not None
        return beat.press

    @property
    def holders(self) -> tuple[str, ...]:
        """Who has a snake now."""
        return tuple(name for name, hand in self.hands.items() if SNAKE in hand)

    def _offered(self, table: Table) -> int:
        hand = self.hands[table.active]
        snake = SNAKE in hand
        if not self._sided[snake]:
            return self._dice.choice(hand)
        return self._dice.choices(hand, [self._skill ** self._worth(table, card, snake) for card in hand])[0]

    def _worth(self, table: Table, card: int, snake: bool) -> int:
        """To the one who gives it. Who has a snake keeps it, and wants to win with it."""
        side = table.side(card)
        if card == SNAKE:
            return -2
        if side == "gone":
            return 0
        if snake:
            return 2 if side == "day" else -2 if len(table.showing("night")) == 1 else 1
        return 2 if side == "night" else -1

    def _take(self, table: Table, card: int) -> Event:
        self.hands[table.active].remove(card)
        self.hands[table.chosen].append(card)
        self._taken = card
        return OfferTaken()


class SnakesBench:
    """Three to six players."""

    ways: Mapping[str, tuple[str, ...]] = {"day": ("random", "sided"), "snakes": ("random", "sided")}
    measures: tuple[str, ...] = ("rounds", "cards_gone", "starter_wins", "seat_wins")
    usual: Ways = Ways((("day", "sided"), ("snakes", "sided")), 2.0)
    each_round: str = ""

    def side(self, evening: Evening) -> str:
        """Those without a snake."""
        return "day"

    def cards(self, evening: Evening) -> tuple[str, ...]:
        """The number of players settles them."""
        return ()

    def seat(self, evening: Evening, dice: Dice, ways: Ways) -> Players:
        """With a fresh deal."""
        return SnakesPlayers(evening, dice, ways)

    def measure(self, played: Played, players: Players) -> tuple[float, ...]:
        """Rounds; cards that left; whether the first player won; and how many of the seats did."""
        assert isinstance(players, SnakesPlayers)
        gone = sum(isinstance(fact, Gone) for _, fact in played.facts)
        share = len(played.winners) / len(played.evening.guests)
        return float(played.table.round), float(gone), float(players.starter in played.winners), share


BENCH = SnakesBench()
