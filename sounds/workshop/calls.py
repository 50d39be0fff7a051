"""The calls that must be instant: TOP in its patterns, the alarm, and the hourglass's last ten seconds.

The rhythms and tones of TOP are those of the buzzer, so that a box with a speaker and one without call alike.
"""

from __future__ import annotations

import numpy as np

from workshop.tones import (
    RATE,
    Sound,
    band,
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
    silence,
    sine,
    swell,
    wander,
)

A4, E5, A5 = 440.0, 659.26, 880.0


def horn(pitch: float, seconds: float, seed: int) -> Sound:
    """Three brazen horns, not quite in tune with each other: at full power within 5 ms."""
    blast = silence(seconds)
    bite = curve([(0, 1.0), (0.06, 0.75), (seconds - 0.08, 0.9), (seconds, 0.6)], seconds)
    for number, (ratio, gain) in enumerate(((0.5, 0.8), (0.5023, 0.55), (1.0, 1.0), (1.006, 0.6), (0.7492, 0.45))):
        scoop = glide([(0, 0.975 * ratio * pitch), (0.03, ratio * pitch), (seconds, 0.998 * ratio * pitch)], seconds)
        scoop *= 1 + 0.0012 * wander(seconds, seed + number, 25)
        for k in range(1, int(9000 / (ratio * pitch)) + 1):
            # A brass bell passes its middle best: a slope that rises to 1.5 kHz and falls gently after.
            hertz = k * ratio * pitch
            weight = gain * (hertz / 600) / (1 + (hertz / 1500) ** 2.1)
            blast += weight * bite ** (1 + hertz / 5000) * sine(k * scoop, seconds, phase=0.25 * (k % 3))
    spit = band(noise(seconds, seed + 50), 900, 5000) * decay(seconds, 0.02) * 0.5 * np.max(np.abs(blast))
    return drive(blast + spit, 2.2) * swell(seconds, 0.003, 0.05)


def pattern(beats: list[tuple[float, float, float]], seed: int) -> Sound:
    """Horns by (start, length, pitch), in a hall."""
    dry = silence(max(start + length for start, length, _ in beats))
    for number, (start, length, pitch) in enumerate(beats):
        place(dry, horn(pitch, length, seed + 100 * number), start)
    return in_a_hall(dry, 0.9, 0.16, seed, tail=0.45)


def top_stop() -> Sound:
    """One long: stop."""
    return pattern([(0, 0.9, A5)], 11)


def top_turn() -> Sound:
    """Two, rising: turn."""
    return pattern([(0, 0.35, E5), (0.5, 0.35, A5)], 12)


def top_vote() -> Sound:
    """Three, climbing: point."""
    return pattern([(0, 0.18, A4), (0.28, 0.18, E5), (0.56, 0.5, A5)], 13)


def top_empty() -> Sound:
    """A falling pair: the sand is out."""
    return pattern([(0, 0.5, A5), (0.7, 0.8, A4)], 14)


def alarm() -> Sound:
    """An electric bell whose hammer falls fourteen times a second, in three rings."""
    dry = silence(1.85)
    for ringing in range(3):
        for blow in range(6):
            at = 0.58 * ringing + blow / 14
            stroke = high(noise(0.3, 40 + blow), 2500) * decay(0.3, 0.003) * 1.4
            for partial, (hertz, half) in enumerate(
                ((1490, 0.09), (2310, 0.07), (3720, 0.05), (5130, 0.03), (6900, 0.02))
            ):
                stroke += (
                    sine(hertz * (1 + 0.002 * (blow % 2)), 0.3, phase=0.1 * partial) * decay(0.3, half) / (1 + partial)
                )
            place(dry, stroke * swell(0.3, 0.001, 0.05), at)
    return in_a_hall(drive(dry, 1.6), 0.6, 0.15, 41, tail=0.3)


def tick(heavy: float, seed: int) -> Sound:
    """A wooden clock's tick; `heavy` from 0 (light) to 1."""
    click = high(noise(0.12, seed), 1500) * decay(0.12, 0.0018)
    wood = ring(noise(0.12, seed + 1) * decay(0.12, 0.004), 1900 - 700 * heavy, 250) * 3.5
    box = sine(420 - 160 * heavy, 0.12) * decay(0.12, 0.014) * (0.3 + 0.8 * heavy)
    return (click * 0.5 + wood + box) * swell(0.12, 0.0005, 0.03)


def last_ten() -> Sound:
    """Ten seconds to the last grain: one tick a second, then two, then four, over a string that climbs."""
    seconds = 10.0
    out = silence(seconds)
    beats = [*np.arange(0, 5, 1.0), *np.arange(5, 8, 0.5), *np.arange(8, 10, 0.25)]
    for number, at in enumerate(beats):
        place(out, tick((number + 1) % 2, 60 + number % 2), float(at), 0.55 + 0.45 * at / seconds)
    for at in np.arange(0, 10, 1.0):  # a heart under it, that comes nearer
        for offset, gain in ((0.0, 1.0), (0.17, 0.65)):
            thud = sine(glide([(0, 95), (0.12, 48), (0.3, 42)], 0.3), 0.3) * decay(0.3, 0.045) * swell(0.3, 0.004, 0.1)
            place(out, thud, float(at) + offset, gain * (0.25 + 0.6 * at / seconds))
    climb = glide([(0, 110), (5, 124), (8, 147), (10, 196)], seconds)
    trill = 0.75 + 0.25 * np.sin(2 * np.pi * np.cumsum(curve([(0, 5), (10, 13)], seconds)) / RATE)
    strings = silence(seconds)
    for k in range(1, 14):
        for detune in (0.994, 1.0, 1.007):
            strings += sine(k * climb * detune, seconds, phase=0.37 * k * detune) / k**1.1
    strings = low(strings, 2600) * trill * curve([(0, 0.004), (4, 0.03), (8, 0.09), (9.9, 0.2), (10, 0.2)], seconds)
    return fade_out(out + strings, 0.03)
