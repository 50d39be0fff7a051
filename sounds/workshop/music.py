"""Little tunes: the ready jingle and the three endings, on instruments made of sines."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from workshop.castle import bell
from workshop.tones import (
    Sound,
    band,
    clock,
    curve,
    decay,
    drive,
    fade_out,
    glide,
    in_a_hall,
    low,
    noise,
    place,
    silence,
    sine,
    swell,
)

STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
Instrument = Callable[[float, float], Sound]


def hertz(note: str) -> float:
    """`A4` is 440; `Bb3` and `F#5` are known too."""
    step = STEPS[note[0]] + note.count("#") - note.count("b")
    return float(440.0 * 2 ** ((step - 9) / 12 + int(note[-1]) - 4))


def tune(score: str, beat: float, instrument: Instrument, canvas: Sound, gain: float = 1.0, start: float = 0.0) -> None:
    """Play `C4+E4:2 -:1 D4`: notes, chords and rests, each with its length in beats (1 where none is given)."""
    at = start
    for word in score.split():
        notes, _, length = word.partition(":")
        beats = float(length or 1)
        if notes != "-":
            for note in notes.split("+"):
                place(canvas, instrument(hertz(note), beats * beat), at, gain)
        at += beats * beat


def brass(pitch: float, seconds: float) -> Sound:
    """A trumpet: its high partials come with its strength."""
    seconds = max(seconds - 0.02, 0.08)
    force = curve([(0, 0), (0.035, 1), (0.12, 0.8), (seconds - 0.05, 0.75), (seconds, 0)], seconds)
    sway = pitch * (1 + 0.004 * sine(5.2, seconds) * np.clip(clock(seconds) - 0.2, 0, 0.3) / 0.3)
    sound = silence(seconds)
    for k in range(1, min(int(9000 / pitch), 16) + 1):
        sound += force ** (1 + 0.32 * k) * sine(k * sway, seconds, 0.11 * k) / k**0.75
    return sound * 0.4


def harpsichord(pitch: float, seconds: float) -> Sound:
    """A quill that plucks a string; it rings on a little after its note."""
    seconds += 0.35
    sound = silence(seconds)
    for k in range(1, min(int(9500 / pitch), 28) + 1):
        stiff = pitch * k * np.sqrt(1 + 0.0002 * k * k)
        pluck = abs(np.sin(np.pi * k * 0.13)) / k**0.7
        sound += pluck * sine(float(stiff), seconds, 0.21 * k) * decay(seconds, 0.42 / (1 + 0.12 * k))
    quill = band(noise(seconds, 810), 2500, 7000) * decay(seconds, 0.003) * 0.35
    return (sound + quill) * swell(seconds, 0.001, 0.15) * 0.5


def music_box(pitch: float, seconds: float) -> Sound:
    """A steel tooth: nearly pure, with two glassy partials."""
    seconds += 0.9
    sound = sine(pitch, seconds) * decay(seconds, 0.3)
    sound += 0.35 * sine(pitch * 2.76, seconds, 0.3) * decay(seconds, 0.09)
    sound += 0.2 * sine(pitch * 5.4, seconds, 0.6) * decay(seconds, 0.035)
    return sound * swell(seconds, 0.0015, 0.3) * 0.7


def organ(pitch: float, seconds: float) -> Sound:
    """Pipes of 16, 8, 4 and 2 feet and a fifth."""
    seconds += 0.08
    sound = silence(seconds)
    for ratio, gain in (
        (0.5, 0.7),
        (1.0, 1.0),
        (1.003, 0.5),
        (2.0, 0.6),
        (3.0, 0.28),
        (4.0, 0.3),
        (6.0, 0.12),
        (8.0, 0.1),
    ):
        sound += gain * (sine(pitch * ratio, seconds, 0.17 * ratio) + 0.18 * sine(3 * pitch * ratio, seconds))
    chiff = band(noise(seconds, 820), 1.5 * pitch, 4 * pitch) * decay(seconds, 0.02) * 0.25
    return (sound + chiff) * swell(seconds, 0.03, 0.09) * 0.22


def timpani(pitch: float, seconds: float) -> Sound:
    """A kettle drum."""
    seconds = max(seconds, 0.8)
    sound = silence(seconds)
    for ratio, gain, half in ((1, 1, 0.28), (1.5, 0.6, 0.2), (1.98, 0.4, 0.14), (2.44, 0.25, 0.1)):
        tight = glide([(0, pitch * ratio * 1.03), (0.1, pitch * ratio), (seconds, pitch * ratio)], seconds)
        sound += gain * sine(tight, seconds) * decay(seconds, half)
    blow = low(noise(seconds, 830), 900) * decay(seconds, 0.012) * 1.5
    return (sound + blow) * swell(seconds, 0.002, 0.2)


def chime(pitch: float, seconds: float) -> Sound:
    """A small bell."""
    return bell(
        pitch, seconds + 0.8, 840, ((1, 1, 0.35), (2.0, 0.5, 0.2), (2.4, 0.3, 0.14), (3.0, 0.3, 0.1), (4.5, 0.2, 0.05))
    )


def ready() -> Sound:
    """At your service: five notes on the harpsichord and a table bell."""
    out = silence(2.5)
    tune("G4 C5 E5 G5:1.5 E5:.5 C5+E5+G5+C6:3", 0.15, harpsichord, out)
    tune("C6", 0.9, chime, out, 0.3, start=0.75)
    return in_a_hall(out, 0.8, 0.16, 850, tail=0.4)


def victory_guests() -> Sound:
    """A fanfare in C: the sun comes up over an honest house."""
    out = silence(6.0)
    beat = 0.3
    tune("G4:.5 G4:.5 C5:1.5 G4:.5 C5 E5 G5:2 E5:.5 F5:.5 G5 A5:1.5 G5:.5 F5 D5 C5:4", beat, brass, out)
    tune("-:1 E4+G4:2 E4+G4:2 C4+E4+G4+C5:3 -:1 F4+A4+C5:2 G4+B4+D5:2 C4+E4+G4:4", beat, brass, out, 0.45)
    tune("-:1 C3:2 C3:2 C3 G2 C3 -:1 F2:2 G2:1 G2:.5 G2:.5 C3:4", beat, timpani, out, 0.8)
    tune("-:13 C6 G5 E6 C6:2", beat / 2, chime, out, 0.25, start=13 * beat / 2)
    return in_a_hall(drive(out, 1.2), 1.6, 0.25, 860, tail=1.0)


def victory_murderers() -> Sound:
    """A music box in A minor plays a waltz, and the organ closes the lid."""
    out = silence(7.0)
    beat = 0.29
    tune("E5:1 A5 C6 B5:2 G#5 A5 E5 C5 D5:2 F5 E5 D#5 E5 C5:2 A4 G#4 B4 D5:1.5", beat, music_box, out)
    bass = "A3 C4+E4 C4+E4 E3 B3+D4 B3+D4 A3 C4+E4 C4+E4 D3 A3+F4 A3+F4 A3 C4+E4 C4+E4 A3 C4+E4 C4+E4 E3 G#3+D4"
    tune(bass, beat, music_box, out, 0.5)
    tune("A2+E3+A3+C4+E4+A4:5.5", beat, organ, out, 1.0, start=beat * 18.9)
    tune("A1:2.5 A1", 1.0, timpani, out, 0.9, start=beat * 18.9)
    return in_a_hall(fade_out(out, 0.2), 2.0, 0.3, 870, tail=0.9)


def victory_nobody() -> Sound:
    """A shrug on the harpsichord: a phrase that asks twice and is not answered."""
    out = silence(5.6)
    beat = 0.27
    tune("D5:.5 E5:.5 F5 A5 G5 E5 C#5:2 -:1 D5:.5 E5:.5 F5 D5 Bb4 G4 A4:3", beat, harpsichord, out)
    tune("D3+A3:2 F3+A3:2 A2+E3+G3:2 -:1 D3+A3:2 G3+Bb3:2 A2+E3+A3+C#4:3", beat, harpsichord, out, 0.7)
    tune("A5", 0.6, chime, out, 0.2, start=beat * 15.2)
    return in_a_hall(out, 1.2, 0.2, 880, tail=0.6)
