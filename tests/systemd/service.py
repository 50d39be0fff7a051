"""The service without systemd: its folders, its read-only root, its notify socket; started, stopped, killed by hand."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

import httpx

from systemd.debian import Debian
from systemd.in_guest import FOLDERS, read_unit

NOTIFY = "/run/notify"
IN_GUEST = "/usr/local/lib/in_guest.py"
SOON = 2.0  # seconds
PATIENCE = 60.0  # seconds: nothing here takes so long, unless it hangs


@dataclass
class Supervisor:
    """The other end of the notify socket: a real one, of which the program knows nothing but the path."""

    heard: list[tuple[float, str]] = field(default_factory=list)
    _news: Event = field(default_factory=Event)

    def listen(self, path: Path) -> socket.socket:
        """Open it, for every account, as systemd does."""
        path.unlink(missing_ok=True)
        line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        here = os.open(path.parent, os.O_RDONLY)  # a socket's path is short, a test's folder is long
        try:
            line.bind(f"/proc/self/fd/{here}/{path.name}")
        finally:
            os.close(here)
        path.chmod(0o777)
        Thread(target=self._read, args=(line,), daemon=True).start()
        return line

    def _read(self, line: socket.socket) -> None:
        while True:
            try:
                told = line.recv(4096).decode()
            except OSError:
                return
            self.heard += [(time.monotonic(), word) for word in told.splitlines()]
            self._news.set()

    def times(self, word: str) -> list[float]:
        """When this was told."""
        return [at for at, told in list(self.heard) if told == word]

    def wait_for_the_first_word(self) -> None:
        """Whatever it is: the program is there, and still starts."""
        assert self._news.wait(PATIENCE), "it says nothing"

    def wait_for(self, word: str, times: int = 1) -> float:
        """When it was told for the nth time."""
        end = time.monotonic() + PATIENCE
        while len(self.times(word)) < times:
            assert self._news.wait(max(0.0, end - time.monotonic())), f"{word} was not told: {self.heard}"
            self._news.clear()
        return self.times(word)[times - 1]


@dataclass
class Running:
    """The program, started as the service."""

    process: subprocess.Popen[str]
    supervisor: Supervisor
    debian: Debian
    phones: ExitStack

    @property
    def page(self) -> dict[str, Any]:
        """What it leaves for `majordome page`."""
        path = self.debian.at("/var/lib/majordome/evenings/page.json")
        end = time.monotonic() + PATIENCE
        while True:
            try:
                about = json.loads(path.read_text("utf-8"))
                if about["pid"] == self.process.pid:
                    return dict(about)
            except (OSError, ValueError):
                pass
            assert time.monotonic() < end, "no page was opened"
            assert self.process.poll() is None, self.process.communicate()
            Event().wait(0.05)

    def hand(self) -> Hand:
        """A finger on its button."""
        return self.phones.enter_context(Hand(self.page))

    def host(self) -> Host:
        """A phone that is paired."""
        return self.phones.enter_context(Host(self.page))

    def status(self) -> dict[str, str]:
        """What the kernel says of it."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}

    def stop(self) -> str:
        """As `systemctl stop` does, while phones are connected: silent, dark and saved within 2 s; all it said.

        "Saved" is its last word, when every part is closed; what comes after is the interpreter, which a busy machine
        makes slow.
        """
        unit = read_unit(self.debian.at("/etc/systemd/system/majordome.service"))
        assert self.process.stdout is not None
        begun = last = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        systemd = Timer(float(unit["TimeoutStopSec"][-1]), self.process.kill)  # who is stuck is ended by force
        systemd.start()
        said = []
        for line in self.process.stdout:
            said.append(line)
            last = time.monotonic()
        self.process.wait()
        systemd.cancel()
        assert self.process.returncode == 0, said
        assert max(last, self.supervisor.wait_for("STOPPING=1")) - begun < SOON, said
        assert self.supervisor.heard[-1][1] == "STOPPING=1"
        return "".join(said)

    def kill(self) -> None:
        """As if the plug were pulled."""
        self.process.kill()
        self.process.communicate()


class Phone(ExitStack):
    """A page of the box: the twin with its button, or the host's own."""

    def __init__(self, page: dict[str, Any], path: str, told: dict[str, Any]) -> None:
        super().__init__()
        url = httpx.URL(page["twin"])
        self._web = self.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{url.port or 80}", timeout=20))
        self.ask(path, told)

    def ask(self, path: str, told: dict[str, Any]) -> None:
        """Tell the box; it must agree."""
        answer = self._web.post(path, json=told, headers={"Origin": str(self._web.base_url).rstrip("/")})
        assert answer.is_success, (path, answer.status_code, answer.text)

    def state(self, viewer: str) -> dict[str, Any]:
        """What this viewer may know."""
        return dict(self._web.get("/api/state", params={"as": viewer}).json())


class Hand(Phone):
    """A finger on the button of the digital twin, which has the gestures of the real one."""

    def __init__(self, page: dict[str, Any]) -> None:
        super().__init__(page, "/api/twin/claim", {"token": httpx.URL(page["twin"]).fragment})

    def beat(self) -> str:
        """Where the evening is, as everybody may know it."""
        return str(self.state("twin")["room"]["beat"])

    def press(self, beat: str) -> None:
        """Press, and see the evening go to this beat."""
        Event().wait(1.0)  # as long as a hand takes: a second press at once would be a double one
        for down in (True, False):
            self.ask("/api/twin/button", {"down": down})
        end = time.monotonic() + PATIENCE
        while (now := self.beat()) != beat:
            assert time.monotonic() < end, f"a press has not led to {beat}, but to {now}"
            Event().wait(0.05)


class Host(Phone):
    """The host's phone, paired by the code."""

    def __init__(self, page: dict[str, Any]) -> None:
        super().__init__(page, "/api/pair", {"code": page["code"], "name": "Marie"})

    def say(self, **said: Any) -> None:
        """An event, at this moment."""
        self.ask(
            "/api/say", {"id": str(time.monotonic()), "moment": self.state("host")["host"]["moment"], "said": said}
        )


def _folders(debian: Debian) -> list[str]:
    """Made and owned as systemd would do before each start."""
    unit = read_unit(debian.at("/etc/systemd/system/majordome.service"))
    user = next(line for line in debian.at("/etc/passwd").read_text().splitlines() if line.startswith("majordome:"))
    uid, gid = (int(number) for number in user.split(":")[2:4])
    writable = [path.removeprefix("-") for path in unit["ReadWritePaths"]]
    for name, above in FOLDERS.items():
        key = f"{name.title()}Directory"
        folder = debian.at(f"{above}/{unit[key][-1]}")
        folder.mkdir(exist_ok=True)
        if name != "CONFIGURATION":
            folder.chmod(int((unit[f"{key}Mode"] or ["0755"])[-1], 8))
            os.chown(folder, uid, gid)
            writable.append(f"{above}/{unit[key][-1]}")
    return writable


def command_line(debian: Debian, *command: str, disk_is_lost: bool = False) -> list[str]:
    """The service's confinement around a command, or around the program. The root is read-only, as is `home`."""
    shutil.copy(Path(__file__).with_name("in_guest.py"), debian.at(IN_GUEST))
    binds = "".join(f'mount --bind "$ROOT{path}" "$ROOT{path}"\n' for path in _folders(debian))
    lost = 'mount -o remount,bind,ro "$ROOT/var/lib/majordome"' if disk_is_lost else ""
    prepare = f"""
        {binds}
        mount -t tmpfs tmpfs "$ROOT/tmp"
        mount -t tmpfs -o mode=000 tmpfs "$ROOT/home"
        {lost}
        umount "$ROOT/var/cache/apt/archives"
        mount -o remount,bind,ro "$ROOT"
    """
    return debian.entering(["/usr/bin/python3", "-I", IN_GUEST, *command], prepare)


@contextmanager
def service(debian: Debian, *, watchdog: float | None = None, disk_is_lost: bool = False) -> Iterator[Running]:
    """The program as systemd would start it; whatever is left of it at the end is killed."""
    if watchdog is None:
        watchdog = float(read_unit(debian.at("/etc/systemd/system/majordome.service"))["WatchdogSec"][-1])
    supervisor = Supervisor()
    line = supervisor.listen(debian.at(NOTIFY))
    environ = {"PATH": os.environ["PATH"], "NOTIFY_SOCKET": NOTIFY, "WATCHDOG_USEC": str(int(watchdog * 1e6))}
    process = subprocess.Popen(
        command_line(debian, disk_is_lost=disk_is_lost),
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with ExitStack() as phones:
        try:
            yield Running(process, supervisor, debian, phones)
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
            if process.stdout is not None:
                process.stdout.close()
            line.close()
