"""A pack of tones, and an ear for what is played of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sounds.hearing import Listen


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    from sounds.hearing import PACK, write_pack  # needs pygame, which not every machine has

    return write_pack(tmp_path / "pack", PACK)


@pytest.fixture
def ear(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Listen:
    """Speakers whose sound goes into a file; every name is spoken as the tone NAME."""
    from sounds.hearing import NAME, Ear, write_wav

    played, name = tmp_path / "played.raw", write_wav(tmp_path / "name.wav", NAME, 0.15)
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(played))
    return lambda **more: Ear(pack, played, **{"spoken": lambda names: name, **more})
