"""The bed under a walk: somebody practises in a far room, and never finishes the piece."""

from __future__ import annotations

import numpy as np

from workshop.beds import around, gusts, lay, ring_noise
from workshop.music import hertz
from workshop.tones import RATE, Sound, decay, echo_of_a_room, low, sine, swell

BEAT = 0.92  # seconds: a slow walk
# A ground of sixteen bars in three, in A minor, that leads back into itself: bass, and the chord over it.
BARS = "A2:C4+E4 G2:B3+D4 F2:A3+C4 E2:G#3+B3 A2:C4+E4 D3:A3+F4 G2:B3+F4 C3:C4+E4 F2:A3+C4 B2:D4+F4 E2:G#3+D4 A2:C4+E4"
BARS += " D3:A3+F4 A2:C4+E4 B2:A3+D#4 E2:G#3+E4"
AIR = {0: "E5", 2: "D5", 3: "B4", 5: "A4", 7: "G4", 9: "D5", 10: "E5", 13: "C5", 15: "B4"}  # a note here and there
LENGTH = 3 * BEAT * 16


def lute(pitch: float, seconds: float) -> Sound:
    """A gut string, plucked softly."""
    sound = np.zeros(round(seconds * RATE))
    for partial in range(1, 9):
        tone = sine(partial * pitch * (1 + 0.0003 * partial**2), seconds, 0.1 * partial)
        sound += tone * decay(seconds, 0.5 / partial**0.7) / partial**1.4
    return low(sound * swell(seconds, 0.012, 0.3), 1700)


def bed_walk() -> Sound:
    """A lute far away, over the breath of the house; loops."""
    breath = ring_noise(LENGTH, 970, 90, 900, 5.0) * 10 ** (0.5 * gusts(LENGTH, 971, 4, 19) / 20)
    played = np.zeros(len(breath))
    chance = np.random.RandomState(972)
    for bar, chord in enumerate(BARS.split()):
        bass, _, upper = chord.partition(":")
        notes = upper.split("+")
        strokes = [(0, bass, 1.0), (1, notes[0], 0.6), (1.5, notes[1], 0.5), (2, notes[0], 0.55), (2.5, notes[1], 0.5)]
        if bar in AIR:
            strokes.append((1, AIR[bar], 0.55))
        for beat, note, strength in strokes:
            at = (3 * bar + beat) * BEAT + 0.03 * chance.random_sample()
            lay(played, lute(hertz(note), 2.4), at, strength * (0.85 + 0.3 * chance.random_sample()))
    far = around(played, echo_of_a_room(2.2, 973, dark=1800), 0.9)
    return far / np.std(far) + 0.75 * breath
