"""What the lab plays, and what it tells of it."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from majordome.cli.commands import main
from majordome.core.library import manifest
from majordome.lab.players import Ways, bench_of
from majordome.lab.report import as_csv, as_json, as_page, as_table, as_two_csvs, pictures
from majordome.lab.setups import Batch, LabLine, LabTable, Setup, run
from majordome.lab.study import Study, by_round, row, study
from majordome.lab.sums import interval, paired, quantile
from majordome.lab.svg import ceiling, percent
from majordome.words.narrator import LANGS, Lang, Narrator, lines

pytestmark = pytest.mark.long

GAMES = ("weekend", "table", "snakes", "exchange", "parasites")
PEOPLE = Ways((("guests", "readers"), ("murderers", "loyal")), 2.0)


@pytest.fixture(scope="module")
def weekend() -> Study:
    """A small study of a weekend."""
    return study("weekend", [10, 12], 60, 1, skills=[1.0, 2.0, 4.0], ways=PEOPLE.of, each_card=True, cores=1)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_in_the_lab_says_what_the_box_would_refuse(game: str) -> None:
    found, bench = manifest(game), bench_of(game)
    for players in (found.fewest, found.most):
        batch = run([Setup(game, players, ways=bench.usual)], 30, cores=1)[0]
        assert len(batch.lines) == 30
        assert all(line.minutes > 1 for line in batch.lines)
        assert set(batch.wins) <= {*found.winners, *map(str, range(1, players + 1))}
        assert all(len(line.measures) == len(bench.measures) for line in batch.lines)


@pytest.mark.parametrize("edition", ["A", "B"])
def test_a_whole_deck_of_special_cards_is_played_to_its_end(edition: str) -> None:
    settings = (("edition", edition),)
    cards = bench_of("weekend").cards(Setup("weekend", 14, settings).evening)
    setup = Setup("weekend", 14, settings, tuple((card, 1) for card in cards), PEOPLE)
    assert sum(run([setup], 80, cores=1)[0].wins.values()) == 80


def test_the_advanced_hunt_ends_for_one_side_or_the_other() -> None:
    setup = Setup("parasites", 4, (("mode", "advanced"),), (), bench_of("parasites").usual)
    assert set(run([setup], 120, cores=1)[0].wins) == {"reals", "parasites"}


def test_the_same_seed_plays_the_same_evenings_on_one_core_and_on_two() -> None:
    setups = [Setup("table", 6), Setup("snakes", 4)]
    assert run(setups, 150, 7, cores=1) == run(setups, 150, 7, cores=2)
    assert run(setups, 20, 7, cores=1) != run(setups, 20, 8, cores=1)


def test_progress_is_told_to_its_end() -> None:
    told: list[float] = []
    run([Setup("table", 5)], 250, cores=1, progress=told.append)
    assert told == [1 / 3, 2 / 3, 1.0]


def test_murderers_who_never_point_at_each_other_do_better() -> None:
    fair, loyal = run([Setup("table", 7), Setup("table", 7, ways=Ways((("murderers", "loyal"),)))], 600, cores=1)
    assert loyal.chance("murderers") > fair.chance("murderers") + 0.05


def test_guests_who_read_people_do_better_the_better_they_read() -> None:
    ways = [Ways(PEOPLE.of, skill) for skill in (1.0, 2.0, 4.0)]
    chances = [batch.chance("guests") for batch in run([Setup("weekend", 12, ways=w) for w in ways], 200, cores=1)]
    assert chances[0] + 0.2 < chances[1] < chances[2] - 0.2


def test_a_heart_patient_screams_sooner_and_changes_nobody_s_chance(weekend: Study) -> None:
    (heart,) = (effect for effect in weekend.effects if effect.card == "heart")
    assert heart.difference == 0.0
    assert -0.1 < heart.low < 0.0 < heart.high < 0.1  # sixty evenings do not prove it


def test_an_insomniac_who_has_seen_the_murderer_helps_the_guests() -> None:
    cards = (("insomniac", 1),)
    without, seen = run([Setup("weekend", 12, ways=PEOPLE), Setup("weekend", 12, (), cards, PEOPLE)], 300, cores=1)
    assert seen.chance("guests") > without.chance("guests")


def test_the_last_round_of_the_heat_map_is_the_chance_itself(weekend: Study) -> None:
    for batch in weekend.grid:
        rounds = by_round(batch, "guests")
        assert rounds == sorted(rounds)
        assert rounds[-1] == batch.chance("guests")


def test_the_clock_of_the_lab_counts_talk_and_voice() -> None:
    quick, long = (LabTable(Setup("weekend", 10, (("discussion", seconds),))).play(0, 0) for seconds in (60, 180))
    rounds = long.measures[0]
    assert long.minutes - quick.minutes == pytest.approx(2 * rounds)


# What is told.


@pytest.mark.parametrize("lang", LANGS)
def test_the_table_tells_every_set_up_and_every_card(weekend: Study, lang: Lang) -> None:
    told = as_table(weekend, lang)
    assert len(re.findall(r"^ +1[02]  ", told, re.MULTILINE)) == 6
    assert len(re.findall(r"\.\.\.", told)) == len(weekend.effects) == 6
    assert {"en": "the guests", "fr": "les invités"}[lang] in told


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_measured_has_its_word(game: str, lang: Lang) -> None:
    words = Narrator(lang, game=manifest(game)).table("lab")
    assert [name for name in bench_of(game).measures if f"measure_{name}" not in words] == []


def test_the_house_has_no_word_for_what_one_game_measures() -> None:
    shared = [set(bench_of(game).measures) for game in ("weekend", "snakes", "exchange", "parasites")]
    for name in [key for key in lines("en")["lab"] if key.startswith("measure_")]:
        assert sum(name.removeprefix("measure_") in measures for measures in shared) > 1, name


def test_a_seat_that_does_not_exist_has_no_chance_and_one_that_never_won_has_none_so_far() -> None:
    few, more = json.loads(as_json(study("exchange", [2, 3], 20, 0, cores=1)))["setups"]
    assert (few["3"], few["3_low"], few["3_high"]) == (None, None, None)
    assert more["3"] is not None
    lost = row(Batch(Setup("exchange", 2), (LabLine("1", 9.0, (0.0,) * 8),) * 20), ["1", "2"])
    assert lost["2"] == 0
    assert lost["2_high"] > 0.1
    first, *_ = csv.DictReader(io.StringIO(as_csv(study("exchange", [2, 3], 20, 0, cores=1))))
    assert first["3"] == ""


def test_a_spreadsheet_is_told_of_every_card_too(weekend: Study) -> None:
    grid, cards = as_two_csvs(weekend).split("\n\n")
    assert grid + "\n" == as_csv(weekend)
    told = list(csv.DictReader(io.StringIO(cards)))
    assert [each["card"] for each in told] == [effect.card for effect in weekend.effects]
    assert float(told[0]["difference"]) == weekend.effects[0].difference


def test_the_lab_speaks_as_the_settings_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "majordome.toml"
    for lang, title in (("en", "Masks and snakes"), ("fr", "Masques et serpents")):
        config.write_text(f'[evening]\nlang = "{lang}"\n')
        words = ["lab", "snakes", "--players", "3", "--evenings", "2", "--cores", "1"]
        assert main(["--config", str(config), *words]) == 0
        assert title in capsys.readouterr().out


def test_a_side_that_never_won_is_told_all_the_same() -> None:
    hunt = study("parasites", [3], 20, 0, cores=1)
    assert set(hunt.grid[0].wins) == {"parasites"}
    assert "all of you, together" in as_table(hunt, "en")
    (told,) = json.loads(as_json(hunt))["setups"]
    assert told["team"] == 0
    assert told["team_high"] > 0.1


def test_csv_and_json_tell_the_same_numbers(weekend: Study) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(weekend))))
    plain = json.loads(as_json(weekend))
    assert len(rows) == len(plain["setups"]) == 6
    for each, told in zip(rows, plain["setups"], strict=True):
        assert float(each["guests"]) == told["guests"]
        assert float(each["guests"]) + float(each["murderers"]) == pytest.approx(1, abs=1e-3)
        assert told["guests_low"] <= told["guests"] <= told["guests_high"]
        assert told["minutes_p10"] <= told["minutes_p50"] <= told["minutes_p90"]


@pytest.mark.parametrize("lang", LANGS)
def test_every_picture_is_whole_and_tells_its_numbers(weekend: Study, lang: Lang) -> None:
    drawn = dict(pictures(weekend, lang))
    assert set(drawn) == {"chance", "rounds", "cards", "minutes", "ends"}
    for svg in drawn.values():
        root = ElementTree.fromstring(svg)
        assert root.get("aria-label")
        assert len(root.findall(".//{http://www.w3.org/2000/svg}title")) >= 2
    assert drawn["chance"].count("<circle") == 6
    assert percent(weekend.at(10, 2.0).chance("guests")) in drawn["chance"]


def test_a_card_game_shows_what_it_is_worth_to_begin_and_how_it_ends() -> None:
    assert {"first", "ends"} <= {name for name, _ in pictures(study("snakes", [3, 4], 40, 0, cores=1), "en")}
    alone = dict(pictures(study("exchange", [2, 3], 20, 0, cores=1), "en"))
    assert "chance" not in alone
    assert "by murder" in alone["ends"]


def test_a_picture_of_one_skill_says_which_and_names_its_rows(weekend: Study) -> None:
    drawn = dict(pictures(weekend, "en"))
    assert all("λ = 2<" in drawn[name] for name in ("rounds", "cards", "minutes", "ends"))
    assert all(">players</text>" in drawn[name] for name in ("rounds", "ends"))
    assert "of all games" in drawn["ends"]
    assert "of all hands" in dict(pictures(study("exchange", [2, 3], 20, 0, cores=1), "en"))["ends"]
    assert "aux dés</text>" in dict(pictures(study("table", [5, 6], 20, 0, cores=1), "fr"))["chance"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_lab_that_is_stopped_leaves_no_process_behind(how: signal.Signals) -> None:
    words = ["lab", "weekend", "--evenings", "100000", "--cores", "2", "--lang", "en"]
    heeds = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # also where the tests do not
    program = f"{heeds}; from majordome.cli.commands import main; raise SystemExit(main({words!r}))"
    lab = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        children = Path(f"/proc/{lab.pid}/task/{lab.pid}/children")
        deadline = time.monotonic() + 60
        while len(children.read_text().split()) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        lab.send_signal(how)
        _, said = lab.communicate(timeout=30)  # whoever is left would hold the pipe open
    finally:
        lab.kill()
    assert ("stopped: nothing has been written" in said) == (how is signal.SIGINT)


def test_the_page_needs_no_network(weekend: Study) -> None:
    page = as_page(weekend, "en").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|src=|@import|<link", page)


def test_the_command_line_plays_and_writes_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "table", "--players", "5-6", "--evenings", "20", "--cores", "1", "--each-card", "--lang", "en"]
    assert main([*words, "--ways", "guests=readers", "--skill", "1", "3", "--out", str(tmp_path)]) == 0
    assert "the murderers" in capsys.readouterr().out
    wanted = {"lab.csv", "lab.json", "index.html", "chance.svg", "rounds.svg", "cards.svg", "minutes.svg", "ends.svg"}
    wanted.add("cards.csv")
    assert {path.name for path in tmp_path.iterdir()} == wanted


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--players", "50"], "is for 5 to 9"),
        (["--players", "3-7"], "is for 5 to 9"),
        (["--players", "9-5"], "is for 5 to 9"),
        (["--players", "5-99999999999999999999"], "must be a number"),
        (["--players", "many"], "must be a number"),
        (["--ways", "guests=mad"], "knows guests=random"),
        (["--skill", "2"], "nobody tries, all play by dice"),
        (["--skill", "2", "--ways", "guests=random"], "nobody tries, all play by dice"),
        (["--set", "edition=Z"], "cannot be played so"),
        (["--cards", "joker=1"], "has guest, murderer"),
        (["--cards", "heart=9"], "cannot be dealt to 5 players of table: 9 × heart"),
        (["--cards", "heart=1", "heart=2"], "heart stands there twice"),
        (["--ways", "guests=random", "guests=readers"], "guests stands there twice"),
        (["--out", "/proc/nowhere"], "choose another place"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "table", "--evenings", "5", "--cores", "1", *words]) == 2
    assert why in capsys.readouterr().err


# The sums.


def test_an_interval_holds_its_chance_and_stays_between_nothing_and_all() -> None:
    assert interval(0, 50)[0] == pytest.approx(0.0)
    assert interval(50, 50)[1] == pytest.approx(1.0)
    low, high = interval(250, 1000)
    assert low < 0.25 < high
    assert [low, high] == pytest.approx([0.2242, 0.2778], abs=1e-3)


def test_pairs_that_differ_alike_or_not_at_all_leave_a_doubt_that_more_pairs_take_away() -> None:
    mean, low, high = paired([1, 0, 1, 0], [0, 0, 0, 0])
    assert low < mean == 0.5 < high
    for ours in (0.0, 1.0):
        mean, low, high = paired([ours] * 3, [0.0] * 3)
        assert mean == ours
        assert low < ours - 0.5
        assert high <= 1.0
        assert paired([ours] * 3000, [0.0] * 3000)[1] > ours - 0.01


def test_ninety_five_intervals_of_a_hundred_hold_the_difference_also_of_a_rare_one() -> None:
    dice, held = Random(1), 0
    for _ in range(400):
        throws = [dice.random() for _ in range(60)]
        _, low, high = paired([float(at < 0.01) for at in throws], [float(0.01 < at < 0.04) for at in throws])
        held += low <= 0.01 - 0.03 <= high
    assert held >= 0.92 * 400


def test_half_of_all_evenings_are_not_longer_than_p50() -> None:
    assert [quantile([4, 1, 3, 2], part) for part in (0.1, 0.5, 0.9)] == [1, 2, 4]


def test_an_axis_ends_above_the_highest_chance() -> None:
    assert [ceiling(high) for high in (0.04, 0.21, 0.76)] == [0.05, 0.3, 1.0]
