"""Masks and snakes: doors, cards that turn, a hiss, and the two ends."""

from __future__ import annotations

import numpy as np

from workshop.cards import creak, riffle, slide, tap
from workshop.castle import clang
from workshop.music import brass, chime, harpsichord, timpani, tune
from workshop.tones import (
    Sound,
    band,
    clock,
    curve,
    decay,
    drive,
    glide,
    in_a_hall,
    low,
    noise,
    place,
    silence,
    sine,
    swell,
    wander,
)


def door_shut() -> Sound:
    """A door of one's own: a short creak, oak on oak, the latch."""
    out = silence(1.1)
    place(out, creak(0.35, 2000, 46), 0, 0.5)
    place(out, tap(2003, 1.0), 0.36, 1.4)
    place(out, low(noise(0.5, 2004), 260) * decay(0.5, 0.05), 0.36, 1.2)
    place(out, clang(0.3, 2005, 900, 10, 0.03), 0.52, 0.22)
    return in_a_hall(out, 0.8, 0.2, 2006, tail=0.4, dark=3000)


def doors_open() -> Sound:
    """All of them: latch after latch, and the hinges."""
    out = silence(1.5)
    for number, at in enumerate((0.0, 0.17, 0.29, 0.46)):
        place(out, clang(0.25, 2020 + number, 820 + 90 * number, 10, 0.025), at, 0.3)
        place(out, creak(0.6, 2030 + number, 30 + 7 * number), at + 0.06, 0.6)
    return in_a_hall(out, 0.9, 0.22, 2040, tail=0.4, dark=3200)


def card_slide() -> Sound:
    """Somebody slides a card across."""
    out = silence(0.75)
    place(out, slide(0.55, 2050), 0)
    place(out, tap(2052, 0.1), 0.5, 0.5)
    return in_a_hall(out, 0.4, 0.1, 2054, tail=0.2)


def card_back() -> Sound:
    """Refused: the card goes back, quicker than it came."""
    out = silence(0.6)
    place(out, tap(2060, 0.15), 0, 0.5)
    place(out, slide(0.35, 2062, bright=0.8), 0.1)
    return in_a_hall(out, 0.4, 0.1, 2064, tail=0.2)


def day_chime() -> Sound:
    """A card of the circle turns over, and there is light on it."""
    out = silence(1.7)
    place(out, riffle(0.05, 3, 2070), 0, 0.8)
    place(out, tap(2072, 0.3), 0.12, 0.8)
    tune("G5:.8 C6:.8 E6:.8 G6:2", 0.11, chime, out, 0.45, start=0.16)
    return in_a_hall(out, 1.2, 0.25, 2074, tail=0.5)


def card_gone() -> Sound:
    """A card is swept off the table, and something falls away under it."""
    out = silence(1.1)
    place(out, slide(0.4, 2080, bright=1.2), 0)
    fall = sine(glide([(0, 420), (0.3, 210), (0.75, 85)], 0.75), 0.75) * decay(0.75, 0.22) * swell(0.75, 0.03, 0.2)
    place(out, fall + 0.3 * low(noise(0.75, 2082), 500) * decay(0.75, 0.15), 0.28, 0.7)
    return in_a_hall(out, 1.0, 0.25, 2084, tail=0.4, dark=2500)


def nothing_happens() -> Sound:
    """Two notes that shrug."""
    out = silence(0.9)
    tune("E4:.9 Eb4", 0.2, harpsichord, out, 0.8)
    return in_a_hall(low(out, 3500), 0.5, 0.12, 2090, tail=0.3)


def hiss(seconds: float, seed: int) -> Sound:
    """A snake that has time."""
    breath = band(noise(seconds, seed), 2800, 9500)
    tongue = 1 + 0.35 * np.sign(sine(31 + 4 * wander(seconds, seed + 1, 3), seconds)) * curve(
        [(0, 0), (0.4 * seconds, 0.2), (seconds, 1)], seconds
    )
    gust: Sound = breath * tongue * (1 + 0.2 * wander(seconds, seed + 2, 8))
    return gust * curve([(0, 0), (0.12, 1), (0.7 * seconds, 0.75), (seconds, 0)], seconds)


def snake_hiss() -> Sound:
    """A mask falls, and behind it there was one."""
    out = silence(1.5)
    place(out, hiss(1.4, 2100), 0)
    rattle = silence(1.2)
    for number, at in enumerate(np.cumsum(np.full(30, 0.034) - 0.0004 * np.arange(30))):
        place(rattle, band(noise(0.03, 2110 + number), 2000, 6000) * decay(0.03, 0.005), float(at), 0.5)
    place(out, rattle, 0.25, 0.7)
    return in_a_hall(out, 0.9, 0.2, 2104, tail=0.4)


def victory_day() -> Sound:
    """Morning: a tune that climbs until every window is open."""
    out = silence(5.6)
    beat = 0.27
    tune("D4 G4 B4 D5:1.5 E5:.5 D5 B4 C5:1.5 D5:.5 E5 G5 F#5 G5:5", beat, brass, out)
    tune("-:3 G3+B3+D4:2 G3+B3:2 C4+E4+G4:2 C4+E4:1 D4+F#4+A4:2 G3+B3+D4+G4:5", beat, brass, out, 0.4)
    tune("-:3 G2:2 G2:2 C3:3 D3:1 D3 G2:5", beat, timpani, out, 0.6)
    tune("G5 B5 D6 G6 B5 D6 G6:3", beat / 2, chime, out, 0.3, start=13 * beat)
    return in_a_hall(drive(out, 1.2), 1.6, 0.25, 2120, tail=1.0)


def reed(pitch: float, seconds: float) -> Sound:
    """A charmer's pipe: nasal, and never quite still."""
    sway = pitch * (1 + 0.011 * sine(5.8, seconds) * np.clip(clock(seconds) / 0.25, 0, 1))
    sound = silence(seconds)
    for k in range(1, min(int(8000 / pitch), 14) + 1):
        nasal = 1 / (1 + ((k * pitch - 1250) / 700) ** 2) + 0.15
        sound += nasal * sine(k * sway, seconds, 0.13 * k) * (1.0 if k % 2 else 0.55)
    return sound * swell(seconds, 0.03, 0.05) * 0.5


def victory_snakes() -> Sound:
    """The night stays: a pipe winds downwards over a drum, and the table hisses."""
    out = silence(6.2)
    beat = 0.26
    tune("E5:1.5 F5:.5 G#5 F5 E5:1.5 D5:.5 C5 B4 A4:.5 B4:.5 C5 B4 A4 G#4:1.5 F4:.5 E4:4", beat, reed, out)
    tune("E2:1.5 E2:.5 E2 E2 " * 4 + "E2:1.5 E2:.5 E2:3", beat, timpani, out, 0.7)
    drone = low(sine(82.4, 6.0) + 0.6 * sine(123.6, 6.0, 0.3) + 0.4 * sine(164.8, 6.0, 0.1), 600)
    place(out, drone * swell(6.0, 0.6, 0.8), 0, 0.35)
    place(out, hiss(1.9, 2130), 4.1, 0.22)
    return in_a_hall(out, 2.0, 0.3, 2140, tail=0.9, dark=3000)
