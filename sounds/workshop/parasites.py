"""The hunt for false friends: a ray, what bursts, the door, the dinner, and the ends."""

from __future__ import annotations

import numpy as np

from workshop.cards import riffle, roll, tap
from workshop.castle import bell
from workshop.music import brass, chime, music_box, organ, timpani, tune
from workshop.tones import (
    RATE,
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
    silence,
    sine,
    swell,
    wander,
)


def card_down() -> Sound:
    """Laid, face down."""
    out = silence(0.35)
    place(out, tap(4000, 0.3), 0)
    place(out, riffle(0.03, 2, 4002), 0.005, 0.4)
    return in_a_hall(out, 0.4, 0.1, 4004, tail=0.15)


def drum_roll() -> Sound:
    """Six seconds: under the butler's words, and on until TOP."""
    return in_a_hall(roll(6.0, 4010), 0.9, 0.15, 4080, tail=0.12)


def zap() -> Sound:
    """A weapon that no house should keep."""
    seconds = 0.75
    pitch = glide([(0, 3400), (0.05, 2300), (0.3, 620), (seconds, 130)], seconds)
    pitch *= 1 + 0.08 * sine(47, seconds)
    ray = silence(seconds)
    for k in range(1, 9):
        ray += sine(k * pitch, seconds, 0.19 * k) * (k * pitch < 15000) / k
    crack = high(noise(seconds, 4100), 1200) * decay(seconds, 0.012) * 1.5
    sparks = band(noise(seconds, 4101), 2500, 9000) * (wander(seconds, 4102, 60) > 1.1) * decay(seconds, 0.25)
    shot = (ray * decay(seconds, 0.16) + crack + 0.5 * sparks) * swell(seconds, 0.0006, 0.15)
    return in_a_hall(drive(shot, 2.0), 0.9, 0.2, 4103, tail=0.35)


def parasite_bursts() -> Sound:
    """Not a nice sound: it was not a nice friend."""
    out = silence(1.4)
    pop = sine(glide([(0, 160), (0.03, 420), (0.12, 90)], 0.12), 0.12) * decay(0.12, 0.03) * swell(0.12, 0.001, 0.04)
    place(out, pop, 0, 1.6)
    place(out, low(noise(0.35, 4110), 1400) * decay(0.35, 0.04) * swell(0.35, 0.001, 0.1), 0, 1.3)
    chance = np.random.RandomState(4111)
    for number in range(26):  # what comes down again
        at = 0.08 + 0.95 * chance.random_sample() ** 1.6
        top = 350 + 900 * chance.random_sample()
        length = 0.04 + 0.07 * chance.random_sample()
        drop = sine(glide([(0, 0.6 * top), (length / 2, top), (length, 1.5 * top)], length), length)
        wet = ring(noise(length, 4120 + number), top, 0.5 * top) * 0.8
        place(out, (drop + wet) * swell(length, 0.004, length / 2), at, 0.45 * (1.15 - at))
    return in_a_hall(out, 0.6, 0.15, 4112, tail=0.3)


def horn_that_falls(pitch: float, seconds: float) -> Sound:
    """A trombone with regrets."""
    slope = glide([(0, pitch), (0.6 * seconds, pitch * 0.99), (seconds, pitch * 0.93)], seconds)
    slope *= 1 + 0.012 * sine(6.0, seconds) * np.clip(clock(seconds) - 0.12, 0, 0.2) / 0.2
    open_ = curve([(0, 0.2), (0.1, 1), (0.6 * seconds, 0.7), (seconds, 0.15)], seconds)
    sound = silence(seconds)
    for k in range(1, 18):
        sound += open_ ** (0.35 * k) * sine(k * slope, seconds, 0.1 * k) / k**0.8
    return sound * swell(seconds, 0.02, 0.06)


def failure() -> Sound:
    """That was a real one."""
    out = silence(2.2)
    for at, note, length in ((0.0, 233.1, 0.36), (0.4, 220.0, 0.36), (0.8, 207.7, 1.2)):
        place(out, horn_that_falls(note, length), at)
        place(out, horn_that_falls(note * 0.7071, length), at, 0.5)
    return in_a_hall(drive(out, 1.3), 1.0, 0.2, 4150, tail=0.5, dark=3000)


def freed() -> Sound:
    """A veil is lifted: whole tones that do not know where they are, and then a chord that does."""
    out = silence(3.0)
    tune("C5 D5 E5 F#5 G#5 Bb5 C6 D6", 0.11, music_box, out, 0.7)
    tune("G4+B4+D5+G5:2", 0.6, chime, out, 0.35, start=1.0)
    return in_a_hall(out, 1.6, 0.3, 4160, tail=0.7)


def enters() -> Sound:
    """The doorbell, and somebody who was not invited."""
    out = silence(1.9)
    place(out, chime(659.3, 0.7), 0)
    place(out, chime(523.3, 0.9), 0.5)
    return in_a_hall(out, 0.9, 0.2, 4170, tail=0.5)


def last_round() -> Sound:
    """Three strokes of the hour, and the drum under them."""
    out = silence(3.4)
    for number, at in enumerate((0.0, 0.75, 1.5)):
        place(out, bell(247, 3.4 - at, 4180 + 7 * number), at, 0.8 + 0.1 * number)
        place(out, timpani(61.7, 0.9), at, 0.9)
    return in_a_hall(out, 1.8, 0.25, 4200, tail=0.6, dark=3000)


def dinner_bell() -> Sound:
    """A hand bell, shaken by somebody who has cooked."""
    out = silence(2.2)
    chance = np.random.RandomState(4210)
    for number in range(11):
        stroke = bell(1318.5, 0.9, 4211 + number, ((1, 1, 0.22), (2.1, 0.6, 0.14), (2.9, 0.4, 0.09), (4.3, 0.2, 0.05)))
        place(out, stroke, 0.115 * number + 0.012 * chance.random_sample(), 0.6 + 0.4 * (number % 2))
    return in_a_hall(out, 0.9, 0.2, 4230, tail=0.5)


def declaration() -> Sound:
    """A knife against a glass: somebody has something to say."""
    out = silence(1.7)
    for number, at in enumerate((0.0, 0.2, 0.4)):
        glass = silence(1.2)
        for ratio, gain, half in ((1.0, 1.0, 0.2), (2.32, 0.6, 0.12), (4.25, 0.35, 0.06), (6.63, 0.2, 0.03)):
            glass += gain * sine(2093 * ratio * (1 + 0.0004 * number), 1.2, 0.2 * ratio) * decay(1.2, half)
        glass += high(noise(1.2, 4240 + number), 4000) * decay(1.2, 0.0015)
        place(out, glass * swell(1.2, 0.0008, 0.2), at, 0.8 + 0.1 * number)
    return in_a_hall(out, 0.9, 0.18, 4250, tail=0.4)


def victory_team() -> Sound:
    """All together, and nobody false: a round dance in F."""
    out = silence(5.4)
    beat = 0.24
    tune("C5 F5 F5 A5:1.5 G5:.5 F5 G5 G5 Bb5 A5:2 C6:.5 Bb5:.5 A5 G5 F5:5", beat, brass, out)
    tune("-:1 A4+C5:2 C5+F5:2 A4+C5 Bb4+D5:2 Bb4+D5 C5+F5:2 -:1 A4+C5 Bb4+C5+E5 A4+C5+F5:5", beat, brass, out, 0.4)
    tune("-:1 F2 C3 F2 C3 F2 C3 E3 C3 F2 C3 F2 C3 C3 F2:5", beat, timpani, out, 0.6)
    return in_a_hall(drive(out, 1.2), 1.5, 0.25, 4300, tail=0.9)


def victory_reals() -> Sound:
    """The house is quiet, and everyone in it is who they are."""
    out = silence(6.0)
    beat = 0.42
    tune("G4+B4+D5 A4+C5+E5 B4+D5+G5:2 C5+E5+G5 A4+D5+F#5 G4+B4+D5+G5:5", beat, organ, out, 0.7)
    tune("G3 F#3 E3:2 C3 D3 G2:5", beat, organ, out, 0.8)
    tune("D6 E6 G6:2 G6 F#6 G6:3", beat, chime, out, 0.25)
    return in_a_hall(fade_out(out, 0.3), 2.0, 0.3, 4310, tail=1.0)


def victory_parasites() -> Sound:
    """A lullaby that everyone remembers, though nobody ever heard it; it melts."""
    out = silence(6.8)
    beat = 0.3
    tune("E5 G5 C6:1.5 B5:.5 A5 G5 E5:2 F5 A5 D6:1.5 C6:.5 B5 G#5 A5:3", beat, music_box, out)
    tune("C4 E4+G4 E4+G4 C4 E4+G4 E4+G4 D4 F4+A4 F4+A4 E3 G#3+D4 G#3+D4 A3 C4+E4:3", beat, music_box, out, 0.45)
    # The tape runs slower and slower, and sways.
    speed = curve([(0, 1.0), (3.5, 0.99), (6.8, 0.82)], 6.8) * (
        1 + 0.012 * sine(0.9, 6.8) + 0.004 * wander(6.8, 4320, 6)
    )
    tape: Sound = np.interp(np.cumsum(speed) / RATE, clock(6.8), out)
    hum = low(sine(55, 6.8) + 0.5 * sine(82.4, 6.8), 300) * curve([(0, 0), (3.5, 0.05), (6.4, 0.5), (6.8, 0)], 6.8)
    return in_a_hall(tape + 0.6 * hum, 2.0, 0.3, 4330, tail=0.9, dark=3000)
