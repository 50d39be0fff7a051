"""The box's sounds for a page that plays them itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from majordome.sound.pack import NAMES
from majordome.web.auth import PageViewer
from majordome.web.box_access import BoxAccess
from majordome.web.http_words import HttpError, Request, Response
from majordome.web.wavs import NoWav, Wavs
from majordome.words import LANGS, VOICES

SPOKEN_NAME = re.compile(r"(?:fr|en)-(?:butler|housekeeper)-[0-9a-f]{16}\.wav")
RECORDED = re.compile(r"[a-zA-Z0-9_.-]+\.(?:ogg|wav)")
FOLDERS = (*LANGS, "effects")
TYPES = {".ogg": "audio/ogg", ".wav": "audio/wav"}
MOST_WAITING = 64


class Sounds:
    """Finds files, and turns what the stage orders into what a page can play, in order."""

    def __init__(self, access: BoxAccess, tell: Callable[[dict[str, Any]], None]) -> None:
        self._access = access
        self._tell = tell
        self._turns: dict[str, int] = {}  # how often each sound that has several was heard
        self._orders: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        self._wavs = Wavs()

    async def take(self, request: Request, viewer: PageViewer, body: None) -> Response:
        """One file; an Ogg that is asked for as `.wav` is made one."""
        _, _, folder, file = request.path.split("/")
        path = self._find(folder, file)
        if path is None:
            raise HttpError(404, "no_such_page")
        if file.endswith(".wav") and path.suffix == ".ogg":
            return _sound(await self._as_wav(path), ".wav")
        return _sound(await asyncio.to_thread(path.read_bytes), path.suffix)

    async def _as_wav(self, path: Path) -> bytes:
        try:
            wav = await self._wavs.take(path)
        except NoWav:
            raise HttpError(503, "no_wav", after=5) from None
        if not wav:
            raise HttpError(404, "no_such_page")
        return wav

    async def close(self) -> None:
        """Nothing is played any more."""
        await self._wavs.close()

    def _find(self, folder: str, file: str) -> Path | None:
        if folder == "names" and SPOKEN_NAME.fullmatch(file):
            path = self._access.names_folder / file
            return path if path.is_file() else None
        if folder == NAMES and RECORDED.fullmatch(file):
            pack = self._access.pack()
            return pack.find(f"{pack.lang}/{NAMES}/{file[:-4]}")
        if folder in FOLDERS and RECORDED.fullmatch(file):
            return self._access.pack().find(f"{folder}/{file[:-4]}")
        return None

    def order(self, order: dict[str, Any]) -> None:
        """In the thread of the pages: play this, behind what was ordered before."""
        if self._orders.full():
            self._orders.get_nowait()
        self._orders.put_nowait(order)

    async def play(self) -> None:
        """Finding files and speaking names takes a while: one after the other, never out of order."""
        while True:
            order = await self._orders.get()
            clips: list[Path] = []
            if "say" in order:
                pack, names = self._access.pack(), self._access.names()
                clips = await asyncio.to_thread(pack.clips, order.pop("say"), names)
            elif effect := order.pop("effect", None):
                clips = self._effect(effect)
            self._tell({"signal": "sound", **order, "clips": [self._url(clip) for clip in clips]})

    def _effect(self, name: str) -> list[Path]:
        """The sound of that name, or one of `name_1`, `name_2` in turn."""
        pack = self._access.pack()
        one = pack.effect(name)
        if one is not None:
            return [one]
        several: list[Path] = []
        while (found := pack.effect(f"{name}_{len(several) + 1}")) is not None:
            several.append(found)
        turn = self._turns[name] = self._turns.get(name, 0) + 1
        return [several[turn % len(several)]] if several else []

    def _url(self, clip: Path) -> str:
        folder = "names" if clip.parent == self._access.names_folder else clip.parent.name
        pack = self._access.pack()
        # A page keeps what it has heard: two games may use one name, and so do two voices and two languages.
        told = {"game": pack.whose(clip), "voice": pack.voice if folder in LANGS or folder == NAMES else ""}
        told["lang"] = pack.lang if folder == NAMES else ""
        asked = "&".join(f"{key}={value}" for key, value in told.items() if value and value != VOICES[0])
        return f"/sounds/{folder}/{clip.name}" + (f"?{asked}" if asked else "")


def _sound(body: bytes, suffix: str) -> Response:
    return Response(200, body, (("content-type", TYPES[suffix]), ("cache-control", "private, max-age=86400")))
