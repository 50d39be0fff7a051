"""What every effect is built from: tones, noise, envelopes, filters and a room.

All of it repeats to the byte: chance comes only from numpy's frozen legacy generator, whose stream never changes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator
from scipy.signal import butter, fftconvolve, sosfilt

Sound = NDArray[np.float64]
Points = Sequence[tuple[float, float]]

RATE = 44100


def samples(seconds: float, rate: int = RATE) -> int:
    return round(seconds * rate)


def clock(seconds: float) -> Sound:
    """The time of each sample."""
    return np.arange(samples(seconds)) / RATE


def silence(seconds: float) -> Sound:
    return np.zeros(samples(seconds))


def noise(seconds: float, seed: int) -> Sound:
    """White noise of standard deviation 1."""
    white: Sound = np.random.RandomState(seed).standard_normal(samples(seconds))
    return white


def wander(seconds: float, seed: int, cutoff: float) -> Sound:
    """A slow random curve of standard deviation 1, for jitter and gusts."""
    spare = 1.0 / cutoff  # the filter settles before the curve begins
    curve = low(noise(seconds + spare, seed), cutoff)[samples(spare) :][: samples(seconds)]
    steady: Sound = curve / (np.std(curve) + 1e-12)
    return steady


def curve(points: Points, seconds: float) -> Sound:
    """Straight lines through (second, value)."""
    at, values = zip(*points, strict=True)
    lines: Sound = np.interp(clock(seconds), at, values)
    return lines


def glide(points: Points, seconds: float) -> Sound:
    """A pitch that bends smoothly through (second, hertz), as a voice does."""
    at, hertz = zip(*points, strict=True)
    bend = PchipInterpolator(at, np.log2(hertz), extrapolate=False)
    pitch: Sound = np.exp2(bend(np.clip(clock(seconds), at[0], at[-1])))
    return pitch


def sine(pitch: Sound | float, seconds: float, phase: float = 0.0) -> Sound:
    """A pure tone of a steady or gliding pitch."""
    hertz = np.broadcast_to(np.asarray(pitch, dtype=np.float64), (samples(seconds),))
    turns = np.concatenate(([0.0], np.cumsum(hertz[:-1]))) / RATE
    wave: Sound = np.sin(2 * np.pi * (turns + phase))
    return wave


def swell(seconds: float, attack: float, release: float) -> Sound:
    """Up within `attack`, down within `release`, with round corners."""
    shape = np.ones(samples(seconds))
    up, down = max(samples(attack), 1), max(samples(release), 1)
    shape[:up] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(1, up + 1) / up)
    shape[-down:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, down + 1) / down)
    return shape


def decay(seconds: float, half: float) -> Sound:
    """Half as loud after every `half` seconds."""
    falling: Sound = np.exp2(-clock(seconds) / half)
    return falling


def low(sound: Sound, cutoff: float, order: int = 2) -> Sound:
    return _filter(sound, "lowpass", cutoff, order)


def high(sound: Sound, cutoff: float, order: int = 2) -> Sound:
    return _filter(sound, "highpass", cutoff, order)


def band(sound: Sound, bottom: float, top: float, order: int = 2) -> Sound:
    return _filter(sound, "bandpass", (bottom, top), order)


def ring(sound: Sound, centre: float, width: float) -> Sound:
    """A resonance, as of a throat or a piece of metal."""
    return band(sound, max(centre - width / 2, 20.0), min(centre + width / 2, RATE * 0.49), order=1)


def place(canvas: Sound, sound: Sound, at: float, gain: float = 1.0) -> None:
    """Add a sound to the canvas; what stands over its end is cut."""
    start = samples(at)
    piece = sound[: max(len(canvas) - start, 0)]
    canvas[start : start + len(piece)] += gain * piece


def level(sound: Sound) -> Sound:
    """The same sound with its peak at 1."""
    full: Sound = sound / (np.max(np.abs(sound)) + 1e-12)
    return full


def drive(sound: Sound, amount: float) -> Sound:
    """Soft saturation: louder without clipping, and more brazen."""
    warm: Sound = np.tanh(amount * level(sound)) / np.tanh(amount)
    return warm


def echo_of_a_room(length: float, seed: int, rate: int = RATE, dark: float = 4000.0, first: float = 0.008) -> Sound:
    """The answer of a room to a clap, without the clap: a few early reflections, then a tail that dies in `length`."""
    chance = np.random.RandomState(seed)
    at = np.arange(samples(length, rate)) / rate
    tail = chance.standard_normal(len(at)) * 10 ** (-3 * at / length)
    tail *= np.clip((at - first) / 0.04, 0.0, 1.0)  # the tail grows out of the reflections
    answer = tail / np.sqrt(np.sum(tail**2))
    for number in range(8):
        delay = first + 0.045 * (number + chance.random_sample() * 0.7) / 8
        answer[samples(delay, rate)] += (-1.0) ** number * 0.32 * 0.82**number
    dull = sosfilt(butter(1, dark, "lowpass", fs=rate, output="sos"), answer)
    soft: Sound = dull / np.sqrt(np.sum(dull**2))
    return soft


def in_a_hall(sound: Sound, length: float, wet: float, seed: int, tail: float, dark: float = 4000.0) -> Sound:
    """The sound in a castle's hall; its own onset stays as it was."""
    dry = np.concatenate((sound, silence(tail)))
    answer = fftconvolve(dry, echo_of_a_room(length, seed, dark=dark, first=0.015))[: len(dry)]
    return fade_out(dry + wet * answer, min(tail, 0.25))


def fade_out(sound: Sound, seconds: float) -> Sound:
    """The same sound with its end faded to nothing."""
    return sound * swell(len(sound) / RATE, 1 / RATE, seconds)


def _filter(sound: Sound, kind: str, edge: float | tuple[float, float], order: int) -> Sound:
    heard: Sound = sosfilt(butter(order, edge, kind, fs=RATE, output="sos"), sound)
    return heard
