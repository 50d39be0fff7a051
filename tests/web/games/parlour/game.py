"""A small game for tests: it asks every kind of question once, and the quickest wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from majordome.core.asks import Choose, OneAnswer, Option, Race, YesNo
from majordome.core.by_button import ballots, choose_some, count_each
from majordome.core.cues import Arc, Fact, Light, Outcome, Refused, Ring, Say, Scores
from majordome.core.evening import Evening
from majordome.core.events import Answered, Event, Pressed, Slammed
from majordome.core.game import Rules, Viewer
from majordome.core.script import Beat, Curtain, Script, Table, choose, dial, expect


class Bid(Event, frozen=True):
    number: int


class Chosen(Event, frozen=True):
    name: str


class Ranked(Event, frozen=True):
    names: tuple[str, ...]


class Clapped(Event, frozen=True):
    claps: tuple[tuple[str, int], ...]


class Voted(Event, frozen=True):
    voter: str
    names: tuple[str, ...]
    aside: ClassVar[bool] = True


class Turn(Fact, frozen=True):
    name: str
    lasting: ClassVar[bool] = True
    heading: ClassVar[bool] = True


class Quickest(Fact, frozen=True):
    name: str


class Salon(Table, frozen=True):
    points: tuple[tuple[str, int], ...] = ()
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        return ("players", "nobody")

    def score(self, name: str, points: int) -> Salon:
        return replace(self, points=tuple((who, n + points * (who == name)) for who, n in self.points))


def script(evening: Evening) -> Script[Salon]:
    names = evening.names
    table = Salon(evening, tuple((name, 0) for name in names))
    try:
        yield Light(evening.word("mood"))
        yield Say("welcome")
        table, _ = yield from expect(table, "welcome", Pressed, press=Pressed(), asks=(OneAnswer(players=names),))
        first = names[0]
        yield Turn(first)
        yield Ring(tuple(Arc("merry" if name == first else "calm", name, bright=name == first) for name in names))
        yield Scores(table.points)
        table, bid = yield from dial(table, "bid", "bid", Bid, 1, evening.number("highest"), players=(first,))
        assert isinstance(bid, Bid)
        table = table.score(first, bid.number)
        yield Scores(table.points)
        yield Say("race")
        table, slam = yield from expect(
            table, "race", Slammed, Pressed, press=Pressed(), asks=(Race("race", players=names),)
        )
        quickest = slam.player if isinstance(slam, Slammed) else first
        yield Quickest(quickest)
        table = replace(table.score(quickest, 3), marks=((quickest, ("quick",)),))
        yield Scores(table.points)
        others = tuple(Option(Chosen(name), name) for name in names if name != quickest)
        nobody = Option(Chosen(""), label="nobody")
        table, rival = yield from choose(table, "rival", "rival", (*others, nobody), players=(quickest,))
        assert isinstance(rival, Chosen)
        asked = (rival.name or first,)
        yes, no = Answered(True), Answered(False)
        table, _ = yield from expect(
            table, "brave", Answered, press=no, hold=yes, asks=(YesNo("brave", yes, no, players=asked),)
        )
        yield Light("dark")
        secretly = tuple(Option(Chosen(name), name) for name in names)
        table, _ = yield from expect(
            table, "whisper", Chosen, dark=True, asks=(Choose("whisper", secretly),), refuse=refuse_stranger
        )
        yield Light("merry")
        table, _ = yield from choose_some(table, "rank", "rank", names, Ranked, 2, 2, ordered=True)
        table, _ = yield from count_each(table, "claps", "claps", names, Clapped, most_each=5, most=10)
        table, _ = yield from ballots(table, "best", "best", names, 1, Voted, names)
    except Curtain as curtain:
        table = curtain.table
    best = max(table.points, key=lambda one: one[1])[0]
    yield Say("the_end", (best,))
    yield Outcome("players", (best,))
    return table


def refuse_stranger(table: Salon, event: Event) -> Refused | None:
    stranger = isinstance(event, Chosen) and event.name not in table.evening.names
    return Refused("whisper", "not_a_choice") if stranger else None


class Parlour(Rules):
    events = (Bid, Chosen, Ranked, Clapped, Voted)

    def script(self, evening: Evening) -> Script[Salon]:
        return script(evening)

    def view(self, table: Salon, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        if viewer.kind == "player":
            return {"name": viewer.name, "hand": ["ace", "king"], "open": {"points": dict(table.points)[viewer.name]}}
        if viewer.kind == "room":
            marks = dict(table.marks)
            return {"seats": tuple((name, marks.get(name, ())) for name in table.evening.names)}
        return {}


GAME = Parlour()
