"""A scene that tells the rules sentence by sentence: alike in every game, and skipped by whoever knows them."""

from __future__ import annotations

from collections.abc import Iterable

from majordome.core.asks import Ask
from majordome.core.cues import Say
from majordome.core.events import Event, Pressed, TimeUp
from majordome.core.script import Script, Tbl, expect

BREATH = 0.5  # seconds between two sentences


def each(players: Iterable[str], event: Event) -> tuple[tuple[str, Event], ...]:
    """What a buzzer means (`Beat.buzz`) where each of these players' says the same."""
    return tuple((player, event) for player in players)


def tell_rules(
    table: Tbl, lines: Iterable[str], players: tuple[str, ...], enough: Event, *asks: Ask, breath: float = BREATH
) -> Script[Tbl]:
    """Each line goes on to the next by itself, or by a press. `enough`, a double press, leaves out the rest.

    Where a press is `enough` already, there is no double press.
    """
    double = None if enough == Pressed() else enough
    for line in lines:
        yield Say(line)
        table, said = yield from expect(
            table,
            "rules",
            Pressed,
            type(enough),
            TimeUp,
            asks=asks,
            press=Pressed(),
            double=double,
            buzz=each(players, Pressed()),
            double_buzz=each(players, double) if double is not None else (),
            within=breath,
            after_voice=True,
        )
        if said == enough:
            break
    return table
