"""The developer guide's own game, run as it stands there: what `majordome games new` writes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from majordome.core.journal import read
from majordome.core.library import forget, load, manifests
from majordome.service.evenings_folder import recalled

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "developer.md"
GUESTS = 'game = "quick"\npoints = 2\n' + "".join(f'[[guests]]\nname = "{name}"\n' for name in ("Ana", "Bob", "Cid"))


def blocks() -> dict[str, str]:
    """The guide's files, by their names."""
    found = re.findall(r"^`([\w/]+\.\w+)`\n\n```\w+\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return dict(found)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the host's with the guide's game in it, typed from the page."""
    folder = tmp_path / "games"
    for name, text in blocks().items():
        path = folder / "quick" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setenv("MAJORDOME_GAMES", str(folder))
    forget()
    yield folder
    forget()
    sys.modules.pop("majordome_game_quick", None)
    sys.modules.pop("majordome_game_quick.game", None)


def majordome(*words: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "majordome", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **env},
    )


def played(home: Path, *words: str, stdin: str) -> str:
    """`majordome play` in a pipe, a hundred times as fast; what it wrote."""
    common = ("--plain", "--silent", "--no-page", "--speed", "1000", "--lang", "en")
    run = majordome("play", *common, *words, stdin=stdin, XDG_STATE_HOME=str(home))
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_guide_shows_what_games_new_writes(tmp_path: Path) -> None:
    made = majordome("games", "new", "quick", "--folder", str(tmp_path))
    assert made.returncode == 0, made.stderr
    written = {str(path.relative_to(tmp_path / "quick")): path for path in (tmp_path / "quick").rglob("*.*")}
    assert {name: path.read_text("utf-8") for name, path in written.items()} == blocks()


def test_the_guides_own_tests_pass(games: Path) -> None:
    tests = re.findall(
        r"```python\n(from majordome.core.cues import Outcome.*?)```", GUIDE.read_text("utf-8"), re.DOTALL
    )
    names: dict[str, Any] = {}
    exec(compile(tests[0], "the guide's tests", "exec"), names)
    found = [name for name in names if name.startswith("test_")]
    assert len(found) == 5
    for name in found:
        names[name]()


def test_it_is_rehearsed_and_checked_from_the_command_line(games: Path) -> None:
    rehearsed = majordome("rehearse", str(games / "quick" / "evenings" / "first.toml"))
    lines = [json.loads(line) for line in rehearsed.stdout.splitlines()]
    assert rehearsed.returncode == 0
    assert [line["name"] for line in lines if line["cue"] == "point"] == ["Bob", "Ana", "Ana"]
    assert lines[-1]["winner"] == "Bob"
    assert majordome("games", "check", "quick").stdout.startswith("quick: well")
    assert "On the signal" in majordome("games", "list", "--lang", "en").stdout


def test_presses_and_typed_names_play_it_to_its_end(games: Path, tmp_path: Path) -> None:
    (tmp_path / "friends.toml").write_text(GUESTS, "utf-8")
    told = played(tmp_path, "--new", "--guests", str(tmp_path / "friends.toml"), stdin="\n\nAna\n\nana\nquit\n")
    assert told.count("A point for Ana") == 2
    assert "The winner: Ana" in told


@pytest.mark.parametrize(
    ("lang", "asked"),
    [("en", "  asked: Who slams first? Ana, Bob, Cid"), ("fr", "  question : Qui tape en premier ? Ana, Bob, Cid")],
)
def test_the_one_button_alone_plays_it_to_its_end(games: Path, tmp_path: Path, lang: str, asked: str) -> None:
    (tmp_path / "friends.toml").write_text(GUESTS, "utf-8")
    bob_was_first = "\n\n\ndouble\n"  # TOP; Ana, Bob; this one
    stdin = "\n" + 2 * bob_was_first + "quit\n"
    told = played(tmp_path, "--new", "--guests", str(tmp_path / "friends.toml"), "--lang", lang, stdin=stdin)
    assert told.replace("\N{NO-BREAK SPACE}", " ").count(asked) == 2
    assert told.count("A point for Bob" if lang == "en" else "Un point pour Bob") == 2
    assert ("The winner: Bob" if lang == "en" else "La victoire") in told


def test_killed_in_the_middle_it_goes_on_where_it_was(games: Path, tmp_path: Path) -> None:
    (tmp_path / "friends.toml").write_text(GUESTS, "utf-8")
    command = [sys.executable, "-m", "majordome", "play", "--new", "--guests", str(tmp_path / "friends.toml")]
    command += ["--plain", "--silent", "--no-page", "--lang", "en"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as box:
        assert box.stdin is not None
        assert box.stdout is not None
        for line in ("", "", "Ana"):
            box.stdin.write(line + "\n")
            box.stdin.flush()
        told = iter(box.stdout.readline, "")
        assert any("A point for Ana" in line for line in told)
        box.stdin.write("\n")
        box.stdin.flush()
        assert any(line.startswith("[Slam") for line in told)  # a step was taken: the one before it is on the disk
        box.send_signal(signal.SIGKILL)
    (journal,) = (tmp_path / "majordome" / "evenings").glob("*.journal")
    prompter = recalled(read(journal))
    assert dict(prompter.table.points) == {"Ana": 1, "Bob": 0, "Cid": 0}
    resumed = played(tmp_path, "--resume", stdin="\nAna\nquit\n")
    assert "The winner: Ana" in resumed
    shown = majordome("journal", "show", "--lang", "en", str(journal))
    assert shown.stdout.count("A point for Ana") == 2, shown.stderr


def test_an_installed_package_is_found_by_its_entry_point(games: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(games / "quick", site / "quick")
    about = site / "quick-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: quick\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[majordome.games]\nquick = quick\n")
    env = {"PYTHONPATH": str(site), "MAJORDOME_GAMES": str(tmp_path / "none")}
    assert "installed: quick" in majordome("games", "list", **env).stdout
    rehearsed = majordome("rehearse", str(games / "quick" / "evenings" / "first.toml"), **env)
    assert rehearsed.returncode == 0, rehearsed.stderr
    assert '"winner": "Bob"' in rehearsed.stdout.splitlines()[-1]


def test_every_file_that_the_guide_names_is_there() -> None:
    text = GUIDE.read_text("utf-8")
    named = set(re.findall(r"\b((?:[a-z]+/)+\w+\.py)\b", text)) - {"lines/en.py"}
    assert len(named) > 10
    places = (ROOT, ROOT / "controller/majordome", ROOT / "controller")
    assert [name for name in sorted(named) if not any((place / name).is_file() for place in places)] == []


def test_the_games_folder_is_looked_at_again_when_asked(games: Path) -> None:
    assert "quick" in manifests()
    assert load("quick").events == ()
