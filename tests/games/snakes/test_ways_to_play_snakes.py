"""The same game with the one button, with six buzzers, with phones only, by the host's page, and in any mixture."""

from __future__ import annotations

from itertools import cycle, repeat

import pytest

from games.snakes.company import WAYS, Company, Turn, by_button, play
from games.snakes.referee import referee
from majordome.core.asks import Choose
from majordome.core.cues import Outcome
from majordome.core.events import Answered, Buzz, Gesture, Pressed
from majordome.games.snakes.events import CardCorrected, DoorChosen, OfferDeclined, OfferTaken, Touched

# Three turns a round with three players, and the night stays for ever.
THREE: list[Turn] = [
    *(("Bob", 1, 1), ("Cid", 2, 1), ("Ana", 0, 2)),
    *(("Cid", 0, 2), ("Ana", 1, 0), ("Bob", 2, 3)),
    *(("Ana", 0, 3), ("Bob", 0, 4), ("Cid", 2, 4)),
]
SIX: list[Turn] = [
    *(("Bob", 0, 1), ("Dora", 1, 2), ("Ana", 2, 3), ("Fay", 0, 4), ("Eve", 0, 5), ("Cid", 1, 6)),
    *(("Ana", 0, 7), ("Bob", 2, 8), ("Fay", 0, 9)),
]
GAMES = {"three and a long night": (3, "Ana", THREE, ("Bob",)), "six and the day": (6, "Ana", SIX, ("Cid", "Eve"))}


@pytest.mark.parametrize("way", [*WAYS, "mixture"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_played(game: str, way: str) -> None:
    players, starts, turns, snakes = GAMES[game]
    company = Company(players)
    ways = cycle(WAYS.values()) if way == "mixture" else repeat(WAYS[way])
    play(company, ways, starts, turns, snakes)
    assert company.beat == "finished"
    assert company.facts() == list(referee(company.table.players, starts, turns, snakes))


def test_a_box_without_names_is_played_by_its_button_alone() -> None:
    company = Company(named=False)
    company.say(Gesture.DOUBLE)  # three of us
    numbers = {"Ana": "1", "Bob": "2", "Cid": "3"}
    turns = [(numbers[to], refused, took) for to, refused, took in THREE]
    play(company, repeat(by_button), "1", turns, ("2",))
    assert company.beat == "finished"
    assert company.facts() == list(referee(("1", "2", "3"), "1", turns, ("2",)))


def test_the_rules_can_be_heard_and_cut_short_by_phones_and_by_buzzers() -> None:
    company = Company()
    company.phone("Dora", Answered(yes=True))
    company.phone("Bob", Pressed())
    company.phone("Cid", Answered(yes=False))
    assert company.beat == "dealing"
    company = Company().say(Buzz("Dora", Gesture.DOUBLE), Buzz("Bob"), Buzz("Cid", Gesture.DOUBLE))
    assert company.beat == "dealing"


def test_no_snake_is_shown_by_phone_or_by_buzzer() -> None:
    for said in ("phone", "buzzer"):
        company = Company(3).begin().say(*(CardCorrected(card, "day") for card in range(1, 6)))
        if said == "phone":
            company.phone("Cid", Pressed())
        else:
            company.say(Buzz("Cid", Gesture.DOUBLE))
        assert company.cues[-1] == Outcome("day")


def test_numbered_seats_have_buzzers_too() -> None:
    company = Company(named=False).begin()
    company.say(Buzz("1"), Buzz("1", Gesture.DOUBLE))
    assert company.table.chosen == "2"
    company.say(Buzz("2"), Buzz("2", Gesture.DOUBLE))
    assert company.beat == "touching"


def test_who_is_called_closes_the_own_door_with_a_double_press() -> None:
    company = Company().begin().say(Buzz("Dora", Gesture.DOUBLE))
    assert company.table.chosen == "Dora"


def test_a_mere_press_of_a_neighbour_closes_no_door() -> None:
    company = Company().begin()
    refused = company.hear(Buzz("Dora"))
    assert refused is not None
    assert refused.why == "nothing_to_buzz"


def test_only_the_chosen_one_answers_an_offer() -> None:
    company = Company().begin().say(DoorChosen("Bob"))
    beat = company.prompter.beat
    assert beat is not None
    for player in ("Ana", "Cid", "Dora"):
        assert company.hear(Buzz(player)) is not None
        assert company.hear(Buzz(player, Gesture.DOUBLE)) is not None
        assert not any(ask.allows(event, player) for ask in beat.asks for event in (OfferDeclined(), OfferTaken()))
    company.say(Buzz("Bob", Gesture.DOUBLE))
    assert company.beat == "touching"


def test_only_the_player_with_three_cards_chooses_on_a_phone() -> None:
    company = Company().begin()
    beat = company.prompter.beat
    assert beat is not None
    assert [ask.players for ask in beat.asks] == [("Ana",)]
    assert not any(ask.allows(DoorChosen("Ana"), "Ana") for ask in beat.asks)


def test_only_who_took_the_card_says_what_it_touched() -> None:
    company = Company().begin().say(DoorChosen("Bob"), OfferTaken())
    beat = company.prompter.beat
    assert beat is not None
    assert any(ask.allows(Touched(3), "Bob") for ask in beat.asks)
    assert not any(ask.allows(Touched(3), "Ana") for ask in beat.asks)
    assert not any(ask.allows(Touched(7), "Bob") for ask in beat.asks)


def test_the_button_points_at_nothing_first_and_then_at_the_numbers_that_are_left() -> None:
    company = Company(3).begin().turn("Bob", 2).turn("Cid", 2).say(DoorChosen("Ana"), OfferTaken())
    beat = company.prompter.beat
    assert beat is not None
    [ask] = beat.asks
    assert isinstance(ask, Choose)
    assert [option.means for option in ask.options] == [Touched(card) for card in (0, 1, 3, 4, 5)]


def test_pointing_goes_round_and_round() -> None:
    company = Company(3).begin().say(*[Gesture.PRESS] * 3, Gesture.DOUBLE)  # Bob, Cid, Bob
    assert company.table.chosen == "Bob"


@pytest.mark.parametrize("named", [True, False])
def test_every_beat_can_be_answered_by_the_button_alone(named: bool) -> None:
    company = Company(5, named=named)
    seen = set()
    for step in range(400):
        beat = company.prompter.beat
        if beat is None:
            break
        seen.add(beat.name)
        assert beat.press or beat.double, beat.name
        # Now and then pointing, now and then taking; a hold where the end has come.
        gesture = Gesture.DOUBLE if beat.double and (step % 3 == 2 or not beat.press) else Gesture.PRESS
        company.say(gesture)
    assert {"rules_offered", "dealing", "choosing", "offer", "touching"} <= seen
