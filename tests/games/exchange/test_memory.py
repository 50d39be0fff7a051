"""Nothing is lost: a game replays to the same table, and can be taken back to its beginning and put back."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from games.exchange.parties import Table, an_evening
from games.exchange.record import where_it_stands
from majordome.core.account import account
from majordome.core.events import Event, TimeUp, Wish
from majordome.core.journal import read
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.games.exchange.events import LetIn, PointsCorrected, SentOut
from majordome.games.exchange.game import GAME
from majordome.service.evenings_folder import digest, recalled
from majordome.words.narrator import Narrator

JOURNALS = sorted((manifest("exchange").folder / "journals").glob("*.journal"))


def a_random_game(seed: int, steps: int) -> Table:
    """So many steps of anything, now and then with a correction."""
    chance = Random(seed)
    table = Table(an_evening(2 + seed % 4))
    for _ in range(steps):
        beat = table.prompter.beat
        if beat is None:
            break
        name = chance.choice(table.table.seats)
        corrections: list[Event] = [PointsCorrected(name, chance.randrange(4)), SentOut(name), LetIn(name)]
        said = chance.choice([*GAME.answers(beat), *corrections])
        if isinstance(said, TimeUp):
            table.wait(beat.within or 0)
        elif beat.refuses(said) is None:
            table.say(said)
        table.wait(chance.random())
    return table


@pytest.mark.parametrize("seed", range(12))
def test_a_game_replays_to_the_same_table(seed: int) -> None:
    table = a_random_game(seed, steps=60)
    again = Prompter(table.prompter.evening, Narrator("en"))
    again.recall(table.writer.records, 0.0)
    assert again.table == table.table
    assert again.snapshot.shown == table.prompter.snapshot.shown
    assert digest(again) == digest(table.prompter)


@pytest.mark.parametrize("seed", range(6))
def test_all_can_be_taken_back_and_put_back(seed: int) -> None:
    table = a_random_game(seed, steps=40)
    # The clock's own steps behind the last one of a player are not put back: they come again by themselves.
    while table.prompter.snapshot.last is not None and not table.prompter.snapshot.last.event.by_host:
        table.say(next(iter(GAME.answers(table.prompter.beat))) if table.prompter.beat else Wish.TAKE_BACK)
    before, facts = digest(table.prompter), table.table
    steps = 0
    while table.prompter.snapshot.takes_back is not None:
        table.back()
        steps += 1
    assert table.beat == "welcome"
    for _ in range(steps):
        table.say(Wish.PUT_BACK)
    assert table.table == facts
    assert digest(table.prompter) == before


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_stands_where_it_stood(path: Path) -> None:
    assert where_it_stands(recalled(read(path))) == json.loads(path.with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_recorded_game_can_be_told(path: Path, lang: str) -> None:
    told = "\n".join(account(read(path), lang="fr" if lang == "fr" else "en"))
    assert ("Manche 1" if lang == "fr" else "Hand 1") in told
    assert "{" not in told


def test_there_are_recorded_games() -> None:
    assert {path.stem for path in JOURNALS} >= {"whole-game-v1", "second-thoughts-v1", "by-the-button-v1"}
