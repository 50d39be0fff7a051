"""The seat ring: what the box says of it, how the board spreads it over its LEDs, and when it is dark."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from inputs.racing import an_evening
from majordome.box.checks import ring as checked
from majordome.core.cues import Arc, Ring
from majordome.core.events import Answered, Gesture
from majordome.core.library import manifest
from majordome.core.manifest import Mood
from majordome.core.props import PROPS
from majordome.pico import wire
from majordome.pico.link import Identity
from majordome.pico.ring import PicoGuestLights, PicoRing
from pico.party import PicoParty, until
from pico.rig import MicroPythonBoard, needs_micropython
from pico.test_firmware import on_the_bench
from pico.test_props_and_inputs import ALL, Bench

RED, BLUE = Mood("red", (1.0, 0.0, 0.0)), Mood("blue", (0.0, 0.0, 0.5))
ARCS = ((Arc("red"), RED), (Arc("red", bright=True), RED), (Arc("blue", bright=True), BLUE))
PAINTED = bytes((23, 0, 0, 255, 0, 0, 0, 0, 64))


# What the box says.


def test_an_arc_is_three_bytes_and_what_stands_out_is_brighter() -> None:
    bench = Bench()
    ring = PicoRing(bench.board)
    bench.join()
    bench.said()
    ring.show(ARCS)
    ring.show(ARCS)  # nothing new: nothing is said
    ring.show(())
    assert bench.said() == [("ring", PAINTED), ("ring", b"")]


def test_a_light_that_runs_is_four_bytes_more_and_is_never_told_again() -> None:
    bench = Bench()
    ring = PicoRing(bench.board)
    bench.join()
    bench.said()
    ring.show(ARCS, (1, BLUE))
    ring.show(ARCS, (1, BLUE))  # the same arcs, and another run
    ring.show(ARCS)
    ring.restore()
    run = PAINTED + bytes((1, 0, 0, 64))
    assert bench.said() == [("ring", run), ("ring", run), ("ring", PAINTED)]


def test_a_board_that_comes_late_is_told_the_ring_as_it_is_by_then() -> None:
    bench = Bench()
    ring, lights = PicoRing(bench.board), PicoGuestLights(bench.board)
    ring.show(ARCS)
    lights.show(frozenset((0, 2)))
    bench.join()
    assert bench.said() == [("ring", PAINTED), ("guest_lights", 5)]


def test_a_board_that_has_no_ring_or_has_older_firmware_is_never_told_of_one() -> None:
    bench = Bench(fitted=ALL - {"ring", "guest_lights"})
    ring, lights = PicoRing(bench.board), PicoGuestLights(bench.board)
    bench.join()
    bench.said()
    ring.show(ARCS)
    lights.show(frozenset((1,)))
    assert bench.said() == []


def test_more_arcs_than_a_frame_can_hold_are_cut() -> None:
    bench = Bench()
    ring = PicoRing(bench.board)
    bench.join()
    bench.said()
    ring.show(ARCS * 20)
    ((_, arcs),) = bench.said()
    assert len(arcs) == 3 * wire.MOST_ARCS  # type: ignore[arg-type]  # bytes
    assert wire.frame("Y", arcs)


def test_the_cue_of_a_game_reaches_the_ring_in_the_colours_of_its_table(quickest: str) -> None:
    shown: list[Any] = []

    class Recorded:
        def show(self, arcs: Any, runs: Any = None) -> None:
            shown.append((arcs, runs))

    game, arcs = manifest(quickest), (Arc("red", "Ana"), Arc("green", "Bob", bright=True))
    PROPS["ring"][Ring](Recorded(), Ring(arcs), game)
    PROPS["ring"][Ring](Recorded(), Ring(arcs, (1, "green")), game)
    lit = ((arcs[0], game.mood("red")), (arcs[1], game.mood("green")))
    assert shown == [(lit, None), (lit, (1, game.mood("green")))]


class Looks:
    """A respondent who sees what is asked, and remembers it."""

    def __init__(self, answer: bool) -> None:
        self.answer, self.asked = answer, list[str]()

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        self.asked.append(question)
        return self.answer

    def does(self, request: str, happened: Any, seconds: float) -> bool | None:
        return None

    def rest(self, seconds: float) -> None: ...


@pytest.mark.parametrize(("answer", "status"), [(True, "pass"), (False, "fail")])
def test_the_doctor_shows_three_colours_and_asks(answer: bool, status: str) -> None:
    bench = Bench()
    ring, respondent = PicoRing(bench.board), Looks(answer)
    bench.join()
    bench.said()
    finding = checked(ring, "ring", respondent)
    assert (finding.status, respondent.asked) == (status, ["ring_shines"])
    assert bench.said() == [("ring", bytes((255, 0, 0, 0, 255, 0, 0, 0, 255))), ("ring", b"")]


def test_the_board_says_that_it_has_a_ring_by_a_bit() -> None:
    identity = Identity(1, (1, 1, 0), frozenset({"ring"}), (0, 0), 0, 0, "power", 1.0, "e6", "props")
    assert wire.FITTED.index("ring") == wire.RING.bit_length() - 1
    assert "ring" in identity.fitted


# How the board shows it.

A, B, C = (9, 0, 0), (0, 9, 0), (0, 0, 9)
THREE = bytes((*A, *B, *C))


def spread(arcs: bytes, leds: int) -> list[tuple[int, ...]]:
    [[shown]] = on_the_bench(
        f"""
        b.order("Y", {arcs!r})
        b.go(40)
        tell(b.leds())
        """,
        RING=17,
        RING_LEDS=leds,
    )
    return [tuple(led) for led in shown]


@needs_micropython
def test_arcs_are_spread_evenly_over_any_number_of_leds() -> None:
    dark = (0, 0, 0)
    assert spread(THREE, 3) == [A, B, C]
    assert spread(THREE, 9) == [A] * 3 + [B] * 3 + [C] * 3
    assert spread(THREE, 10) == [A] * 4 + [B] * 3 + [C] * 3  # too few for a gap
    assert spread(THREE, 12) == [A, A, A, dark, B, B, B, dark, C, C, C, dark]  # neighbours can be told apart
    many = spread(bytes((*A, *B)) * 5, 60)
    assert [many.count(led) for led in (A, B, dark)] == [25, 25, 10]
    assert spread(b"", 12) == []  # never lit: nothing was ever sent


@needs_micropython
def test_it_is_sent_once_and_goes_out_when_it_is_told_nothing() -> None:
    [[sent, same, lit, out]] = on_the_bench(
        f"""
        import rp2
        b.order("Y", {THREE!r})
        b.go(40)
        ring = rp2.StateMachine.all[-1]
        sent = ring.shown
        b.go(1000, 10)
        same, lit = ring.shown, b.shines()
        b.order("Y", b"")
        b.go(40)
        tell(sent, same, lit, b.shines())
        """,
        RING=17,
    )
    assert (sent, same, lit, out) == (1, 1, 21, 0)


@needs_micropython
def test_a_light_runs_once_round_from_its_arc_and_then_the_arcs_stand_as_before() -> None:
    [[heads, home, sent, later]] = on_the_bench(
        f"""
        import rp2
        def head(): return max(range(24), key=lambda n: b.leds()[n][1] + b.leds()[n][0] // 9)
        b.order("Y", {bytes((*A, *A, *A, *A)) + bytes((1, 0, 200, 0))!r})
        heads = []
        for _ in range(12):
            b.go(100, 10)
            heads.append(head())
        b.go(100, 10)
        home, sent = b.leds(), rp2.StateMachine.all[-1].shown
        b.go(500, 10)
        tell(heads, home, sent, rp2.StateMachine.all[-1].shown)
        """,
        RING=17,
        RING_LEDS=24,
    )
    steps = [(after - before) % 24 for before, after in pairwise(heads)]
    assert heads[0] in (10, 11)  # from the middle of the second arc of six LEDs
    assert all(1 <= step <= 3 for step in steps[:-1])  # clockwise, 2 LEDs in 100 ms
    assert 18 <= sum(steps[:-1]) <= 24  # all round
    assert [tuple(led) for led in home] == ([A] * 5 + [(0, 0, 0)]) * 4
    assert sent == later  # home: nothing is sent any more


@needs_micropython
def test_a_running_light_is_not_seen_while_eyes_are_closed() -> None:
    [[lit, dark]] = on_the_bench(
        f"""
        b.order("Y", {THREE + bytes((0, 200, 200, 200))!r})
        b.go(100)
        lit = b.shines()
        b.order("D", {wire.NO_LIGHT})
        b.go(200, 10)
        tell(lit, b.shines())
        """,
        RING=17,
    )
    assert lit > 0
    assert dark == 0


@needs_micropython
def test_while_eyes_are_closed_it_is_dark_whatever_is_ordered_and_then_it_is_as_it_should_be() -> None:
    [[before, dark, ordered, after]] = on_the_bench(
        f"""
        b.order("Y", {THREE!r})
        b.go(40)
        before = b.leds()[:1]
        b.order("D", {wire.NO_LIGHT})
        dark = b.shines()
        b.order("Y", bytes((0, 7, 0)))
        b.go(100)
        ordered = b.shines()
        b.order("D", 0)
        b.go(40)
        tell(before, dark, ordered, b.leds()[:1])
        """,
        RING=17,
    )
    assert (before, dark, ordered, after) == ([list(A)], 0, 0, [[0, 7, 0]])


@needs_micropython
def test_without_the_box_it_is_dark_and_forgets() -> None:
    [[lit, lost, back]] = on_the_bench(
        f"""
        b.order("Y", {THREE!r})
        b.go(40)
        lit = b.shines()
        b.pings = False
        b.go(2000, 5)
        lost = b.shines()
        b.pings = True
        b.box.hello(9)
        b.go(100)
        tell(lit, lost, b.shines())
        """,
        RING=17,
    )
    assert (lit, lost, back) == (21, 0, 0)


@needs_micropython
def test_the_ring_never_draws_more_than_its_part_and_the_sand_gets_the_rest() -> None:
    [[ring, sand, without]] = on_the_bench(
        """
        b.order("Y", bytes((255, 255, 255)) * 8)
        b.go(40)
        import settings as s
        from strip import allowance
        tell(sum(sum(led) for led in b.leds()), b.core.props.sand.strip.allowance, allowance(s, 60))
        """,
        RING=17,
        RING_LEDS=60,
    )
    assert 0 < ring <= 80 * 255 // 20
    assert sand == without - (80 + 60) * 255 // 20


@needs_micropython
def test_its_self_test_runs_three_colours_and_leaves_it_as_it_was() -> None:
    [[verdict, colours, after]] = on_the_bench(
        f"""
        b.order("Y", {THREE!r})
        b.go(40)
        b.order("E", 7)
        b.go(100)
        verdict = b.told("V")
        colours = len(set(b.leds()))
        b.go(2000, 10)
        tell(verdict, colours, b.leds()[0])
        """,
        RING=17,
    )
    assert (verdict, colours, after) == ([["V", 7, 3, 0]], 3, list(A))


@needs_micropython
def test_the_lights_of_the_buzzers_are_set_at_once_and_dark_while_eyes_are_closed() -> None:
    [[lit, dark, again, fitted]] = on_the_bench(
        f"""
        import machine, settings as s
        def lights(): return [machine.Pin.all[pin].level for pin in s.GUEST_LIGHTS]
        b.order("U", 5)
        lit = lights()
        b.order("D", {wire.NO_LIGHT})
        dark = lights()
        b.order("D", 0)
        b.go(40)
        tell(lit, dark, lights(), b.core.props.fitted & {wire.RING | wire.GUEST_LIGHTS})
        """,
        GUEST_LIGHTS=(8, 9, 10),
    )
    assert (lit, dark, again, fitted) == ([1, 0, 1], [0, 0, 0], [1, 0, 1], wire.GUEST_LIGHTS)


# A whole evening.


@needs_micropython
def test_a_race_on_the_board_is_won_lit_and_shown_on_the_ring(quickest: str) -> None:
    fitted = {"RING": 17, "RING_LEDS": 4, "GUEST_LIGHTS": (8, 9, 10, 11)}
    serves = ("guest_buzzers", "guest_buzzer_lights", "ring")
    with (
        MicroPythonBoard(fitted=fitted) as rig,
        PicoParty(rig, an_evening(quickest), speed=1.0, serves=serves) as party,
    ):
        party.here()
        assert party.notices() == []
        until(lambda: len(set(rig.ring())) == 1 and rig.ring()[0][0] > 0, "all seats are red")
        party.say(Gesture.PRESS)
        until(lambda: rig.guest_lights() == [1, 1, 1, 1], "all may slam")
        rig.ask("[press(__import__('settings').GUESTS[n - 1]) for n in (3, 1)]")
        party.wait_for("answer")
        until(lambda: rig.guest_lights() == [0, 0, 1, 0], "the winner is lit, the others are locked out")
        until(lambda: rig.ring()[2][1] > rig.ring()[0][0] > 0, "and stands out on the ring")
        until(lambda: len(party.read_out()) == 2, "who came second is told, too")
        assert party.read_out() == ["Cid", "Ana 1"]
        party.say(Gesture.PRESS)
        party.wait_for("ready")
        party.say(Answered(True))
        party.wait_for("hush")
        until(lambda: not any(map(any, rig.ring())) and not any(rig.guest_lights()), "eyes are closed: it is dark")
