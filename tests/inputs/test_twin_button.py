"""The digital twin's button: edges from a page are read like those of a pin, on the evening's own clock."""

from __future__ import annotations

import pytest

from majordome.core.clock import VirtualClock
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Sensed
from majordome.core.events import Gesture
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.games.murder.testing import guest_list
from majordome.inputs.twin_button import TwinButton
from majordome.sensing.gestures import HOLD, LONG_HOLD, SECOND_PRESS
from majordome.words.narrator import Narrator


class Twin:
    """An evening whose only hand is the twin's."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        game = manifest("weekend")
        self.prompter = Prompter(Evening(game.id, guest_list(12), game.usual()), Narrator("en"))
        self.performance = Performance(self.prompter, Stage(lambda: game), self.clock, MemoryWriter())
        self.sensed: list[Sensed] = []
        self.button = TwinButton(
            clock=self.clock,
            tell=self.sensed.append,
            moment=lambda: self.prompter.snapshot.moment_meant(self.clock.now()),
        )
        self.performance.ears.append(self.button)
        self.performance.begin()

    def edge(self, down: bool) -> None:
        self.button.edge(down)
        while self.sensed:
            self.performance.take(self.sensed.pop(0))

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while (due := self.performance.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            self.performance.tick()
        self.clock.advance(until - self.clock.now())

    def press(self) -> None:
        self.wait(1.0)
        self.edge(True)
        self.wait(0.1)
        self.edge(False)

    @property
    def beat(self) -> str:
        return self.prompter.beat.name if self.prompter.beat else "finished"


@pytest.fixture
def twin() -> Twin:
    return Twin()


def test_a_press_acts_as_the_finger_leaves(twin: Twin) -> None:
    twin.wait(1.0)
    twin.edge(True)
    assert twin.beat == "welcome"
    twin.edge(False)
    assert twin.beat == "welcome"  # a second press may come
    twin.wait(SECOND_PRESS)
    assert twin.beat == "walking"
    assert len(twin.prompter.history) == 1


def test_in_the_dark_one_press_and_two_mean_different_things(twin: Twin) -> None:
    twin.press()
    twin.press()
    assert twin.beat == "murder"
    twin.press()
    assert twin.beat == "murder"  # a second press may come
    twin.wait(SECOND_PRESS)
    assert twin.beat == "dying"
    assert twin.prompter.time_left(twin.clock.now()) == pytest.approx(10 - SECOND_PRESS)


def test_a_double_press_is_the_other_choice(twin: Twin) -> None:
    twin.press()
    twin.press()
    twin.press()
    twin.wait(0.1)
    twin.edge(True)
    assert twin.beat == "dying"
    twin.edge(False)
    assert twin.prompter.beat is not None
    assert twin.prompter.beat.within == 5  # the heart patient's


def test_held_for_two_seconds_the_evening_pauses_and_nothing_is_pressed(twin: Twin) -> None:
    twin.press()
    twin.wait(1.0)
    twin.edge(True)
    twin.wait(HOLD)
    assert (twin.beat, twin.prompter.paused) == ("walking", False)
    twin.edge(False)
    assert (twin.beat, twin.prompter.paused) == ("walking", True)
    twin.press()
    assert not twin.prompter.paused


def test_held_for_five_seconds_the_last_step_is_taken_back(twin: Twin) -> None:
    twin.press()
    twin.wait(1.0)
    assert twin.beat == "walking"
    twin.edge(True)
    twin.wait(LONG_HOLD)
    twin.edge(False)
    assert twin.beat == "welcome"
    assert not twin.prompter.paused


def test_the_same_edge_twice_is_one(twin: Twin) -> None:
    twin.wait(1.0)
    for _ in range(3):
        twin.edge(True)
    for _ in range(3):
        twin.edge(False)
    twin.wait(SECOND_PRESS)
    assert len(twin.prompter.history) == 1


def test_a_press_of_the_twin_is_meant_for_the_beat_that_it_saw(twin: Twin) -> None:
    twin.wait(1.0)
    twin.button.edge(True)  # on its way
    twin.performance.hear(Gesture.PRESS)
    twin.performance.take(twin.sensed.pop(0))
    assert twin.beat == "walking"  # not a second step
