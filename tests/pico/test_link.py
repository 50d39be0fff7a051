"""The conversation with a board, on a virtual clock: whatever is lost, each order is obeyed once and in order."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majordome.pico import wire
from majordome.pico.link import LOST, BoardGone, BoardJoined, Told, Unfit
from pico.wires import UID, BoardEnd, Wire, losing
from strategies import steady

EVERY = [0, 2, 3, 4, 5, 7, 10]


def told(w: Wire, name: str) -> list[Told]:
    return [news for news in w.news if isinstance(news, Told) and news.name == name]


def test_a_board_that_answers_hello_is_there_and_says_what_is_fitted() -> None:
    w = Wire()
    w.join()
    (joined,) = w.news
    assert isinstance(joined, BoardJoined)
    identity = joined.identity
    assert (identity.firmware, identity.uid, identity.name, identity.bulbs) == ("1.0.0", UID.hex(), "props", (30, 30))
    assert (identity.chairs, identity.guests, identity.cause) == (2, 6, "power")
    assert identity.fitted == {"sand", "lamp", "coloured_lamp", "buzzer", "button", "button_light"}


def test_hello_is_said_again_until_somebody_answers() -> None:
    w = Wire()
    w.board.deaf = True
    w.run(3.0)
    assert not w.link.together
    w.board.deaf = False
    w.join()


def test_orders_without_a_board_are_nothing_and_none_comes_late() -> None:
    w = Wire()
    w.say("buzz", 0, wire.NOW)
    w.join()
    w.run(1.0)
    assert w.board.obeyed == []


@pytest.mark.parametrize("to_board", EVERY)
@pytest.mark.parametrize("to_box", EVERY)
def test_whatever_is_lost_each_order_is_obeyed_once_and_in_order(to_board: int, to_box: int) -> None:
    w = Wire(to_board=losing(to_board), to_box=losing(to_box))
    w.join()
    for n in range(60):
        w.say("button_light", n)
        for g in range(n % 3):  # in no step with the loss: orders, answers and acknowledgements all have their turn
            w.board.tell("G", 1 + g, 1, 3 * n + g)
        w.run(0.011 + 0.003 * (n % 5))
    presses = [3 * n + g for n in range(60) for g in range(n % 3)]
    assert w.run(8.0, lambda: w.link.unanswered == 0 and len(told(w, "guest")) == len(presses))
    assert [values for name, values in w.board.obeyed if name == "button_light"] == [(n,) for n in range(60)]
    assert [news.number("at") for news in told(w, "guest")] == presses
    assert ("W" in w.lost["board"], "G" in w.lost["box"]) == (to_board > 0, to_box > 0)
    assert w.board.lost == 0
    assert w.link.resent > 0 or to_board == 0
    assert not [news for news in w.news if isinstance(news, BoardGone)]


def test_a_top_arrives_within_a_heartbeat_though_every_second_frame_is_lost() -> None:
    w = Wire(to_board=losing(2), to_box=losing(2))
    w.join()
    said = w.now
    w.say("buzz", 0, wire.NOW)
    assert w.run(1.0, lambda: ("buzz", (0, wire.NOW)) in w.board.obeyed)
    assert w.now - said < 0.4


@steady(60)
@given(st.integers(0, 2**32), st.floats(0.0, 0.35), st.floats(0.0, 0.25))
def test_bits_flip_and_frames_vanish_at_random_and_still_nothing_is_done_twice(
    seed: int, loss: float, noise: float
) -> None:
    chance = random.Random(seed)

    def fault(n: int, frame: bytes) -> bytes:
        if chance.random() < loss:
            return b""
        if chance.random() < noise:
            damaged = bytearray(frame)
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            return bytes(damaged)
        return frame

    w = Wire(to_board=fault, to_box=fault)
    if not w.run(20.0, lambda: w.link.together):
        return  # nobody can talk over that
    for n in range(20):
        w.say("button_light", n)
        w.run(0.03)
    w.run(3.0, lambda: w.link.unanswered == 0)
    obeyed = [values[0] for name, values in w.board.obeyed if name == "button_light"]
    gone = sum(isinstance(news, BoardGone) for news in w.news)
    assert obeyed == sorted(obeyed)  # type: ignore[type-var]  # numbers, as they were said
    assert len(obeyed) == len(set(obeyed))
    if gone == 0:
        assert obeyed == list(range(20))


def test_more_orders_than_the_wire_can_hold_wait_for_their_turn() -> None:
    w = Wire()
    w.join()
    for n in range(40):
        w.say("button_light", n)
    assert w.link.unanswered == 40
    assert w.run(2.0, lambda: w.link.unanswered == 0)
    assert [values[0] for name, values in w.board.obeyed] == list(range(40))


def test_a_board_that_falls_silent_is_gone_after_a_second_and_a_half_and_is_called_again() -> None:
    w = Wire()
    w.join()
    w.cut = True
    silent = w.now
    assert w.run(5.0, lambda: any(isinstance(news, BoardGone) for news in w.news))
    assert LOST - 0.5 < w.now - silent < LOST + 0.1
    assert w.news[-1] == BoardGone("silent")
    w.cut = False
    w.join()
    w.say("clear", 1)
    assert w.run(1.0, lambda: w.board.obeyed == [("clear", (1,))])


def test_both_sides_go_on_together_through_a_moment_of_silence() -> None:
    w = Wire()
    w.join()
    w.cut = True
    w.run(1.0)
    w.cut = False
    w.run(3.0)
    assert [type(news) for news in w.news] == [BoardJoined]


def test_a_board_that_starts_anew_is_noticed_at_once_and_counts_from_nought() -> None:
    w = Wire()
    w.join()
    w.say("clear", 0)
    w.run(0.5)
    w.board.restart()
    began = w.now
    assert w.run(2.0, lambda: sum(isinstance(news, BoardJoined) for news in w.news) == 2)
    assert w.now - began < 0.1
    assert BoardGone("restarted") in w.news
    w.say("clear", 1)
    assert w.run(1.0, lambda: w.board.obeyed == [("clear", (0,)), ("clear", (1,))])


def test_what_a_board_said_to_another_session_is_not_heard() -> None:
    w = Wire()
    w.send("box", wire.frame("G", 1, 1, 5, number=0))
    w.join()
    w.run(0.2)
    assert told(w, "guest") == []


@pytest.mark.parametrize("protocol", [0, 2, 200])
def test_a_board_of_another_protocol_says_who_it_is_and_gets_no_orders(protocol: int) -> None:
    w = Wire(BoardEnd(protocol=protocol, version=(9, 8, 7)))
    assert w.run(2.0, lambda: bool(w.news))
    (unfit,) = w.news[:1]
    assert isinstance(unfit, Unfit)
    assert (unfit.identity.protocol, unfit.identity.firmware) == (protocol, "9.8.7")
    w.say("clear", 0)
    w.run(1.0)
    assert w.board.obeyed == []
    assert not w.link.together


def test_a_longer_hello_of_a_later_protocol_is_still_understood() -> None:
    w = Wire()
    whole = wire.frame("i", 2, 7, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, UID, "later")
    reader = wire.Reader()
    assert any(reader.take(byte) for byte in whole)
    writer = wire.Writer()
    writer.begin(ord("i"))
    writer.raw(bytes(reader.buffer[3 : 3 + reader.size]) + b"and more")
    news = w.link.hear(bytes(writer.frame[: writer.end()]), w.now)
    assert [type(item) for item in news] == [Unfit]


@given(st.lists(st.binary(max_size=80), max_size=12))
@steady(100)
def test_any_bytes_in_never_an_exception_and_never_a_board(garbage: list[bytes]) -> None:
    w = Wire()
    for data in garbage:
        w.news += w.link.hear(data, w.now)
    assert w.news == []
    w.join()


def test_garbage_in_the_middle_of_a_frame_costs_that_frame_and_no_more() -> None:
    half = wire.frame("G", 3, 1, 9, number=0)[:7]
    w = Wire()
    w.join()
    before = w.link.bad
    w.news += w.link.hear(half + b"\x17garbage", w.now)
    w.board.tell("G", 4, 1, 11)
    assert w.run(1.0, lambda: len(told(w, "guest")) == 1)
    assert (told(w, "guest")[0].number("number"), w.link.bad) == (4, before + 1)


# One time for both.


@pytest.mark.parametrize("ahead", [0.0, 12.345678, 1073.7, -4321.0])
def test_a_press_is_told_in_our_own_time_whatever_the_clock_of_the_board_says(ahead: float) -> None:
    w = Wire(delay=0.004)
    w.board.ahead = ahead
    w.join()
    w.run(2.0)
    pressed = w.now
    w.board.tell("P", 1, w.board.us(pressed), wire.NONE)
    w.run(0.3, lambda: bool(told(w, "button")))
    assert told(w, "button")[0].at == pytest.approx(pressed, abs=0.0015)


def test_the_quickest_round_trip_of_late_tells_the_time() -> None:
    w = Wire(delay=0.001)
    w.board.ahead = 100.0
    w.join()
    w.run(1.0)
    w.delay = 0.04  # a busy moment
    w.run(2.0)
    at = w.now + 10
    assert (w.link.board_time(at) - w.board.us(at)) / 1e6 == pytest.approx(0.0, abs=0.0015)


def test_before_the_first_pong_everything_is_now() -> None:
    w = Wire()
    assert (w.link.board_time(w.now), w.link.our_time(5)) == (wire.NOW, None)


def test_a_level_that_has_been_so_for_long_is_told_now() -> None:
    w = Wire()
    w.join()
    w.run(1.0)
    w.board.tell("K", 0, 1, 30000, w.board.us(w.now - 300))
    w.run(0.3, lambda: bool(told(w, "chair")))
    assert told(w, "chair")[0].at == pytest.approx(w.now, abs=0.01)


def test_the_session_goes_round_and_is_never_nought() -> None:
    w = Wire(session=0xFFFF)
    w.join()
    w.board.restart()
    assert w.run(2.0, lambda: sum(isinstance(news, BoardJoined) for news in w.news) == 2)
    assert w.board.session == 1
