"""The beds that lie under the evening: night and talk.

Everything is made on a ring: noise by its spectrum, gusts by whole waves, ticks and owls laid over the seam, echoes
by circular convolution. So the end runs into the beginning without a join. In the dark a bed must tell nothing: its
level is even, and nothing in it comes back after 5 or 10 seconds, the two lengths of a victim's count.
"""

from __future__ import annotations

import numpy as np

from workshop.calls import tick
from workshop.castle import owl
from workshop.tones import RATE, Sound, band, decay, echo_of_a_room, level, low, noise, samples, swell

NIGHT = 3_000_000 / RATE  # 68.03 s: a number of samples that is quick to transform
TICKS = 58
TICK = NIGHT / TICKS  # 1.173 s: no number of them makes 5 or 10 s
EVENING = 2_100_000 / RATE  # 47.62 s


def ring_noise(seconds: float, seed: int, bottom: float, top: float, slope: float) -> Sound:
    """Noise between two pitches that falls `slope` dB an octave, and whose end meets its beginning."""
    size = samples(seconds)
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    chance = np.random.RandomState(seed)
    spectrum = chance.standard_normal(len(hertz)) + 1j * chance.standard_normal(len(hertz))
    tilt = np.maximum(hertz, 1.0) ** (-slope / 6.02)
    edges = 1 / (1 + (bottom / np.maximum(hertz, 1e-3)) ** 6) / (1 + (hertz / top) ** 6)
    sound: Sound = np.fft.irfft(spectrum * tilt * edges, size)
    return sound / np.std(sound)


def gusts(seconds: float, seed: int, slowest: int, fastest: int) -> Sound:
    """A slow curve of standard deviation 1 that repeats with the bed: whole waves, with chance in their phases."""
    waves = np.arange(slowest, fastest + 1)
    spectrum = np.zeros(samples(seconds) // 2 + 1, dtype=np.complex128)
    spectrum[waves] = np.exp(2j * np.pi * np.random.RandomState(seed).random_sample(len(waves))) / np.sqrt(waves)
    curve: Sound = np.fft.irfft(spectrum, samples(seconds))
    return curve / np.std(curve)


def lay(ring: Sound, sound: Sound, at: float, gain: float) -> None:
    """Add a sound to the ring, over the seam if need be."""
    where = (samples(at) + np.arange(len(sound))) % len(ring)
    np.add.at(ring, where, gain * sound)


def around(ring: Sound, answer: Sound, wet: float) -> Sound:
    """The ring in a room."""
    padded = np.zeros(len(ring))
    padded[: len(answer)] = answer
    wet_ring: Sound = np.fft.irfft(np.fft.rfft(ring) * np.fft.rfft(padded), len(ring))
    return ring + wet * wet_ring


def bed_night() -> Sound:
    """Wind about the castle, the clock in the hall, and an owl far away."""
    wind = ring_noise(NIGHT, 900, 130, 1500, 4.0) * 10 ** (0.75 * gusts(NIGHT, 901, 5, 23) / 20)
    whistle = ring_noise(NIGHT, 902, 500, 900, 0.0) * 10 ** (2.0 * gusts(NIGHT, 903, 4, 17) / 20)
    leaves = ring_noise(NIGHT, 904, 1400, 5200, 3.0) * 10 ** (1.0 * gusts(NIGHT, 905, 7, 31) / 20)
    air = wind + 0.16 * whistle + 0.5 * leaves
    hall = np.zeros(len(air))
    chance = np.random.RandomState(906)
    for number in range(TICKS):
        late = 0.012 * (chance.random_sample() - 0.5)
        lay(hall, level(tick(float(number % 2), 910 + number % 2)), number * TICK + 0.3 + late, 5.0)
    hall = around(hall, echo_of_a_room(1.6, 920, dark=2500), 0.5)
    far = np.zeros(len(air))
    call = level(low(owl(), 1400))
    for at, gain in ((6.3, 0.8), (29.6, 0.6), (52.9, 0.7)):
        lay(far, call, at, gain)
    return air + hall + around(far, echo_of_a_room(2.5, 921, dark=1500), 0.8)


def crackle(seed: int) -> Sound:
    """One pop of the fire."""
    pop = band(noise(0.05, seed), 900 + 260 * (seed % 9), 7000) * decay(0.05, 0.0015 + 0.0006 * (seed % 5))
    return pop * swell(0.05, 0.0003, 0.02)


def bed_evening() -> Sound:
    """A fire in the chimney and the breath of a large room."""
    breath = ring_noise(EVENING, 950, 60, 700, 5.0) * 10 ** (0.8 * gusts(EVENING, 951, 3, 19) / 20)
    flames = ring_noise(EVENING, 952, 150, 2600, 4.5) * 10 ** (1.4 * gusts(EVENING, 953, 20, 160) / 20)
    fire = np.zeros(len(breath))
    chance = np.random.RandomState(954)
    for number in range(330):
        size = 0.06 + 0.5 * chance.random_sample() ** 5
        lay(fire, crackle(960 + number % 45), EVENING * chance.random_sample(), size)
    return 0.8 * breath + 0.7 * flames + around(fire, echo_of_a_room(0.6, 955), 0.4)
