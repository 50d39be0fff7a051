"""Several boxes, one evening, each a process of its own: the button in the hall, the lamp in the cellar, the chairs in
the dungeon. The leader has the only journal. One of them is killed, and comes back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rooms.broker import Broker, Spy, until
from rooms.house import told

pytestmark = pytest.mark.long
BY_THE_CLOCK = pytest.mark.real_time("the tap must come within the second that the dark lasts, through four processes")
HERE = Path(__file__).parent
SPEED = 10


class Process:
    """One box."""

    def __init__(self, *command: str | Path, folder: Path) -> None:
        environ = {**os.environ, "XDG_STATE_HOME": str(folder), "PYTHONPATH": str(HERE.parent), "MAJORDOME_SILENT": "1"}
        environ.pop("MAJORDOME_PINS", None)
        self.lines: list[str] = []
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environ, text=True
        )
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.strip())

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def kill(self) -> None:
        self._process.kill()
        self.end()

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class Castle:
    """A leader and three satellites on one broker."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self.broker, self.folder = broker, folder
        self.spy = Spy(broker.port, "majordome/#")
        self.satellites = {name: self.satellite(name) for name in ("hall", "cellar", "dungeon")}
        inputs = "".join(
            f'[[rooms.input]]\nis = "{part}"\nfrom = "{name}"\n'
            for part, name in (("button", "hall"), ("left_chair", "dungeon"), ("right_chair", "dungeon"))
        )
        config = self.config("leader", f'[evening]\ndiscussion = 5\nchairs = true\n[pins]\nfactory = "none"\n{inputs}')
        self._play = ("play", "--config", config, "--no-page", "--plain", "--lang", "en", "--speed", str(SPEED))
        self.leader = self.lead("--new")
        for name in ("hall", "cellar", "dungeon", "leader"):
            until(lambda name=name: self.spy.last(f"majordome/{name}/status") == b"online", f"no {name}")  # type: ignore[misc]
        until(lambda: self.spy.last("majordome/leader/state"), "the leader tells nothing")

    def lead(self, how: str) -> Process:
        command = (sys.executable, "-m", "majordome", *self._play, how)
        return Process(*command, folder=self.folder / "leader-state")

    def config(self, box: str, more: str = "") -> Path:
        path = self.folder / f"{box}.toml"
        path.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {self.broker.port}\nbox = "{box}"\n{more}')
        return path

    def satellite(self, name: str) -> Process:
        return Process(sys.executable, HERE / "a_satellite.py", self.config(name), folder=self.folder / f"{name}-state")

    @property
    def phase(self) -> str:
        return str(told(self.spy.last("majordome/leader/state"))["phase"])

    def wait(self, holds: Callable[[], Any], what: str) -> None:
        until(holds, f"{what}; phase {self.phase}; leader: {self.leader.lines[-3:]}")

    def press(self) -> None:
        """The button in the hall, until the room sees that something came of it."""
        step = self.touch()
        self.wait(lambda: self.step > step, "the press came to nothing")

    @property
    def step(self) -> int:
        return int(told(self.spy.last("majordome/leader/state"))["step"])

    def touch(self) -> int:
        """The same, whatever comes of it; which step it was meant for."""
        self.satellites["hall"].say(f"press {self.step}")
        return self.step

    def go_on_to(self, *phases: str) -> None:
        """Press, or wait for the clock, as a host does."""
        while self.phase not in phases:
            step = self.touch()
            self.wait(lambda step=step: self.step > step, "it does not go on")  # type: ignore[misc]

    def close(self) -> None:
        for process in (self.leader, *self.satellites.values()):
            process.end()
        self.spy.close()


@pytest.fixture
def castle(broker: Broker, tmp_path: Path) -> Iterator[Castle]:
    castle = Castle(broker, tmp_path)
    yield castle
    castle.close()


@BY_THE_CLOCK
def test_three_rooms_play_one_evening_and_one_that_is_killed_comes_back(castle: Castle) -> None:
    cellar = castle.satellites["cellar"]
    castle.press()
    assert castle.phase == "walking"
    castle.wait(lambda: "Light night" in cellar.lines, "the cellar does not see the night")
    castle.press()  # TOP
    assert castle.phase == "dark"
    for room in castle.satellites.values():
        castle.wait(lambda room=room: "Light dark" in room.lines, "a room is not dark")  # type: ignore[misc]
    assert any(line.startswith("Top") for line in cellar.lines)
    castle.touch()  # somebody was tapped: the room sees nothing of it
    castle.wait(lambda: any(line.startswith("Scream") for line in cellar.lines), "no scream in the cellar")
    assert castle.phase != "dark"

    cellar.kill()
    castle.wait(lambda: castle.spy.last("majordome/cellar/status") == b"offline", "nobody misses the cellar")
    castle.go_on_to("discussion")
    cellar = castle.satellites["cellar"] = castle.satellite("cellar")
    castle.wait(lambda: any(line.startswith("Light") for line in cellar.lines), "the cellar is not told how things are")
    assert not any(line.startswith("Scream") for line in cellar.lines)  # that was long ago

    dungeon = castle.satellites["dungeon"]
    castle.go_on_to("jailing")
    dungeon.say("sit left", "sit right")
    castle.wait(
        lambda: told(castle.spy.last("majordome/leader/state"))["chairs"] == {"left": True, "right": True},
        "nobody sees who sits in the dungeon",
    )
    castle.wait(lambda: castle.phase != "jailing", "they sit, and it does not go on")
    journals = list(castle.folder.rglob("*.journal"))
    assert [path.relative_to(castle.folder).parts[0] for path in journals] == ["leader-state"]


@BY_THE_CLOCK
def test_a_leader_that_is_killed_comes_back_to_its_evening_and_its_rooms(castle: Castle) -> None:
    cellar = castle.satellites["cellar"]
    castle.press()
    castle.press()  # TOP
    castle.touch()  # somebody was tapped
    castle.wait(lambda: any(line.startswith("Scream") for line in cellar.lines), "no scream in the cellar")
    castle.wait(lambda: castle.phase == "mourning", "nobody wakes")  # a beat that waits for a hand, not for a clock
    castle.leader.kill()
    castle.wait(lambda: castle.spy.last("majordome/leader/status") == b"offline", "nobody misses the leader")
    castle.spy.heard.clear()
    del cellar.lines[:]
    castle.leader = castle.lead("--resume")
    until(lambda: castle.spy.last("majordome/leader/state"), "the leader does not come back")
    assert castle.phase == "mourning"
    castle.wait(lambda: "Light awake" in cellar.lines, "the cellar does not follow it")
    castle.press()  # the button in the hall is heard by the leader that came back
    assert not any(line.startswith(("Scream", "Top")) for line in cellar.lines)  # that was before
    assert len(list(castle.folder.rglob("*.journal"))) == 1
