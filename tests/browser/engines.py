"""Other engines than Chromium: Firefox by WebDriver BiDi, WebKitGTK by WebDriver, each as Debian brings it.

Only what a round needs: open a page of some size, ask the page something, and a pointer and keys as a person uses them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from ports import free_port

PATIENCE = 60.0  # seconds, on a machine that does many things at once
OFTEN = 0.05
WINDOW = Path(__file__).parent / "webkit_window.py"
SYSTEM_PYTHON = "/usr/bin/python3"
MIDDLE = """(() => { const found = document.querySelector(SELECTOR); found.scrollIntoView({ block: "center" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)]; })()"""


class Tab(Protocol):
    """One page in one browser."""

    def goto(self, url: str) -> None: ...

    def ask(self, script: str) -> Any:
        """What an expression comes to in the page."""

    def act(self, *steps: Mapping[str, Any], pointer: str = "mouse") -> None:
        """What a pointer does, in the words of WebDriver; a mouse, or a finger: `touch`."""

    def type(self, text: str) -> None:
        """Keys, where the page has its focus."""


class Hand:
    """Waits for a page, and touches it."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def until(self, script: str, what: str = "") -> Any:
        """Until the page says yes to this."""
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.tab.ask(script)
            if answer:
                return answer
            text = "" if time.monotonic() < deadline else self.tab.ask("document.body.innerText")
            assert time.monotonic() < deadline, f"{what or script} did not come:\n{text}"
            time.sleep(OFTEN)

    def reads(self, selector: str, text: str) -> None:
        """This text stands there."""
        self.until(f"document.querySelector({json.dumps(selector)})?.textContent.trim() === {json.dumps(text)}")

    def place(self, selector: str) -> tuple[int, int]:
        """The middle of something, once it is there."""
        there = json.dumps(selector)
        self.until(f"document.querySelector({there})?.getClientRects().length > 0", selector)
        x, y = self.tab.ask(MIDDLE.replace("SELECTOR", there))
        return int(x), int(y)

    def click(self, selector: str) -> None:
        """Press and let go, where nothing covers it."""
        x, y = self.place(selector)
        there = json.dumps(selector)
        self.until(f"document.elementFromPoint({x}, {y})?.closest({there}) !== null", f"{selector}, uncovered")
        self.tab.act(_move(x, y), {"type": "pointerDown", "button": 0}, _wait(80), {"type": "pointerUp", "button": 0})

    def hold_and_slide(self, selector: str, to: str) -> None:
        """Hold one thing, slide to another that then appears, and let go."""
        self.tab.act(_move(*self.place(selector)), {"type": "pointerDown", "button": 0}, _wait(400))
        x, y = self.place(to)
        self.tab.act(_move(x, y), _wait(300))
        self.tab.act(_move(x + 1, y), _wait(200), {"type": "pointerUp", "button": 0})

    def slide(self, selector: str, until: str, pointer: str = "mouse") -> None:
        """From one thing to the right, little by little, until the page says yes to this; then let go."""
        x, y = self.place(selector)
        self.tab.act(_move(x, y), {"type": "pointerDown", "button": 0}, _wait(80), pointer=pointer)
        while not self.tab.ask(until):
            x += 4
            assert x < int(self.tab.ask("innerWidth")), f"{until} did not come"
            self.tab.act(_move(x, y), _wait(20), pointer=pointer)
        self.tab.act({"type": "pointerUp", "button": 0}, pointer=pointer)

    def write(self, selector: str, text: str) -> None:
        self.click(selector)
        self.tab.type(text)
        self.until(f"document.querySelector({json.dumps(selector)}).value.replace(/\\\\s/g, '') === {json.dumps(text)}")


def _move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0}


def _wait(milliseconds: int) -> dict[str, Any]:
    return {"type": "pause", "duration": milliseconds}


def _keys(text: str) -> dict[str, Any]:
    strokes = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keys", "actions": strokes}


def _pointer(steps: Sequence[Mapping[str, Any]], kind: str) -> dict[str, Any]:
    return {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": list(steps)}


@contextmanager
def _running(command: Sequence[str], **environ: str) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, stdout=quiet, stderr=quiet, env={**os.environ, **environ}, start_new_session=True
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _patiently(attempt: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except (OSError, httpx.HTTPError):
            if time.monotonic() > deadline:
                raise
            time.sleep(OFTEN)


# Firefox.


class _Bidi:
    """A line to Firefox."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0

    def say(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._line.recv(PATIENCE))
            if heard.get("id") == self._number:
                assert heard["type"] == "success", heard
                told: dict[str, Any] = heard["result"]
                return told


class _FirefoxTab:
    def __init__(self, bidi: _Bidi, context: str) -> None:
        self._bidi = bidi
        self._context = context

    def goto(self, url: str) -> None:
        self._bidi.say("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def ask(self, script: str) -> Any:
        told = self._bidi.say(
            "script.evaluate",
            expression=f"JSON.stringify({script}) ?? 'null'",
            target={"context": self._context},
            awaitPromise=True,
        )
        return json.loads(told["result"]["value"])

    def act(self, *steps: Mapping[str, Any], pointer: str = "mouse") -> None:
        self._bidi.say("browsingContext.activate", context=self._context)
        self._bidi.say("input.performActions", context=self._context, actions=[_pointer(steps, pointer)])

    def type(self, text: str) -> None:
        self._bidi.say("input.performActions", context=self._context, actions=[_keys(text)])


@contextmanager
def firefox(folder: Path, *sizes: tuple[int, int]) -> Iterator[list[Hand]]:
    """As many pages as there are sizes, each with cookies of its own."""
    port, profile = free_port(), folder / "firefox"
    profile.mkdir()
    (profile / "user.js").write_text(
        'user_pref("app.update.disabledForTesting", true);\nuser_pref("remote.active-protocols", 1);\n'
        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("intl.accept_languages", "en");\n'
        'user_pref("network.captive-portal-service.enabled", false);\nuser_pref("toolkit.telemetry.enabled", false);\n',
        "utf-8",
    )
    command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), f"--remote-debugging-port={port}"]
    with _running(command, HOME=str(folder), MOZ_DISABLE_CONTENT_SANDBOX="1"):
        address = f"ws://127.0.0.1:{port}/session"
        with _patiently(lambda: connect(address, max_size=None, open_timeout=PATIENCE)) as line:
            bidi, hands = _Bidi(line), []
            bidi.say("session.new", capabilities={})
            for width, height in sizes:
                user = bidi.say("browser.createUserContext")["userContext"]
                tab = bidi.say("browsingContext.create", type="tab", userContext=user)["context"]
                bidi.say("browsingContext.setViewport", context=tab, viewport={"width": width, "height": height})
                hands.append(Hand(_FirefoxTab(bidi, tab)))
            yield hands


# WebKitGTK.


class _WebKitTab:
    def __init__(self, http: httpx.Client, session: str) -> None:
        self._http = http
        self._session = f"/session/{session}"

    def _say(self, path: str, **body: Any) -> Any:
        answer = self._http.post(self._session + path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def goto(self, url: str) -> None:
        self._say("/url", url=url)

    def ask(self, script: str) -> Any:
        return json.loads(self._say("/execute/sync", script=f"return JSON.stringify({script}) ?? 'null'", args=[]))

    def act(self, *steps: Mapping[str, Any], pointer: str = "mouse") -> None:
        self._say("/actions", actions=[_pointer(steps, pointer)])

    def type(self, text: str) -> None:
        self._say("/actions", actions=[_keys(text)])


@contextmanager
def webkit(folder: Path, *sizes: tuple[int, int]) -> Iterator[list[Hand]]:
    """As many windows as there are sizes, each a browser of its own."""
    with ExitStack() as closing:
        screen = closing.enter_context(_display())
        hands = []
        for width, height in sizes:
            port = free_port()
            closing.enter_context(
                _running(
                    ["WebKitWebDriver", f"--port={port}"],
                    DISPLAY=screen,
                    HOME=str(folder),
                    LANG="en_GB.UTF-8",
                    GDK_BACKEND="x11",
                    LIBGL_ALWAYS_SOFTWARE="1",
                    WEBKIT_DISABLE_COMPOSITING_MODE="1",
                    NO_AT_BRIDGE="1",
                    LC_ALL="C.UTF-8",
                )
            )
            http = closing.enter_context(
                httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)
            )
            options = {"binary": SYSTEM_PYTHON, "args": [str(WINDOW), f"{width}x{height}"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            answer = _patiently(partial(http.post, "/session", json=wanted))
            assert answer.status_code == 200, answer.text
            session = answer.json()["value"]["sessionId"]
            closing.callback(http.delete, f"/session/{session}")
            hands.append(Hand(_WebKitTab(http, session)))
        yield hands


@contextmanager
def _display() -> Iterator[str]:
    """A screen that nobody sees."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[writing])
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait(10)


def missing(engine: str) -> str:
    """What this machine lacks for it, and where it is to be had; nothing if all is there."""
    if engine == "firefox":
        return "" if shutil.which("firefox-esr") else "no Firefox on this machine: sudo apt install firefox-esr"
    packages = "webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb"
    there = all(map(shutil.which, ("WebKitWebDriver", "Xvfb", SYSTEM_PYTHON)))
    bound = (
        there
        and not subprocess.run(
            [SYSTEM_PYTHON, "-c", "import gi; gi.require_version('WebKit2', '4.1')"], capture_output=True, check=False
        ).returncode
    )
    return "" if bound else f"no WebKitGTK on this machine: sudo apt install {packages}"
