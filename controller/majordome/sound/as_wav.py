"""A process of its own that reads sounds as the mixer does, beside the box's own mixer and never in its way.

A path a line comes in; the length of a WAV in four bytes goes out, and the WAV. No length, where it cannot be read.
"""

from __future__ import annotations

import io
import os
import sys
import wave
from contextlib import suppress

from majordome.sound.mixer import lean_pygame

POLITE = 5  # the evening goes first
RATE, CHANNELS, WIDTH = 24_000, 1, 2  # that of a voice
BUFFER = 8192  # samples: nobody listens, so that it wakes up seldom


def as_wav(samples: bytes) -> bytes:
    """These samples as a WAV file, with its head."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(CHANNELS)
        out.setsampwidth(WIDTH)
        out.setframerate(RATE)
        out.writeframes(samples)
    return file.getvalue()


def main() -> None:
    """Read a path a line, and write that sound as WAV, until nobody asks any more."""
    with suppress(PermissionError):  # the service may not
        os.nice(POLITE)
    os.environ.update(SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    pygame = lean_pygame()
    pygame.mixer.init(RATE, -8 * WIDTH, CHANNELS, BUFFER, allowedchanges=0)
    for line in sys.stdin.buffer:
        try:
            wav = as_wav(pygame.mixer.Sound(os.fsdecode(line.rstrip(b"\n"))).get_raw())
        except (OSError, pygame.error):
            wav = b""
        sys.stdout.buffer.write(len(wav).to_bytes(4, "big") + wav)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
