"""The end of the hunt: the centre is turned over, and in advanced mode all sit down at the table."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Choose, OneAnswer, Option
from majordome.core.cues import Effect, Say
from majordome.core.script import Curtain, Script, Skip, expect, skippable
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import (
    AimDropped,
    AimTaken,
    CardDone,
    CentreTurned,
    DinnerEnded,
    Fired,
    PlayersTurned,
)
from majordome.games.parasites.facts import Dinner, Reveal, Shot
from majordome.games.parasites.refusals import impossible
from majordome.games.parasites.shots import choose_target, side_against
from majordome.games.parasites.table import Aim


def reveal(table: Table) -> Script[Table]:
    """All identities of the centre: one parasite among them, and the parasites win."""
    table = replace(table, phase="reveal", turn=None, aim=None, poll=None, laid=(), hangs=True)
    clean = True  # an empty centre
    yield Effect("drum_roll")
    if table.centre:
        yield Say("turn_centre")
        yes, no = CentreTurned(clean=True), CentreTurned(clean=False)
        table, said = yield from expect(
            table,
            "revealing",
            CentreTurned,
            press=yes,
            double=no,
            buzz=tuple((name, yes) for name in table.seats),
            double_buzz=tuple((name, no) for name in table.seats),
            asks=(Choose("centre", (Option(yes, label="clean"), Option(no, label="not_clean")), players=table.seats),),
            usually=15,
        )
        clean = said.clean
    yield Reveal(clean)
    if not clean:
        raise Curtain(table, "parasites")
    if not table.advanced:
        raise Curtain(table, "team")
    yield Say("centre_is_clean" if table.centre else "centre_is_empty")
    return replace(table, hangs=False)


def dinner(table: Table) -> Script[Table]:
    """Hands are discarded and sides are fixed. Lap by lap from the first player, until nobody shoots any more."""
    yield Dinner()
    yield Say("dinner", (table.first,))
    table = yield from skippable(laps(replace(table, phase="dinner")))
    return replace(table, turn=None, aim=None, hangs=True)


def laps(table: Table) -> Script[Table]:
    """A lap without a shot ends it; so does the word of all."""
    while True:
        before = len(table.shot)
        for name in table.clockwise(table.first):
            if name not in table.shot:  # a shot player shoots no more
                table = yield from at_table(table, name)
        if len(table.shot) == before:
            return table


def at_table(table: Table, name: str) -> Script[Table]:
    """One player may shoot another, or not."""
    table = replace(table, turn=name)
    yield Say("dinner_turn", (name,))
    while True:
        table, said = yield from expect(
            table,
            "dinner",
            *(CardDone, AimTaken, Fired, DinnerEnded),
            press=CardDone(),
            double=AimTaken(),
            hold=DinnerEnded(),
            buzz=((name, CardDone()),),
            double_buzz=((name, AimTaken()),),
            asks=(
                Choose(
                    "dinner",
                    (Option(CardDone(), label="no_shot"), Option(AimTaken(), label="shot")),
                    players=(name,),
                ),
                OneAnswer(means=DinnerEnded(), label="dinner_over"),
            ),
            usually=8,
            refuse=impossible,
        )
        if isinstance(said, AimTaken):
            table, fired = yield from aim_at_table(table, name)
            if fired is None:
                continue
            said = fired
        match said:
            case Fired():
                return (yield from fire_at_table(table, said))
            case DinnerEnded():
                raise Skip(table)
        return table


def aim_at_table(table: Table, by: str) -> Script[tuple[Table, Fired | None]]:
    """At whom, and what the identity showed."""
    table, aim = yield from choose_target(table, Aim(by, None))
    parasite, real = Fired(by, False, aim.at), Fired(by, True, aim.at)
    yield Say("aim_at", (aim.at or "",))
    table, said = yield from expect(
        replace(table, aim=aim),
        "dinner_shot",
        *(Fired, AimDropped),
        press=parasite,
        double=real,
        hold=AimDropped(),
        buzz=((by, parasite),),
        double_buzz=((by, real),),
        asks=(
            Choose("shown", (Option(parasite, label="parasite"), Option(real, label="real")), players=(by,)),
            OneAnswer(means=AimDropped(), label="no_shot", players=(by,)),
        ),
        usually=6,
        refuse=impossible,
    )
    return replace(table, aim=None), said if isinstance(said, Fired) else None


def fire_at_table(table: Table, fired: Fired) -> Script[Table]:
    """A real one: the shooter's side has lost at once. A parasite: gone, without a new card, and still a parasite."""
    assert fired.at is not None
    yield Shot(fired.by, fired.real, fired.at)
    if fired.real:
        yield Say("real_at_dinner", (fired.by,))
        raise Curtain(table, (yield from side_against(table, fired.by, fired.side)))
    yield Effect("parasite_bursts")
    yield Say("parasite_at_dinner", (fired.at,))
    return replace(table.without_card(fired.at), shot=(*table.shot, fired.at))


def last_cards(table: Table) -> Script[str]:
    """Everyone turns over: a parasite left, and the parasites win."""
    if not table.cards:
        return "reals"
    yield Effect("drum_roll")
    yield Say("last_cards")
    none, left = PlayersTurned(parasite_left=False), PlayersTurned(parasite_left=True)
    _, said = yield from expect(
        table,
        "last_cards",
        PlayersTurned,
        press=none,
        double=left,
        buzz=tuple((name, none) for name in table.seats),
        double_buzz=tuple((name, left) for name in table.seats),
        asks=(
            Choose(
                "players_left", (Option(none, label="all_real"), Option(left, label="a_parasite")), players=table.seats
            ),
        ),
        usually=10,
    )
    return "parasites" if said.parasite_left else "reals"
