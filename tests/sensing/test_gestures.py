"""One button: when a press is a press, a double press, a hold, and that nothing happens before the finger leaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.core.evening_queue import GoodNight, Heard, Moment
from majordome.core.events import Gesture
from majordome.sensing.gestures import GOOD_NIGHT, HOLD, LONG_HOLD, SAME_GESTURE, SECOND_PRESS, GestureReader

PLAIN = Moment(7, acts_at_once=True, double=False, paused=False)
WITH_DOUBLE = Moment(7, acts_at_once=False, double=True, paused=False)
WITH_HOLD = Moment(7, acts_at_once=False, double=False, paused=False)


def said(heard: list[Heard]) -> list[object]:
    return [GoodNight() if isinstance(each.said, GoodNight) else each.said for each in heard]


def test_a_press_acts_as_the_finger_leaves_the_button() -> None:
    reader = GestureReader()
    assert reader.edge(True, 1.0, PLAIN) == []
    assert reader.edge(False, 1.1, PLAIN) == [Heard(Gesture.PRESS, 7, 1.1)]
    assert reader.due() is None


def test_where_a_hold_means_something_a_press_is_the_same() -> None:
    reader = GestureReader()
    assert reader.edge(True, 1.0, WITH_HOLD) == []
    assert reader.edge(False, 1.2, WITH_HOLD) == [Heard(Gesture.PRESS, 7, 1.2)]


def test_a_guests_buzzer_which_knows_no_hold_acts_as_it_goes_down() -> None:
    reader = GestureReader(holds=False)
    assert reader.edge(True, 1.0, PLAIN) == [Heard(Gesture.PRESS, 7, 1.0)]
    assert reader.due() is None
    assert reader.edge(False, 9.0, PLAIN) == []


def test_where_a_double_press_means_something_a_single_one_is_sure_when_no_second_came() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_DOUBLE)
    assert reader.edge(False, 1.1, WITH_DOUBLE) == []
    assert reader.due() == 1.1 + SECOND_PRESS
    assert reader.tick(1.1 + SECOND_PRESS - 0.01) == []
    assert reader.tick(1.1 + SECOND_PRESS) == [Heard(Gesture.PRESS, 7, 1.1)]
    assert reader.due() is None


def test_a_double_press_is_sure_as_the_button_goes_down_again_and_counts_from_the_first() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_DOUBLE)
    reader.edge(False, 1.1, WITH_DOUBLE)
    assert reader.edge(True, 1.3, WITH_DOUBLE) == [Heard(Gesture.DOUBLE, 7, 1.1)]
    assert reader.edge(False, 1.4, WITH_DOUBLE) == []
    assert reader.tick(3.0) == []


def test_an_unhurried_second_press_after_less_than_half_a_second_is_a_double_press() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_DOUBLE)
    reader.edge(False, 1.1, WITH_DOUBLE)
    assert said(reader.edge(True, 1.55, WITH_DOUBLE)) == [Gesture.DOUBLE]


def test_a_third_press_after_a_double_one_is_none() -> None:
    reader = GestureReader()
    heard = []
    for n, edge in enumerate((True, False) * 3):
        heard += reader.edge(edge, 1.0 + 0.15 * n, WITH_DOUBLE)
        heard += reader.tick(1.0 + 0.15 * n)
    assert said(heard + reader.tick(9.0)) == [Gesture.DOUBLE]


def test_the_second_press_of_a_double_one_means_nothing_more_however_long_it_is_held() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_DOUBLE)
    reader.edge(False, 1.1, WITH_DOUBLE)
    reader.edge(True, 1.3, WITH_DOUBLE)
    assert reader.due() is None
    assert reader.edge(False, 8.0, WITH_DOUBLE) == []


def test_whoever_presses_twice_by_habit_does_not_skip_the_next_beat() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, PLAIN)
    assert said(reader.edge(False, 1.1, PLAIN)) == [Gesture.PRESS]
    following = Moment(8, acts_at_once=True, double=False, paused=False)
    assert reader.edge(True, 1.2, following) == []
    assert reader.edge(False, 1.3, following) == []
    reader.edge(True, 1.3 + SAME_GESTURE, following)
    assert said(reader.edge(False, 2.0, following)) == [Gesture.PRESS]


@pytest.mark.parametrize("moment", [PLAIN, WITH_HOLD, WITH_DOUBLE])
@pytest.mark.parametrize(
    ("held", "meant"),
    [
        (HOLD, Gesture.HOLD),
        (LONG_HOLD - 0.01, Gesture.HOLD),
        (LONG_HOLD, Gesture.BACK),
        (GOOD_NIGHT - 0.01, Gesture.BACK),
    ],
)
def test_a_hold_counts_when_the_finger_leaves_and_nothing_happens_before(
    moment: Moment, held: float, meant: Gesture
) -> None:
    reader = GestureReader()
    assert reader.edge(True, 1.0, moment) == []
    assert reader.due() == 1.0 + HOLD
    assert reader.tick(1.0 + held) == []
    assert said(reader.edge(False, 1.0 + held, moment)) == [meant]
    assert reader.tick(30.0) == []


def test_a_hold_that_begins_with_a_press_by_habit_is_a_hold() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, PLAIN)
    reader.edge(False, 1.1, PLAIN)
    reader.edge(True, 1.2, PLAIN)
    assert said(reader.edge(False, 4.0, PLAIN)) == [Gesture.HOLD]


def test_ten_seconds_are_good_night_while_the_button_is_still_down() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, PLAIN)
    (heard,) = reader.tick(1.0 + GOOD_NIGHT)
    assert isinstance(heard.said, GoodNight)
    assert heard.said.held()  # a button that is still down when the last word is said is stuck
    assert reader.due() is None
    assert reader.edge(False, 12.0, PLAIN) == []
    assert not heard.said.held()


def test_a_button_that_cannot_be_seen_any_more_has_done_nothing() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, PLAIN)
    reader.forget()
    assert (reader.edge(False, 1.2, PLAIN), reader.due()) == ([], None)


@pytest.mark.parametrize(("looks", "meant"), [((), Gesture.PRESS), ((3.0,), Gesture.HOLD), ((3.0, 6.0), Gesture.BACK)])
def test_a_release_that_nobody_saw_makes_the_hold_no_longer_than_it_was_seen(
    looks: tuple[float, ...], meant: Gesture
) -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, PLAIN)
    for look in looks:
        assert reader.tick(look) == []
    assert said(reader.let_go()) == [meant]
    assert reader.let_go() == []


def test_a_lost_edge_is_forgiven() -> None:
    reader = GestureReader()
    assert reader.edge(False, 0.5, PLAIN) == []
    assert reader.edge(True, 1.0, PLAIN) == []
    assert reader.edge(True, 1.5, PLAIN) == []
    assert said(reader.edge(False, 1.6, PLAIN)) == [Gesture.PRESS]


@given(
    st.lists(st.tuples(st.booleans(), st.floats(0, 3), st.sampled_from([PLAIN, WITH_DOUBLE, WITH_HOLD]))),
)
def test_no_trembling_makes_more_presses_than_the_button_went_down(
    edges: list[tuple[bool, float, Moment]],
) -> None:
    reader, now, downs, presses = GestureReader(), 0.0, 0, 0
    for pressed, pause, moment in edges:
        due = reader.due()
        now += pause
        heard = reader.tick(now) if due is not None and due <= now else []
        heard += reader.edge(pressed, now, moment)
        downs += pressed
        presses += sum(each.said in (Gesture.PRESS, Gesture.DOUBLE) for each in heard)
        assert all(each.at is None or each.at <= now for each in heard)
        due = reader.due()
        assert due is None or due > now - GOOD_NIGHT
    assert presses <= downs
