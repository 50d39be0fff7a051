"""Ears made of numbers: loudness, true peak and silence at the start. The tests listen with the same ones."""

from __future__ import annotations

import numpy as np
import pyloudnorm
from scipy.signal import resample_poly

from workshop.tones import Sound

SHORT = 3.0  # seconds
SILENT = 10 ** (-50 / 20)  # -50 dBFS


def loudness(sound: Sound, rate: int) -> float:
    """EBU R128 integrated loudness in LUFS.

    A file of less than three seconds is heard over and over until it is that long: the standard's blocks of 0.4 s
    would not fit into a single word, or leave out its ends.
    """
    heard = np.tile(sound, int(np.ceil(SHORT * rate / len(sound)))) if len(sound) < SHORT * rate else sound
    return float(pyloudnorm.Meter(rate).integrated_loudness(heard))


def short_term(sound: Sound, rate: int) -> list[float]:
    """The loudness of every three seconds of a loop, one second apart and over its seam."""
    meter = pyloudnorm.Meter(rate)
    ring = np.concatenate((sound, sound[: int(SHORT * rate)]))
    return [float(meter.integrated_loudness(ring[at : at + int(SHORT * rate)])) for at in range(0, len(sound), rate)]


def oversampled(sound: Sound) -> Sound:
    """Four samples for one. (With a filter as short as the standard's, peaks of bright sounds would be missed.)"""
    fine: Sound = resample_poly(sound, 4, 1)
    return fine


def true_peak(sound: Sound) -> float:
    """The peak between the samples, by oversampling four times, in dBTP."""
    return float(20 * np.log10(np.max(np.abs(oversampled(sound))) + 1e-12))


def onset(sound: Sound, rate: int) -> float:
    """Seconds until anything is heard."""
    return float(np.argmax(np.abs(sound) > SILENT)) / rate
