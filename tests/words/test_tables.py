"""Lines are read table by table, and are the same as if they were read at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from majordome.core.library import HOUSE as GAMES
from majordome.errors import GameError
from majordome.words.narrator import HOUSE, Narrator, lines
from majordome.words.tables import HouseTables

FILES = sorted((*HOUSE.glob("*.toml"), *GAMES.glob("*/lines/*.toml")))
ODD = '''
"say".hello = ["Hello."]
[ ask ]
which = """
[Which]
one?"""
'''


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_a_file_of_the_house_is_read_table_by_table_as_it_is_written(file: Path) -> None:
    assert dict(HouseTables(file)) == tomli.loads(file.read_text("utf-8"))


def test_a_table_that_nobody_wrote_is_missing() -> None:
    assert "nonsense" not in lines("en")
    assert lines("en", GAMES / "snakes").get("nonsense") is None


def test_a_game_of_the_hosts_may_write_its_lines_in_any_way_that_toml_has(tmp_path: Path) -> None:
    (tmp_path / "lines").mkdir()
    (tmp_path / "lines" / "en.toml").write_text(ODD)
    words = lines("en", tmp_path)
    assert (words["say"]["hello"], words["ask"]["which"]) == (["Hello."], "[Which]\none?")
    assert words["say"]["good_night"] == lines("en")["say"]["good_night"]
    assert len(words) == len({*lines("en"), "ask"}) == len(list(words))


def test_what_is_wrong_with_the_lines_of_a_hosts_game_is_found_before_one_of_them_is_said(tmp_path: Path) -> None:
    (tmp_path / "lines").mkdir()
    (tmp_path / "lines" / "en.toml").write_text('[say]\nhello = ["Hello."]\n[page]\nbroken')
    with pytest.raises(GameError, match=r"lines/en\.toml: is not TOML: .*: mend that place"):
        lines("en", tmp_path)


def test_where_nobody_wrote_a_line_the_house_speaks() -> None:
    assert Narrator("en").variants("good_night") == 2
    assert lines("en", Path("nowhere"))["ui"] == lines("en")["ui"]
