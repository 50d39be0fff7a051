"""A real Home Assistant for tests: from PyPI, in a Python of its own, without a face; asked over its own API."""

from __future__ import annotations

import base64
import hmac
import json
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from ports import free_port

HERE = Path(__file__).parent
STARTING = 120.0  # seconds, on a busy machine
KEY, TOKEN, USER = "k" * 64, "r" * 32, "u" * 32
NONE: Any = pytest.param("none", marks=pytest.mark.skip("no Home Assistant here: make homes"))


def homes() -> dict[str, Path]:
    """Which ones `make homes` has installed: version -> its Python."""
    folder = Path(os.environ.get("MAJORDOME_HOMES") or HERE.parents[1] / ".homes")
    return {path.name: path / "bin" / "python" for path in sorted(folder.glob("2*")) if (path / ".ready").exists()}


def knows_devices(version: str) -> bool:
    """Since 2024.11 one message tells of a whole device."""
    year, month = version.split(".")[:2]
    return (int(year), int(month)) >= (2024, 11)


def until(holds: Callable[[], Any], what: str, patience: float = 20.0) -> Any:
    """Wait for something that another process does; what was there last is told where it never comes."""
    end = time.monotonic() + patience
    while not (held := holds()):
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.05)
    return held


def _part(value: dict[str, Any]) -> bytes:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")


def a_token() -> str:
    """A key to its API, as it makes them itself."""
    now = int(time.time())
    head = _part({"alg": "HS256", "typ": "JWT"}) + b"." + _part({"iss": TOKEN, "iat": now - 60, "exp": now + 86400})
    sign = base64.urlsafe_b64encode(hmac.digest(KEY.encode(), head, "sha256")).rstrip(b"=")
    return (head + b"." + sign).decode()


def seed(folder: Path, port: int, broker: int, automations: list[dict[str, Any]]) -> None:
    """A house that was lived in: a user with a key, onboarding done, and the broker found."""
    storage = folder / ".storage"
    storage.mkdir(parents=True)
    (folder / "configuration.yaml").write_text(
        f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\nlogger:\n  default: warning\n"
        "automation: !include automations.yaml\nconfig:\ndevice_automation:\n"
    )
    (folder / "automations.yaml").write_text(json.dumps(automations))  # JSON is YAML

    def store(key: str, version: int, data: dict[str, Any]) -> None:
        told = {"version": version, "minor_version": 1, "key": key, "data": data}
        (storage / key).write_text(json.dumps(told))

    user: dict[str, Any] = {
        "id": USER,
        "group_ids": ["system-admin"],
        "is_owner": True,
        "is_active": True,
        "name": "host",
    }
    user |= {"system_generated": False, "local_only": False}
    token: dict[str, Any] = {
        "id": TOKEN,
        "user_id": USER,
        "client_id": None,
        "client_name": "tests",
        "client_icon": None,
    }
    token |= {"token_type": "long_lived_access_token", "created_at": "2024-01-01T00:00:00.000000+00:00"}
    token |= {"access_token_expiration": 315360000.0, "token": "t" * 64, "jwt_key": KEY, "last_used_at": None}
    token |= {"last_used_ip": None, "credential_id": None, "expire_at": None, "version": None}
    groups = [{"id": f"system-{name}", "name": name} for name in ("admin", "users", "read-only")]
    store("auth", 1, {"users": [user], "groups": groups, "credentials": [], "refresh_tokens": [token]})
    store("onboarding", 4, {"done": ["user", "core_config", "analytics", "integration"]})
    entry: dict[str, Any] = {
        "entry_id": "e" * 32,
        "version": 1,
        "minor_version": 1,
        "domain": "mqtt",
        "title": "castle",
    }
    entry |= {"data": {"broker": "127.0.0.1", "port": broker, "discovery": True}, "options": {}, "source": "user"}
    entry |= {"pref_disable_new_entities": False, "pref_disable_polling": False, "unique_id": None, "disabled_by": None}
    store("core.config_entries", 1, {"entries": [entry]})


class Assistant:
    """One of them, started; its log fails the test where it complains of us."""

    def __init__(self, python: Path, folder: Path, broker: int, automations: list[dict[str, Any]]) -> None:
        self.port = free_port()
        self.log = folder / "log.txt"
        seed(folder / "config", self.port, broker, automations)
        self._file = self.log.open("wb")
        self._process = subprocess.Popen(
            [python, HERE / "start_home.py", folder / "config"], stdout=self._file, stderr=subprocess.STDOUT
        )
        self._http = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}/api", headers={"Authorization": f"Bearer {a_token()}"}, timeout=10
        )
        self._open = ExitStack()
        self._numbers = iter(range(1, 10_000))
        try:
            until(self._runs, "Home Assistant does not start", STARTING)
            self._line: ClientConnection = self._open.enter_context(
                connect(f"ws://127.0.0.1:{self.port}/api/websocket", max_size=None)
            )
            self._line.recv()
            self._line.send(json.dumps({"type": "auth", "access_token": a_token()}))
            assert json.loads(self._line.recv())["type"] == "auth_ok"
        except BaseException:
            self.close()
            raise

    def _runs(self) -> bool:
        assert self._process.poll() is None, self.log.read_text()
        try:
            return "mqtt" in self._http.get("/config").json().get("components", ())
        except (httpx.HTTPError, ValueError):
            return False

    def states(self) -> dict[str, dict[str, Any]]:
        """Every entity by its id."""
        return {state["entity_id"]: state for state in self._http.get("/states").json()}

    def state(self, entity: str) -> str | None:
        found = self.states().get(entity)
        return None if found is None else found["state"]

    def call(self, service: str, **data: Any) -> None:
        """As a finger on its screen."""
        self._http.post(f"/services/{service}", json=data).raise_for_status()

    def ask(self, kind: str, **more: Any) -> Any:
        """Over its WebSocket."""
        self._line.send(json.dumps({"id": (number := next(self._numbers)), "type": kind, **more}))
        while (answer := json.loads(self._line.recv(20)))["id"] != number or answer["type"] != "result":
            pass
        assert answer["success"], answer
        return answer["result"]

    @property
    def complaints(self) -> list[str]:
        """What it says of what it was told."""
        lines = self.log.read_text().splitlines()
        ours = [line for line in lines if "mqtt" in line.lower() or "majordome" in line]
        return [line for line in ours if " ERROR " in line or " WARNING " in line]

    def close(self) -> None:
        self._open.close()
        self._http.close()
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._file.close()
