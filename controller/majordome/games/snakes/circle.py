"""The table as everyone sees it: the circle of cards, the doors, and whose turn it is."""

from __future__ import annotations

from typing import Literal, Self

from msgspec.structs import replace

from majordome.core.cues import Arc, Ring
from majordome.core.evening import Evening
from majordome.core.script import NOBODY, Table
from majordome.games.snakes.deck import HIGHEST, SMALLEST_LEAVES_FROM, SNAKES
from majordome.games.snakes.events import Side

Phase = Literal["opening", "play", "reveal"]
Winner = Literal["day", "snakes"]
RUNS = {"night": "night_card", "day": "day_card", "gone": "masks"}  # the colour of the light that runs round the ring


class Circle(Table, frozen=True):
    """What lies on the table. No hand is known, but that one of them holds three cards."""

    players: tuple[str, ...] = ()  # clockwise; none before they are counted
    cards: tuple[tuple[int, Side], ...] = ()  # rising clockwise
    closed: tuple[str, ...] = ()  # doors, in the order in which they were closed
    active: str = ""  # who holds three cards
    chosen: str = ""  # who is offered a card now
    offer: int = 0
    taken: bool = False  # the offer is in the hand, and being looked at
    round: int = 0
    last: int = 0  # the card that was touched last: it stands out
    phase: Phase = "opening"
    holders: tuple[str, ...] = ()  # of snakes, once they are shown

    @classmethod
    def laid(cls, evening: Evening) -> Self:
        """Before the first card is dealt."""
        table = cls(evening)
        return table.seat(evening.names) if evening.guests else table

    def seat(self, players: tuple[str, ...]) -> Self:
        """So many play: their circle shows night all round, and the first of them begins until told otherwise."""
        night: Side = "night"
        circle = tuple((number, night) for number in range(1, HIGHEST[len(players)] + 1))
        return replace(self, players=players, cards=circle, active=players[0])

    @property
    def around(self) -> tuple[str, ...]:
        """Names, or numbers."""
        return self.players

    @property
    def winners(self) -> tuple[str, ...]:
        """Who can have won, where the host ends the game."""
        return ("day", "snakes", NOBODY)

    # The circle.

    @property
    def highest(self) -> int:
        """The highest number of this game."""
        return len(self.cards)

    @property
    def snakes(self) -> int:
        """How many snakes are in this game."""
        return SNAKES[len(self.players)]

    def side(self, card: int) -> Side:
        """How a number lies; what was never there is gone."""
        return dict(self.cards).get(card, "gone")

    def showing(self, side: Side) -> tuple[int, ...]:
        """The numbers that lie so, rising."""
        return tuple(card for card, shown in self.cards if shown == side)

    @property
    def on_table(self) -> tuple[int, ...]:
        """The numbers that have not left."""
        return tuple(card for card, side in self.cards if side != "gone")

    def lay(self, card: int, side: Side) -> Self:
        """The circle after a card was turned or taken away."""
        circle = tuple((number, side if number == card else shown) for number, shown in self.cards)
        return replace(self, cards=circle, last=card)

    @property
    def ending(self) -> Winner | None:
        """Who wins as the circle lies; None: the game goes on."""
        nights, days = self.showing("night"), self.showing("day")
        if not nights:
            return "day"  # all cards on the table show day
        if len(nights) == 1 and not days:
            return "snakes"  # one card left, and it shows night
        return None

    @property
    def one_night_left(self) -> bool:
        """The end is near: a single night among days."""
        return len(self.showing("night")) == 1 and bool(self.showing("day"))

    @property
    def loses_smallest(self) -> bool:
        """With five or six players the smallest day leaves at the end of each round."""
        return len(self.players) >= SMALLEST_LEAVES_FROM

    @property
    def ring(self) -> Ring:
        """An arc a number: night is blue, day is gold, gone is dark. What was touched runs once round all of them."""
        arcs = tuple(Arc(f"{side}_card", str(card), bright=card == self.last) for card, side in self.cards)
        return Ring(arcs, (self.last - 1, RUNS[self.side(self.last)]) if self.last else None)

    # The doors.

    @property
    def choices(self) -> tuple[str, ...]:
        """Whose door the player with three cards may choose, clockwise from the left: open, and not their own."""
        first = self.players.index(self.active) + 1
        clockwise = (*self.players[first:], *self.players[:first])
        return tuple(name for name in clockwise if name not in self.closed and name != self.active)

    def close(self, name: str) -> Self:
        """This player was chosen."""
        return replace(self, closed=(*self.closed, name), chosen=name, last=0)

    def hand_over(self) -> Self:
        """Who took the card now holds three, and plays."""
        return replace(self, active=self.chosen, chosen="", offer=0, taken=False)

    # The end.

    def side_of(self, winner: str) -> tuple[str, ...]:
        """The winners by name, in the order of the seats; nobody where no snake was shown."""
        if not self.holders or winner == NOBODY:
            return ()
        return tuple(name for name in self.players if (name in self.holders) is (winner == "snakes"))
