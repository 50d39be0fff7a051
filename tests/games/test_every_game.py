"""The house's own test of a game, on every game of the house."""

from __future__ import annotations

from pathlib import Path

import pytest

from majordome.core.library import manifests
from majordome.testing.game_test import game_test


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(manifests()))
def test_the_house_finds_nothing_wrong_with_its_own_game(name: str, tmp_path: Path) -> None:
    assert game_test(name, folder=tmp_path) > 200
