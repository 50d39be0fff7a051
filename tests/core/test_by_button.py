"""Several names, a count, ballots and a race by the one button; and a whole game by nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from majordome.core.cues import Outcome, ReadOut
from majordome.core.events import Event, Gesture, Picked, Slammed
from majordome.core.library import load
from majordome.core.plain_values import event_from_plain, kinds_of
from majordome.core.table_drawing import pointed_at
from majordome.core.view import room
from majordome.testing import Party
from web.parlour import games_of_the_host, parlour


@pytest.fixture
def salon() -> Iterator[Party]:
    """At the ranking: two of Ana, Bob and Zoé, in order."""
    with games_of_the_host():
        party = Party(parlour())
        for said in ("press", "double", "press", "press", "double", "press"):
            party.say(Gesture(said))
        party.say(own("chosen", name="Zoé"))  # in the dark no button points
        assert party.beat == "rank"
        party.cues()
        yield party


def own(is_: str, **more: object) -> Event:
    return event_from_plain({"is": is_, **more}, kinds_of(load("parlour").events))


def pointed(party: Party) -> str:
    """At whom, as everyone in the room sees it."""
    seen = room(party.prompter.snapshot, 0.0)
    return pointed_at({"asks": seen.asks})


def test_names_are_taken_one_after_the_other_and_the_last_is_the_answer(salon: Party) -> None:
    salon.press()
    salon.press()
    assert pointed(salon) == "Bob"
    assert salon.cues() == [ReadOut("Ana"), ReadOut("Bob")]
    salon.double()
    assert salon.prompter.beat is not None
    assert salon.prompter.beat.double is None  # nobody is pointed at yet
    salon.press()
    salon.press()
    salon.press()  # Bob is taken already, and passed over
    assert salon.cues() == [ReadOut("Ana"), ReadOut("Zoé"), ReadOut("Ana")]
    salon.double()
    assert salon.beat == "claps"
    assert salon.prompter.history[-1].event == own("ranked", names=["Bob", "Ana"])


def test_a_name_that_was_taken_can_be_taken_back(salon: Party) -> None:
    salon.press()
    salon.double()
    salon.press()
    salon.back()
    assert Picked("Ana") not in [step.event for step in salon.prompter.history]
    assert pointed(salon) == "Ana"


def test_only_those_who_are_asked_for_can_be_taken(salon: Party) -> None:
    assert salon.refusal_of(Picked("Zorro")).why == "not_a_choice"
    assert salon.refusal_of(own("ranked", names=["Ana"])).why == "how_many_names"
    assert salon.refusal_of(own("ranked", names=["Ana", "Ana"])).why == "same_name_twice"


def test_each_double_press_counts_one_more_for_whom_the_button_points_at(salon: Party) -> None:
    salon.say(own("ranked", names=["Bob", "Ana"]))
    salon.cues()
    salon.press()
    salon.double()
    salon.double()
    salon.press()
    salon.double()
    assert salon.cues() == [ReadOut("Ana"), ReadOut("Ana 1"), ReadOut("Ana 2"), ReadOut("Bob"), ReadOut("Bob 1")]
    for _ in range(4):
        salon.double()
    assert salon.prompter.beat is not None
    assert salon.prompter.beat.double is None  # five for each at most
    salon.hold()
    assert salon.beat == "best"
    assert salon.prompter.history[-1].event == own("clapped", claps=[["Ana", 2], ["Bob", 5]])


def test_ballots_are_cast_one_voter_after_the_other_and_whose_phone_voted_is_left_out(salon: Party) -> None:
    salon.say(own("ranked", names=["Bob", "Ana"]))
    salon.say(own("clapped", claps=[["Ana", 2]]))
    salon.cues()
    salon.press()
    assert salon.cues() == [ReadOut("Ana, Ana")]  # who votes, and for whom
    salon.double()
    salon.say(own("voted", voter="Bob", names=["Zoé"]))
    salon.press()
    assert salon.cues() == [ReadOut("Zoé, Ana")]
    salon.double()
    assert salon.all(Outcome) == [Outcome("players", ("Ana",))]


def test_a_slam_of_somebody_who_does_not_race_is_refused() -> None:
    with games_of_the_host():
        party = Party(parlour())
        party.press()
        party.double()
        assert party.beat == "race"
        assert party.refusal_of(Slammed("Zorro")).why == "not_a_choice"
