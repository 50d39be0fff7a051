"""Random games against a second referee; replay, and all steps taken back and put back again."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.snakes.company import NAMES, WAYS, Company, Turn, play
from games.snakes.referee import CARDS, referee
from games.snakes.test_rehearsals_of_snakes import contract
from majordome.core.evening import Evening, Guest
from majordome.core.events import Wish
from majordome.core.library import load, manifest
from majordome.core.plain_values import to_plain
from majordome.core.prompter import Prompter
from majordome.core.rehearsal import Rehearsal
from majordome.core.toml_reader import parse_toml
from majordome.games.snakes.planned import Host
from majordome.words.narrator import Narrator

pytestmark = pytest.mark.long

GAME = load("snakes")


def steady(examples: int) -> settings:
    """The same examples each time, so that a run of the tests never depends on luck."""
    return settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[int, str, list[Turn], tuple[str, ...]]:
    """Any company, any turns: some are against the rules."""
    players = draw(st.integers(3, 6))
    names = NAMES[:players]
    turn = st.tuples(st.sampled_from(names), st.integers(0, 2), st.integers(0, CARDS[players]))
    turns = draw(st.lists(turn, max_size=60))
    return players, draw(st.sampled_from(names)), turns, tuple(draw(st.sets(st.sampled_from(names), max_size=1)))


def good_turns(players: int, starts: str, dice: Random, most: int = 60) -> list[Turn]:
    """Turns within the rules: mostly the numbers that are on the table."""
    turns: list[Turn] = []
    for _ in range(most * 4):
        turn = (dice.choice(NAMES[:players]), dice.randrange(3), dice.randrange(CARDS[players] + 1))
        told = list(referee(NAMES[:players], starts, [*turns, turn]))
        if told[-1]["cue"] == "outcome":
            return [*turns, turn]
        if {"cue": "refused"} not in told:
            turns.append(turn)
        if len(turns) == most:
            break
    return turns


def rehearsed(players: int, starts: str, turns: list[Turn], snakes: tuple[str, ...]) -> list[dict[str, object]]:
    told = "".join(f'[[turns]]\nto = "{to}"\nrefused = {refused}\ntook = {took}\n' for to, refused, took in turns)
    head = f'starts = "{starts}"\n' + (f"snakes = {json.dumps(list(snakes))}\n" if snakes else "")
    evening = Evening("snakes", tuple(Guest(name) for name in NAMES[:players]), manifest("snakes").usual())
    hand = Host(parse_toml(Path("evening.toml"), (head + told).encode()), evening)
    lines: list[str] = []
    Rehearsal(evening, "fr", hand, lines.append).play()
    return contract([json.loads(line) for line in lines])


@given(games())
@steady(200)
def test_the_box_and_the_second_referee_agree(game: tuple[int, str, list[Turn], tuple[str, ...]]) -> None:
    players, starts, turns, snakes = game
    assert rehearsed(players, starts, turns, snakes) == list(referee(NAMES[:players], starts, turns, snakes))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_box_and_the_second_referee_agree_to_the_end(players: int) -> None:
    """Long games of good and bad turns: most of them end, either way."""
    ends = Counter[str]()
    for seed in range(60):
        dice, names = Random(seed), NAMES[:players]
        turns = [(dice.choice(names), dice.randrange(3), dice.randrange(CARDS[players] + 1)) for _ in range(200)]
        snakes = tuple(dice.sample(names, dice.randrange(2)))
        listed = list(referee(names, names[seed % players], turns, snakes))
        assert rehearsed(players, names[seed % players], turns, snakes) == listed
        ends[listed[-1].get("winner", "unfinished")] += 1
    assert ends["day"] + ends["snakes"] > 50
    assert {"day", "snakes"} <= ends.keys()


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_by_any_mixture_end_as_the_second_referee_says(seed: int) -> None:
    dice = Random(seed)
    players = 3 + seed % 4
    starts = dice.choice(NAMES[:players])
    turns = good_turns(players, starts, dice)
    snakes = (dice.choice(NAMES[:players]),)
    company = Company(players)
    ways = (dice.choice(list(WAYS.values())) for _ in iter(int, 1))
    play(company, ways, starts, turns, snakes)
    listed = list(referee(NAMES[:players], starts, turns, snakes))
    assert company.facts() == [line for line in listed if line["cue"] != "unfinished"]
    assert (company.beat == "finished") is (listed[-1]["cue"] == "outcome")
    replayed(company)
    taken_back_and_put_back(company)


def digest(prompter: Prompter) -> tuple[object, ...]:
    table = prompter.table
    beat = prompter.beat.name if prompter.beat else None
    return to_plain(table), beat, tuple(map(repr, prompter.lasting(0.0))), prompter.snapshot.steps


def replayed(company: Company) -> None:
    """The journal, fed to a fresh box, comes to the same table."""
    fresh = Prompter(company.evening, Narrator("en"))
    fresh.recall(company.records, 0.0)
    assert digest(fresh) == digest(company.prompter)


def taken_back_and_put_back(company: Company) -> None:
    """Every step can be taken back, to the very beginning, and put back again."""
    end = to_plain(company.table), company.beat
    steps = 0
    while company.hear(Wish.TAKE_BACK) is None:
        steps += 1
    assert company.beat == "rules_offered"
    while company.hear(Wish.PUT_BACK) is None:
        steps -= 1
    assert steps == 0
    assert (to_plain(company.table), company.beat) == end
    replayed(company)


@given(st.integers(0, 2**32), st.integers(3, 6), st.booleans())
@steady(150)
def test_whatever_is_answered_the_game_goes_on_to_its_end(seed: int, players: int, named: bool) -> None:
    """Any answer that the game itself lists, at any beat: never a stumble, never a dead end."""
    dice = Random(seed)
    company = Company(players, named=named, offer_seconds=dice.choice([0, 30]))
    for _ in range(600):
        beat = company.prompter.beat
        if beat is None:
            break
        company.say(dice.choice(list(GAME.answers(beat))))
    else:
        pytest.fail("the game does not end")
    replayed(company)
