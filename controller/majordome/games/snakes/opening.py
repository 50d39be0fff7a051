"""Before the first card is offered: how many, the rules for whoever wants them, the cards, and who begins."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import OneAnswer, Option, YesNo
from majordome.core.cues import Light, Refused, Say
from majordome.core.events import Answered, Event, Pressed
from majordome.core.script import Script, choose, dial, expect, skippable
from majordome.core.telling_rules import each, tell_rules
from majordome.games.snakes.corrections import Table
from majordome.games.snakes.deck import FEWEST, MOST
from majordome.games.snakes.events import Dealt, PlayersCounted

RULES = ("aim", "offer", "refuse", "take", "silence", "round", "smallest", "end")
YES, NO, ENOUGH = Answered(yes=True), Answered(yes=False), Answered(yes=False)


def opening(table: Table) -> Script[Table]:
    """Everything that is said before the first door closes."""
    yield Light("evening")
    yield Say("welcome")
    table = yield from count_players(table)
    table = yield from skippable(rules(table))
    table = yield from skippable(deal(table))
    yield Light("masks")
    return replace(table, phase="play")


def count_players(table: Table) -> Script[Table]:
    """Without a guest list the players are numbers: 1 sits to the left of the dealer, and on clockwise."""
    if table.players:
        return table
    yield Say("how_many")
    table, counted = yield from dial(table, "how_many", "how_many", PlayersCounted, FEWEST, MOST)
    assert isinstance(counted, PlayersCounted)
    return table.seat(tuple(str(number) for number in range(1, counted.number + 1)))


def rules(table: Table) -> Script[Table]:
    """Offered, and told one by one: a press goes on to the next, a double press is enough."""
    yield Say("offer_rules")
    table, wanted = yield from expect(
        table,
        "rules_offered",
        Answered,
        asks=(YesNo("rules", YES, NO, players=table.players),),
        press=NO,
        double=YES,
        buzz=each(table.players, NO),
        double_buzz=each(table.players, YES),
    )
    if not wanted.yes:
        return table
    lines = (f"rule_{rule}" for rule in RULES if rule != "smallest" or table.loses_smallest)
    following = OneAnswer(label="next_rule", players=table.players)
    enough = OneAnswer(means=ENOUGH, label="enough_rules", players=table.players)
    return (yield from tell_rules(table, lines, table.players, ENOUGH, following, enough))


def deal(table: Table) -> Script[Table]:
    """Which cards, who deals, and who was dealt three of them."""
    yield table.ring
    yield Say(f"setup_{len(table.players)}")
    yield Say("deal")
    if not table.evening.guests:
        yield Say("numbered_seats")  # the dealer's left neighbour holds three: that is number 1
    table, _ = yield from expect(
        table,
        "dealing",
        Pressed,
        asks=(OneAnswer(label="dealt", players=table.players),),
        press=Pressed(),
        buzz=each(table.players, Pressed()),
        usually=90,
    )
    if not table.evening.guests:
        return table
    yield Say("who_has_three")
    table, dealt = yield from choose(
        table,
        "starting",
        "starts",
        tuple(Option(Dealt(player), name=player) for player in table.players),
        players=table.players,
        buzz=tuple((player, Dealt(player)) for player in table.players),  # it is me
        refuse=refuse_stranger,
    )
    assert isinstance(dealt, Dealt)
    return replace(table, active=dealt.player)


def refuse_stranger(table: Table, event: Event) -> Refused | None:
    """Only somebody who sits here can have been dealt three cards."""
    if isinstance(event, Dealt) and event.player not in table.players:
        return Refused("starts", "unknown_name", (event.player,))
    return None
