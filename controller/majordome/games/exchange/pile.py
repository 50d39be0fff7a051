"""The pile runs out: the assassins show themselves, and everyone else still in the hand has a point."""

from __future__ import annotations

from majordome.core.asks import OneAnswer, Option
from majordome.core.cues import Effect, HourglassAway, Light, Say
from majordome.core.events import Event
from majordome.core.script import Script, Skip, choose
from majordome.core.telling_rules import each
from majordome.games.exchange.corrections import HandEnded, Table
from majordome.games.exchange.events import AllShown, AssassinShown


def pile_runs_out(table: Table) -> Script[Table]:
    """Nobody can draw: assassins score nothing, every other player still in the hand one point."""
    yield HourglassAway()
    yield Light("pile")
    yield Effect("pile_empty")
    yield Say("pile_empty")
    assassins: set[str] = set()
    try:
        while True:
            table, said = yield from assassins_step_forward(
                table, tuple(n for n in table.in_hand if n not in assassins)
            )
            if not isinstance(said, AssassinShown):
                break
            assassins.add(said.name)
            yield Say("assassin_shown", (said.name,))
    except Skip as skip:
        table = skip.table
    honest = tuple(name for name in table.in_hand if name not in assassins)
    yield Say("honest_people", honest) if honest else Say("no_honest_people")
    raise HandEnded(table.score(1, *honest), "pile")


def assassins_step_forward(table: Table, among: tuple[str, ...]) -> Script[tuple[Table, Event]]:
    """Who holds an assassin card turns it over, and says so: each for themselves, or the host for them."""
    options = (*(Option(AssassinShown(name), name=name) for name in among), Option(AllShown(), label="nobody_else"))
    own = tuple(OneAnswer(means=AssassinShown(name), players=(name,), label="i_hold_it") for name in among)
    return (
        yield from choose(
            table,
            "assassins",
            "assassins",
            options,
            asks=(*own, OneAnswer(means=AllShown(), players=table.in_hand, label="nobody_else")),
            buzz=tuple((name, AssassinShown(name)) for name in among),
            double_buzz=each(table.in_hand, AllShown()),
            usually=15,
        )
    )
