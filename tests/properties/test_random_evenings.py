"""Evenings at which anybody says anything at any time. What is so at every table must be so at these."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.core.asks import Ballots, Choose, Counts
from majordome.core.cues import Outcome
from majordome.core.evening import Evening
from majordome.core.events import ChairLeft, ChairTaken, GameEnded, PhaseSkipped, Wish
from majordome.core.prompter import Answer
from majordome.core.script import Beat
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import VoteCorrected, Winner
from majordome.games.murder.facts import Alarm, Jail, Sacrifice, Tally, Vote, Youngest
from majordome.games.murder.roles import Role
from strategies import Deed, Room, deeds, evenings, state, steady

pytestmark = pytest.mark.long

BOTH = 2


def hold_the_facts(table: Table) -> None:
    """What is true at every moment of every evening."""
    if table.knows_roles:
        assert sum(guest.role is Role.MURDERER for guest in table.guests) == BOTH
    assert len(set(table.jail)) == len(table.jail) <= BOTH
    assert set(table.jail) <= set(table.living)
    assert table.dead <= {guest.name for guest in table.guests}
    assert table.gone <= set(table.names)
    assert len(set(table.names)) == len(table.names) >= len(table.evening.guests)  # people come; who goes stays listed
    assert len(set(table.charmed)) == len(table.charmed) <= (BOTH if table.edition == "B" else len(table.guests))
    assert table.living == tuple(name for name in table.names if name not in table.dead | table.gone)
    if table.evening.game == "table":
        assert not table.jail


def hold_the_questions(beat: Beat | None, table: Table) -> None:
    """Only the living are asked, and only of the living, whatever the host has corrected meanwhile."""
    name = beat.name if beat is not None else "finished"
    assert (table.pointing is not None) == (name == "circle" and table.listed)
    assert not table.going or name in ("jailing", "sacrifice")
    for ask in beat.asks if beat is not None else ():
        assert set(ask.players) <= set(table.living)
        if isinstance(ask, Choose):
            assert {option.name for option in ask.options if option.name} <= set(table.living)
        if isinstance(ask, Ballots | Counts):
            assert set(ask.among) <= set(table.living)


def hold_the_cues(answer: Answer, table: Table, deed: Deed) -> None:
    """What the box may never do."""
    for cue in answer.cues:
        match cue:
            case Vote(candidates, seats):
                assert set(candidates) <= set(table.living)
                assert len(candidates) >= seats if table.listed else not candidates
            case Tally(votes) if not isinstance(deed, VoteCorrected):
                assert {name for name, _ in votes} <= set(table.living)
                assert sum(hands for _, hands in votes) <= BOTH * len(table.living)
            case Jail(names):
                assert len(set(names)) == len(names) <= BOTH
            case Youngest(name) | Sacrifice(str() as name, _):
                assert table.guest(name) is not None
            case Alarm():
                assert table.evening.flag("chairs")
            case Outcome():
                assert answer.cues[-1] == cue


@steady(100)
@given(evenings(), deeds())
def test_whatever_is_said_the_box_never_stumbles_and_the_facts_hold(evening: Evening, said: list[Deed]) -> None:
    room = Room(evening)
    for deed in said:
        answer = room.do(deed)
        assert answer.refused is None or answer.refused.why != "stumbled"
        assert answer.refused is None or not (answer.cues or answer.records)
        hold_the_facts(room.prompter.table)
        hold_the_questions(room.prompter.beat, room.prompter.table)
        hold_the_cues(answer, room.prompter.table, deed)


@steady(30)
@given(evenings(), deeds(), st.sampled_from(("guests", "murderers", "nobody")))
def test_the_host_can_end_the_game_at_any_moment(evening: Evening, said: list[Deed], winner: Winner) -> None:
    room = Room(evening).all(said)
    if not room.prompter.finished:
        answer = room.do(GameEnded(winner))
        assert answer.refused is None
        assert answer.cues[-1] == Outcome(winner)
    assert room.prompter.finished


@steady(30)
@given(evenings(), deeds())
def test_a_host_who_skips_every_phase_sees_monday_morning(evening: Evening, said: list[Deed]) -> None:
    room = Room(evening).all(said)
    if evening.game == "weekend":
        for _ in range(40):
            room.do(PhaseSkipped())
        assert room.prompter.finished


@steady(30)
@given(evenings(), deeds())
def test_all_steps_taken_back_lead_to_the_welcome(evening: Evening, said: list[Deed]) -> None:
    room = Room(evening).all(said)
    while (answer := room.do(Wish.TAKE_BACK)).refused is None:
        hold_the_facts(room.prompter.table)
    assert answer.refused.why == "nothing_to_take_back"
    assert room.prompter.beat is not None
    assert room.prompter.beat.name == "welcome"
    assert room.prompter.table.round == 0
    assert {type(step.event) for step in room.prompter.history} <= {ChairTaken, ChairLeft}


@steady(30)
@given(evenings(), deeds(), st.integers(1, 5))
def test_steps_taken_back_and_put_back_leave_everything_as_it_was(
    evening: Evening, said: list[Deed], steps: int
) -> None:
    # A chair that moves after the outcome is known to nobody until a step is taken back.
    room = Room(evening).all([deed for deed in said if not isinstance(deed, ChairTaken | ChairLeft)])
    before = state(room.prompter, room.now)
    back = sum(room.do(Wish.TAKE_BACK).refused is None for _ in range(steps))
    for _ in range(back):
        assert room.do(Wish.PUT_BACK).refused is None
    assert state(room.prompter, room.now) == before
