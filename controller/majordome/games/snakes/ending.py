"""The day breaks, or the night stays for ever; then whoever likes shows a snake, and the winners have names."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Option
from majordome.core.cues import Effect, HourglassAway, Light, Outcome, Refused, Say
from majordome.core.events import Event, Pressed
from majordome.core.script import Script, choose
from majordome.games.snakes.corrections import Table
from majordome.games.snakes.events import SnakeShown

# Light, sound of the room, and the butler's words.
ENDS = {"day": ("daybreak", "cock_crow", "day_breaks"), "snakes": ("endless_night", "owl", "night_for_ever")}
CALLED_OFF = ("evening", "", "called_off")


def last_light(winner: str) -> Script[None]:
    """The end, for eyes and ears."""
    light, sound, words = ENDS.get(winner, CALLED_OFF)
    yield HourglassAway()
    yield Light(light)
    if sound:
        yield Effect(sound)
    yield Say(words)


def reveal(table: Table) -> Script[Table]:
    """Who holds a snake? Nobody has to say: then the winners have no names."""
    table = replace(table, phase="reveal", chosen="", offer=0, taken=False)
    yield Say("who_holds_snakes")
    while len(table.holders) < table.snakes:
        others = tuple(name for name in table.players if name not in table.holders)
        done = Option(Pressed(), label="no_more_snakes" if table.holders else "without_names")
        table, said = yield from choose(
            table,
            "reveal",
            "snakes",
            (*(Option(SnakeShown(name), name=name) for name in others), done),
            players=table.players,
            hold=Pressed(),
            buzz=tuple((name, SnakeShown(name)) for name in others),  # I hold one
            double_buzz=tuple((name, Pressed()) for name in table.players),
            usually=10,
            refuse=refuse_holder,
        )
        if not isinstance(said, SnakeShown):
            break
        yield Effect("snake_hiss")
        table = replace(table, holders=(*table.holders, said.player))
    return table


def refuse_holder(table: Table, event: Event) -> Refused | None:
    """Each holder is named once, however many snakes they hold."""
    match event:
        case SnakeShown(name) if name not in table.players:
            return Refused("snakes", "unknown_name", (name,))
        case SnakeShown(name) if name in table.holders:
            return Refused("snakes", "snake_already_shown", (name,))
    return None


def verdict(table: Table, winner: str) -> Script[Table]:
    """Who has won, by name where the snakes were shown."""
    names = table.side_of(winner)
    yield Effect(f"victory_{winner}")
    if names:
        yield Say("winners", names)
    yield Outcome(winner, names)
    return table
