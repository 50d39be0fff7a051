"""What systemd is told, on a real datagram socket: ready when a press works, and a heartbeat that is the evening's."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from majordome.games.murder.testing import an_evening
from majordome.service.systemd import BEATS_IN_TIME, Heartbeat, Supervisor
from majordome.testing.pins import PinParty


@contextmanager
def listening(address: str) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0" + address[1:] if address.startswith("@") else address)
        ear.setblocking(False)
        yield ear


def told(ear: socket.socket) -> list[str]:
    lines = []
    while True:
        try:
            lines.append(ear.recv(4096).decode())
        except BlockingIOError:
            return lines


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "notify")


def environ(address: str, watchdog: str = "30000000", **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": watchdog, "WATCHDOG_PID": str(os.getpid()), **more}


@pytest.mark.parametrize("abstract", [True, False])
def test_a_supervisor_hears_at_a_path_and_at_an_abstract_name(abstract: bool, address: str) -> None:
    name = f"@majordome-test-{os.getpid()}" if abstract else address
    with listening(name) as ear:
        assert Supervisor(environ(name)).tell("READY=1", "STATUS=bien")
        assert told(ear) == ["READY=1\nSTATUS=bien"]


def test_without_a_supervisor_nothing_is_told() -> None:
    nobody = Supervisor({})
    assert (nobody.there, nobody.patience, nobody.tell("READY=1")) == (False, None, False)


def test_a_supervisor_that_is_gone_or_does_not_read_holds_nothing_up(address: str) -> None:
    supervisor = Supervisor(environ(address))
    assert not supervisor.tell("WATCHDOG=1")
    with listening(address) as ear:
        for _ in range(10_000):
            if not supervisor.tell("WATCHDOG=1"):
                break
        else:
            pytest.fail("the queue of a socket has no end")
        assert told(ear)
        assert supervisor.tell("WATCHDOG=1")


def test_a_status_is_one_short_line_told_when_it_changes(address: str) -> None:
    with listening(address) as ear:
        supervisor = Supervisor(environ(address))
        supervisor.status("night")
        supervisor.status("night")
        supervisor.status("day\nREADY=1 " + "é" * 500)
        first, second = told(ear)
    assert first == "STATUS=night"
    assert second.startswith("STATUS=day READY=1 é")
    assert len(second) <= 210


@pytest.mark.parametrize(
    ("usec", "pid", "patience"),
    [
        ("30000000", "ours", 30.0),
        ("30000000", "", 30.0),
        ("30000000", "1", None),
        ("0", "", None),
        ("soon", "", None),
        ("", "", None),
    ],
)
def test_the_watchdog_is_for_this_process_only(usec: str, pid: str, patience: float | None, address: str) -> None:
    assert Supervisor(environ(address, usec, WATCHDOG_PID=pid.replace("ours", str(os.getpid())))).patience == patience


def test_ready_is_told_by_the_evenings_own_thread_and_only_when_something_can_be_pressed(address: str) -> None:
    works, jingles = False, list[float]()
    with listening(address) as ear:
        party = PinParty(an_evening())
        beat = Heartbeat(
            Supervisor(environ(address)),
            party.clock,
            works=lambda: works,
            ready=lambda: jingles.append(party.clock.now()),
        )
        party.performance.ears.append(beat)
        assert told(ear) == []  # nobody has turned the evening's wheel yet
        party.wait(5.0)
        assert (told(ear), jingles) == ([], [])
        works = True
        party.wait(2.0)
        assert told(ear) == ["READY=1\nWATCHDOG=1"]
        assert len(jingles) == 1
        party.wait(60.0)
        assert set(told(ear)) == {"WATCHDOG=1"}
        assert len(jingles) == 1


def test_the_heart_beats_often_enough_and_stops_with_the_evening(address: str) -> None:
    with listening(address) as ear:
        party = PinParty(an_evening())
        party.performance.ears.append(Heartbeat(Supervisor(environ(address)), party.clock))
        for _ in range(5):
            party.wait(60.0)
            assert len(told(ear)) >= 60 * BEATS_IN_TIME // 30
        party.clock.advance(300.0)  # the thread hangs: time passes, and nobody turns the wheel
        assert told(ear) == []


def test_without_a_watchdog_the_box_does_not_wake_for_it(address: str) -> None:
    with listening(address) as ear:
        party = PinParty(an_evening())
        party.performance.ears.append(Heartbeat(Supervisor(environ(address, "")), party.clock))
        party.wait(300.0)
        assert told(ear) == ["READY=1\nWATCHDOG=1"]
        assert party.performance.next_due() is None
