"""What the host is told beforehand."""

from __future__ import annotations

import pytest

from majordome.core.evening import Evening, Guest
from majordome.core.library import manifest
from majordome.lab.odds import even, odds
from majordome.lab.players import bench_of
from majordome.lab.setups import Setup, run

pytestmark = pytest.mark.long


def a_company(game: str, players: int, **settings: int | str) -> Evening:
    return Setup(game, players, tuple(settings.items())).evening


@pytest.mark.parametrize("game", ["weekend", "table", "snakes", "exchange", "parasites"])
def test_every_company_that_can_play_is_told_its_odds(game: str) -> None:
    found = manifest(game)
    for players in range(found.fewest, found.most + 1):
        told = odds(a_company(game, players))
        assert told is not None
        assert told.shortest <= told.minutes <= told.longest
        assert (told.chance is None) == (game == "exchange")
        assert told.chance is None or 0 < told.chance < 1


def test_without_names_or_for_a_game_that_the_lab_has_not_played_nothing_is_told() -> None:
    assert odds(Evening("weekend", (), manifest("weekend").usual())) is None
    assert even(Evening("weekend", (), manifest("weekend").usual())) is None
    assert odds(a_company("weekend", manifest("weekend").fewest - 1)) is None


def test_the_table_says_what_the_lab_says() -> None:
    for players in (10, 13, 20):
        batch = run([Setup("weekend", players, ways=bench_of("weekend").usual)], 500, seed=11, cores=1)[0]
        told = odds(a_company("weekend", players))
        assert told is not None
        assert told.chance == pytest.approx(batch.chance("guests"), abs=0.09)


def test_what_cards_do_adds_up_nearly_as_in_the_lab() -> None:
    cards = {"insomniac": 1, "charmer": 1, "alchemist": 2}
    setup = Setup("weekend", 14, (), tuple(cards.items()), bench_of("weekend").usual)
    told = odds(a_company("weekend", 14), cards)
    assert told is not None
    assert told.chance == pytest.approx(run([setup], 500, seed=12, cores=1)[0].chance("guests"), abs=0.12)


@pytest.mark.parametrize("players", range(5, 10))
def test_the_suggested_cards_do_what_is_promised(players: int) -> None:
    evening = a_company("table", players, edition="B")
    cards = even(evening)
    assert cards is not None
    told = odds(evening, cards)
    setup = Setup("table", players, (("edition", "B"),), tuple(cards.items()), bench_of("table").usual)
    assert told is not None
    assert told.chance == pytest.approx(run([setup], 800, seed=13, cores=1)[0].chance("guests"), abs=0.07)


def test_a_whole_hand_of_special_cards_is_not_merely_added_up() -> None:
    cards = {"insomniac": 1, "vampire": 2, "charmer": 1, "shortsighted": 1, "heart": 2}
    setup = Setup("weekend", 10, (("edition", "B"),), tuple(cards.items()), bench_of("weekend").usual)
    told = odds(a_company("weekend", 10, edition="B"), cards)
    assert told is not None
    assert told.chance == pytest.approx(run([setup], 800, seed=14, cores=1)[0].chance("guests"), abs=0.07)


def test_a_card_that_ends_evenings_sooner_is_told_in_minutes_too() -> None:
    plain, seen = (odds(a_company("weekend", 13), cards) for cards in ({}, {"insomniac": 1}))
    assert plain is not None
    assert seen is not None
    assert seen.shortest <= seen.minutes < plain.minutes - 5


def test_the_cards_of_the_evening_count_and_who_holds_them_does_not() -> None:
    usual = manifest("weekend").usual()
    roles = ["murderer", "murderer", "insomniac", *["guest"] * 9]
    one, other = (
        Evening("weekend", tuple(Guest(str(n), role=role) for n, role in enumerate(held)), usual)
        for held in (roles, roles[::-1])
    )
    assert odds(one) == odds(other) == odds(a_company("weekend", 12), {"insomniac": 1})


def test_the_suggested_cards_bring_the_chances_nearer_to_even() -> None:
    for players in range(5, 10):
        evening = a_company("table", players)
        without, cards = odds(evening), even(evening)
        assert cards is not None
        assert without is not None
        with_them = odds(evening, cards)
        assert with_them is not None
        assert with_them.chance is not None
        assert without.chance is not None
        assert abs(with_them.chance - 0.5) <= abs(without.chance - 0.5)
        assert sum(cards.values()) + 2 <= players


def test_a_game_without_special_cards_has_none_to_suggest() -> None:
    assert even(a_company("snakes", 4)) is None


def test_a_host_who_lets_people_talk_longer_is_told_so() -> None:
    short, long = (odds(a_company("weekend", 12, discussion=seconds)) for seconds in (180, 600))
    assert short is not None
    assert long is not None
    assert long.minutes > short.minutes + 15
    assert long.chance == short.chance
