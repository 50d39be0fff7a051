"""Assassin by exchange: cards, the slam, the crime, the police and the winner."""

from __future__ import annotations

import numpy as np

from workshop.calls import horn
from workshop.cards import knock as knuckles
from workshop.cards import riffle, roll, slide, tap
from workshop.castle import bell, clang
from workshop.music import brass, chime, harpsichord, music_box, organ, timpani, tune
from workshop.tones import (
    Sound,
    band,
    curve,
    decay,
    drive,
    glide,
    high,
    in_a_hall,
    low,
    noise,
    place,
    silence,
    sine,
    swell,
)


def cards() -> Sound:
    """A new hand: the pack is shuffled, squared and dealt."""
    out = silence(2.3)
    place(out, riffle(0.6, 36, 3000), 0, 0.9)
    place(out, tap(3040, 0.35), 0.78)
    place(out, tap(3042, 0.35), 0.95, 0.8)
    for number in range(5):
        at = 1.2 + 0.19 * number
        place(out, slide(0.16, 3050 + 3 * number, bright=1.1), at, 0.6)
        place(out, tap(3070 + 2 * number, 0.1), at + 0.13, 0.6)
    return in_a_hall(out, 0.5, 0.12, 3090, tail=0.2)


def slam() -> Sound:
    """The flat of a hand with a card under it; the glasses jump."""
    out = silence(1.0)
    place(out, tap(3100, 1.0), 0, 2.0)
    place(out, high(noise(0.1, 3102), 1500) * decay(0.1, 0.006) * swell(0.1, 0.0004, 0.03), 0, 1.6)
    place(out, low(noise(0.5, 3103), 180) * decay(0.5, 0.06) * swell(0.5, 0.001, 0.1), 0, 2.0)
    for number, at in enumerate((0.045, 0.08, 0.13, 0.2)):
        place(out, clang(0.4, 3110 + number, 2300 + 410 * number, 6, 0.05), at, 0.16)
    return in_a_hall(drive(out, 1.8), 0.8, 0.18, 3120, tail=0.3)


def knock() -> Sound:
    """One more waits for a turn."""
    out = silence(0.55)
    place(out, knuckles(3130), 0)
    place(out, knuckles(3131), 0.17, 0.8)
    return in_a_hall(out, 0.5, 0.15, 3132, tail=0.2)


def joker() -> Sound:
    """A run that trips over itself, and a slide whistle."""
    out = silence(1.7)
    tune("C5 Eb5 F#5 A5 C6 B5 F5 D5 G#5:2", 0.075, harpsichord, out, 0.7)
    pitch = glide([(0, 600), (0.25, 1900), (0.45, 900), (0.6, 1300)], 0.6)
    place(out, (sine(pitch, 0.6) + 0.15 * sine(2 * pitch, 0.6)) * swell(0.6, 0.04, 0.1), 0.72, 0.5)
    tune("C7", 0.3, music_box, out, 0.4, start=1.3)
    return in_a_hall(out, 0.7, 0.15, 3140, tail=0.3)


def murder() -> Sound:
    """A blade leaves its sheath, and the organ knows it."""
    out = silence(2.8)
    blade = silence(0.8)
    for number, hertz in enumerate((2630.0, 4210.0, 5480.0, 7350.0)):
        up = glide([(0, hertz * 0.9), (0.25, hertz), (0.8, hertz * 1.01)], 0.8)
        blade += sine(up, 0.8, 0.2 * number) * curve([(0, 0), (0.2, 1), (0.8, 0)], 0.8) / (1 + number)
    scrape = band(noise(0.8, 3150), 3000, 9000) * curve([(0, 0.2), (0.18, 1), (0.26, 0.1), (0.8, 0)], 0.8)
    place(out, 0.35 * blade + 0.5 * scrape, 0, 0.7)
    tune("C3+Eb3+F#3+A3+C4+Eb4:1.6", 1.0, organ, out, 1.0, start=0.45)
    tune("C2:.3 C2", 1.0, timpani, out, 1.0, start=0.45)
    return in_a_hall(out, 1.6, 0.25, 3160, tail=0.6, dark=3200)


def survived() -> Sound:
    """Still seated: a breath let go, and a cadence that sits down too."""
    out = silence(2.2)
    sigh = band(noise(0.7, 3170), 500, 2200) * curve([(0, 0), (0.12, 1), (0.7, 0)], 0.7)
    place(out, sigh, 0, 0.25)
    tune("G4+D5:1 G4+B4:1 C4+E4+G4+C5:3", 0.24, harpsichord, out, 1.0, start=0.5)
    tune("G2:2 C3:3", 0.24, harpsichord, out, 0.8, start=0.5)
    return in_a_hall(out, 0.8, 0.16, 3180, tail=0.4)


def drum_roll() -> Sound:
    """Four seconds: as long as the verdict makes itself wait."""
    return in_a_hall(roll(4.0, 3200), 0.9, 0.15, 3270, tail=0.12)


def siren() -> Sound:
    """Two tones, twice, outside in the street, and a car door."""
    out = silence(2.9)
    for number in range(2):
        place(out, horn(435, 0.5, 3300 + number), 1.08 * number)
        place(out, horn(580, 0.54, 3310 + number), 1.08 * number + 0.52)
    street = low(out, 2600) * curve([(0, 0.5), (1.6, 1), (2.3, 0.8), (2.9, 0.8)], 2.9)
    place(street, tap(3320, 1.0), 2.4, 0.5 * float(np.max(np.abs(street))))
    return in_a_hall(street, 1.4, 0.3, 3330, tail=0.5, dark=2500)


def pile_empty() -> Sound:
    """The last card goes, and a finger finds only wood."""
    out = silence(2.6)
    place(out, slide(0.4, 3340), 0, 0.8)
    place(out, knuckles(3344), 0.6, 0.5)
    place(out, knuckles(3345), 0.85, 0.4)
    place(out, bell(196, 1.5, 3346), 1.05, 0.35)
    return in_a_hall(out, 1.3, 0.25, 3350, tail=0.5)


def victory_player() -> Sound:
    """Five points: a fanfare in D, a little too proud."""
    out = silence(5.4)
    beat = 0.25
    tune("A4:.5 A4:.5 D5:2 A4 F#4 D5 F#5 A5:2 G5:.5 F#5:.5 E5 A5 D6:5", beat, brass, out)
    tune("-:1 F#4+A4:2 -:2 F#4+A4:2 D4+F#4+A4:2 -:1 A3+C#4+E4:2 D4+F#4+A4+D5:5", beat, brass, out, 0.45)
    tune("-:1 D3:2 A2 A2 D3:2 D3:2 A2 A2 A2 D3:.5 D3:.5 D3:4", beat, timpani, out, 0.8)
    tune("F#6 A6 D6 F#6:3", beat / 2, chime, out, 0.25, start=13.5 * beat)
    return in_a_hall(drive(out, 1.2), 1.6, 0.25, 3360, tail=1.0)
