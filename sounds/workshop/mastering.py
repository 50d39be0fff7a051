"""From a raw sound to one that belongs to the pack: the butler's timbre, the room, the loudness and the ceiling."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.ndimage import minimum_filter1d, uniform_filter1d
from scipy.signal import butter, fftconvolve, lfilter, sosfilt, sosfiltfilt

from workshop.meters import loudness, oversampled
from workshop.tones import Sound, echo_of_a_room, samples

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


def shelf(sound: Sound, rate: int, corner: float, gain: float) -> Sound:
    """A low shelf of so many dB (the Audio EQ Cookbook's, slope 1)."""
    a, w = 10 ** (gain / 40), 2 * np.pi * corner / rate
    cos, beta = np.cos(w), np.sin(w) * np.sqrt(2 * a)
    up = [a * (a + 1 - (a - 1) * cos + beta), 2 * a * (a - 1 - (a + 1) * cos), a * (a + 1 - (a - 1) * cos - beta)]
    down = [a + 1 + (a - 1) * cos + beta, -2 * (a - 1 + (a + 1) * cos), a + 1 + (a - 1) * cos - beta]
    heard: Sound = lfilter(up, down, sound)
    return heard


def bump(sound: Sound, rate: int, centre: float, gain: float, q: float) -> Sound:
    """A peaking equaliser (the Audio EQ Cookbook's)."""
    a, w = 10 ** (gain / 40), 2 * np.pi * centre / rate
    alpha, cos = np.sin(w) / (2 * q), np.cos(w)
    heard: Sound = lfilter([1 + alpha * a, -2 * cos, 1 - alpha * a], [1 + alpha / a, -2 * cos, 1 - alpha / a], sound)
    return heard


def soften_esses(sound: Sound, rate: int, most: float) -> Sound:
    """Where hissing outweighs the voice, take up to `most` dB off the hiss."""
    hiss = sosfiltfilt(butter(2, 4200, "highpass", fs=rate, output="sos"), sound)
    window = rate // 125
    share = strength(hiss, window) / (strength(sound, window) + 1e-4)
    less = 1 - 10 ** (-most / 20)
    calm: Sound = sound - hiss * less * uniform_filter1d(np.clip((share - 0.5) / 0.3, 0, 1), window)
    return calm


def even_out(sound: Sound, rate: int, ratio: float) -> Sound:
    """A slow hand on the fader: the loud half of the words comes down by `ratio`."""
    power = strength(sound, rate // 12)
    middle = np.sqrt(np.mean(sound[power > 0.1 * np.max(power)] ** 2))
    over = np.maximum(power / middle, 0.7) / 0.7
    even: Sound = sound * over ** (1 / ratio - 1)
    return even


def butler(sound: Sound, rate: int, recipe: Mapping[str, float]) -> Sound:
    """The timbre of a voice that has served for forty years, in a room with a carpet."""
    clean = sosfilt(butter(2, recipe["rumble"], "highpass", fs=rate, output="sos"), sound)
    warm = shelf(clean, rate, 190, recipe["warmth"])
    warm = bump(warm, rate, 420, -recipe["boxiness"], 1.0)
    clear = bump(warm, rate, 2900, recipe["presence"], 0.8)
    calm = even_out(soften_esses(clear, rate, recipe["esses"]), rate, recipe["evenness"])
    answer = echo_of_a_room(recipe["room"], 7, rate, dark=3200.0)
    roomy: Sound = calm + recipe["wet"] * fftconvolve(calm, answer)[: len(calm)]
    fade = samples(0.08, rate)
    roomy[-fade:] *= np.linspace(1, 0, fade)
    return roomy


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
