"""A table of players for these tests: the same game by the button, by buzzers, by phones, or by the host's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from majordome.core.asks import Choose
from majordome.core.cues import Cue, Fact, Refused, Say
from majordome.core.evening import Evening, Guest, Value
from majordome.core.events import Answered, Buzz, Event, Gesture, Pressed, TimeUp, Wish
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.records import Record
from majordome.games.snakes.corrections import Table
from majordome.games.snakes.events import Dealt, DoorChosen, OfferDeclined, OfferTaken, SnakeShown, Touched
from majordome.words.narrator import Narrator

NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay")
SECONDS_A_STEP = 2.0


def an_evening(players: int, *, named: bool = True, **settings: Value) -> Evening:
    guests = tuple(Guest(name) for name in NAMES[:players]) if named else ()
    return Evening("snakes", guests, manifest("snakes").usual(**settings))


class Company:
    """Everything that can be done at the table, and all that the box did."""

    def __init__(self, players: int = 4, *, named: bool = True, evening: Evening | None = None, **settings: Value):
        self.evening = evening or an_evening(players, named=named, **settings)
        self.prompter = Prompter(self.evening, Narrator("en"))
        self.now = 0.0
        self.records: list[Record] = []
        self.cues: list[Cue] = list(self.prompter.begin(self.now).cues)

    @property
    def table(self) -> Table:
        table: Table = self.prompter.table
        return table

    @property
    def beat(self) -> str:
        return self.prompter.beat.name if self.prompter.beat else "finished"

    def hear(self, said: Event | Gesture | Buzz | Wish) -> Refused | None:
        """What came of it; time goes on by a little."""
        self.now += SECONDS_A_STEP
        answer = self.prompter.offer(said, self.now)
        self.cues += answer.cues
        self.records += answer.records
        return answer.refused

    def say(self, *said: Event | Gesture | Buzz | Wish) -> Company:
        """It must be accepted."""
        for one in said:
            assert self.hear(one) is None, (self.beat, one, self.hear(one))
        return self

    def phone(self, player: str, event: Event) -> None:
        """A player's own phone answers: only what one of the questions allows."""
        beat = self.prompter.beat
        assert beat is not None
        assert any(ask.allows(event, player) for ask in beat.asks), (beat.name, player, event)
        self.say(event)

    def wait(self, seconds: float) -> None:
        """Let the time of the beat run out."""
        left = self.prompter.time_left(self.now)
        assert left is not None
        assert left <= seconds
        self.now += seconds - SECONDS_A_STEP
        self.say(TimeUp())

    # What a game of so many turns is made of.

    def begin(self, starts: str = "Ana") -> Company:
        """Through the opening, by the host's page, to the first door."""
        if self.beat == "how_many":
            self.say(Gesture.DOUBLE)
        self.say(Answered(yes=False), Pressed())
        if self.beat == "starting":
            self.say(Dealt(starts))
        assert self.beat == "choosing"
        return self

    def turn(self, to: str, took: int, refused: int = 0) -> Company:
        """One turn, told by the host's page."""
        self.say(DoorChosen(to), *[OfferDeclined()] * refused, OfferTaken(), Touched(took))
        return self

    def facts(self) -> list[dict[str, Any]]:
        """What the contract lists, as a rehearsal writes it."""
        return [plain_fact(cue) for cue in self.cues if isinstance(cue, Fact)]

    def lines(self) -> list[str]:
        return [cue.line for cue in self.cues if isinstance(cue, Say)]

    def since(self, play: Callable[[], object]) -> list[Cue]:
        """The cues of this step alone, without those for eyes and ears only."""
        before = len(self.cues)
        play()
        return [cue for cue in self.cues[before:] if isinstance(cue, Fact)]


def plain_fact(fact: Fact) -> dict[str, Any]:
    """`{"cue": "offer", "number": 1, "from": "Ana", "to": "Bob"}`."""
    fields: dict[str, Any] = {}
    for key in fact.__struct_fields__:
        value = getattr(fact, key)
        if value != ():
            fields[key.rstrip("_")] = list(value) if isinstance(value, tuple) else value
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(fact).__name__).lstrip("_")
    return {"cue": name, **fields}


# Four ways to say the same thing.


def pointed_at(company: Company) -> Event | None:
    """What a double press would take."""
    beat = company.prompter.beat
    assert beat is not None
    choose = next(ask for ask in beat.asks if isinstance(ask, Choose))
    return None if choose.at is None else choose.options[choose.at].means


def by_button(company: Company, player: str, event: Event) -> None:
    """The one button, in anybody's hand: press and double press only."""
    match event:
        case OfferDeclined() | Answered(False):
            company.say(Gesture.PRESS)
        case OfferTaken() | Answered(True):
            company.say(Gesture.DOUBLE)
        case Pressed() if company.beat == "dealing":
            company.say(Gesture.PRESS)
        case DoorChosen() if company.beat == "last_door":
            company.say(Gesture.PRESS)
        case _:
            presses = 0
            while pointed_at(company) != event:
                company.say(Gesture.PRESS)
                assert (presses := presses + 1) < 20
            company.say(Gesture.DOUBLE)


def by_buzzer(company: Company, player: str, event: Event) -> None:
    """Each player's own buzzer, and nothing else."""
    press, double = Buzz(player), Buzz(player, Gesture.DOUBLE)
    match event:
        case OfferDeclined() | Answered(False) | Dealt() | SnakeShown():
            company.say(press)
        case OfferTaken() | Answered(True):
            company.say(double)
        case Pressed():
            company.say(press if company.beat == "dealing" else double)
        case DoorChosen() if company.beat == "last_door":
            company.say(press)
        case _:
            while pointed_at(company) != event:
                company.say(press)
            company.say(double)


def by_phone(company: Company, player: str, event: Event) -> None:
    """Each player's own phone, and nothing else."""
    company.phone(player, event)


def by_host(company: Company, player: str, event: Event) -> None:
    """The host's page, or a typed word."""
    company.say(event)


Way = Callable[[Company, str, Event], None]
WAYS: dict[str, Way] = {"button": by_button, "buzzers": by_buzzer, "phones": by_phone, "host": by_host}
Turn = tuple[str, int, int]  # to whom, how many were refused, what was touched


def play(company: Company, ways: Iterable[Way], starts: str, turns: Iterable[Turn], snakes: tuple[str, ...]) -> None:
    """A whole game by these ways, one after the other at each step; turns are taken as long as the game lasts."""
    way = iter(ways)

    def does(player: str, event: Event) -> None:
        next(way)(company, player, event)

    does(starts, Answered(yes=False))
    does(starts, Pressed())
    if company.beat == "starting":
        does(starts, Dealt(starts))
    for to, refused, took in turns:
        if company.beat not in ("choosing", "last_door"):
            break
        does(company.table.active, DoorChosen(to))
        for _ in range(refused):
            does(to, OfferDeclined())
        does(to, OfferTaken())
        does(to, Touched(took))
    if company.beat == "reveal":
        for name in snakes:
            does(name, SnakeShown(name))
        if company.beat == "reveal":
            does(starts, Pressed())
