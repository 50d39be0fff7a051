"""What hypothesis may throw at an evening: any guest list, any event with any name, any gesture, any waiting.

`Room` plays it all to a prompter in virtual time and keeps the records, as a performance does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from majordome.core.cues import Cue
from majordome.core.evening import Evening, Guest
from majordome.core.events import (
    CHAIRS,
    SHARED,
    Answered,
    ChairLeft,
    ChairTaken,
    Event,
    Gesture,
    Picked,
    Pointed,
    Pressed,
    TimeUp,
    Wish,
)
from majordome.core.prompter import Answer, Prompter
from majordome.core.records import Record
from majordome.core.script import Beat
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import EVENTS as MURDER
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    CountedAloud,
    HandsCounted,
    Kissed,
    Named,
    NobodyDied,
    Tapped,
    Winked,
    WinnerNamed,
    YoungestNamed,
)
from majordome.games.murder.roles import SPECIAL_CARDS, Edition, Role
from majordome.games.murder.testing import an_evening
from majordome.testing import NAMES
from majordome.words.narrator import Narrator

STRANGERS = ("Zed", "ana", "", "Ana ", "né\n", "\udcff")

EVENTS: tuple[type[Event], ...] = (*SHARED, *MURDER)


def steady(examples: int) -> settings:
    """The same examples each time, so that a run of the tests never depends on luck."""
    return settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )


# Evenings.


@st.composite
def guest_lists(draw: st.DrawFn, game: str, edition: Edition) -> tuple[Guest, ...]:
    """No guests, guests without cards, or guests with a deck that this edition has."""
    kind = draw(st.sampled_from(("cards", "cards", "cards", "names", "nobody")))
    if kind == "nobody":
        return ()
    number = draw(st.integers(5, 9) if game == "table" else st.integers(10, 13))
    ages = draw(
        st.one_of(
            st.just(list[int | None](range(60, 60 - number, -1))),
            st.lists(st.one_of(st.none(), st.integers(20, 23)), min_size=number, max_size=number),
        )
    )
    if kind == "names":
        return tuple(Guest(name, age) for name, age in zip(NAMES, ages, strict=False))
    deck = [role for role, there in SPECIAL_CARDS[edition].items() for _ in range(there)]
    special = draw(st.lists(st.sampled_from(deck), max_size=number - 2, unique_by=id))
    special = [role for n, role in enumerate(special) if special[:n].count(role) < SPECIAL_CARDS[edition][role]]
    cards = [Role.MURDERER, Role.MURDERER, *special, *[Role.GUEST] * (number - 2 - len(special))]
    dealt = draw(st.permutations(cards))
    return tuple(Guest(*guest) for guest in zip(NAMES, ages, dealt, strict=False))


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Any evening that the box may be asked to play."""
    game: str = draw(st.sampled_from(("weekend", "table")))
    edition: Edition = draw(st.sampled_from(("A", "B")))
    return an_evening(
        game,
        draw(guest_lists(game, edition)),
        edition=edition,
        discussion=draw(st.sampled_from((1, 30, 180))),
        choosing=20,
        chairs=draw(st.booleans()),
    )


# Events.


def names() -> st.SearchStrategy[str]:
    """Mostly guests; now and then somebody whom nobody knows."""
    return st.one_of(st.sampled_from(NAMES[:9]), st.sampled_from(NAMES[:13]), st.sampled_from(STRANGERS))


@cache
def of_kind(hint: Any) -> st.SearchStrategy[Any]:
    """Values for a field of an event."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, UnionType):
        return st.one_of(*(of_kind(arg) for arg in args))
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(of_kind(args[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*(of_kind(arg) for arg in args))
    simple: dict[Any, Callable[[], st.SearchStrategy[Any]]] = {
        str: names,
        bool: st.booleans,
        NoneType: st.none,
        float: lambda: st.integers(0, 800).map(lambda eighths: eighths / 8),
        int: lambda: st.one_of(st.integers(0, 8), st.integers(-400, 10_000)),
    }
    return simple[hint]()


def any_event_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    """This event, with anything in its fields."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if get_origin(hint) is not ClassVar}
    return st.builds(kind, **{name: of_kind(hint) for name, hint in hints.items()})


@cache
def any_event() -> st.SearchStrategy[Event]:
    """Anything that can be said to have happened."""
    return st.one_of(*(any_event_of(kind) for kind in EVENTS if kind is not TimeUp))


def fitting(beat: Beat, dice: Random) -> Event:
    """What a host might well say at this beat; the check of the beat may still refuse it."""
    table: Table = beat.table
    living = list(table.living) or ["Ana"]

    def some(most: int) -> tuple[str, ...]:
        return tuple(dice.sample(living, min(most, len(living))))

    def maybe() -> str | None:
        return dice.choice((None, *living))

    makers: dict[type[Event], Callable[[], Event]] = {
        Pressed: Pressed,
        Answered: lambda: Answered(yes=dice.random() < 0.2),
        WinnerNamed: lambda: WinnerNamed(dice.choice(("guests", "murderers"))),
        Tapped: lambda: Tapped(maybe(), maybe()),
        Winked: lambda: Winked(maybe(), maybe()),
        NobodyDied: NobodyDied,
        Named: lambda: Named(dice.choice(living)),
        Kissed: lambda: Kissed(dice.choice(living)),
        BallotCast: lambda: BallotCast(dice.choice(living), some(dice.choice((1, 2)))),
        BallotsClosed: lambda: BallotsClosed(others=True),
        HandsCounted: lambda: HandsCounted(tuple((name, dice.choice((1, 2))) for name in some(dice.choice((1, 2, 3))))),
        CountedAloud: lambda: CountedAloud(tied=dice.random() < 0.3),
        YoungestNamed: lambda: YoungestNamed(some(dice.choice((0, 1, 2)))),
        Pointed: lambda: Pointed(dice.randrange(5)),
        Picked: lambda: Picked(dice.choice(living)),
        TimeUp: TimeUp,
        ChairTaken: lambda: ChairTaken(dice.choice(("left", "right"))),
    }
    kind = dice.choice(beat.takes)
    return makers.get(kind, kind)()


# Deeds: what may be done in a room.


class Oblige(int):
    """Say what the beat asks for, chosen by this throw of the dice."""


class Wait(float):
    """Let so many seconds pass. Eighths of a second: sums of them are exact."""


class Due(int):
    """Let the time pass until the next thing is due."""


Deed: TypeAlias = Event | Gesture | Wish | Oblige | Wait | Due


@st.composite
def deed(draw: st.DrawFn) -> Deed:
    """One thing done; most often something that fits, or the evening would never get anywhere."""
    kind = draw(st.sampled_from(("fits",) * 9 + ("due", "gesture", "wish", "wait", "event", "event", "chair")))
    chair = draw(st.sampled_from(CHAIRS)) if kind == "chair" else "left"
    strategies: dict[str, st.SearchStrategy[Deed]] = {
        "fits": st.integers(0, 10_000).map(Oblige),
        "due": st.just(Due(0)),
        "gesture": st.sampled_from(Gesture),
        "wish": st.sampled_from(Wish),
        "wait": st.integers(0, 1600).map(lambda eighths: Wait(eighths / 8)),
        "event": any_event(),
        "chair": st.sampled_from((ChairTaken(chair), ChairLeft(chair))),
    }
    return draw(strategies[kind])


def deeds(most: int = 60) -> st.SearchStrategy[list[Deed]]:
    """An evening's worth of anything."""
    return st.integers(0, most).flatmap(lambda number: st.lists(deed(), min_size=number, max_size=number))


class Room:
    """A prompter in virtual time, and the records that it handed out."""

    def __init__(self, evening: Evening) -> None:
        self.now = 0.0
        self.prompter = fresh(evening)
        self.records: list[Record] = []
        self.cues: list[Cue] = list(self.prompter.begin(self.now).cues)

    def do(self, deed: Deed) -> Answer:
        """Do one thing."""
        match deed:
            case Wait():
                return self._wait(self.now + deed)
            case Due():
                left = self.prompter.time_left(self.now)
                return self._wait(self.now + max(0.0, left or 0.0))
            case Oblige():
                return self._oblige(Random(int(deed)))
            case _:
                return self._say(deed)

    def all(self, deeds: Sequence[Deed]) -> Room:
        """Do one thing after the other."""
        for deed in deeds:
            self.do(deed)
        return self

    def _oblige(self, dice: Random) -> Answer:
        """Up to five tries to say what is asked for."""
        answer = Answer()
        for _ in range(5):
            if self.prompter.beat is None:
                break
            event = fitting(self.prompter.beat, dice)
            answer = self._wait(self.now + 1000) if isinstance(event, TimeUp) else self._say(event)
            if answer.refused is None:
                break
        return answer

    def _say(self, said: Event | Gesture | Wish) -> Answer:
        answer = self.prompter.offer(said, self.now)
        self.records += answer.records
        self.cues += answer.cues
        return answer

    def _wait(self, until: float) -> Answer:
        answer = Answer()
        left = self.prompter.time_left(self.now)
        if left is not None and self.now + left <= until:
            self.now += max(0.0, left)
            answer = self._say(TimeUp())
        else:
            self.now = until
        return answer


def fresh(evening: Evening) -> Prompter:
    """A prompter who has not opened the book."""
    return Prompter(evening, Narrator("en", 7))


def state(prompter: Prompter, now: float) -> tuple[Table, str, tuple[Cue, ...], bool]:
    """All that must be the same after a power cut."""
    table: Table = prompter.table
    return table, prompter.beat.name if prompter.beat else "finished", prompter.lasting(now), prompter.paused
