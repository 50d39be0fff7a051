"""Tonight's chances, round by round: beside what can be worked out on paper."""

from __future__ import annotations

from random import Random

import pytest

from lab.exact import table_murderers
from majordome.core.evening import Evening, Guest
from majordome.core.events import Event
from majordome.core.library import load, manifest
from majordome.core.script import Beat
from majordome.games.murder.facts import Round
from majordome.games.murder.roles import Role
from majordome.lab.players import Ways, bench_of
from majordome.lab.sums import sigmas
from majordome.lab.tonight import by_round

TABLES, TIMES = 40, 25


def around_a_table(players: int, dice: Random) -> Evening:
    ages = dice.sample(range(20, 60), players)
    roles = [Role.MURDERER] * 2 + [Role.GUEST] * (players - 2)
    guests = tuple(Guest(f"Guest {number}", ages[number], str(role)) for number, role in enumerate(roles))
    return Evening("table", guests, manifest("table").usual())


def an_evening(evening: Evening, seed: int) -> tuple[list[Event], list[tuple[int, int]]]:
    """Everything that is said by people who point at random; and how many guests and murderers begin each night."""
    script = load(evening.game).script(evening)
    players = bench_of(evening.game).seat(evening, Random(seed), Ways())
    said: list[Event] = []
    nights: list[tuple[int, int]] = []
    fresh = False
    try:
        item = next(script)
        while True:
            if isinstance(item, Round):
                fresh = True
            if isinstance(item, Beat):
                if fresh:
                    alive = [guest.role for guest in item.table.guests if guest.name in item.table.living]
                    murderers = sum(role is Role.MURDERER for role in alive)
                    nights.append((len(alive) - murderers, murderers))
                    fresh = False
                said.append(players.answer(item))
                item = script.send(said[-1])
            else:
                item = next(script)
    except StopIteration:
        return said, nights


def test_the_first_night_around_a_table_has_the_chance_that_paper_gives_it() -> None:
    won = 0
    for seed in range(TABLES):  # the youngest is lucky, or not: each company has other ages
        evening = around_a_table(7, Random(seed))
        said, _ = an_evening(evening, seed)
        told = by_round(evening, said, ways=Ways(), times=TIMES, seed=seed)
        assert told is not None
        assert told.side == "guests"
        won += round(told.rounds[0][1] * TIMES)
    assert abs(sigmas(won, TABLES * TIMES, 1 - float(table_murderers(5)))) < 4


@pytest.mark.parametrize("seed", range(4))
def test_a_murderer_who_is_sacrificed_is_good_news_for_the_guests(seed: int) -> None:
    evening = around_a_table(7, Random(seed))
    said, nights = an_evening(evening, seed)
    told = by_round(evening, said, times=100)
    assert told is not None
    assert all(isinstance(heading, Round) for heading, _ in told.rounds)
    chances = [chance for _, chance in told.rounds]
    assert len(chances) == len(nights)
    for (_, before), (_, after), earlier, later in zip(nights, nights[1:], chances, chances[1:], strict=False):
        if after < before:
            assert later > earlier


def test_the_same_evening_is_always_told_the_same() -> None:
    evening = around_a_table(6, Random(3))
    said, _ = an_evening(evening, 3)
    assert by_round(evening, said, times=20) == by_round(evening, said, times=20)


def test_where_the_box_knows_no_cards_nothing_is_told() -> None:
    evening = Evening("table", tuple(Guest(name) for name in "ABCDE"), manifest("table").usual())
    assert by_round(evening, []) is None
    snakes = Evening("snakes", tuple(Guest(name) for name in "ABC"), manifest("snakes").usual())
    assert by_round(snakes, []) is None
