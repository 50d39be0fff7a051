"""The three actions: murder, police, joker. The one who has the floor names and counts; the cards decide."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Ask, OneAnswer, Option, YesNo
from majordome.core.cues import Effect, Light, Refused, Say
from majordome.core.events import Answered, Event, Pressed, Slammed, TimeUp
from majordome.core.script import Script, choose, dial, expect, skippable
from majordome.core.telling_rules import each
from majordome.games.exchange.corrections import HandEnded, Table
from majordome.games.exchange.events import CrimeCounted, PileEmptied, SurvivalCounted, TargetNamed, Withdrew
from majordome.games.exchange.facts import Joker, Murder, Out, Police
from majordome.games.exchange.lights import ring
from majordome.games.exchange.pile import pile_runs_out

MOST_TOTAL = 99
DRUM_ROLL = 4  # seconds
MURDER_DONE, MURDER_SURVIVED, POLICE_RIGHT = 2, 1, 1  # points

Buzzers = tuple[tuple[str, Event], ...]


def in_line(table: Table, *busy: str | None) -> tuple[tuple[Ask, ...], Buzzers]:
    """Whoever slams now acts next: what the phones and the buzzers of all the others mean."""
    waiting = table.others(table.floor, *busy)
    asks = tuple(OneAnswer(means=Slammed(name), players=(name,), label="slam_next") for name in waiting)
    return asks, tuple((name, Slammed(name)) for name in waiting)


def murder(table: Table) -> Script[Table]:
    """Crime over survival: two points for the assassin. Else, a tie too, one point for the victim. The hand ends."""
    assassin = table.floor
    yield Light("murder")
    yield Effect("murder")
    table, victim = yield from name_target(table, "victim", "who_is_the_victim")
    if assassin is None or victim is None:
        return table
    yield Say("count_crime", (assassin,))  # one weapon; at most one approach, masteries of different kinds
    asks, buzz = in_line(table)
    table, said = yield from dial(
        table, "crime", "crime", CrimeCounted, 0, MOST_TOTAL, asks=asks, players=(assassin,), buzz=buzz, usually=15
    )
    assert isinstance(said, CrimeCounted)
    table = replace(table, crime=said.points)
    yield Say("count_survival", (victim,))  # one reflex, one clue, masteries of different kinds
    asks, buzz = in_line(table, victim)
    table, told = yield from dial(
        table,
        "survival",
        "survival",
        SurvivalCounted,
        0,
        MOST_TOTAL,
        asks=asks,
        players=(victim,),
        buzz=buzz,
        usually=15,
    )
    assert isinstance(told, SurvivalCounted)
    table = replace(table, survival=told.points)
    table = yield from skippable(drum_roll(table))
    success = said.points > told.points
    yield Effect("scream" if success else "survived")
    yield Murder(assassin, victim, said.points, told.points, success)
    if success:
        yield Say("murder_done", (assassin,))
        raise HandEnded(table.score(MURDER_DONE, assassin), "murder")
    yield Say("murder_failed", (victim,))
    raise HandEnded(table.score(MURDER_SURVIVED, victim), "murder")


def drum_roll(table: Table) -> Script[Table]:
    """The verdict makes itself wait."""
    yield Effect("drum_roll")
    table, _ = yield from expect(table, "drum_roll", TimeUp, Pressed, press=Pressed(), within=DRUM_ROLL)
    return table


def police(table: Table) -> Script[Table]:
    """The accused holds an assassin: one point, and the hand ends. Else the accuser is out for this hand."""
    accuser = table.floor
    yield Light("police")
    yield Effect("siren")
    table, accused = yield from name_target(table, "accused", "who_is_accused")
    if accuser is None or accused is None:
        return table
    if table.passed_to(accused):
        # You cannot accuse the neighbour to whom you passed the assassin in this very turn.
        yield Say("just_passed", (accuser,))
        table, passed = yield from yes_or_no(table, "passed", (accuser,))
        if passed:
            yield Refused("police", "just_passed", (accuser, accused))
            yield Say("wait_for_next", (accuser,))
            return table
    yield Say("is_it_the_assassin", (accused,))
    table, right = yield from yes_or_no(table, "assassin", (accuser, accused))
    yield Police(accuser, accused, right)
    if right:
        yield Effect("handcuffs")
        yield Say("assassin_found", (accuser,))
        raise HandEnded(table.score(POLICE_RIGHT, accuser), "police")
    table = replace(table, out=table.out | {accuser})
    yield Out(accuser)  # the accused shows the cards to the accuser alone
    yield Say("falsely_accused", (accuser,))
    if table.only_one_left:
        raise HandEnded(table, "alone")
    return table


def joker(table: Table) -> Script[Table]:
    """The card says what happens; then it is discarded, and everyone holds five cards again."""
    player = table.floor
    assert player is not None
    yield Joker(player)
    yield Light("joker")
    yield Say("joker", (player,))
    asks, buzz = in_line(table)
    table, said = yield from expect(
        table,
        "joker",
        Pressed,
        PileEmptied,
        press=Pressed(),
        double=PileEmptied(),
        buzz=((player, Pressed()), *buzz),
        double_buzz=((player, PileEmptied()),),
        asks=(
            OneAnswer(players=(player,), label="joker_done"),
            OneAnswer(means=PileEmptied(), players=(player,), label="pile_empty"),
            *asks,
        ),
        usually=20,
    )
    if isinstance(said, PileEmptied):  # a joker may make somebody draw
        yield from pile_runs_out(table.settled())
    return table


def name_target(table: Table, beat: str, line: str) -> Script[tuple[Table, str | None]]:
    """Point at somebody else who is still in the hand; or take the card back."""
    actor = table.floor
    yield Say(line)
    options = (
        *(Option(TargetNamed(name), name=name) for name in table.others(actor)),
        Option(Withdrew(), label="nothing"),
    )
    asks, buzz = in_line(table)
    table, said = yield from choose(
        table,
        beat,
        beat,
        options,
        asks=asks,
        players=(actor,) if actor is not None else (),
        buzz=buzz,
        refuse=refuse_target,
    )
    if not isinstance(said, TargetNamed):
        yield Say("withdrew")
        return table, None
    table = replace(table, target=said.name)
    yield ring(table)
    return table, said.name


def refuse_target(table: Table, event: Event) -> Refused | None:
    """Not oneself, and nobody who is out."""
    if not isinstance(event, TargetNamed):
        return None
    if event.name not in table.seats:
        return Refused("target", "not_at_the_table", (event.name,))
    if event.name == table.floor:
        return Refused("target", "names_oneself", (event.name,))
    if event.name in table.out:
        return Refused("target", "out_for_this_hand", (event.name,))
    return None


def yes_or_no(table: Table, beat: str, players: tuple[str, ...]) -> Script[tuple[Table, bool]]:
    """A press says no; it takes a double press, or a hold, to say yes. The first of these answers by buzzer."""
    no, yes = Answered(False), Answered(True)
    answers = players[:1]
    asks, buzz = in_line(table)
    table, said = yield from expect(
        table,
        beat,
        Answered,
        press=no,
        double=yes,
        hold=yes,
        buzz=(*each(answers, no), *buzz),
        double_buzz=each(answers, yes),
        asks=(YesNo(beat, yes, no, players=players), *asks),
    )
    return table, said.yes
