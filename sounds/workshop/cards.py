"""What is heard around a card table, for any game: paper, wood and drums."""

from __future__ import annotations

import numpy as np

from workshop.music import timpani
from workshop.tones import (
    Sound,
    band,
    clock,
    curve,
    decay,
    glide,
    high,
    noise,
    place,
    ring,
    silence,
    sine,
    swell,
    wander,
)


def slide(seconds: float, seed: int, bright: float = 1.0) -> Sound:
    """A card over felt: its weave is heard, faster in the middle of the way."""
    speed = np.sin(np.pi * np.clip(clock(seconds) / seconds, 0, 1)) ** 0.7
    weave = 1 + 0.5 * wander(seconds, seed + 1, 90)
    felt = band(noise(seconds, seed), 1100 * bright, 6500 * bright) * speed * weave
    return felt * swell(seconds, 0.02, 0.06)


def tap(seed: int, weight: float = 0.5) -> Sound:
    """A card set down on a table; `weight` from 0 (a fingertip) to 1 (the flat of a hand)."""
    seconds = 0.3
    paper = high(noise(seconds, seed), 2200) * decay(seconds, 0.003 + 0.004 * weight)
    board = ring(noise(seconds, seed + 1) * decay(seconds, 0.008), 620 - 260 * weight, 180) * 4
    thump = sine(glide([(0, 210 - 90 * weight), (0.1, 120 - 45 * weight), (seconds, 90)], seconds), seconds)
    return (0.5 * paper + board + (0.3 + 1.6 * weight) * thump * decay(seconds, 0.03)) * swell(seconds, 0.0008, 0.1)


def knock(seed: int) -> Sound:
    """Knuckles on a door."""
    seconds = 0.35
    blow = noise(seconds, seed) * decay(seconds, 0.006)
    wood = sum(
        (ring(blow, hertz, 60) * gain for hertz, gain in ((170, 5), (310, 4), (540, 3), (900, 1.5))), blow * 0.15
    )
    return wood * swell(seconds, 0.001, 0.12)


def riffle(seconds: float, cards: int, seed: int) -> Sound:
    """Two halves of a pack that run into each other, faster and faster."""
    out = silence(seconds + 0.3)
    chance = np.random.RandomState(seed)
    for number in range(cards):
        at = seconds * (number / cards) ** 0.8 + 0.004 * chance.random_sample()
        snap = band(noise(0.03, seed + number), 1400 + 900 * chance.random_sample(), 8000) * decay(0.03, 0.003)
        place(out, snap * swell(0.03, 0.0004, 0.01), at, 0.6 + 0.4 * chance.random_sample())
    return out


def creak(seconds: float, seed: int, pitch: float) -> Sound:
    """A wooden door on its hinges."""
    rate = pitch * (1 + 0.25 * wander(seconds, seed, 9)) * curve([(0, 0.7), (seconds, 1.5)], seconds)
    jumps = np.diff(np.floor(np.cumsum(np.maximum(rate, 5)) / 44100), prepend=0.0)
    wood = sum(
        (ring(jumps, hertz, 70) * gain for hertz, gain in ((480, 1.0), (910, 0.8), (1500, 0.5))), silence(seconds)
    )
    return wood * 30 * swell(seconds, 0.05, 0.08)


def roll(seconds: float, seed: int) -> Sound:
    """A side drum and a kettle drum that grow until the very end, where they break off."""
    out = silence(seconds)
    chance = np.random.RandomState(seed)
    at = 0.0
    while at < seconds - 0.03:
        share = at / seconds
        stroke = band(noise(0.14, seed + int(at * 997) % 61), 900, 7500) * decay(0.14, 0.022)
        skin = sine(glide([(0, 230), (0.05, 185), (0.14, 180)], 0.14), 0.14) * decay(0.14, 0.025)
        force = (0.2 + 0.8 * share**1.6) * (0.85 + 0.3 * chance.random_sample())
        place(out, (0.7 * stroke + 0.8 * skin) * swell(0.14, 0.0008, 0.04), at, force)
        at += 0.047 - 0.009 * share + 0.006 * (chance.random_sample() - 0.5)
    for number, beat in enumerate(np.arange(0, seconds - 0.05, 0.11)):
        place(out, timpani(73.4 if number % 2 else 72.6, 0.8), float(beat), 0.04 + 0.16 * (beat / seconds) ** 2)
    return out * swell(seconds, 0.02, 0.03)
