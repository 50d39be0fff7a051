"""The host's words at this table, typed in English or French: `slam Ana`, `points Bob 3`, `pioche`."""

from __future__ import annotations

from majordome.core.events import Event, Slammed
from majordome.core.script import Beat
from majordome.core.typed_commands import Command, Words, always, one_name
from majordome.games.exchange.events import LetIn, PileEmptied, PointsCorrected, RulesWanted, SentOut


def _points(words: Words, beat: Beat | None) -> Event:
    told = words.numbers()
    if len(told) != 1:
        raise words.wrong()
    return PointsCorrected(*told[0])


COMMANDS: tuple[Command, ...] = (
    Command(("rules", "règles"), "", always(RulesWanted())),
    Command(("slam", "abat"), "NAME", one_name(Slammed)),
    Command(("pile", "pioche"), "", always(PileEmptied())),
    Command(("points",), "NAME 3", _points),
    Command(("out", "sortir"), "NAME", one_name(SentOut)),
    Command(("in", "rentrer"), "NAME", one_name(LetIn)),
)
