"""Before the first card: the welcome, the rules for those who ask, who plays, who begins, what is laid out."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Choose, OneAnswer, Option
from majordome.core.cues import Say
from majordome.core.events import Pressed
from majordome.core.script import Script, choose, dial, expect, skippable
from majordome.core.telling_rules import tell_rules
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import FirstNamed, PlayersCounted, RulesAsked, RulesEnough
from majordome.games.parasites.refusals import impossible

FEWEST, FEWEST_ADVANCED, MOST = 2, 3, 5
RULES = ("aim", "round", "shot", "real", "end", "talk")
RULES_ADVANCED = (*RULES, "sides", "dinner")
BREATH = 1.0  # seconds between two sentences of the rules


def opening(table: Table) -> Script[Table]:
    """All that comes before the first round."""
    table = yield from skippable(welcome(table))
    if not table.seats:
        table = yield from count_players(table)
    table = yield from who_begins(table)
    return (yield from skippable(lay_out(table)))


def welcome(table: Table) -> Script[Table]:
    """Good evening; and the rules, for those who do not know them."""
    yield Say(f"welcome_{table.evening.word('mode')}")
    everyone = table.seats
    table, said = yield from expect(
        table,
        "welcome",
        Pressed,
        RulesAsked,
        press=Pressed(),
        double=RulesAsked(),
        buzz=tuple((name, Pressed()) for name in everyone),
        double_buzz=tuple((name, RulesAsked()) for name in everyone),
        asks=(
            Choose(
                "welcome",
                (Option(Pressed(), label="begin"), Option(RulesAsked(), label="hear_rules")),
                players=everyone,
            ),
        ),
        usually=10,
    )
    return (yield from rules(table)) if isinstance(said, RulesAsked) else table


def rules(table: Table) -> Script[Table]:
    """Sentence by sentence, by themselves; a press goes on to the next, a double press leaves out the rest."""
    choice = (Option(Pressed(), label="next"), Option(RulesEnough(), label="enough"))
    parts = RULES_ADVANCED if table.advanced else RULES
    lines = (f"rules_{part}" for part in parts)
    ask = Choose("rules", choice, players=table.seats)
    return (yield from tell_rules(table, lines, table.seats, RulesEnough(), ask, breath=BREATH))


def count_players(table: Table) -> Script[Table]:
    """Without a guest list the seats are numbers, and the button counts them."""
    yield Say("how_many")
    fewest = FEWEST_ADVANCED if table.advanced else FEWEST
    table, said = yield from dial(replace(table, hangs=True), "company", "players", PlayersCounted, fewest, MOST)
    number = said.number if isinstance(said, PlayersCounted) else fewest
    return replace(table.seated(tuple(str(seat) for seat in range(1, number + 1))), hangs=False)


def who_begins(table: Table) -> Script[Table]:
    """The last who killed a parasite takes the first-player token."""
    yield Say("who_begins")
    table, said = yield from choose(
        replace(table, hangs=True),
        "first",
        "first",
        tuple(Option(FirstNamed(name), name=name) for name in table.seats),
        players=table.seats,
        buzz=tuple((name, FirstNamed(name)) for name in table.seats),
        refuse=impossible,
    )
    name = said.name if isinstance(said, FirstNamed) else table.first
    return replace(table, first=name, hangs=False)


def lay_out(table: Table) -> Script[Table]:
    """Which cards, how many, and who deals: the paper does not say, so it is the first player."""
    yield Say("deals", (table.first,))
    yield Say(f"setup_{table.evening.word('mode')}")
    yield Say(f"setup_for_{len(table.seats)}")
    table, _ = yield from expect(
        table,
        "setup",
        Pressed,
        press=Pressed(),
        buzz=tuple((name, Pressed()) for name in table.seats),
        asks=(OneAnswer(label="laid_out", players=table.seats),),
        usually=60,
    )
    return table
