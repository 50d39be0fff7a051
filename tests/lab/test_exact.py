"""What thousands of evenings by dice come to, beside what can be worked out on paper: within four sigma."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from lab.exact import circle_day, hands_day, table_murderers, weekend_guests
from majordome.core.library import load
from majordome.lab.players import ByDice
from majordome.lab.playing import play, voice_of
from majordome.lab.setups import Setup, run
from majordome.lab.sums import sigmas

pytestmark = pytest.mark.long

EVENINGS = 2000
KNOWN_AT_TABLE = {
    5: Fraction(3, 4),
    6: Fraction(13, 15),
    7: Fraction(5, 8),
    8: Fraction(27, 35),
    9: Fraction(35, 64),
}


@pytest.mark.parametrize("players", KNOWN_AT_TABLE)
def test_murderers_around_a_table_of_people_who_point_at_random(players: int) -> None:
    chance = table_murderers(players - 2)
    assert chance == KNOWN_AT_TABLE[players]
    (batch,) = run([Setup("table", players)], EVENINGS, seed=players, cores=1)
    assert batch.wins["murderers"] + batch.wins["guests"] == EVENINGS
    assert abs(sigmas(batch.wins["murderers"], EVENINGS, float(chance))) < 4


@pytest.mark.parametrize("players", [9, 10, 13, 20])
def test_guests_of_a_weekend_who_point_at_random(players: int) -> None:
    chance = weekend_guests(players)
    assert chance == Fraction(10, (players - 2) * (players - 5))
    (batch,) = run([Setup("weekend", players)], EVENINGS, seed=players, cores=1)
    assert abs(sigmas(batch.wins["guests"], EVENINGS, float(chance))) < 4


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_a_weekend_is_decided_by_each_round_as_often_as_it_must_be(rounds: int) -> None:
    (batch,) = run([Setup("weekend", 10)], EVENINGS, seed=1, cores=1)
    decided = sum(
        line.winner == "guests" and played <= rounds
        for line, played in zip(batch.lines, batch.measured("rounds"), strict=True)
    )
    assert abs(sigmas(decided, EVENINGS, float(weekend_guests(10, rounds)))) < 4


def test_the_day_among_three_who_touch_any_number_alike() -> None:
    assert circle_day(2) == Fraction(1, 2)  # one turned: then the other is turned, or the first is taken away
    game, evening, day = load("snakes"), Setup("snakes", 3).evening, 0
    for number in range(EVENINGS):
        day += play(game, evening, ByDice(game, Random(number)), voice_of("snakes")).winner == "day"
    assert abs(sigmas(day, EVENINGS, float(circle_day(5)))) < 4


def test_the_day_among_three_who_hold_real_hands() -> None:
    (batch,) = run([Setup("snakes", 3)], EVENINGS, seed=3, cores=1)
    assert abs(sigmas(batch.wins["day"], EVENINGS, hands_day())) < 4


def test_four_sigma_would_notice_a_vote_that_is_not_fair() -> None:
    """The yardstick itself: the chance at a table of eight is not taken for that of a table of nine."""
    (batch,) = run([Setup("table", 8)], EVENINGS, seed=2, cores=1)
    assert abs(sigmas(batch.wins["murderers"], EVENINGS, float(KNOWN_AT_TABLE[9]))) > 4
