"""How a mood of a game becomes light: the same on pins and on the Pico. Pure; the colours are the game's own."""

from __future__ import annotations

from majordome.core.cues import Arc
from majordome.core.manifest import Colour, Mood

BLACK: Colour = (0.0, 0.0, 0.0)
DIM = 0.3  # an arc of the ring that does not stand out, as eyes see it
FADE = 1.2  # seconds from one mood to the next; darkness comes at once


def shade(mood: Mood, *, coloured: bool) -> Colour:
    """What a lamp shows. A white one tells the moods apart by brightness alone."""
    return mood.colour if coloured else (mood.white, mood.white, mood.white)


def fade(mood: Mood) -> float:
    """Seconds until the lamp has that mood."""
    return 0.0 if mood.colour == BLACK else FADE


def arc_shade(arc: Arc, mood: Mood) -> Colour:
    """The light of one arc of the ring. LEDs of a strip are squared: eyes see light as its root."""
    level = 1.0 if arc.bright else DIM
    red, green, blue = ((part * level) ** 2 for part in mood.colour)
    return red, green, blue
