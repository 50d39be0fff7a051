"""Names, spoken at run time by espeak-ng where it is installed, and kept; where it is not, nothing is said of them."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from majordome.words.narrator import Lang

PATIENCE = 5.0  # seconds
VOICES: dict[Lang, str] = {"fr": "fr", "en": "en-gb"}
MANNER = ("-p", "30", "-s", "140", "-a", "140")  # a low voice in no hurry


class SpokenNames:
    """Says a name once, and remembers how."""

    def __init__(self, lang: Lang, cache: Path, command: str = "espeak-ng") -> None:
        self._lang = lang
        self._cache = cache
        self._command = shutil.which(command)

    def __call__(self, names: str) -> Path | None:
        """A file in which these names are spoken, or None."""
        if self._command is None or not names:
            return None
        words = names.encode("utf-8", "replace")
        path = self._cache / f"{self._lang}-{hashlib.sha256(words).hexdigest()[:16]}.wav"
        if path.is_file():
            return path
        unfinished = path.with_suffix(".part")
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            # The name comes by standard input: no name can become an option.
            subprocess.run(
                [self._command, "-v", VOICES[self._lang], *MANNER, "-w", str(unfinished), "--stdin"],
                input=words,
                check=True,
                timeout=PATIENCE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            unfinished.replace(path)
        except (OSError, subprocess.SubprocessError):
            return None
        return path
