"""From the order of TOP to its first sample, beside a bare `pygame.mixer.Sound.play()` in the same run; memory; start.

SDL's disk driver writes what a sound card would be given: a buffer as it is mixed, then it waits as long as that lasts.
TOP and a bare tone are ordered together at a random moment, and looked for in what comes out of a pipe: how many
samples TOP is behind the bare tone is exact; the wait is from the order to the arrival of the buffer with its first
sample, less the time that the C library held it back (two buffers of half a block leave when the third is written: a
known number of buffers). A sound card adds its own queue to both alike. Goal: the same buffer as bare, each time.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from _measure import in_turns

os.environ.update(SDL_AUDIODRIVER="disk", SDL_VIDEODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import pygame

from majordome.core.clock import RealClock
from majordome.core.library import manifest
from majordome.sound.mixer import CALL
from majordome.sound.pack import SoundPack, folders
from majordome.sound.speaker import INSTANT, PygameSpeaker

RATE = 16000  # at which 256, 512 and 1024 samples are whole milliseconds: the driver waits no others
BUFFERS = (256, 512, 1024)
ORDERS = 25
TOP_IS, BARE_IS = 8000, 500  # constant samples: of two that sound together the sum tells both
LENGTH = 0.02
BLOCK = 4096  # bytes: what is smaller is held back on its way to the pipe; every buffer is made half of it


def channels(samples: int) -> int:
    """As many as make two buffers fill a block."""
    return BLOCK // (4 * samples)


def held_back(samples: int, sample: int) -> float:
    """Seconds: the first buffer of a block waits for the second, and both until the third is written."""
    return (2 - sample // samples % 2) * samples / RATE


def steady(level: int, samples: int) -> Any:
    """A sound that is told by its every sample."""
    return pygame.mixer.Sound(buffer=array("h", [level] * int(RATE * LENGTH) * channels(samples)).tobytes())


class Disk(threading.Thread):
    """Reads what the driver writes, through a pipe, and notes when each buffer came and what it began."""

    def __init__(self, pipe: Path, samples: int) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self._samples = samples
        self.top: list[tuple[int, float]] = []  # the first sample of each, and when it was out
        self.bare: list[tuple[int, float]] = []

    def run(self) -> None:
        """Until the device is closed."""
        last, number = 0, 0
        with self._pipe.open("rb") as written:
            while buffer := written.read(BLOCK):
                at = time.perf_counter()
                for sample in array("h", buffer)[:: channels(self._samples)]:
                    if sample != last:
                        had, has = divided(last), divided(sample)
                        out = (number, at - held_back(self._samples, number))
                        if has[0] > had[0]:
                            self.top.append(out)
                        if has[1] > had[1]:
                            self.bare.append(out)
                    last, number = sample, number + 1


def divided(sample: int) -> tuple[bool, bool]:
    """Which of the two is heard: TOP, the bare tone."""
    return sample > TOP_IS // 2, sample % TOP_IS > BARE_IS // 2


def a_speaker(samples: int) -> PygameSpeaker:
    """Ours, with a TOP that can be told from the bare tone."""
    form = (RATE, channels(samples), samples)
    speaker = PygameSpeaker(SoundPack("en", []), clock=RealClock(), volume=1.0, sound_format=form)
    speaker.move(time.monotonic())
    pygame.mixer.set_num_channels(CALL + 2)
    speaker._instant = {"top_stop": steady(TOP_IS, samples)}
    return speaker


def first_sample(samples: int, folder: Path) -> None:
    """Order both at random moments, and see what came out."""
    pipe = folder / f"played.{samples}"
    os.mkfifo(pipe)
    os.environ["SDL_DISKAUDIOFILE"] = str(pipe)
    disk = Disk(pipe, samples)
    disk.start()
    speaker, chance = a_speaker(samples), Random(samples)
    tone, channel = steady(BARE_IS, samples), pygame.mixer.Channel(CALL + 1)
    ordered: list[tuple[float, float]] = []  # TOP, bare
    for number in range(ORDERS):
        time.sleep(LENGTH + samples / RATE * (1.5 + chance.random()))
        if number % 2:  # each goes first as often as the other
            top = time.perf_counter()
            speaker.call("stop")
            bare = time.perf_counter()
            channel.play(tone)
        else:
            bare = time.perf_counter()
            channel.play(tone)
            top = time.perf_counter()
            speaker.call("stop")
        ordered.append((top, bare))
    time.sleep(3 * samples / RATE)
    speaker.close()
    disk.join(2.0)
    tell(samples, disk, ordered)


def tell(samples: int, disk: Disk, ordered: list[tuple[float, float]]) -> None:
    """What came out of the pipe."""
    orders = len(ordered)
    if not len(disk.top) == len(disk.bare) == orders:
        print(f"sound, buffer of {samples}: some were not told apart, the machine is too busy: run it again")
        return
    behind = [(disk.top[n][0] - disk.bare[n][0]) / samples for n in range(orders)]
    ours = median(disk.top[n][1] - ordered[n][0] for n in range(orders)) * 1000
    bare = median(disk.bare[n][1] - ordered[n][1] for n in range(orders)) * 1000
    print(
        f"sound, buffer of {samples} ({samples / RATE * 1000:.0f} ms here, {samples / 44.1:.1f} ms at 44100 Hz): "
        f"first sample {ours:.1f} ms after TOP beside {bare:.1f} ms bare, ratio {ours / bare:.2f}; "
        f"the same buffer {sum(gap == 0 for gap in behind)} of {orders} times, at worst {max(behind):+.0f} buffer"
    )


def in_our_code() -> None:
    """What call() costs before the mixer has it."""
    os.environ["SDL_DISKAUDIOFILE"] = os.devnull
    speaker = a_speaker(512)
    channel, sound = pygame.mixer.Channel(CALL + 1), steady(BARE_IS, 512)
    ours, bare = in_turns(lambda: speaker.call("stop"), lambda: channel.play(sound), 2000)
    speaker.close()
    print(f"sound, call: {ours * 1e6:.1f} us beside {bare * 1e6:.1f} us bare, ratio {ours / bare:.1f}")


def memory() -> None:
    """TOP, alarm and screams of the box's own pack, as a 44100 Hz stereo box keeps them."""
    os.environ["SDL_DISKAUDIOFILE"] = os.devnull
    pack = SoundPack("fr", folders(), lambda: manifest("weekend"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    speaker = PygameSpeaker(pack, clock=RealClock())
    speaker.move(time.monotonic())
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    files = [path for name in INSTANT if (path := pack.effect(name))]
    files += [path for name in pack.effects() for path in pack.variants(name)]
    kept = sum(len(sound.get_raw()) for sound in speaker._instant.values()) / 2**20
    on_disk = sum(path.stat().st_size for path in files) / 2**20
    speaker.close()
    if files:
        print(
            f"sound, memory: {len(files)} instant sounds {kept:.1f} MB beside {on_disk:.1f} MB on disk, "
            f"ratio {kept / on_disk:.1f}; the process grew by {grown:.1f} MB"
        )


START = """
import time
import majordome.core.evening_loop
begun = time.perf_counter()
from majordome.sound.speaker import PygameSpeaker
from majordome.core.clock import RealClock
from majordome.core.library import manifest
from majordome.sound.pack import SoundPack, folders
speaker = PygameSpeaker(SoundPack("fr", folders(), lambda: manifest("weekend")), clock=RealClock())
print(time.perf_counter() - begun)
speaker.move(time.monotonic())
print(time.perf_counter() - begun)
speaker.close()
"""


def start() -> None:
    """In a fresh process: until the evening can go on, and until TOP can be heard."""
    environ: dict[str, Any] = {**os.environ, "SDL_AUDIODRIVER": "dummy"}
    runs = []
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", START], env=environ, capture_output=True, text=True, check=True)
        runs.append([float(line) * 1000 for line in done.stdout.split()])
    there, ready = (median(times) for times in zip(*runs[1:], strict=True))
    print(
        f"sound, start: the evening goes on after {there:.0f} ms beside {ready:.0f} ms until TOP is in memory "
        f"(in a thread of its own), ratio {there / ready:.2f}"
    )


def main() -> None:
    """Measure and tell."""
    with tempfile.TemporaryDirectory() as folder:
        for samples in BUFFERS:
            first_sample(samples, Path(folder))
    in_our_code()
    memory()
    start()


if __name__ == "__main__":
    main()
