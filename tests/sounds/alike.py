"""How far two voices are apart in what they say: sound by sound, whatever the throat, the pitch and the pace."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray
from scipy.fft import dct

Numbers = NDArray[np.float64]
RATE, WINDOW, HOP, FINE = 24000, 720, 360, 1024
BANDS, LOWEST, HIGHEST = 26, 120.0, 5500.0  # Hz: above a man's and below a child's hiss
SHAPE = slice(1, 13)  # of the cepstrum: the mouth; what lies above is the pitch
SILENT = 1e-4  # of the loudest frame


def sounds_of(path: Path) -> Numbers:
    """The shape of the mouth, 67 times a second, each feature as far from its own mean as it usually is."""
    heard, rate = soundfile.read(path, dtype="float64")
    assert rate == RATE, path
    frames = np.lib.stride_tricks.sliding_window_view(heard, WINDOW)[::HOP] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(frames, FINE)) ** 2 @ _bands().T
    loud = power.sum(axis=1) > SILENT * power.sum(axis=1).max()
    shape = dct(np.log(power + 1e-6), norm="ortho", axis=1)[loud, SHAPE]
    features: Numbers = (shape - shape.mean(axis=0)) / shape.std(axis=0)
    return features


def apart(one: Numbers, other: Numbers) -> float:
    """Per frame, along the best way through both at their own pace (dynamic time warping)."""
    distance = np.sqrt(((one[:, None] - other[None]) ** 2).sum(axis=-1))
    before = np.full(len(other) + 1, np.inf)
    before[0] = 0.0
    for row in distance:
        now = np.full(len(other) + 1, np.inf)
        for column, step in enumerate(row, 1):
            now[column] = step + min(before[column - 1], before[column], now[column - 1])
        before = now
    return float(before[-1] / (len(one) + len(other)))


def _bands() -> Numbers:
    """Triangles that are wider the higher they lie, as an ear's are."""
    low, high = (2595 * np.log10(1 + hertz / 700) for hertz in (LOWEST, HIGHEST))
    edges = 700 * (10 ** (np.linspace(low, high, BANDS + 2) / 2595) - 1)
    hertz = np.fft.rfftfreq(FINE, 1 / RATE)
    sides = [((hertz - low) / (high - low), (high - hertz) / (high - low)) for low, high in pairwise(edges)]
    return np.array([np.clip(np.minimum(up, down), 0, None) for (up, _), (_, down) in pairwise(sides)])
