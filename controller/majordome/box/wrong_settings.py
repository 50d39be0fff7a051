"""A box on a shelf whose settings cannot be used: it says so aloud, and tells systemd not to try again.

Its lamp stays dark: which pins are a lamp's is what the settings would have told.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path

from majordome.errors import BadSettings, FileError
from majordome.service.systemd import Supervisor
from majordome.settings.config import SoundSettings, spoken_here
from majordome.sound.check import play
from majordome.sound.voice import cache_folder
from majordome.words.narrator import Narrator
from majordome.words.spoken_names import SpokenNames

log = logging.getLogger(__name__)


def refused(trouble: FileError, config: Path | None, environ: Mapping[str, str] = os.environ) -> FileError:
    """What a service ends with, told to whoever stands at the box; anybody else reads the trouble itself."""
    supervisor = Supervisor(environ)
    if not supervisor.there:
        return trouble
    supervisor.status(str(trouble))
    _say_aloud(environ)
    where = f"majordome config check {config}" if config else "majordome config check"
    return BadSettings(f"{trouble}. Correct it ('{where}'), then: sudo systemctl restart majordome")


def _say_aloud(environ: Mapping[str, str]) -> None:
    if environ.get("MAJORDOME_SILENT"):
        return
    words = Narrator(spoken_here(environ) or "fr")
    try:
        path = SpokenNames(words.lang, cache_folder())(words.word("ui", "settings_wrong"))
        if path is not None:
            play(path, SoundSettings().volume / 100)
    except Exception:  # without a sound card, or its library, it stands in the log
        log.exception("it could not be said aloud")
