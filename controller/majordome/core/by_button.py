"""Several names, a count, ballots and a race by the one button: a press points at the next, a double press takes it.

`choose` and `dial` (script.py) do the same for one answer and for a number. Phones, buzzers and typed words answer each
of these at once; whoever has only the button points, and the butler reads out at whom.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from majordome.core.asks import Ask, Ballots, ChooseSome, Counts, Race
from majordome.core.cues import ReadOut, Refused
from majordome.core.events import Event, Picked, Pointed, Slammed
from majordome.core.script import Check, Script, Tbl, expect

E = TypeVar("E", bound=Event)
Among: TypeAlias = tuple[str, ...] | Callable[[Tbl], tuple[str, ...]]
Asked: TypeAlias = ChooseSome | Counts | Ballots | Race
Box = dict[str, tuple[str, ...]]  # each voter's names


def race(
    table: Tbl,
    name: str,
    question: str,
    players: tuple[str, ...],
    *more: type[E],
    asks: tuple[Ask, ...] = (),
    hold: E | None = None,
    within: float | None = None,
    usually: float = 1.0,
    refuse: Check | None = None,
) -> Script[tuple[Tbl, Slammed | E]]:
    """The first of these to slam. By the button alone, the table saw who it was: that one is pointed at, and taken.

    `more` events may come in its place (`TimeUp`, or what `hold` says: nobody slammed).
    """
    at: int | None = None
    takes: tuple[type[Event], ...] = (Slammed, Pointed, *more)
    nobody: Event | None = hold
    while True:
        ask = Race(question, players=players, at=at)
        table, said = yield from expect(
            table,
            name,
            *takes,
            asks=(ask, *asks),
            press=Pointed(_after(at, players)),
            double=None if at is None else Slammed(players[at]),
            hold=nobody,
            within=within,
            again=at is not None,
            usually=usually,
            refuse=_fits(ask, refuse),
        )
        if not isinstance(said, Pointed):
            return table, said  # type: ignore[return-value]  # nothing else is taken
        at = said.at % len(players)
        yield ReadOut(players[at])


def choose_some(
    table: Tbl,
    name: str,
    question: str,
    among: Among[Tbl],
    means: type[E],
    least: int = 0,
    most: int = 99,
    *,
    ordered: bool = False,
    players: tuple[str, ...] = (),
    usually: float = 10.0,
    refuse: Check | None = None,
) -> Script[tuple[Tbl, E]]:
    """Several of these. By the button alone, a double press takes one more, and a hold says that these are all.

    `among` may be a function of the table: whoever is out of it meanwhile is neither asked for nor pointed at.
    """
    pointed: str | None = None
    picked: tuple[str, ...] = ()
    answer: type[Event] = means
    takes = (answer, Pointed, Picked)
    while True:
        so_far = ChooseSome(question, (), means, least, most, ordered, picked=picked, players=players)
        asked = partial(_of_those_in_it, so_far, among, pointed)
        ask = asked(table)
        names, at, picked = ask.among, ask.at, ask.picked
        full = len(picked) >= ask.most  # only where somebody is out of it by now: else the last of them is the answer
        taken = None if at is None or full or names[at] in picked else (*picked, names[at])
        table, said = yield from expect(
            table,
            name,
            *takes,
            asks=lambda table, asked=asked: (asked(table),),  # type: ignore[misc]  # it is bound to this beat
            press=answer(picked) if full else Pointed(_after(at, names, picked)),
            double=None if taken is None else answer(taken) if len(taken) == ask.most else Picked(taken[-1]),
            hold=answer(picked) if ask.least <= len(picked) < ask.most else None,
            again=at is not None or bool(picked),
            usually=usually,
            refuse=_fits(asked, refuse),
        )
        match said:
            case Pointed():
                names = asked(table).among
                pointed = names[said.at % len(names)] if names else None
                if pointed is not None:
                    yield ReadOut(pointed)
            case Picked():
                pointed, picked = None, (*picked, said.name)
            case _:
                return table, said  # type: ignore[return-value]  # nothing else is taken


def _of_those_in_it(ask: ChooseSome, among: Among[Tbl], pointed: str | None, table: Tbl) -> ChooseSome:
    """The question, as it can be asked by now."""
    names = among(table) if callable(among) else among
    return replace(
        ask,
        among=names,
        least=min(ask.least, len(names)),
        most=min(ask.most, len(names)),
        at=names.index(pointed) if pointed in names else None,
        picked=tuple(name for name in ask.picked if name in names),
    )


def count_each(
    table: Tbl,
    name: str,
    question: str,
    among: tuple[str, ...],
    means: type[E],
    most_each: int,
    most: int,
    *,
    players: tuple[str, ...] = (),
    usually: float = 20.0,
    refuse: Check | None = None,
) -> Script[tuple[Tbl, E]]:
    """A number for each. By the button alone, a double press counts one more, and a hold says that it is all."""
    at: int | None = None
    counted: dict[str, int] = {}
    answer: type[Event] = means
    takes = (answer, Pointed, Picked)
    while True:
        so_far = tuple(counted.items())
        ask = Counts(question, among, means, most_each, most, at=at, counted=so_far, players=players)
        full = at is None or counted.get(among[at], 0) >= most_each or sum(counted.values()) >= most
        table, said = yield from expect(
            table,
            name,
            *takes,
            asks=(ask,),
            press=Pointed(_after(at, among)),
            double=None if at is None or full else Picked(among[at]),
            hold=answer(so_far) if counted else None,
            again=at is not None,
            usually=usually,
            refuse=_fits(ask, refuse),
        )
        match said:
            case Pointed():
                at = said.at % len(among)
                yield ReadOut(among[at])
            case Picked():
                counted[said.name] = counted.get(said.name, 0) + 1
                yield ReadOut(f"{said.name} {counted[said.name]}")
            case _:
                return table, said  # type: ignore[return-value]  # nothing else is taken


def ballots(
    table: Tbl,
    name: str,
    question: str,
    among: tuple[str, ...],
    hands: int,
    means: type[Event],
    voters: tuple[str, ...],
    *,
    usually: float = 10.0,
    refuse: Check | None = None,
) -> Script[tuple[Tbl, Box]]:
    """A ballot of each. By the button alone they are cast aloud, one voter after the other; a phone keeps its own."""
    at: int | None = None
    picked: tuple[str, ...] = ()
    takes: tuple[type[Event], ...] = (means, Pointed, Picked)
    box: Box = {}
    while missing := [voter for voter in voters if voter not in box]:
        ask = Ballots(question, among, hands, means, box=tuple(box.items()), at=at, players=voters)
        voter, taken = missing[0], None if at is None or among[at] in picked else (*picked, among[at])
        table, said = yield from expect(
            table,
            name,
            *takes,
            asks=(ask,),
            press=Pointed(_after(at, among, picked)),
            double=None if taken is None else means(voter, taken) if len(taken) == hands else Picked(taken[-1]),
            again=at is not None or bool(box),
            usually=usually,
            refuse=_fits(ask, refuse),
        )
        match said:
            case Pointed():
                at = said.at % len(among)
                yield ReadOut(f"{voter}, {among[at]}")
            case Picked():
                at, picked = None, (*picked, said.name)
            case _:
                cast, names = (getattr(said, field) for field in said.__struct_fields__[:2])
                box[cast] = names
                if cast == voter:
                    at, picked = None, ()
    return table, box


def _after(at: int | None, names: tuple[str, ...], picked: tuple[str, ...] = ()) -> int:
    """The next to point at, round and round: whoever is taken already is passed over."""
    following = [(at + 1 + step if at is not None else step) % len(names) for step in range(len(names))]
    return next((place for place in following if names[place] not in picked), following[0])


def _fits(asked: Asked | Callable[[Tbl], Asked], refuse: Check | None) -> Check:
    """The game's own reason tells more; then what the question itself cannot take."""

    def good(table: Tbl, event: Event) -> Refused | None:
        if refuse is not None and (refused := refuse(table, event)) is not None:
            return refused
        ask = asked(table) if callable(asked) else asked
        if isinstance(event, Picked) and not isinstance(ask, Race):
            known = event.name in ask.among and event.name not in getattr(ask, "picked", ())
            return None if known else Refused(ask.question, "not_a_choice")
        return ask.refuses(event) if type(event) is ask.means else None

    return good
