"""A game from outside that is not whole: the box goes on, whoever asked is told, and `game_test` says where."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.cli.games import TEMPLATE
from majordome.core.clock import VirtualClock
from majordome.core.cues import Refused
from majordome.core.evening import Evening, Guest
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import AnotherEvening
from majordome.core.events import Gesture, Slammed, Wish
from majordome.core.guest_list import refuse_evening
from majordome.core.library import forget, manifest
from majordome.core.plain_values import to_plain
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.records import Happened
from majordome.core.stage import Stage
from majordome.core.view import FAILED, card, host, room
from majordome.errors import Diverged, GameError
from majordome.testing.game_test import game_test
from majordome.web.http_words import HttpError
from majordome.web.messages import Invited, NewEvening
from majordome.web.new_evening import evening_of
from majordome.words.narrator import LANGS, MISSING, Lang, Narrator, lines

NAMES = ("Ana", "Bob", "Cid")
Write = Callable[..., Evening]
OPENING = '        yield Light("evening")\n'


@pytest.fixture
def a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """What `games new` writes, with one thing changed in one of its files."""
    monkeypatch.setenv("MAJORDOME_GAMES", str(tmp_path))

    def write(file: str = "game.py", old: str = "", new: str = "", name: str = "quick") -> Evening:
        shutil.copytree(TEMPLATE, tmp_path / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        languages = ("fr", "en") if "LANG" in file else ("",)
        for lang in languages:
            path = tmp_path / name / file.replace("LANG", lang)
            text = path.read_text("utf-8")
            assert old in text
            path.write_text(text.replace(old, new, 1), "utf-8")
        forget()
        lines.cache_clear()
        return Evening(name, tuple(Guest(name) for name in NAMES), manifest(name).usual(points=2))

    yield write
    forget()
    lines.cache_clear()


class Box:
    """A box that plays snakes."""

    def __init__(self) -> None:
        self.prompter = Prompter(
            Evening("snakes", tuple(Guest(name) for name in NAMES), manifest("snakes").usual()), Narrator("en")
        )
        self.opened: list[Evening] = []
        stage = Stage(lambda: manifest(self.prompter.evening.game))
        self.performance = Performance(self.prompter, stage, VirtualClock(), MemoryWriter(), self.another)
        self.performance.begin()

    def another(self, evening: Evening) -> MemoryWriter:
        self.opened.append(evening)
        return MemoryWriter()


FAILS = [
    ("game.py", OPENING, f"        1 / 0\n{OPENING}"),
    ("game.py", OPENING, f"        yield None\n{OPENING}"),
    ("lines/LANG.toml", "welcome = [", "welcomed = ["),
    ("lines/fr.toml", "[say]", "[say"),
]


@pytest.mark.parametrize("fault", FAILS)
def test_a_game_that_fails_before_its_first_beat_leaves_the_evening_as_it_is(
    a_game: Write, fault: tuple[str, str, str]
) -> None:
    broken, box = a_game(*fault), Box()
    before = box.prompter.snapshot
    assert box.performance.hear(AnotherEvening(broken)).refused == Refused("evening", "game_fails", ("quick",))
    assert box.opened == []  # a journal of it would be gone on with
    assert box.prompter.snapshot is before
    assert box.performance.hear(Gesture.PRESS).refused is None  # in the words of the game that goes on


def test_a_box_that_begins_with_such_a_game_says_so_in_one_line(a_game: Write) -> None:
    prompter = Prompter(a_game("game.py", OPENING, f"        1 / 0\n{OPENING}"), Narrator("en"))
    with pytest.raises(GameError, match=r"quick: .* \(ZeroDivisionError: .*majordome games check quick"):
        prompter.begin(0.0)


def test_a_journal_of_a_game_that_fails_by_now_does_not_fit(a_game: Write) -> None:
    whole = Prompter(a_game(), Narrator("en"))
    whole.begin(0.0)
    records = [record for record in whole.offer(Gesture.PRESS, 1.0).records if isinstance(record, Happened)]
    broken = Prompter(a_game("game.py", OPENING, f"        1 / 0\n{OPENING}"), Narrator("en"))
    with pytest.raises(Diverged):
        broken.recall(records, 0.0)


def test_a_game_that_plays_otherwise_each_time_goes_on_without_a_step_back(a_game: Write) -> None:
    by_chance = 'f"ready{next(CHANCE)}"'
    evening = a_game("game.py", 'expect(table, "ready", Pressed,', f"expect(table, {by_chance}, Pressed,")
    path = manifest("quick").folder / "game.py"
    path.write_text(path.read_text("utf-8").replace("\n\nclass Point", "\nCHANCE = iter(range(99))\n\nclass Point"))
    prompter = Prompter(evening, Narrator("en"))
    prompter.begin(0.0)
    for said in (Gesture.PRESS, Gesture.PRESS):
        assert prompter.offer(said, 1.0).refused is None
    before = prompter.snapshot
    assert prompter.offer(Wish.TAKE_BACK, 2.0).refused is None  # to the first beat of that name
    assert prompter.offer(Gesture.PRESS, 3.0).refused is None
    assert prompter.offer(Slammed("Ana"), 4.0).refused is None
    assert prompter.offer(Wish.TAKE_BACK, 5.0).refused == Refused("back", "stumbled")
    assert prompter.snapshot.steps > before.steps
    assert prompter.offer(Gesture.PRESS, 6.0).refused is None


def test_a_check_that_fails_refuses_the_evening(a_game: Write) -> None:
    evening = a_game("game.py", "        if not evening.guests:\n", "        1 / 0\n        if not evening.guests:\n")
    assert refuse_evening(evening) == Refused("game", "check_fails", ("quick",))


def test_a_view_that_fails_leaves_the_host_a_page(a_game: Write) -> None:
    prompter = Prompter(
        a_game("game.py", "        held = {guest.name", "        1 / 0\n        held = {guest.name"), Narrator("en")
    )
    prompter.begin(0.0)
    assert host(prompter.snapshot).gestures == ("press",)
    assert room(prompter.snapshot, 0.0).seats == tuple((name, ()) for name in NAMES)


UNSENT = [
    'return {"points": {1, 2}}',
    "return {'rules': self}",
    "return {'share': float('nan')}",
    "return None",
    "return {'seats': (('Ana', 'out'),)}",
]


@pytest.mark.parametrize("returned", UNSENT)
def test_a_view_that_cannot_be_sent_costs_a_line_in_the_log_and_no_page(
    a_game: Write, returned: str, caplog: pytest.LogCaptureFixture
) -> None:
    FAILED.clear()
    prompter = Prompter(
        a_game("game.py", "        held = {guest.name", f"        {returned}\n        held = {{guest.name"),
        Narrator("en"),
    )
    prompter.begin(0.0)
    for _ in range(3):
        for view in (room(prompter.snapshot, 0.0), host(prompter.snapshot), card(prompter.snapshot, "Ana")):
            json.dumps(to_plain(view), allow_nan=False)
    assert room(prompter.snapshot, 0.0).seats == tuple((name, ()) for name in NAMES)
    assert [record.message for record in caplog.records] == [
        f"the view of quick failed at welcome for the {viewer}" for viewer in ("room", "host", "player")
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_a_refusal_without_words_costs_a_line_in_the_log_and_no_evening(
    a_game: Write, lang: Lang, caplog: pytest.LogCaptureFixture
) -> None:
    MISSING.clear()
    a_game("lines/LANG.toml", "one_trickster = ", "two_tricksters = ")
    narrator = Narrator(lang, game=manifest("quick"))
    for _ in range(2):
        assert narrator.refusal(Refused("guests", "one_trickster")) == "one_trickster"
        assert narrator.refusal(Refused("guests", "one_trickster", ("Ana", "Bob"))).startswith("one_trickster Ana")
    assert [record.message for record in caplog.records] == [
        f"lines/{lang}.toml: [refusal] has no one_trickster: write it"
    ]
    a_game("lines/LANG.toml", 'one_trickster = "', 'one_trickster = "{3} ')
    assert "{3}" in Narrator(lang, game=manifest("quick")).refusal(Refused("guests", "one_trickster", ("Ana",)))


def test_a_game_that_cannot_be_imported_is_refused_on_the_form(a_game: Write) -> None:
    evening = a_game("game.py", "from __future__ import annotations\n", "import no_such_module\n")
    asked = NewEvening("id-1", "moment", "quick", guests=tuple(Invited(name) for name in NAMES))
    with pytest.raises(HttpError) as refused:
        evening_of(asked, evening)
    assert (refused.value.status, refused.value.why, refused.value.where) == (422, "game_fails", "game")


def test_a_folder_that_is_not_the_game_of_that_name_is_not_checked_in_its_place(
    a_game: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_game(name="snakes")
    assert main(["games", "check", str(tmp_path / "snakes")]) == 2
    assert "there is a game snakes already" in capsys.readouterr().err


TRICKSTERS = "tuple(guest.name for guest in table.evening.guests if guest.role == 'trickster')"
CARD = "table.evening.guests[0].role"
PLANTED = [
    ("game.py", OPENING, f"        1 / 0\n{OPENING}", r"game.py:\d+: ZeroDivisionError"),
    ("game.py", "    yield Point(", "    1 / 0\n    yield Point(", r"game.py:\d+: ZeroDivisionError"),
    ("game.py", "        held = {guest", "        1 / 0\n        held = {guest", r"game.py:\d+: ZeroDivisionError"),
    ("game.py", "import annotations\n", "import annotations\nimport no_such_module\n", r"game.py:\d+: ModuleNotFound"),
    ("game.py", "    yield Outcome(winner)\n", "", "without an Outcome"),
    ("game.py", '"slam", table.evening.names)', '"slam", table.evening.names, within=9)', "'race' runs out"),
    ("game.py", "yield Point(first.player)", "yield Point(__import__('secrets').token_hex())", "is there chance"),
    ("game.py", 'yield Light("won")', 'yield Light("one")', r"\[moods\] has no one"),
    ("game.toml", 'go = "stop"', 'go = "stopp"', "calls.go: no buzzer knows stopp"),
    ("game.toml", '{ sound = "gong" }', '{ sound = "gong", flash = "wone" }', r"\[moods\] has no wone"),
    ("game.toml", 'fr = "Au signal", ', "", "title has no fr"),
    ("lines/LANG.toml", "\npoint = [", "\npoints = [", r"\[say\] has no point|KeyError: 'point'"),
    ("lines/LANG.toml", "[call]\ngo", "[call]\ngone", r"\[call\] has no go"),
    ("lines/LANG.toml", "\npoints = ", "\npint = ", r"\[setting\] has no points"),
    ("lines/LANG.toml", "\ntrickster = ", "\ntricky = ", r"\[role\] has no trickster"),
    ("lines/LANG.toml", "one_trickster = ", "tricksters = ", r"game.py:\d+: \[refusal\] has no one_trickster \(fr\)"),
    ("lines/fr.toml", '["{names}, le plus', '["Le plus', r"say.point.0 is filled with nothing in fr, and with {names}"),
    ("game.toml", '{ sound = "gong" }', '{ sound = "gongg" }', "facts.point: there is no sound gongg"),
    (
        "game.py",
        'yield Say("welcome")',
        f'yield Say("welcome", {TRICKSTERS})',
        "before 'welcome' the butler says welcome of",
    ),
    ("game.py", 'yield Say("ready")', f'yield Say("ready", {TRICKSTERS})', "before 'ready' the butler says ready of"),
    ("game.py", 'Say("point", (first.player,))', f'Say("point", {TRICKSTERS})', "the butler says point of"),
    ("game.py", 'yield Say("ready")', f'yield Say("ready", role={CARD})', "before 'ready' the butler says ready of"),
]


@pytest.mark.parametrize(("file", "old", "new", "told"), PLANTED, ids=[told for *_, told in PLANTED])
def test_game_test_finds_what_was_planted(a_game: Write, file: str, old: str, new: str, told: str) -> None:
    a_game(file, old, new)
    with pytest.raises(AssertionError, match=told):
        game_test("quick", games=7)
