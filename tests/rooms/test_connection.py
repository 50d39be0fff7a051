"""The line to the broker: with a password, behind TLS, without a broker, and with one that comes back."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from majordome.core.cues import Notice, Top
from majordome.games.murder.testing import an_evening
from majordome.rooms import connection
from majordome.rooms.outbox import MOST_WAITING, STALE, BrokerOutbox, Message
from majordome.settings.rooms import Mqtt
from ports import free_port
from rooms.broker import MOSQUITTO, Broker, Spy, until
from rooms.house import House, told


def mqtt(broker: Broker) -> Mqtt:
    return Mqtt(broker="127.0.0.1", port=broker.port)


@pytest.fixture
def house(broker: Broker) -> Iterator[House]:
    house = House(an_evening("weekend"), mqtt(broker)).connected()
    yield house
    house.close()


def test_a_box_says_that_it_is_there_and_what_the_room_may_know(house: House, spy: Spy) -> None:
    until(lambda: spy.last("majordome/box/status") == b"online")
    state = told(until(lambda: spy.last("majordome/box/state")))
    assert (state["game"], state["phase"], state["dark"], state["step"]) == ("weekend", "welcome", False, 1)
    assert state["phase_text"] == "The guests arrive"


def test_a_box_that_is_switched_off_says_so(broker: Broker, spy: Spy) -> None:
    house = House(an_evening("weekend"), mqtt(broker)).connected()
    until(lambda: spy.last("majordome/box/status") == b"online")
    house.close()
    until(lambda: spy.last("majordome/box/status") == b"offline")


def test_the_top_is_told_as_it_happens(house: House, spy: Spy) -> None:
    house.go_to("walking")
    house.press()
    top = told(until(lambda: spy.last("majordome/box/event/top")))
    assert (top["event_type"], top["call"]) == ("top", "stop")
    assert Top("stop") in house.all(Top)


def test_a_broker_that_starts_anew_with_an_empty_memory_is_told_all_that_lasts(broker: Broker, house: House) -> None:
    house.go_to("walking")
    broker.kill()
    until(lambda: not house.leader_link.line.connected.is_set())
    house.press()  # TOP, with nobody to tell
    broker.start()
    house.connected()
    spy = Spy(broker.port)
    state = told(until(lambda: spy.last("majordome/box/state")))
    assert (state["phase"], state["dark"]) == ("dark", True)
    assert spy.all("majordome/box/event/top") == []  # it is over: told now, it would be a lie
    spy.close()


def test_an_evening_without_its_broker_is_told_so_once_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "GRACE", 0.0)
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)
    house = House(an_evening("weekend"), Mqtt(broker="127.0.0.1", port=free_port()))
    house.take()
    for _ in range(3):
        house.press()
    house.take_all()
    assert [notice.what for notice in house.notices] == ["broker_missing"]
    assert house.narrator.notice(house.notices[0]).startswith("The broker 127.0.0.1 does not answer")
    house.close()


def test_a_broker_that_swallows_everything_costs_the_evening_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It accepts the connection and never says a word: the box waits for it in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        house = House(an_evening("weekend"), Mqtt(broker="127.0.0.1", port=silent.getsockname()[1]))
        line, _ = silent.accept()
        began = time.monotonic()
        house.go_to("walking")
        house.press()
        assert time.monotonic() - began < connection.PATIENCE / 2
        monkeypatch.setattr(connection, "PATIENCE", 0.1)
        house.close()
        line.close()


def test_a_broker_that_talks_nonsense_is_left_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)
    came: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as liar:

        def lie() -> None:
            while len(came) < 3:
                try:
                    line, _ = liar.accept()
                except OSError:
                    return
                came.append(1)
                line.sendall(b"\x20\xff\xff\xff\xff\xff\xff nonsense" * 100)
                line.close()

        Thread(target=lie, daemon=True).start()
        house = House(an_evening("weekend"), Mqtt(broker="127.0.0.1", port=liar.getsockname()[1]))
        until(lambda: len(came) >= 3, "it does not try again")
        house.go_to("walking")
        house.close()


def certificates(folder: Path) -> None:
    """A house of its own that vouches for a broker on this machine."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    own = "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ca.key -out ca.pem -subj /CN=castle"
    asked = "req -newkey rsa:2048 -nodes -keyout broker.key -out broker.csr -subj /CN=127.0.0.1"
    openssl(*own.split(" "))
    openssl(*asked.split(" "))
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1")
    signing = "x509 -req -days 2 -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out broker.pem -extfile names"
    openssl(*signing.split(" "))


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker behind TLS that lets nobody in without a password."""
    if MOSQUITTO is None:
        pytest.skip("no mosquitto: sudo apt install mosquitto")
    folder = tmp_path_factory.mktemp("guarded")
    certificates(folder)
    subprocess.run(["mosquitto_passwd", "-c", "-b", "users", "butler", "hunter2 é"], cwd=folder, check=True)
    for file in folder.iterdir():
        file.chmod(0o644)
    folder.chmod(0o755)
    settings = f"user root\nallow_anonymous false\npassword_file {folder}/users\n"
    settings += f"cafile {folder}/ca.pem\ncertfile {folder}/broker.pem\nkeyfile {folder}/broker.key\n"
    with Broker(folder, settings=settings) as broker:
        yield broker


@pytest.mark.parametrize("version", ["5", "3.1.1"])
def test_behind_tls_and_with_the_password_of_its_file_the_box_is_let_in(
    guarded: Broker, tmp_path: Path, version: str
) -> None:
    (tmp_path / "password").write_text("hunter2 é\n")
    where = Mqtt(
        broker="127.0.0.1",
        port=guarded.port,
        tls=True,
        ca=guarded.folder / "ca.pem",
        user="butler",
        password_file=tmp_path / "password",
        version=version,
    )
    house = House(an_evening("weekend"), where).connected()
    spy = Spy(guarded.port, user="butler", password="hunter2 é", ca=guarded.folder / "ca.pem")
    until(lambda: spy.last("majordome/box/state"))
    spy.say("majordome/box/press/set", "press")
    house.take()
    assert house.beat != "welcome"
    spy.close()
    house.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho lets go of a refused socket
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"password_file": "wrong"}, "Not authorized"),
        ({"password_file": "missing"}, "No such file"),
        ({"ca": None}, "certificate verify failed"),
    ],
)
def test_a_box_that_is_not_let_in_tells_the_host_why(
    guarded: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], why: str
) -> None:
    monkeypatch.setattr(connection, "GRACE", 0.0)
    (tmp_path / "wrong").write_text("hunter3")
    (tmp_path / "right").write_text("hunter2 é")
    where = Mqtt(broker="127.0.0.1", port=guarded.port, tls=True, ca=guarded.folder / "ca.pem", user="butler")
    where = replace(where, password_file=tmp_path / "right")
    where = replace(where, **{key: value and tmp_path / value for key, value in change.items()})
    house = House(an_evening("weekend"), where)
    house.take()
    assert [notice.what for notice in house.notices] == ["broker_missing"]
    assert why in house.notices[0].names[1]
    assert "hunter" not in str(house.notices)
    house.close()


# What waits to be sent.


def test_what_passes_is_dropped_when_it_is_stale_and_what_lasts_is_told_again() -> None:
    now = [0.0]
    box = BrokerOutbox(lambda: now[0])
    box.lay(Message("state", b"1", retain=True))
    box.lay(Message("event", b"scream"))
    box.lay(Message("state", b"2", retain=True))
    assert [box.next(), box.next(), box.next()] == [Message("event", b"scream"), Message("state", b"2", True), None]
    box.lay(Message("event", b"top"))
    now[0] = STALE + 1
    assert box.next() is None
    box.lay(Message("event", b"jail"))
    box.all_anew()
    assert [box.next(), box.next()] == [Message("state", b"2", True), None]


def test_nothing_grows_without_end_while_nobody_takes_it() -> None:
    box = BrokerOutbox(lambda: 0.0)
    for number in range(10 * MOST_WAITING):
        box.lay(Message("event", str(number).encode()))
        box.lay(Message("state", str(number).encode(), retain=True))
    sent = []
    while (message := box.next()) is not None:
        sent.append(message)
    assert len(sent) == MOST_WAITING + 1
    assert box.dropped == 9 * MOST_WAITING


def test_a_notice_of_the_wing_is_in_both_languages() -> None:
    house = House(an_evening("weekend"), Mqtt(broker="127.0.0.1", port=free_port()))
    for what in ("broker_missing", "broker_back", "two_leaders"):
        for lang in ("fr", "en"):
            house.narrator.speak(lang)
            assert "hall" in house.narrator.notice(Notice(what, ("hall", "why")))
    house.close()
