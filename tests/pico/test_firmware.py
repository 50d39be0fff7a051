"""The firmware on the bench: real MicroPython, stand-in pins, and a clock that the test moves."""

from __future__ import annotations

import json
from itertools import pairwise
from textwrap import dedent
from typing import Any

import pytest

from majordome.pico import wire
from majordome.props.buzzer import PATTERNS
from pico.rig import needs_micropython, run_on_micropython

pytestmark = needs_micropython
NOW = wire.NOW
TONES = {"A3": 220, "A4": 440, "E5": 659, "A5": 880}


def on_the_bench(source: str, *, hello: bool = True, **fitted: object) -> Any:
    """Runs with `b`, the bench; what is given to `tell` comes back, one a line."""
    before = (
        f"import json\nfrom bench import Bench\nNOW = {NOW}\ndef tell(*x): print(json.dumps(x))\nb = Bench({hello})\n"
    )
    printed = run_on_micropython(before + dedent(source), fitted=fitted)
    return [json.loads(line) for line in printed.splitlines()]


# Who it is.


def test_it_says_who_it_is_when_it_starts_and_when_it_is_asked() -> None:
    [started, asked, chairs] = on_the_bench(
        """
        tell(b.box.told)
        b.box.told.clear()
        b.box.hello(4711)
        b.go(1)
        tell([told[1][:12] for told in b.box.told if told[0] == "i"])
        b.go(20)
        tell(b.told("K"))
        """.replace("tell(b.box.told)", "tell([(letter, values[1]) for letter, values in b.box.told])"),
        hello=False,
    )
    assert started == [[["i", 0]]]  # of no session yet
    fitted = wire.SAND | wire.LAMP | wire.COLOURED_LAMP | wire.BUZZER | wire.BUTTON | wire.BUTTON_LIGHT
    assert asked[0][0][:2] == [wire.PROTOCOL, 4711]
    assert asked[0][0][5:11] == [fitted, 30, 30, 6, 2, wire.CAUSES.index("power")]
    assert chairs == [[["K", 0, 0, 1500, 0], ["K", 1, 0, 1500, 0]]]


def test_a_bare_board_says_that_nothing_is_fitted_and_minds_no_order() -> None:
    nothing: dict[str, Any] = {
        "SAND": None,
        "LAMP": (),
        "BUZZER": None,
        "BUTTON": None,
        "BUTTON_LIGHT": None,
        "GUESTS": (),
        "CHAIRS": (),
    }
    [identity, verdicts] = on_the_bench(
        """
        b.box.hello(2)
        b.go(2)
        tell([told[6:11] for told in b.told("i")])
        for letter, values in [("R", (9000, 9000, NOW)), ("F", (NOW,)), ("C", (1,)), ("L", (1, 2, 3, 4)), ("D", (3,)),
                               ("S", (NOW,)), ("B", (0, NOW)), ("X", ()), ("A", (0,)), ("W", (1,)), ("T", (255,)),
                               ("E", (255,)), ("O", (1,)), ("M", (1,))]:
            b.order(letter, *values)
        b.go(3000)
        tell([(part, passed) for _, part, passed, _ in b.told("V")])
        """,
        **nothing,
    )
    assert identity == [[[0, 0, 0, 0, 0]]]
    assert verdicts == [[[0, 1], *([part, 2] for part in range(1, 8))]]


def test_one_without_a_session_speaks_up_and_obeys_nothing() -> None:
    [told, leds] = on_the_bench(
        """
        b.box.told.clear()
        b.order("R", 180000, 180000, NOW)
        b.go(50)
        tell([(letter, values[1]) for letter, values in b.box.told])
        tell(b.shines())
        """,
        hello=False,
    )
    assert told == [[["i", 0]]]
    assert leds == [0]


# The sand.


def test_the_sand_runs_from_the_upper_bulb_into_the_lower() -> None:
    told = on_the_bench(
        """
        b.order("R", 120000, 120000, NOW)
        for _ in range(9):
            leds = [sum(led) for led in b.leds()]
            tell(len([x for x in leds[:30] if x]), len([x for x in leds[30:] if x]))
            b.go(10000, 20)
        """
    )
    upper, lower = [row[0] for row in told], [row[1] for row in told]
    assert upper[0] == 30
    assert lower[0] == 0
    assert upper == sorted(upper, reverse=True)
    assert upper[6] == 15  # half of the time, half of the sand
    assert lower[6] in (15, 16)  # and the grain in the air
    assert lower[8] in (20, 21)


def test_a_grain_falls_through_the_lower_bulb_ever_faster_and_lands() -> None:
    [places] = on_the_bench(
        """
        b.order("R", 240000, 240000, NOW)  # a grain a second
        b.go(1000)
        places = []
        for _ in range(30):
            b.go(33)
            lit = [n for n, led in enumerate(b.leds()[30:]) if led != (0, 0, 0)]
            places.append(lit[0])
        tell(*places)
        """
    )
    assert places[0] <= 2  # near the neck
    falling = places[: places.index(29)]
    assert falling == sorted(falling)
    steps = [after - before for before, after in pairwise(falling)]
    assert steps[-1] >= steps[0]
    assert places[places.index(29) :] == [29] * (30 - len(falling))  # it lies at the bottom


def test_no_grain_is_lost() -> None:
    """Each LED of the upper bulb dims by as many grains as those of the lower one gain."""
    [told] = on_the_bench(
        """
        sand = b.core.props.sand
        light = {sand._red[n]: n for n in range(9)}
        b.order("R", 60000, 60000, NOW)
        seen = []
        for _ in range(140):
            b.go(330, 33)
            if sand.left > 31000:
                leds = b.leds()
                top = sum(light[led[0]] for led in leds[:30])
                low = sum(light[led[0]] for led in leds[30:])
                seen.append(top + low)
        tell(*seen)
        """,
        BUDGET_MA=4000,
    )
    assert len(told) > 60
    # The faintest LED is shown with two grains, and one in the air as a whole LED: never less than all, little more.
    assert min(told) >= 240
    assert max(told) <= 240 + 10


def test_the_last_half_minute_pulses_and_the_last_ten_seconds_blink() -> None:
    [calm, pulsing, blinking, dark] = on_the_bench(
        """
        def looks(ms):
            seen = set()
            for _ in range(0, ms, 40):
                b.go(40)
                seen.add(b.leds()[29])
            return len(seen), (0, 0, 0) in seen
        b.order("R", 34000, 180000, NOW)
        tell(*looks(2000))
        b.go(3000)
        tell(*looks(2000))
        b.go(19000)
        tell(*looks(1000))
        b.go(7500)
        tell(b.shines(), b.core.props.sand.left)
        """
    )
    assert calm == [1, False]
    assert pulsing[0] >= 8
    assert not pulsing[1]
    assert blinking == [2, True]
    assert dark == [0, 0]


def test_a_pause_breathes_and_loses_no_sand() -> None:
    [breath, left, goes_on] = on_the_bench(
        """
        b.order("R", 100000, 100000, NOW)
        b.go(20000, 10)
        b.order("F", NOW)
        seen = set()
        for _ in range(100):
            b.go(40)
            seen.add(b.leds()[29])
        tell(len(seen), (0, 0, 0) in seen)
        b.go(60000, 20)
        tell(b.core.props.sand.left // 100)
        b.order("R", b.core.props.sand.left, 100000, NOW)
        b.go(10000, 10)
        tell(b.core.props.sand.left // 100)
        """
    )
    assert breath[0] > 15
    assert not breath[1]
    assert left == [799]
    assert goes_on == [699]


def test_the_last_grain_makes_it_flash_three_times() -> None:
    [lit] = on_the_bench(
        """
        b.order("R", 5000, 5000, NOW)
        b.go(2000)
        b.order("C", 1)
        lit = []
        for _ in range(20):
            b.go(100)
            lit.append(b.shines())
        tell(*lit)
        """
    )
    assert set(lit) == {0, 60}
    assert [before for before, after in pairwise(lit) if before != after] == [60, 0, 60, 0, 60]


def test_an_hour_of_sand_ends_on_the_second_though_the_clock_goes_round() -> None:
    [left, later] = on_the_bench(
        """
        b.order("R", 3600000, 3600000, NOW)
        b.go(3598000, 350)
        b.go(1000)
        tell(b.core.props.sand.left)
        b.go(1040)
        tell(b.core.props.sand.left)
        """
    )
    assert 900 <= left[0] <= 1040
    assert later == [0]


def test_an_order_that_comes_late_costs_no_sand() -> None:
    [left] = on_the_bench(
        """
        at = b.clock.now
        b.go(700)
        b.order("R", 60000, 60000, at)
        b.go(40)
        tell(b.core.props.sand.left)
        """
    )
    assert left[0] == pytest.approx(60000 - 740, abs=35)


def test_bulbs_may_differ_and_be_small() -> None:
    for upper, lower in [(1, 1), (7, 30), (30, 7), (60, 60)]:
        told = on_the_bench(
            """
            b.order("R", 31000, 31000, NOW)
            while b.core.props.sand.left > 100:
                b.go(66, 33)
            b.order("C", 1)
            b.go(40)
            tell(b.shines(), len(b.leds()))
            """,
            UPPER=upper,
            LOWER=lower,
        )
        assert told == [[upper + lower, upper + lower]]


# The current budget.


@pytest.mark.parametrize("budget", [250, 450, 2000])
def test_it_never_draws_more_than_its_budget(budget: int) -> None:
    [most] = on_the_bench(
        """
        import settings as s
        most = 0
        for orders in ([("R", 120000, 120000, NOW)], [("C", 1)], [("E", 1)], [("R", 15000, 60000, NOW), ("F", NOW)]):
            for order in orders:
                b.order(*order)
            for _ in range(60):
                b.go(50)
                most = max(most, sum(sum(led) for led in b.leds()))
        tell(most * s.LED_MA / 255 + 60 * s.LED_IDLE_MA + s.BOARD_MA + 3 * s.LAMP_MA + s.BUZZER_MA)
        """,
        BUDGET_MA=budget,
        BRIGHTNESS=255,
    )
    assert most[0] <= budget
    assert most[0] > budget * 0.7 or budget == 2000


def test_a_budget_that_leaves_nothing_is_refused_in_words() -> None:
    with pytest.raises(RuntimeError, match="BUDGET_MA leaves nothing for the LEDs"):
        on_the_bench("pass", BUDGET_MA=150)


# Darkness, and what happens at its time.


def test_in_the_dark_nothing_shines_or_sounds_whatever_is_ordered() -> None:
    [before, shone, heard, after] = on_the_bench(
        """
        b.order("L", 255, 200, 100, 0)
        b.order("R", 100000, 100000, NOW)
        b.order("W", 1)
        b.go(100)
        tell(b.shines(), sum(b.lamp()) > 0)
        b.order("D", 3)
        b.sounds()
        import machine, settings as s
        shone = 0
        def look():
            global shone
            shone += b.shines() + sum(b.lamp()) + machine.PWM.all[s.BUTTON_LIGHT].duty
        look()
        b.order("A", 0)
        for letter, values in [("L", (255, 255, 255, 0)), ("R", (80000, 90000, NOW)), ("C", (1,)), ("B", (4, NOW)),
                               ("W", (3,)), ("E", (255,)), ("O", (5,)), ("R", (50000, 90000, NOW)), ("F", (NOW,))]:
            b.order(letter, *values)
            for _ in range(20):
                look()
                b.go(5)
        machine.set_pin(s.BUTTON, 0)
        b.go(2000)
        look()
        tell(shone)
        tell(*b.sounds())
        b.order("R", 50000, 100000, NOW)
        b.go(10000, 10)
        look()
        b.order("D", 0)
        b.go(2)
        tell(shone, b.shines() > 10, b.core.props.sand.left // 1000)
        """
    )
    assert before == [30, True]
    assert shone == [0]
    assert heard == []
    assert after == [0, True, 39]  # the sand went on unseen


def test_the_dark_may_leave_the_buzzer_its_voice() -> None:
    [heard, shines] = on_the_bench(
        """
        b.order("D", 1)
        b.order("B", 0, NOW)
        b.go(1000)
        tell(*b.sounds())
        b.order("R", 9000, 9000, NOW)
        b.go(100)
        tell(b.shines())
        """
    )
    assert heard == [[0, 880], [900, 0]]
    assert shines == [0]


def test_the_scream_comes_to_the_moment_and_ends_the_dark() -> None:
    [moments, calm] = on_the_bench(
        """
        b.order("L", 255, 200, 100, 0)
        b.order("D", 3)
        b.order("R", 100000, 100000, NOW)
        at = (b.clock.now + 5000000) & 0x3FFFFFFF
        b.order("S", at)
        early = late = 0
        while True:
            b.go(1)
            from wire import since
            gone = since(b.clock.now, at)
            if gone < 0 and (sum(b.lamp()) or b.shines()):
                early += 1
            if sum(b.lamp()):
                break
        tell(early, gone, b.lamp())
        b.go(2000)
        tell(b.core.dark, b.lamp()[0], b.shines() > 0)
        """
    )
    assert moments == [0, 0, [65025] * 3]
    assert calm == [0, 65025, True]


def test_what_was_to_come_can_be_taken_back() -> None:
    [lamp, dark, heard] = on_the_bench(
        """
        b.order("D", 3)
        soon = (b.clock.now + 1000000) & 0x3FFFFFFF
        b.order("S", soon)
        b.order("B", 4, soon)
        b.order("X")
        b.go(3000)
        tell(*b.lamp())
        tell(b.core.dark)
        tell(*b.sounds())
        """
    )
    assert lamp == [0, 0, 0]
    assert dark == [3]
    assert heard == []


def test_the_lamp_fades_and_a_white_one_shows_the_brightest() -> None:
    [rising, there] = on_the_bench(
        """
        b.order("L", 200, 100, 0, 1000)
        levels = []
        for _ in range(12):
            levels.append(b.lamp()[0])
            b.go(100)
        tell(*levels)
        tell(*b.lamp())
        """
    )
    assert rising == sorted(rising)
    assert len(set(rising)) > 8
    assert there == [200 * 200, 100 * 100, 0]
    [white] = on_the_bench("b.order('L', 20, 90, 10, 0)\nb.go(1)\ntell(*b.lamp())", LAMP=(18,), LAMP_ACTIVE_HIGH=False)
    assert white == [65535 - 90 * 90]


# TOP.


@pytest.mark.parametrize("pattern", wire.PATTERNS)
def test_every_call_sounds_as_on_the_boxs_own_buzzer(pattern: str) -> None:
    [heard] = on_the_bench(f"b.order('B', {wire.PATTERNS.index(pattern)}, NOW)\nb.go(2500)\ntell(*b.sounds())")
    lengths, tones = PATTERNS[pattern]
    expected, at = [], 0.0
    for n, length in enumerate(lengths):
        expected.append([round(at * 1000), TONES[tones[n // 2]] if n % 2 == 0 else 0])
        at += length
    assert heard == [*expected, [round(at * 1000), 0]]


def test_a_call_at_a_time_sounds_then_and_one_far_too_late_not_at_all() -> None:
    [when, late, never] = on_the_bench(
        """
        import machine
        from wire import since
        at = (b.clock.now + 1500000) & 0x3FFFFFFF
        b.order("B", 0, at)
        b.go(1600)
        tell(since(machine.story[0][0], at))
        b.go(1000)
        b.sounds()
        b.order("B", 0, (b.clock.now - 500000) & 0x3FFFFFFF)
        b.go(10)
        tell(len(b.sounds()))
        b.go(2000)
        b.sounds()
        b.order("B", 0, (b.clock.now - 3000000) & 0x3FFFFFFF)
        b.go(10)
        tell(len(b.sounds()))
        """
    )
    assert when == [0]
    assert late == [1]
    assert never == [0]


def test_an_armed_button_sounds_top_in_the_interrupt_itself() -> None:
    [before, at_once, told, again, told_again] = on_the_bench(
        """
        import machine, settings as s
        b.order("A", 0)
        b.clock.on(123)
        machine.set_pin(s.BUTTON, 0)
        pressed = b.clock.now
        b.go(100)
        tell(*b.sounds())
        b.clock.on(123)
        machine.set_pin(s.BUTTON, 1)
        tell(machine.story[-1][0] == b.clock.now, machine.story[-1][2])
        b.go(100)
        tell([(down, at == pressed, struck) for _, down, at, struck in b.told("P")])
        b.go(1000)
        b.sounds()
        machine.set_pin(s.BUTTON, 0)
        b.go(50)
        machine.set_pin(s.BUTTON, 1)
        b.go(50)
        tell(*b.sounds())
        tell([row[3] for row in b.told("P")])
        """
    )
    assert before == []  # nothing before the finger leaves
    assert at_once == [True, 880]
    assert told == [[[1, True, wire.NONE], [0, False, 0]]]
    assert again == []
    assert told_again == [[wire.NONE, wire.NONE]]


def test_a_hold_of_the_armed_button_sounds_nothing_nor_does_a_finger_that_was_there_before_it_was_armed() -> None:
    [held, early] = on_the_bench(
        """
        import machine, settings as s
        b.order("A", 0)
        machine.set_pin(s.BUTTON, 0)
        b.go(2100)
        machine.set_pin(s.BUTTON, 1)
        b.go(100)
        tell(*b.sounds())
        b.order("A", 255)
        machine.set_pin(s.BUTTON, 0)
        b.go(100)
        b.order("A", 0)
        b.go(10)
        machine.set_pin(s.BUTTON, 1)
        b.go(100)
        tell(*b.sounds())
        """
    )
    assert (held, early) == ([], [])


def test_top_is_not_cut_off_by_the_end_of_the_pattern_before() -> None:
    [heard] = on_the_bench(
        """
        import machine, settings as s
        b.order("B", 1, NOW)
        b.order("A", 0)
        b.go(748)
        machine.set_pin(s.BUTTON, 0)
        b.go(100)
        machine.set_pin(s.BUTTON, 1)  # the second beep would end in a moment
        b.go(1000)
        tell(*b.sounds())
        """
    )
    assert heard[-2:] == [[500, 880], [1749, 0]]  # from 849 on it is TOP: the same tone, and all of its 900 ms


def test_an_active_buzzer_is_only_switched() -> None:
    [heard] = on_the_bench(
        "b.order('B', 1, NOW)\nb.go(1000)\ntell(*b.sounds())", BUZZER_TONAL=False, BUZZER_ACTIVE_HIGH=False
    )
    assert heard == [[0, 0], [350, 1], [500, 0], [850, 1]]


# Buttons, guests and chairs.


def test_the_order_of_the_guests_is_true_to_the_microsecond() -> None:
    [order] = on_the_bench(
        """
        import machine, settings as s
        for number in (5, 2, 6, 1, 4, 3):
            machine.set_pin(s.GUESTS[number - 1], 0)
            b.clock.on(7)
        b.go(5)
        tell(*[number for _, number, _, _ in sorted(b.told("G"), key=lambda told: told[3])])
        """
    )
    assert order == [5, 2, 6, 1, 4, 3]


def test_a_bouncing_contact_is_one_press_and_a_spark_is_none() -> None:
    [presses, sparks] = on_the_bench(
        """
        import machine, settings as s
        pin = s.GUESTS[0]
        for _ in range(5):
            machine.set_pin(pin, 0)
            b.go(1)
            machine.set_pin(pin, 1)
            b.go(1)
        machine.set_pin(pin, 0)
        b.go(100)
        for _ in range(5):
            machine.set_pin(pin, 1)
            b.go(1)
            machine.set_pin(pin, 0)
            b.go(1)
        machine.set_pin(pin, 1)
        b.go(100)
        tell(*[down for _, number, down, _ in b.told("G")])
        machine.set_pin(pin, 0)
        b.clock.on(300)
        machine.set_pin(pin, 1)
        b.go(50)
        tell(*b.told("G"))
        """
    )
    assert presses == [1, 0]
    assert sparks == []


def test_no_press_is_lost_while_the_box_does_not_listen() -> None:
    [told] = on_the_bench(
        """
        import machine, settings as s
        b.box.deaf = True
        for n in range(12):
            machine.set_pin(s.GUESTS[n % 6], 0)
            b.go(40)
            machine.set_pin(s.GUESTS[n % 6], 1)
            b.go(40)
        b.box.deaf = False
        b.go(300)
        tell(*[(number, down) for _, number, down, _ in b.told("G")])
        """
    )
    assert told == [[n % 6 + 1, down] for n in range(12) for down in (1, 0)]


def test_a_chair_is_taken_and_left_with_hysteresis_and_never_flutters() -> None:
    [sat, fidgets, stood, touched] = on_the_bench(
        """
        import machine, settings as s
        def weigh(raw, ms=500):
            machine.ADC.values[s.CHAIRS[0]] = raw
            b.go(ms)
            return [(chair, taken) for _, chair, taken, _, _ in b.told("K")]
        tell(*weigh(30000))
        tell(*(weigh(7000) + weigh(6000) + weigh(9000) + weigh(5800)))
        tell(*weigh(1500))
        tell(*(weigh(30000, 60) + weigh(1500)))
        """
    )
    assert sat == [[0, 1]]
    assert fidgets == []  # between the two thresholds nothing changes
    assert stood == [[0, 0]]
    assert touched == []  # a hand on the seat in passing


def test_a_tare_is_kept_over_a_restart() -> None:
    [tared, levels, kept] = on_the_bench(
        """
        import machine, settings as s
        machine.ADC.values[s.CHAIRS[1]] = 12000  # a cushion lies on it
        b.go(500)
        b.told("K")
        b.order("T", 2)
        b.go(300)
        told = b.told("NK")
        tell(*[row for row in told if row[0] == "N"])
        machine.ADC.values[s.CHAIRS[1]] = 15000
        b.go(500)
        tell(*[row[2] for row in told + b.told("K") if row[0] == "K"])
        again = Bench()
        tell(*[chair.empty for chair in again.core.props.chairs])
        """
    )
    assert tared == [["N", 1, pytest.approx(12000, abs=20)]]
    assert levels == [0]  # the cushion alone is nobody
    assert kept == [2000, tared[0][2]]


def test_raw_values_are_told_while_they_are_watched() -> None:
    [watched, not_any_more] = on_the_bench(
        """
        b.order("M", 1)
        b.go(1000)
        tell(*b.told("k"))
        b.order("M", 0)
        b.go(1000)
        tell(*b.told("k"))
        """
    )
    assert watched[:2] == [["k", 0, 1500, 2000], ["k", 1, 1500, 2000]]
    assert 8 <= len(watched) <= 12
    assert not_any_more == []


def test_the_self_test_finds_a_torn_wire_and_a_stuck_button() -> None:
    [well, ill] = on_the_bench(
        """
        import machine, settings as s
        b.order("E", 255)
        b.go(100)
        tell(*[(part, passed) for _, part, passed, _ in b.told("V")])
        machine.ADC.values[s.CHAIRS[0]] = 0
        machine.set_pin(s.GUESTS[3], 0)
        b.go(500)
        b.order("E", 4)
        b.order("E", 5)
        b.go(100)
        tell(*b.told("V"))
        """
    )
    assert well == [[0, 1], [1, 3], [2, 3], [3, 3], [4, 1], [5, 1], [6, 1], [7, 2]]
    assert ill == [["V", 4, 0, pytest.approx(0, abs=5)], ["V", 5, 0, 8]]


def test_the_doctor_can_light_one_led_alone() -> None:
    [one, none] = on_the_bench(
        """
        b.order("O", 31)
        b.go(40)
        tell(*[n for n, led in enumerate(b.leds()) if led != (0, 0, 0)])
        b.order("O", 65535)
        b.go(40)
        tell(b.shines())
        """
    )
    assert one == [31]
    assert none == [0]


# The line.


def test_without_the_box_it_is_dark_and_silent_within_two_seconds() -> None:
    [before, after, again] = on_the_bench(
        """
        b.order("L", 255, 255, 255, 0)
        b.order("R", 100000, 100000, NOW)
        b.order("A", 0)
        b.order("W", 1)
        b.go(500)
        b.pings = False
        b.order("B", 4, NOW)
        b.order("S", (b.clock.now + 1800000) & 0x3FFFFFFF)
        import machine, settings as s
        tell(b.shines(), sum(b.lamp()) > 0)
        gone = 0
        while b.shines() or sum(b.lamp()) or machine.PWM.all[s.BUZZER].duty or machine.PWM.all[s.BUTTON_LIGHT].duty:
            b.go(1)
            gone += 1
        b.sounds()
        machine.set_pin(s.BUTTON, 0)
        b.go(3000)
        tell(gone, b.core.session, b.shines(), len(b.sounds()), sum(b.lamp()))
        b.box.told.clear()
        b.pings = True
        b.go(1000)
        tell(*[values[1] for letter, values in b.box.told if letter == "i"])
        """
    )
    assert before == [31, True]
    assert 1000 < after[0] < 2000
    assert after[1:] == [0, 0, 0, 0]
    assert set(again) == {0}  # it tells that it has no session any more


def test_a_flood_of_garbage_stops_neither_the_sand_nor_the_line() -> None:
    [left, told] = on_the_bench(
        """
        b.order("R", 60000, 60000, NOW)
        for n in range(2000):
            b.box.say(bytes([n * 7 % 255 + 1] * 200))
            b.go(1)
            if n % 300 == 0:
                b.box.say(bytes(1))
                b.box.order("p", 5)
        b.go(30)
        tell(b.core.props.sand.left // 100, b.core.session)
        b.box.told.clear()
        b.box.order("p", 6)
        b.go(60)
        tell(*[values[0] for letter, values in b.box.told if letter == "q"][-1:])
        """
    )
    assert left == [579, 1]
    assert told == [6]


def test_a_frame_that_stops_in_its_middle_is_forgotten() -> None:
    [bad, leaves] = on_the_bench(
        """
        import wire
        b.box.say(wire.frame("R", 1, 1, 1, number=0)[:9])
        b.go(600)
        tell(b.core._reader.bad, b.core._reader.pending)
        b.box.say(b"\\r\\x03")
        try:
            b.go(1)
            tell("goes on")
        except Exception as end:
            tell(type(end).__name__, end.how)
        """
    )
    assert bad == [1, 0]
    assert leaves == ["Leave", wire.PROMPT]  # mpremote by hand gets its prompt


def test_each_order_is_obeyed_once_and_in_its_order() -> None:
    [told, heard, pattern] = on_the_bench(
        """
        import wire
        b.box.say(wire.frame("B", 0, NOW, number=0))
        b.box.say(wire.frame("B", 0, NOW, number=0))
        b.box.say(wire.frame("R", 9000, 9000, NOW, number=2))
        b.go(2)
        tell(*[letter for letter, values in b.box.told if letter in "an"])
        b.go(1000)
        tell(*b.sounds())
        tell(b.shines())
        """
    )
    assert told == ["a", "a", "n"]
    assert heard == [[0, 880], [900, 0]]
    assert pattern == [0]  # number 1 is missing yet


def test_a_new_session_asks_for_all_anew_and_leaves_what_is_shown() -> None:
    [shines, told] = on_the_bench(
        """
        import machine, settings as s
        b.order("R", 100000, 100000, NOW)
        machine.set_pin(s.GUESTS[1], 0)
        b.go(500)
        b.box.told.clear()
        b.box.hello(2)
        b.go(50)
        tell(b.shines() > 20)
        tell(*[letter for letter, values in b.box.told if letter in "iKGP"])
        """
    )
    assert shines == [True]
    assert told == ["i", "G", "K", "K"]


def test_a_board_left_alone_for_ten_minutes_answers_as_promptly() -> None:
    [spoke_up, status, chair, breathing] = on_the_bench(
        """
        import machine, settings as s
        b.order("R", 50000, 100000, NOW)
        b.order("F", NOW)
        b.order("D", 1)
        b.go(700000, 50)
        b.order("D", 0)
        b.go(100)
        shines = b.shines()
        b.pings = False
        b.go(700000, 50)
        b.box.told.clear()
        b.order("p", 1)
        tell(*[values[1] for letter, values in b.box.told if letter == "i"])
        b.box.hello(9)
        b.pings = True
        b.go(1100)
        tell(len(b.told("s")))
        machine.ADC.values[s.CHAIRS[0]] = 30000
        b.go(500)
        tell(len(b.told("K")))
        tell(shines)
        """
    )
    assert spoke_up == [0]
    assert status == [1]
    assert chair == [1]
    assert breathing[0] >= 30


def test_its_status_tells_how_it_is() -> None:
    [status] = on_the_bench(
        """
        b.box.say(b"x" * 20 + bytes(1))
        b.go(3100)
        tell(*b.told("s")[-1])
        """
    )
    kind, uptime, used, free, slowest, bad, resent, dark = status
    assert kind == "s"
    assert uptime == 3
    assert 20_000 < used < 192_000
    assert free > 0
    assert slowest == 1000
    assert (bad, resent, dark) == (1, 0, 0)
