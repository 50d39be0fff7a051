"""Finding the board and finding it again; and devices that are not ours, which are left alone. On real ptys."""

from __future__ import annotations

import errno
import os
import time
import tty
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Any

import pytest
import serial

from majordome.core.cues import Notice
from majordome.pico import port, wire
from majordome.pico.board import Board
from majordome.pico.find import AUTO, Device, answers_to, devices
from majordome.pico.link import Identity, Told
from majordome.pico.port import Absence, Port, open_serial, refused
from majordome.pico.probe import ask
from pico.party import until
from pico.wires import BoardEnd

pytestmark = pytest.mark.long


class Desk:
    """A pty with somebody at its other end: a function from what came to what is answered."""

    def __init__(self, folder: Any) -> None:
        self.path = str(folder / "port")
        self.heard = b""
        self.opened = 0
        self._master = self._slave = -1
        self._answer: Any = None

    def plug(self, answer: Any) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        if os.path.lexists(self.path):
            os.unlink(self.path)
        os.symlink(os.ttyname(self._slave), self.path)
        self._answer = answer
        Thread(target=self._serve, args=(self._master,), daemon=True).start()

    def _serve(self, master: int) -> None:
        try:
            while data := os.read(master, 4096):
                self.heard += data
                if reply := self._answer(data):
                    os.write(master, reply)
        except OSError:
            pass  # unplugged

    def say(self, data: bytes) -> None:
        os.write(self._master, data)

    def unplug(self) -> None:
        if self._master >= 0:
            os.unlink(self.path)
            os.close(self._slave)
            os.close(self._master)
            self._master = -1

    def open(self, path: str) -> serial.Serial:
        line = open_serial(path)
        self.opened += 1
        return line

    @property
    def hellos(self) -> int:
        reader = wire.Reader()
        return sum(reader.take(byte) and reader.kind == ord("h") for byte in self.heard)


@pytest.fixture
def desk(tmp_path: Any) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.unplug()


class Company:
    """Notes what the port tells."""

    def __init__(self) -> None:
        self.here = 0
        self.absences: list[Absence] = []
        self.heard: list[Told] = []

    def joined(self, identity: object) -> None:
        self.here += 1

    def told(self, told: Told) -> None:
        self.heard.append(told)

    def absent(self, absence: Absence) -> None:
        self.absences.append(absence)

    @property
    def why(self) -> set[str]:
        return {absence.why for absence in self.absences}


def a_board() -> Any:
    """A board's end for a desk."""
    end = BoardEnd()
    return lambda data: end.turn(data, time.monotonic())


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has time to wait for a silent device as long as a party would."""
    monkeypatch.setattr(port, "ANSWERS_WITHIN", 0.6)
    monkeypatch.setattr(port, "A_STRANGER_WITHIN", 0.4)
    monkeypatch.setattr(port, "LATEST", 0.2)


# Devices that are not ours.


def echo(data: bytes) -> bytes:
    return data


def gps(data: bytes) -> bytes:
    return b"$GPRMC,194509.000,A,4042.6142,N*3C\r\n"


def silence(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("stranger", [echo, gps, silence])
def test_a_device_that_is_not_ours_hears_hello_a_few_times_and_is_left_alone(stranger: Any, desk: Desk) -> None:
    desk.plug(stranger)
    plug = os.stat(desk.path).st_ino
    company = Company()
    looks: list[int] = []

    def look(wanted: str) -> list[Device]:
        looks.append(1)
        return [Device(desk.path, plug=plug)]

    box = Port(AUTO, company, look=look, opened=desk.open)
    box.start()
    until(lambda: len(looks) > 6, "it is looked for again and again")
    box.close()
    assert (desk.opened, company.here, company.why) == (1, 0, {"missing"})
    assert 1 <= desk.hellos <= 3
    reader = wire.Reader()
    assert {chr(reader.kind) for byte in desk.heard if reader.take(byte)} == {"h"}  # nothing but a greeting


def test_a_stranger_that_is_plugged_in_anew_is_asked_anew(desk: Desk) -> None:
    desk.plug(silence)
    company, plugs = Company(), [1]
    box = Port(AUTO, company, look=lambda wanted: [Device(desk.path, plug=plugs[0])], opened=desk.open)
    box.start()
    until(lambda: company.absences, "it is a stranger")
    desk.unplug()
    plugs[0] = 2
    desk.plug(a_board())
    until(lambda: company.here == 1, "now it is a board")
    box.close()


def test_a_board_that_fell_into_its_prompt_is_started_anew_once(desk: Desk) -> None:
    """Noise on the cable can look like a zero and Ctrl-C: then the firmware gives way, and nobody typed."""
    running, heard = a_board(), bytearray()

    def board(data: bytes) -> bytes:
        nonlocal heard
        heard += data
        return running(data) if port.START_ANEW in heard else b"\r\n>>> " * bool(data)

    desk.plug(board)
    company = Company()
    box = Port(AUTO, company, look=lambda wanted: [Device(desk.path, is_pico=True, plug=1)], opened=desk.open)
    box.start()
    until(lambda: company.here == 1, "it is back")
    box.close()
    assert company.why <= {"lost"}
    assert heard.count(port.START_ANEW) == 1


def test_a_pico_without_our_firmware_is_told(desk: Desk) -> None:
    desk.plug(lambda data: b"\r\n>>> ")
    company = Company()
    box = Port(AUTO, company, look=lambda wanted: [Device(desk.path, is_pico=True, plug=1)], opened=desk.open)
    box.start()
    until(lambda: "silent" in company.why, "it is told")
    box.close()
    assert company.absences[0] == Absence("silent", (desk.path,))
    assert desk.opened == 1


def test_the_board_is_found_behind_a_stranger(desk: Desk, tmp_path: Any) -> None:
    (tmp_path / "other").mkdir()
    other = Desk(tmp_path / "other")
    other.plug(silence)
    desk.plug(a_board())
    company = Company()
    found = [Device(other.path, plug=1), Device(desk.path, plug=2)]
    box = Port(AUTO, company, look=lambda wanted: found, opened=desk.open)
    box.start()
    until(lambda: company.here == 1, "the board")
    box.close()
    other.unplug()


# The board, again and again.


def test_a_board_comes_goes_and_comes_back_for_ever(desk: Desk) -> None:
    company = Company()
    box = Port(desk.path, company)
    box.start()
    until(lambda: "missing" in company.why, "nothing is there")
    for times in range(1, 4):
        desk.plug(a_board())
        until(lambda times=times: company.here == times, "the board")  # type: ignore[misc]  # bound at once
        desk.unplug()
        until(lambda: company.absences[-1].why in ("lost", "missing"), "it is gone")
    box.close()
    box.close()  # twice does no harm


def test_orders_from_any_thread_to_a_board_that_is_gone_do_no_harm(desk: Desk) -> None:
    company = Company()
    box = Port(desk.path, company)
    assert box.say("clear", 0) is False
    box.start()
    desk.plug(a_board())
    until(lambda: company.here == 1, "the board")
    assert box.say("clear", 0) is True
    desk.unplug()
    for _ in range(200):
        box.say("clear", 0)
    until(lambda: "lost" in company.why, "it is gone")
    assert box.say("clear", 0) is False
    box.close()
    assert box.say("clear", 0) is False


def test_company_that_stumbles_costs_nobody_the_board(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    class Stumbling(Company):
        def joined(self, identity: object) -> None:
            super().joined(identity)
            raise RuntimeError("over the carpet")

    company = Stumbling()
    box = Port(desk.path, company)
    box.start()
    desk.plug(a_board())
    until(lambda: company.here == 1, "the board")
    until(lambda: box.identity is not None and box.link is not None and box.link.trip is not None, "it goes on")
    box.close()
    assert "over the carpet" in caplog.text


def test_a_line_that_nobody_may_open_or_somebody_else_holds_is_told_in_words(desk: Desk) -> None:
    device = Device("/dev/ttyACM0")
    assert refused(device, PermissionError(errno.EACCES, "denied")) == Absence("forbidden", ("/dev/ttyACM0",))
    assert refused(device, FileNotFoundError(errno.ENOENT, "gone")) == Absence("missing")
    desk.plug(a_board())
    with open_serial(desk.path):
        assert ask(Device(desk.path, named=True)) == Absence("busy", (desk.path,))
    answer = ask(Device(desk.path, named=True))
    assert not isinstance(answer, Absence)
    assert answer.name == "props"


# Which devices.


@dataclass
class Usb:
    """What pyserial tells of a device."""

    device: str
    vid: int | None
    serial_number: str | None = None
    description: str = ""


PLUGGED = [
    Usb("/dev/ttyAMA0", None),
    Usb("/dev/ttyUSB0", 0x0403, "FT123", "FT232R"),
    Usb("/dev/ttyACM1", 0x2E8A, "E66058388300AAAA"),
    Usb("/dev/ttyACM0", 0x2E8A, "e660583883001122", "Board in FS mode"),
]


def test_picos_are_asked_first_and_the_machines_own_uart_never() -> None:
    assert [device.path for device in devices(AUTO, lambda: PLUGGED)] == [
        "/dev/ttyACM0",
        "/dev/ttyACM1",
        "/dev/ttyUSB0",
    ]


def test_the_pico_whose_id_is_wanted_is_asked_first() -> None:
    found = devices("e66058388300aaaa", lambda: PLUGGED)
    assert [device.path for device in found] == ["/dev/ttyACM1", "/dev/ttyACM0", "/dev/ttyUSB0"]


def test_a_device_that_the_host_names_is_the_only_one(tmp_path: Any) -> None:
    here = tmp_path / "ttyACM7"
    assert devices(str(here), lambda: PLUGGED) == []
    here.touch()
    assert [(device.path, device.named) for device in devices(str(here), lambda: PLUGGED)] == [(str(here), True)]


@pytest.mark.parametrize(
    ("wanted", "yes"),
    [
        (AUTO, True),
        ("/dev/x", True),
        ("E660583883001122", True),
        ("props", True),
        ("Props", True),
        ("e66058", False),
        ("lamp", False),
    ],
)
def test_a_board_answers_to_its_id_and_its_name(wanted: str, yes: bool) -> None:
    assert answers_to(wanted, "e660583883001122", "props") is yes


def test_there_are_devices_to_ask_or_none_on_this_machine() -> None:
    assert all(device.path for device in devices())


# What the host is told.


class Nowhere:
    """A line without a board."""

    identity = link = None
    device = ""

    def __init__(self, wanted: str, company: Any) -> None:
        pass

    def say(self, name: str, *values: object) -> bool:
        return False

    def board_time(self, ours: float) -> int:
        return wire.NOW

    def start(self) -> None: ...
    def close(self) -> None: ...


class Host:
    """Reads the notices, on a clock of his own."""

    def __init__(self, *serves: str, usual: tuple[int, int, int] | None = None) -> None:
        self.now = 0.0
        self.notices: list[Notice] = []
        self.board = Board(AUTO, serves, tell=self.notices.append, now=lambda: self.now, line=Nowhere, usual=usual)

    def joins(self) -> None:
        self.board.joined(
            Identity(
                protocol=1,
                version=(1, 0, 0),
                fitted=frozenset({"sand", "buzzer"}),
                bulbs=(30, 30),
                guests=0,
                chairs=1,
                cause="power",
                uptime=1.0,
                uid="e6",
                name="props",
            )
        )

    def told(self) -> list[Notice]:
        told, self.notices[:] = list(self.notices), []
        return told


def test_a_missing_pico_is_told_once_with_what_it_serves_and_that_it_has_come() -> None:
    host = Host("hourglass", "left_chair")
    for _ in range(5):
        host.board.absent(Absence("missing"))
    assert host.told() == [Notice("pico_missing", ("hourglass", "left_chair"))]
    host.joins()
    assert host.told() == [Notice("pico_back")]


def test_a_board_that_is_there_from_the_start_is_no_news() -> None:
    host = Host("hourglass")
    host.joins()
    assert host.told() == []


def test_a_moments_absence_is_no_news_and_a_longer_one_is_told_once_each_time() -> None:
    host = Host("buzzer")
    host.joins()
    for _ in range(2):
        host.board.absent(Absence("lost"))
        host.now += 0.5
        host.board.absent(Absence("missing"))
        host.joins()
        assert host.told() == []
    for _ in range(2):
        for _ in range(5):
            host.board.absent(Absence("missing"))
            host.now += 1.0
        assert host.told() == [Notice("pico_lost", ("buzzer",))]
        host.joins()
        assert host.told() == [Notice("pico_back")]


def test_each_new_reason_is_told() -> None:
    host = Host("buzzer")
    for why in ("missing", "forbidden", "forbidden", "silent", "missing"):
        host.board.absent(Absence(why, ("/dev/ttyACM0",)))
    assert [notice.what for notice in host.told()] == ["pico_missing", "pico_forbidden", "pico_silent", "pico_missing"]


def test_what_the_board_shall_serve_and_has_not_fitted_is_told_once() -> None:
    host = Host("hourglass", "lamp", "left_chair", "right_chair", "guest_buzzers")
    host.joins()
    host.board.absent(Absence("lost"))
    host.joins()
    assert host.told() == [Notice("pico_lacks", ("lamp", "right_chair", "guest_buzzers"))]


@pytest.mark.parametrize(("usual", "what"), [((1, 2, 0), "pico_older"), ((0, 9, 9), "pico_newer")])
def test_other_firmware_that_works_is_mentioned(usual: tuple[int, int, int], what: str) -> None:
    host = Host("buzzer", usual=usual)
    host.joins()
    assert host.told() == [Notice(what, ("1.0.0", ".".join(map(str, usual))))]
