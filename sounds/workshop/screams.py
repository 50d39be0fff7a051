"""Five people who die aloud, each in another voice.

A scream is a voice at its limit: a high pitch that glides, energy where ears are keenest (2 to 4 kHz), and above
all roughness, a trembling of loudness 30 to 150 times a second that no speech has and every brain takes for alarm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workshop.tones import (
    RATE,
    Points,
    Sound,
    clock,
    curve,
    drive,
    glide,
    high,
    in_a_hall,
    level,
    noise,
    ring,
    silence,
    sine,
    swell,
    wander,
)

OPEN = ((950.0, 160.0, 1.0), (1500.0, 220.0, 0.8), (2900.0, 350.0, 0.9), (3800.0, 450.0, 0.7), (5200.0, 900.0, 0.25))


@dataclass(frozen=True, slots=True)
class Throat:
    """One voice and what it goes through."""

    seconds: float
    pitch: Points  # hertz
    force: Points  # loudness
    rough: Points  # depth of the roughness, 0 to 1
    rough_rate: Points  # hertz
    size: float = 1.0  # of the formants: a child's are higher
    breath: float = 0.15  # noise beside the voice
    under: float = 0.2  # the octave below that a torn voice falls into
    shiver: tuple[float, float] = (0.015, 6.5)  # vibrato: depth, rate
    seed: int = 0


def formants(hertz: Sound, size: float) -> Sound:
    """How well an open mouth passes each pitch."""
    passed = np.full_like(hertz, 0.03)
    for centre, width, gain in OPEN:
        passed += gain / (1 + ((hertz - centre * size) / (width * size)) ** 2)
    return passed


def scream(throat: Throat) -> Sound:
    """The voice, its breath and its roughness, in a hall."""
    seconds, seed = throat.seconds, throat.seed
    depth, rate = throat.shiver
    late = np.clip(clock(seconds) / 0.35, 0, 1)  # a shiver sets in, it does not begin
    pitch = glide(throat.pitch, seconds)
    pitch *= (
        1
        + depth * late * sine(rate, seconds)
        + 0.008 * wander(seconds, seed, 30)
        + 0.004 * wander(seconds, seed + 1, 140)
    )
    voice = silence(seconds)
    tract = 1 + 0.03 * wander(seconds, seed + 2, 5)
    for k in range(1, 26):
        hertz = k * pitch
        strength = formants(hertz / tract, throat.size) * (hertz < 13000) / k**0.35
        voice += strength * sine(hertz, seconds, phase=0.13 * k * k)
        if throat.under and k < 14:
            below = (k - 0.5) * pitch
            torn = np.clip(wander(seconds, seed + 3, 9) * 0.6 + 0.5, 0, 1)
            voice += throat.under * torn * formants(below, throat.size) * sine(below, seconds, phase=0.29 * k) / k**0.35
    air = silence(seconds)
    for number, (centre, width, gain) in enumerate(OPEN):
        air += gain * ring(noise(seconds, seed + 10 + number), centre * throat.size, 2.2 * width)
    air = high(air, 700) * (1 + 0.5 * sine(pitch, seconds))
    wobble = np.cumsum(curve(throat.rough_rate, seconds) * (1 + 0.22 * wander(seconds, seed + 4, 40))) / RATE
    edge = 0.5 - 0.5 * np.cos(2 * np.pi * wobble)
    grain = np.clip(0.5 + 0.35 * wander(seconds, seed + 5, 150), 0, 1)
    rough = 1 - curve(throat.rough, seconds) * (0.75 * edge + 0.25 * grain)
    # The roughness comes after the saturation, which would smooth it.
    torn_voice = drive(level(voice) + throat.breath * level(air), 1.8) * rough * curve(throat.force, seconds)
    return in_a_hall(torn_voice * swell(seconds, 0.003, 0.12), 1.3, 0.22, seed + 6, tail=0.45, dark=5000)


def scream_1() -> Sound:
    """A lady: the classic, up at once and held."""
    return scream(
        Throat(
            seconds=1.75,
            pitch=[(0, 760), (0.1, 1180), (0.45, 1390), (1.1, 1300), (1.5, 1050), (1.75, 700)],
            force=[(0, 0.9), (0.08, 1), (1.2, 0.95), (1.6, 0.5), (1.75, 0.2)],
            rough=[(0, 0.75), (0.3, 0.6), (0.9, 0.75), (1.75, 0.9)],
            rough_rate=[(0, 75), (0.9, 62), (1.75, 45)],
            shiver=(0.022, 6.8),
            seed=1000,
        )
    )


def scream_2() -> Sound:
    """A gentleman: hoarse, from the chest, breaking at the top."""
    return scream(
        Throat(
            seconds=1.45,
            pitch=[(0, 430), (0.07, 590), (0.35, 690), (0.75, 640), (0.78, 520), (1.2, 470), (1.45, 290)],
            force=[(0, 1), (0.7, 1), (0.95, 0.85), (1.3, 0.45), (1.45, 0.15)],
            rough=[(0, 0.75), (0.5, 0.6), (0.8, 0.9), (1.45, 0.95)],
            rough_rate=[(0, 92), (0.7, 110), (1.45, 58)],
            size=0.86,
            breath=0.3,
            under=0.55,
            shiver=(0.01, 5.5),
            seed=2000,
        )
    )


def scream_3() -> Sound:
    """A child: thin, piercing and short."""
    return scream(
        Throat(
            seconds=1.05,
            pitch=[(0, 1150), (0.06, 1620), (0.3, 1790), (0.7, 1700), (0.9, 1480), (1.05, 1200)],
            force=[(0, 1), (0.75, 1), (0.95, 0.5), (1.05, 0.2)],
            rough=[(0, 0.45), (0.4, 0.5), (1.05, 0.7)],
            rough_rate=[(0, 120), (1.05, 85)],
            size=1.27,
            breath=0.08,
            under=0.06,
            shiver=(0.03, 8.2),
            seed=3000,
        )
    )


def scream_4() -> Sound:
    """An old lady: a gasp of a cry, then a torn shriek that climbs to the roof."""
    return scream(
        Throat(
            seconds=2.0,
            pitch=[(0, 620), (0.1, 880), (0.26, 640), (0.36, 560), (0.5, 900), (1.1, 1330), (1.6, 1500), (2.0, 1120)],
            force=[(0, 1), (0.18, 0.9), (0.28, 0.06), (0.36, 0.1), (0.41, 1), (1.6, 1), (1.85, 0.5), (2, 0.1)],
            rough=[(0, 0.8), (0.4, 0.85), (1.2, 0.7), (2, 0.9)],
            rough_rate=[(0, 70), (0.5, 48), (1.4, 78), (2, 60)],
            size=1.05,
            breath=0.35,
            under=0.4,
            shiver=(0.03, 5.2),
            seed=4000,
        )
    )


def scream_5() -> Sound:
    """A young man who falls from the tower: down and away."""
    return scream(
        Throat(
            seconds=2.0,
            pitch=[(0, 640), (0.08, 930), (0.25, 1010), (0.8, 860), (1.5, 600), (2.0, 430)],
            force=[(0, 1), (0.5, 1), (1.2, 0.6), (1.8, 0.28), (2, 0.12)],
            rough=[(0, 0.75), (0.6, 0.65), (2, 0.7)],
            rough_rate=[(0, 100), (2, 70)],
            size=0.93,
            breath=0.2,
            under=0.25,
            shiver=(0.016, 5.0),
            seed=5000,
        )
    )
