"""The table in letters: everyone sits at it, nothing covers anything, and a game's drawing never stops an evening."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from prompt_toolkit.utils import get_cwidth

from majordome.core.evening import Evening, Guest
from majordome.core.game import ROOM
from majordome.core.library import load, manifest
from majordome.core.script import Beat
from majordome.core.table_drawing import Piece, RoundTable, Seat
from majordome.core.view import RoomView, ask_for_room
from majordome.terminal.round_table import HEIGHT, WIDTH, paint, table_of
from majordome.words.narrator import Narrator

NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Flo")
STEPS = 300


def rows(table: RoundTable, game: str = "snakes") -> list[str]:
    return "".join(text for _, text, *_ in paint(table, manifest(game))).split("\n")


def seen(game: str, table: Any, beat: Beat) -> RoomView:
    """The room as a screen gets it."""
    own = dict(load(game).view(table, beat, ROOM))
    nothing: dict[str, Any] = dict.fromkeys(RoomView.__struct_fields__)
    seats, asks = own.pop("seats"), tuple(ask_for_room(ask) for ask in beat.asks)
    return RoomView(**{**nothing, "game": game, "seats": seats, "asks": asks, "table": own})


def evenings(game: str) -> list[tuple[Evening, int]]:
    told = manifest(game)
    return [
        (Evening(game=game, guests=tuple(Guest(name) for name in NAMES[:number]), settings=told.usual()), number)
        for number in range(told.fewest, told.most + 1)
    ]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", ["snakes", "exchange", "parasites"])
def test_at_every_beat_everyone_sits_at_the_table(game: str, lang: Any) -> None:
    narrator = Narrator(lang, game=manifest(game))
    drawn = 0
    for evening, number in evenings(game):
        dice, script = Random(number), load(game).script(evening)
        said: Any = None
        try:
            for _ in range(STEPS):
                step = script.send(said)
                said = None
                if not isinstance(step, Beat):
                    continue
                said = dice.choice(list(load(game).answers(step)))
                table = table_of(seen(game, step.table, step), narrator)
                assert table is not None
                lines = rows(table, game)
                assert [get_cwidth(line) for line in lines] == [WIDTH] * HEIGHT
                for name in NAMES[:number]:
                    assert any(name in line for line in lines), "\n".join(lines)
                drawn += 1
        except StopIteration:
            pass
    assert drawn > 40


def test_the_circle_rises_clockwise_from_the_top_and_what_moved_stands_out() -> None:
    pieces = tuple(Piece(str(number), "day_card", bright=number == 3) for number in range(1, 5))
    lines = rows(RoundTable((), pieces, ("Ana", "Bob")))
    (top,), (right,) = ([n for n, line in enumerate(lines) if sign in line] for sign in (" 1 ", " 2 "))
    assert top < right == HEIGHT // 2
    assert lines[right].index("4") < lines[right].index("2")
    assert sum("›3‹" in line for line in lines) == 1
    assert [line.strip() for line in lines if "Ana" in line] == ["Ana"]


def test_a_long_name_is_cut_and_covers_nobody() -> None:
    names = ("Bartholomew the Elder", "Marie-Antoinette d’Autriche", "李小龙先生", "Bob", "Cid", "Dora")
    lines = rows(RoundTable(tuple(Seat(name, "▯", "Three cards", bright=True) for name in names)))
    assert [get_cwidth(line) for line in lines] == [WIDTH] * HEIGHT
    for start in ("Barth", "Mar", "李", "Bob", "Cid", "Dora"):
        assert sum(start in line for line in lines) == 1


def test_a_drawing_that_fails_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, _ = evenings("snakes")[0]
    script = load("snakes").script(evening)
    step = next(script)
    while not isinstance(step, Beat):
        step = next(script)
    room = seen("snakes", step.table, step)
    monkeypatch.setattr("majordome.games.snakes.drawing.drawing", lambda room, word: 1 // 0)
    assert table_of(room, Narrator("en", game=manifest("snakes"))) is None


def test_a_game_without_a_drawing_has_none() -> None:
    nothing: dict[str, Any] = dict.fromkeys(RoomView.__struct_fields__)
    assert table_of(RoomView(**{**nothing, "game": "weekend"}), Narrator("en", game=manifest("weekend"))) is None
