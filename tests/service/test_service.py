"""`majordome play` as a service runs it: a real process, a real notify socket, no terminal and nobody who types."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from majordome.core.journal import read
from majordome.words.narrator import Narrator

pytestmark = pytest.mark.long

PATIENCE = 60.0  # seconds, on a busy machine


class Service:
    """The process, and what it tells its supervisor."""

    def __init__(
        self,
        folder: Path,
        ear: socket.socket,
        *args: str,
        config: str = "",
        does: str = "play --resume",
        **environ: str,
    ) -> None:
        self.folder = folder
        self._ear = ear
        self.runtime = folder / "run"
        self.runtime.mkdir(exist_ok=True)
        (folder / "majordome.toml").write_text(config)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "majordome", "--config", str(folder / "majordome.toml"), *does.split(), *args],
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(folder / "notify"),
                "WATCHDOG_USEC": "300000",
                "WATCHDOG_PID": "",
                "RUNTIME_DIRECTORY": str(self.runtime),
                "XDG_STATE_HOME": str(folder / "state"),
                "GPIOZERO_PIN_FACTORY": "mock",
                **environ,
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def journals(self) -> list[Path]:
        return sorted((self.folder / "state" / "majordome" / "evenings").glob("*.journal"))

    def hears(self, line: str) -> list[str]:
        """Wait until the supervisor hears this line; all that it heard before."""
        heard: list[str] = []
        while line not in heard:
            heard += self._ear.recv(4096).decode().split("\n")
        return heard

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out


@contextmanager
def service(folder: Path, *args: str, **wishes: str) -> Iterator[Service]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        (folder / "notify").unlink(missing_ok=True)
        ear.bind(str(folder / "notify"))
        ear.settimeout(PATIENCE)
        started = Service(folder, ear, *args, **wishes)
        try:
            yield started
        finally:
            if started.process.poll() is None:
                started.process.kill()
            started.process.communicate()


def test_a_service_is_ready_beats_its_heart_says_where_it_is_and_stops_in_good_order(tmp_path: Path) -> None:
    with service(tmp_path, config='[evening]\nlang = "en"\n') as box:
        assert box.hears("READY=1")[:2] == ["STATUS=The guests arrive", "READY=1"]
        assert set(box.hears("WATCHDOG=1")) == {"WATCHDOG=1"}
        code, out = box.stop()
        assert set(box.hears("STOPPING=1")) <= {"WATCHDOG=1", "STOPPING=1"}
    assert code == 0, out
    (journal,) = box.journals
    assert not read(journal).torn


def test_a_box_without_a_button_and_without_pages_is_never_ready(tmp_path: Path) -> None:
    with service(tmp_path, config="[pins]\nbutton = false\n") as box:
        assert box.process.stdout is not None
        while "[" not in next(box.process.stdout):  # it waits for the first press
            pass
        code, _ = box.stop()
        assert "READY=1" not in box.hears("STOPPING=1")
    assert code == 0


@pytest.mark.parametrize("command", [True, False])
def test_after_good_night_the_box_is_switched_off_and_does_not_come_up_again_by_itself(
    command: bool, tmp_path: Path
) -> None:
    sign = tmp_path / "switched-off" if command else tmp_path / "run" / "poweroff"
    own = f'power_off = "touch {sign}"\n' if command else ""
    with service(tmp_path, "--speed", "100", config=f"[box]\nidle_off = 1\n{own}") as box:
        said = box.hears("READY=1")
        while not sign.exists():  # alive, dark and silent, until the machine goes down
            said += box.hears("WATCHDOG=1")
        assert "STOPPING=1" not in [*said, *box.hears("WATCHDOG=1")]  # or it would not be told to stop
        assert box.process.poll() is None
        code, out = box.stop()
    assert code == -signal.SIGTERM
    assert "«" in out  # the last word


def test_a_command_that_fails_is_told_with_the_remedy(tmp_path: Path) -> None:
    with service(tmp_path, "--speed", "100", config='[box]\nidle_off = 1\npower_off = "false"\n') as box:
        out, _ = box.process.communicate(timeout=PATIENCE)
    assert box.process.returncode == 1
    assert "cannot switch itself off" in out
    assert "pull the plug" in out


def test_a_blank_evening_is_begun_anew_when_the_settings_were_changed_since(tmp_path: Path) -> None:
    with service(tmp_path) as box:
        box.hears("READY=1")
        box.stop()
    with service(tmp_path, config='[evening]\ngame = "table"\n') as box:
        box.hears("READY=1")
        box.stop()
    (new,) = box.journals  # of the other one nothing is kept
    assert read(new).header.evening.game == "table"


def test_a_box_that_boots_in_1970_each_time_has_one_blank_evening_and_not_one_a_boot(tmp_path: Path) -> None:
    seeds = set()
    for _ in range(4):
        with service(tmp_path) as box:
            box.hears("READY=1")
            box.stop()
        (journal,) = box.journals
        seeds.add(read(journal).header.seed)
        os.utime(journal, (100, 100))  # long before the settings were written, says a clock
    assert len(seeds) == 1  # the very same evening, and not another one in its place


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_with_settings_that_cannot_be_used_it_says_so_aloud_and_asks_not_to_be_tried_again(
    tmp_path: Path, lang: str
) -> None:
    heard, fake = tmp_path / "heard", tmp_path / "bin"
    fake.mkdir()
    (fake / "espeak-ng").write_text(f"#!/bin/sh\ncat >'{heard}'\nexit 1\n")  # hears what it is given to say
    (fake / "espeak-ng").chmod(0o755)
    environ = {"LANG": f"{lang}_XX.UTF-8", "PATH": f"{fake}:{os.environ['PATH']}", "MAJORDOME_SILENT": ""}
    environ |= {"XDG_CACHE_HOME": str(tmp_path), "LC_ALL": ""}
    with service(tmp_path, config="[evening]\nlang = 7\n", **environ) as box:
        out, _ = box.process.communicate(timeout=PATIENCE)
        assert box.process.returncode == 4
        status = box._ear.recv(4096).decode()
    assert status.startswith(f"STATUS={tmp_path}/majordome.toml: ")
    assert out.count("\n") == 1
    assert f"'majordome config check {tmp_path}/majordome.toml'), then: sudo systemctl restart majordome" in out
    assert heard.read_text("utf-8") == Narrator("fr" if lang == "fr" else "en").word("ui", "settings_wrong")
