"""Questions by the button alone: a press goes on to the next choice, a double press takes it; and all around it."""

from __future__ import annotations

from typing import Any

import pytest

from majordome.core.asks import Choose, Number, Option, Race
from majordome.core.cues import Cue, Hourglass, ReadOut, Refused, Say
from majordome.core.events import (
    Buzz,
    ChairTaken,
    Event,
    GameEnded,
    Gesture,
    PhaseSkipped,
    Pointed,
    Pressed,
    Slammed,
    TimeAdded,
    TimeUp,
)
from majordome.core.script import Beat, Curtain, Script, Skip, Table, choose, dial, expect, skippable
from majordome.games.murder.testing import an_evening


class Chosen(Event, frozen=True):
    name: str


class Scored(Event, frozen=True):
    points: int


class Parlour(Table, frozen=True):
    """A table at which a phase may be skipped."""

    skips = True


TABLE = Parlour(an_evening())
OPTIONS = (Option(Chosen("Ana"), "Ana"), Option(Chosen("Bob"), "Bob"), Option(Pressed(), label="nobody"))


class Asked:
    """A script that is asked by hand."""

    def __init__(self, script: Script[Any]) -> None:
        self._script = script
        self.cues: list[Cue] = []
        self.beat: Beat | None = None
        self.told: Any = None
        self._go_on(None)

    def _go_on(self, event: Event | None) -> None:
        self.cues = []
        try:
            item = next(self._script) if event is None else self._script.send(event)
            while not isinstance(item, Beat):
                self.cues.append(item)
                item = next(self._script)
        except StopIteration as end:
            self.beat, self.told = None, end.value
        else:
            self.beat = item

    def say(self, said: Event | Gesture | Buzz) -> None:
        """Something that must be taken."""
        assert self.beat is not None
        event = said if isinstance(said, Event) else self.beat.meant_by(said)
        assert event is not None, f"{said} means nothing"
        assert self.beat.refuses(event) is None
        self._go_on(event)

    def refusal_of(self, event: Event) -> Refused | None:
        assert self.beat is not None
        return self.beat.refuses(event)

    @property
    def at(self) -> int | None:
        """Where the button points."""
        assert self.beat is not None
        ask = self.beat.asks[0]
        assert isinstance(ask, Choose | Number)
        return ask.at


def choosing(*more: type[Event], **how: Any) -> Asked:
    return Asked(choose(TABLE, "pick", "who", OPTIONS, *more, **how))


def dialling(least: int = 1, most: int = 4, **how: Any) -> Asked:
    return Asked(dial(TABLE, "score", "points", Scored, least, most, **how))


# Choose.


def test_a_press_points_at_the_next_choice_and_reads_it_out() -> None:
    asked = choosing()
    told = []
    for _ in range(4):
        asked.say(Gesture.PRESS)
        told.append((asked.at, asked.cues))
    assert told == [
        (0, [ReadOut("Ana")]),
        (1, [ReadOut("Bob")]),
        (2, [Say("option_nobody")]),
        (0, [ReadOut("Ana")]),
    ]


def test_a_double_press_takes_what_the_button_points_at() -> None:
    asked = choosing()
    asked.say(Gesture.PRESS)
    asked.say(Gesture.PRESS)
    asked.say(Gesture.DOUBLE)
    assert (asked.beat, asked.told, asked.cues) == (None, (TABLE, Chosen("Bob")), [])


def test_before_the_button_points_at_anything_there_is_nothing_to_take() -> None:
    asked = choosing()
    assert asked.beat is not None
    assert asked.at is None
    assert asked.beat.meant_by(Gesture.DOUBLE) is None


def test_a_name_may_be_said_at_once() -> None:
    asked = choosing()
    asked.say(Chosen("Bob"))
    assert asked.told == (TABLE, Chosen("Bob"))


def test_what_is_not_offered_is_refused_and_the_games_own_reason_comes_first() -> None:
    assert choosing().refusal_of(Chosen("Zed")) == Refused("who", "not_a_choice")
    asleep = Refused("who", "asleep", ("Ana",))
    asked = choosing(refuse=lambda table, event: asleep if event == Chosen("Ana") else None)
    assert asked.refusal_of(Chosen("Ana")) == asleep
    assert asked.refusal_of(Chosen("Bob")) is None
    assert asked.refusal_of(Chosen("Zed")) == Refused("who", "not_a_choice")


def test_an_event_of_another_kind_is_refused_by_the_table() -> None:
    assert choosing().refusal_of(Scored(3)) == Refused("scored", "not_now")
    assert choosing().refusal_of(TimeUp()) == Refused("timeup", "not_now")


def test_the_clock_may_come_in_its_place_and_pointing_does_not_turn_it_back() -> None:
    asked = choosing(TimeUp, within=10)
    assert asked.beat is not None
    assert (asked.beat.within, asked.beat.again) == (10, False)
    asked.say(Gesture.PRESS)
    assert (asked.beat.within, asked.beat.again) == (10, True)
    asked.say(TimeUp())
    assert asked.told == (TABLE, TimeUp())


def test_a_hold_means_what_the_script_says() -> None:
    asked = choosing(Slammed, hold=Slammed("Ana"))
    asked.say(Gesture.HOLD)
    assert asked.told == (TABLE, Slammed("Ana"))


def test_a_second_question_beside_it_is_asked_too() -> None:
    race = Race("first", players=("Ana", "Bob"))
    asked = choosing(Slammed, asks=(race,))
    assert asked.beat is not None
    assert asked.beat.asks == (Choose("who", OPTIONS), race)
    asked.say(Buzz("Bob"))
    assert asked.told == (TABLE, Slammed("Bob"))


def test_a_players_own_buzzer_points_and_takes_like_the_button() -> None:
    asked = choosing(players=("Ana",))
    assert asked.beat is not None
    assert asked.beat.meant_by(Buzz("Bob")) is None
    assert asked.beat.meant_by(Buzz("Ana", Gesture.DOUBLE)) is None
    asked.say(Buzz("Ana"))
    asked.say(Buzz("Ana", Gesture.DOUBLE))
    assert asked.told == (TABLE, Chosen("Ana"))


def test_a_players_own_buzzer_may_mean_it_is_me() -> None:
    asked = choosing(players=("Ana", "Bob"), buzz=(("Bob", Chosen("Bob")),))
    assert asked.beat is not None
    assert asked.beat.meant_by(Buzz("Ana")) == Pointed(0)
    asked.say(Buzz("Bob"))
    assert asked.told == (TABLE, Chosen("Bob"))


@pytest.mark.parametrize(("pointed", "at"), [(1, 1), (3, 0), (-1, 2), (100, 1)])
def test_a_pointer_beyond_the_choices_goes_round(pointed: int, at: int) -> None:
    asked = choosing()
    asked.say(Pointed(pointed))
    assert asked.at == at


# Dial.


def test_each_press_counts_one_more_and_behind_the_last_it_begins_again() -> None:
    asked = dialling()
    told = [asked.at]
    for _ in range(5):
        asked.say(Gesture.PRESS)
        told.append(asked.at)
        assert asked.cues == [ReadOut(str(asked.at))]
    assert told == [1, 2, 3, 4, 1, 2]


@pytest.mark.parametrize("presses", [0, 1, 3, 4, 5])
def test_a_double_press_says_that_it_is_done(presses: int) -> None:
    asked = dialling()
    for _ in range(presses):
        asked.say(Gesture.PRESS)
    asked.say(Gesture.DOUBLE)
    assert asked.told == (TABLE, Scored(1 + presses % 4))


def test_a_press_that_was_queued_counts_wherever_the_dial_stands() -> None:
    asked = dialling()
    again = []
    for _ in range(6):
        assert asked.beat is not None
        again.append(asked.beat.again)
        asked.say(Gesture.PRESS)
    assert again == [False, True, True, True, True, True]


def test_a_number_may_be_said_at_once_within_its_limits() -> None:
    asked = dialling(0, 10)
    for number in (-1, 11):
        why = Refused("points", "number_out_of_range", (str(number), "0", "10"))
        assert asked.refusal_of(Scored(number)) == why
    asked.say(Scored(10))
    assert asked.told == (TABLE, Scored(10))


@pytest.mark.parametrize(("pointed", "at"), [(3, 3), (-5, 1), (99, 4)])
def test_a_pointer_beyond_the_numbers_stops_at_the_end(pointed: int, at: int) -> None:
    asked = dialling()
    asked.say(Pointed(pointed))
    assert asked.at == at


def test_a_players_own_buzzer_counts_like_the_button() -> None:
    asked = dialling(players=("Ana",))
    asked.say(Buzz("Ana"))
    asked.say(Buzz("Ana", Gesture.DOUBLE))
    assert asked.told == (TABLE, Scored(2))


# Expect, around both.


def test_the_host_may_end_the_game_at_any_question_and_skip_it_where_the_table_lets_him() -> None:
    for asked in (choosing(), dialling()):
        with pytest.raises(Curtain) as over:
            asked.say(GameEnded("nobody"))
        assert (over.value.table, over.value.winner) == (TABLE, "nobody")
    with pytest.raises(Skip):
        dialling().say(PhaseSkipped())
    assert choosing().refusal_of(GameEnded("butlers")) == Refused("end", "no_such_winner", ("butlers", "nobody"))


def test_a_table_that_cannot_be_skipped_says_so() -> None:
    asked = Asked(choose(Table(an_evening()), "pick", "who", OPTIONS))
    assert asked.refusal_of(PhaseSkipped()) == Refused("phaseskipped", "not_now")


def test_a_scene_that_is_skipped_hands_the_table_on() -> None:
    def scene() -> Script[Parlour]:
        yield from choose(TABLE, "pick", "who", OPTIONS)
        raise AssertionError("it was skipped")

    asked = Asked(skippable(scene()))
    asked.say(PhaseSkipped())
    assert (asked.beat, asked.told) == (None, TABLE)


def test_more_sand_leaves_the_beat_as_it_is() -> None:
    asked = Asked(expect(TABLE, "talk", Pressed, TimeUp, press=Pressed(), within=30))
    asked.say(TimeAdded(60))
    assert asked.beat is not None
    assert (asked.cues, asked.beat.within, asked.beat.again) == ([Hourglass(90)], 90, True)
    asked.say(TimeAdded(-500))
    assert (asked.cues, asked.beat.within) == ([Hourglass(0)], 0)
    assert choosing().refusal_of(TimeAdded(30)) == Refused("time", "no_hourglass")
    assert choosing(TimeUp, within=5).refusal_of(TimeAdded(30)) is None


def test_a_chair_is_no_news_where_a_game_does_not_listen() -> None:
    assert choosing().refusal_of(ChairTaken("left")) == Refused("chair", "no_news")


class Seats(Table, frozen=True):
    """Somebody may leave at any time: a game's own word beside what is asked."""

    names: tuple[str, ...] = ("Ana", "Bob")

    def refuses(self, event: Event) -> Refused | None:
        return None if isinstance(event, Scored) else Table.refuses(self, event)

    def aside(self, event: Event) -> Script[Seats]:
        yield ReadOut("somebody leaves")
        return Seats(self.evening, self.names[1:])


def test_what_is_asked_of_the_table_follows_what_is_said_beside_it() -> None:
    def who(table: Seats) -> tuple[Choose, ...]:
        return (Choose("who", tuple(Option(Chosen(name), name) for name in table.names)),)

    asked = Asked(expect(Seats(an_evening()), "pick", Chosen, asks=who))
    assert asked.beat is not None
    assert list(asked.beat.asks[0].answers()) == [Chosen("Ana"), Chosen("Bob")]
    asked.say(Scored(1))  # the beat did not ask for it, and the table takes it
    assert asked.cues == [ReadOut("somebody leaves")]
    assert (asked.beat.again, list(asked.beat.asks[0].answers())) == (True, [Chosen("Bob")])
    asked.say(Chosen("Bob"))
    assert asked.told == (Seats(an_evening(), ("Bob",)), Chosen("Bob"))
