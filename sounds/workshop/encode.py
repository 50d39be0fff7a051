"""From numbers to files: WAV for what must be instant, OGG Vorbis for the rest. The same numbers, the same bytes."""

from __future__ import annotations

import io
import subprocess
import wave
import zlib

import numpy as np
import soundfile

from workshop.tones import Sound


def wav(sound: Sound, rate: int) -> bytes:
    """Mono, 16 bits, and a header without a date."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(np.round(np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()


def ogg(sound: Sound, rate: int, quality: float, name: str) -> bytes:
    """Vorbis; the stream's serial number, which is random by default, is made from the file's name."""
    serial = str(zlib.crc32(name.encode()) & 0x7FFFFFFF)
    command = ["oggenc", "--quiet", "--quality", str(quality), "--serial", serial, "--output", "-", "-"]
    return subprocess.run(command, input=wav(sound, rate), capture_output=True, check=True).stdout


def decoded(data: bytes) -> tuple[Sound, int]:
    """What a player hears."""
    sound, rate = soundfile.read(io.BytesIO(data), dtype="float64")
    return np.asarray(sound, dtype=np.float64), int(rate)


def encoder() -> str:
    """Which oggenc is here; empty where there is none."""
    try:
        return subprocess.run(["oggenc", "--version"], capture_output=True, check=True, text=True).stdout.strip()
    except FileNotFoundError:
        return ""
