"""Somebody presses, all may slam, the first has the floor; whoever came behind is read out, too."""

from __future__ import annotations

from majordome.core.asks import OneAnswer, Race
from majordome.core.cues import Arc, ReadOut, Refused, Ring
from majordome.core.evening import Evening
from majordome.core.events import Answered, Event, Pressed, Slammed, TimeUp
from majordome.core.game import Rules
from majordome.core.script import Script, Table, expect

BANNED = "Zoe"  # whose slams the rules refuse


def fair(table: Table, event: Event) -> Refused | None:
    return Refused("slam", "not_now") if isinstance(event, Slammed) and event.player == BANNED else None


class Quickest(Rules):
    """The game."""

    def script(self, evening: Evening) -> Script[Table]:
        """Round after round."""
        table, names = Table(evening), evening.names
        while True:
            yield Ring(tuple(Arc("red", name) for name in names))
            table, said = yield from expect(
                table, "ready", Pressed, Answered, asks=(OneAnswer(),), press=Pressed(), double=Answered(True)
            )
            if isinstance(said, Answered):
                table, _ = yield from expect(table, "hush", TimeUp, within=5.0, dark=True)
            table, first = yield from expect(
                table, "race", Slammed, asks=(Race(question="first", players=names),), refuse=fair
            )
            yield Ring(
                tuple(Arc("green" if name == first.player else "red", name, name == first.player) for name in names)
            )
            yield ReadOut(first.player)
            while True:
                table, said = yield from expect(
                    table,
                    "answer",
                    Pressed,
                    Slammed,
                    Answered,
                    asks=(OneAnswer(),),
                    press=Pressed(),
                    buzz=((first.player, Answered(True)),),
                    double_buzz=((first.player, Answered(False)),),
                    refuse=fair,
                )
                if not isinstance(said, Slammed):
                    break
                yield ReadOut(f"{said.player} {said.behind}")
            if isinstance(said, Answered):
                yield ReadOut("yes" if said.yes else "no")


GAME = Quickest()
