"""A box as the host has it: `majordome play` as a process of its own, and the host's phone that presses on its page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from majordome.core.journal import read
from majordome.service.evenings_folder import newest

BOX = Path(__file__).with_name("box.py")
PATIENCE = 60.0  # seconds for a start on a busy machine
GUESTS = ("Ana", "Bob", "Cid", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
LATE = 20  # steps of some 50
CONFIG = '[journal]\nfolder = "{0}"\n[evening]\nlang = "en"\n[page]\nport = {1}\nlisten = "127.0.0.1"\nmdns = false\n'


class Lost(Exception):
    """A promise was broken: what, and how it was seen."""


@dataclass
class House:
    """Its folder, its process, and what the host was promised."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    about: dict[str, Any] = field(default_factory=dict)
    cookie: str = ""
    promised: int = 0  # presses that were answered with "safe", in the evening of now
    taps: int = 0

    def __post_init__(self) -> None:
        self.config = self.folder / "majordome.toml"
        self.config.write_text(CONFIG.format(self.folder, self.port))

    def start(self, *words: str, out: int | None = None) -> None:
        """From nothing, or where it was; ready when its page is open."""
        self.launch(*words, out=out)
        self.until(lambda: self._told().get("pid") == self.pid, "the page opens")
        self.about = self._told()
        if not self.cookie or self.ask("GET", "/api/me?as=host")[1].get("kind") != "host":
            self.pair()

    def launch(self, *words: str, out: int | None = None) -> None:
        """Only begin to. `out`: where what it says goes, if not into a file."""
        environ = {key: value for key, value in os.environ.items() if key != "MAJORDOME_NO_PAGE"}
        environ |= {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder), "MAJORDOME_SILENT": "1"}
        environ |= {"GPIOZERO_PIN_FACTORY": "none"}
        with (self.folder / "out").open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, BOX, "play", "--config", self.config, *words],
                stdin=subprocess.DEVNULL,  # a box on a shelf: nobody is asked which evening goes on
                stdout=file if out is None else out,
                stderr=file,
                env=environ,
            )
        if "--new" in words:
            self.promised = 0

    def _told(self) -> dict[str, Any]:
        try:
            told: dict[str, Any] = json.loads((self.folder / "page.json").read_text())
        except (OSError, ValueError):
            return {}
        return told

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def until(self, so: Any, what: str, patience: float = PATIENCE) -> None:
        """Wait for it; where it does not come, that is lost."""
        end = time.monotonic() + patience
        while not so():
            if self.process is not None and self.process.poll() is not None:
                raise Lost(f"{what}: the box has ended with {self.process.returncode}: {self.last_words()}")
            if time.monotonic() > end:
                raise Lost(f"{what}: not within {patience:.0f} s: {self.last_words()}")
            time.sleep(0.01)

    def last_words(self) -> str:
        """The end of what it said."""
        return " / ".join((self.folder / "out").read_text("utf-8", "replace").splitlines()[-3:])

    def pair(self) -> None:
        """The host scans the box's own code."""
        status, told, cookie = self._ask("POST", "/api/pair", {"code": self.about["token"], "name": "Marie"})
        if status != 200 or told.get("kind") != "host":
            raise Lost(f"the host is not let in: {status} {told}")
        self.cookie = cookie

    def card(self) -> str:
        """Another evening with a guest list, and the cookie of a phone that holds a card of it."""
        self.another(*GUESTS)
        status, told = self.ask("POST", "/api/invitations", {"guest": GUESTS[0]})
        if status != 200:
            raise Lost(f"an invitation was answered with {status}: {told}")
        status, told, cookie = self._ask("POST", "/api/card/claim", {"token": urlsplit(told["url"]).fragment})
        if status != 200 or told.get("name") != GUESTS[0]:
            raise Lost(f"a card was answered with {status}: {told}")
        return cookie

    def ask(self, method: str, path: str, body: Any = None, patience: float = 20.0) -> tuple[int, Any]:
        """A question of the host's phone."""
        status, told, _ = self._ask(method, path, body, patience)
        return status, told

    def _ask(self, method: str, path: str, body: Any = None, patience: float = 20.0) -> tuple[int, Any, str]:
        url = urlsplit(self.about["url"])
        line = HTTPConnection(str(url.hostname), url.port, timeout=patience, source_address=("127.0.0.77", 0))
        try:
            headers = {"Origin": f"http://{url.netloc}", "Cookie": self.cookie, "Content-Type": "application/json"}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
            return answer.status, json.loads(answer.read() or b"null"), cookie
        finally:
            line.close()

    def press(self, patience: float = 20.0) -> bool | None:
        """The host goes on; True when the box has promised that it is on the disk, None when it came too late."""
        status, state = self.ask("GET", "/api/state?as=host", patience=patience)
        if status != 200:
            raise Lost(f"the host's state was answered with {status}: {state}")
        if state["room"]["finished"]:
            raise Lost("the evening is over: the dice are loaded")
        self.taps += 1
        body = {"id": f"tap-{self.pid}-{self.taps}", "moment": state["host"]["moment"], "said": {"is": _next(state)}}
        status, told = self.ask("POST", "/api/say", body, patience)
        if status == 409:  # the evening went on by itself meanwhile
            return None
        if status != 200:
            raise Lost(f"a press was answered with {status}: {told}")
        self.promised += told["safe"]
        return bool(told["safe"])

    def steps(self, number: int) -> list[bool]:
        """So many presses that the evening has taken: which of them were promised."""
        taken: list[bool] = []
        while len(taken) < number:
            if (safe := self.press()) is not None:
                taken.append(safe)
            else:
                time.sleep(0.05)
        return taken

    def press_or_not(self) -> None:
        """As far as the box lives to hear it."""
        try:
            self.press(5.0)
        except (OSError, HTTPException, ValueError):
            return

    def another(self, *guests: str) -> None:
        """The host begins another evening, and leaves this one."""
        _, state = self.ask("GET", "/api/state?as=host")
        self.taps += 1
        body = {"id": f"new-{self.pid}-{self.taps}", "moment": state["host"]["moment"], "game": "weekend"}
        listed = [{"name": name} for name in guests]
        status, told = self.ask("POST", "/api/evening", {**body, "guests": listed, "abandon": True})
        if status != 200:
            raise Lost(f"another evening was answered with {status}: {told}")
        self.promised = 0

    def times_said(self, text: str) -> int:
        """How often, in all."""
        return (self.folder / "out").read_text("utf-8", "replace").count(text)

    def said(self, text: str) -> bool:
        """Whether it has said so, lately."""
        return text in (self.folder / "out").read_text("utf-8", "replace")[-2000:]

    @property
    def journal(self) -> Path:
        """Of the evening of now."""
        found = newest(self.folder)
        if found is None:
            raise Lost("there is no journal at all")
        return found

    @property
    def late(self) -> bool:
        """Soon this evening is over; no fault needs more than the half that is left."""
        return len(read(self.journal).records) > LATE

    def kept(self) -> int:
        """What a fresh process would read: every promise is among it."""
        steps = len(read(self.journal).records)
        if steps < self.promised:
            raise Lost(f"{self.promised} presses were promised, {steps} are on the disk")
        return steps

    def ends(self, codes: tuple[int, ...], within: float) -> float:
        """It leaves by itself, in time and with one of these codes."""
        assert self.process is not None
        began = time.monotonic()
        try:
            left = self.process.wait(within)
        except subprocess.TimeoutExpired:
            raise Lost(f"it does not leave within {within:.1f} s") from None
        if left not in codes:
            raise Lost(f"it left with {left} in place of {codes[0]}: {self.last_words()}")
        return time.monotonic() - began

    def kill(self) -> None:
        """The plug is pulled."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def _next(state: Any) -> str:
    """Press where a press means something, pause and go on where only people could say more."""
    if state["room"]["paused"]:
        return "go_on"
    return "press" if "press" in state["host"]["gestures"] else "pause"
