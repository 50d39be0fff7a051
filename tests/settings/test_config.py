"""The settings of the box: where they are looked for, what they say, and what is told when they say it wrongly."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from majordome.cli.args import parser
from majordome.cli.commands import main
from majordome.core.evening import Guest
from majordome.errors import FileError
from majordome.games.murder.testing import an_evening
from majordome.settings.config import (
    BoxSettings,
    Settings,
    SoundSettings,
    evenings_folder,
    example,
    find_config,
    read_settings,
)
from majordome.settings.pin_map import Pins
from majordome.settings.rooms import Mqtt

NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of our own: nothing of this machine is read, and nothing is left behind."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("MAJORDOME_CONFIG", raising=False)
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def guests(*names: str, head: str = "") -> str:
    return head + "".join(f'[[guests]]\nname = "{name}"\n' for name in names)


# The example.


def uncommented() -> str:
    """The example with every setting switched on."""
    return re.sub(r"^# +(?=\w+ = |\[\[)", "", example(), flags=re.MULTILINE)


def test_the_example_is_the_same_as_no_config_at_all(home: Path) -> None:
    path = write(home / "majordome.toml", example())
    assert read_settings(path) == read_settings(None)
    assert read_settings(None) == Settings(evenings=home / "state" / "majordome" / "evenings")


def test_the_example_documents_every_key_that_the_parser_takes(home: Path) -> None:
    documented = tomllib.loads(uncommented())
    for table, keys in {"": documented, **documented}.items():
        head = f"[{table}]\n" if table else ""
        path = write(home / "majordome.toml", f"{head}xyzzy = 1\n")
        with pytest.raises(FileError) as wrong:
            read_settings(path)
        known = str(wrong.value).rpartition("known here: ")[2].split(", ")
        assert sorted(keys) == known


def test_each_documented_key_can_be_switched_on(home: Path) -> None:
    write(home / "guests.toml", guests(*NAMES))
    settings = read_settings(write(home / "majordome.toml", uncommented().replace("tls = false", "tls = true")))
    assert settings == Settings(
        evening=an_evening(guests=tuple(Guest(name) for name in NAMES)),
        seed=7,
        evenings=home / ".local/state/majordome/evenings",
        pins=Pins(factory="lgpio"),
        sound=SoundSettings(pack=home / "my-voice", device="plughw:CARD=Device"),
        box=BoxSettings(power_off="systemctl poweroff", party_lock=Path("/run/majordome/party")),
        mqtt=Mqtt(
            broker="homeassistant.local",
            tls=True,
            ca=home / "broker-ca.pem",
            user="majordome",
            password_file=home / "mqtt-password",
        ),
        rooms=settings.rooms,  # see tests/rooms/test_settings.py
    )


def test_the_example_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "example"]) == 0
    assert capsys.readouterr().out == example()


# What it says.


def test_every_setting_is_read(home: Path) -> None:
    path = write(
        home / "majordome.toml",
        '[evening]\ngame = "table"\nedition = "A"\nlang = "en"\ndiscussion = 60\nchoosing = 30\nchairs = true\n'
        'seed = 3\n[journal]\nfolder = "/var/evenings"\n[terminal]\nbell = false\n',
    )
    assert read_settings(path) == Settings(
        evening=an_evening("table", edition="A", discussion=60, choosing=30, chairs=True),
        lang="en",
        seed=3,
        evenings=Path("/var/evenings"),
        bell=False,
    )


def test_an_empty_file_changes_nothing(home: Path) -> None:
    assert read_settings(write(home / "majordome.toml", "")) == read_settings(None)


def test_a_config_is_checked_on_request(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(home / "list.toml", guests(*NAMES))
    path = write(home / "majordome.toml", '[evening]\nlang = "en"\nguests = "list.toml"\n')
    assert main(["config", "check", str(path)]) == 0
    assert (
        capsys.readouterr().out
        == f"{path}: weekend, edition B, discussion 180, choosing 20, walking 60, turning 40, en, 10 guests\n"
    )


def test_paths_are_meant_from_the_folder_of_the_config(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home / "party" / "list.toml", guests(*NAMES))
    path = write(home / "party" / "box.toml", '[evening]\nguests = "list.toml"\n[journal]\nfolder = "evenings"\n')
    monkeypatch.chdir("/")
    settings = read_settings(path)
    assert len(settings.evening.guests) == 10
    assert settings.evenings == home / "party" / "evenings"


def test_a_tilde_is_the_home(home: Path) -> None:
    write(home / "list.toml", guests(*NAMES))
    path = write(home / "party" / "box.toml", '[evening]\nguests = "~/list.toml"\n[journal]\nfolder = "~/e"\n')
    assert len(read_settings(path).evening.guests) == 10
    assert read_settings(path).evenings == home / "e"


# What it may not say.

LONG = "must be a path that can be typed: write it anew, or delete this line"
WRONG: dict[str, tuple[str, str]] = {
    "an unknown table": ("[evenings]\n", "line 1: evenings: is not a known key: did you mean evening?"),
    "an unknown key at the top": ("colour = 1\n", "line 1: colour: is not a known key: known here: "),
    "a misspelt key": (
        "[evening]\nlang = 'fr'\ndiscusion = 3\n",
        "line 3: [evening]: discusion: is not a known key: did you mean discussion?",
    ),
    "a misspelt chair": (
        "[evening]\nchair = true\n",
        "line 2: [evening]: chair: is not a known key: did you mean chairs?",
    ),
    "a key of another table": (
        "[journal]\nbell = true\n",
        "line 2: [journal]: bell: is not a known key: known here: folder",
    ),
    "a table that is a value": ("evening = 1\n", "line 1: evening: must be written as a [evening] table"),
    "a table that is a list": ("[[evening]]\n", "line 1: evening: must be written as a [evening] table"),
    "an unknown game": (
        '[evening]\ngame = "chess"\n',
        'line 2: [evening]: game: must be "exchange" or "weekend" or "table" or "parasites" or "snakes", not "chess"',
    ),
    "an unknown edition": ("[evening]\nedition = 1\n", 'line 2: [evening]: edition: must be "A" or "B", not 1'),
    "an unknown language": ("[evening]\nlang = 'de'\n", 'line 2: [evening]: lang: must be "fr" or "en", not "de"'),
    "no discussion": ("[evening]\ndiscussion = 0\n", "line 2: [evening]: discussion: must be from 1 to 3600, not 0"),
    "an endless discussion": (
        "[evening]\ndiscussion = 3601\n",
        "line 2: [evening]: discussion: must be from 1 to 3600, not 3601",
    ),
    "a discussion that is true": (
        "[evening]\ndiscussion = true\n",
        "line 2: [evening]: discussion: must be a whole number, not true",
    ),
    "too short a choice": ("[evening]\nchoosing = 4\n", "line 2: [evening]: choosing: must be from 5 to 120, not 4"),
    "chairs in quotes": (
        "[evening]\nchairs = 'true'\n",
        'line 2: [evening]: chairs: must be true or false, not "true"',
    ),
    "a seed below zero": (
        "[evening]\nseed = -1\n",
        "line 2: [evening]: seed: must be from 0 to 9223372036854775807, not -1",
    ),
    "guests that are a list": (
        "[evening]\nguests = ['Ana']\n",
        'line 2: [evening]: guests: must be a text in "quotes", not a list',
    ),
    "guests of an empty name": ("[evening]\nguests = ''\n", f"line 2: [evening]: guests: {LONG}"),
    "guests with a NUL": ('[evening]\nguests = "a\\u0000b"\n', f"line 2: [evening]: guests: {LONG}"),
    "guests at a stranger's": (
        "[evening]\nguests = '~no-such-user/x'\n",
        'line 2: [evening]: guests: nobody has the home in "~no-such-user/x": write the whole path',
    ),
    "a folder that is a number": (
        "[journal]\nfolder = 1\n",
        'line 2: [journal]: folder: must be a text in "quotes", not 1',
    ),
    "a folder with a NUL": ('[journal]\nfolder = "a\\u0000b"\n', f"line 2: [journal]: folder: {LONG}"),
    "a blank folder": ('[journal]\nfolder = " "\n', f"line 2: [journal]: folder: {LONG}"),
    "a bell that is a number": ("[terminal]\nbell = 1\n", "line 2: [terminal]: bell: must be true or false, not 1"),
    "no TOML": ("[evening\n", "is not TOML: "),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_is_told_with_file_line_key_and_remedy(name: str, home: Path) -> None:
    text, message = WRONG[name]
    path = write(home / "majordome.toml", text)
    with pytest.raises(FileError) as wrong:
        read_settings(path)
    assert str(wrong.value).startswith(f"{path}: {message}")
    assert "\n" not in str(wrong.value)


def test_a_wrong_setting_ends_the_program_with_one_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(home / "majordome.toml", "[evening]\nlang = 'de'\n")
    for command in (["config", "check", str(path)], ["play", "--plain", "--config", str(path)]):
        assert main(command) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err == f'majordome: {path}: line 2: [evening]: lang: must be "fr" or "en", not "de"\n'


def test_a_mistake_in_the_guest_list_names_the_guest_list(home: Path) -> None:
    write(home / "list.toml", guests("Ana", "Ana"))
    path = write(home / "majordome.toml", '[evening]\nguests = "list.toml"\n')
    with pytest.raises(FileError, match=re.escape(f"{home}/list.toml: line 4: [[guests]] 2: name")):
        read_settings(path)


def test_a_guest_list_that_is_not_there_is_told(home: Path) -> None:
    path = write(home / "majordome.toml", '[evening]\nguests = "list.toml"\n')
    with pytest.raises(FileError, match=re.escape(f"{home}/list.toml: cannot be read (No such file or directory)")):
        read_settings(path)


# Where it is looked for.


def test_the_named_config_comes_first_then_the_environment_then_the_usual_places(home: Path) -> None:
    usual = home / "config" / "majordome" / "majordome.toml"
    named, from_environ = home / "named.toml", home / "environ.toml"
    environ = {"XDG_CONFIG_HOME": str(home / "config")}
    elsewhere = find_config(None, environ)
    assert elsewhere is None or elsewhere == Path("/etc/majordome/majordome.toml")
    write(usual, "")
    assert find_config(None, environ) == usual
    environ["MAJORDOME_CONFIG"] = str(from_environ)
    assert find_config(None, environ) == from_environ  # named, so that a mistake in its name is told
    assert find_config(named, environ) == named


def test_without_a_folder_for_settings_the_home_has_one(home: Path) -> None:
    usual = write(home / ".config" / "majordome" / "majordome.toml", "")
    assert find_config(None, {}) == usual
    assert find_config(None, {"XDG_CONFIG_HOME": "", "MAJORDOME_CONFIG": ""}) == usual


def test_a_named_config_that_is_not_there_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "none.toml"
    assert main(["play", "--plain", "--config", str(path)]) == 2
    remedy = "cannot be read (No such file or directory): see its name and its rights"
    assert capsys.readouterr().err == f"majordome: {path}: {remedy}\n"


def test_journals_go_where_the_environment_says_or_to_the_home(home: Path) -> None:
    assert evenings_folder({"XDG_STATE_HOME": "/srv/state"}) == Path("/srv/state/majordome/evenings")
    assert evenings_folder({}) == home / ".local/state/majordome/evenings"
    assert evenings_folder({"XDG_STATE_HOME": ""}) == home / ".local/state/majordome/evenings"


def test_settings_that_nobody_wrote_name_no_folder_called_tilde(home: Path) -> None:
    assert Settings().evenings == evenings_folder(os.environ)
    assert Settings().evenings.is_relative_to(home)


# The command line wins.


def test_the_game_of_the_command_line_wins_over_config_and_list(home: Path) -> None:
    path = write(home / "majordome.toml", '[evening]\ngame = "table"\n')
    assert read_settings(path, game="weekend").evening.game == "weekend"
    listed = write(home / "list.toml", guests(*NAMES, head='game = "weekend"\n'))
    with pytest.raises(FileError, match="10 guests, but this game is for 5 to 9"):
        read_settings(path, guests=listed, game="table")


def test_the_guests_of_the_command_line_win_over_those_of_the_config(home: Path) -> None:
    write(home / "old.toml", guests(*NAMES))
    path = write(home / "majordome.toml", '[evening]\nguests = "old.toml"\ndiscussion = 99\nedition = "A"\n')
    listed = write(home / "new.toml", guests(*NAMES[:6], head='game = "table"\n'))
    evening = read_settings(path, guests=listed).evening
    assert evening == an_evening("table", tuple(Guest(name) for name in NAMES[:6]), edition="A", discussion=99)


def test_a_list_from_the_command_line_may_tell_the_game_by_its_number(home: Path) -> None:
    path = write(home / "majordome.toml", '[evening]\ngame = "weekend"\n')
    listed = write(home / "new.toml", guests(*NAMES[:6]))
    assert read_settings(path, guests=listed).evening.game == "table"


def test_the_list_of_the_config_plays_the_game_of_the_config(home: Path) -> None:
    write(home / "list.toml", guests(*NAMES[:6]))
    path = write(home / "majordome.toml", '[evening]\ngame = "weekend"\nguests = "list.toml"\n')
    with pytest.raises(FileError, match="6 guests, but this game is for 9 to 20"):
        read_settings(path)
    assert read_settings(path, game="table").evening.game == "table"


def test_the_edition_of_a_list_wins_over_that_of_the_config(home: Path) -> None:
    listed = write(home / "list.toml", guests(*NAMES, head='edition = "A"\n'))
    path = write(home / "majordome.toml", '[evening]\nedition = "B"\n')
    assert read_settings(path, guests=listed).evening.word("edition") == "A"


def test_the_language_of_the_command_line_wins(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[tuple[str, str | None]] = []

    def play(settings: Settings, *, lang: str | None, **more: object) -> int:
        spoken.append((settings.lang, lang))
        return 0

    monkeypatch.setattr("majordome.box.compose.play", play)
    monkeypatch.setenv("MAJORDOME_CONFIG", str(write(home / "majordome.toml", "[evening]\nlang = 'fr'\n")))
    assert main(["play"]) == 0
    assert main(["play", "--lang", "en"]) == 0
    assert spoken == [("fr", None), ("en", "en")]


def test_the_environment_of_this_process_is_asked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAJORDOME_CONFIG", str(home / "none.toml"))
    args = parser().parse_args(["play"])
    assert find_config(args.config, os.environ) == home / "none.toml"


@pytest.mark.parametrize(
    ("environ", "spoken"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_CH", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "C.UTF-8"}, None),
        ({}, None),
    ],
)
def test_the_butler_speaks_as_the_machine_does_unless_somebody_says_otherwise(
    environ: dict[str, str], spoken: str | None, tmp_path: Path
) -> None:
    here = read_settings(None, environ)
    assert (here.lang, here.lang_found) == (spoken or "fr", spoken is not None)
    file = tmp_path / "majordome.toml"
    file.write_text('[evening]\nlang = "fr"\n', "utf-8")
    said = read_settings(file, environ)
    assert (said.lang, said.lang_found) == ("fr", False)


@pytest.mark.parametrize(
    ("settings", "listed", "spoken"),
    [
        ("", 'lang = "en"\n', "en"),
        ("[evening]\nlang = 'fr'\n", 'lang = "en"\n', "fr"),  # the settings win
        ("", "", "fr"),  # as this machine speaks
        ("[terminal]\nbell = false\n", 'lang = "en"\n', "en"),
    ],
)
def test_the_guest_list_says_what_the_butler_speaks_where_the_settings_do_not(
    home: Path, settings: str, listed: str, spoken: str
) -> None:
    config = write(home / "majordome.toml", settings)
    guests = write(home / "list.toml", listed + "".join(f'[[guests]]\nname = "{name}"\n' for name in "ABCDEFGHI"))
    read = read_settings(config, {"LANG": "fr_FR.UTF-8", "HOME": str(home)}, guests=guests)
    assert read.lang == spoken
    assert read.lang_found is not (bool(listed) or "lang" in settings)


def test_a_language_that_nobody_here_speaks_is_told_in_a_guest_list_too(home: Path) -> None:
    guests = write(home / "list.toml", 'lang = "de"\n' + "".join(f'[[guests]]\nname = "{c}"\n' for c in "ABCDEFGHI"))
    with pytest.raises(FileError, match='line 1: lang: must be "fr" or "en", not "de"'):
        read_settings(None, {}, guests=guests)
