"""The command line: every word of it explains itself, keeps its secrets, and ends with the right code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from majordome import __version__
from majordome.cli.commands import main
from majordome.core.evening import Guest
from majordome.core.events import GameEnded
from majordome.core.journal import Header, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.errors import JournalError
from majordome.games.murder.events import Kissed, Winked
from majordome.games.murder.roles import Role
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, guest_list
from majordome.service.evenings_folder import digest, recalled, salvage
from majordome.testing import NAMES

EVENINGS = Path(__file__).parents[1] / "evenings"
SECRETS = re.compile(r"murderer|vampire|charmer|short|heart|killer|wink|under the charm|alchemist|insomniac")


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "200")


class Said:
    """What a command said, and its code."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: object) -> None:
        try:
            self.code: object = main([str(word) for word in words])
        except SystemExit as end:  # argparse's own way
            self.code = end.code
        self.out, self.err = capsys.readouterr()


# Help.


@pytest.mark.parametrize(
    ("command", "mentioned"),
    [
        ("", ("play", "rehearse", "guests", "journal", "config", "--version", "Exit codes")),
        ("play", ("--config", "--lang", "--guests", "--game", "--new", "--resume", "--plain", "--speed")),
        ("rehearse", ("EVENING.toml", "--lang")),
        ("guests", ("check",)),
        ("guests check", ("FILE",)),
        ("journal", ("show", "replay", "salvage")),
        ("journal show", ("FILE", "--secrets")),
        ("journal replay", ("FILE", "--json")),
        ("journal salvage", ("FILE",)),
        ("pico", ("list", "flash", "monitor", "selftest", "tare")),
        ("pico flash", ("--port", "--settings", "--config")),
        ("pico monitor", ("--port", "--raw")),
        ("pico selftest", ("--port", "--json")),
        ("config", ("example", "check")),
        ("config example", ()),
        ("config check", ("FILE",)),
    ],
)
def test_every_command_explains_itself(
    command: str, mentioned: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    said = Said(capsys, *command.split(), "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"usage: majordome {command}".strip())
    assert [word for word in mentioned if word not in said.out] == []


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "--version")
    assert (said.code, said.out) == (0, f"majordome {__version__}\n")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "dance",
        "journal",
        "guests",
        "config",
        "pico",
        "rehearse",
        "play --lang de",
        "play --new --resume",
        "play --speed fast",
        "play --speed 0",
        "play --speed nan",
        "play --speed 10001",
        "journal show",
    ],
)
def test_a_wrong_word_on_the_command_line_exits_2(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, *words.split())
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: majordome")
    assert "Traceback" not in said.err


def test_a_game_that_is_not_here_is_told_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "play", "--game", "chess")
    games = "exchange, parasites, snakes, table, weekend"
    assert (said.code, said.out) == (2, "")
    assert said.err == f"majordome: there is no game called 'chess': there are {games}\n"


# Guest lists.


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        (
            "weekend-1",
            "18 guests for weekend, edition A, discussion 180, choosing 20, walking 60, turning 40, with roles; "
            "the ages of 18 are known",
        ),
        ("table-6", "9 guests for table, edition B, discussion 120, choosing 20, with roles; the ages of 9 are known"),
    ],
)
def test_a_good_guest_list_is_summed_up_without_a_card(
    name: str, summary: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = EVENINGS / f"{name}.toml"
    said = Said(capsys, "guests", "check", path)
    assert (said.code, said.out, said.err) == (0, f"{path}: {summary}\n", "")
    assert [role for role in Role if role is not Role.GUEST and role in said.out] == []


def test_a_guest_list_without_cards_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.toml"
    path.write_text("".join(f'[[guests]]\nname = "Guest {n}"\n' for n in range(5)) + "age = 30\n", "utf-8")
    said = Said(capsys, "guests", "check", path)
    played = "table, edition B, discussion 180, choosing 20"
    assert said.out == f"{path}: 5 guests for {played}, without roles; the ages of 1 are known\n"


@pytest.mark.parametrize(
    ("cards", "advice"),
    [
        ({"Cid": "charmer", "Dora": "shortsighted"}, "The charmer and the short-sighted can do nothing at a table."),
        ({"Cid": "charmer"}, "The charmer can do nothing at a table."),
        ({"Cid": "shortsighted"}, "The short-sighted can do nothing at a table."),
    ],
)
def test_cards_that_can_do_nothing_at_a_table_are_told_but_not_who_holds_them(
    cards: dict[str, str], advice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.toml"
    guests = guest_list(7, known=True, **cards)
    people = (f'[[guests]]\nname = "{guest.name}"\nrole = "{guest.role}"\n' for guest in guests)
    path.write_text('game = "table"\n' + "".join(people), "utf-8")
    said = Said(capsys, "guests", "check", path)
    assert said.out.splitlines()[1:] == [advice]
    assert not any(name in said.out for name in cards)


# Journals.


def written(folder: Path, party: MurderParty) -> Path:
    """The journal of a party that was played in memory."""
    evening = party.prompter.evening
    rules = manifest(evening.game).version
    header = Header(evening, "en", seed=0, rules=rules, wall=1_700_000_000.0, majordome=__version__)
    journal = Journal.begin(folder, header, "evening")
    journal.write(tuple(party.writer.records), wall=1_700_000_000.0)
    journal.close()
    assert journal.trouble is None
    return journal.path


def full_of_secrets() -> MurderParty:
    party = a_weekend(Dora="charmer", Eve="shortsighted", Fay="vampire")
    party.murder("Cid", by="Ana")
    party.jail("Gus", "Hal")
    party.go_to("turning")
    party.say(Kissed("Ida"))
    party.say(Winked("Eve", "Bob"))
    party.jail("Gus", "Jo")
    party.murder("Fay", by="Ana")
    return party


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """An evening that is not over."""
    return written(tmp_path, full_of_secrets())


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    party = full_of_secrets()
    party.say(GameEnded("guests"))
    return written(tmp_path, party)


def test_an_unfinished_journal_is_shown_without_its_secrets(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "journal", "show", journal)
    assert (said.code, said.err) == (0, "")
    assert SECRETS.search(said.out) is None
    assert "† Cid" in said.out
    votes = [line for line in said.out.splitlines() if "Vote against" in line]
    assert len(votes) == 2
    assert not [line for line in said.out.splitlines() if "Ida" in line and line not in votes]  # kissed, no more


def test_an_unfinished_journal_is_shown_with_its_secrets_if_asked(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Said(capsys, "journal", "show", "--secrets", journal)
    for secret in (
        "the killer: Ana",
        "Ida falls under the charm",
        "Eve did not see the wink",
        "Fay the vampire takes the place of Ana",
        "Bob: murderer",
        "Dora: charmer",
    ):
        assert secret in said.out


@pytest.mark.parametrize("form", [(), ("--markdown",), ("--html",)])
def test_a_journal_from_elsewhere_gives_the_terminal_no_orders(
    form: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["\x1b]0;mine\x07Zoe", "Ana\x9b2J", *"BCDEFGHIJK"]
    cards = ["murderer", "murderer", *["guest"] * 10]
    guests = tuple(Guest(name, 30, role) for name, role in zip(names, cards, strict=True))
    party = MurderParty(an_evening(guests=guests))
    party.murder(names[1], by=names[0])
    said = Said(capsys, "journal", "show", "--secrets", *form, written(tmp_path, party))
    assert said.code == 0
    assert "Zoe" in said.out
    assert not {"\x1b", "\x07", "\x9b"} & set(said.out)


def test_a_journal_is_shown_in_the_language_that_is_asked_for(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Said(capsys, "journal", "show", "--lang", "fr", journal)
    assert "Manche 1\N{NO-BREAK SPACE}: vendredi soir" in said.out
    assert "Round" not in said.out


def test_a_finished_journal_is_shown_with_its_secrets(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "journal", "show", finished)
    assert said.code == 0
    assert "the killer: Ana" in said.out
    assert "Dora: charmer" in said.out


def replayed(capsys: pytest.CaptureFixture[str], path: Path) -> tuple[object, dict[str, Any]]:
    said = Said(capsys, "journal", "replay", "--json", path)
    assert said.err == ""
    assert said.out.count("\n") == 1
    return said.code, json.loads(said.out)


def test_a_journal_is_replayed_for_scripts(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prompter = recalled(read(journal))
    assert replayed(capsys, journal) == (
        1,
        {
            "game": "weekend",
            "beat": "mourning",
            "finished": False,
            "paused": False,
            "played": round(prompter.played(0.0), 3),
            "seats": {
                **{name: [] for name in NAMES[:12]},
                "Cid": ["dead"],
                "Ana": ["dead"],
                "Gus": ["in_jail"],
                "Jo": ["in_jail"],
            },
            "heading": {"is": "round", "number": 3, "day": "saturday", "time": "night"},
            "events": len(prompter.history),
            "torn": False,
            "digest": digest(full_of_secrets().prompter),
        },
    )


def test_a_finished_journal_replays_to_its_end(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, state = replayed(capsys, finished)
    assert (code, state["beat"], state["finished"]) == (0, "finished", True)


def test_a_replay_tells_people_where_the_evening_stands(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "journal", "replay", journal)
    records = len(read(journal).entries)
    assert said.out == f"{journal}: {records} records, Saturday night · Everyone is awake\n"


def test_a_torn_last_line_is_told(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal.write_bytes(journal.read_bytes() + b'0123abcd {"is":"happ')
    _, state = replayed(capsys, journal)
    assert (state["torn"], state["beat"]) == (True, "mourning")


def damaged(path: Path, line: int = 10) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1][:-2] + b"X}"
    path.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_damaged_journal_exits_3_and_names_the_line_and_the_remedy(
    command: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged(journal)
    said = Said(capsys, "journal", command, journal)
    assert (said.code, said.out) == (3, "")
    assert said.err.startswith(f"majordome: {journal}: line 10 is damaged (its checksum is wrong)")
    assert f"majordome journal salvage {journal}" in said.err
    assert said.err.count("\n") == 1


def test_a_damaged_journal_is_salvaged_beside_the_old_one(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged(journal)
    before = journal.read_bytes()
    said = Said(capsys, "journal", "salvage", journal)
    saved = journal.with_name("evening-salvaged.journal")
    assert (said.code, said.out) == (0, f"{saved}: 9 whole lines; 'majordome play' goes on from there\n")
    assert journal.read_bytes() == before
    assert saved.read_bytes() == b"".join(line + b"\n" for line in before.split(b"\n")[:9])
    assert saved.stat().st_mode & 0o777 == 0o600
    assert len(read(saved).entries) == 8


def test_a_second_salvage_does_not_write_over_the_first(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged(journal)
    first = journal.with_name("evening-salvaged.journal")
    first.write_bytes(b"an evening that went on from there")
    said = Said(capsys, "journal", "salvage", journal)
    assert said.out.startswith(f"{journal.with_name('evening-salvaged-2.journal')}: 9 whole lines")
    assert first.read_bytes() == b"an evening that went on from there"


def test_a_whole_journal_needs_no_salvage(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "journal", "salvage", journal)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"majordome: {journal}: is not damaged: 'majordome play' goes on with it as it is\n"


def test_nothing_can_be_saved_of_a_journal_whose_first_line_is_damaged(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged(journal, line=1)
    said = Said(capsys, "journal", "salvage", journal)
    assert said.code == 2
    assert "its very first line is damaged" in said.err


def test_a_salvage_that_cannot_be_written_says_so(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged(journal)

    def full(path: Path, *more: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(JournalError, match=r"cannot be written \(No space left on device\): see"):
        salvage(journal)


def test_a_salvage_for_which_there_is_no_room_leaves_nothing_behind(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged(journal)

    there = sorted(journal.parent.iterdir())

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="No space left on device"):
        salvage(journal)
    assert sorted(journal.parent.iterdir()) == there


@pytest.mark.parametrize("command", ["show", "replay", "salvage"])
def test_a_journal_that_is_not_there_exits_2(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "journal", command, tmp_path / "none.journal")
    remedy = "cannot be read (No such file or directory): see its name and its rights"
    assert (said.code, said.out, said.err) == (2, "", f"majordome: {tmp_path}/none.journal: {remedy}\n")


@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_journal_of_other_rules_is_refused_and_not_guessed_at(
    command: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = read(journal)
    other = Journal.begin(tmp_path, replace(story.header, rules=999), "other")
    other.write(story.records, wall=0.0)
    other.close()
    said = Said(capsys, "journal", command, other.path)
    assert (said.code, said.out) == (2, "")
    assert "this evening was played by version 999 of the rules of weekend" in said.err


@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_journal_that_does_not_fit_the_rules_is_refused(
    command: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = read(journal)
    other = Journal.begin(tmp_path, story.header, "other")
    other.write(story.records[2:], wall=0.0)
    other.close()
    said = Said(capsys, "journal", command, other.path)
    assert (said.code, said.out) == (2, "")
    assert "does not fit these rules" in said.err


def test_a_table_is_shown_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    party = a_table()
    party.murder("Cid", by="Ana")
    said = Said(capsys, "journal", "show", written(tmp_path, party))
    assert said.code == 0
    assert "table, 7 guests on the list" in said.out
    assert SECRETS.search(said.out) is None


# Real processes.


def test_a_reader_who_goes_away_leaves_no_traceback() -> None:
    evening = EVENINGS / "weekend-1.toml"
    line = f"set -o pipefail; '{sys.executable}' -m majordome rehearse '{evening}' | head -1"
    told = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=30)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.count("\n") == 1


def test_output_that_cannot_be_written_is_one_line() -> None:
    command = [sys.executable, "-m", "majordome", "rehearse", str(EVENINGS / "weekend-1.toml")]
    with open("/dev/full", "wb") as full:
        told = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=30)
    assert told.returncode == 2
    why = "the output cannot be written (No space left on device): make room, or send it somewhere else"
    assert told.stderr == f"majordome: {why}\n"
