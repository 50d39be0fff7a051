"""The rehearsal contract: the samples cue for cue, what is refused, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from majordome.cli.commands import main
from majordome.core.rehearsal import Rehearsal
from majordome.settings.evening_file import read_evening

SAMPLES = sorted((Path(__file__).parent / "evenings").glob("*.toml"))
CONTRACT = (
    *("round", "door", "offer", "declined", "taken", "flip", "gone", "nothing", "doors_open"),
    *("refused", "outcome", "unfinished"),
)
Line = dict[str, Any]
NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay")


def contract(lines: list[Line]) -> list[Line]:
    """The cues that the contract lists, without their time and without the reason of a refusal."""
    kept = [line for line in lines if line["cue"] in CONTRACT]
    return [
        {"cue": "refused"} if line["cue"] == "refused" else {k: v for k, v in line.items() if k != "t"} for line in kept
    ]


def rehearsed(path: Path) -> tuple[list[Line], bool]:
    plan = read_evening(path)
    told: list[str] = []
    finished = Rehearsal(plan.evening, plan.lang, plan.host, told.append).play()
    return [json.loads(line) for line in told], finished


def evening(*turns: str, players: int = 3, top: str = "") -> str:
    guests = "".join(f'[[guests]]\nname = "{name}"\n' for name in NAMES[:players])
    return f'game = "snakes"\nlang = "en"\n{top}\n{guests}' + "".join(f"[[turns]]\n{turn}\n" for turn in turns)


def turn(to: str, took: int = 0, refused: int = 0) -> str:
    return f'to = "{to}"\ntook = {took}\nrefused = {refused}'


def refusals(lines: list[Line]) -> list[tuple[str, str]]:
    return [(line["what"], line["why"]) for line in lines if line["cue"] == "refused"]


def test_there_are_samples() -> None:
    assert [path.stem for path in SAMPLES] == ["snakes-1", "snakes-2", "snakes-3", "snakes-4"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_evening_is_played_cue_for_cue(path: Path) -> None:
    lines, finished = rehearsed(path)
    listed = [json.loads(line) for line in path.with_suffix(".cues").read_text("utf-8").splitlines() if line.strip()]
    assert contract(lines) == listed
    assert finished is (listed[-1]["cue"] == "outcome")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_same_file_prints_the_same_bytes(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", str(path)]) == (1 if path.stem == "snakes-4" else 0)
    first = capsys.readouterr().out
    main(["rehearse", str(path)])
    assert capsys.readouterr().out == first


def test_the_first_guest_begins_where_nobody_is_named(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text(evening(turn("Bob")), "utf-8")
    lines, _ = rehearsed(path)
    assert {"cue": "offer", "number": 1, "from": "Ana", "to": "Bob"} in contract(lines)


@pytest.mark.parametrize(
    ("turns", "what", "why"),
    [
        ([turn("Ana")], "to", "own door"),
        ([turn("Bob"), turn("Bob")], "to", "own door"),
        ([turn("Bob"), turn("Ana"), turn("Bob")], "to", "is closed"),
        ([turn("Bob", 2), turn("Ana", 2), turn("Cid", 2)], "took", "Number 2 is not on the table"),
    ],
    ids=["the first player's own door", "the player's own door", "a closed door", "a number that has left"],
)
def test_an_entry_against_the_rules_is_refused_and_dropped_whole(
    tmp_path: Path, turns: list[str], what: str, why: str
) -> None:
    path = tmp_path / "e.toml"
    path.write_text(evening(*turns), "utf-8")
    lines, finished = rehearsed(path)
    assert not finished
    [(place, reason)] = refusals(lines)
    assert place == what
    assert why in reason
    assert contract(lines)[-2:] == [{"cue": "refused"}, {"cue": "unfinished"}]  # no door, no offer
    assert len([line for line in lines if line["cue"] == "door"]) == len(turns) - 1


def test_an_entry_that_is_wrong_twice_is_refused_once(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text(evening(turn("Bob", 2), turn("Ana", 2), turn("Ana", 2), turn("Cid")), "utf-8")
    lines, _ = rehearsed(path)
    assert len(refusals(lines)) == 1
    assert contract(lines)[-5]["cue"] == "taken"  # and Cid's turn is played


def test_turns_left_over_after_the_end_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    by_turns = ("Bob", "Cid", "Ana")
    turns = [turn(by_turns[n % 3], n + 1) for n in range(5)]
    path.write_text(evening(*turns, turn("Bob"), turn("Bob")), "utf-8")
    lines, finished = rehearsed(path)
    assert finished
    assert contract(lines)[-1] == {"cue": "outcome", "winner": "day"}  # no names: the file has no snakes


def test_the_winners_are_named_in_the_order_of_the_seats(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    order = ("Bob", "Cid", "Dora", "Ana")
    turns = [turn(order[n % 4], n + 1) for n in range(6)]
    path.write_text(evening(*turns, players=4, top='snakes = ["Dora", "Bob"]'), "utf-8")
    assert contract(rehearsed(path)[0])[-1] == {"cue": "outcome", "winner": "day", "names": ["Ana", "Cid"]}
    path.write_text(evening(*turns, players=4, top='snakes = ["Dora"]'), "utf-8")
    assert contract(rehearsed(path)[0])[-1] == {"cue": "outcome", "winner": "day", "names": ["Ana", "Bob", "Cid"]}


def test_a_file_may_give_offers_a_time(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text(evening(turn("Bob", 1, 1), top="offer_seconds = 30\nreminder = false"), "utf-8")
    lines, _ = rehearsed(path)
    assert [line["seconds"] for line in lines if line["cue"] == "hourglass"] == [30, 30]
    assert "close_your_door" not in [line.get("line") for line in lines]
    assert {"cue": "flip", "card": 1} in contract(lines)


BAD = {
    "a stranger chosen": (evening(turn("Zed")), "[[turns]] 1: to", "Ana, Bob, Cid"),
    "a stranger who starts": (evening(top='starts = "Zed"'), "starts", "Ana, Bob, Cid"),
    "a stranger with a snake": (evening(top='snakes = ["Zed"]'), "snakes", "Ana, Bob, Cid"),
    "no snake": (evening(top="snakes = []"), "snakes", "1 to 1"),
    "more snakes than there are": (evening(top='snakes = ["Ana", "Bob"]'), "snakes", "1 to 1"),
    "a snake twice": (evening(top='snakes = ["Ana", "Ana"]', players=4), "snakes", "once"),
    "snakes that are no list": (evening(top='snakes = "Ana"'), "snakes", "list"),
    "snakes that are no names": (evening(top="snakes = [1]"), "snakes", "list"),
    "nobody chosen": (evening("took = 1"), "[[turns]] 1: to", "missing"),
    "nothing taken": (evening('to = "Bob"'), "[[turns]] 1: took", "missing"),
    "a number too high": (evening(turn("Bob", 6)), "[[turns]] 1: took", "0 to 5"),
    "a number too low": (evening(turn("Bob", -1)), "[[turns]] 1: took", "0 to 5"),
    "a number too high for six": (evening(turn("Bob", 10), players=6), "[[turns]] 1: took", "0 to 9"),
    "a number in words": (evening('to = "Bob"\ntook = "four"'), "[[turns]] 1: took", "whole number"),
    "three refusals": (evening(turn("Bob", 1, 3)), "[[turns]] 1: refused", "0 to 2"),
    "an unknown key of a turn": (
        evening(turn("Bob") + "\ntaken = 1"),
        "[[turns]] 1: taken",
        "known here: refused, to, took",
    ),
    "an unknown key": (evening(top="round = 1"), "round", "known"),
    "a claim": (evening(top='edition = "B"'), "edition", "known"),
    "an age": (evening() + '[[guests]]\nname = "Zed"\nage = 3\n', "[[guests]] 4: age", "known"),
    "a role": (evening() + '[[guests]]\nname = "Zed"\nrole = "snake"\n', "[[guests]] 4: role", "known"),
    "two of a name": (evening() + '[[guests]]\nname = "ana"\n', "[[guests]] 4: name", "apart"),
    "two players": (evening(players=2), "guests", "3 to 6"),
    "seven players": (evening(players=6) + '[[guests]]\nname = "Gus"\n', "guests", "3 to 6"),
    "no players": (evening(players=0), "guests", "3 to 6"),
    "turns that are no tables": (evening(top='turns = "Bob"'), "turns", "[[turns]]"),
    "a time out of range": (evening(top="offer_seconds = 301"), "offer_seconds", "0 to 300"),
    "a reminder that is no flag": (evening(top="reminder = 1"), "reminder", "true or false"),
    "a language": (evening().replace('"en"', '"de"'), "lang", '"fr" or "en"'),
}


@pytest.mark.parametrize(("text", "place", "remedy"), BAD.values(), ids=BAD)
def test_a_file_that_cannot_be_read_is_one_line_with_the_place_and_the_remedy(
    text: str, place: str, remedy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.toml"
    path.write_text(text, "utf-8")
    assert main(["rehearse", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert str(path) in told.err
    assert place in told.err
    assert remedy in told.err
