"""Puts the firmware on a board: copies the files with mpremote, reads their hashes back, and starts it.

A board whose copy breaks off has no `main.py` and waits at its prompt: flash it again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import termios
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from majordome.errors import FlashFailed

MAIN = "main.py"
ANSWERS_WITHIN = 2.0  # seconds
GIVES_WAY = 0.5  # seconds that a running firmware takes to leave the line to the prompt
TRIES = 3
CHUNK = 512  # bytes at a time: a Pico's prompt has little memory
BROKEN = (TransportError, OSError, termios.error)  # what mpremote and pyserial raise when a line is gone
Progress = Callable[[str, int, int], None]  # the file, bytes of all files so far, and in all


@dataclass(frozen=True, slots=True)
class Flashed:
    """What was done."""

    copied: tuple[str, ...]
    kept: tuple[str, ...]  # were there already, or are the builder's own


def flash(path: str, files: Mapping[str, bytes], *, keep: tuple[str, ...] = (), progress: Progress) -> Flashed:
    """Copy what is not there yet, `main.py` last, and start it. What `keep` names is left alone if it is there."""
    try:
        transport = SerialTransport(path, timeout=ANSWERS_WITHIN)
    except (TransportError, OSError) as trouble:
        raise FlashFailed(
            f"{path} cannot be opened ({trouble}): plug the board in, and close whatever holds it (a running Majordome)"
        ) from None
    try:
        _enter(transport, path)
        return _copy(transport, files, keep, progress)
    except BROKEN as trouble:
        why = str(trouble).strip().splitlines() or [type(trouble).__name__]
        raise FlashFailed(f"the copy broke off ({why[-1]}): check the cable, and flash again") from None
    finally:
        with contextlib.suppress(*BROKEN):
            transport.close()


def _enter(transport: Any, path: str) -> None:
    """The raw prompt. A running firmware gives way to Ctrl-C at the beginning of a frame."""
    for _ in range(TRIES):
        with contextlib.suppress(*BROKEN), contextlib.redirect_stdout(io.StringIO()):
            transport.serial.write(b"\x00\r\x03")
            time.sleep(GIVES_WAY)
            transport.serial.reset_input_buffer()
            transport.enter_raw_repl(soft_reset=False, timeout_overall=3)
            return
    raise FlashFailed(
        f"{path} does not show MicroPython's prompt: put MicroPython on the board first (docs/pico.md), or unplug it, "
        "plug it in again, and flash at once"
    )


def _copy(transport: Any, files: Mapping[str, bytes], keep: tuple[str, ...], progress: Progress) -> Flashed:
    there = {entry.name for entry in transport.fs_listdir("/")}
    kept = [name for name in files if name in keep and name in there]
    wanted = {name: data for name, data in files.items() if name not in kept}
    kept += [name for name, data in wanted.items() if name in there and _hash(transport, name) == _digest(data)]
    fresh = [name for name in files if name not in kept and name != MAIN]
    if fresh and MAIN in there:
        transport.fs_rmfile(f"/{MAIN}")  # half a firmware must never start
        kept = [name for name in kept if name != MAIN]
    if MAIN in files and MAIN not in kept:
        fresh.append(MAIN)
    total, done = sum(len(files[name]) for name in fresh), 0
    for name in fresh:
        before = done

        def so_far(written: int, size: int, name: str = name, before: int = before) -> None:
            progress(name, before + written, total)

        transport.fs_writefile(f"/{name}", files[name], chunk_size=CHUNK, progress_callback=so_far)
        if _hash(transport, name) != _digest(files[name]):
            raise FlashFailed(f"{name} arrived damaged on the board: use a short USB cable, and flash again")
        done += len(files[name])
    transport.exit_raw_repl()
    time.sleep(0.1)
    transport.serial.write(b"\x04")  # Ctrl-D: starts anew, with main.py
    return Flashed(tuple(fresh), tuple(kept))


def _hash(transport: Any, name: str) -> bytes:
    return bytes(transport.fs_hashfile(str(PurePosixPath("/") / name), "sha256", chunk_size=CHUNK))


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
