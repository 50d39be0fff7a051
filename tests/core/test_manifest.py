"""Which games there are, and what their folders tell of them: a mistake is told, and spoils no evening."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.core import library
from majordome.core.evening import Evening, GameSettings
from majordome.core.library import forget, load, manifest, manifests, own_folder, with_fitted
from majordome.core.manifest import API, HOUSE_MOODS, KEYS, NO_LOOK, Look, Mood, Setting, read_manifests
from majordome.errors import GameError
from majordome.games.murder.corrections import SEATS
from majordome.games.murder.testing import an_evening

HEAD = f"api = {API}\nversion = 1\n"
GOOD = HEAD + "players = [2, 6]\n"
CODE = """
from majordome.core.events import Pressed
from majordome.core.game import Rules
from majordome.core.cues import Outcome
from majordome.core.script import Table, expect


class Quick(Rules):
    called = "{called}"

    def script(self, evening):
        table, _ = yield from expect(Table(evening), "begin", Pressed, press=Pressed())
        yield Outcome("nobody")
        return table


GAME = Quick()
"""


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of the host's."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.setenv("MAJORDOME_GAMES", str(folder))
    forget()
    yield folder
    forget()


def put(place: Path, name: str, toml: str = GOOD, *, code: str | None = "first", **files: str) -> Path:
    """A game's folder."""
    folder = place / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.toml").write_text(toml, "utf-8")
    if code is not None:
        (folder / "game.py").write_text(CODE.format(called=code), "utf-8")
    for module, text in files.items():
        (folder / f"{module}.py").write_text(text, "utf-8")
    return folder


# Mistakes in a game.toml.


def wrong(own: Path, toml: str | bytes, name: str = "quick") -> str:
    """What is told of this file, behind its name."""
    folder = put(own, name)
    (folder / "game.toml").write_bytes(toml if isinstance(toml, bytes) else toml.encode())
    with pytest.raises(GameError) as told:
        read_manifests(folder)
    start = f"{folder / 'game.toml'}: "
    assert str(told.value).startswith(start)
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 2
    return str(told.value).removeprefix(start)


SEE = "see docs/developer.md for what a game.toml has"


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("", f"api is None, this Majordome has {API}: get the game for this version"),
        ("api = 2\n", f"api is 2, this Majordome has {API}: get the game for this version"),
        (f"api = {API}\n", f"version: is missing: {SEE}"),
        (HEAD, f"players: is missing: {SEE}"),
        (HEAD + "players = 5\n", f"players: Expected array, got int: {SEE}"),
        (HEAD + "players = [5]\n", f"players: Expected array of length 2, got 1: {SEE}"),
        (HEAD + 'players = ["2", 6]\n', f"players[0]: Expected int, got str: {SEE}"),
        (HEAD + "players = [6, 2]\n", "players: must be the fewest and the most, as in players = [3, 6]"),
        (HEAD + "players = [0, 2]\n", "players: must be the fewest and the most, as in players = [3, 6]"),
        (f'api = {API}\nversion = "1"\nplayers = [2, 6]\n', f"version: Expected int, got str: {SEE}"),
        (GOOD + 'langs = "fr"\n', f"langs: Expected array, got str: {SEE}"),
        (GOOD + "langs = [1]\n", f"langs[0]: Expected str, got int: {SEE}"),
        (GOOD + 'fallen = "dead"\n', f"fallen: Expected array, got str: {SEE}"),
        (GOOD + "fallen = [1]\n", f"fallen[0]: Expected str, got int: {SEE}"),
        (GOOD + 'secrets = "no"\n', f"secrets: Expected bool, got str: {SEE}"),
        (GOOD + "minutes = 1.5\n", f"minutes: Expected int, got float: {SEE}"),
        (GOOD + "play = 3\n", f"play: Expected str, got int: {SEE}"),
        (GOOD + 'id = "other"\n', "id is 'other': it must be the name of its folder, 'quick', and a plain word"),
        (GOOD + "plaers = 3\n", f"plaers is not a known key: known are {', '.join(sorted(KEYS))}"),
        (GOOD + "settings = 3\n", f"settings: Expected object, got int: {SEE}"),
        (GOOD + "[settings.points]\ndefault = 3\n", f"settings.points.type: is missing: {SEE}"),
        (GOOD + '[settings.points]\ntype = "whole"\n', f"settings.points.default: is missing: {SEE}"),
        (
            GOOD + '[settings.points]\ntype = "number"\ndefault = 3\n',
            f"settings.points.type: Invalid enum value 'number': {SEE}",
        ),
        (
            GOOD + '[settings.points]\ntype = "whole"\ndefault = 3\nleast = 1\nmots = 5\n',
            f"settings.points.mots: is not a known key: {SEE}",
        ),
        (
            GOOD + '[settings.points]\ntype = "whole"\ndefault = 9\nleast = 1\nmost = 5\n',
            "settings.points: its default 9 is out of its own range: "
            "write a whole number from 1 to 5, or change least and most",
        ),
        (
            GOOD + '[settings.mode]\ntype = "choice"\ndefault = "c"\nchoices = ["a", "b"]\n',
            "settings.mode: its default 'c' is out of its own range: write one of its choices, a, b",
        ),
        (
            GOOD + '[settings.loud]\ntype = "flag"\ndefault = 1\n',
            "settings.loud: its default 1 is out of its own range: write true or false",
        ),
        (GOOD + '[facts]\npoint = { sond = "ding" }\n', f"facts.point.sond: is not a known key: {SEE}"),
        (GOOD + "[facts]\npoint = { sound = 3 }\n", f"facts.point.sound: Expected str, got int: {SEE}"),
        (GOOD + '[facts]\npoint = "ding"\n', f"facts.point: Expected object, got str: {SEE}"),
        (GOOD + "[moods]\nday = { colour = [1, 1] }\n", f"moods.day.colour: Expected array of length 3, got 2: {SEE}"),
        (GOOD + '[moods]\nday = { white = "bright" }\n', f"moods.day.white: Expected float, got str: {SEE}"),
        (GOOD + "[calls]\nstop = 1\n", f"calls.stop: Expected str, got int: {SEE}"),
        (GOOD + "[title]\nfr = 1\n", f"title.fr: Expected str, got int: {SEE}"),
        (GOOD + "games = 3\n", f"games: Expected object, got int: {SEE}"),
        (HEAD + "[games.a]\nplayers = [2]\n", f"players: Expected array of length 2, got 1: {SEE}"),
        (
            HEAD + "[games.a]\nplayers = [2, 3]\nid = 'b'\n",
            "id is 'b': it must be the name of its folder, 'a', and a plain word",
        ),
    ],
)
def test_a_mistake_is_told_with_the_file_the_key_and_where_to_look(toml: str, told: str, own: Path) -> None:
    assert wrong(own, toml) == told


def test_what_is_no_toml_and_what_is_not_there_is_told(own: Path, tmp_path: Path) -> None:
    assert wrong(own, "api =\n") == "is not TOML: Invalid value (at line 1, column 6): mend that place"
    assert wrong(own, b"\xff\xfe") == "byte 0 is not UTF-8: save the file as UTF-8 text"
    with pytest.raises(
        GameError, match=r"none/game\.toml: cannot be read \(No such file.*\): see its name and its rights"
    ):
        read_manifests(tmp_path / "none")


def test_a_folder_whose_name_is_no_plain_word_is_told(own: Path) -> None:
    assert wrong(own, GOOD, "two words") == (
        "id is 'two words': it must be the name of its folder, 'two words', and a plain word"
    )


# What it says.


def test_what_is_left_out_is_as_usual(own: Path) -> None:
    (found,) = read_manifests(put(own, "quick"))
    assert (found.id, found.folder, found.package, found.play) == ("quick", own / "quick", "", "game:GAME")
    assert (found.version, found.replays, found.fewest, found.most, found.minutes) == (1, (1,), 2, 6, 0)
    assert (found.langs, found.needs, found.likes, found.secrets, found.ages) == (("fr", "en"), (), (), False, False)
    assert (found.roles, found.winners, found.title, found.settings, found.effects) == ((), (), {}, {}, ())
    assert found.fallen == ("out",)
    assert (found.look("point"), found.call("stop")) == (NO_LOOK, "stop")
    assert found.mood("night") == HOUSE_MOODS["night"]
    assert found.mood("never described").white > 0


def test_everything_that_is_written_is_read(own: Path) -> None:
    toml = (
        GOOD.replace("version = 1", "version = 3")
        + """
replays = [2, 3]
play = "script:PLAY"
minutes = 20
langs = ["en"]
needs = ["ring"]
likes = ["lamp"]
secrets = true
ages = true
roles = ["cook", "maid"]
fallen = ["asleep"]
winners = ["cooks"]
effects = ["ding"]
title = { en = "Quick" }
[settings.points]
type = "whole"
default = 3
least = 1
most = 9
unit = "points"
[settings.mode]
type = "choice"
default = "a"
choices = ["a", "b"]
[settings.chairs]
type = "flag"
default = false
fitted = "chairs"
[facts]
point = { sound = "ding", call = "alarm", flash = "day", style = "loud" }
[moods]
day = { colour = [1, 0.5, 0], white = 1, bed = "birds" }
dim = {}
[calls]
slam = "stop"
"""
    )
    (found,) = read_manifests(put(own, "quick", toml), "somewhere.quick")
    assert (found.package, found.play, found.version, found.replays) == ("somewhere.quick", "script:PLAY", 3, (2, 3))
    assert (found.minutes, found.langs, found.needs, found.likes) == (20, ("en",), ("ring",), ("lamp",))
    assert (found.secrets, found.ages, found.roles, found.winners) == (True, True, ("cook", "maid"), ("cooks",))
    assert found.fallen == ("asleep",)
    assert (found.effects, found.title) == (("ding",), {"en": "Quick"})
    assert list(found.settings.values()) == [
        Setting("points", "whole", 3, 1, 9, unit="points"),
        Setting("mode", "choice", "a", choices=("a", "b")),
        Setting("chairs", "flag", False, fitted="chairs"),
    ]
    assert found.look("point") == Look("ding", "alarm", "day", "loud")
    assert found.mood("day") == Mood("day", (1.0, 0.5, 0.0), 1.0, "birds")
    assert found.mood("dim").colour == found.mood("never described").colour
    assert found.call("slam") == "stop"
    assert found.usual() == GameSettings(points=3, mode="a", chairs=False)
    assert found.usual(points=5)["points"] == 5


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        (Setting("points", "whole", 3, 1, 9), 9, None),
        (Setting("points", "whole", 3, 1, 9), 10, ("number_out_of_range", ("10", "1", "9"))),
        (Setting("points", "whole", 3, 1, 9), True, ("not_understood", ())),
        (Setting("points", "whole", 3, 1, 9), "3", ("not_understood", ())),
        (Setting("mode", "choice", "a", choices=("a", "b")), "b", None),
        (Setting("mode", "choice", "a", choices=("a", "b")), "c", ("no_such_choice", ("c", "a, b"))),
        (Setting("mode", "choice", "a", choices=("a", "b")), None, ("no_such_choice", ("None", "a, b"))),
        (Setting("loud", "flag", False), True, None),
        (Setting("loud", "flag", False), 1, ("not_understood", ())),
    ],
)
def test_a_setting_knows_its_limits(setting: Setting, value: object, why: tuple[str, tuple[str, ...]] | None) -> None:
    assert setting.refuses(value) == why


def test_what_the_box_has_fitted_is_on_by_itself() -> None:
    assert not an_evening().flag("chairs")
    assert with_fitted(an_evening(), "chairs").flag("chairs")
    assert with_fitted(an_evening(), "ring") == an_evening()


# A family.


def test_a_family_folder_is_several_games_with_what_differs(own: Path) -> None:
    toml = (
        HEAD
        + 'players = [2, 9]\nlikes = ["lamp"]\n[settings.points]\ntype = "whole"\ndefault = 3\nleast = 1\nmost = 9\n'
        + '[games.short]\nplay = "game:GAME"\ntitle = { en = "Short" }\n'
        + '[games.long]\nplayers = [4, 6]\nplay = "other:GAME"\nlikes = []\n'
        + '[games.long.settings.rounds]\ntype = "whole"\ndefault = 5\nleast = 1\nmost = 9\n'
    )
    folder = put(own, "kin", toml, code="short", other=CODE.format(called="long"))
    short, long = read_manifests(folder)
    assert [(game.id, game.fewest, game.most, game.likes) for game in (short, long)] == [
        ("short", 2, 9, ("lamp",)),
        ("long", 4, 6, ()),
    ]
    assert (list(short.settings), list(long.settings)) == (["points"], ["points", "rounds"])
    assert {"short", "long"} <= set(manifests())
    assert "kin" not in manifests()
    assert (called("short"), called("long")) == ("short", "long")


def test_the_murder_party_is_a_family() -> None:
    weekend, table = manifest("weekend"), manifest("table")
    assert weekend.folder == table.folder
    assert (weekend.fewest, weekend.most, table.fewest, table.most) == (9, SEATS["weekend"], 5, SEATS["table"])
    assert list(weekend.settings) == [*table.settings, "walking", "turning"]
    assert list(table.settings) == ["edition", "discussion", "choosing", "chairs"]


# Where they are found.


def called(name: str) -> str:
    """What the game's own code says."""
    text: str = getattr(load(name), "called")  # noqa: B009  # not of the protocol
    return text


Installed = Callable[[str], Path]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    """A place on sys.path in which packages say that they are games."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    before = set(sys.modules)

    def say(points: str) -> Path:
        about = site / f"games-{len(list(site.iterdir()))}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about.stem}\nVersion: 1\n")
        (about / "entry_points.txt").write_text(f"[majordome.games]\n{points}\n")
        forget()
        return site

    yield say
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_the_games_of_the_house_are_there_by_name() -> None:
    assert set(manifests(strict=True)) >= {"weekend", "table", "snakes", "exchange", "parasites"}
    assert manifest("weekend").package == "majordome.games.murder"
    assert load("weekend") is load("weekend")


def test_a_game_in_the_hosts_folder_is_found_and_played(own: Path) -> None:
    put(own, "quick")
    assert manifest("quick").folder == own / "quick"
    assert called("quick") == "first"
    assert load("quick").check(Evening("quick")) is None


def test_the_hosts_folder_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert own_folder() == tmp_path / "games"
    monkeypatch.delenv("MAJORDOME_GAMES")
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    assert own_folder() == Path("/srv/data/majordome/games")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/jeeves")
    assert own_folder() == Path("/home/jeeves/.local/share/majordome/games")

    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", homeless)
    assert own_folder() == Path("/var/lib/majordome/games")


def test_a_hosts_folder_that_is_not_there_is_no_trouble(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAJORDOME_GAMES", str(tmp_path / "none"))
    assert "weekend" in manifests(strict=True)


def test_a_game_may_be_installed_as_a_package_of_its_own(installed: Installed) -> None:
    site = installed("anything = quick_game\ndeep = parlour.games.deep")
    put(site, "quick_game")
    put(site / "parlour" / "games", "deep", code="deep")
    forget()
    games = manifests(strict=True)
    assert (games["quick_game"].package, games["deep"].package) == ("quick_game", "parlour.games.deep")
    assert (called("quick_game"), called("deep")) == ("first", "deep")


def test_of_two_games_of_one_name_the_houses_wins_and_then_the_hosts(own: Path, installed: Installed) -> None:
    site = installed("a = quick\nb = snakes")
    put(site, "quick", code="installed")
    put(site, "snakes", code="installed")
    put(own, "quick", code="the host's")
    put(own, "snakes", code="the host's")
    forget()
    assert called("quick") == "the host's"
    assert manifest("snakes").package == "majordome.games.snakes"
    assert manifests()["snakes"].package == "majordome.games.snakes"


# Broken games.


def test_a_broken_game_is_left_out_and_told_and_the_others_are_there(
    own: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(own, "broken", "api = 99\n")
    put(own, "quick")
    with caplog.at_level(logging.WARNING):
        games = manifests()
    assert "quick" in games
    assert "broken" not in games
    assert [record.message for record in caplog.records] == [
        f"{own / 'broken' / 'game.toml'}: api is 99, this Majordome has {API}: get the game for this version"
    ]
    with pytest.raises(GameError, match="api is 99"):
        manifests(strict=True)


def test_a_game_whose_name_nobody_knows_is_told_with_those_that_are_there(own: Path) -> None:
    put(own, "quick")
    with pytest.raises(GameError) as told:
        manifest("chess")
    games = ", ".join(sorted(manifests()))
    assert str(told.value) == f"there is no game called 'chess': there are {games}"
    assert "quick" in games


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("GAM = 1", "AttributeError: module 'majordome_game_quick.game' has no attribute 'GAME'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_told_with_its_folder_and_a_remedy(own: Path, code: str, why: str) -> None:
    put(own, "quick", code=None, game=code)
    assert "quick" in manifests(strict=True)  # its folder is read without a line of it
    with pytest.raises(GameError) as told:
        load("quick")
    assert str(told.value) == (
        f"{own / 'quick'}: the game cannot be loaded from 'game:GAME' ({why}): 'majordome games check quick' tells more"
    )


def test_a_package_that_breaks_while_it_is_imported_breaks_again_until_it_is_mended(own: Path) -> None:
    folder = put(own, "quick", __init__="1 / 0")
    for _ in range(2):
        with pytest.raises(GameError, match="ZeroDivisionError"):
            load("quick")
    (folder / "__init__.py").write_text("")
    assert called("quick") == "first"


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("nowhere", "no game.toml in it"),
        ("nowhere.at.all", "ModuleNotFoundError: No module named 'nowhere'"),
        ("plain", "no game.toml in it"),
        ("bad.deep", "ZeroDivisionError: division by zero"),
        ("..", "ImportError: no package specified"),
    ],
)
def test_a_package_that_is_no_game_is_left_out_and_told(
    point: str, why: str, installed: Installed, caplog: pytest.LogCaptureFixture
) -> None:
    site = installed(f"lost = {point}")
    (site / "plain").mkdir()
    (site / "bad" / "deep").mkdir(parents=True)
    (site / "bad" / "__init__.py").write_text("1 / 0")
    forget()
    with caplog.at_level(logging.WARNING):
        assert "weekend" in manifests()
    (told,) = (record.message for record in caplog.records)
    assert told.startswith(f"the installed game 'lost' cannot be used ({why}")
    assert told.endswith(f": mend or remove the package {point!r}")
    with pytest.raises(GameError, match="the installed game 'lost' cannot be used"):
        manifests(strict=True)


def test_a_broken_game_does_not_keep_the_others_from_being_played(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(own, "broken", "api = 99\n")
    evening = Path(__file__).parents[1] / "evenings" / "weekend-1.toml"
    assert main(["rehearse", str(evening)]) == 0
    assert capsys.readouterr().err == ""


# Looking again.


def test_a_game_that_was_added_is_found_when_the_house_looks_again(own: Path) -> None:
    assert "quick" not in manifests()
    put(own, "quick")
    assert "quick" not in manifests()
    forget()
    assert "quick" in manifests()


def test_a_game_that_was_changed_is_read_and_loaded_anew(own: Path) -> None:
    put(own, "quick", GOOD)
    assert (manifest("quick").most, called("quick")) == (6, "first")
    put(own, "quick", GOOD.replace("6", "8"), code="second, and longer")
    assert (manifest("quick").most, called("quick")) == (6, "first")
    forget()
    assert (manifest("quick").most, called("quick")) == (8, "second, and longer")


def test_two_folders_with_a_game_of_one_name_do_not_meet(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(own, "quick", code="here")
    put(tmp_path / "elsewhere", "quick", code="there")
    assert called("quick") == "here"
    monkeypatch.setenv("MAJORDOME_GAMES", str(tmp_path / "elsewhere"))
    forget()
    assert called("quick") == "there"


def test_forgetting_leaves_the_games_of_the_house_as_they_are() -> None:
    before = load("weekend")
    forget()
    assert load("weekend") is before
    assert not [name for name in sys.modules if name.startswith(library.OWN)]
