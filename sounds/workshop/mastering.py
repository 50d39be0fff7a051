"""From a raw sound to one that belongs to the pack: its edges, its loudness and its ceiling."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import minimum_filter1d, uniform_filter1d

from workshop.meters import loudness, oversampled
from workshop.tones import Sound, samples

HEAD, TAIL = 0.02, 0.15  # seconds left before and after the words
LOOKAHEAD = 0.004


def strength(sound: Sound, window: int) -> Sound:
    """How strong the sound is about each sample. (A running mean can end a hair below zero.)"""
    mean: Sound = np.sqrt(np.maximum(uniform_filter1d(sound**2, window), 1e-12))
    return mean


def trim(sound: Sound, rate: int) -> Sound:
    """The words with a breath before and after them; what lies outside is faded, not cut."""
    power = strength(sound, rate // 100)
    heard = np.flatnonzero(power > np.max(power) * 10 ** (-42 / 20))
    start, end = heard[0], heard[-1] + 1
    head, tail = samples(HEAD, rate), samples(TAIL, rate)
    padded = np.concatenate((np.zeros(head), sound, np.zeros(tail)))
    kept = padded[start : end + head + tail].copy()
    kept[:head] *= np.linspace(0, 1, head)
    kept[-tail:] *= np.linspace(1, 0, tail)
    return kept


def limit(sound: Sound, rate: int, ceiling: float) -> Sound:
    """No true peak above the ceiling (dBTP). The gain looks ahead and moves smoothly, so nothing is clipped."""
    if np.max(np.abs(sound)) < 10 ** (ceiling / 20) / 3:
        return sound  # nothing near the ceiling, between the samples neither
    fine = np.abs(oversampled(sound))
    peaks = np.maximum.reduce([fine[k::4][: len(sound)] for k in range(4)])
    peaks = np.maximum(peaks, np.concatenate((peaks[1:], [0.0])))  # a peak belongs to both samples beside it
    gain = np.minimum(1.0, 10 ** (ceiling / 20) / (peaks + 1e-12))
    window = 2 * samples(LOOKAHEAD, rate) + 1
    safe: Sound = sound * uniform_filter1d(minimum_filter1d(gain, window), window, mode="nearest")
    return safe


def master(sound: Sound, rate: int, target: float, ceiling: float) -> Sound:
    """The sound at its loudness, under its ceiling: louder by what the ceiling took away, until it fits."""
    gain = 10 ** ((target - loudness(sound, rate)) / 20)
    for _ in range(8):
        mastered = limit(sound * gain, rate, ceiling)
        missing = target - loudness(mastered, rate)
        if abs(missing) < 0.02:
            break
        gain *= 10 ** (missing / 20)
    return mastered
