"""`majordome games`: a new game plays at once, and one that tells too much or cannot go on is found out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from majordome.cli.commands import main
from majordome.cli.games import TEMPLATE
from majordome.core.guest_list import refuse_evening
from majordome.core.library import forget
from majordome.settings.config import usual_evening

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "controller" / "majordome"
TOLD = 'return {"name": viewer.name, "role": held.get(viewer.name)} if viewer.kind == "player" else {}'


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the host's, with nothing in it."""
    monkeypatch.setenv("MAJORDOME_GAMES", str(tmp_path / "games"))
    forget()
    yield tmp_path / "games"
    forget()


def a_new_game(games: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The file with its rules."""
    assert main(["games", "new", "quick"]) == 0
    capsys.readouterr()
    return games / "quick" / "game.py"


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    forget()
    code = main(["games", "check", "quick", "--games", "7"])
    return code, capsys.readouterr().out


def test_the_wheel_carries_every_file_of_a_new_game() -> None:
    carried = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    files = {path for pattern in carried["majordome"] for path in HOUSE.glob(pattern)}
    assert {path for path in TEMPLATE.rglob("*") if path.suffix in (".py", ".toml")} <= files


def test_a_new_game_is_well(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_new_game(games, capsys)
    code, said = checked(capsys)
    assert (code, said[:11]) == (0, "quick: well")


def test_every_command_that_a_new_game_is_given_can_be_typed(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "new", "quick"]) == 0
    first = games / "quick" / "evenings" / "first.toml"
    commands = capsys.readouterr().out.splitlines()[1:]
    assert commands == [
        "  majordome games check quick",
        f"  majordome rehearse {first}",
        f"  majordome play --guests {first}",
    ]
    assert main(["guests", "check", str(first)]) == 0  # what `play` reads


def test_without_a_page_a_game_that_needs_names_is_not_begun_without_them(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    a_new_game(games, capsys)
    assert main(["play", "--game", "quick", "--no-page", "--plain", "--silent", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("majordome: quick: This game needs to know who plays: write a guest list.")
    assert "majordome play --guests FILE" in told
    assert not list(tmp_path.rglob("*.journal"))


@pytest.mark.parametrize("name", ["exchange", "parasites", "snakes", "table", "weekend"])
def test_every_game_of_the_house_is_played_by_the_button_alone(name: str) -> None:
    assert refuse_evening(usual_evening(name)) is None


def test_a_game_whose_journal_cannot_be_read_back_is_found_out(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = a_new_game(games, capsys)
    text = rules.read_text("utf-8")
    text = text.replace("from majordome.core.events import Pressed", "from majordome.core.events import Event, Pressed")
    text = text.replace("class Circle", 'class Nodded(Event, frozen=True):\n    """Yes."""\n\n\nclass Circle')
    text = text.replace(
        'expect(table, "welcome", Pressed, press=Pressed()', 'expect(table, "welcome", Nodded, press=Nodded()'
    )
    rules.write_text(text, "utf-8")
    code, said = checked(capsys)
    assert code == 1
    assert "nodded" in said


def test_a_card_that_tells_everybodys_role_is_found_out(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = a_new_game(games, capsys)
    leak = 'return {"name": viewer.name, "held": held} if viewer.kind == "player" else {}'
    rules.write_text(rules.read_text("utf-8").replace(TOLD, leak), "utf-8")
    code, said = checked(capsys)
    assert code == 1
    assert "card tells which cards the others hold" in said


def test_a_room_that_names_a_secret_after_the_first_beat_is_found_out(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = a_new_game(games, capsys)
    leak = (
        'if viewer.kind == "room" and beat is not None and beat.name == "race":\n'
        '            return {"beware": [name for name, role in held.items() if role == "trickster"]}\n'
        f"        {TOLD}"
    )
    rules.write_text(rules.read_text("utf-8").replace(TOLD, leak), "utf-8")
    code, said = checked(capsys)
    assert code == 1
    assert "at 'race' the room tells which cards the others hold: table" in said


def test_a_game_with_the_name_of_another_is_told_of_in_the_list_and_in_the_log(
    games: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    a_new_game(games, capsys)
    (games / "quick").rename(games / "snakes")
    forget()
    assert main(["games", "list", "--lang", "en"]) == 0
    (row,) = [row for row in capsys.readouterr().out.splitlines() if row.startswith("snakes")]
    assert row.endswith(f"Majordome; hides {games / 'snakes'}")
    assert f"{games / 'snakes'}: is hidden by the game 'snakes'" in caplog.text
    assert "give its folder another name" in caplog.text
