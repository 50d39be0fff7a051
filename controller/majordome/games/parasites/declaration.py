"""At any time a player may say that no parasite is left. If at least half of all agree, the centre is turned over."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Number, Option, YesNo
from majordome.core.cues import Effect, Hourglass, HourglassAway, HourglassEmpty, Say
from majordome.core.events import Pointed, TimeUp
from majordome.core.script import Script, choose, expect
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import Agreed, AgreementCounted, Declared, SomebodyDeclared
from majordome.games.parasites.facts import Declaration
from majordome.games.parasites.refusals import impossible
from majordome.games.parasites.table import Poll


class HuntOver(Exception):
    """Enough of them say so: no card is played any more."""

    def __init__(self, table: Table) -> None:
        super().__init__("the centre is turned over")
        self.table = table


def declaration(table: Table, said: Declared | SomebodyDeclared) -> Script[Table]:
    """Who says so, who agrees; with too few the hunt goes on."""
    if isinstance(said, SomebodyDeclared):
        table, said = yield from who_declares(table)
    yield Effect("declaration")
    yield Say("declared", (said.by,))
    table, agree = yield from who_agrees(table, said.by)
    enough = 2 * agree >= len(table.seats)  # at least half of all players, the one who declares among them
    yield Declaration(said.by, agree, enough)
    if enough:
        raise HuntOver(table)
    yield Say("not_agreed", (said.by,))
    return table


def who_declares(table: Table) -> Script[tuple[Table, Declared]]:
    """By the button alone somebody speaks up, and the box asks who it was."""
    yield Say("who_declares")
    table, said = yield from choose(
        table,
        "declarer",
        "declarer",
        tuple(Option(Declared(name), name=name) for name in table.seats),
        players=table.seats,
        buzz=tuple((name, Declared(name)) for name in table.seats),
        refuse=impossible,
    )
    assert isinstance(said, Declared)
    return table, said


def who_agrees(table: Table, by: str) -> Script[tuple[Table, int]]:
    """How many, with the one who declares: on buzzers and phones by name, by the button a press for each hand."""
    seconds = float(table.evening.number("agreeing"))
    everyone = len(table.seats)
    poll, again = Poll(by, (by,)), False
    yield Hourglass(seconds)
    while True:
        agree = min(everyone, len(poll.yes) + poll.hands)
        others = tuple(name for name in table.seats if name != by)
        table, said = yield from expect(
            replace(table, poll=poll),
            "agreeing",
            *(Agreed, AgreementCounted, Pointed, TimeUp),
            press=Pointed(agree + 1 if agree < everyone else len(poll.yes)),
            double=AgreementCounted(agree),
            buzz=tuple((name, Agreed(name)) for name in others),
            double_buzz=tuple((name, Agreed(name, False)) for name in others),
            asks=(
                Number("agree", AgreementCounted, 1, everyone, at=agree),
                *(YesNo("no_parasite", Agreed(name), Agreed(name, False), players=(name,)) for name in others),
            ),
            within=seconds,
            again=again,
            usually=8,
            refuse=impossible,
        )
        again = True
        match said:
            case Agreed(name, yes):
                if name != by:  # who declares, agrees
                    poll = poll.answered(name, yes)
                if len(poll.yes) + len(poll.no) < everyone:
                    continue
                agree = min(everyone, len(poll.yes) + poll.hands)
            case Pointed(hands):
                poll = replace(poll, hands=max(0, min(hands, everyone) - len(poll.yes)))
                yield Effect("card_down")
                continue
            case AgreementCounted(counted):
                agree = counted
            case _:
                yield HourglassEmpty()
                return replace(table, poll=None), agree
        yield HourglassAway()
        return replace(table, poll=None), agree
