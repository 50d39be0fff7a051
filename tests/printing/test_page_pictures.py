"""The pages show the pictures of the printed cards, and are lettered in a typeface that may be given away."""

from __future__ import annotations

import pytest
from make_art import FONTS, MURDER, drawings

from majordome.games.murder.roles import Role

DRAWN = dict(drawings())


def test_every_role_has_its_picture_and_the_castle_has_one() -> None:
    assert set(DRAWN) == {*(role.value for role in Role), "castle"}
    assert {path.stem for path in MURDER.glob("*.svg")} == set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_the_page_shows_what_the_card_shows(name: str) -> None:
    assert (MURDER / f"{name}.svg").read_text("utf-8") == DRAWN[name], "`make art` draws it anew"


def test_the_typeface_is_small_and_its_licence_lies_beside_it() -> None:
    files = {path.name: path.stat().st_size for path in FONTS.glob("*.woff2")}
    assert set(files) == {"display-latin.woff2", "display-latin-ext.woff2"}
    assert sum(files.values()) < 30_000
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text("utf-8")
