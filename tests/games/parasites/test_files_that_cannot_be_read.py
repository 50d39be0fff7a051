"""Exit 2: the file, the place and the remedy, on one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from majordome.errors import FileError
from majordome.settings.evening_file import read_evening

TWO = '[[guests]]\nname = "Ana"\n[[guests]]\nname = "Bob"\n'
THREE = TWO + '[[guests]]\nname = "Cid"\n'


def shots(*entries: str) -> str:
    return "[[rounds]]\nshots = [" + ", ".join(entries) + "]\n"


WRONG = {
    "an unknown mode": ('mode = "hard"\n' + TWO, "mode", '"classic" or "advanced"'),
    "an unknown language": ('lang = "de"\n' + TWO, "lang", '"fr" or "en"'),
    "an unknown key": ("night = 3\n" + TWO, "night", "not a known key"),
    "nobody": ("", "guests", "[[guests]]"),
    "one player": ('[[guests]]\nname = "Ana"\n', "guests", "2 to 5"),
    "six players": ("".join(f'[[guests]]\nname = "{n}"\n' for n in "ABCDEF"), "guests", "2 to 5"),
    "two for the advanced game": ('mode = "advanced"\n' + TWO, "guests", "3 to 5"),
    "two of one name": ('[[guests]]\nname = "Ana"\n' * 2, "guests", "Ana"),
    "an empty name": ('[[guests]]\nname = " "\n' + TWO, "guests", "name"),
    "a control character in a name": ('[[guests]]\nname = "A\\u0007"\n' + TWO, "guests", "control"),
    "a guest with a role": (TWO + 'role = "real"\n', "guests", "role"),
    "a guest with an age": (TWO + "age = 31\n", "guests", "age"),
    "a stranger who starts": ('starts = "Zoe"\n' + TWO, "starts", "Ana, Bob"),
    "starts that is no name": ("starts = 1\n" + TWO, "starts", "text"),
    "clean that is no flag": ('clean = "yes"\n' + TWO, "clean", "true or false"),
    "parasite_left that is no flag": ("parasite_left = 1\n" + TWO, "parasite_left", "true or false"),
    "a laying time out of range": ("laying = 601\n" + TWO, "laying", "0 to 600"),
    "rounds that are no tables": ("rounds = 3\n" + TWO, "rounds", "[[rounds]]"),
    "an unknown key in a round": (TWO + "[[rounds]]\nkiller = 'Ana'\n", "[[rounds]] 1", "not a known key"),
    "shots that are no list": (TWO + "[[rounds]]\nshots = 3\n", "[[rounds]] 1: shots", "list of tables"),
    "shots of numbers": (TWO + "[[rounds]]\nshots = [1]\n", "[[rounds]] 1: shots", "list of tables"),
    "a shot of nobody": (TWO + shots("{ real = true }"), "shots: entry 1: by", "missing"),
    "a shot at nothing known": (TWO + shots('{ by = "Ana" }'), "shots: entry 1: real", "true or false"),
    "a shot that is real and a number": (TWO + shots('{ by = "Ana", real = 1 }'), "entry 1: real", "true or false"),
    "a shot by a stranger": (TWO + shots('{ by = "Zoe", real = true }'), "entry 1: by", "Ana, Bob"),
    "a shot at a stranger": (TWO + shots('{ by = "Ana", at = "Zoe", real = true }'), "entry 1: at", "Ana, Bob"),
    "a stranger's card": (TWO + shots('{ by = "Ana", turn = "Zoe", real = true }'), "entry 1: turn", "Ana, Bob"),
    "a third side": (TWO + shots('{ by = "Ana", real = true, side = "both" }'), "entry 1: side", '"real"'),
    "free that is no flag": (TWO + shots('{ by = "Ana", real = true, free = "x" }'), "entry 1: free", "true or false"),
    "an unknown key in a shot": (
        TWO + shots('{ by = "Ana", real = true }', '{ by = "Ana", real = true, dead = true }'),
        "shots: entry 2: dead",
        "not a known key",
    ),
    "a declaration that is no table": (TWO + '[[rounds]]\ndeclared = "Ana"\n', "declared", "table"),
    "a declaration of nobody": (TWO + "[[rounds]]\ndeclared = { agree = [] }\n", "declared: by", "missing"),
    "a declaration of a stranger": (TWO + '[[rounds]]\ndeclared = { by = "Zoe" }\n', "declared: by", "Ana, Bob"),
    "agreement that is no list": (
        TWO + '[[rounds]]\ndeclared = { by = "Ana", agree = "Bob" }\n',
        "declared: agree",
        "list",
    ),
    "agreement of numbers": (TWO + '[[rounds]]\ndeclared = { by = "Ana", agree = [1] }\n', "declared: agree", "list"),
    "agreement of a stranger": (
        TWO + '[[rounds]]\ndeclared = { by = "Ana", agree = ["Zoe"] }\n',
        "declared: agree",
        "Ana, Bob",
    ),
    "an unknown key in a declaration": (
        TWO + '[[rounds]]\ndeclared = { by = "Ana", why = 1 }\n',
        "declared: why",
        "not a known key",
    ),
    "dinner that is no tables": ("dinner = 3\n" + TWO, "dinner", "[[dinner]]"),
    "a dinner shot of nobody": (THREE + '[[dinner]]\nat = "Ana"\nreal = true\n', "[[dinner]] 1: by", "missing"),
    "a dinner shot at nobody": (THREE + '[[dinner]]\nby = "Ana"\nreal = true\n', "[[dinner]] 1: at", "missing"),
    "a dinner shot that shows nothing": (THREE + '[[dinner]]\nby = "Ana"\nat = "Bob"\n', "[[dinner]] 1: real", "true"),
    "a dinner shot by a stranger": (
        THREE + '[[dinner]]\nby = "Zoe"\nat = "Bob"\nreal = true\n',
        "[[dinner]] 1: by",
        "Ana, Bob, Cid",
    ),
    "a dinner shot at a stranger": (
        THREE + '[[dinner]]\nby = "Ana"\nat = "Zoe"\nreal = true\n',
        "[[dinner]] 1: at",
        "Ana, Bob, Cid",
    ),
    "a third side at dinner": (
        THREE + '[[dinner]]\nby = "Ana"\nat = "Bob"\nreal = true\nside = "both"\n',
        "[[dinner]] 1: side",
        '"real"',
    ),
    "an unknown key at dinner": (
        THREE + '[[dinner]]\nby = "Ana"\nat = "Bob"\nreal = true\nfree = true\n',
        "[[dinner]] 1: free",
        "not a known key",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_that_cannot_be_read_is_refused_with_place_and_remedy(what: str, tmp_path: Path) -> None:
    text, place, remedy = WRONG[what]
    path = tmp_path / "evening.toml"
    path.write_text('game = "parasites"\n' + text, "utf-8")
    with pytest.raises(FileError) as refused:
        read_evening(path)
    told = str(refused.value)
    assert told.startswith(str(path))
    assert place in told
    assert remedy in told
    assert "\n" not in told


def test_the_line_of_a_wrong_shot_is_told(tmp_path: Path) -> None:
    path = tmp_path / "evening.toml"
    path.write_text('game = "parasites"\n' + TWO + "[[rounds]]\n" + shots('{ by = "Zoe", real = true }'), "utf-8")
    with pytest.raises(FileError, match=r"line 8: \[\[rounds\]\] 2: shots: entry 1: by"):
        read_evening(path)
