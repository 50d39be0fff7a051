"""The butler's words, and how names are spoken."""

from __future__ import annotations

from typing import Literal

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")
Voice = Literal["butler", "housekeeper"]
VOICES: tuple[Voice, ...] = ("butler", "housekeeper")
