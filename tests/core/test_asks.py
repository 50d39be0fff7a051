"""What a beat asks: each kind of question knows its answers, and what a player's own phone may say to it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from majordome.core.asks import (
    KINDS,
    MOST_TRIED,
    Ask,
    Ballots,
    Choose,
    ChooseSome,
    Counts,
    Number,
    OneAnswer,
    Option,
    Race,
    YesNo,
)
from majordome.core.cues import Refused
from majordome.core.events import Answered, Event, PhaseSkipped, Pressed, Slammed, TimeUp
from majordome.core.game import Rules
from majordome.core.script import Beat, Table
from majordome.core.view import ask_for_host, ask_for_player, ask_for_room
from majordome.games.murder.testing import a_table, an_evening, guest_list
from strategies import Oblige, Room

NAMES = ("Ana", "Bob", "Cid")


class Picked(Event, frozen=True):
    names: tuple[str, ...]


class Chosen(Event, frozen=True):
    name: str


class Scored(Event, frozen=True):
    points: int


class Counted(Event, frozen=True):
    votes: tuple[tuple[str, int], ...]


class Voted(Event, frozen=True):
    voter: str
    names: tuple[str, ...]


GO_ON = OneAnswer(players=NAMES)
YES_NO = YesNo("more", players=NAMES)
CHOOSE = Choose(
    "who", (*(Option(Chosen(name), name) for name in NAMES), Option(Pressed(), label="nobody")), players=NAMES
)
SOME = ChooseSome("who", NAMES, Picked, least=1, most=2, players=NAMES)
NUMBER = Number("points", Scored, 2, 9, players=NAMES)
COUNTS = Counts("hands", NAMES, Counted, most_each=3, most=6, players=NAMES)
BALLOTS = Ballots("ballot", NAMES, 2, Voted, box=(("Bob", ("Ana", "Cid")),), players=NAMES)
RACE = Race("first", players=NAMES)
EACH = (GO_ON, YES_NO, CHOOSE, SOME, NUMBER, COUNTS, BALLOTS, RACE)

by_kind = pytest.mark.parametrize("ask", EACH, ids=lambda ask: ask.kind)


def test_every_kind_of_question_is_tried_here() -> None:
    assert tuple(type(ask) for ask in EACH) == tuple(KINDS)
    assert len({ask.kind for ask in EACH}) == len(KINDS)


# The answers.


@pytest.mark.parametrize(
    ("ask", "answers"),
    [
        (GO_ON, [Pressed()]),
        (OneAnswer(means=Scored(1)), [Scored(1)]),
        (YES_NO, [Answered(True), Answered(False)]),
        (YesNo("more", yes=Scored(1), no=Scored(0)), [Scored(1), Scored(0)]),
        (CHOOSE, [Chosen("Ana"), Chosen("Bob"), Chosen("Cid"), Pressed()]),
        (
            SOME,
            [Picked(names) for names in (("Ana",), ("Bob",), ("Cid",), ("Ana", "Bob"), ("Ana", "Cid"), ("Bob", "Cid"))],
        ),
        (
            ChooseSome("order", NAMES[:2], Picked, least=2, ordered=True),
            [Picked(("Ana", "Bob")), Picked(("Bob", "Ana"))],
        ),
        (ChooseSome("none", (), Picked), [Picked(())]),
        (ChooseSome("too few", NAMES, Picked, least=4), []),
        (NUMBER, [Scored(number) for number in range(2, 10)]),
        (Number("one", Scored, 5, 5), [Scored(5)]),
        (
            COUNTS,
            [Counted((("Ana", 2), ("Bob", 2), ("Cid", 2))), *(Counted(((name, 3),)) for name in NAMES)],
        ),
        (BALLOTS, [Voted("Ana", ("Ana", "Bob")), Voted("Cid", ("Bob", "Cid"))]),
        (RACE, [Slammed(name) for name in NAMES]),
    ],
)
def test_a_question_knows_its_answers(ask: Ask, answers: list[Event]) -> None:
    assert sorted(map(repr, ask.answers())) == sorted(map(repr, answers))


def test_of_very_many_answers_only_some_are_tried_and_the_ends_of_a_number_always() -> None:
    many = ChooseSome("who", tuple(f"Guest {n}" for n in range(20)), Picked)
    assert len(list(many.answers())) == MOST_TRIED
    points = {answer.points for answer in Number("points", Scored, 0, 999).answers() if isinstance(answer, Scored)}
    assert {0, 999} <= points
    assert len(points) < 10


@by_kind
def test_the_answers_are_what_a_beat_takes_and_what_a_phone_may_say(ask: Ask) -> None:
    table = Table(an_evening())
    beat = Beat(name="asked", table=table, takes=(Pressed, Answered, Chosen, Picked, Scored, Counted, Voted, Slammed))
    answers = list(ask.answers())
    assert answers
    for answer in answers:
        assert beat.refuses(answer) is None
        assert any(ask.allows(answer, name) for name in NAMES), answer
        assert ask.refuses(answer) is None
        assert not ask.allows(answer, "Zed")


@by_kind
def test_where_no_player_is_asked_no_phone_may_answer(ask: Ask) -> None:
    silent = replace(ask, players=())
    assert [name for name in (*NAMES, "") for answer in ask.answers() if silent.allows(answer, name)] == []


@by_kind
def test_what_is_no_answer_a_phone_may_not_say(ask: Ask) -> None:
    for event in (TimeUp(), PhaseSkipped(), Chosen("Zed")):
        assert not ask.allows(event, "Ana")


# What each kind allows.


def test_a_phone_chooses_only_what_is_offered() -> None:
    assert CHOOSE.allows(Chosen("Bob"), "Ana")
    assert CHOOSE.allows(Pressed(), "Ana")
    assert not CHOOSE.allows(Chosen("Zed"), "Ana")
    assert not CHOOSE.allows(Answered(True), "Ana")


@pytest.mark.parametrize(
    ("names", "allowed"),
    [
        (("Ana",), True),
        (("Cid", "Ana"), True),
        ((), False),
        (("Ana", "Bob", "Cid"), False),
        (("Ana", "Ana"), False),
        (("Zed",), False),
    ],
)
def test_a_phone_names_so_many_different_ones_of_those_who_can_be(names: tuple[str, ...], allowed: bool) -> None:
    assert SOME.allows(Picked(names), "Bob") is allowed


@pytest.mark.parametrize(("points", "allowed"), [(2, True), (9, True), (5, True), (1, False), (10, False)])
def test_a_phone_says_a_number_within_the_limits(points: int, allowed: bool) -> None:
    assert NUMBER.allows(Scored(points), "Bob") is allowed
    assert not Number("points", Scored, 0, 9, players=NAMES).allows(Scored(True), "Bob")


@pytest.mark.parametrize(
    ("votes", "allowed"),
    [
        ((("Ana", 3), ("Bob", 3)), True),
        ((("Bob", 1),), True),
        ((), True),
        ((("Ana", 4),), False),
        ((("Ana", -1),), False),
        ((("Ana", 3), ("Bob", 3), ("Cid", 1)), False),
        ((("Ana", 1), ("Ana", 1)), False),
        ((("Zed", 1),), False),
    ],
)
def test_a_phone_that_counts_may_say_any_count_that_can_be(votes: tuple[tuple[str, int], ...], allowed: bool) -> None:
    assert COUNTS.allows(Counted(votes), "Bob") is allowed


def test_a_phone_hands_in_its_own_ballot_only_and_may_change_it() -> None:
    assert BALLOTS.allows(Voted("Ana", ("Bob", "Cid")), "Ana")
    assert BALLOTS.allows(Voted("Bob", ("Bob", "Cid")), "Bob")  # his is in, and he thinks again
    assert not BALLOTS.allows(Voted("Ana", ("Bob", "Cid")), "Bob")
    assert not BALLOTS.allows(Voted("Zed", ("Bob", "Cid")), "Zed")
    assert BALLOTS.heard == ("Bob",)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Ana", "Bob"), None),
        (("Ana", "Zed"), Refused("ballot", "not_a_candidate", ("Zed",))),
        (("Ana", "Ana"), Refused("ballot", "same_name_twice", ("Cid",))),
        (("Ana",), Refused("ballot", "how_many_names", ("2", "1"))),
        ((), Refused("ballot", "how_many_names", ("2", "0"))),
        (NAMES, Refused("ballot", "how_many_names", ("2", "3"))),
    ],
)
def test_a_ballot_that_cannot_be_is_refused_alike_for_everyone(names: tuple[str, ...], why: Refused | None) -> None:
    assert BALLOTS.refuses(Voted("Cid", names)) == why


def test_a_phone_slams_for_its_own_player() -> None:
    assert RACE.allows(Slammed("Ana"), "Ana")
    assert not RACE.allows(Slammed("Ana", behind=2), "Ana")  # it would slip past the lock, and be never too late
    assert not RACE.allows(Slammed("Ana"), "Bob")
    assert not RACE.allows(Slammed("Zed"), "Zed")
    assert not RACE.allows(Pressed(), "Ana")


# As they are shown.


@by_kind
def test_the_room_reads_what_is_asked_and_not_what_an_answer_means(ask: Ask) -> None:
    told = ask_for_room(ask)
    assert (told["kind"], told["players"]) == (ask.kind, list(NAMES))
    assert "says" not in repr(told)
    assert "means" not in told


@by_kind
def test_nobody_is_shown_what_stands_on_anothers_ballot(ask: Ask) -> None:
    for told in (ask_for_host(ask), ask_for_room(ask), ask_for_player(ask, "Ana")):
        assert told is not None
        assert "box" not in told
    assert ask_for_player(ask, "Zed") is None


def test_a_player_is_shown_their_own_ballot_and_the_host_whose_are_in() -> None:
    mine, other = ask_for_player(BALLOTS, "Bob"), ask_for_player(BALLOTS, "Ana")
    assert mine is not None
    assert other is not None
    assert (mine["cast"], other["cast"]) == (["Ana", "Cid"], None)
    assert "heard" not in mine
    assert ask_for_host(BALLOTS)["heard"] == ["Bob"]
    assert ask_for_room(BALLOTS)["in"] == 1


# At the tables of real games.


@pytest.mark.parametrize("seed", range(12))
def test_at_every_beat_something_can_be_said_and_what_can_be_said_is_taken(seed: int) -> None:
    game, number = ("weekend", 12) if seed % 2 else ("table", 7)
    cards = guest_list(number, Cid="charmer", Dora="vampire") if seed % 3 == 0 else guest_list(number)
    room, dice = Room(an_evening(game, () if seed % 4 == 1 else cards)), Random(seed)
    for _ in range(80):
        beat = room.prompter.beat
        if beat is None:
            break
        answers = list(Rules().answers(beat))
        assert answers, beat.name
        for ask in beat.asks:
            for answer in ask.answers():
                assert isinstance(answer, beat.takes) or beat.refuses(answer) is None, (beat.name, answer)
        room.do(Oblige(dice.randrange(10**6)))


def test_a_random_answer_is_never_refused() -> None:
    party, dice = a_table(7), Random(3)
    while party.prompter.beat is not None:
        answers = list(Rules().answers(party.prompter.beat))
        answer = dice.choice(answers)
        party.wait(party.prompter.time_left(party.clock.now()) or 0) if isinstance(answer, TimeUp) else party.say(
            answer
        )
