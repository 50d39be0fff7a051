"""Trembling contacts, stuck buttons, broken cables, failing parts: the evening goes on, and the host is told once."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box.parts import Hardware
from majordome.core.clock import VirtualClock
from majordome.core.cues import Notice, Refused
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Sensed
from majordome.core.events import Gesture
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.games.murder.facts import Alarm, Scream
from majordome.inputs.pin_buttons import PinButton
from majordome.inputs.pin_chairs import PinChair
from majordome.props.buzzer import PinBuzzer
from majordome.sensing.gestures import SECOND_PRESS, SETTLING
from majordome.settings.pin_map import Pins
from majordome.testing.pins import PinParty
from majordome.words.narrator import Narrator
from pins.moves import PINS, a_box, an_evening, go_to, heard, step

MILLISECOND = 0.001


def notices(party: PinParty) -> list[Notice]:
    return [cue for _, cue in party.seen if isinstance(cue, Notice)]


def trembling(party: PinParty, pressed: bool, bounces: int = 20) -> None:
    """The contacts bounce a millisecond apart, and come to rest."""
    for _ in range(bounces):
        party.down() if pressed else party.up()
        party.wait(MILLISECOND / 2)
        party.up() if pressed else party.down()
        party.wait(MILLISECOND / 2)
    party.down() if pressed else party.up()


# The button.


@pytest.mark.parametrize("beat", ["welcome", "walking", "mourning", "discussion", "circle", "verdict"])
def test_a_bounce_storm_at_each_edge_is_one_press(beat: str) -> None:
    party = go_to(a_box(), beat)
    before = len(party.prompter.history)
    trembling(party, True)
    party.wait(0.2)
    trembling(party, False)
    party.wait(1.0)
    assert len(party.prompter.history) == before + 1
    assert not [cue for _, cue in party.seen if isinstance(cue, Refused)]


def test_a_bounce_storm_in_the_dark_is_one_tap_and_the_time_counts_from_the_first_bounce_of_the_release() -> None:
    party = go_to(a_box(), "murder")
    edge = party.clock.now()
    trembling(party, True)
    party.wait(0.2)
    edge = party.clock.now()
    trembling(party, False)
    party.wait(20)
    assert [t - edge for t, cue in party.seen if isinstance(cue, Scream)] == [pytest.approx(10.0, abs=1e-6)]


def test_a_bouncing_double_press_is_a_weak_heart() -> None:
    party = go_to(a_box(), "murder")
    edges = []
    for _ in range(2):
        trembling(party, True)
        party.wait(0.1)
        edges.append(party.clock.now())
        trembling(party, False)
        party.wait(0.1)
    party.wait(20)
    assert [t - edges[0] for t, cue in party.seen if isinstance(cue, Scream)] == [pytest.approx(5.0, abs=1e-6)]


def test_a_bouncing_top_sounds_once() -> None:
    party = go_to(a_box(), "walking")
    trembling(party, True)
    party.wait(0.2)
    trembling(party, False)
    party.wait(2)
    assert heard(party) == ["stop"]


@pytest.mark.long
@pytest.mark.parametrize("beat", ["walking", "discussion", "verdict", "murder", "circle"])
def test_a_button_that_is_stuck_for_an_hour_pauses_switches_nothing_off_and_works_when_it_is_freed(beat: str) -> None:
    party = go_to(a_box(), beat)
    before = [happened.event for happened in party.prompter.history]
    party.down()
    party.wait(3600)
    assert [happened.event for happened in party.prompter.history] == before
    assert (party.beat, party.prompter.paused, party.performance.left) == (beat, True, False)
    assert [cue for _, cue in party.seen if cue == Notice("button_stuck")] == [Notice("button_stuck")]
    party.up()
    party.wait(1)
    assert party.beat == beat
    party.press()
    assert (party.beat, party.prompter.paused) == (beat, False)
    step(party)


def test_a_button_that_is_down_at_the_start_means_nothing_until_it_is_let_go() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    pin = factory.pin("GPIO17")
    pin.function, pin.pull = "input", "up"
    pin.drive_low()
    _keeps_low(pin)
    party = PinParty(an_evening(), factory=factory)
    party.wait(30)
    assert (party.beat, party.prompter.paused) == ("welcome", False)
    party.up()
    party.wait(1)
    assert party.beat == "welcome"
    party.press()
    assert party.beat == "walking"


def _keeps_low(pin: Any) -> None:
    """Somebody's hand is stronger than the pull-up that gpiozero asks for."""
    drive_high = pin.drive_high

    def once() -> None:
        pin.drive_high = drive_high

    pin.drive_high = once


def test_a_touch_shorter_than_the_trembling_is_a_press_all_the_same() -> None:
    party = go_to(a_box(), "walking")
    party.down()
    party.wait(SETTLING / 3)
    party.up()
    party.wait(10)
    assert (party.beat, party.prompter.paused, heard(party)) == ("murder", False, ["stop"])
    party.press()
    assert party.beat == "dying"


def test_an_edge_that_was_lost_on_its_way_up_never_becomes_a_hold() -> None:
    party = go_to(a_box(), "discussion")
    party.down()
    party.wait(1)
    pin = party.factory.pin("GPIO17")
    pin._change_state(True)  # let go, and the kernel's queue was full
    party.wait(10)
    assert (party.beat, party.prompter.paused) == ("circle", False)
    party.press()
    party.wait(2)
    assert (party.beat, heard(party)) == ("counting_aloud", ["stop", "vote"])


@pytest.mark.parametrize("early", [0.001, 0.0005, 1e-7])
def test_a_press_just_before_the_last_grain_neither_skips_the_circle_nor_calls_a_vote(early: float) -> None:
    party = go_to(a_box(), "discussion")
    party.wait(_left(party) - early)
    party.press()
    party.wait(3)
    assert (party.beat, heard(party)) == ("circle", ["stop", "empty"])


def test_a_press_in_the_very_moment_of_the_last_grain_neither_skips_the_circle_nor_calls_a_vote() -> None:
    party = go_to(a_box(), "discussion")
    party.clock.advance(_left(party))  # the edge comes before anyone has looked at the clock
    party.press()
    party.wait(3)
    assert (party.beat, heard(party)) == ("circle", ["stop", "empty"])


@pytest.mark.parametrize("late", [0.0, 0.001, 0.1, 0.25])
def test_a_press_just_after_the_last_grain_was_meant_for_the_talk(late: float) -> None:
    party = go_to(a_box(), "discussion")
    party.wait(_left(party) + late)
    assert party.beat == "circle"
    party.press()
    party.wait(3)
    assert (party.beat, heard(party)) == ("circle", ["stop", "empty"])
    assert [cue for _, cue in party.seen if isinstance(cue, Refused)] == [Refused("press", "too_late")]
    party.press()
    party.wait(2)
    assert (party.beat, heard(party)) == ("counting_aloud", ["stop", "empty", "vote"])


def test_half_a_second_after_the_last_grain_a_press_calls_the_vote() -> None:
    party = go_to(a_box(), "discussion")
    party.wait(_left(party) + 0.5)
    party.down()
    party.wait(0.1)
    party.up()
    assert (party.beat, party.level(PINS.buzzer)) == ("counting_aloud", 1)


def test_a_press_with_the_scream_does_not_skip_the_mourning() -> None:
    party = go_to(a_box(), "dying")
    party.wait(_left(party) + 0.001)
    party.press()
    assert party.beat == "mourning"


def test_a_press_as_the_second_prisoner_sits_down_does_not_answer_the_next_question() -> None:
    party = go_to(a_box(chairs=True), "jailing")
    party.sit("left")
    party.down(PINS.right_chair)
    party.wait(0.25)
    assert party.beat == "verdict"
    party.press()
    assert party.beat == "verdict"


def test_the_first_prisoner_who_sits_down_takes_no_press_from_the_host() -> None:
    party = go_to(a_box(chairs=True), "jailing")
    party.down(PINS.left_chair)
    party.wait(0.25)
    party.press()
    assert party.beat == "verdict"


def test_a_pause_just_after_the_last_grain_can_be_ended_with_a_press() -> None:
    party = go_to(a_box(), "discussion")
    party.wait(_left(party) + 0.1)
    party.say(Gesture.HOLD)
    party.wait(60)
    party.press()
    assert (party.beat, party.prompter.paused) == ("circle", False)


def _left(party: PinParty) -> float:
    left = party.prompter.time_left(party.clock.now())
    assert left is not None
    return left


def test_who_presses_twice_by_habit_calls_one_top_and_the_next_is_heard() -> None:
    party = go_to(a_box(), "verdict")
    party.press()
    assert (party.beat, party.prompter.table.round) == ("walking", 2)
    party.double()
    party.wait(2)
    assert (party.beat, heard(party)) == ("standing", ["stop", "empty", "vote", "stop"])
    party.press()
    party.wait(2)
    assert (party.beat, heard(party)) == ("turning", ["stop", "empty", "vote", "stop", "turn"])


def test_a_thousand_presses_in_a_second_are_some_steps_and_no_exception() -> None:
    party = go_to(a_box(), "walking")
    before = len(party.prompter.history)
    for _ in range(1000):
        party.down()
        party.wait(MILLISECOND / 2)
        party.up()
        party.wait(MILLISECOND / 2)
    party.wait(1)
    assert party.beat in ("murder", "dying")
    assert len(party.prompter.history) - before in (1, 2)
    party.wait(30)
    party.press()
    step(party)


def test_a_press_while_the_victim_counts_says_that_the_victim_has_screamed() -> None:
    party = go_to(a_box(), "murder")
    party.double()
    party.wait(2)
    party.press()
    party.wait(20)
    assert [cue for _, cue in party.seen if isinstance(cue, Scream)] == []
    assert party.beat == "mourning"


# The evening is behind: edges wait in the queue.


def late(party: PinParty, *edges: tuple[bool, float]) -> None:
    """These edges come while the evening waits for the disk."""
    pin = party.factory.pin("GPIO17")
    for pressed, seconds in edges:
        pin.drive_low() if pressed else pin.drive_high()
        party.clock.advance(seconds)


def catch_up(party: PinParty) -> None:
    """As the evening's own loop does: what is due first, then one thing from the queue."""
    while not party.inputs.empty():
        party.performance.tick()
        heard = party.inputs.get_nowait()
        assert heard is not None
        party.performance.take(heard)
    party.wait(0)


def test_a_double_press_that_waits_behind_a_slow_disk_is_a_double_press() -> None:
    party = go_to(a_box(), "murder")
    edge = party.clock.now() + 0.1
    late(party, (True, 0.1), (False, 0.1), (True, 0.1), (False, 0.6))
    catch_up(party)
    party.wait(20)
    assert [t - edge for t, cue in party.seen if isinstance(cue, Scream)] == [pytest.approx(5.0, abs=1e-6)]


def test_a_short_touch_that_waits_behind_a_slow_disk_never_becomes_a_hold() -> None:
    party = go_to(a_box(), "discussion")
    late(party, (True, 0.01), (False, 0.5))
    catch_up(party)
    party.wait(10)
    assert (party.beat, party.prompter.paused) == ("circle", False)


# Nothing that is called from a pin may raise.


@pytest.mark.filterwarnings("error")
def test_an_exception_behind_a_callback_does_not_escape_and_the_button_works_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    party = go_to(a_box(), "walking")
    button = party.hardware.button
    assert isinstance(button, PinButton)
    tell, button._tell = button._tell, _stumble
    party.press()
    assert party.beat == "walking"
    assert "an edge on a pin was lost" in caplog.text
    assert not button.on_the_way
    button._tell = tell
    party.wait(3)
    party.press()
    party.wait(2)
    assert (party.beat, heard(party)[-1]) == ("murder", "stop")


def test_a_top_that_fails_in_the_callback_loses_no_press(caplog: pytest.LogCaptureFixture) -> None:
    party = go_to(a_box(), "walking")
    assert party.hardware.button is not None
    party.hardware.button._strike = _stumble
    party.press()
    party.wait(2)
    assert (party.beat, heard(party)) == ("murder", ["stop"])  # late, by the cue
    assert "a press was not answered at once" in caplog.text


def test_an_exception_behind_a_chair_does_not_escape_and_the_chair_works_on(caplog: pytest.LogCaptureFixture) -> None:
    party = go_to(a_box(chairs=True), "jailing")
    chair = party.hardware.parts["left_chair"]
    assert isinstance(chair, PinChair)
    tell, chair._tell = chair._tell, _stumble
    party.sit("left")
    assert "an edge on a pin was lost" in caplog.text
    chair._tell = tell
    party.stand("left")
    party.sit("left")
    assert party.prompter.table.chairs == {"left"}


def _stumble(*_: object) -> None:
    raise RuntimeError("stumbled")


# The chairs.


def jailed(pins: Pins = PINS) -> PinParty:
    """Two prisoners sit."""
    party = go_to(a_box(pins, chairs=True), "verdict")
    party.press()
    return party


def alarms(party: PinParty) -> list[Alarm]:
    return [cue for _, cue in party.seen if isinstance(cue, Alarm)]


def test_a_chair_that_flaps_fifty_times_a_second_raises_no_alarm() -> None:
    party = jailed()
    for _ in range(250):
        party.up(PINS.left_chair)
        party.wait(0.01)
        party.down(PINS.left_chair)
        party.wait(0.01)
    party.wait(5)
    assert alarms(party) == []
    assert party.prompter.table.chairs == {"left", "right"}


def test_a_fidgeting_prisoner_raises_no_alarm() -> None:
    party = jailed()
    for _ in range(5):
        party.stand("right", 0.95)
        party.sit("right")
    assert alarms(party) == []


def test_standing_up_for_over_a_second_raises_the_alarm_once() -> None:
    party = jailed()
    party.stand("right", 0.99)
    assert alarms(party) == []
    party.wait(0.02)
    assert alarms(party) == [Alarm("right")]
    party.wait(60)
    assert (alarms(party), heard(party)[-1]) == ([Alarm("right")], "alarm")


def test_a_chair_that_flaps_empty_is_not_taken() -> None:
    party = go_to(a_box(chairs=True), "jailing")
    for _ in range(100):
        party.down(PINS.left_chair)
        party.wait(0.01)
        party.up(PINS.left_chair)
        party.wait(0.01)
    assert party.prompter.table.chairs == frozenset()


def test_who_sits_there_already_when_the_box_starts_is_known() -> None:
    pins = replace(PINS, chairs_normally_open=False)  # an open contact is a taken chair
    party = PinParty(an_evening(chairs=True), pins)
    party.wait(0.3)
    assert party.prompter.table.chairs == {"left", "right"}
    party.down(pins.left_chair)
    party.wait(1.5)
    assert party.prompter.table.chairs == {"right"}


CHECKED = Pins(left_chair_check=7, right_chair_check=8, free=("spi",))


def changeover(party: PinParty, sits: bool) -> None:
    """The left chair's switch has two contacts, of which one is closed."""
    opens, closes = (CHECKED.left_chair_check, CHECKED.left_chair)[:: 1 if sits else -1]
    party.up(opens)
    party.wait(MILLISECOND)
    party.down(closes)
    party.wait(2)


def test_a_broken_cable_is_told_once_and_is_no_alarm() -> None:
    party = PinParty(an_evening(chairs=True), CHECKED)
    party.down(CHECKED.left_chair_check)
    party.down(CHECKED.right_chair_check)
    go_to(party, "jailing")
    changeover(party, True)
    party.press()
    party.press()
    assert party.prompter.table.chairs == {"left"}
    party.up(CHECKED.left_chair)
    party.wait(0.9)
    assert notices(party) == []
    party.wait(600)
    assert (notices(party), alarms(party)) == ([Notice("cable_broken", ("left",))], [])
    party.down(CHECKED.left_chair)
    party.wait(3)
    changeover(party, False)
    assert (notices(party), alarms(party)) == ([Notice("cable_broken", ("left",))], [Alarm("left")])


def test_a_changeover_switch_that_is_on_its_way_is_no_broken_cable() -> None:
    party = PinParty(an_evening(chairs=True), CHECKED)
    party.down(CHECKED.left_chair_check)
    party.down(CHECKED.right_chair_check)
    for _ in range(3):
        changeover(party, True)
        changeover(party, False)
    assert notices(party) == []


# Parts that are not there.

FITTED = ("button", "button_lamp", "buzzer", "hourglass", "lamp", "left_chair", "right_chair")


def without(part: str) -> Pins:
    return replace(PINS, **{part: () if part in ("hourglass", "lamp") else None})  # type: ignore[arg-type]


def plays_on(party: PinParty, until: str = "verdict") -> None:
    """A round by whatever the host has, when there is no button."""
    while party.beat != until:
        if party.pins.button is not None and party.hardware.button is not None:
            step(party)
            continue
        party.say(Gesture.PRESS)
        party.wait(200 if party.beat == "discussion" else 15)


@pytest.mark.parametrize("part", FITTED)
def test_a_part_that_is_not_fitted_is_no_trouble(part: str) -> None:
    party = PinParty(an_evening(), without(part))
    assert party.hardware.parts.get(part) is None
    assert party.hardware.troubles == []
    plays_on(party)
    assert notices(party) == []


def test_a_box_without_any_part_plays_by_word_alone() -> None:
    party = PinParty(
        an_evening(),
        Pins(button=None, button_lamp=None, buzzer=None, hourglass=(), lamp=(), left_chair=None, right_chair=None),
    )
    assert party.hardware.ears == []
    plays_on(party)
    assert party.hardware.animator.next_due() is None


class BrokenPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A factory that cannot open one pin."""

    def __init__(self, pin: int) -> None:
        super().__init__(pin_class=MockPWMPin)
        self._broken = pin

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        if self._broken in pins:
            raise OSError(f"GPIO{self._broken} is held by somebody else")
        super().reserve_pins(requester, *pins)


def the_pin(part: str) -> int:
    pin: int | tuple[int, ...] = getattr(PINS, part)
    return pin[-1] if isinstance(pin, tuple) else pin


@pytest.mark.parametrize("part", FITTED)
def test_a_part_that_fails_at_the_start_is_told_in_words_and_the_evening_goes_on(part: str) -> None:
    pin = the_pin(part)
    party = PinParty(an_evening(), factory=BrokenPins(pin))
    assert party.hardware.parts.get(part) is None
    (trouble,) = party.hardware.troubles
    label = f"{part} (GPIO {'4, 13, 16, 23, 24, 25, 26' if part == 'hourglass' else pin})"
    assert trouble == Notice("prop_failed", (label, f"GPIO{pin} is held by somebody else"))
    plays_on(party)


@pytest.mark.parametrize("part", ["button", "buzzer", "left_chair"])
def test_a_pin_that_does_not_exist_is_told(part: str) -> None:
    party = PinParty(an_evening(), replace(PINS, **{part: 99}))  # type: ignore[arg-type]
    assert [trouble.names for trouble in party.hardware.troubles] == [
        (f"{part} (GPIO 99)", "99 is not a valid pin name")
    ]
    plays_on(party)


def test_an_hourglass_of_which_one_light_fails_lets_go_of_the_others() -> None:
    party = PinParty(an_evening(), factory=BrokenPins(26))
    assert [party.factory.pin(f"GPIO{pin}").function for pin in PINS.hourglass] == ["input"] * 7


# Parts that fail in the middle of the evening.


def breaks(party: PinParty, *pins: int) -> None:
    """From now on these pins cannot be written."""

    def fail(value: object) -> None:
        raise OSError("no wire")

    for pin in pins:
        party.factory.pin(f"GPIO{pin}")._set_state = fail


@pytest.mark.parametrize("part", ["buzzer", "hourglass", "lamp", "button_lamp"])
def test_a_part_that_fails_in_the_middle_is_told_once_and_the_evening_goes_on(part: str) -> None:
    party = a_box()
    pins = PINS.hourglass if part == "hourglass" else (the_pin(part),)
    breaks(party, *pins)
    for _ in range(2):
        plays_on(party)
        party.press()
    label = f"{part} (GPIO {', '.join(map(str, pins))})"
    assert notices(party) == [Notice("prop_failed", (label, "no wire"))]


def test_a_buzzer_that_fails_in_the_middle_of_a_beep_is_told_once() -> None:
    party = go_to(a_box(), "walking")
    party.down()
    breaks(party, 22)
    party.wait(0.2)
    party.up()
    party.wait(1)
    plays_on(party)
    assert notices(party) == [Notice("prop_failed", ("buzzer (GPIO 22)", "no wire"))]


def test_a_buzzer_that_is_mended_sounds_again() -> None:
    party = go_to(a_box(), "walking")
    breaks(party, 22)
    party.press()
    del party.factory.pin("GPIO22")._set_state
    go_to(party, "counting_aloud")
    assert heard(party) == ["empty", "vote"]


def fails_to_read(party: PinParty, pin: int) -> None:
    def fail() -> bool:
        raise OSError("no wire")

    party.factory.pin(f"GPIO{pin}")._get_state = fail


def test_a_button_that_cannot_be_read_is_told_once_and_the_evening_goes_on() -> None:
    party = a_box()
    fails_to_read(party, 17)
    party.press()
    party.wait(1)
    party.press()
    party.wait(5)
    assert notices(party) == [Notice("prop_failed", ("button (GPIO 17)", "no wire"))]
    assert party.beat == "murder"


def test_a_chair_that_cannot_be_read_is_told_once_and_raises_no_alarm() -> None:
    party = jailed()
    fails_to_read(party, PINS.left_chair or 0)
    party.stand("left", 5)
    party.sit("left")
    assert (notices(party), alarms(party)) == ([Notice("prop_failed", ("left_chair (GPIO 5)", "no wire"))], [])


# Before the evening begins, the doctor may have asked for presses.


def test_what_was_pressed_before_the_evening_began_is_no_press_of_the_evening() -> None:
    factory, clock, told = MockFactory(pin_class=MockPWMPin), VirtualClock(), list[Sensed | Notice]()
    prompter = Prompter(an_evening(chairs=True), Narrator("en"))
    wiring = Pins(second_button=7, guest_buzzers=(8,), free=("spi",))
    box = Hardware(wiring, factory, clock=clock, tell=told.append, prompter=prompter)
    for pin in (17, 7, 8, 5):
        factory.pin(f"GPIO{pin}").drive_low()
    clock.advance(1.0)
    for pin in (17, 7, 8):
        factory.pin(f"GPIO{pin}").drive_high()
    assert told == []
    performance = Performance(prompter, Stage(lambda: manifest("weekend")), clock, MemoryWriter())
    performance.begin()
    box.attach(performance)
    clock.advance(0.3)
    performance.tick()
    assert prompter.table.chairs == {"left"}  # a level, and it is so still
    assert prompter.beat is not None
    assert prompter.beat.name == "welcome"
    factory.pin("GPIO17").drive_low()
    clock.advance(0.1)
    factory.pin("GPIO17").drive_high()
    while told:
        performance.take(told.pop(0))
    clock.advance(SECOND_PRESS)  # twice would mean the rules
    performance.tick()
    assert prompter.beat.name == "walking"
    assert isinstance(box.button, PinButton)
    assert not box.button.on_the_way


# The end.


@pytest.mark.parametrize("beat", ["walking", "mourning"])
def test_everything_is_off_after_close_and_closing_twice_does_no_harm(beat: str) -> None:
    party = go_to(a_box(), beat)
    party.down()  # TOP sounds, or the sand begins to run
    party.wait(0.2)
    outputs = [22, 27, 12, *PINS.hourglass]
    assert any(party.level(pin) for pin in outputs)
    pins = {pin: party.factory.pin(f"GPIO{pin}") for pin in outputs}
    for pin in pins.values():
        pin.close_level = None
        _note_level_before_close(pin)
    party.hardware.close()
    party.hardware.close()
    assert {number: pin.close_level for number, pin in pins.items()} == dict.fromkeys(outputs, 0)
    assert {pin.function for pin in pins.values()} == {"input"}


def _note_level_before_close(pin: Any) -> None:
    close = pin.close

    def noted() -> None:
        if pin.close_level is None:
            pin.close_level = float(pin.state)
        close()

    pin.close = noted


def test_after_close_a_press_is_heard_by_nobody() -> None:
    party = a_box()
    pin = party.factory.pin("GPIO17")
    party.hardware.close()
    pin.drive_low()
    assert party.inputs.empty()


def test_the_box_is_a_context_manager_and_dark_behind_its_end() -> None:
    party = go_to(a_box(), "mourning")
    with party.hardware:
        party.press()
    assert [party.factory.pin(f"GPIO{pin}").function for pin in (12, 22, 27)] == ["input"] * 3


def test_a_part_that_cannot_be_closed_keeps_no_other_part_on(caplog: pytest.LogCaptureFixture) -> None:
    party = go_to(a_box(), "mourning")
    party.press()
    assert isinstance(party.hardware.buzzer, PinBuzzer)
    party.hardware.buzzer.close = _stumble  # type: ignore[method-assign]
    party.hardware.close()
    assert [party.factory.pin(f"GPIO{pin}").function for pin in (12, 27, *PINS.hourglass)] == ["input"] * 9
    assert "the buzzer (GPIO 22) cannot be closed" in caplog.text


def test_a_part_that_fails_is_told_once_through_the_queue() -> None:
    party = a_box()
    told: list[Sensed | Notice] = []
    party.hardware._tell = told.append
    party.hardware._failed(party.hardware.lamp, OSError())
    party.hardware._failed(party.hardware.lamp, OSError())
    assert told == [Notice("prop_failed", ("lamp (GPIO 12)", "OSError"))]


def test_a_box_whose_every_light_and_sound_fails_plays_the_same_cues() -> None:
    whole, broken = a_box(), a_box()
    breaks(broken, 22, 12, 27, *PINS.hourglass)
    for party in (whole, broken):
        go_to(party, "verdict")
    cues = [cue for _, cue in broken.seen if not isinstance(cue, Notice)]
    assert cues == [cue for _, cue in whole.seen]


def test_nothing_is_logged_in_a_good_evening(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    go_to(a_box(chairs=True), "verdict")
    assert caplog.records == []
