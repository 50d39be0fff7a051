"""The digital twin: the box's lamp, buzzer, hourglass and voice, played on a page by the same cues as the pins.

The stage's own thread calls these; they only note and pass on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from majordome.core.cues import Cue, Fact, Say
from majordome.core.manifest import HOUSE_MOODS, Mood

INSTANT = ("alarm",)

Tell = Callable[[dict[str, Any]], None]  # a signal for the twin's pages


class TwinBody:
    """Lamp, buzzer and hourglass. What is so already is not told again: in the dark nothing moves."""

    def __init__(self, tell: Tell) -> None:
        self.lamp = HOUSE_MOODS["evening"]
        self.shows_sand = False
        self._tell = tell

    def shine(self, mood: Mood) -> None:
        """The lamp changes."""
        if mood != self.lamp:
            self.lamp = mood
            self._tell({"signal": "lamp", "colour": mood.colour})

    def flash(self, mood: Mood) -> None:
        """The lamp flashes."""
        self._tell({"signal": "flash", "colour": mood.colour})

    def sound(self, pattern: str) -> None:
        """The buzzer sounds."""
        self._tell({"signal": "buzz", "pattern": pattern})

    def run(self, left: float, total: float) -> None:
        """The hourglass is turned."""
        self.shows_sand = True
        self._tell({"signal": "sand", "left": left, "total": total})

    def freeze(self) -> None:
        """The sand stands still."""
        if self.shows_sand:
            self._tell({"signal": "sand_stands"})

    def clear(self, *, empty: bool) -> None:
        """The hourglass is put away; `empty`: after the last grain."""
        if self.shows_sand:
            self.shows_sand = False
            self._tell({"signal": "sand_away", "empty": empty})


class TwinVoice:
    """The butler's voice on a page: which sounds, not how they are played. Only while the page is asked to sound."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def say(self, say: Say | str) -> None:
        """Speak behind what is being said."""
        self._tell({"do": "say", "say": say})

    def interrupt(self) -> None:
        """Leave unsaid what was still to be said."""
        self._tell({"do": "interrupt"})

    def hush(self) -> None:
        """Fall silent."""
        self._tell({"do": "hush"})

    def call(self, pattern: str) -> None:
        """TOP, alarm."""
        self._tell({"do": "call", "effect": pattern if pattern in INSTANT else f"top_{pattern}"})

    def effect(self, name: str) -> None:
        """A sound of the room."""
        self._tell({"do": "effect", "effect": name})

    def bed(self, mood: Mood) -> None:
        """The bed of sound that goes with the light."""
        self._tell({"do": "bed", "effect": mood.bed})

    def show(self, cue: Cue) -> None:
        """As a page of the stage: while a fact is heard, the butler waits."""
        if isinstance(cue, Fact) and cue.seconds:
            self._tell({"do": "wait", "seconds": cue.seconds})
