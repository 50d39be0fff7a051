"""What cannot be read as an evening: one line that names the file, the place and the remedy, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from majordome.cli.commands import main

HEAD = 'game = "exchange"\nlang = "en"\n'
GUESTS = "".join(f'[[guests]]\nname = "{name}"\n' for name in ("Ana", "Bob", "Cid"))
ACTION = GUESTS + "[[turns]]\n[[turns]]\nactions = [\n  {{ by = 'Ana', joker = true }},\n  {},\n]\n"

WRONG = {
    "nobody plays": ("[[turns]]\n", "guests", "has no guests"),
    "one plays alone": ('[[guests]]\nname = "Ana"\n', "guests", "2 to 5"),
    "six play": ("".join(f'[[guests]]\nname = "P{n}"\n' for n in range(6)), "guests", "2 to 5"),
    "two of one name": (GUESTS + '[[guests]]\nname = "Ana"\n', "name", "Ana"),
    "an empty name": (GUESTS + '[[guests]]\nname = " "\n', "name", "name"),
    "a name with control characters": (GUESTS + '[[guests]]\nname = "A\\u0007"\n', "name", "control"),
    "a guest with an age": (GUESTS + '[[guests]]\nname = "Eve"\nage = 30\n', "age", "known key"),
    "a guest with a role": (GUESTS + '[[guests]]\nname = "Eve"\nrole = "murderer"\n', "role", "known key"),
    "a stranger starts": ('starts = "Zoe"\n' + GUESTS, "starts", "one of the guests"),
    "starts is no text": ("starts = 1\n" + GUESTS, "starts", "text"),
    "an unknown key": ("jokers = 3\n" + GUESTS, "jokers", "known key"),
    "a key of another game": ('edition = "B"\n' + GUESTS, "edition", "known key"),
    "a window that is too short": ("window = 1\n" + GUESTS, "window", "from 3 to 300"),
    "turns that are no tables": ("turns = 3\n" + GUESTS, "turns", "[[turns]]"),
    "an unknown key in a turn": (GUESTS + "[[turns]]\npile = true\n", "[[turns]] 1: pile", "known key"),
    "a pile that is no flag": (GUESTS + "[[turns]]\npile_empty = 1\n", "pile_empty", "true or false"),
    "assassins that are no list": (GUESTS + '[[turns]]\nassassins = "Ana"\n', "assassins", "list"),
    "an assassin that is no name": (GUESTS + "[[turns]]\nassassins = [1]\n", "assassins", "list"),
    "an assassin who is no guest": (GUESTS + '[[turns]]\nassassins = ["Zoe"]\n', "assassins", "one of the guests"),
    "actions that are no list": (GUESTS + "[[turns]]\nactions = true\n", "actions", "list of tables"),
    "an action that is no table": (GUESTS + "[[turns]]\nactions = [1]\n", "actions", "list of tables"),
    "an action of nobody": (ACTION.format("{ joker = true }"), "[[turns]] 2: actions: 2: by", "is missing"),
    "an action of a stranger": (ACTION.format("{ by = 'Zoe', joker = true }"), "actions: 2: by", "one of the guests"),
    "an action without a deed": (ACTION.format("{ by = 'Ana' }"), "actions: 2", "exactly one of"),
    "two deeds at once": (
        ACTION.format("{ by = 'Ana', joker = true, police = 'Bob', assassin = true }"),
        "actions: 2",
        "exactly one of",
    ),
    "a joker that is none": (ACTION.format("{ by = 'Ana', joker = false }"), "actions: 2: joker", "must be true"),
    "a joker that is no flag": (ACTION.format("{ by = 'Ana', joker = 'yes' }"), "actions: 2: joker", "true or false"),
    "a victim who is no guest": (
        ACTION.format("{ by = 'Ana', murder = 'Zoe', crime = 1, survival = 1 }"),
        "actions: 2: murder",
        "one of the guests",
    ),
    "a victim who is no name": (
        ACTION.format("{ by = 'Ana', murder = true, crime = 1, survival = 1 }"),
        "actions: 2: murder",
        "name of a guest",
    ),
    "a murder without crime": (
        ACTION.format("{ by = 'Ana', murder = 'Bob', survival = 1 }"),
        "actions: 2: crime",
        "is missing",
    ),
    "a murder without survival": (
        ACTION.format("{ by = 'Ana', murder = 'Bob', crime = 1 }"),
        "actions: 2: survival",
        "is missing",
    ),
    "a hundred points": (
        ACTION.format("{ by = 'Ana', murder = 'Bob', crime = 100, survival = 1 }"),
        "actions: 2: crime",
        "from 0 to 99",
    ),
    "less than no points": (
        ACTION.format("{ by = 'Ana', murder = 'Bob', crime = 1, survival = -1 }"),
        "actions: 2: survival",
        "from 0 to 99",
    ),
    "half a point": (
        ACTION.format("{ by = 'Ana', murder = 'Bob', crime = 1.5, survival = 1 }"),
        "actions: 2: crime",
        "whole number",
    ),
    "an accusation without an answer": (
        ACTION.format("{ by = 'Ana', police = 'Bob' }"),
        "actions: 2: assassin",
        "is missing",
    ),
    "an answer that is no flag": (
        ACTION.format("{ by = 'Ana', police = 'Bob', assassin = 1 }"),
        "actions: 2: assassin",
        "true or false",
    ),
    "passed that is no flag": (
        ACTION.format("{ by = 'Ana', police = 'Bob', assassin = true, passed = 'no' }"),
        "actions: 2: passed",
        "true or false",
    ),
    "an unknown key in an action": (
        ACTION.format("{ by = 'Ana', joker = true, card = 'Transfer' }"),
        "actions: 2: card",
        "known key",
    ),
}


@pytest.mark.parametrize(("body", "place", "remedy"), WRONG.values(), ids=[key.replace(" ", "_") for key in WRONG])
def test_a_file_that_cannot_be_an_evening(
    body: str, place: str, remedy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.toml"
    path.write_text(HEAD + body, "utf-8")
    assert main(["rehearse", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert str(path) in told.err
    assert place in told.err
    assert remedy in told.err


def test_what_stands_at_the_wrong_place_is_ignored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.toml"
    turns = (
        "[[turns]]\nassassins = ['Ana']\nactions = [{ by = 'Bob', joker = true, passed = true }]\n"
        "[[turns]]\npile_empty = true\nactions = [{ by = 'Bob', murder = 'Ana', crime = 9, survival = 1 }]\n"
    )
    path.write_text(HEAD + GUESTS + turns, "utf-8")
    assert main(["rehearse", str(path)]) == 1
    told = capsys.readouterr().out
    assert '"points": {"Ana": 1, "Bob": 1, "Cid": 1}' in told
    assert '"cue": "murder"' not in told
    assert '"cue": "refused"' not in told
