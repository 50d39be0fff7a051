"""A real mosquitto for tests: started, killed and started again at will; with a password and TLS where asked for."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from ports import free_port

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
PATIENCE = 20.0  # seconds: a busy machine

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto: sudo apt install mosquitto")


def until(holds: Callable[[], Any], what: str = "", patience: float = PATIENCE) -> Any:
    """Wait for something that another process or thread does; it fails with a word where that never comes."""
    end = time.monotonic() + patience
    while not (held := holds()):
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.005)
    return held


class Broker:
    """One broker on one port of this machine."""

    def __init__(self, folder: Path, *, settings: str = "allow_anonymous true\n") -> None:
        self.port = free_port()
        self.folder = folder
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\npersistence false\n{settings}")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO is not None
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, "mosquitto does not start")

    def _answers(self) -> bool:
        with socket.socket() as some:
            some.settimeout(0.5)
            return some.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Broker:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Spy:
    """Hears everything: topic, payload, retained, in the order of the broker."""

    def __init__(self, port: int, topic: str = "#", **login: Any) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._ready = False
        self.client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        if "user" in login:
            self.client.username_pw_set(login["user"], login["password"])
        if "ca" in login:
            self.client.tls_set(ca_certs=str(login["ca"]))
        self.client.on_connect = lambda c, *_: c.subscribe(topic, 1)
        self.client.on_subscribe = lambda *_: setattr(self, "_ready", True)
        self.client.on_message = lambda c, u, m: self.heard.append((m.topic, bytes(m.payload)))
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        until(lambda: self._ready, "the spy is not let in")

    def say(self, topic: str, payload: str | bytes = b"", *, retain: bool = False) -> None:
        self.client.publish(topic, payload, 1, retain).wait_for_publish(PATIENCE)

    def all(self, topic: str) -> list[bytes]:
        return [payload for where, payload in list(self.heard) if where == topic]

    def last(self, topic: str) -> bytes | None:
        return (self.all(topic) or [None])[-1]  # type: ignore[list-item]  # none yet

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
