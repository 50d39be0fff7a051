"""The castle and its animals: gong, bell, jail door, handcuffs, owl and cock."""

from __future__ import annotations

import numpy as np

from workshop.tones import (
    RATE,
    Points,
    Sound,
    band,
    clock,
    curve,
    decay,
    drive,
    fade_out,
    glide,
    high,
    in_a_hall,
    low,
    noise,
    place,
    ring,
    samples,
    silence,
    sine,
    swell,
    wander,
)

# A bell's partials (ratio to the prime, strength, half-life in seconds): hum, prime, tierce, quint, nominal and above.
BELL = (
    (0.5, 0.5, 1.6),
    (1.0, 0.9, 0.9),
    (1.19, 0.75, 0.75),
    (1.5, 0.3, 0.5),
    (2.0, 1.0, 0.55),
    (2.51, 0.4, 0.3),
    (2.66, 0.35, 0.28),
    (3.01, 0.5, 0.24),
    (4.17, 0.35, 0.15),
    (5.43, 0.25, 0.1),
    (6.79, 0.15, 0.07),
    (8.21, 0.1, 0.05),
)


def bell(prime: float, seconds: float, seed: int, partials: tuple[tuple[float, float, float], ...] = BELL) -> Sound:
    """One stroke. Each partial is two that beat slowly: no bell is perfectly round."""
    sound = silence(seconds)
    chance = np.random.RandomState(seed)
    for ratio, strength, half in partials:
        beat = 0.35 + 0.5 * chance.random_sample()
        for shift, share in ((0.0, 1.0), (beat, 0.3)):
            phase = float(chance.random_sample())
            sound += share * strength * sine(prime * ratio + shift, seconds, phase) * decay(seconds, half)
    clapper = band(noise(seconds, seed + 1), 1200, 7000) * decay(seconds, 0.008) * 0.9
    return (sound + clapper) * swell(seconds, 0.002, 0.3)


def church_bell() -> Sound:
    """Three strokes from a tower beyond the park, none quite like the other."""
    out = silence(8.0)
    for number, (at, gain) in enumerate(((0, 1.0), (2.15, 0.85), (4.37, 0.93))):
        place(out, bell(311, 8.0 - at, 200 + 7 * number), at, gain)
    return in_a_hall(low(out, 6500), 2.2, 0.3, 220, tail=0.6, dark=2500)


def gong() -> Sound:
    """A tam-tam: a soft blow whose high partials bloom after it."""
    seconds = 5.5
    sound = silence(seconds)
    chance = np.random.RandomState(300)
    for number in range(46):
        hertz = 92 * (1 + 0.62 * number**1.17 + 0.35 * chance.random_sample())
        bloom = 0.004 + 0.35 * min(hertz / 2500, 1.0)  # seconds until this partial is at its height
        half = 1.3 / (1 + hertz / 1300)
        shape = (1 - np.exp(-clock(seconds) / bloom * 2.5)) * decay(seconds, half)
        tone = sine(hertz, seconds, float(chance.random_sample()))
        sound += tone * shape * (1 + 0.3 * sine(1.5 + 3 * chance.random_sample(), seconds)) / (1 + hertz / 420)
    blow = low(noise(seconds, 301), 700) * decay(seconds, 0.02) * 3.0
    shimmer = band(noise(seconds, 302), 2500, 7000) * decay(seconds, 0.6) * (1 - np.exp(-clock(seconds) / 0.25)) * 0.35
    strike = (sound + blow + shimmer) * swell(seconds, 0.002, 0.8)
    return in_a_hall(drive(strike, 1.3), 1.8, 0.2, 303, tail=0.3)


def clang(seconds: float, seed: int, bottom: float, modes: int, half: float) -> Sound:
    """Iron on iron: many inharmonic modes, struck at once."""
    chance = np.random.RandomState(seed)
    sound = silence(seconds)
    for number in range(modes):
        hertz = bottom * (1 + number * (0.7 + 0.55 * chance.random_sample()))
        if hertz < 12000:
            life = half / (1 + hertz / 2500)
            sound += sine(hertz, seconds, float(chance.random_sample())) * decay(seconds, life) / (1 + number) ** 0.55
    hit = high(noise(seconds, seed + 1), 900) * decay(seconds, 0.004) * 1.8
    return (sound + hit) * swell(seconds, 0.001, min(0.1, seconds / 2))


def jail_door() -> Sound:
    """Hinges that nobody has oiled, a heavy slam, and the bolt."""
    out = silence(2.9)
    seconds = 1.15
    # Stick and slip: the hinge jumps at a rate that wanders, and each jump makes the iron sing.
    rate = glide([(0, 38), (0.3, 70), (0.6, 52), (0.9, 105), (1.15, 150)], seconds) * (
        1 + 0.12 * wander(seconds, 401, 12)
    )
    turns = np.cumsum(rate) / RATE
    jumps = np.diff(np.floor(turns), prepend=0.0) * (1 + 0.4 * wander(seconds, 402, 200))
    creak = silence(seconds)
    for hertz, width, gain in ((620, 60, 1.0), (1130, 80, 0.9), (1840, 110, 0.8), (2950, 200, 0.5)):
        creak += gain * ring(jumps, hertz, width) * 40
    place(out, creak * curve([(0, 0.1), (0.25, 0.8), (0.7, 0.5), (1.0, 1.0), (1.15, 0.2)], seconds), 0, 1.6)
    slam = clang(1.5, 410, 96, 34, 0.55) + 2.2 * sine(glide([(0, 88), (0.3, 45), (1.5, 40)], 1.5), 1.5) * decay(
        1.5, 0.07
    )
    place(out, slam, 1.2, 1.0)
    place(out, clang(0.5, 420, 760, 18, 0.05), 1.32, 0.4)  # the door jumps in its frame
    place(out, clang(0.6, 430, 540, 16, 0.06), 1.95, 0.7)
    place(out, clang(0.6, 440, 410, 18, 0.08), 2.12, 0.95)
    return in_a_hall(out, 1.6, 0.3, 450, tail=0.7, dark=3500)


def handcuffs() -> Sound:
    """Two ratchets that close, and the chain."""
    out = silence(1.5)
    for cuff, start in enumerate((0.0, 0.62)):
        at = start
        for tooth in range(8):
            click = clang(0.09, 500 + 20 * cuff + tooth, 2350 + 170 * cuff, 12, 0.012)
            place(out, click, at, 0.55 + 0.06 * tooth)
            at += 0.052 - 0.0032 * tooth
        place(out, clang(0.3, 540 + cuff, 1480, 20, 0.045), at + 0.01, 1.25)
    for link in range(5):
        place(out, clang(0.25, 560 + link, 3100 + 240 * link, 9, 0.03), 1.02 + 0.055 * link, 0.3)
    return in_a_hall(drive(out, 1.5), 0.5, 0.12, 570, tail=0.25)


def hoot(pitch: Points, force: Points, seconds: float, seed: int) -> Sound:
    """A round tone with a little breath in it."""
    hertz = glide(pitch, seconds) * (1 + 0.003 * wander(seconds, seed, 12))
    tone = sine(hertz, seconds) + 0.16 * sine(2 * hertz, seconds, 0.2) + 0.05 * sine(3 * hertz, seconds, 0.4)
    breath = ring(noise(seconds, seed + 1), float(np.mean(hertz)), 260) * 0.12
    return (tone + breath) * curve(force, seconds) * swell(seconds, 0.04, 0.08)


def owl() -> Sound:
    """A tawny owl: a long hoot, a short one, and the long one that trembles."""
    out = silence(4.2)
    place(out, hoot([(0, 760), (0.15, 830), (0.8, 745)], [(0, 0.3), (0.25, 1), (0.8, 0.3)], 0.8, 600), 0.0)
    place(out, hoot([(0, 700), (0.1, 760), (0.22, 720)], [(0, 0.4), (0.1, 0.6), (0.22, 0.2)], 0.22, 610), 1.75, 0.7)
    long = hoot([(0, 740), (0.2, 815), (0.9, 800), (1.7, 700)], [(0, 0.3), (0.4, 0.9), (1.0, 1), (1.7, 0.2)], 1.7, 620)
    tremble = 1 - curve([(0, 0.5), (0.7, 0.75), (1.1, 0.1), (1.7, 0.1)], 1.7) * (0.5 + 0.5 * sine(13.5, 1.7))
    place(out, long * tremble, 2.2)
    return in_a_hall(out, 1.6, 0.16, 630, tail=0.8, dark=2200)


def crow(pitch: Points, force: Points, seconds: float, seed: int) -> Sound:
    """A hard, reedy throat."""
    hertz = glide(pitch, seconds) * (1 + 0.006 * wander(seconds, seed, 45))
    voice = silence(seconds)
    for k in range(1, 13):
        at = k * hertz
        passed = 0.12 + 1 / (1 + ((at - 1900) / 500) ** 2) + 0.8 / (1 + ((at - 3300) / 600) ** 2)
        voice += passed * (at < 12000) * sine(at, seconds, 0.17 * k * k)
    rasp = 1 - 0.3 * (0.5 + 0.5 * sine(hertz / 9, seconds)) * np.clip(0.6 + 0.4 * wander(seconds, seed + 1, 20), 0, 1)
    air = band(noise(seconds, seed + 2), 1500, 5000) * 0.12
    hoarse: Sound = voice * rasp + air * np.std(voice) * 2
    return hoarse * curve(force, seconds) * swell(seconds, 0.015, 0.06)


def cock_crow() -> Sound:
    """Cock-a-doodle-doo: two short, one that leaps, and one that is long and falls."""
    out = silence(2.35)
    place(out, crow([(0, 480), (0.08, 660), (0.2, 560)], [(0, 0.5), (0.08, 0.9), (0.2, 0.5)], 0.2, 700), 0.0, 0.75)
    place(out, crow([(0, 640), (0.06, 760), (0.15, 700)], [(0, 0.6), (0.15, 0.6)], 0.15, 710), 0.27, 0.8)
    place(out, crow([(0, 700), (0.1, 930), (0.3, 900)], [(0, 0.6), (0.1, 1), (0.3, 0.6)], 0.3, 720), 0.47, 0.9)
    last: Points = [(0, 780), (0.12, 1010), (0.55, 960), (1.0, 760), (1.35, 470)]
    place(out, crow(last, [(0, 0.7), (0.15, 1), (0.8, 0.9), (1.35, 0.25)], 1.35, 730), 0.82)
    return fade_out(in_a_hall(drive(out, 1.4), 1.2, 0.2, 740, tail=0.5), 0.1)[: samples(2.85)]
