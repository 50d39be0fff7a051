"""`majordome satellite` as a service runs it: a real process, a real notify socket, and perhaps no broker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ports import free_port
from rooms.broker import Broker, Spy, until
from service.test_service import service

pytestmark = pytest.mark.long


def config(port: int) -> str:
    return f'[evening]\nlang = "en"\n[mqtt]\nbroker = "127.0.0.1"\nport = {port}\nbox = "cellar"\n'


def test_a_satellite_says_that_it_is_ready_beats_its_heart_and_leaves_as_it_should(
    broker: Broker, spy: Spy, tmp_path: Path
) -> None:
    with service(tmp_path, does="satellite", config=config(broker.port)) as cellar:
        before = cellar.hears("READY=1")
        assert "STATUS=“cellar” attends, on “majordome”." in before
        for _ in range(3):
            cellar.hears("WATCHDOG=1")
        until(lambda: spy.last("majordome/cellar/status") == b"online", "the broker does not know of it")
        code, said = cellar.stop()
        cellar.hears("STOPPING=1")
        assert (code, said.splitlines()) == (0, ["“cellar” attends, on “majordome”."])
        until(lambda: spy.last("majordome/cellar/status") == b"offline", "it does not say that it leaves")


def test_a_satellite_without_a_broker_is_ready_all_the_same_and_waits(tmp_path: Path) -> None:
    """Else systemd would start it anew for ever, and its lamp would blink."""
    with service(tmp_path, does="satellite", config=config(free_port())) as cellar:
        cellar.hears("READY=1")
        for _ in range(3):
            cellar.hears("WATCHDOG=1")
        assert cellar.process.poll() is None
        assert cellar.stop()[0] == 0


def test_a_satellite_that_is_told_of_no_broker_says_what_to_write(tmp_path: Path) -> None:
    path = tmp_path / "majordome.toml"
    path.write_text("[mqtt]\n")
    done = subprocess.run(
        [sys.executable, "-m", "majordome", "--config", str(path), "satellite"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert f'{path}: [mqtt]: broker: is missing: write broker = "' in done.stderr
