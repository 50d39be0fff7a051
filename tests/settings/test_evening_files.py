"""Evening files with mistakes in them: one line says where, and what to do; and what only looks like a mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomli

from majordome.cli.commands import main
from majordome.core.evening import Guest
from majordome.core.guest_list import clean, speakable
from majordome.core.library import manifests
from majordome.errors import FileError
from majordome.games.murder.planned import Host, PlannedRound
from majordome.games.murder.roles import Role
from majordome.settings.evening_file import Plan, read_evening, read_guests

HEAD = 'game = "weekend"\nedition = "B"\nlang = "en"\n'
NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def guest(name: str, *more: str) -> str:
    return "\n".join(["[[guests]]", f'name = "{name}"', *more, ""])


def party(*names: str) -> str:
    """Guests without ages and roles: two lines each, so that guest n begins at line 2n + 2."""
    return "".join(guest(name) for name in names)


def cards(*roles: str) -> str:
    """Guests with these cards: three lines each, so that guest n begins at line 3n + 1."""
    return "".join(guest(f"Guest {n}", f'role = "{role}"') for n, role in enumerate(roles, 1))


TEN = party(*NAMES)


def rounds(*lines: str) -> str:
    """One round behind the head: its first key is on line 5."""
    return HEAD + "\n".join(["[[rounds]]", *lines, ""])


ROLES = '"guest" or "murderer" or "heart" or "insomniac" or "vampire" or "charmer" or "shortsighted" or "alchemist"'
GAMES = '"exchange" or "weekend" or "table" or "parasites" or "snakes"'
TOP_KEYS = "known here: chairs, choosing, discussion, edition, game, guests, lang, rounds, turning, walking"
LIST_OF_TABLES = "must be a list of tables, one for the vote and one for each re-vote"
TWO_NAMES = 'must name guests as a list, as in ["Bob", "Cid"]'

BAD_TOML = {
    "a value is missing": ("game =\n", 1),
    "a quote is open": ('game = "weekend\n', 1),
    "a key stands twice": ('game = "weekend"\ngame = "table"\n', 2),
    "a day that never was": ("game = 2024-02-31\n", 1),
    "a table stands twice": ("[a]\n[b]\n[a]\n", 3),
    "a control character": ('game = "week\x07end"\n', 1),
    "a bracket is open": ('game = "weekend"\n[[guests]\n', 2),
    "only words": ("Dear butler,\n", 1),
}
WRONG: dict[str, tuple[str | bytes, str]] = {
    "it is nested too deeply": (HEAD + "x = " + "[" * 5000, "is nested too deeply: write it flat, as in the example"),
    "a number of thousands of digits": (
        HEAD + "discussion = " + "9" * 5000,
        "holds a number of thousands of digits: write a shorter one",
    ),
    "it is not UTF-8": (
        'game = "weekend"\nlang = "fran\xe7ais"\n'.encode("latin-1"),
        "byte 29 is not UTF-8: save the file as UTF-8 text",
    ),
    "it is UTF-16": ('game = "weekend"'.encode("utf-16"), "byte 0 is not UTF-8: save the file as UTF-8 text"),
    # Unknown keys.
    "an unknown key at the top": (HEAD + "colour = 1\n", f"line 4: colour: is not a known key: {TOP_KEYS}"),
    "a misspelt key at the top": (
        HEAD + "discusion = 1\n" + TEN,
        "line 4: discusion: is not a known key: did you mean discussion?",
    ),
    "an unknown key with control characters": (
        HEAD + '"a\\nb\\u001b" = 1\n',
        f"a?b?: is not a known key: {TOP_KEYS}",
    ),
    "an unknown key of a guest": (
        HEAD + party("Ana") + guest("Bob", "rolle = 1"),
        "line 8: [[guests]] 2: rolle: is not a known key: did you mean role?",
    ),
    "an unknown key of a round": (
        rounds('victm = "Ana"'),
        "line 5: [[rounds]] 1: victm: is not a known key: did you mean victim?",
    ),
    # Unknown words.
    "no game": ('lang = "en"\n', f"game: is missing: write game = {GAMES}"),
    "an unknown game": ('game = "chess"\n', f'line 1: game: must be {GAMES}, not "chess"'),
    "an unknown edition": (
        'game = "weekend"\nedition = "C"\n',
        'line 2: edition: must be "A" or "B", not "C"',
    ),
    "an edition in small letters": (
        'game = "weekend"\nedition = "b"\n',
        'line 2: edition: must be "A" or "B", not "b"',
    ),
    "an unknown language": ('game = "weekend"\nlang = "de"\n', 'line 2: lang: must be "fr" or "en", not "de"'),
    "an unknown role": (
        HEAD + guest("Ana", 'role = "butler"'),
        f'line 6: [[guests]] 1: role: must be {ROLES}, not "butler"',
    ),
    "an unknown winner": (
        rounds('winner = "nobody"'),
        'line 5: [[rounds]] 1: winner: must be "guests" or "murderers", not "nobody"',
    ),
    # Wrong types.
    "a game that is a number": ("game = 1\n", f"line 1: game: must be {GAMES}, not 1"),
    "a game that is a list": ('game = ["table"]\n', f"line 1: game: must be {GAMES}, not a list"),
    "a discussion that is true": (
        HEAD + "discussion = true\n",
        "line 4: discussion: must be a whole number, not true",
    ),
    "a discussion with a fraction": (
        HEAD + "discussion = 180.0\n",
        "line 4: discussion: must be a whole number, not 180.0",
    ),
    "a discussion in quotes": (
        HEAD + 'discussion = "180"\n',
        'line 4: discussion: must be a whole number, not "180"',
    ),
    "a discussion that is a date": (
        HEAD + "discussion = 2024-05-01\n",
        "line 4: discussion: must be a whole number, not 2024-05-01",
    ),
    "a discussion without end": (
        HEAD + "discussion = inf\n",
        "line 4: discussion: must be a whole number, not inf",
    ),
    "a discussion that is a deep table": (
        HEAD + "discussion." + ".".join("a" * 20) + " = 1\n",
        "line 4: discussion: must be a whole number, not a table",
    ),
    "a discussion that is a table without a floor": (
        HEAD + "discussion." + ".".join("a" * 2000) + " = 1\n",
        "is nested too deeply: write it flat, as in the example",
    ),
    "chairs in quotes": (HEAD + 'chairs = "no"\n', 'line 4: chairs: must be true or false, not "no"'),
    "chairs that are a number": (HEAD + "chairs = 0\n", "line 4: chairs: must be true or false, not 0"),
    "guests that are a number": (HEAD + "guests = 12\n", "line 4: guests: must be written as [[guests]] tables"),
    "guests that are names": (
        HEAD + 'guests = ["Ana"]\n',
        "line 4: guests: must be written as [[guests]] tables",
    ),
    "one [guests] table": (
        HEAD + '[guests]\nname = "Ana"\n',
        "line 4: guests: must be written as [[guests]] tables",
    ),
    "rounds that are a text": (
        HEAD + 'rounds = "two"\n',
        "line 4: rounds: must be written as [[rounds]] tables",
    ),
    "a guest without a name": (
        HEAD + "[[guests]]\nage = 3\n",
        'line 4: [[guests]] 1: name: is missing: write name = a text in "quotes"',
    ),
    "a name that is a number": (
        HEAD + party("Ana") + "[[guests]]\nname = 7\n",
        'line 7: [[guests]] 2: name: must be a text in "quotes", not 7',
    ),
    "an age in quotes": (
        HEAD + guest("Ana", 'age = "31"'),
        'line 6: [[guests]] 1: age: must be a whole number, not "31"',
    ),
    "an age that is true": (
        HEAD + guest("Ana", "age = true"),
        "line 6: [[guests]] 1: age: must be a whole number, not true",
    ),
    "an age with a fraction": (
        HEAD + guest("Ana", "age = 31.5"),
        "line 6: [[guests]] 1: age: must be a whole number, not 31.5",
    ),
    "an age that is a day of birth": (
        HEAD + guest("Ana", "age = 1990-01-01"),
        "line 6: [[guests]] 1: age: must be a whole number, not 1990-01-01",
    ),
    "a role that is a list": (
        HEAD + guest("Ana", 'role = ["guest"]'),
        f"line 6: [[guests]] 1: role: must be {ROLES}, not a list",
    ),
    "a killer that is a list": (
        rounds('killer = ["Ana"]'),
        'line 5: [[rounds]] 1: killer: must be a text in "quotes", not a list',
    ),
    "a victim that is false": (
        rounds("victim = false"),
        'line 5: [[rounds]] 1: victim: must be a text in "quotes", not false',
    ),
    "a heart in quotes": (
        rounds('heart = "yes"'),
        'line 5: [[rounds]] 1: heart: must be true or false, not "yes"',
    ),
    "ballots that are a text": (rounds('ballots = "Ana"'), f"line 5: [[rounds]] 1: ballots: {LIST_OF_TABLES}"),
    "ballots that are one table": (
        rounds('ballots = { Ana = ["Bob"] }'),
        f"line 5: [[rounds]] 1: ballots: {LIST_OF_TABLES}",
    ),
    "ballots that are names": (rounds('ballots = ["Ana"]'), f"line 5: [[rounds]] 1: ballots: {LIST_OF_TABLES}"),
    "a ballot that is one text": (
        rounds('ballots = [ { Ana = "Bob" } ]'),
        f"line 5: [[rounds]] 1: ballots: {TWO_NAMES}",
    ),
    "a ballot against numbers": (
        rounds("ballots = [ { Ana = [1, 2] } ]"),
        f"line 5: [[rounds]] 1: ballots: {TWO_NAMES}",
    ),
    "a tally that is one table": (
        rounds("tallies = { Bob = 7 }"),
        f"line 5: [[rounds]] 1: tallies: {LIST_OF_TABLES}",
    ),
    "a tally that is true": (
        rounds("tallies = [ { Bob = true } ]"),
        "line 5: [[rounds]] 1: tallies: the votes against 'Bob' must be a whole number",
    ),
    "a tally with a fraction": (
        rounds("tallies = [ { Bob = 7.0 } ]"),
        "line 5: [[rounds]] 1: tallies: the votes against 'Bob' must be a whole number",
    ),
    "a youngest that is a number": (rounds("youngest = 7"), f"line 5: [[rounds]] 1: youngest: {TWO_NAMES}"),
    "ballots and tallies at once": (
        rounds("ballots = []", "tallies = []"),
        "line 6: [[rounds]] 1: tallies: cannot stand beside ballots in one round: keep one of them",
    ),
    # Out of range.
    "no discussion": (HEAD + "discussion = 0\n", "line 4: discussion: must be from 1 to 3600, not 0"),
    "a discussion of more than an hour": (
        HEAD + "discussion = 3601\n",
        "line 4: discussion: must be from 1 to 3600, not 3601",
    ),
    "a discussion below zero": (HEAD + "discussion = -1\n", "line 4: discussion: must be from 1 to 3600, not -1"),
    "a discussion too long to write": (
        HEAD + "discussion = 0x" + "f" * 5000,
        "line 4: discussion: must be from 1 to 3600, not so large a number",
    ),
    "too short a choice": (HEAD + "choosing = 4\n", "line 4: choosing: must be from 5 to 120, not 4"),
    "too long a choice": (HEAD + "choosing = 121\n", "line 4: choosing: must be from 5 to 120, not 121"),
    "an age of nought": (HEAD + guest("Ana", "age = 0"), "line 6: [[guests]] 1: age: must be from 1 to 130, not 0"),
    "an age of 131": (HEAD + guest("Ana", "age = 131"), "line 6: [[guests]] 1: age: must be from 1 to 130, not 131"),
    "a tally below zero": (
        rounds("tallies = [ { Bob = -1 } ]"),
        "line 5: [[rounds]] 1: tallies: the votes against 'Bob' must be from 0 to 1000",
    ),
    "a tally beyond all guests": (
        rounds("tallies = [ { Bob = 1001 } ]"),
        "line 5: [[rounds]] 1: tallies: the votes against 'Bob' must be from 0 to 1000",
    ),
    "three ties": (rounds("ties = 3"), "line 5: [[rounds]] 1: ties: must be from 0 to 2, not 3"),
    # Names.
    "two guests of one name": (
        HEAD + TEN + party("Cid"),
        "line 25: [[guests]] 11: name: There are two guests called Cid: tell them apart.",
    ),
    "two names that differ in case": (
        HEAD + TEN + party("CID"),
        "line 25: [[guests]] 11: name: There are two guests called CID: tell them apart.",
    ),
    "two names that differ in composition": (
        HEAD + party("Zo\\u00e9") + TEN + party("Zoe\\u0301"),
        "line 27: [[guests]] 12: name: There are two guests called Zoé: tell them apart.",
    ),
    "two names that differ in spaces": (
        HEAD + party("Sam d'Arc") + TEN + party(" Sam  d'Arc "),
        "line 27: [[guests]] 12: name: There are two guests called Sam d'Arc: tell them apart.",
    ),
    "an empty name": (HEAD + party("Ana", ""), "line 7: [[guests]] 2: name: A guest needs a name that can be read."),
    "a blank name": (HEAD + party("Ana", "   "), "line 7: [[guests]] 2: name: A guest needs a name that can be read."),
    "a name of hard spaces": (
        HEAD + party("\\u00a0\\u2003"),
        "line 5: [[guests]] 1: name: A guest needs a name that can be read.",
    ),
    "a name that cannot be seen": (
        HEAD + party("\\u200d"),
        "line 5: [[guests]] 1: name: A guest needs a name that can be read.",
    ),
    "a name of 61 letters": (
        HEAD + party("a" * 61),
        "line 5: [[guests]] 1: name: is longer than 60 letters: shorten it",
    ),
    # How many.
    "eight guests for a weekend": (
        HEAD + party(*NAMES[:8]),
        "line 4: guests: 8 guests, but this game is for 9 to 20: add or remove some.",
    ),
    "twenty-one guests for a weekend": (
        HEAD + party(*(f"Guest {n}" for n in range(21))),
        "line 4: guests: 21 guests, but this game is for 9 to 20: add or remove some.",
    ),
    "four guests for a table": (
        'game = "table"\n' + party(*NAMES[:4]),
        "line 2: guests: 4 guests, but this game is for 5 to 9: add or remove some.",
    ),
    "ten guests for a table": (
        'game = "table"\n' + TEN,
        "line 2: guests: 10 guests, but this game is for 5 to 9: add or remove some.",
    ),
    # Cards.
    "one murderer": (
        HEAD + cards("murderer", *["guest"] * 9),
        "line 4: guests: There must be exactly two murderers, and there are 1.",
    ),
    "three murderers": (
        HEAD + cards(*["murderer"] * 3, *["guest"] * 7),
        "line 4: guests: There must be exactly two murderers, and there are 3.",
    ),
    "no murderer": (
        HEAD + cards(*["guest"] * 10),
        "line 4: guests: There must be exactly two murderers, and there are 0.",
    ),
    "roles for some": (
        HEAD + cards("murderer", "murderer") + TEN,
        "line 10: [[guests]] 3: role: Ana has no card: give every guest one, or none of them.",
    ),
    "a role for the last one only": (
        HEAD + TEN + cards("murderer"),
        "line 4: [[guests]] 1: role: Ana has no card: give every guest one, or none of them.",
    ),
}
for edition, role, most in (
    ("A", "alchemist", 0),
    *(("A", role, 1) for role in ("heart", "insomniac", "vampire", "charmer", "shortsighted")),
    *(("B", role, 1) for role in ("insomniac", "charmer", "shortsighted")),
    *(("B", role, 2) for role in ("heart", "vampire", "alchemist")),
):
    WRONG[f"more of {role} than the deck of edition {edition} has"] = (
        HEAD.replace('"B"', f'"{edition}"') + cards("murderer", "murderer", *[role] * (most + 1), *["guest"] * 8),
        f"line 4: guests: {most + 1} × {role}, but the deck has {most}: take some away.",
    )
for what, letter in {
    "a line end": "\\n",
    "a line end behind it": "Ana\\n",
    "a tab": "\\t",
    "an escape": "\\u001b[2J",
    "a NUL": "\\u0000",
    "a delete": "\\u007f",
    "a C1 control": "\\u009b",
    "a bidirectional override": "\\u202e",
    "a bidirectional isolate": "\\u2066",
    "a zero-width space": "\\u200b",
    "a byte order mark": "\\ufeff",
    "a line separator": "\\u2028",
}.items():
    WRONG[f"a name with {what}"] = (
        HEAD + party("Ana") + party(letter if letter.startswith("Ana") else f"A{letter}b"),
        "line 7: [[guests]] 2: name: has control characters in it: type it anew",
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.toml"


def put(path: Path, text: str | bytes) -> None:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_in_an_evening_file_is_one_line_with_its_place_and_its_remedy(
    name: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, message = WRONG[name]
    put(path, text)
    assert main(["rehearse", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"majordome: {path}: {message}\n")


@pytest.mark.parametrize("name", BAD_TOML)
def test_what_is_not_toml_is_one_line_with_its_place(name: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, line = BAD_TOML[name]
    put(path, text)
    assert main(["rehearse", str(path)]) == 2
    told = capsys.readouterr()
    with pytest.raises(tomli.TOMLDecodeError, match=f"line {line}, ") as parser:  # its words change with its version
        tomli.loads(text)
    assert (told.out, told.err) == ("", f"majordome: {path}: is not TOML: {parser.value}: mend that place\n")


@pytest.mark.parametrize(
    "name",
    [
        "it is UTF-16",
        "a misspelt key at the top",
        "an unknown key of a guest",
        "an age of 131",
        "two names that differ in case",
        "a name with an escape",
        "four guests for a table",
        "three murderers",
        "roles for some",
        "more of alchemist than the deck of edition A has",
    ],
)
def test_a_guest_list_has_the_same_mistakes(name: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, message = WRONG[name]
    put(path, text)
    assert main(["guests", "check", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"majordome: {path}: {message}\n")


def test_a_file_that_is_not_there_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", str(path)]) == 2
    told = capsys.readouterr()
    remedy = "cannot be read (No such file or directory): see its name and its rights"
    assert (told.out, told.err) == ("", f"majordome: {path}: {remedy}\n")


def test_a_folder_is_not_an_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", str(tmp_path)]) == 2
    told = capsys.readouterr()
    remedy = "cannot be read (Is a directory): see its name and its rights"
    assert (told.out, told.err) == ("", f"majordome: {tmp_path}: {remedy}\n")


def test_a_file_name_with_a_line_end_is_still_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rehearse", str(tmp_path / "two\nlines\x1b.toml")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"majordome: {tmp_path}/two?lines?.toml: cannot be read")
    assert told.count("\n") == 1


# What is no mistake.


def rounds_of(plan: Plan) -> tuple[PlannedRound, ...]:
    assert isinstance(plan.host, Host)
    return plan.host.rounds


def rehearsed(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, Any]]]:
    code = main(["rehearse", str(path)])
    told = capsys.readouterr()
    assert told.err == ""
    return code, [json.loads(line) for line in told.out.splitlines()]


def test_unknown_names_in_the_rounds_are_refused_at_the_table_not_in_the_file(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(
        path,
        HEAD + TEN + '[[rounds]]\nkiller = "Xan"\nvictim = "Yan"\nkiss = "Zan"\n'
        'ballots = [ { Wim = ["Ana", "Bob"], Ana = ["Vic", "Bob"] } ]\n',
    )
    code, lines = rehearsed(path, capsys)
    assert code == 1
    refused = [(line["what"], line["why"]) for line in lines if line["cue"] == "refused"]
    assert refused == [
        ("kissed", "That is not asked for at this moment: look at what the screen asks."),
        ("killer", "Xan is not on the guest list: check the spelling."),
        ("victim", "Yan is not on the guest list: check the spelling."),
        ("ballot of Wim", "Wim is not among the living and does not vote: check the name."),
        ("ballot of Ana", "Vic cannot be voted for here: name one of the candidates."),
    ]
    assert not [line for line in lines if line["cue"] in ("scream", "death")]


def test_a_byte_order_mark_and_the_line_ends_of_windows_change_nothing(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(path, HEAD + TEN)
    plain = rehearsed(path, capsys)
    put(path, b"\xef\xbb\xbf" + (HEAD + TEN).replace("\n", "\r\n").encode())
    assert rehearsed(path, capsys) == plain


def test_line_numbers_hold_with_the_line_ends_of_windows(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(path, (HEAD + party("Ana") + guest("Bob", "age = 0")).replace("\n", "\r\n"))
    assert main(["rehearse", str(path)]) == 2
    assert "line 8: [[guests]] 2: age" in capsys.readouterr().err


def test_without_guests_and_rounds_the_evening_only_begins(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(path, 'game = "weekend"\n')
    code, lines = rehearsed(path, capsys)
    assert code == 1
    assert [line["cue"] for line in lines if line["cue"] not in ("say", "light")] == ["round", "effect", "unfinished"]


def test_only_the_game_must_be_there(path: Path) -> None:
    put(path, 'game = "table"\n')
    plan = read_evening(path)
    evening = plan.evening
    assert (plan.lang, evening.word("edition"), evening.number("discussion"), rounds_of(plan)) == ("fr", "B", 180, ())


def test_every_key_of_a_round_is_read(path: Path) -> None:
    put(
        path,
        rounds(
            'killer = "Ana"',
            'victim = "Zoe\\u0301 "',
            'kiss = "Bob"',
            "heart = true",
            "nobody = true",
            'ballots = [ { Ana = ["Bob", "Cid"], Zoe = [] }, { } ]',
            "ties = 2",
            'youngest = "Bob"',
            "both_murderers = true",
            'winner = "guests"',
            "[[rounds]]",
            "tallies = [ { Bob = 7, Cid = 0 }, { Cid = 1000 } ]",
            'youngest = ["Bob", "Cid"]',
        ),
    )
    assert rounds_of(read_evening(path)) == (
        PlannedRound(
            killer="Ana",
            victim="Zoé",
            kiss="Bob",
            heart=True,
            nobody=True,
            ballots=((("Ana", ("Bob", "Cid")), ("Zoe", ())), ()),
            ties=2,
            youngest=("Bob",),
            both_murderers=True,
            winner="guests",
        ),
        PlannedRound(tallies=((("Bob", 7), ("Cid", 0)), (("Cid", 1000),)), youngest=("Bob", "Cid")),
    )


@pytest.mark.parametrize(
    ("key", "value"), [("discussion", 1), ("discussion", 3600), ("choosing", 5), ("choosing", 120)]
)
def test_the_limits_themselves_are_allowed(key: str, value: int, path: Path) -> None:
    put(path, HEAD + f"{key} = {value}\n")
    assert read_evening(path).evening.number(key) == value


@pytest.mark.parametrize("age", [1, 130])
def test_the_youngest_and_the_oldest_may_come(age: int, path: Path) -> None:
    put(path, HEAD + TEN + guest("Methuselah", f"age = {age}"))
    assert read_evening(path).evening.guests[-1] == Guest("Methuselah", age)


@pytest.mark.parametrize(("game", "number"), [("weekend", 10), ("weekend", 20), ("table", 5), ("table", 9)])
def test_as_few_and_as_many_as_the_rules_allow_may_play(game: str, number: int, path: Path) -> None:
    put(path, f'game = "{game}"\n' + party(*(f"Guest {n}" for n in range(number))))
    assert len(read_evening(path).evening.guests) == number


@pytest.mark.parametrize("edition", ["A", "B"])
def test_a_whole_deck_of_special_cards_may_be_dealt(edition: str, path: Path) -> None:
    deck = ["heart", "insomniac", "vampire", "charmer", "shortsighted"]
    deck += ["heart", "vampire", "alchemist", "alchemist"] if edition == "B" else []
    put(path, HEAD.replace('"B"', f'"{edition}"') + cards("murderer", "murderer", *deck, *["guest"] * 6))
    assert [guest.role for guest in read_evening(path).evening.guests[2 : 2 + len(deck)]] == [Role(r) for r in deck]


@pytest.mark.parametrize("name", ["Sam d'Arc", "Rose-Marie", "Zoé", "李小龍", "a" * 60, "👩\u200d🚀", "Ali\u200cReza"])
def test_names_of_all_sorts_are_welcome(name: str, path: Path) -> None:
    put(path, HEAD + TEN + party(name))
    assert read_evening(path).evening.guests[-1].name == name
    assert speakable(name)


def test_a_name_is_kept_composed_and_without_stray_spaces() -> None:
    assert clean("  Zoe\u0301 \u00a0 d'Arc ") == "Zoé d'Arc"


# Guest lists.


def test_an_evening_file_of_any_game_is_a_guest_list_and_a_misspelt_key_in_it_is_told(path: Path) -> None:
    put(path, 'game = "snakes"\n' + party("Ana", "Bob", "Cid") + '[[turns]]\nto = "Bob"\ntook = 0\n')
    assert (read_guests(path).game, read_guests(path).names) == ("snakes", ("Ana", "Bob", "Cid"))
    put(path, 'game = "snakes"\nstart = "Ana"\n' + party("Ana", "Bob", "Cid"))
    with pytest.raises(FileError, match=r"line 2: start: is not a known key: did you mean starts\?"):
        read_guests(path)


def test_what_a_list_says_of_its_own_game_is_no_mistake_where_another_is_chosen(path: Path) -> None:
    put(path, 'game = "snakes"\nstarts = "Ana"\n' + party("Ana", "Bob", "Cid"))
    assert read_guests(path, chosen="exchange").game == "exchange"
    put(path, 'start = "Ana"\n' + party("Ana", "Bob", "Cid"))  # the list names no game: it is for the chosen one
    with pytest.raises(FileError, match="line 1: start: is not a known key"):
        read_guests(path, chosen="exchange")


@pytest.mark.parametrize("game", sorted(manifests()))
def test_a_guest_list_of_any_game_needs_guests(game: str, path: Path) -> None:
    put(path, f'game = "{game}"\n')
    with pytest.raises(FileError, match=r"has no guests: write a \[\[guests\]\] table for each, with name = ..."):
        read_guests(path)


@pytest.mark.parametrize(("number", "game"), [(8, "table"), (9, "weekend")])
def test_where_nobody_says_which_game_the_number_of_guests_tells(number: int, game: str, path: Path) -> None:
    put(path, party(*NAMES[:number]))
    assert read_guests(path).game == game


def test_a_guest_list_may_say_its_game_and_the_command_line_overrules_it(path: Path) -> None:
    put(path, 'game = "table"\nedition = "A"\n' + party(*NAMES[:7]))
    assert (read_guests(path, "weekend").game, read_guests(path, "weekend").word("edition")) == ("table", "A")
    with pytest.raises(FileError, match="7 guests, but this game is for 9 to 20"):
        read_guests(path, chosen="weekend")


def test_an_evening_file_is_a_guest_list_too(path: Path) -> None:
    put(path, HEAD + TEN + '[[rounds]]\nvictim = "Cid"\n')
    assert [guest.name for guest in read_guests(path).guests] == list(NAMES)


def test_a_guest_list_without_guests_is_refused(path: Path) -> None:
    put(path, HEAD)
    with pytest.raises(FileError) as wrong:
        read_guests(path)
    assert str(wrong.value) == f"{path}: has no guests: write a [[guests]] table for each, with name = ..."
