"""Who answers the doctor: a person at a terminal, a person at the box with only its button, or nobody (a script)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable

from majordome.box.doctor import Finding
from majordome.words.narrator import Narrator

LOOK_EVERY = 0.02  # seconds
Now = Callable[[], float]
Rest = Callable[[float], None]
MARKS = {"pass": "✓", "fail": "✗", "skipped": "–"}


class Nobody:
    """For scripts: only what the box can find out by itself is examined."""

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        """Nobody looks."""
        return None

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        """Nobody is there."""
        return None

    def rest(self, seconds: float) -> None:
        """Nobody needs it."""


class Watcher:
    """Looks and waits. `now` and `rest` are the clock's, so that a test need not sleep."""

    def __init__(self, now: Now = time.monotonic, rest: Rest = time.sleep) -> None:
        self._now = now
        self.rest = rest

    def watch(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Look until it happened, or the time is over."""
        until = self._now() + seconds
        while not happened():
            if self._now() >= until:
                return False
            self.rest(LOOK_EVERY)
        return True


class PersonAtTerminal:
    """Reads the questions and answers with the keyboard."""

    def __init__(
        self,
        narrator: Narrator,
        write: Callable[[str], None],
        read: Callable[[], str],
        watcher: Watcher | None = None,
    ) -> None:
        self._narrator = narrator
        self._write = write
        self._read = read
        self._watcher = watcher or Watcher()

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        """Enter is yes, n is no, s skips; whoever has left skips, too."""
        words = self._narrator.word("doctor", question).format(number)
        self._write(f"{words} {self._narrator.word('doctor', 'yes_no')}")
        try:
            answer = self._read().strip().casefold()[:1]
        except EOFError:
            return None
        return None if answer == "s" else answer != "n"

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        """Say what to do, and watch."""
        self._write(self._narrator.word("doctor", request).format(f"{seconds:.0f}"))
        return self._watcher.watch(happened, seconds)

    def rest(self, seconds: float) -> None:
        """Let a light be seen."""
        self._watcher.rest(seconds)


class PersonAtBox:
    """Has only the button: a press says 'I saw it'. Each finding is buzzed."""

    def __init__(self, pressed: Callable[[], bool], patience: float = 6.0, watcher: Watcher | None = None) -> None:
        self._pressed = pressed
        self._patience = patience
        self._watcher = watcher or Watcher()

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        """A press in time is yes. A button that is stuck answers nothing."""
        if not self._watcher.watch(lambda: not self._pressed(), self._patience):
            return None
        return self._watcher.watch(self._pressed, self._patience)

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        """Whoever built the box knows the order: button, left chair, right chair."""
        return self._watcher.watch(happened, seconds)

    def rest(self, seconds: float) -> None:
        """Let a light be seen."""
        self._watcher.rest(seconds)


def row(finding: Finding, narrator: Narrator) -> str:
    """A finding as one line of the table."""

    def word(key: str) -> str:
        return narrator.word("doctor", key)

    part = narrator.part(finding.what)
    remedy = word(f"remedy_{finding.remedy}") if finding.remedy else ""
    told = ": ".join(filter(None, (finding.where, f"{finding.detail} {remedy}".strip())))
    return f"{MARKS[finding.status]} {part:<22} {word(finding.status):<10} {told}".rstrip()


def as_json(findings: Iterable[Finding]) -> str:
    """The findings as JSON, for scripts."""
    return json.dumps(
        [
            {"what": f.what, "status": f.status, "detail": f.detail, "remedy": f.remedy, "where": f.where}
            for f in findings
        ],
        ensure_ascii=False,
    )
