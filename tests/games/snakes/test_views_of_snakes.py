"""What room, host and players see: the circle, the doors and the offer - and nothing that is hidden."""

from __future__ import annotations

from games.snakes.company import Company
from majordome.core.game import HOST, ROOM, SECRETS, Viewer
from majordome.core.library import load
from majordome.core.view import card, host, room, secrets
from majordome.games.snakes.events import CardCorrected, DoorChosen, OfferDeclined, OfferTaken, SnakeShown

GAME = load("snakes")


def test_the_room_sees_the_whole_table() -> None:
    company = Company(3).begin().turn("Bob", 2).say(DoorChosen("Cid"), OfferDeclined())
    seen = room(company.prompter.snapshot, company.now)
    assert seen.seats == (("Ana", ()), ("Bob", ("three_cards", "door_closed")), ("Cid", ("chosen", "door_closed")))
    assert seen.table["cards"][:2] == [
        {"number": 1, "side": "night", "last": False},
        {"number": 2, "side": "day", "last": False},
    ]
    assert seen.table["doors"] == [
        {"name": "Ana", "open": True},
        {"name": "Bob", "open": False},
        {"name": "Cid", "open": False},
    ]
    assert seen.table["offer"] == {"number": 2, "of": 3, "from": "Bob", "to": "Cid", "taken": False}
    assert (seen.table["active"], seen.table["round"], seen.table["snakes"]) == ("Bob", 1, 1)
    assert (seen.table["nights"], seen.table["days"]) == (4, 1)
    assert seen.heading == {"is": "round", "number": 1}


def test_the_room_sees_which_card_was_just_touched() -> None:
    company = Company(3).begin().turn("Bob", 2)
    assert [seen["number"] for seen in GAME.view(company.table, None, ROOM)["cards"] if seen["last"]] == [2]


def test_a_player_sees_their_own_seat() -> None:
    company = Company(3).begin()
    snapshot = company.prompter.snapshot
    assert card(snapshot, "Ana") == {"name": "Ana", "door_open": True, "your_turn": True, "offered": 0, "cards": 3}
    assert card(snapshot, "Zed") is None
    company.say(DoorChosen("Bob"))
    seen = card(company.prompter.snapshot, "Bob")
    assert seen == {"name": "Bob", "door_open": False, "your_turn": False, "offered": 1, "cards": 2}
    company.say(OfferTaken())
    holds = [GAME.view(company.table, None, Viewer("player", name))["cards"] for name in ("Ana", "Bob", "Cid")]
    assert holds == [2, 3, 2]


def test_there_is_nothing_to_see_before_the_players_are_counted() -> None:
    company = Company(named=False)
    seen = room(company.prompter.snapshot, company.now)
    assert seen.seats == ()
    assert seen.table["cards"] == []
    assert seen.table["snakes"] is None


def test_the_host_knows_when_something_can_be_corrected_or_left_out() -> None:
    company = Company()
    assert host(company.prompter.snapshot).table == {"can_correct": False, "can_skip": True}
    company.begin()
    assert host(company.prompter.snapshot).table == {"can_correct": True, "can_skip": False}


def test_nobody_learns_of_a_snake_before_it_is_shown() -> None:
    company = Company(3).begin()
    company.say(*(CardCorrected(number, "day") for number in range(1, 6)))
    assert room(company.prompter.snapshot, 0.0).seats == (("Ana", ()), ("Bob", ()), ("Cid", ()))
    company.say(SnakeShown("Bob"))
    seen = room(company.prompter.snapshot, 0.0)
    assert seen.seats == (("Ana", ()), ("Bob", ("snake",)), ("Cid", ()))
    assert (seen.winner, seen.winners) == ("day", ("Ana", "Cid"))


def test_the_box_keeps_no_secret_at_any_beat() -> None:
    """The table knows what lies on it: no field for a hand, a mask or a claim."""
    company = Company(3).begin().turn("Bob", 0, refused=2)
    assert set(company.table.__struct_fields__) == {
        *("evening", "players", "cards", "closed", "active", "chosen", "offer", "taken"),
        *("round", "last", "phase", "holders"),
    }
    assert secrets(company.prompter.snapshot) == {} == GAME.view(company.table, None, SECRETS)


def test_every_viewer_can_look_at_every_beat() -> None:
    company = Company(4)
    for step in range(60):
        beat = company.prompter.beat
        for viewer in (ROOM, HOST, SECRETS, Viewer("player", "Ana")):
            GAME.view(company.table, beat, viewer)
        if beat is None:
            break
        answers = list(GAME.answers(beat))
        company.say(answers[step % len(answers)])
