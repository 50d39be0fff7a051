"""The colours of an evening: the same on pins and on the Pico. Pure."""

from __future__ import annotations

Colour = tuple[float, float, float]

MOODS: dict[str, Colour] = {
    "evening": (1.0, 0.55, 0.2),
    "night": (0.04, 0.05, 0.25),
    "dark": (0.0, 0.0, 0.0),
    "day": (1.0, 0.9, 0.7),
    "awake": (1.0, 0.8, 0.5),
    "discussion": (0.9, 0.6, 0.25),
    "vote": (0.55, 0.1, 0.6),
    "jail": (0.8, 0.05, 0.02),
    "monday": (1.0, 0.95, 0.85),
}
# A white lamp tells the moods apart by brightness alone.
WHITE: dict[str, Colour] = {
    mood: (level, level, level)
    for mood, level in {
        "evening": 0.6,
        "night": 0.05,
        "dark": 0.0,
        "day": 1.0,
        "awake": 0.8,
        "discussion": 0.45,
        "vote": 0.3,
        "jail": 0.15,
        "monday": 0.9,
    }.items()
}
SCREAM: Colour = (1.0, 1.0, 1.0)
FADE = 1.2  # seconds from one mood to the next; darkness comes at once
