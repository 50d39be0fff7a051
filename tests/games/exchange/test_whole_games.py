"""Whole games by the one button alone, by each player's buzzer, by phones only, and by anything at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.exchange.parties import Table, an_evening, by_phone
from majordome.core.asks import OneAnswer, Race
from majordome.core.cues import Outcome
from majordome.core.events import Answered, Buzz, Event, Gesture, Pointed, Pressed, Slammed, TimeUp
from majordome.core.script import Beat
from majordome.games.exchange.events import (
    AllShown,
    Announced,
    AssassinShown,
    CrimeCounted,
    PileEmptied,
    SurvivalCounted,
    TargetNamed,
)
from majordome.games.exchange.facts import HandOver, Joker, Murder, Out, Police
from majordome.games.exchange.game import GAME

pytestmark = pytest.mark.long

LONG_ENOUGH = 4000  # steps


# By the one button alone.


def point_at(table: Table, times: int) -> None:
    """So many presses, and a double press takes it."""
    for _ in range(times):
        table.press()
    table.double()


def test_the_box_alone_on_a_table_without_a_guest_list() -> None:
    table = Table(an_evening(0))
    table.press()  # begin, without the rules
    table.press()  # three
    table.double()
    assert table.table.seats == ("1", "2", "3")
    point_at(table, 2)  # number two is the maddest
    table.press()  # dealt
    assert (table.table.giver, table.table.taker) == ("2", "3")
    for _ in range(3):
        table.press()  # laid, taken, drawn
    table.double()  # somebody slams
    point_at(table, 1)  # it is number one
    point_at(table, 3)  # a joker
    table.press()  # it is done
    table.double()
    point_at(table, 3)  # number three
    point_at(table, 2)  # the police
    point_at(table, 2)  # accuses number two
    table.press()  # who is not the assassin
    assert table.all(Out) == [Out("3")]
    table.press()  # no more actions
    assert (table.table.giver, table.table.taker) == ("1", "2")  # three took, and is out
    for _ in range(3):
        table.press()
    table.double()
    point_at(table, 1)  # number one
    point_at(table, 1)  # a murder
    point_at(table, 1)  # of number two
    point_at(table, 7)  # seven points of crime
    point_at(table, 5)  # five of survival
    table.press()  # enough of the drums
    assert table.all(Murder) == [Murder("1", "2", 7, 5, True)]
    table.press()  # dealt
    table.double()  # the pile is empty, at once
    point_at(table, 3)  # number three holds an assassin
    point_at(table, 3)  # and nobody else: after one and two
    assert table.points == {"1": 3, "2": 1, "3": 0}
    table.press()
    table.press()
    table.double()
    point_at(table, 1)
    point_at(table, 1)  # number one murders
    point_at(table, 1)
    table.press()
    table.double()  # one against none
    table.double()
    table.press()
    assert table.all(Outcome) == [Outcome("1", ("1",))]


@pytest.mark.parametrize("seed", range(8))
def test_gestures_alone_play_a_game_to_its_end(seed: int) -> None:
    chance = Random(seed)
    table = Table(an_evening(0 if seed % 2 else 4))
    for _ in range(LONG_ENOUGH):
        beat = table.prompter.beat
        if beat is None:
            break
        meant = [
            gesture
            for gesture, event in (
                (Gesture.PRESS, beat.press),
                (Gesture.DOUBLE, beat.double),
                (Gesture.HOLD, beat.hold),
            )
            if event is not None
        ]
        assert meant, f"{beat.name} cannot be answered by the button"
        table.say(chance.choice(meant))
    assert len(table.all(Outcome)) == 1


# By each player's own buzzer, and nobody at the box.


def by_buzzers(table: Table, chance: Random) -> None:
    """Somebody's buzzer that means something; or time passes."""
    beat = table.prompter.beat
    assert beat is not None
    meant = [
        Buzz(player, gesture)
        for player in table.table.seats
        for gesture in (Gesture.PRESS, Gesture.DOUBLE)
        if (event := beat.meant_by(Buzz(player, gesture))) is not None and beat.refuses(event) is None
    ]
    if beat.within is not None and (not meant or chance.random() < 0.5):
        table.wait(beat.within)
    else:
        assert meant, f"nobody's buzzer means anything at {beat.name}"
        table.say(chance.choice(meant))


@pytest.mark.parametrize("seed", range(8))
def test_buzzers_alone_play_a_game_to_its_end(seed: int) -> None:
    chance = Random(seed)
    table = Table(an_evening(2 + seed % 4))
    for _ in range(LONG_ENOUGH):
        if table.prompter.beat is None:
            break
        by_buzzers(table, chance)
    assert len(table.all(Outcome)) == 1


def test_a_murder_by_buzzers() -> None:
    table = Table(an_evening(3))
    table.buzz("Bob")  # begin
    table.buzz("Cid")  # is the maddest
    table.buzz("Cid")  # has five cards
    table.buzz("Cid")  # has laid three
    assert table.refusal_of(Buzz("Bob")).why == "nothing_to_buzz"
    table.buzz("Ana")  # has taken one
    table.buzz("Ana")  # everyone has five
    table.buzz("Bob")  # slams
    table.buzz("Bob")  # a murder
    table.buzz("Bob", Gesture.DOUBLE)
    table.buzz("Bob")  # Ana
    table.buzz("Bob", Gesture.DOUBLE)
    for _ in range(6):
        table.buzz("Bob")
    table.buzz("Bob", Gesture.DOUBLE)
    for _ in range(6):
        table.buzz("Ana")  # the victim counts
    table.buzz("Ana", Gesture.DOUBLE)
    table.wait(4)
    assert table.all(Murder) == [Murder("Bob", "Ana", 6, 6, False)]
    assert table.points == {"Ana": 1, "Bob": 0, "Cid": 0}


def test_the_police_by_buzzers_and_the_accused_may_get_in_line() -> None:
    table = Table(an_evening(3)).begin()
    table.go_to("actions")
    table.buzz("Ana")
    for _ in range(2):
        table.buzz("Ana")
    table.buzz("Ana", Gesture.DOUBLE)  # the police
    table.buzz("Ana")
    table.buzz("Ana", Gesture.DOUBLE)  # for Bob
    assert table.beat == "passed"
    table.buzz("Ana")  # no
    table.buzz("Bob")  # the accused has a card to slam as well
    table.buzz("Ana")  # is not the assassin
    assert table.all(Police) == [Police("Ana", "Bob", False)]
    assert table.table.floor == "Bob"


def test_at_the_end_of_the_pile_each_assassin_buzzes() -> None:
    table = Table(an_evening(4)).begin()
    table.go_to("drawing")
    table.buzz("Ana", Gesture.DOUBLE)
    table.buzz("Cid")
    table.press()  # the button points on from where it stands: Ana, Bob, Dora, nobody else
    for _ in range(3):
        table.press()
    table.double()
    assert table.points == {"Ana": 1, "Bob": 1, "Cid": 0, "Dora": 1}


# By phones only.


def by_phones(table: Table, chance: Random) -> None:
    """Some phone answers something that it is asked; or time passes."""
    beat = table.prompter.beat
    assert beat is not None
    asked = [
        (player, event)
        for ask in beat.asks
        for player in ask.players
        for event in ask.answers()
        if ask.allows(event, player) and beat.refuses(event) is None
    ]
    if beat.within is not None and (not asked or chance.random() < 0.5):
        table.wait(beat.within)
    else:
        assert asked, f"nobody's phone is asked anything at {beat.name}"
        by_phone(table, *chance.choice(asked))


@pytest.mark.parametrize("seed", range(8))
def test_phones_alone_play_a_game_to_its_end(seed: int) -> None:
    chance = Random(seed)
    table = Table(an_evening(2 + seed % 4))
    for _ in range(LONG_ENOUGH):
        if table.prompter.beat is None:
            break
        by_phones(table, chance)
    assert len(table.all(Outcome)) == 1


def test_a_hand_by_phones() -> None:
    table = Table(an_evening(3))
    by_phone(table, "Cid", Pressed())
    by_phone(table, "Bob", Slammed("Bob"))  # the maddest
    by_phone(table, "Bob", Pressed())
    by_phone(table, "Bob", Pressed())  # laid
    by_phone(table, "Cid", Pressed())  # taken
    by_phone(table, "Cid", Pressed())  # five cards
    by_phone(table, "Ana", Slammed("Ana"))
    by_phone(table, "Cid", Slammed("Cid"))  # gets in line
    by_phone(table, "Ana", Announced("joker"))
    by_phone(table, "Ana", Pressed())
    by_phone(table, "Cid", Announced("police"))
    by_phone(table, "Cid", TargetNamed("Bob"))
    by_phone(table, "Bob", Answered(True))  # the accused admits it
    assert table.all(Joker) == [Joker("Ana")]
    assert table.all(HandOver) == [HandOver("police")]
    assert table.points == {"Ana": 0, "Bob": 0, "Cid": 1}


def test_the_totals_are_typed_by_whose_cards_they_are() -> None:
    table = Table(an_evening(3)).begin()
    table.slam("Cid", "murder")
    table.say(TargetNamed("Ana"))
    assert not allowed(table, "Ana", CrimeCounted(3))
    by_phone(table, "Cid", CrimeCounted(3))
    assert not allowed(table, "Cid", SurvivalCounted(4))
    by_phone(table, "Ana", SurvivalCounted(4))
    table.wait(4)
    assert table.points["Ana"] == 1


def test_no_phone_speaks_for_another() -> None:
    table = Table(an_evening(4)).begin()
    assert not allowed(table, "Bob", Pressed())  # Ana lays the cards
    table.go_to("actions")
    assert not allowed(table, "Bob", Slammed("Ana"))
    assert not allowed(table, "Bob", Pressed())  # who offers next would cut the others short
    table.say(Slammed("Ana"))
    assert not allowed(table, "Bob", Announced("murder"))
    assert not allowed(table, "Bob", Slammed("Cid"))
    assert allowed(table, "Bob", Slammed("Bob"))


def test_the_assassins_tell_for_themselves_when_the_pile_is_empty() -> None:
    table = Table(an_evening(3)).begin()
    table.go_to("drawing")
    by_phone(table, "Bob", PileEmptied())
    assert not allowed(table, "Ana", AssassinShown("Cid"))
    by_phone(table, "Cid", AssassinShown("Cid"))
    by_phone(table, "Ana", AllShown())
    assert table.points == {"Ana": 1, "Bob": 1, "Cid": 0}


def allowed(table: Table, player: str, event: Event) -> bool:
    return any(ask.allows(event, player) for ask in table.asks)


# By anything.


@pytest.mark.parametrize("seed", range(10))
def test_any_mixture_plays_a_game_to_its_end(seed: int) -> None:
    chance = Random(f"mixed {seed}")
    table = Table(an_evening(2 + seed % 4, window=3, checklist=seed % 3))

    def by_host() -> None:
        beat = table.prompter.beat
        assert beat is not None
        said = chance.choice(list(GAME.answers(beat)))
        if isinstance(said, TimeUp):
            table.wait(beat.within or 0)
        else:
            table.say(said)

    hands: list[Callable[[], None]] = [
        by_host,
        lambda: by_buzzers(table, chance),
        lambda: by_phones(table, chance),
    ]
    for _ in range(LONG_ENOUGH):
        if table.prompter.beat is None:
            break
        chance.choice(hands)()
    assert len(table.all(Outcome)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_every_beat_has_an_answer_by_button_and_a_word_on_the_screen(seed: int) -> None:
    chance = Random(seed)
    table = Table(an_evening(3))
    beats: dict[str, Beat] = {}
    for _ in range(LONG_ENOUGH):
        beat = table.prompter.beat
        if beat is None:
            break
        beats[beat.name] = beat
        assert beat.press is not None
        assert table.narrator.beat(beat.name, "title")
        for gesture in ("press", "double", "hold"):
            meant = getattr(beat, gesture) is not None
            assert meant <= bool(table.narrator.beat(beat.name, gesture)), f"{beat.name} {gesture}"
        for ask in beat.asks:
            key = ("label", ask.label) if isinstance(ask, OneAnswer) else ("ask", getattr(ask, "question", ""))
            assert table.narrator.word(*key)
            assert not isinstance(ask, Race) or beat.name in ("maddest", "actions", "who_slammed")
            assert any(beat.refuses(event) is None for event in ask.answers()) or isinstance(ask, OneAnswer)
        answers = [event for event in GAME.answers(beat) if not isinstance(event, TimeUp)]
        table.say(chance.choice([event for event in answers if not isinstance(event, Pointed)] or answers))
    assert len(beats) > 8
