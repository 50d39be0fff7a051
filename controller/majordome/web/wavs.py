"""Sounds for browsers that read no Ogg (Apple's before 18.4): the same as WAV.

They are read one at a time, in a process of its own that leaves when it is not asked any more. What was read is kept,
as far as there is room for it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from majordome.sound.pack import clip_seconds

LONGEST = 90.0  # seconds of sound, 4 MB: every sentence, and the beds of the house
PATIENCE, IDLE = 15.0, 60.0  # seconds
MOST_WAITING = 16
KEPT = 8 * 1024 * 1024  # bytes
READER = ("-P", "-m", "majordome.sound.as_wav")


class NoWav(Exception):
    """There is no mixer on this machine, too many ask, or the file is none."""


class Wavs:
    """Reads files as WAV, in a process of its own. All in the thread of the pages."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Path, int], bytes] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._reader: Process | None = None
        self._leaves: asyncio.TimerHandle | None = None

    async def take(self, path: Path) -> bytes:
        """This file as WAV; empty where it is too long. Raises NoWav."""
        if find_spec("pygame") is None or self._waiting >= MOST_WAITING:
            raise NoWav
        self._waiting += 1
        try:
            async with self._turn:
                return await self._read(path)
        finally:
            self._waiting -= 1

    async def _read(self, path: Path) -> bytes:
        which = path, path.stat().st_mtime_ns
        if which in self._kept:
            self._kept.move_to_end(which)
            return self._kept[which]
        if await asyncio.to_thread(clip_seconds, path) > LONGEST:
            return b""
        try:
            async with asyncio.timeout(PATIENCE):
                wav = await self._ask(path)
        except BaseException as trouble:  # also where whoever asked has gone: half an answer is nobody's
            self._dismiss()
            if isinstance(trouble, (OSError, EOFError, TimeoutError)):
                raise NoWav from trouble
            raise
        if not wav:
            raise NoWav
        self._kept[which] = wav
        while sum(map(len, self._kept.values())) > KEPT:
            self._kept.popitem(last=False)
        return wav

    async def _ask(self, path: Path) -> bytes:
        if self._leaves is not None:
            self._leaves.cancel()
        if self._reader is None:
            self._reader = await asyncio.create_subprocess_exec(
                sys.executable, *READER, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        asked, answers = self._reader.stdin, self._reader.stdout
        assert asked is not None
        assert answers is not None
        asked.write(os.fsencode(path) + b"\n")
        wav = await answers.readexactly(int.from_bytes(await answers.readexactly(4), "big"))
        self._leaves = asyncio.get_running_loop().call_later(IDLE, self._dismiss)
        return wav

    def _dismiss(self) -> Process | None:
        reader, self._reader = self._reader, None
        if self._leaves is not None:
            self._leaves.cancel()
        if reader is not None:
            with suppress(ProcessLookupError):
                reader.kill()
        return reader

    async def close(self) -> None:
        """Nobody reads any more; twice does no harm."""
        if (reader := self._dismiss()) is not None:
            await reader.wait()
