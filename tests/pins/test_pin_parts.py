"""Each part by itself: hourglass, buzzer, lamps, on mock pins and a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from majordome.core.clock import VirtualClock
from majordome.core.library import manifest
from majordome.core.manifest import HOUSE_MOODS, Mood
from majordome.props.animator import Animator
from majordome.props.buzzer import PATTERNS, PinBuzzer
from majordome.props.hourglass import STEPS, PinHourglass, next_grain, sand_levels
from majordome.props.lamps import ButtonLamp, PinLamp
from majordome.settings.pin_map import HEADER, Pins
from pins.moves import PINS, a_box, go_to, heard

SOME_PINS = tuple(HEADER)
MOODS: dict[str, Mood] = {**HOUSE_MOODS, **manifest("weekend").moods}
ROOM = {name: mood for name, mood in MOODS.items() if name != "scream"}


class Bench:
    """A workbench: pins, a clock and the animator."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.animator = Animator(self.clock)

    @property
    def moving(self) -> dict[str, Any]:
        return {"clock": self.clock, "wake": self.animator.wake, "pin_factory": self.factory}

    def put(self, prop: Any) -> Any:
        self.animator.watch([prop])
        self.animator.catch_up()
        return prop

    def wait(self, seconds: float, look: Callable[[], None] = lambda: None) -> None:
        until = self.clock.now() + seconds
        while (due := self.animator.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            self.animator.catch_up()
            look()
        self.clock.advance(max(0.0, until - self.clock.now()))

    def levels(self, *pins: int) -> list[float]:
        return [round(float(self.factory.pin(f"GPIO{pin}").state), 2) for pin in pins]

    def pulses(self, pin: int, seconds: float) -> list[tuple[float, float]]:
        """How the level of a pin goes on from here: (when, level)."""
        seen = [(0.0, self.levels(pin)[0])]
        began = self.clock.now()

        def look() -> None:
            level = self.levels(pin)[0]
            if level != seen[-1][1]:
                seen.append((round(self.clock.now() - began, 3), level))

        self.wait(seconds, look)
        return seen


@pytest.fixture
def bench() -> Bench:
    return Bench()


# The hourglass.


@given(st.floats(0, 3600), st.floats(0, 3600), st.integers(1, 3600), st.integers(1, 28))
def test_sand_only_falls(a: float, b: float, total: int, lights: int) -> None:
    more, less = sand_levels(max(a, b), total, lights), sand_levels(min(a, b), total, lights)
    assert all(x >= y for x, y in zip(more, less, strict=True))
    assert list(more) == sorted(more, reverse=True)
    assert all(0 <= level <= 1 for level in more)


@given(st.integers(1, 3600), st.integers(1, 28))
def test_a_full_hourglass_is_full_and_an_empty_one_dark(total: int, lights: int) -> None:
    assert sand_levels(total, total, lights) == (1.0,) * lights
    assert sand_levels(0, total, lights) == (0.0,) * lights
    assert sand_levels(2 * total, total, lights) == (1.0,) * lights
    assert sand_levels(0, 0, lights) == (0.0,) * lights


@given(st.floats(0.1, 1), st.integers(10, 3600), st.integers(1, 28))
def test_the_row_is_looked_at_before_it_is_two_steps_behind(part: float, total: int, lights: int) -> None:
    left = part * total
    pause = next_grain(left, total, lights)
    now, then = (sum(sand_levels(s, total, lights)) for s in (left, max(0.0, left - pause - 1e-9)))
    assert pause >= 0.02
    assert round((now - then) * STEPS) <= max(2, round(0.02 * lights * STEPS / total) + 1)


def lit(levels: list[tuple[float, float]]) -> list[tuple[float, bool]]:
    """When a light went on or off, however bright."""
    return [(at, level > 0) for n, (at, level) in enumerate(levels) if n == 0 or (level > 0) != (levels[n - 1][1] > 0)]


@pytest.mark.parametrize("lights", [1, 2, 7, 10])
def test_an_hourglass_of_any_length_shows_running_last_half_minute_last_seconds_and_the_end(
    bench: Bench, lights: int
) -> None:
    pins = SOME_PINS[:lights]
    hourglass = bench.put(PinHourglass(pins, **bench.moving))
    hourglass.run(100, 100)
    bench.animator.catch_up()
    assert bench.levels(*pins) == [1.0] * lights
    bench.wait(50)
    half = bench.levels(*pins)
    assert sum(half) == pytest.approx(lights / 2, abs=0.03)
    before = bench.pulses(pins[0], 9)
    assert all(level == min(1.0, level) and level > 0 for _, level in before)
    bench.wait(11.5)
    pulsing = {level for _, level in bench.pulses(pins[0], 2)}
    assert min(pulsing) > 0
    assert len(pulsing) > 5
    bench.wait(100 - bench.clock.now() - 9.9)
    blinking = lit(bench.pulses(pins[0], 2))
    assert [on for _, on in blinking] == [True, False] * 4 + [True]
    assert [round(at, 2) for at, _ in blinking] == [0, *(0.15 + 0.25 * n for n in range(8))]
    bench.wait(100 - bench.clock.now())
    hourglass.clear(empty=True)
    bench.animator.catch_up()
    assert bench.pulses(pins[-1], 3) == [(0.0, 1), (0.25, 0), (0.5, 1), (0.75, 0), (1.0, 1), (1.25, 0)]
    assert bench.animator.next_due() is None


@pytest.mark.parametrize("lights", [1, 2, 7, 10])
@pytest.mark.parametrize("after", [5.0, 49.0, 75.5, 94.9, 95.1, 99.9])
def test_a_pause_breathes_wherever_the_sand_stands(bench: Bench, lights: int, after: float) -> None:
    pins = SOME_PINS[:lights]
    hourglass = bench.put(PinHourglass(pins, **bench.moving))
    hourglass.run(100, 100)
    bench.wait(after)
    hourglass.freeze()
    hourglass.freeze()  # told twice, as after a power cut
    bench.animator.catch_up()
    breath = [level for _, level in bench.pulses(pins[0], 4.0)]
    assert max(breath) == pytest.approx(5 * min(breath), rel=0.2)
    assert min(breath) > 0
    hourglass.run(100 - after, 100)
    bench.animator.catch_up()
    shown = bench.levels(pins[0])[0]
    assert shown > 0 or after in (94.9, 99.9)  # there it blinks


def test_a_pause_that_is_told_again_keeps_the_sand_where_it_was(bench: Bench) -> None:
    hourglass = bench.put(PinHourglass((4, 13), **bench.moving))
    hourglass.run(75, 100)
    hourglass.freeze()
    bench.wait(12)  # three breaths
    hourglass.freeze()
    bench.animator.catch_up()
    assert bench.levels(4, 13) == [1.0, 0.5]


def test_a_row_that_has_flashed_stays_dark_in_a_pause_and_nothing_is_computed(bench: Bench) -> None:
    hourglass = bench.put(PinHourglass((4, 13), **bench.moving))
    hourglass.run(5, 5)
    bench.wait(5)
    hourglass.clear(empty=True)
    bench.wait(5)
    hourglass.freeze()
    bench.animator.catch_up()
    assert (bench.animator.next_due(), bench.levels(4, 13)) == (None, [0, 0])


def test_an_hourglass_that_is_put_away_is_dark_at_once(bench: Bench) -> None:
    hourglass = bench.put(PinHourglass((4, 13), **bench.moving))
    hourglass.run(50, 50)
    bench.wait(5)
    hourglass.clear(empty=False)
    bench.animator.catch_up()
    assert (bench.levels(4, 13), bench.animator.next_due()) == ([0, 0], None)


def test_the_sand_that_ran_out_by_itself_is_dark(bench: Bench) -> None:
    hourglass = bench.put(PinHourglass((4,), **bench.moving))
    hourglass.run(5, 5)
    bench.wait(6)
    assert (bench.levels(4), bench.animator.next_due()) == ([0], None)


def test_an_hourglass_goes_on_with_what_was_left(bench: Bench) -> None:
    hourglass = bench.put(PinHourglass((4, 13), **bench.moving))
    hourglass.run(75, 100)
    bench.animator.catch_up()
    assert bench.levels(4, 13) == [1.0, 0.5]


@pytest.mark.parametrize("lights", [1, 7])
def test_lights_that_cannot_dim_still_run_out_pulse_blink_and_breathe(bench: Bench, lights: int) -> None:
    pins = SOME_PINS[:lights]
    hourglass = bench.put(PinHourglass(pins, pwm=False, **bench.moving))
    hourglass.run(100, 100)
    bench.animator.catch_up()
    assert bench.levels(*pins) == [1.0] * lights
    bench.wait(65)
    assert bench.levels(pins[0]) == [1]
    assert sum(bench.levels(*pins)) == {1: 1, 7: 3}[lights]
    bench.wait(6)
    assert {level for _, level in bench.pulses(pins[0], 3)} == {0, 1}
    bench.wait(100 - bench.clock.now() - 5)
    assert {level for _, level in bench.pulses(pins[0], 3)} == {0, 1}
    hourglass.freeze()
    assert {level for _, level in bench.pulses(pins[0], 5)} == {0, 1}


def test_lights_that_shine_when_their_pin_is_low(bench: Bench) -> None:
    hourglass = bench.put(PinHourglass((4, 13), active_high=False, **bench.moving))
    assert bench.levels(4, 13) == [1, 1]
    hourglass.run(75, 100)
    bench.animator.catch_up()
    assert bench.levels(4, 13) == [0.0, 0.5]
    hourglass.close()
    hourglass.close()


def test_an_hourglass_is_one_thing_among_others_to_a_with_statement(bench: Bench) -> None:
    with PinHourglass((4,), **bench.moving) as hourglass:
        hourglass.only(0)
        assert (bench.levels(4), hourglass.lights) == ([1], 1)
    assert bench.factory.pin("GPIO4").function == "input"


def test_nothing_is_computed_when_nothing_moves() -> None:
    party = a_box()
    party.wait(10)
    assert party.hardware.animator.next_due() is None
    for beat in ("murder", "dying", "mourning", "circle", "verdict"):
        go_to(party, beat)
        assert party.hardware.animator.next_due() is None, beat


# The buzzer.


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_active_buzzer_is_switched_on_and_off(bench: Bench, pattern: str) -> None:
    buzzer = bench.put(PinBuzzer(22, **bench.moving))
    buzzer.sound(pattern)
    at, edges = 0.0, []
    for n, length in enumerate(PATTERNS[pattern][0]):
        edges.append((round(at, 3), float(n % 2 == 0)))
        at += length
    assert bench.pulses(22, 5) == [*edges, (round(at, 3), 0.0)]
    assert bench.animator.next_due() is None


def test_no_two_patterns_are_alike() -> None:
    assert len({lengths for lengths, _ in PATTERNS.values()}) == len(PATTERNS)
    assert all(len(tones) == (len(lengths) + 1) // 2 for lengths, tones in PATTERNS.values())


def test_a_buzzer_that_sounds_when_its_pin_is_low(bench: Bench) -> None:
    buzzer = bench.put(PinBuzzer(22, active_high=False, **bench.moving))
    assert bench.levels(22) == [1]
    buzzer.sound("stop")
    assert bench.pulses(22, 2) == [(0.0, 0), (0.9, 1)]
    buzzer.close()


@pytest.mark.parametrize(
    ("pattern", "tones"),
    [
        ("stop", [880.0, None]),
        ("turn", [659.3, None, 880.0, None]),
        ("vote", [440.0, None, 659.3, None, 880.0, None]),
        ("empty", [880.0, None, 440.0, None]),
        ("alarm", [880.0, None, 659.3, None] * 3),
        ("pass", [440.0, None, 880.0, None]),
        ("fail", [220.0, None]),
    ],
)
def test_a_passive_buzzer_is_played_the_tones_of_the_pattern(
    bench: Bench, pattern: str, tones: list[float | None]
) -> None:
    pin = bench.factory.pin("GPIO22")
    buzzer = bench.put(PinBuzzer(22, tonal=True, **bench.moving))
    seen: list[float | None] = []

    def look() -> None:
        frequency = round(pin.frequency, 1) if pin.frequency and pin.state else None
        if not seen or seen[-1] != frequency:
            seen.append(frequency)

    buzzer.sound(pattern)
    look()
    bench.wait(5, look)
    assert seen == tones
    buzzer.close()
    buzzer.close()
    assert pin.function == "input"


def test_a_whole_round_with_a_passive_buzzer_is_heard() -> None:
    party = go_to(a_box(replace(PINS, buzzer_tonal=True)), "verdict")
    assert heard(party) == ["stop", "empty", "vote"]
    assert party.hardware.troubles == []


def test_an_armed_top_sounds_once_by_the_press_and_not_again_by_the_cue(bench: Bench) -> None:
    buzzer = bench.put(PinBuzzer(22, **bench.moving))
    buzzer.arm("stop")
    buzzer.strike()
    assert bench.levels(22) == [1]
    bench.wait(0.5)
    buzzer.sound("stop")
    assert bench.pulses(22, 3) == [(0.0, 1), (0.4, 0)]
    buzzer.strike()
    assert bench.levels(22) == [0]
    buzzer.sound("stop")
    assert bench.levels(22) == [1]


def test_a_strike_that_no_cue_followed_does_not_swallow_the_next_top(bench: Bench) -> None:
    buzzer = bench.put(PinBuzzer(22, **bench.moving))
    buzzer.arm("stop")
    buzzer.strike()
    bench.wait(5)
    buzzer.sound("stop")
    assert bench.levels(22) == [1]


def test_another_sound_than_the_one_struck_is_played(bench: Bench) -> None:
    buzzer = bench.put(PinBuzzer(22, **bench.moving))
    buzzer.arm("stop")
    buzzer.strike()
    buzzer.sound("alarm")
    assert len(bench.pulses(22, 3)) == 12


def test_an_unarmed_buzzer_is_silent_when_it_is_struck(bench: Bench) -> None:
    buzzer = bench.put(PinBuzzer(22, **bench.moving))
    buzzer.strike()
    buzzer.arm("stop")
    buzzer.arm(None)
    buzzer.strike()
    assert bench.levels(22) == [0]


def test_a_paused_box_calls_no_top() -> None:
    party = go_to(a_box(), "circle")
    party.press(2.1)
    assert (party.beat, party.prompter.paused) == ("circle", True)
    party.wait(3)
    party.trace.clear()
    party.press()
    party.wait(2)
    assert (party.beat, party.prompter.paused, heard(party)) == ("circle", False, [])


def test_a_buzzer_that_fails_never_raises_where_the_press_is(bench: Bench) -> None:
    failed: list[tuple[object, str]] = []
    bench.animator = Animator(bench.clock, failed=lambda prop, trouble: failed.append((prop, str(trouble))))
    buzzer = bench.put(PinBuzzer(22, **bench.moving))
    buzzer._plain.close()
    buzzer.arm("stop")
    buzzer.strike()
    assert failed == []
    bench.animator.catch_up()
    ((prop, trouble),) = failed
    assert prop is buzzer
    assert "closed" in trouble


# The lamps.


@pytest.mark.parametrize("mood", ROOM)
def test_a_coloured_lamp_fades_to_each_mood(bench: Bench, mood: str) -> None:
    lamp = bench.put(PinLamp((12, 13, 16), **bench.moving))
    lamp.shine(MOODS["vote" if mood == "evening" else "evening"])
    bench.wait(2)
    lamp.shine(MOODS[mood])
    bench.animator.catch_up()
    bench.wait(2)
    assert bench.levels(12, 13, 16) == [round(part, 2) for part in MOODS[mood].colour]
    assert bench.animator.next_due() is None


@pytest.mark.parametrize("mood", ROOM)
def test_a_white_lamp_has_its_own_brightness_for_each_mood(bench: Bench, mood: str) -> None:
    lamp = bench.put(PinLamp((12,), **bench.moving))
    lamp.shine(MOODS[mood])
    bench.wait(2)
    assert bench.levels(12) == [MOODS[mood].white]


def test_the_moods_of_a_coloured_lamp_are_all_different() -> None:
    assert len({mood.colour for mood in ROOM.values()}) == len(ROOM)


def test_the_moods_of_a_white_lamp_are_all_different() -> None:
    assert len({mood.white for mood in ROOM.values()}) == len(ROOM)


def test_darkness_comes_at_once_and_costs_nothing(bench: Bench) -> None:
    lamp = bench.put(PinLamp((12,), **bench.moving))
    lamp.shine(MOODS["day"])
    bench.wait(2)
    lamp.shine(MOODS["dark"])
    bench.animator.catch_up()
    assert (bench.levels(12), bench.animator.next_due()) == ([0], None)


def test_light_comes_gently(bench: Bench) -> None:
    lamp = bench.put(PinLamp((12,), **bench.moving))
    lamp.shine(MOODS["day"])
    bench.animator.catch_up()
    steps = [level for _, level in bench.pulses(12, 2)]
    assert steps == sorted(steps)
    assert len(steps) == 31


def test_the_scream_flashes_three_times_over_any_mood_and_leaves_it_as_it_was(bench: Bench) -> None:
    lamp = bench.put(PinLamp((12,), **bench.moving))
    bench.wait(1234.5)
    lamp.shine(MOODS["vote"])
    bench.wait(2)
    lamp.flash(MOODS["scream"])
    bench.animator.catch_up()
    assert bench.pulses(12, 2) == [(0.0, 1), (0.12, 0), (0.24, 1), (0.36, 0), (0.48, 1), (0.6, 0), (0.72, 0.3)]
    assert bench.animator.next_due() is None


def test_darkness_ends_the_scream(bench: Bench) -> None:
    lamp = bench.put(PinLamp((12,), **bench.moving))
    lamp.flash(MOODS["scream"])
    bench.wait(0.1)
    lamp.shine(MOODS["dark"])
    bench.animator.catch_up()
    assert bench.pulses(12, 2) == [(0.0, 0)]
    assert bench.animator.next_due() is None


def test_a_lamp_that_shines_when_its_pin_is_low(bench: Bench) -> None:
    lamp = bench.put(PinLamp((12,), active_high=False, **bench.moving))
    assert bench.levels(12) == [1]
    lamp.shine(MOODS["day"])
    bench.wait(2)
    assert bench.levels(12) == [0]
    lamp.close()
    lamp.close()


@pytest.mark.parametrize(("state", "level"), [("waits", 1.0), ("busy", 0.08), ("off", 0.0), ("dark", 0.0)])
def test_the_light_in_the_button_shows_what_the_box_waits_for(bench: Bench, state: str, level: float) -> None:
    with bench.put(ButtonLamp(27, **bench.moving)) as lamp:
        lamp.show("waits")
        lamp.show(state)
        bench.animator.catch_up()
        assert (bench.levels(27), bench.animator.next_due()) == ([level], None)
        lamp.held(True)
        bench.animator.catch_up()
        assert bench.levels(27) == [0.0 if state == "dark" else 0.15]
        lamp.held(False)
        bench.animator.catch_up()
        assert bench.levels(27) == [level]
    assert bench.factory.pin("GPIO27").function == "input"


def test_the_light_in_the_button_breathes_in_a_pause(bench: Bench) -> None:
    lamp = bench.put(ButtonLamp(27, **bench.moving))
    lamp.show("paused")
    bench.animator.catch_up()
    breath = [level for _, level in bench.pulses(27, 2.4)]
    assert (min(breath), max(breath)) == (0, 1)


# The animator.


def test_a_prop_that_fails_stops_no_other(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def move(self, now: float) -> float | None:
            raise OSError("no wire")

    lamp = PinLamp((12,), **bench.moving)
    bench.animator.watch([Broken(), lamp])
    lamp.shine(MOODS["day"])
    bench.wait(2)
    assert bench.levels(12) == [1]
    assert "the Broken does not move any more" in caplog.text


def test_the_animator_moves_by_itself_and_stands_still_when_it_is_closed(bench: Bench) -> None:
    from threading import Event

    moved = Event()

    class Prop:
        def move(self, now: float) -> float | None:
            moved.set()
            return None

    prop = Prop()
    bench.animator.start()
    thread = bench.animator._thread
    bench.animator.start()
    assert bench.animator._thread is thread
    bench.animator.watch([prop])
    assert moved.wait(10)
    moved.clear()
    bench.animator.wake(prop)
    assert moved.wait(10)
    bench.animator.close()
    bench.animator.close()
    moved.clear()
    bench.animator.wake(prop)
    assert not moved.is_set()


def test_guests_who_slam_their_buzzers_do_not_disturb_an_evening() -> None:
    party = go_to(a_box(Pins(guest_buzzers=(7, 8, 9), free=("spi",))), "circle")
    seen = len(party.seen)
    for pin in (7, 9, 8):
        party.down(pin)
        party.wait(0.01)
    party.wait(5)
    assert (party.beat, len(party.seen)) == ("circle", seen)
    party.hardware.close()
