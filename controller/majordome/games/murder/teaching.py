"""Before the first night: the welcome, the rules told aloud, and a round without stakes.

Only what is in play is told: this edition, and the cards that were dealt. Which cards are in the deck everyone may
know; who holds them is never told here.
"""

from __future__ import annotations

from collections.abc import Iterator

from majordome.core.asks import Choose, Option
from majordome.core.cues import Countdown, Light, Say, Top
from majordome.core.events import Pressed, TimeUp
from majordome.core.script import Script, Skip, expect
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import Explained, TriedOut
from majordome.games.murder.facts import Scream
from majordome.games.murder.roles import ALCHEMIST, CHARMER, HEART, INSOMNIAC, SHORTSIGHTED, VAMPIRE

SPECIAL = (HEART, INSOMNIAC, VAMPIRE, CHARMER, SHORTSIGHTED, ALCHEMIST)
BY_NIGHT = (HEART, INSOMNIAC, VAMPIRE, ALCHEMIST)  # the others can do nothing at a table
PRETENDED = 5  # seconds that the demonstration's victim counts
BEGIN = Choose(
    "welcome",
    (
        Option(Pressed(), label="begin"),
        Option(Explained(), label="tell_rules"),
        Option(TriedOut(), label="try_out"),
    ),
)


def welcome(table: Table) -> Script[Table]:
    """The guests come in. The rules for whoever wants them, a round to try, as often as they like; then it begins."""
    yield Light("evening")
    yield Say(f"welcome_{table.evening.game}")
    yield Say("cards_dealt") if table.knows_roles else Say(f"deck_{table.evening.game}")
    yield Say("rules_offered")
    while True:
        table, told = yield from expect(
            table,
            "welcome",
            Pressed,
            Explained,
            TriedOut,
            press=Pressed(),
            double=Explained(),
            hold=TriedOut(),
            usually=60,
            asks=(BEGIN,),
        )
        if isinstance(told, Pressed):
            return table
        try:
            table = yield from explained(table) if isinstance(told, Explained) else tried_out(table)
        except Skip as skip:
            table = skip.table
        yield Light("evening")
        yield Say("ready_to_begin")


def explained(table: Table) -> Script[Table]:
    """The rules, in a minute or so; a press ends the lesson."""
    for line in rules(table):
        yield Say(line)
    table, _ = yield from expect(
        table, "rules", Pressed, TimeUp, press=Pressed(), within=0, after_voice=True, usually=5
    )
    return table


def rules(table: Table) -> Iterator[str]:
    """What to tell, in order."""
    place = "weekend" if table.has_jail else "table"
    yield f"rules_{place}_aim"
    yield f"rules_{place}_night_{table.edition}"
    if table.has_jail:
        yield "rules_weekend_day"
        yield "rules_weekend_vote"
    yield f"rules_{place}_end"
    cards = SPECIAL if table.has_jail else BY_NIGHT
    yield from (f"rules_{role}" for role in cards if table.dealt(role))
    if not table.has_jail and any(table.dealt(role) for role in SPECIAL if role not in BY_NIGHT):
        yield "rules_table_idle"


def tried_out(table: Table) -> Script[Table]:
    """A night and a vote that count for nothing: everyone hears what everything sounds like."""
    yield Light("night")
    yield Say("demo_walk" if table.has_jail else "demo_sit")
    table, _ = yield from expect(table, "demo_walking", Pressed, press=Pressed(), top="stop", usually=15)
    yield Top("stop")
    yield Light("dark")
    yield Say("demo_night" if table.has_jail else "demo_night_table")
    table, _ = yield from expect(table, "demo_dying", TimeUp, within=PRETENDED, after_voice=True, dark=True)
    yield Countdown(PRETENDED)
    table, _ = yield from expect(table, "demo_counting", TimeUp, within=PRETENDED, dark=True, flash=True)
    yield Scream()
    yield Light("awake")
    yield Say("demo_awake")
    table, _ = yield from expect(table, "demo_circle", Pressed, press=Pressed(), top="vote", usually=15)
    yield Light("vote")
    yield Top("vote")
    yield Say("demo_over")
    return table
