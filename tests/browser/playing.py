"""`majordome play` in a process of its own, as a host starts it: real journal, port and clock, and no pins."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from majordome.core.journal import read
from majordome.core.records import Happened
from majordome.service.evenings_folder import newest
from ports import free_port

PATIENCE = 60.0  # seconds, on a machine that does many things at once
SETTINGS = """
[evening]
discussion = {discussion}
[page]
port = {port}
listen = "127.0.0.1"
mdns = false
browser = false
"""


class Butler:
    """The box. It plays until it is left, killed or closed, and may be started again on the same evening."""

    def __init__(
        self,
        folder: Path,
        *,
        lang: str = "en",
        speed: float = 1,
        discussion: int = 180,
        guests: str = "",
        game: str = "",
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.words = ["--lang", lang, "--speed", str(speed)]
        self._settings = folder / "majordome.toml"
        self._settings.write_text(SETTINGS.format(port=self.port, discussion=discussion), "utf-8")
        if game:
            self.words += ["--game", game]
        if guests:
            (folder / "guests.toml").write_text(guests, "utf-8")
            self.words += ["--guests", str(folder / "guests.toml")]
        self.lines: list[str] = []
        self._news = Condition()
        self.start("--new")

    def start(self, *words: str) -> None:
        """Begin, or go on; comes back when the pages are open."""
        self.lines.clear()
        environ = {name: value for name, value in os.environ.items() if name != "MAJORDOME_NO_PAGE"}
        environ |= {
            "XDG_STATE_HOME": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder),
            "GPIOZERO_PIN_FACTORY": "none",
            "MAJORDOME_SILENT": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "majordome", "play", "--config", str(self._settings), *self.words, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environ,
            text=True,
        )
        self._reader = Thread(target=self._read, args=(self.process,), daemon=True)
        self._reader.start()
        self.until(lambda: any(self.url in line for line in self.lines), f"the pages at {self.url}")
        self.about: dict[str, Any] = json.loads((self.evenings / "page.json").read_text("utf-8"))

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def until(self, so: Callable[[], bool], what: str) -> None:
        """Wait for something that the butler says."""
        with self._news:
            self._news.wait_for(lambda: so() or self.process.poll() is not None, PATIENCE)
        assert so(), f"{what} did not come:\n" + "\n".join(self.lines)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def evenings(self) -> Path:
        return self.folder / "majordome" / "evenings"

    @property
    def code(self) -> str:
        """Six digits that only the box shows."""
        return str(self.about["code"])

    @property
    def twin(self) -> str:
        """The link that opens the digital twin."""
        return str(self.about["twin"])

    def happened(self) -> list[str]:
        """Every step of the newest evening, as it is on the disk: `walking: Pressed`."""
        journal = newest(self.evenings)
        assert journal is not None
        steps = [record for record in read(journal).records if isinstance(record, Happened)]
        return [f"{step.beat}: {type(step.event).__name__}" for step in steps]

    def pull_the_plug(self) -> None:
        """No goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.left()

    def left(self) -> int:
        """How it ended, once it has."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        return code

    def close(self) -> None:
        """Leave."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.left()
        except subprocess.TimeoutExpired:
            self.pull_the_plug()
