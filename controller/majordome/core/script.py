"""How a script waits. A game yields cues, and a `Beat` wherever it needs to know something.

`expect` is the one place that waits. It lets the table apply the host's corrections, and hands the table back with
the answer, so that a scene never knows that it was corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, ClassVar, Self, TypeAlias, TypeVar, final

from msgspec import Struct

from majordome.core.asks import Ask, Choose, Number, Option, Race
from majordome.core.cues import Cue, Hourglass, ReadOut, Refused, Say
from majordome.core.evening import Evening
from majordome.core.events import (
    Buzz,
    ChairLeft,
    ChairTaken,
    Event,
    GameEnded,
    Gesture,
    PhaseSkipped,
    Pointed,
    Slammed,
    TimeAdded,
)

T = TypeVar("T")
E = TypeVar("E", bound=Event)
Tbl = TypeVar("Tbl", bound="Table")
Script: TypeAlias = Generator["Cue | Beat", Event, T]
Check: TypeAlias = Callable[[Any, Event], Refused | None]
Asks: TypeAlias = tuple[Ask, ...] | Callable[[Tbl], tuple[Ask, ...]]
NOBODY = "nobody"  # who wins a game that was called off
PRESS, DOUBLE = Gesture.PRESS, Gesture.DOUBLE  # meant at every step, and a member of an enum takes long to find


class Table(Struct, frozen=True, gc=False):  # no circle can run through it
    """What is so at this moment: a game's own facts. Every change is a new table."""

    evening: Evening
    skips: ClassVar[bool] = False  # the host may skip the rest of a phase

    @property
    def names(self) -> tuple[str, ...]:
        """Who is at the table by now: as the evening began, unless people come and go."""
        return self.evening.names

    @property
    def around(self) -> tuple[str, ...]:
        """Who sits here, clockwise: whose buzzer is whose. A game without names may count its seats."""
        return self.names

    @property
    def winners(self) -> tuple[str, ...]:
        """Who can have won, where the host ends the game."""
        return (NOBODY,)

    def refuses(self, event: Event) -> Refused | None:
        """Why this cannot be said at any time: by itself, a game takes only what its beat asks for."""
        match event:
            case GameEnded(winner):
                return None if winner in self.winners else Refused("end", "no_such_winner", (winner, *self.winners))
            case PhaseSkipped() if self.skips:
                return None
            case ChairTaken() | ChairLeft():
                return Refused("chair", "no_news")
        return Refused(type(event).__name__.lower(), "not_now")

    def aside(self, event: Event) -> Script[Self]:
        """The facts after something that was said beside what the beat asks."""
        yield from ()  # a script, although there is nothing to tell
        return self

    def settle(self, *, dark: bool) -> Script[Self] | None:
        """What must be told before anything else is waited for; None where there is nothing, as most often."""
        return None


@final
class Beat(Struct, frozen=True, gc=False):  # likewise
    """A moment at which the script waits: what it takes, what it asks, and what each gesture of the button means."""

    name: str
    table: Any  # the game's own
    takes: tuple[type[Event], ...]
    asks: tuple[Ask, ...] = ()
    press: Event | None = None
    double: Event | None = None
    hold: Event | None = None
    buzz: tuple[tuple[str, Event], ...] = ()  # what a press of a player's own buzzer means
    double_buzz: tuple[tuple[str, Event], ...] = ()  # and what a double press means
    top: str | None = None  # a press here calls this TOP, before anything else
    within: float | None = None  # then `TimeUp` comes
    after_voice: bool = False  # the time counts from the end of the butler's sentence
    soft: bool = False  # its time only brings a word from the butler: nobody waits for it, nothing shows it
    dark: bool = False  # eyes are closed: nothing may be heard or seen
    flash: bool = False  # when the time is up, a flash of light goes with the fact that follows
    again: bool = False  # the same beat goes on after a correction: its time is not begun anew
    usually: float = 5.0  # seconds people take here; a rehearsal waits as long before it presses
    refuse: Check | None = None

    @property
    def timed(self) -> bool:
        """Time runs here that people go by: the sand, a countdown."""
        return self.within is not None and not self.soft

    def ends(self, clock_starts: float) -> float | None:
        """When its time is up."""
        return None if self.within is None else clock_starts + self.within

    @property
    def sand(self) -> bool:
        """Time that the host may lengthen: not the dark's, nor the moment until the butler has finished."""
        return self.timed and not self.dark and bool(self.within)

    @property
    def race(self) -> tuple[str, ...]:
        """Who may slam now: the first locks out all others."""
        return next((ask.players for ask in self.asks if isinstance(ask, Race)), ())

    def meant_by(self, said: Gesture | Buzz) -> Event | None:
        """What a hand on the one button, or on a player's own buzzer, says here."""
        if said is PRESS:
            return self.press
        if isinstance(said, Buzz):
            return self._buzzed(said)
        return self.double if said is DOUBLE else self.hold

    def _buzzed(self, buzz: Buzz) -> Event | None:
        if buzz.gesture is PRESS and buzz.player in self.race:
            return Slammed(buzz.player)
        meant = self.double_buzz if buzz.gesture is DOUBLE else self.buzz
        return next((event for player, event in meant if player == buzz.player), None)

    def refuses(self, event: Event) -> Refused | None:
        """Why this event cannot be now, or None."""
        if not event.beside and (type(event) in self.takes or isinstance(event, self.takes)):  # isinstance is slow here
            return None if self.refuse is None else self.refuse(self.table, event)
        if type(event) is TimeAdded:
            return None if self.sand else Refused("time", "no_hourglass")
        refused: Refused | None = self.table.refuses(event)
        return refused


class Skip(Exception):
    """The host skips the rest of this phase."""

    def __init__(self, table: Any) -> None:
        super().__init__("the phase was skipped")
        self.table = table


class Curtain(Exception):
    """The game is over, in the middle of whatever was going on."""

    def __init__(self, table: Any, winner: str) -> None:
        super().__init__("the game is over")
        self.table = table
        self.winner = winner


def expect(
    table: Tbl,
    name: str,
    *takes: type[E],
    asks: Asks[Tbl] = (),
    press: E | None = None,
    double: E | None = None,
    hold: E | None = None,
    buzz: tuple[tuple[str, Event], ...] = (),
    double_buzz: tuple[tuple[str, Event], ...] = (),
    top: str | None = None,
    within: float | None = None,
    after_voice: bool = False,
    soft: bool = False,
    dark: bool = False,
    flash: bool = False,
    again: bool = False,
    usually: float = 5.0,
    refuse: Check | None = None,
) -> Script[tuple[Tbl, E]]:
    """Wait for one of these events; hand it back with the table as it is by then.

    `asks` that hang on the facts are a function of the table: they follow what the host corrects meanwhile.
    """
    while True:
        if (telling := table.settle(dark=dark)) is not None:
            table = yield from telling
        asked = asks(table) if callable(asks) else asks
        event = yield Beat(  # in the order of its fields: by their names it takes eight times as long
            name,
            table,
            takes,
            asked,
            press,
            double,
            hold,
            buzz,
            double_buzz,
            top,
            within,
            after_voice,
            soft,
            dark,
            flash,
            again,
            usually,
            refuse,
        )
        if not event.beside and (type(event) in takes or isinstance(event, takes)):
            return table, event  # type: ignore[return-value]  # the type is looked at first: isinstance takes four times as long
        match event:
            case GameEnded(winner):
                raise Curtain(table, winner)
            case PhaseSkipped():
                raise Skip(table)
            case TimeAdded(seconds):
                within = max(0.0, (within or 0.0) + seconds)
                yield Hourglass(within)
            case _:
                table = yield from table.aside(event)
        if isinstance(event, takes):
            return table, event
        again = True


def choose(
    table: Tbl,
    name: str,
    question: str,
    options: tuple[Option, ...],
    *more: type[Event],
    asks: tuple[Ask, ...] = (),
    players: tuple[str, ...] = (),
    buzz: tuple[tuple[str, Event], ...] = (),
    hold: Event | None = None,
    double_buzz: tuple[tuple[str, Event], ...] = (),
    within: float | None = None,
    usually: float = 5.0,
    refuse: Check | None = None,
) -> Script[tuple[Tbl, Event]]:
    """One of these. By the button alone, a press points at the next of them and a double press takes it.

    `more` events may come in its place (`TimeUp`), and `asks` are asked beside it. A player's own buzzer points and
    takes like the button, unless `buzz` says what it means ("it is me", or what others may say meanwhile).
    """
    at: int | None = None
    pointing = [player for player in players if all(player != other for other, _ in buzz)]

    def good(table: Tbl, event: Event) -> Refused | None:
        if refuse and (refused := refuse(table, event)) is not None:  # the game's own reason tells more
            return refused
        means = {type(option.means) for option in options}
        if type(event) in means and all(event != option.means for option in options):
            return Refused(question, "not_a_choice")
        return None

    while True:
        following = Pointed(0 if at is None else (at + 1) % len(options))
        taken = None if at is None else options[at].means
        table, said = yield from expect(
            table,
            name,
            *{type(option.means) for option in options},
            Pointed,
            *more,
            asks=(Choose(question, options, at=at, players=players), *asks),
            press=following,
            double=taken,
            buzz=(*buzz, *((player, following) for player in pointing)),
            double_buzz=(*double_buzz, *((player, taken) for player in pointing if taken is not None)),
            hold=hold,
            within=within,
            again=at is not None,
            usually=usually,
            refuse=good,
        )
        if not isinstance(said, Pointed):
            return table, said
        at = said.at % len(options)
        option = options[at]
        yield ReadOut(option.name) if option.name else Say(f"option_{option.label}")


def dial(
    table: Tbl,
    name: str,
    question: str,
    means: type[Event],
    least: int,
    most: int,
    *,
    asks: tuple[Ask, ...] = (),
    players: tuple[str, ...] = (),
    buzz: tuple[tuple[str, Event], ...] = (),
    usually: float = 5.0,
) -> Script[tuple[Tbl, Event]]:
    """A number. By the button alone, each press counts one more and a double press says that it is done."""
    at, counted = least, False

    def good(table: Tbl, event: Event) -> Refused | None:
        if type(event) is not means:
            return None
        number = getattr(event, means.__struct_fields__[0])
        return (
            None
            if least <= number <= most
            else Refused(question, "number_out_of_range", (str(number), str(least), str(most)))
        )

    while True:
        following = Pointed(at + 1 if at < most else least)
        table, said = yield from expect(
            table,
            name,
            means,
            Pointed,
            asks=(Number(question, means, least, most, at=at, players=players), *asks),
            press=following,
            double=means(at),
            buzz=(*((player, following) for player in players), *buzz),
            double_buzz=tuple((player, means(at)) for player in players),
            again=counted,
            usually=usually,
            refuse=good,
        )
        if not isinstance(said, Pointed):
            return table, said
        at, counted = min(max(said.at, least), most), True
        yield ReadOut(str(at))


def skippable(scene: Script[Tbl]) -> Script[Tbl]:
    """Play a scene; where the host skips it, go on with the table as it is."""
    try:
        return (yield from scene)
    except Skip as skip:
        table: Tbl = skip.table
        return table
