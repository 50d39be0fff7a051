"""The rehearsing host plays what an evening file says; what it may not say is refused, and nothing else changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from majordome.cli.commands import main
from majordome.core.rehearsal import Rehearsal
from majordome.settings.evening_file import read_evening

EVENINGS = Path(__file__).parents[1] / "evenings"
NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lia")

Line = dict[str, Any]


def evening(*rounds: str, game: str = "weekend", edition: str = "B", number: int = 12, **roles: str) -> str:
    """A file with so many guests; Ana and Bob are the murderers; ages fall, so that the last is the youngest."""
    roles = {"Ana": "murderer", "Bob": "murderer", **roles}
    text = f'game = "{game}"\nedition = "{edition}"\nlang = "en"\ndiscussion = 60\n'
    for n, name in enumerate(NAMES[:number]):
        text += f'[[guests]]\nname = "{name}"\nage = {60 - n}\nrole = "{roles.get(name, "guest")}"\n'
    return text + "".join(f"[[rounds]]\n{played}\n" for played in rounds)


def nameless(*rounds: str, game: str = "weekend") -> str:
    return f'game = "{game}"\nlang = "en"\n' + "".join(f"[[rounds]]\n{played}\n" for played in rounds)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "evening.toml"


def rehearse(path: Path, text: str) -> tuple[list[Line], bool]:
    path.write_text(text, "utf-8")
    told: list[str] = []
    plan = read_evening(path)
    finished = Rehearsal(plan.evening, plan.lang, plan.host, told.append).play()
    lines = [json.loads(line) for line in told]
    assert all({"t", "cue"} <= set(line) for line in lines)
    assert lines[-1]["cue"] == ("outcome" if finished else "unfinished")
    return lines, finished


def of(lines: list[Line], *cues: str) -> list[Line]:
    """The lines of these cues, without their time."""
    return [{key: value for key, value in line.items() if key != "t"} for line in lines if line["cue"] in cues]


def refused(lines: list[Line]) -> list[tuple[str, str]]:
    return [(line["what"], line["why"]) for line in lines if line["cue"] == "refused"]


JAIL = "tallies = [ { Kim = 3, Lia = 3 } ]"
FRIDAY = f'killer = "Ana"\nvictim = "Cid"\n{JAIL}'


# The lines.


@pytest.mark.parametrize("name", sorted(path.stem for path in EVENINGS.glob("*.toml")))
def test_every_line_has_its_time_and_its_cue_and_time_never_goes_back(name: str, path: Path) -> None:
    lines, finished = rehearse(path, (EVENINGS / f"{name}.toml").read_text("utf-8"))
    assert finished
    times = [line["t"] for line in lines]
    assert times == sorted(times)
    assert times[0] == 0
    assert [n for n, line in enumerate(lines) if line["cue"] == "outcome"] == [len(lines) - 1]


def test_a_file_that_ends_too_early_is_unfinished_and_exits_1(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(evening(FRIDAY), "utf-8")
    assert main(["rehearse", str(path)]) == 1
    told = capsys.readouterr()
    last = json.loads(told.out.splitlines()[-1])
    assert set(last) == {"t", "cue"}
    assert last["cue"] == "unfinished"
    assert last["t"] > 60
    assert told.err == ""


def test_a_finished_evening_exits_0(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(evening('victim = "Cid"\ntallies = [ { Ana = 5, Bob = 4 } ]'), "utf-8")
    assert main(["rehearse", str(path)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["cue"], last["winner"]) == ("outcome", "guests")


def test_the_language_of_the_command_line_wins(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(evening(FRIDAY), "utf-8")
    main(["rehearse", str(path)])
    english = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    main(["rehearse", "--lang", "fr", str(path)])
    french = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert english[1]["text"].startswith(("Good evening", "Welcome"))
    assert french[1]["text"].startswith(("Bonsoir", "Bienvenue"))
    assert of(english, "death", "tally", "jail") == of(french, "death", "tally", "jail")


def test_the_same_file_prints_the_same_bytes_in_every_process() -> None:
    def printed(seed: str) -> bytes:
        command = [sys.executable, "-m", "majordome", "rehearse", str(EVENINGS / "weekend-5.toml")]
        told = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True)
        return told.stdout

    first = printed("1")
    assert first == printed("4242")
    assert first.endswith(b'"cue": "outcome", "winner": "murderers"}\n')


def test_the_order_in_a_night_and_in_a_day(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, f'killer = "Bob"\nvictim = "Dora"\n{JAIL}'))
    assert [line["cue"] for line in lines if line["cue"] not in ("say", "light")] == [
        *("round", "effect", "top", "countdown", "scream", "killed_by", "death", "hourglass", "hourglass_empty"),
        *("vote", "top", "tally", "read_out", "jail"),
        *("round", "effect", "top", "top", "scream", "killed_by", "death", "release", "hourglass", "hourglass_empty"),
        *("vote", "top", "tally", "read_out", "jail"),
        *("round", "effect", "unfinished"),
    ]
    assert [line["for"] for line in of(lines, "top")] == ["stop", "vote", "stop", "turn", "vote"]


# The murder.


def test_a_killer_who_cannot_be_is_refused_and_the_victim_dies_all_the_same(path: Path) -> None:
    lines, _ = rehearse(path, evening('killer = "Eve"\nvictim = "Cid"'))
    assert refused(lines) == [("killer", "Eve cannot be the killer: check the name.")]
    assert of(lines, "countdown", "death") == [{"cue": "countdown", "seconds": 10}, {"cue": "death", "name": "Cid"}]


def test_with_a_refused_victim_nobody_dies_and_the_round_goes_on(path: Path) -> None:
    lines, _ = rehearse(path, evening('killer = "Ana"\nvictim = "Bob"\n' + JAIL))
    assert refused(lines) == [("victim", "Bob cannot be the victim of the murderers: check the name.")]
    assert of(lines, "countdown", "scream", "death") == []
    assert of(lines, "jail") == [{"cue": "jail", "names": ["Kim", "Lia"]}]


def test_killer_and_victim_may_both_be_refused(path: Path) -> None:
    lines, _ = rehearse(path, evening('killer = "Eve"\nvictim = "Xan"'))
    assert [what for what, _ in refused(lines)] == ["killer", "victim"]
    assert of(lines, "death") == []


def test_a_dead_victim_and_a_prisoner_are_refused(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, f'victim = "Cid"\n{JAIL}', 'victim = "Kim"'))
    assert refused(lines) == [
        ("victim", "Cid is already dead: name somebody else, or bring Cid back to life first."),
        ("victim", "Kim is a prisoner and cannot be killed: check the name."),
    ]


def test_whoever_killed_last_night_does_not_kill_by_day(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, 'killer = "Ana"\nvictim = "Dora"'))
    assert refused(lines) == [("killer", "Ana killed last night: by day it is the other one.")]
    assert of(lines, "death") == [{"cue": "death", "name": "Cid"}, {"cue": "death", "name": "Dora"}]


def test_a_round_without_a_victim_is_a_round_without_a_death(path: Path) -> None:
    lines, _ = rehearse(path, evening(JAIL))
    assert of(lines, "countdown", "scream", "death", "refused") == []
    assert [line["line"] for line in of(lines, "say")].count("nobody_died") == 1


# The kiss.


def test_a_kiss_by_night_is_refused(path: Path) -> None:
    lines, _ = rehearse(path, evening('victim = "Cid"\nkiss = "Eve"', Dora="charmer"))
    assert refused(lines) == [("kissed", "That is not asked for at this moment: look at what the screen asks.")]
    assert of(lines, "charmed") == []


def test_a_kiss_to_the_short_sighted_is_refused(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, 'kiss = "Eve"', Dora="charmer", Eve="shortsighted"))
    assert refused(lines) == [("kiss", "Eve cannot be charmed: leave the kiss out.")]


def test_a_kiss_without_a_charmer_is_refused(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, 'kiss = "Eve"'))
    assert refused(lines) == [("kiss", "There is no living charmer: leave the kiss out.")]


SATURDAY = 'kiss = "Eve"\nballots = [ { Dora = ["Fay", "Gus"], Eve = ["Hal", "Ida"], Hal = ["Fay", "Jo"] } ]'


def test_a_charmed_ballot_is_replaced_without_a_refusal(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, SATURDAY, Dora="charmer"))
    assert of(lines, "charmed") == [{"cue": "charmed", "name": "Eve"}]
    assert refused(lines) == []
    assert of(lines, "tally")[-1]["votes"] == {"Fay": 3, "Gus": 2, "Jo": 1}


def test_even_a_ballot_that_could_not_be_is_replaced_for_the_charmed(path: Path) -> None:
    lines, _ = rehearse(
        path, evening(FRIDAY, 'kiss = "Eve"\nballots = [ { Dora = ["Fay", "Gus"], Eve = ["Cid"] } ]', Dora="charmer")
    )
    assert refused(lines) == []
    assert of(lines, "tally")[-1]["votes"] == {"Fay": 2, "Gus": 2}


def test_a_charmer_who_dies_that_day_frees_her_charmed_at_once(path: Path) -> None:
    lines, _ = rehearse(path, evening(FRIDAY, f'victim = "Dora"\n{SATURDAY}', Dora="charmer"))
    assert [line["cue"] for line in of(lines, "charmed", "death")] == ["death", "charmed", "death"]
    assert [what for what, _ in refused(lines)] == ["ballot of Dora"]
    assert of(lines, "tally")[-1]["votes"] == {"Fay": 1, "Hal": 1, "Ida": 1, "Jo": 1}


# The vote.


def test_a_tally_of_too_many_hands_is_refused_whole_and_the_next_one_is_read(path: Path) -> None:
    lines, _ = rehearse(
        path, evening('victim = "Cid"\ntallies = [ { Dora = 11, Eve = 11, Fay = 1 }, { Dora = 2, Eve = 1 } ]')
    )
    assert refused(lines) == [("tally", "11 living guests have at most 22 hands and you counted 23: count again.")]
    assert of(lines, "vote", "top", "tally")[-3:] == [
        {"cue": "vote", "candidates": [name for name in NAMES if name != "Cid"], "seats": 2},
        {"cue": "top", "for": "vote"},
        {"cue": "tally", "votes": {"Dora": 2, "Eve": 1}},
    ]


def test_more_hands_against_one_than_there_are_living_are_refused(path: Path) -> None:
    lines, _ = rehearse(path, evening('victim = "Cid"\ntallies = [ { Dora = 12 } ]'))
    assert refused(lines) == [("tally", "Dora cannot have 12 votes from 11 living: count again.")]
    assert lines[-1]["cue"] == "unfinished"


def test_ballots_of_the_dead_and_against_the_dead_are_refused(path: Path) -> None:
    lines, _ = rehearse(
        path,
        evening(
            'victim = "Cid"\nballots = [ { Cid = ["Dora", "Eve"], Fay = ["Cid", "Eve"], Gus = ["Dora", "Eve"], '
            'Hal = ["Dora", "Dora"], Ida = ["Dora"], Jo = [] } ]'
        ),
    )
    assert refused(lines) == [
        ("ballot of Cid", "Cid is not among the living and does not vote: check the name."),
        ("ballot of Fay", "Cid cannot be voted for here: name one of the candidates."),
        ("ballot of Hal", "Hal must point at two different players: give two names."),
        ("ballot of Ida", "Ida has two hands in this vote: give two names."),
        ("ballot of Jo", "Jo points at nobody: say at whom, or let Jo abstain when you close the ballots."),
    ]
    assert of(lines, "tally") == [{"cue": "tally", "votes": {"Dora": 1, "Eve": 1}}]


def test_a_tie_is_voted_again_and_a_second_tie_goes_to_the_youngest(path: Path) -> None:
    lines, _ = rehearse(
        path, evening('victim = "Cid"\ntallies = [ { Dora = 5, Eve = 3, Fay = 3 }, { Eve = 2, Fay = 2 } ]')
    )
    assert of(lines, "vote", "tally", "youngest", "jail")[2:] == [
        {"cue": "vote", "candidates": ["Eve", "Fay"], "seats": 1},
        {"cue": "tally", "votes": {"Eve": 2, "Fay": 2}},
        {"cue": "youngest", "name": "Fay", "by": "age"},
        {"cue": "jail", "names": ["Dora", "Fay"]},
    ]


TIED = "tallies = [ { Dora = 5, Eve = 3, Fay = 3 }, { Eve = 2, Fay = 2 } ]"


def ageless(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("age")) + "\n"


def test_where_no_ages_are_known_the_file_says_who_is_the_youngest(path: Path) -> None:
    lines, _ = rehearse(path, ageless(evening(f'victim = "Cid"\n{TIED}\nyoungest = "Eve"')))
    assert of(lines, "youngest", "jail") == [
        {"cue": "youngest", "name": "Eve", "by": "host"},
        {"cue": "jail", "names": ["Dora", "Eve"]},
    ]


def test_where_the_file_does_not_say_the_evening_stops_at_that_question(path: Path) -> None:
    lines, finished = rehearse(path, ageless(evening(f'victim = "Cid"\n{TIED}')))
    assert not finished
    assert of(lines, "youngest", "jail") == []


def test_a_youngest_who_is_not_tied_is_refused(path: Path) -> None:
    lines, finished = rehearse(path, ageless(evening(f'victim = "Cid"\n{TIED}\nyoungest = "Gus"')))
    assert not finished
    assert refused(lines) == [("youngest", "Only those who tied can be named: Eve and Fay.")]


# What the box does not know.


def roleless(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("role")) + "\n"


def test_where_roles_are_unknown_the_host_tells_when_both_murderers_sit(path: Path) -> None:
    played = f'killer = "Eve"\nvictim = "Cid"\nheart = true\n{JAIL}\nboth_murderers = true'
    lines, finished = rehearse(path, roleless(evening(played)))
    assert finished
    assert refused(lines) == []
    assert of(lines, "countdown", "death", "jail", "outcome") == [
        {"cue": "countdown", "seconds": 5},
        {"cue": "death", "name": "Cid"},
        {"cue": "jail", "names": ["Kim", "Lia"]},
        {"cue": "outcome", "winner": "guests"},
    ]


def test_a_heart_is_not_the_hosts_to_say_where_the_cards_are_known(path: Path) -> None:
    lines, _ = rehearse(path, evening('victim = "Cid"\nheart = true'))
    assert [what for what, _ in refused(lines)] == ["heart"]
    assert of(lines, "countdown", "death") == [{"cue": "countdown", "seconds": 10}, {"cue": "death", "name": "Cid"}]


def test_a_button_only_weekend_is_played_to_monday(path: Path) -> None:
    lines, finished = rehearse(path, nameless("", "heart = true", "nobody = true", "ties = 2", "ties = 1"))
    assert finished
    assert [line["seconds"] for line in of(lines, "countdown")] == [10, 10]
    assert len(of(lines, "vote")) == 7
    assert of(lines, "death") == [{"cue": "death"}] * 4
    assert lines[-1]["winner"] == "murderers"


def test_a_button_only_heart_patient_screams_after_five_seconds(path: Path) -> None:
    lines, _ = rehearse(path, nameless("heart = true"))
    assert of(lines, "countdown") == [{"cue": "countdown", "seconds": 5}]


def test_a_button_only_weekend_ends_when_the_host_says_that_both_sit(path: Path) -> None:
    lines, finished = rehearse(path, nameless("", "both_murderers = true"))
    assert finished
    assert lines[-1]["winner"] == "guests"
    assert len(of(lines, "round")) == 2


def test_a_button_only_evening_without_a_death_has_no_scream(path: Path) -> None:
    lines, _ = rehearse(path, nameless("nobody = true"))
    assert of(lines, "scream", "death", "countdown") == []


@pytest.mark.parametrize("winner", ["guests", "murderers"])
def test_a_button_only_table_ends_when_one_side_is_left(winner: str, path: Path) -> None:
    lines, finished = rehearse(path, nameless("", f'winner = "{winner}"', game="table"))
    assert finished
    assert lines[-1]["winner"] == winner
    assert of(lines, "round") == [
        {"cue": "round", "number": 1, "day": "friday", "time": "night"},
        {"cue": "round", "number": 2, "day": "saturday", "time": "night"},
    ]
    assert of(lines, "sacrifice") == [{"cue": "sacrifice"}] * 2


def test_the_days_of_a_long_table_go_on(path: Path) -> None:
    lines, finished = rehearse(path, nameless(*[""] * 8, game="table"))
    assert not finished
    days = [line["day"] for line in of(lines, "round")]
    assert days[:8] == ["friday", "saturday", "sunday", "monday", "tuesday", "wednesday", "thursday", "friday"]


def test_a_table_with_cards_ends_when_no_murderer_is_left(path: Path) -> None:
    played = ('victim = "Cid"\ntallies = [ { Ana = 3 } ]', 'victim = "Dora"\ntallies = [ { Bob = 3 } ]')
    lines, finished = rehearse(path, evening(*played, game="table", number=7))
    assert finished
    assert of(lines, "sacrifice", "outcome") == [
        {"cue": "sacrifice", "name": "Ana", "role": "murderer"},
        {"cue": "sacrifice", "name": "Bob", "role": "murderer"},
        {"cue": "outcome", "winner": "guests"},
    ]
