"""A fair race: the first hand wins by the time of its own edge, the others are locked out, and their order is kept."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from inputs.racing import NAMES, Racing
from majordome.core.clock import VirtualClock
from majordome.core.cues import Refused
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import Answered, Buzz, Gesture, Pressed, Slammed, Wish
from majordome.core.prompter import Answer
from majordome.core.race import OVERTAKES, RaceLock
from majordome.core.snapshot import REACTION


@pytest.fixture
def racing(quickest: str) -> Racing:
    """At the race."""
    racing = Racing(quickest)
    racing.press()
    assert (racing.beat, racing.lit) == ("race", [NAMES])
    return racing


def test_the_first_to_slam_is_lit_at_once_and_has_the_floor_a_blink_later(racing: Racing) -> None:
    assert racing.slam("Bob")
    assert (racing.beat, racing.lit[-1]) == ("race", ("Bob",))
    racing.wait(OVERTAKES)
    assert (racing.beat, racing.read_out()) == ("answer", ["Bob"])
    assert racing.prompter.history[-1].event == Slammed("Bob")


def test_the_others_are_locked_out_and_their_order_is_kept(racing: Racing) -> None:
    for player in ("Cid", "Ana", "Dora"):
        assert racing.slam(player)
        racing.clock.advance(0.005)
    assert racing.lit == [NAMES, ("Cid",)]
    racing.wait(1)
    assert racing.read_out() == ["Cid", "Ana 1", "Dora 2"]


def test_an_edge_that_was_a_millisecond_earlier_wins_though_it_is_heard_of_later(racing: Racing) -> None:
    racing.slam("Ana", ago=0.001)
    racing.slam("Bob", ago=0.002)
    assert racing.lit[1:] == [("Ana",), ("Bob",)]
    racing.wait(1)
    assert racing.read_out() == ["Bob", "Ana 1"]


def test_once_the_evening_is_told_nobody_overtakes(racing: Racing) -> None:
    racing.slam("Ana")
    racing.wait(OVERTAKES + 0.01)
    racing.slam("Bob", ago=0.1)  # a phone on a bad network
    racing.wait(1)
    assert racing.read_out() == ["Ana", "Bob 1"]


def test_a_phone_and_a_pin_race_by_the_time_of_their_own_edges(racing: Racing) -> None:
    racing.slam("Ana")  # a pin: heard of at once
    racing.clock.advance(0.020)
    racing.slam("Bob", ago=0.025)  # a phone whose finger came down 5 ms before, 25 ms over the air
    racing.slam("Cid", ago=0.010)
    racing.wait(1)
    assert racing.read_out() == ["Bob", "Ana 1", "Cid 2"]


def test_a_phone_that_slams_is_answered_when_the_rules_have_decided(racing: Racing) -> None:
    replies: dict[str, Refused | None] = {}

    def phone(player: str, ago: float, said: Buzz | Slammed) -> None:
        def reply(answer: Answer, safe: bool) -> None:
            replies[player] = answer.refused

        racing.race.hear(Heard(said, racing.prompter.moment, racing.clock.now() - ago, reply))

    racing.slam("Ana")
    phone("Bob", 0.01, Buzz("Bob"))
    phone("Cid", 0.005, Slammed("Cid"))
    phone("Cid", 0.0, Buzz("Cid"))  # a nervous finger
    assert replies == {"Cid": None}
    racing.wait(1)
    assert (racing.read_out(), replies) == (["Bob", "Cid 1", "Ana 2"], {"Bob": None, "Cid": None})


def test_a_phone_that_was_too_slow_is_told_who_was_quicker_where_the_game_takes_only_the_first(quickest: str) -> None:
    racing = Racing(quickest, "Ana", "Bob", "Zoe")  # whose slams the rules refuse
    racing.press()
    replies: list[Answer] = []
    racing.slam("Ana")
    racing.clock.advance(0.001)
    zoe = Heard(Buzz("Zoe"), racing.prompter.moment, racing.clock.now(), lambda answer, safe: replies.append(answer))
    racing.race.hear(zoe)
    racing.wait(1)
    assert [answer.refused for answer in replies] == [Refused("slam", "locked_out", ("Ana",))]
    assert racing.refusals() == []


def test_what_a_page_says_that_is_no_slam_goes_into_the_queue(racing: Racing) -> None:
    said = [Heard(Buzz("Ana", Gesture.DOUBLE)), Heard(Pressed()), Heard(Buzz("Ana"), racing.prompter.moment - 1)]
    for heard in said:
        racing.race.hear(heard)
    assert racing.told == said
    racing.told.clear()


def test_two_edges_of_the_same_microsecond_stay_as_they_came(racing: Racing) -> None:
    racing.slam("Dora")
    racing.slam("Ana")
    racing.wait(1)
    assert racing.read_out() == ["Dora", "Ana 1"]


def test_a_hand_that_was_moving_already_comes_behind_and_means_nothing_else(racing: Racing) -> None:
    racing.slam("Ana")
    racing.wait(REACTION - 0.01)
    assert racing.beat == "answer"
    assert racing.slam("Bob")
    racing.wait(0.02)
    assert not racing.slam("Cid")  # nobody is as slow as that: it is meant for the answer
    assert racing.read_out() == ["Ana", "Bob 1"]


def test_whoever_hammers_slams_once(racing: Racing) -> None:
    assert [racing.slam("Ana") for _ in range(5)] == [True] * 5
    racing.wait(1)
    assert racing.read_out() == ["Ana"]
    assert not racing.slam("Ana")  # who has the floor says something with it


def test_a_false_start_belongs_to_the_moment_it_was_made_for(quickest: str) -> None:
    racing = Racing(quickest)
    before = racing.prompter.moment
    assert not racing.slam("Ana")
    racing.press()
    assert racing.beat == "race"
    assert not racing.race.slam("Ana", racing.clock.now(), before)
    racing.wait(1)
    assert (racing.beat, racing.read_out()) == ("race", [])


def test_a_hand_that_came_down_before_the_race_was_armed_and_is_heard_of_later_has_not_won(racing: Racing) -> None:
    assert not racing.slam("Ana", ago=0.6)
    assert racing.slam("Bob", ago=0.4)
    racing.wait(1)
    assert racing.read_out() == ["Bob"]


def test_a_hand_that_moves_before_the_race_is_armed_has_moved_for_the_moment_before(quickest: str) -> None:
    racing = Racing(quickest)
    racing.performance.watchers.remove(racing.race.look)
    racing.press()  # the step is published, and the lock is not armed yet
    assert racing.race.meant(lambda: racing.prompter.moment) == racing.prompter.moment - 1
    assert not racing.slam("Ana")
    racing.race.look()
    assert racing.race.meant(lambda: racing.prompter.moment) == racing.prompter.moment


def test_a_winner_whom_the_rules_refuse_has_not_won_and_the_next_has(quickest: str) -> None:
    racing = Racing(quickest, "Ana", "Bob", "Zoe")
    racing.press()
    racing.slam("Zoe")
    racing.clock.advance(0.001)
    racing.slam("Bob")
    racing.wait(1)
    assert (racing.refusals(), racing.read_out(), racing.lit[-1]) == (["not_now"], ["Bob"], ("Bob",))


def test_where_only_a_refused_hand_has_slammed_the_race_is_open_again(quickest: str) -> None:
    racing = Racing(quickest, "Ana", "Bob", "Zoe")
    racing.press()
    racing.slam("Zoe")
    racing.wait(1)
    assert (racing.beat, racing.lit[-1]) == ("race", ("Ana", "Bob", "Zoe"))
    racing.slam("Ana")
    racing.wait(1)
    assert racing.read_out() == ["Ana"]


def test_who_slams_behind_is_dropped_without_a_word_where_the_game_does_not_ask_for_it(racing: Racing) -> None:
    racing.slam("Ana")
    racing.wait(1)
    racing.press()
    assert racing.beat == "ready"
    answer = racing.performance.hear(Slammed("Bob", 1), racing.prompter.moment)
    assert (answer.refused is not None, racing.refusals()) == (True, [])


def test_in_a_pause_nobody_slams_and_after_it_all_may(racing: Racing) -> None:
    racing.performance.hear(Wish.PAUSE)
    assert (racing.slam("Ana"), racing.lit[-1]) == (False, ())
    racing.performance.hear(Wish.GO_ON)
    assert racing.lit[-1] == NAMES
    racing.slam("Bob")
    racing.wait(1)
    assert racing.read_out() == ["Bob"]


def test_a_race_that_is_taken_back_is_run_again(racing: Racing) -> None:
    racing.slam("Ana")
    racing.wait(1)
    racing.performance.hear(Wish.TAKE_BACK)
    assert (racing.beat, list(racing.lit[-1])) == ("race", list(NAMES))
    racing.slam("Bob")
    racing.wait(1)
    assert racing.read_out() == ["Ana", "Bob"]


def test_the_light_stays_with_whoever_has_the_floor_until_the_next_race(racing: Racing) -> None:
    racing.slam("Ana")
    racing.wait(1)
    racing.press()
    assert racing.lit[-1] == ("Ana",)
    racing.press()
    assert (racing.beat, list(racing.lit[-1])) == ("race", list(NAMES))


def test_in_the_dark_no_light_of_a_race_is_lit(quickest: str) -> None:
    racing = Racing(quickest)
    racing.press()
    racing.slam("Ana")
    racing.wait(1)
    racing.press()
    racing.performance.hear(Wish.GO_ON)
    racing.performance.hear(Answered(True))
    assert (racing.beat, racing.lit[-1]) == ("hush", ())
    racing.wait(6)
    assert (racing.beat, list(racing.lit[-1])) == ("race", list(NAMES))


def test_a_light_that_fails_costs_nobody_the_race(racing: Racing, caplog: pytest.LogCaptureFixture) -> None:
    def broken(players: tuple[str, ...]) -> None:
        raise OSError("no wire")

    racing.race.lights.insert(0, broken)
    racing.slam("Ana")
    assert racing.lit[-1] == ("Ana",)
    racing.wait(1)
    assert racing.read_out() == ["Ana"]
    assert "a light of the race failed" in caplog.text


# Ten thousand.


class Bare:
    """The lock alone, for many races."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.clock = VirtualClock()
        self.told: list[Sensed | Heard] = []
        self.at: Any = SimpleNamespace(
            table=SimpleNamespace(around=names),
            beat=SimpleNamespace(race=names, double_buzz=()),
            moment=0,
            paused=False,
            dark=False,
            finished=False,
            opens_at=lambda now: float("-inf"),
        )
        self.race = RaceLock(self.clock, self.told.append, lambda: self.at)
        self.lit: tuple[str, ...] = ()
        self.race.lights.append(self._show)

    def _show(self, players: tuple[str, ...]) -> None:
        self.lit = players

    def arm(self) -> None:
        self.clock.advance(10.0)
        self.at.moment += 1
        self.race.look()
        self.clock.advance(1.0)

    def result(self) -> list[Slammed]:
        """Told to the evening, which accepts it."""
        moment, heard = Moment(self.at.moment, True, False, False), []
        while (due := self.race.due()) is not None:
            self.clock.advance(max(0.0, due - self.clock.now()))
            for each in self.race.tick(self.clock.now(), moment):
                assert isinstance(each.said, Slammed)
                heard.append(each.said)
                self.race.took(each, SimpleNamespace(refused=None))  # type: ignore[arg-type]  # all that it looks at
        return heard


def test_ten_thousand_random_races_have_no_wrong_winner() -> None:
    """Edges microseconds to half a second apart, each heard of within the time in which it may overtake."""
    random = Random(13)
    bare = Bare(NAMES)
    for number in range(10_000):
        bare.arm()
        began, width = bare.clock.now(), random.choice((0.00005, 0.001, 0.01, 0.2))
        racers = random.sample(NAMES, random.randint(1, len(NAMES)))
        edges = {player: began + random.random() * width for player in racers}
        arrives = {player: edge + random.random() * OVERTAKES * 0.99 for player, edge in edges.items()}
        told: list[Slammed] = []
        for player in sorted(racers, key=arrives.__getitem__):
            while (due := bare.race.due()) is not None and due <= arrives[player]:
                told += bare.result()
            bare.clock.advance(max(0.0, arrives[player] - bare.clock.now()))
            assert bare.race.slam(player, edges[player], bare.at.moment), number
        told += bare.result()
        first = min(edges, key=edges.__getitem__)
        assert (told[0], bare.lit) == (Slammed(first), (first,)), number
        assert [slam.behind for slam in told] == list(range(len(racers))), number
        assert {slam.player for slam in told} == set(racers), number


def test_hands_in_many_threads_have_one_winner_and_it_is_the_first() -> None:
    names = tuple(f"player {number}" for number in range(8))
    bare, random = Bare(names), Random(7)
    for _ in range(100):
        bare.arm()
        edges = {name: bare.clock.now() - random.random() * 0.02 for name in names}
        together = Barrier(len(names))

        def hand(name: str, edges: dict[str, float] = edges, together: Barrier = together) -> None:
            together.wait()
            bare.race.slam(name, edges[name], bare.at.moment)

        threads = [Thread(target=hand, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told = bare.result()
        assert [slam.player for slam in told] == sorted(names, key=edges.__getitem__)
        assert all(a.behind + 1 == b.behind for a, b in pairwise(told))
        assert bare.lit == (told[0].player,)
