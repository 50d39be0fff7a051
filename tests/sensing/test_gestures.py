"""One button: when a press is a press, a double press, a hold, and what a long hold takes back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from majordome.core.cues import Refused
from majordome.core.evening_loop import GoodNight, Heard, Moment
from majordome.core.events import Gesture, Pressed, Wish
from majordome.core.prompter import Answer
from majordome.core.records import Happened, Paused
from majordome.sensing.gestures import GOOD_NIGHT, HOLD, LONG_HOLD, SAME_GESTURE, SECOND_PRESS, GestureReader

PLAIN = Moment(7, acts_at_once=True, double=False, paused=False)
WITH_DOUBLE = Moment(7, acts_at_once=False, double=True, paused=False)
WITH_HOLD = Moment(7, acts_at_once=False, double=False, paused=False)


def a_step(t: float = 0.0) -> Answer:
    return Answer(records=(Happened(t, "walking", Pressed()),))


def said(heard: list[Heard]) -> list[object]:
    return [GoodNight() if isinstance(each.said, GoodNight) else each.said for each in heard]


def test_where_the_press_has_one_meaning_it_acts_as_the_button_goes_down() -> None:
    reader = GestureReader()
    assert reader.edge(True, 1.0, PLAIN) == [Heard(Gesture.PRESS, 7, 1.0)]
    assert reader.edge(False, 1.1, PLAIN) == []
    assert reader.due() is None


def test_where_a_hold_means_something_a_press_is_sure_when_the_button_is_let_go() -> None:
    reader = GestureReader()
    assert reader.edge(True, 1.0, WITH_HOLD) == []
    assert reader.edge(False, 1.2, WITH_HOLD) == [Heard(Gesture.PRESS, 7, 1.0)]


def test_where_a_double_press_means_something_a_single_one_is_sure_when_no_second_came() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_DOUBLE)
    assert reader.edge(False, 1.1, WITH_DOUBLE) == []
    assert reader.due() == 1.1 + SECOND_PRESS
    assert reader.tick(1.1 + SECOND_PRESS - 0.01) == []
    assert reader.tick(1.1 + SECOND_PRESS) == [Heard(Gesture.PRESS, 7, 1.0)]
    assert reader.due() is None


def test_a_double_press_is_sure_as_the_button_goes_down_again_and_counts_from_the_first() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_DOUBLE)
    reader.edge(False, 1.1, WITH_DOUBLE)
    assert reader.edge(True, 1.3, WITH_DOUBLE) == [Heard(Gesture.DOUBLE, 7, 1.0)]
    assert reader.edge(False, 1.4, WITH_DOUBLE) == []
    assert reader.tick(3.0) == []


def test_whoever_presses_twice_by_habit_does_not_skip_the_next_beat() -> None:
    reader = GestureReader()
    assert said(reader.edge(True, 1.0, PLAIN)) == [Gesture.PRESS]
    reader.edge(False, 1.1, PLAIN)
    following = Moment(8, acts_at_once=True, double=False, paused=False)
    assert reader.edge(True, 1.2, following) == []
    assert reader.edge(False, 1.3, following) == []
    assert said(reader.edge(True, 1.0 + SAME_GESTURE, following)) == [Gesture.PRESS]


def test_two_seconds_are_a_hold_while_the_button_is_still_down() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_HOLD)
    assert reader.due() == 1.0 + HOLD
    assert reader.tick(1.0 + HOLD) == [Heard(Gesture.HOLD, 7, 1.0)]
    assert reader.edge(False, 3.5, WITH_HOLD) == []


def test_a_hold_after_a_press_that_acted_takes_the_press_back_and_pauses() -> None:
    reader = GestureReader()
    (press,) = reader.edge(True, 1.0, PLAIN)
    reader.took(press, a_step())
    assert said(reader.tick(3.0)) == [Wish.TAKE_BACK, Wish.PAUSE]


def test_five_seconds_take_the_last_step_back() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_HOLD)
    (hold,) = reader.tick(3.0)
    reader.took(hold, Answer(records=(Paused(0.0),)))
    assert reader.due() == 1.0 + LONG_HOLD
    assert said(reader.tick(6.0)) == [Wish.GO_ON, Gesture.BACK]
    assert reader.edge(False, 9.0, WITH_HOLD) == []
    assert reader.due() is None


def test_five_seconds_take_back_also_what_their_own_press_and_hold_started() -> None:
    reader = GestureReader()
    (press,) = reader.edge(True, 1.0, PLAIN)
    reader.took(press, a_step())
    back, pause = reader.tick(3.0)
    reader.took(back, Answer())
    reader.took(pause, Answer(records=(Paused(0.0),)))
    assert said(reader.tick(6.0)) == [Wish.GO_ON, Gesture.BACK]


def test_a_yes_by_hold_is_taken_back_by_a_long_hold_with_the_step_before_it() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_HOLD)
    (yes,) = reader.tick(3.0)
    reader.took(yes, a_step())
    assert said(reader.tick(6.0)) == [Wish.TAKE_BACK, Gesture.BACK]


def test_ten_seconds_are_good_night_and_put_the_step_back_that_five_seconds_took() -> None:
    reader = GestureReader()
    (press,) = reader.edge(True, 1.0, PLAIN)
    reader.took(press, a_step())
    back, pause = reader.tick(3.0)
    reader.took(back, Answer())
    reader.took(pause, Answer(records=(Paused(0.0),)))
    go_on, step_back = reader.tick(6.0)
    reader.took(go_on, Answer())
    reader.took(step_back, Answer())
    assert reader.due() == 1.0 + GOOD_NIGHT
    assert said(reader.tick(11.0)) == [Wish.PUT_BACK, GoodNight()]
    assert reader.due() is None
    assert reader.edge(False, 12.0, PLAIN) == []


def test_ten_seconds_put_nothing_back_where_there_was_no_step_to_take() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_HOLD)
    reader.tick(3.0)
    (back,) = reader.tick(6.0)
    reader.took(back, Answer(refused=Refused("back", "nothing_to_take_back")))
    assert said(reader.tick(11.0)) == [GoodNight()]


def test_a_box_that_looks_late_still_hears_what_came_of_five_seconds_before_it_says_good_night() -> None:
    reader = GestureReader()
    reader.edge(True, 1.0, WITH_HOLD)
    assert GoodNight() not in said(reader.tick(30.0))
    assert said(reader.tick(30.0)) == [GoodNight()]


def test_a_lost_edge_is_forgiven() -> None:
    reader = GestureReader()
    assert reader.edge(False, 0.5, PLAIN) == []
    assert said(reader.edge(True, 1.0, PLAIN)) == [Gesture.PRESS]
    assert reader.edge(True, 1.5, PLAIN) == []


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
        assert due is None or due > now - HOLD
    assert presses <= downs
