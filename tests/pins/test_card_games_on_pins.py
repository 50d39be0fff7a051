"""Whole card games by the players' own buzzers, on mock pins: nobody touches the big button or looks at a page."""

from __future__ import annotations

from typing import Any

from majordome.core.asks import Choose, Number
from majordome.core.cues import Outcome, Refused, Ring, Top
from majordome.core.evening import Guest, Value
from majordome.games.exchange import facts as exchange
from majordome.games.parasites import facts as parasites
from majordome.games.snakes import facts as snakes
from majordome.games.snakes.events import PlayersCounted
from majordome.settings.pin_map import Pins
from majordome.testing.pins import TOUCH, PinParty
from pins.moves import an_evening, heard

NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay")
BUZZERS = (7, 8, 9, 10, 11, 18)
SURE = 0.6  # seconds: a second press would have come by now


class Table(PinParty):
    """Players in their seats, each with a buzzer."""

    def __init__(self, game: str, players: int, **settings: Value) -> None:
        guests = tuple(Guest(name) for name in NAMES[:players])
        pins = Pins(guest_buzzers=BUZZERS[:players], free=("spi", "i2s"))
        super().__init__(an_evening(game, guests, **settings), pins)
        self.wait(1)

    def buzz(self, name: str, then: str | None = None) -> None:
        """One press of this player's own buzzer."""
        self.tap(name)
        self.wait(SURE)
        self._is_at(then)

    def twice(self, name: str, then: str | None = None) -> None:
        """Two quick ones."""
        self.tap(name)
        self.wait(TOUCH)
        self.buzz(name, then)

    def tap(self, name: str) -> None:
        pin = BUZZERS[NAMES.index(name)]
        self.down(pin)
        self.wait(TOUCH)
        self.up(pin)

    def points_at(self, name: str, wanted: str, then: str | None = None) -> None:
        """Press until the box has named it, then twice."""
        while self._named() != wanted:
            self.buzz(name)
        self.twice(name, then)

    def _named(self) -> str | None:
        assert self.prompter.beat is not None
        ask = next(ask for ask in self.prompter.beat.asks if isinstance(ask, Choose | Number))
        if isinstance(ask, Number):
            return str(ask.at)
        return None if ask.at is None else ask.options[ask.at].name or ask.options[ask.at].label

    def _is_at(self, beat: str | None) -> None:
        assert beat in (None, self.beat), f"the box is at '{self.beat}'"

    def cues(self, *kinds: type[Any]) -> list[Any]:
        """What the box did, of these kinds."""
        return [cue for _, cue in self.seen if isinstance(cue, kinds)]


def test_six_buzzers_play_masks_and_snakes_until_the_day_breaks() -> None:
    table = Table("snakes", 6)
    table.buzz("Cid", "dealing")  # no rules
    table.buzz("Eve", "starting")
    table.buzz("Ana", "choosing")  # it is I who have three
    ring = [*NAMES[1:], "Ana"]

    def a_turn(to: str, number: int, *, refuses: int = 0) -> None:
        """The one who was called closes the door, refuses so often, takes, and points at the number."""
        table.twice(to)
        for _ in range(refuses):
            table.buzz(to)
        table.twice(to, "touching")
        table.points_at(to, str(number) if number else "nothing")

    for number, to in enumerate(ring, 1):
        a_turn(to, number, refuses=number % 3)
    table._is_at("choosing")
    for number, to in enumerate(ring[:3], 7):
        a_turn(to, number)
    table._is_at("reveal")
    assert table.cues(snakes.Door) == [snakes.Door(name) for name in (*ring, *ring[:3])]
    assert table.cues(snakes.Flip) == [snakes.Flip(number) for number in range(1, 10)]
    assert table.cues(snakes.Gone) == [snakes.Gone(1, "round")]  # with six, the smallest day leaves
    assert table.cues(snakes.Declined) == [snakes.Declined(n) for n in (1, 1, 2, 1, 1, 2)]
    assert [arc.mood for arc in table.cues(Ring)[-1].arcs] == ["gone_card"] + ["day_card"] * 8

    table.buzz("Bob")  # I hold a snake
    table.buzz("Eve")
    table.twice("Ana", "finished")  # that is all
    assert table.cues(Outcome) == [Outcome("day", ("Ana", "Cid", "Dora", "Fay"))]


def test_the_third_card_cannot_be_refused_by_any_buzzer() -> None:
    table = Table("snakes", 3)
    for name in ("Ana", "Ana", "Ana"):
        table.buzz(name)
    table.twice("Bob", "offer")
    table.buzz("Bob", "offer")
    table.buzz("Bob", "last_offer")
    table.buzz("Bob", "last_offer")
    assert [cue.why for cue in table.cues(Refused)] == ["third_is_taken"]
    table.twice("Bob", "touching")


def test_three_buzzers_play_the_exchange_to_five_points() -> None:
    table = Table("exchange", 3, checklist=0, window=10)
    table.buzz("Ana", "maddest")
    table.tap("Bob")  # the maddest
    table.wait(SURE)
    table.buzz("Bob", "exchanging")

    # Bob gives to Cid; two slam a millisecond apart, and the later one waits in line.
    table.buzz("Cid", "actions")
    table.down(BUZZERS[0])
    table.wait(0.001)
    table.down(BUZZERS[2])
    table.wait(0.2)
    table.up(BUZZERS[0])
    table.up(BUZZERS[2])
    table.wait(SURE)
    table._is_at("acting")
    assert table.cues(exchange.Slam) == [exchange.Slam("Ana")]
    table.buzz("Cid")  # I act next

    # The police come for nothing: Ana is out, and Cid, who waited, murders Bob.
    table.points_at("Ana", "police", "accused")
    table.points_at("Ana", "Bob", "assassin")
    table.buzz("Ana", "acting")
    assert table.cues(exchange.Police) == [exchange.Police("Ana", "Bob", right=False)]
    assert table.cues(exchange.Out) == [exchange.Out("Ana")]
    murder(table, "Cid", "Bob", 5, 2)
    assert table.cues(exchange.Murder) == [exchange.Murder("Cid", "Bob", 5, 2, success=True)]

    # Nobody acts within the time: the next one gives. Then a tie, which is survived.
    table.buzz("Cid", "exchanging")
    table.buzz("Bob", "actions")
    table.wait(11)
    table._is_at("exchanging")
    table.buzz("Bob", "actions")
    table.tap("Bob")
    table.wait(SURE)
    murder(table, "Bob", "Cid", 3, 3)
    table.buzz("Ana", "exchanging")
    table.buzz("Ana", "actions")
    table.tap("Cid")
    table.wait(SURE)
    murder(table, "Cid", "Ana", 4, 1)
    assert table.cues(exchange.Hand)[1] == exchange.Hand(2, "anticlockwise", "Cid")
    assert table.cues(exchange.Score)[-1] == exchange.Score((("Ana", 0), ("Bob", 0), ("Cid", 5)))
    assert table.cues(Outcome) == [Outcome("Cid", ("Cid",))]
    assert table.beat == "finished"


def murder(table: Table, assassin: str, victim: str, crime: int, survival: int) -> None:
    """The totals by presses; the verdict after the drums."""
    table.points_at(assassin, "murder", "victim")
    table.points_at(assassin, victim, "crime")
    table.points_at(assassin, str(crime), "survival")
    table.points_at(victim, str(survival), "drum_roll")
    table.wait(5)


def test_three_buzzers_hunt_the_parasites() -> None:
    table = Table("parasites", 3)
    table.buzz("Ana", "first")
    table.buzz("Bob", "setup")  # I hold the token
    table.buzz("Cid", "laying")
    for name in ("Cid", "Ana", "Bob"):
        table.buzz(name)
    table.wait_for("turn")  # the drums, and TOP
    table.wait(2)
    assert table.cues(Top) == [Top("reveal")]
    assert heard(table) == ["vote"]

    table.twice("Bob", "shot")
    table.twice("Bob", "penalty")  # a real one
    table.buzz("Bob", "turn")
    table.buzz("Bob", "turn")  # the card is done
    table.twice("Cid", "shot")
    table.buzz("Cid", "turn")  # a parasite
    table.buzz("Cid", "turn")
    table.buzz("Ana", "laying")
    assert table.cues(parasites.Turn) == [parasites.Turn(name) for name in ("Bob", "Cid", "Ana")]
    assert table.cues(parasites.Shot) == [parasites.Shot("Bob", real=True), parasites.Shot("Cid", real=False)]
    assert table.cues(parasites.Failure, parasites.Penalty) == [parasites.Failure(1), parasites.Penalty("Bob")]

    table.twice("Ana", "agreeing")  # no parasite is left!
    table.twice("Bob")  # I do not agree
    table.buzz("Cid", "revealing")
    assert table.cues(parasites.Declaration) == [parasites.Declaration("Ana", 2, enough=True)]
    table.buzz("Bob", "finished")  # all real
    assert table.cues(parasites.Reveal) == [parasites.Reveal(clean=True)]
    assert table.cues(Outcome) == [Outcome("team")]


def test_where_the_players_are_numbers_the_buzzers_are_counted_like_the_seats() -> None:
    table = PinParty(an_evening("snakes", ()), Pins(guest_buzzers=BUZZERS[:4], free=("spi", "i2s")))
    table.say(PlayersCounted(4))
    table.wait(1)

    def buzz(seat: int, *, times: int = 1) -> None:
        for _ in range(times):
            table.down(BUZZERS[seat - 1])
            table.wait(TOUCH)
            table.up(BUZZERS[seat - 1])
            table.wait(TOUCH)
        table.wait(SURE)

    buzz(2)  # no rules
    buzz(3)  # all have looked at their cards
    assert table.beat == "choosing"
    buzz(4, times=2)  # seat 1 holds three cards, and called number 4
    assert [cue for _, cue in table.seen if isinstance(cue, snakes.Door)] == [snakes.Door("4")]
    buzz(4)
    assert table.prompter.snapshot.table.offer == 2
