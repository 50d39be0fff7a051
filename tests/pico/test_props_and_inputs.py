"""What the box says to a board, and what it makes of what it hears: on a virtual clock, without a wire."""

from __future__ import annotations

from typing import Any

import pytest

from majordome.core.clock import VirtualClock
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import ChairLeft, ChairTaken, Gesture
from majordome.core.library import manifest
from majordome.core.manifest import HOUSE_MOODS
from majordome.core.prompter import Answer
from majordome.pico import wire
from majordome.pico.board import Board
from majordome.pico.inputs import PicoButton, PicoChair
from majordome.pico.link import Identity, Told, Value
from majordome.pico.port import Absence
from majordome.pico.props import PicoButtonLamp, PicoBuzzer, PicoHourglass, PicoLamp

PLAIN = Moment(0, acts_at_once=True, double=False, paused=False)
CHOICE = Moment(0, acts_at_once=False, double=True, paused=False)
ALL = frozenset({"sand", "lamp", "coloured_lamp", "buzzer", "button", "button_light", "ring", "guest_lights"})
MOODS = {**HOUSE_MOODS, **manifest("weekend").moods}


class Line:
    """A perfect line to a board whose clock is the evening's, in microseconds."""

    link = None
    device = "/dev/ttyACM0"

    def __init__(self, wanted: str, company: Any) -> None:
        self.identity: Identity | None = None
        self.said: list[tuple[Value, ...]] = []

    def say(self, name: str, *values: Value) -> bool:
        if self.identity is not None:
            self.said.append((name, *values))
        return self.identity is not None

    def board_time(self, ours: float) -> int:
        return int(ours * 1e6) & wire.MASK

    def start(self) -> None: ...
    def close(self) -> None: ...


class Bench:
    """A board on a workbench, its clock, and whoever listens."""

    def __init__(self, *, fitted: frozenset[str] = ALL, speed: float = 1.0) -> None:
        self.clock = VirtualClock()
        self.clock.advance(100.0)
        self.told: list[Sensed] = []
        self.speed = speed
        self.fitted = fitted
        self.board = Board("auto", (), tell=lambda notice: None, now=self.real, line=Line)
        self.line: Any = self.board.line

    def real(self) -> float:
        """The clock on the wall; the evening may run faster."""
        return self.clock.now() / self.speed

    @property
    def hearing(self) -> dict[str, Any]:
        return {"clock": self.clock, "tell": self.told.append, "moment": lambda: 7, "speed": self.speed}

    def join(self) -> None:
        identity = Identity(1, (1, 0, 0), self.fitted, (30, 30), 6, 2, "power", 1.0, "e6", "props")
        self.line.identity = identity
        self.board.joined(identity)

    def leave(self) -> None:
        self.board.absent(Absence("lost"))
        self.line.identity = None

    def said(self) -> list[tuple[Value, ...]]:
        said, self.line.said = self.line.said, []
        return [words for words in said if words != ("dark", 0)]

    def tell(self, name: str, ago: float = 0.0, **fields: int) -> None:
        """The board tells something that was so long ago."""
        at = self.real() - ago
        self.board.told(Told(name, {"at": self.line.board_time(at), **fields}, at))

    def senses(self, ear: Any, moment: Moment = PLAIN) -> list[Heard]:
        """The evening takes what was noted."""
        heard: list[Heard] = []
        while self.told:
            sensed = self.told.pop(0)
            assert sensed.ear is ear
            heard += ear.sense(sensed, moment)
        return heard

    def wait(self, ear: Any, seconds: float, moment: Moment = PLAIN) -> list[Heard]:
        heard: list[Heard] = []
        until = self.clock.now() + seconds
        while (due := ear.due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            heard += ear.tick(self.clock.now(), moment)
        self.clock.advance(until - self.clock.now())
        return heard


# The hourglass.


def test_the_sand_is_said_in_seconds_and_not_light_by_light() -> None:
    bench = Bench()
    sand = PicoHourglass(bench.board)
    bench.join()
    bench.said()
    sand.run(180.0, 180.0)
    bench.clock.advance(179.0)
    sand.clear(empty=True)
    assert bench.said() == [("run", 180_000, 180_000, 100_000_000), ("clear", 1)]


def test_an_evening_that_runs_faster_has_faster_sand() -> None:
    bench = Bench(speed=4.0)
    sand = PicoHourglass(bench.board, speed=4.0)
    bench.join()
    bench.said()
    sand.run(180.0, 180.0)
    assert bench.said() == [("run", 45_000, 45_000, 25_000_000)]


def test_a_board_that_comes_late_shows_the_sand_where_it_should_be_by_then() -> None:
    bench = Bench()
    sand = PicoHourglass(bench.board)
    sand.run(180.0, 180.0)
    bench.clock.advance(60.0)
    bench.join()
    # At the time 100 s there were 180 s left: the board itself knows what that makes now.
    assert bench.said() == [("run", 180_000, 180_000, 100_000_000)]


def test_without_a_common_time_it_is_told_what_is_left_by_now() -> None:
    bench = Bench()
    sand = PicoHourglass(bench.board)
    sand.run(180.0, 180.0)
    bench.clock.advance(60.0)
    bench.line.board_time = lambda ours: wire.NOW
    bench.join()
    assert bench.said() == [("run", 120_000, 180_000, wire.NOW)]


def test_frozen_sand_stays_frozen_over_a_pulled_cable() -> None:
    bench = Bench()
    sand = PicoHourglass(bench.board)
    bench.join()
    sand.run(180.0, 180.0)
    bench.clock.advance(30.0)
    sand.freeze()
    sand.freeze()
    assert bench.said()[-1] == ("freeze", 130_000_000)
    bench.leave()
    bench.clock.advance(500.0)
    bench.join()
    assert bench.said() == [("run", 150_000, 180_000, 130_000_000), ("freeze", 130_000_000)]


def test_an_hourglass_that_is_away_stays_away() -> None:
    bench = Bench()
    sand = PicoHourglass(bench.board)
    sand.run(10.0, 10.0)
    sand.clear(empty=False)
    sand.freeze()
    bench.join()
    assert bench.said() == [("clear", 0)]


# The lamp, and darkness.


@pytest.mark.parametrize("mood", MOODS)
def test_every_mood_has_its_colour_on_a_coloured_lamp_and_its_brightness_on_a_white_one(mood: str) -> None:
    white = (MOODS[mood].white,) * 3
    for fitted, levels in ((ALL, MOODS[mood].colour), (frozenset({"lamp"}), white)):
        bench = Bench(fitted=fitted)
        lamp = PicoLamp(bench.board)
        bench.join()
        bench.said()
        lamp.shine(MOODS[mood])
        colour = tuple(round(255 * level) for level in levels)
        assert bench.said() == [("lamp", *colour, 0 if mood == "dark" else 1200)]


def test_the_scream_is_announced_and_then_not_ordered_a_second_time() -> None:
    bench = Bench()
    lamp = PicoLamp(bench.board)
    bench.join()
    bench.said()
    lamp.flashes_at(110.0)
    lamp.flashes_at(110.0)
    bench.clock.advance(10.0)
    lamp.flash(MOODS["scream"])
    assert bench.said() == [("flash", 110_000_000)]


def test_a_scream_that_nobody_announced_comes_at_once() -> None:
    bench = Bench()
    lamp = PicoLamp(bench.board)
    bench.join()
    bench.said()
    lamp.flash(MOODS["scream"])
    assert bench.said() == [("flash", wire.NOW)]


def test_a_scream_that_does_not_come_after_all_is_called_off() -> None:
    bench = Bench()
    lamp = PicoLamp(bench.board)
    bench.join()
    bench.said()
    lamp.flashes_at(110.0)
    bench.clock.advance(4.0)
    lamp.flashes_at(None)  # the host holds the evening
    bench.clock.advance(60.0)
    lamp.flashes_at(170.0)
    assert bench.said() == [("flash", 110_000_000), ("cancel",), ("flash", 170_000_000)]


def test_a_scream_to_come_is_announced_anew_to_a_board_that_comes_back() -> None:
    bench = Bench()
    lamp = PicoLamp(bench.board)
    bench.join()
    lamp.shine(MOODS["dark"])
    lamp.flashes_at(110.0)
    bench.leave()
    bench.said()
    bench.join()
    assert bench.said() == [("lamp", 0, 0, 0, 0), ("flash", 110_000_000)]


def test_darkness_is_told_first_of_all() -> None:
    bench = Bench()
    PicoLamp(bench.board).shine(MOODS["day"])
    bench.board.darken(True)
    bench.join()
    assert bench.said()[0] == ("dark", wire.NO_LIGHT)


def test_the_light_in_the_button_says_what_it_says_on_pins() -> None:
    bench = Bench()
    light = PicoButtonLamp(bench.board)
    bench.join()
    bench.said()
    for state in ("waits", "waits", "busy", "paused", "dark"):
        light.show(state)
    assert [words[1] for words in bench.said()] == [wire.LIGHTS.index(w) for w in ("waits", "busy", "paused", "off")]


# TOP.


def a_buzzer(bench: Bench, *, own_button: bool) -> PicoBuzzer:
    buzzer = PicoBuzzer(bench.board, clock=bench.clock, own_button=own_button)
    bench.join()
    bench.said()
    return buzzer


STOP = wire.PATTERNS.index("stop")


def test_a_struck_top_is_sent_at_once_and_not_again_when_it_is_ordered() -> None:
    bench = Bench()
    buzzer = a_buzzer(bench, own_button=False)
    buzzer.arm("stop")
    buzzer.strike()
    buzzer.strike()
    buzzer.sound("stop")
    assert bench.said() == [("buzz", STOP, wire.NOW)]
    buzzer.sound("stop")
    assert bench.said() == [("buzz", STOP, wire.NOW)]


def test_a_board_with_its_own_button_is_armed_and_disarmed() -> None:
    bench = Bench()
    buzzer = a_buzzer(bench, own_button=True)
    buzzer.arm("stop")
    buzzer.arm("stop")
    buzzer.arm(None)
    assert bench.said() == [("arm", STOP), ("arm", wire.NONE)]


def test_what_the_board_has_struck_by_itself_is_not_sounded_again() -> None:
    bench = Bench()
    buzzer = a_buzzer(bench, own_button=True)
    buzzer.arm("stop")
    bench.said()
    buzzer.has_struck(STOP)
    buzzer.strike()
    buzzer.sound("stop")
    assert bench.said() == []
    buzzer.arm("stop")
    assert bench.said() == [("arm", STOP)]


def test_where_a_press_would_not_count_yet_the_board_is_armed_later() -> None:
    bench = Bench()
    buzzer = a_buzzer(bench, own_button=True)
    buzzer.arm("stop", 0.4)
    assert bench.said() == []
    assert bench.wait(buzzer, 0.39) == []
    assert bench.said() == []
    bench.wait(buzzer, 0.02)
    assert bench.said() == [("arm", STOP)]


def test_a_press_that_the_board_did_not_answer_is_answered_by_the_box_which_disarms_it() -> None:
    bench = Bench()
    buzzer = a_buzzer(bench, own_button=True)
    buzzer.arm("stop")
    bench.said()
    buzzer.strike()
    assert bench.said() == [("buzz", STOP, wire.NOW), ("arm", wire.NONE)]


def test_a_board_that_comes_back_is_armed_as_it_was() -> None:
    bench = Bench()
    buzzer = a_buzzer(bench, own_button=True)
    buzzer.arm("stop")
    bench.leave()
    bench.said()
    bench.join()
    assert bench.said() == [("arm", STOP)]


def test_a_top_without_a_board_is_not_sounded_when_it_comes() -> None:
    bench = Bench()
    buzzer = PicoBuzzer(bench.board, clock=bench.clock)
    buzzer.arm("stop")
    buzzer.strike()
    buzzer.sound("stop")
    bench.join()
    assert bench.said() == []


# The button.


def test_a_press_is_heard_with_the_time_at_which_the_finger_left() -> None:
    bench = Bench()
    button = PicoButton(bench.board, **bench.hearing)
    bench.tell("button", ago=0.1, pressed=1, struck=wire.NONE)
    bench.tell("button", ago=0.02, pressed=0, struck=wire.NONE)
    assert [sensed.at for sensed in bench.told] == [pytest.approx(99.9), pytest.approx(99.98)]
    (heard,) = bench.senses(button)
    assert heard.said is Gesture.PRESS
    assert heard.at == pytest.approx(99.98)


def test_in_a_faster_evening_the_time_before_the_wire_counts_for_more() -> None:
    bench = Bench(speed=4.0)
    PicoButton(bench.board, **bench.hearing)
    bench.tell("button", ago=0.02, pressed=1, struck=wire.NONE)
    assert bench.told[0].at == pytest.approx(99.92)


def test_a_level_that_is_told_anew_is_no_second_press() -> None:
    bench = Bench()
    button = PicoButton(bench.board, **bench.hearing)
    for pressed in (1, 1, 0, 0):
        bench.tell("button", pressed=pressed, struck=wire.NONE)
    assert len(bench.senses(button)) == 1


def test_two_seconds_are_a_hold_and_a_second_press_is_a_double() -> None:
    bench = Bench()
    button = PicoButton(bench.board, **bench.hearing)
    bench.tell("button", pressed=1, struck=wire.NONE)
    assert bench.senses(button, CHOICE) == []
    assert bench.wait(button, 2.1) == []
    bench.tell("button", pressed=0, struck=wire.NONE)
    assert [heard.said for heard in bench.senses(button, CHOICE)] == [Gesture.HOLD]
    bench.wait(button, 1.0)
    heard = []
    for pressed in (1, 0, 1, 0):
        bench.tell("button", pressed=pressed, struck=wire.NONE)
        heard += bench.senses(button, CHOICE)
        heard += bench.wait(button, 0.1, CHOICE)
    assert [one.said for one in heard] == [Gesture.DOUBLE]


def test_nothing_comes_of_a_press_that_a_pulled_cable_ended() -> None:
    bench = Bench()
    button = PicoButton(bench.board, **bench.hearing)
    bench.join()
    bench.tell("button", pressed=1, struck=wire.NONE)
    assert bench.senses(button, CHOICE) == []
    bench.leave()
    assert bench.senses(button, CHOICE) == []
    assert bench.wait(button, 10.0, CHOICE) == []
    assert not button.level


def test_a_second_press_within_the_same_gesture_strikes_nothing() -> None:
    bench = Bench()
    struck: list[float] = []
    button = PicoButton(bench.board, strike=lambda: struck.append(bench.clock.now()), **bench.hearing)
    for wait in (0.1, 0.1, 0.5, 0.1):
        bench.tell("button", pressed=1, struck=wire.NONE)
        bench.tell("button", pressed=0, struck=wire.NONE)
        bench.senses(button)
        bench.clock.advance(wait)
    assert struck == [100.0, pytest.approx(100.7)]


def test_what_the_board_struck_is_passed_on_before_the_strike() -> None:
    bench = Bench()
    order: list[object] = []
    button = PicoButton(
        bench.board, strike=lambda: order.append("strike"), has_struck=lambda p: order.append(p), **bench.hearing
    )
    bench.tell("button", pressed=1, struck=wire.NONE)
    assert order == []
    bench.tell("button", pressed=0, struck=STOP)
    assert order == [STOP, "strike"]
    button.took(Heard(Gesture.PRESS), Answer())


# Chairs.


def test_sitting_must_last_and_fidgeting_is_nothing() -> None:
    bench = Bench()
    chair = PicoChair(bench.board, chair="left", **bench.hearing)
    bench.tell("chair", chair=0, taken=1, raw=30000)
    bench.senses(chair)
    assert [heard.said for heard in bench.wait(chair, 0.3)] == [ChairTaken("left")]
    bench.tell("chair", chair=0, taken=0, raw=1500)
    bench.senses(chair)
    assert bench.wait(chair, 0.5) == []
    bench.tell("chair", chair=0, taken=1, raw=30000)
    bench.senses(chair)
    assert bench.wait(chair, 5.0) == []
    bench.tell("chair", chair=0, taken=0, raw=1500)
    bench.senses(chair)
    assert [heard.said for heard in bench.wait(chair, 1.1)] == [ChairLeft("left")]


def test_each_chair_hears_only_of_itself() -> None:
    bench = Bench()
    right = PicoChair(bench.board, chair="right", **bench.hearing)
    bench.tell("chair", chair=0, taken=1, raw=30000)
    bench.tell("chair", chair=2, taken=1, raw=30000)
    assert bench.told == []
    bench.tell("chair", chair=1, taken=1, raw=30000)
    bench.senses(right)
    assert right.sits


def test_a_pulled_cable_is_nobody_standing_up() -> None:
    bench = Bench()
    chair = PicoChair(bench.board, chair="left", **bench.hearing)
    bench.join()
    bench.tell("chair", chair=0, taken=1, raw=30000)
    bench.senses(chair)
    bench.wait(chair, 1.0)
    bench.tell("chair", chair=0, taken=0, raw=1500)
    bench.leave()
    bench.senses(chair)
    assert bench.wait(chair, 60.0) == []
    bench.join()
    bench.tell("chair", chair=0, taken=0, raw=1500)
    bench.senses(chair)
    assert [heard.said for heard in bench.wait(chair, 1.1)] == [ChairLeft("left")]


def test_whoever_sits_before_the_evening_begins_is_known_when_it_does() -> None:
    bench = Bench()
    chair = PicoChair(bench.board, chair="left", **bench.hearing)
    bench.tell("chair", chair=0, taken=1, raw=30000)
    bench.told.clear()  # the evening had not begun
    chair.begin(bench.clock.now())
    assert [heard.said for heard in bench.wait(chair, 0.3)] == [ChairTaken("left")]
