"""Who sits on a chair: a level that lasts."""

from __future__ import annotations

from majordome.core.events import ChairLeft, ChairTaken
from majordome.sensing.presence import SITS_AFTER, STANDS_AFTER, Presence


def seated() -> Presence:
    chair = Presence("left")
    chair.level(True, 0.0)
    assert chair.tick(SITS_AFTER) == ChairTaken("left")
    return chair


def test_somebody_who_stays_has_taken_the_chair() -> None:
    chair = Presence("left")
    chair.level(True, 1.0)
    assert chair.due() == 1.0 + SITS_AFTER
    assert chair.tick(1.1) is None
    assert chair.tick(1.0 + SITS_AFTER) == ChairTaken("left")
    assert chair.tick(9.0) is None


def test_a_fidgeting_prisoner_raises_no_alarm() -> None:
    chair = seated()
    chair.level(False, 5.0)
    chair.level(True, 5.9)
    assert chair.due() is None
    assert chair.tick(9.0) is None


def test_standing_up_for_over_a_second_is_told() -> None:
    chair = seated()
    chair.level(False, 5.0)
    assert chair.tick(5.0 + STANDS_AFTER) == ChairLeft("left")


def test_a_chair_that_flaps_fifty_times_a_second_tells_nothing() -> None:
    chair = seated()
    for n in range(500):
        chair.level(n % 2 == 0, 5.0 + n / 50)
        assert chair.tick(5.0 + n / 50) is None
    assert chair.taken
