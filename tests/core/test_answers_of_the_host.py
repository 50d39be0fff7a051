"""Every kind of question can be answered in typed words, and an ask's limits hold whoever answers."""

from __future__ import annotations

from typing import Any

import pytest

from majordome.core.asks import Ask, Ballots, Choose, ChooseSome, Counts, Number, OneAnswer, Option, unasked
from majordome.core.cues import Refused
from majordome.core.evening import Evening
from majordome.core.events import Event, Gesture, Pressed
from majordome.core.game import Answers
from majordome.core.script import Beat, Table
from majordome.core.typed_commands import understand

NAMES = ("Ana", "Bob", "Cid")
LABELS = {"nobody_at_all": "Nobody at all", "ready": "We are ready"}


class Ranked(Event, frozen=True):
    names: tuple[str, ...]


class Bid(Event, frozen=True):
    amount: int


class Paid(Event, frozen=True):
    coins: tuple[tuple[str, int], ...]


class Voted(Event, frozen=True):
    voter: str
    names: tuple[str, ...]


class Ready(Event, frozen=True):
    pass


SOME = ChooseSome("rank", NAMES, Ranked, least=0, most=2)
VOTE = Ballots("vote", NAMES, 1, Voted, players=NAMES)


def beat(*asks: Ask, **more: Any) -> Beat:
    return Beat("here", Table(Evening("snakes")), (Ranked, Bid, Paid, Voted, Ready), asks, **more)


@pytest.mark.parametrize(
    ("ask", "line", "means"),
    [
        (VOTE, "Ana: Bob", Voted("Ana", ("Bob",))),
        (VOTE, "bob ana cid", Voted("Bob", ("Ana", "Cid"))),  # too many: to be refused with its reason
        (SOME, "none", Ranked(())),
        (SOME, "aucun", Ranked(())),
        (OneAnswer(means=Ready(), label="ready"), "we are ready", Ready()),
        (OneAnswer(means=Ready(), label="ready"), "ready", Ready()),
        (Choose("which", (Option(Bid(0), label="nobody_at_all"),)), "nobody", Bid(0)),
    ],
)
def test_an_answer_can_be_typed(ask: Ask, line: str, means: Event) -> None:
    assert understand(line, beat(ask), NAMES, labels=LABELS) == means


@pytest.mark.parametrize("line", ["Ana", "Zed Bob", "Ana Zed"])
def test_what_is_no_ballot_is_none(line: str) -> None:
    assert understand(line, beat(VOTE), NAMES) == Refused("command", "unknown_command", (line.split()[0],))


COUNT = Counts("pay", NAMES, Paid, most_each=5, most=8)


@pytest.mark.parametrize(
    ("ask", "event", "why"),
    [
        (SOME, Ranked(("Ana", "Cid")), None),
        (SOME, Ranked(("Ana", "Zed")), "not_a_choice"),
        (SOME, Ranked(("Ana", "Ana")), "same_name_twice"),
        (SOME, Ranked(NAMES), "how_many_names"),
        (ChooseSome("rank", NAMES, Ranked, least=2, most=2), Ranked(("Ana",)), "how_many_names"),
        (Number("bid", Bid, 2, 9), Bid(9), None),
        (Number("bid", Bid, 2, 9), Bid(10), "number_out_of_range"),
        (COUNT, Paid((("Ana", 5), ("Bob", 3))), None),
        (COUNT, Paid((("Ana", 6),)), "number_out_of_range"),
        (COUNT, Paid((("Ana", -1),)), "number_out_of_range"),
        (COUNT, Paid((("Ana", 5), ("Bob", 5))), "number_out_of_range"),
        (COUNT, Paid((("Zed", 1),)), "not_a_choice"),
        (COUNT, Paid((("Ana", 1), ("Ana", 1))), "same_name_twice"),
        (VOTE, Voted("Ana", ("Zed",)), "not_a_candidate"),
        (VOTE, Pressed(), None),
    ],
)
def test_what_is_asked_for_holds_for_the_host_too(ask: Ask, event: Event, why: str | None) -> None:
    refused = unasked((ask,), event)
    assert (refused.why if refused else None) == why


def test_of_two_questions_one_is_enough() -> None:
    assert unasked((Number("bid", Bid, 1, 3), Number("more", Bid, 7, 9)), Bid(8)) is None
    assert unasked((Number("bid", Bid, 1, 3), Number("more", Bid, 7, 9)), Bid(5)) is not None


def test_a_rehearsal_presses_where_people_only_go_on() -> None:
    said: list[object] = []
    waiting = beat(OneAnswer(label="ready"), press=Pressed())
    assert Answers(()).answer(waiting, lambda what: said.append(what))
    assert said == [Gesture.PRESS]
    assert not Answers(()).answer(beat(VOTE, press=Pressed()), lambda what: None)
