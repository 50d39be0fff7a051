"""The digital twin: the box's lamp, buzzer, hourglass and voice, played on a page by the same cues as the pins.

The stage's own thread calls these; they only note and pass on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from majordome.core.cues import Say

SCREAMS = 5
BEDS = {"night": "bed_night", "dark": "bed_night", "discussion": "bed_evening"}
INSTANT = ("alarm",)
LAST_TEN = 10.0

Tell = Callable[[dict[str, Any]], None]  # a signal for the twin's pages


class TwinBody:
    """Lamp, buzzer and hourglass. What is so already is not told again: in the dark nothing moves."""

    def __init__(self, tell: Tell) -> None:
        self.lamp = "evening"
        self.shows_sand = False
        self._tell = tell

    def mood(self, mood: str) -> None:
        """The lamp changes, or flashes."""
        if mood == self.lamp:
            return
        if mood != "scream":
            self.lamp = mood
        self._tell({"signal": "lamp", "mood": mood})

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
        self._screams = 0

    def say(self, say: Say | str) -> None:
        """Speak behind what is being said."""
        self._tell({"do": "say", "say": say})

    def interrupt(self) -> None:
        """Leave unsaid what was still to be said."""
        self._tell({"do": "interrupt"})

    def hush(self) -> None:
        """Fall silent."""
        self._tell({"do": "hush"})

    def scream(self) -> None:
        """Each time another, in an order that knows nothing of the victim."""
        self._screams += 1
        self._tell({"do": "scream", "effect": f"scream_{self._screams % SCREAMS + 1}"})

    def call(self, pattern: str) -> None:
        """TOP, alarm."""
        self._tell({"do": "call", "effect": pattern if pattern in INSTANT else f"top_{pattern}"})

    def effect(self, name: str) -> None:
        """A sound of the room."""
        self._tell({"do": "effect", "effect": name})

    def mood(self, mood: str) -> None:
        """The bed of sound that goes with the light."""
        self._tell({"do": "bed", "mood": mood, "effect": BEDS.get(mood)})
