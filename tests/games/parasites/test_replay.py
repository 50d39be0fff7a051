"""Whatever was played can be played again: after a power cut, after taking everything back, and by random hands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.parasites.company import Company, an_evening, company_of
from games.parasites.files import any_file
from games.parasites.ways import ByPhones, play
from majordome.core.events import Gesture, TimeUp, Wish
from majordome.core.library import load
from majordome.core.prompter import Prompter
from majordome.core.view import host, room
from majordome.words.narrator import Narrator

pytestmark = pytest.mark.long

GAME = load("parasites")
SLOWLY = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def digest(prompter: Prompter) -> tuple[Any, ...]:
    """All that anybody can see."""
    now_at = prompter.snapshot
    return prompter.table, room(now_at, 0.0), replace_moment(host(now_at)), now_at.shown, now_at.outcome


def replace_moment(seen: Any) -> Any:
    return {name: getattr(seen, name) for name in seen.__struct_fields__ if name not in ("moment", "puts_back")}


@SLOWLY
@given(any_file())
def test_a_fresh_box_that_is_fed_the_journal_stands_where_the_old_one_stood(file: dict[str, Any]) -> None:
    company = company_of(file)
    play(file, company, ByPhones(company))
    fresh = Prompter(company.prompter.evening, Narrator("en"))
    fresh.recall(company.writer.records, 0.0)
    assert digest(fresh) == digest(company.prompter)


@settings(SLOWLY, max_examples=15)
@given(any_file())
def test_everything_taken_back_and_put_back_is_as_it_was(file: dict[str, Any]) -> None:
    company = company_of(file)
    beginning = digest(company.prompter)[0]
    play(file, company, ByPhones(company))
    before = digest(company.prompter)
    steps = 0
    while company.say(Wish.TAKE_BACK).refused is None:
        steps += 1
    assert company.prompter.table == beginning
    while company.say(Wish.PUT_BACK).refused is None:
        steps -= 1
    assert steps == 0
    after = digest(company.prompter)
    assert after[0] == before[0]
    assert after[3:] == before[3:]


@SLOWLY
@given(st.integers(0, 5).filter(lambda n: n != 1), st.sampled_from(("classic", "advanced")), st.data())
def test_whatever_random_hands_do_the_table_stays_possible(number: int, mode: str, data: st.DataObject) -> None:
    if mode == "advanced" and number == 2:
        number = 3
    company = Company(an_evening(number, mode, laying=20))
    for _ in range(data.draw(st.integers(0, 120))):
        beat = company.prompter.beat
        if beat is None:
            break
        possible = list(GAME.answers(beat))
        assert possible, f"nothing can be said at {beat.name}"
        assert beat.press is not None, f"no press at {beat.name}"
        event = data.draw(st.sampled_from(possible))
        company.wait() if isinstance(event, TimeUp) else company.well(event)
        table = company.table
        assert 0 <= table.failures <= 4
        assert table.centre >= 0
        assert table.deck >= 0
        assert set(table.cards) <= set(table.seats)
        assert not set(table.cards) & set(table.shot)
        if company.prompter.beat is not None:
            assert table.failures < 4 or company.name == "side"


def test_the_button_alone_finishes_any_game() -> None:
    for mode in ("classic", "advanced"):
        for number in (0, 3, 5):
            company = Company(an_evening(number, mode))
            while company.name != "finished":
                if company.name == "roll":
                    company.wait()
                elif company.name in ("company", "first") and company.beat.double is not None:
                    company.well(Gesture.DOUBLE)
                else:
                    company.well(Gesture.PRESS)
            assert company.prompter.snapshot.outcome is not None
