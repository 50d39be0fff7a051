"""A pack of tones, and an ear for them: what was really played is read back from SDL's `disk` driver, and measured.

Every file of the pack is a tone of its own, a multiple of 100 Hz: in a window of 10 ms they do not disturb each other.
"""

from __future__ import annotations

import math
import sys
import time
import wave
from array import array
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import TracebackType

import pygame

from majordome.core.clock import RealClock
from majordome.core.library import manifest
from majordome.core.manifest import Manifest, Mood
from majordome.sound.mixer import CALL, EFFECT, VOICE
from majordome.sound.pack import NamesSpoken, SoundPack
from majordome.sound.speaker import FRAME, PygameSpeaker

RATE, BUFFER = 16000, 512  # with these SDL's disk driver keeps its clock true
ONE_BUFFER = BUFFER / RATE  # 32 ms
WINDOW = RATE // 100
LOUD = 6000
MARK = 7900  # Hz: says where in the recording a moment was
PATIENCE = 5.0  # seconds that a real sound may take to come or go

BED, EVENING_BED = 300, 700  # each 400 Hz from its neighbour: the edge of one is not taken for another
TOP, TURN, ALARM = 1100, 1500, 1900
SCREAMS = (2300, 2700, 3100, 3500, 3900)
GONG, DOOR, TICKS = 4300, 4700, 5100
FIRST, SECOND, LONG, BEFORE, AFTER, NAME = 5500, 5900, 6300, 6700, 7100, 7500

PACK = {
    "effects/top_stop": (TOP, 0.15),
    "effects/top_turn": (TURN, 0.15),
    "effects/alarm": (ALARM, 0.15),
    **{f"effects/scream_{n}": (frequency, 0.2) for n, frequency in enumerate(SCREAMS, 1)},
    "effects/bed_night": (BED, 0.4),
    "effects/bed_evening": (EVENING_BED, 0.4),
    "effects/gong": (GONG, 0.2),
    "effects/jail_door": (DOOR, 0.2),
    "effects/last_ten": (TICKS, 1.0),
    "en/circle.0": (FIRST, 0.2),
    "en/turn.0": (SECOND, 0.2),
    "en/eyes_open.0": (LONG, 1.5),
    "en/somebody_died.0.a": (BEFORE, 0.15),
    "en/somebody_died.0.b": (AFTER, 0.15),
}


def weekend() -> Manifest:
    """The game whose lines and effects the pack has."""
    return manifest("weekend")


def mood(name: str) -> Mood:
    """A light of it, with its bed."""
    return weekend().mood(name)


@cache
def tone(frequency: int, seconds: float, loudness: int = LOUD) -> bytes:
    samples = range(round(seconds * RATE))
    return array("h", (round(loudness * math.sin(2 * math.pi * frequency * n / RATE)) for n in samples)).tobytes()


def write_wav(path: Path, frequency: int, seconds: float, loudness: int = LOUD) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(tone(frequency, seconds, loudness))
    return path


def write_pack(folder: Path, sounds: Mapping[str, tuple[int, float]]) -> Path:
    """`{"effects/gong": (700, 0.2)}`: name, tone and length."""
    for name, (frequency, seconds) in sounds.items():
        write_wav(folder / f"{name}.wav", frequency, seconds)
    return folder


class SkippingClock(RealClock):
    """The clock of the house, which can skip what a test need not wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._skipped = 0.0

    def now(self) -> float:
        return super().now() + self._skipped

    def skip(self, seconds: float) -> None:
        self._skipped += seconds


class Recording:
    """What was played, as samples."""

    def __init__(self, path: Path) -> None:
        self.samples = array("h", path.read_bytes())
        if sys.byteorder == "big":
            self.samples.byteswap()

    def level(self, frequency: int, begin: float = 0.0, end: float = math.inf) -> float:
        """How loud a tone is on the average between two moments, in the loudness of its file."""
        levels = self.levels(frequency, begin, end)
        return sum(levels) / len(levels)

    def levels(self, frequency: int, begin: float = 0.0, end: float = math.inf) -> list[float]:
        """How loud a tone is, for every 10 ms."""
        first, last = round(begin * 100), min(end * 100, len(self.samples) / WINDOW)
        turn = 2 * math.pi * frequency / RATE
        cosines = [math.cos(turn * n) for n in range(WINDOW)]
        sines = [math.sin(turn * n) for n in range(WINDOW)]
        found = []
        for number in range(first, math.floor(last)):
            window = self.samples[number * WINDOW : (number + 1) * WINDOW]
            real = sum(map(float.__mul__, cosines, map(float, window)))
            imaginary = sum(map(float.__mul__, sines, map(float, window)))
            found.append(2 * math.hypot(real, imaginary) / WINDOW)
        return found

    def rms(self, begin: float, end: float) -> float:
        """The loudness of everything between two moments."""
        part = self.samples[round(begin * RATE) : round(end * RATE)]
        return math.sqrt(sum(sample * sample for sample in part) / len(part))

    def heard(self, frequency: int, threshold: float = LOUD / 3) -> list[tuple[float, float]]:
        """From when to when a tone is heard, each time; exact to 10 ms."""
        spans: list[tuple[float, float]] = []
        begun: int | None = None
        for number, level in enumerate([*self.levels(frequency), 0.0]):
            if level > threshold and begun is None:
                begun = number
            elif level <= threshold and begun is not None:
                spans.append((begun / 100, number / 100))
                begun = None
        return spans

    def once(self, frequency: int, threshold: float = LOUD / 3) -> tuple[float, float]:
        """The same for a tone that must be heard exactly once."""
        spans = self.heard(frequency, threshold)
        assert len(spans) == 1, f"{frequency} Hz is heard {len(spans)} times: {spans}"
        return spans[0]

    def marks(self) -> list[float]:
        return [begin for begin, _ in self.heard(MARK)]


class Ear:
    """A speaker on the disk driver, moved by hand in real time."""

    def __init__(self, pack: Path, played: Path, *, spoken: NamesSpoken = lambda names: None, volume: float = 1.0):
        self.clock = SkippingClock()
        self.troubles: list[str] = []
        self.speaker = PygameSpeaker(
            SoundPack("en", [pack], weekend),
            clock=self.clock,
            spoken=spoken,
            failed=lambda part, trouble: self.troubles.append(str(trouble)),
            volume=volume,
            sound_format=(RATE, 1, BUFFER),
        )
        self._played = played
        self._speaking = False
        self._move()
        pygame.mixer.set_num_channels(5)
        self._channels = [pygame.mixer.Channel(number) for number in (VOICE, EFFECT, CALL)]
        self._marker, self._mark = pygame.mixer.Channel(4), pygame.mixer.Sound(buffer=tone(MARK, 0.03))

    def mark(self) -> None:
        """Note this moment in the recording: a bare `Sound.play()`, as short a way as there is."""
        self._marker.play(self._mark)

    def listen(self, seconds: float) -> None:
        """Let it play for so long."""
        until = time.monotonic() + seconds
        self.until(lambda: time.monotonic() >= until)

    def until(self, happened: Callable[[], bool]) -> None:
        """Let it play until something has happened."""
        late = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < late, "it never happened"
            self._move()
            time.sleep(0.005)

    def until_quiet(self) -> None:
        """Until nothing more is to be said, and effects and calls are over."""
        self._move()
        self.until(lambda: not self._speaking and not any(channel.get_busy() for channel in self._channels))
        self.listen(2 * ONE_BUFFER)  # what was mixed last is on its way

    def until_even(self) -> None:
        """Until the bed has its level, and a little longer."""
        self._move()
        self.until(lambda: not self._speaking)
        self.listen(0.1)

    def _move(self) -> None:
        now = self.clock.now()
        again = self.speaker.move(now)
        self._speaking = again is not None and again < now + FRAME + 0.001

    def recording(self) -> Recording:
        """End, and hear it again."""
        self.speaker.close()
        assert self.troubles == []
        return Recording(self._played)

    def __enter__(self) -> Ear:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.speaker.close()


Listen = Callable[..., Ear]
