"""The box's own Wi-Fi, by NetworkManager: a castle has no router, and the phones must reach the page all the same.

It is made only where no known network comes in time. The password is made once and kept beside the journals, for the
host alone. What is asked of `nmcli` is in docs/appliance.md, and nothing else is.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from majordome.core.private_file import write_private
from majordome.errors import HotspotRefused, NoHotspot
from majordome.settings.config import Settings

FILE = "hotspot.json"
PROFILE = "Majordome hotspot"  # what NetworkManager calls it; the name in the air is the config's
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
LENGTH = 10
LOOK_EVERY = 2.0  # seconds
PATIENCE = 40.0  # for one call of nmcli
PASSWORD = "802-11-wireless-security.psk"
NETWORKS = ("802-3-ethernet", "802-11-wireless")
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

Said = Callable[[list[str]], None]


@dataclass(frozen=True, slots=True)
class Wifi:
    """What a phone must know."""

    name: str
    password: str

    @property
    def code(self) -> str:
        """The text of the QR code that every phone's camera understands."""
        name, password = (
            "".join(f"\\{c}" if c in '\\;,:"' else c for c in text) for text in (self.name, self.password)
        )
        return f"WIFI:T:WPA;S:{name};P:{password};;"


def wifi_of(settings: Settings) -> Wifi | None:
    """The hotspot that is open since this boot; None where there is none."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads((settings.evenings / FILE).read_text("utf-8"))
        if kept["up"] and kept["up"] == _boot():
            return Wifi(kept["name"], kept["password"])
    return None


class Hotspot:
    """Made and closed by nmcli. `say` is told each command before it is run; a `dry` one is only told."""

    def __init__(
        self,
        settings: Settings,
        *,
        dry: bool = False,
        say: Said = lambda command: None,
        now: Callable[[], float] = time.monotonic,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settings = settings
        self._dry = dry
        self._say = say
        self._now = now
        self._rest = rest
        self._file = settings.evenings / FILE

    def known_network(self, waited: Callable[[float], None] = lambda part: None) -> str | None:
        """The known network that is there, or comes within the config's patience. `waited`: how much of it is over."""
        after = self._settings.hotspot.after
        begun = self._now()
        while True:
            for name, kind, state in self._ask("NAME,TYPE,STATE", "connection", "show", "--active"):
                if kind in NETWORKS and state == "activated" and name != PROFILE:
                    return name
            gone = self._now() - begun
            waited(min(1.0, gone / after) if after else 1.0)
            if gone >= after or self._dry:
                return None
            self._rest(LOOK_EVERY)

    def open(self) -> Wifi:
        """Make it, in memory only: it is gone with the machine, and a read-only root does not matter."""
        wifi = self._wifi()
        device = self._device()
        ways = {"auto": ("sae", "wpa-psk"), "wpa3": ("sae",), "wpa2": ("wpa-psk",)}[self._settings.hotspot.security]
        if len(ways) > 1 and self._kept().get("sae") is False:  # this radio has said before that it cannot
            ways = ways[1:]
        for way in ways:
            self._forget_profile()
            try:
                self._do("connection", "add", "save", "no", *profile(wifi, device, way))
                self._do(
                    *("--wait", f"{PATIENCE - 5:.0f}", "connection", "up", "id", PROFILE, "passwd-file", "/dev/stdin"),
                    secret=f"{PASSWORD}:{wifi.password}\n",
                )
            except HotspotRefused:
                self._forget_profile()
                if way == ways[-1]:
                    raise
            except NoHotspot:
                self._forget_profile()
                raise
            else:
                self._keep(wifi, up=_boot(), sae=way == "sae" if len(ways) > 1 else self._kept().get("sae"))
                break
        return wifi

    def close(self) -> bool:
        """Give the Wi-Fi back to the known networks; True if there was a hotspot."""
        was_open = self._forget_profile()
        with suppress(OSError):
            if self._file.exists():
                self._keep(self._wifi(), up=None, sae=self._kept().get("sae"))
        return was_open

    def _forget_profile(self) -> bool:
        there = any(name == PROFILE for (name,) in self._ask("NAME", "connection", "show"))
        if there:
            self._do("connection", "delete", "id", PROFILE)
        return there

    def _device(self) -> str:
        for device, kind, state in self._ask("DEVICE,TYPE,STATE", "device"):
            if kind == "wifi" and state not in ("unavailable", "unmanaged"):
                return device
        raise NoHotspot(
            "there is no Wi-Fi that could be used: is it blocked ('rfkill unblock wifi'), "
            "without a country ('sudo raspi-config nonint do_wifi_country FR'), or not managed by NetworkManager?"
        )

    def _ask(self, fields: str, *words: str) -> list[list[str]]:
        """Rows of a table. To look changes nothing, so that a dry run looks too."""
        return [_cells(line) for line in self._nmcli("--terse", "--fields", fields, *words).splitlines() if line]

    def _do(self, *words: str, secret: str = "") -> None:
        self._say(["nmcli", *words])
        if not self._dry:
            self._nmcli(*words, secret=secret)

    def _nmcli(self, *words: str, secret: str = "") -> str:
        """`secret` goes in by the pipe: a command line can be read by everybody on the machine."""
        program = shutil.which("nmcli")
        if program is None:
            raise NoHotspot("there is no NetworkManager on this machine: sudo apt install network-manager")
        try:
            done = subprocess.run(
                [program, *words],
                input=secret.encode(),
                capture_output=True,
                timeout=PATIENCE,
                env={**os.environ, "LC_ALL": "C"},  # its words are read here
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as trouble:
            raise NoHotspot(f"nmcli does not answer ({trouble}): is NetworkManager well?") from None
        if done.returncode == 0:
            return done.stdout.decode("utf-8", "replace")
        why = done.stderr.decode("utf-8", "replace").strip().replace("\n", " ") or f"exit code {done.returncode}"
        if done.returncode == 8 or "NMClient" in why:  # nor is its bus there
            raise NoHotspot("NetworkManager does not run: sudo systemctl enable --now NetworkManager")
        if "authorized" in why or "privileges" in why:
            raise NoHotspot(f"this account may not change the network ({why}): run it with sudo")
        raise HotspotRefused(f"NetworkManager says: {why}")

    def _kept(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            kept = json.loads(self._file.read_text("utf-8"))
            return kept if isinstance(kept, dict) else {}
        return {}

    def _wifi(self) -> Wifi:
        """The name of the config, and the password that was made once."""
        name = self._settings.hotspot.name
        if password := self._kept().get("password"):
            return Wifi(name, str(password))
        wifi = Wifi(name, "".join(secrets.choice(LETTERS) for _ in range(LENGTH)))
        if not self._dry:
            self._keep(wifi, up=None)
        return wifi

    def _keep(self, wifi: Wifi, up: str | None, sae: bool | None = None) -> None:
        """For the host's own account alone; a box that is set up by root keeps it for whoever owns the journals."""
        if self._dry:
            return
        told = {"name": wifi.name, "password": wifi.password, "up": up, "sae": sae}
        try:
            write_private(self._file, json.dumps(told).encode())
        except OSError as trouble:
            raise NoHotspot(
                f"{self._file}: cannot be written ({trouble.strerror}): see the rights of its folder"
            ) from None


def profile(wifi: Wifi, device: str, way: str) -> list[str]:
    """A network of our own, as nmcli wants it told: addresses given out by NetworkManager, the password comes later.

    No phone reaches another one through it (AP isolation): a guest with the Wi-Fi's password meets the box alone. With
    `sae` (WPA3) each phone has a key of its own, and nobody reads along; WPA2 is CCMP alone.
    """
    return [
        *("type", "wifi", "ifname", device, "con-name", PROFILE, "autoconnect", "no", "ssid", wifi.name),
        *("mode", "ap", "802-11-wireless.band", "bg", "802-11-wireless.ap-isolation", "1"),
        *("wifi-sec.key-mgmt", way, "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp"),
        *("wifi-sec.pmf", "required" if way == "sae" else "optional"),
        *("ipv4.method", "shared", "ipv6.method", "disabled"),
    ]


def _cells(line: str) -> list[str]:
    """A line of `nmcli --terse`: cells between colons, with colons and backslashes in them escaped."""
    cells, escaped = [""], False
    for letter in line:
        if escaped or letter not in "\\:":
            cells[-1] += letter
            escaped = False
        elif letter == "\\":
            escaped = True
        else:
            cells.append("")
    return cells


def _boot() -> str:
    """Which start of the machine this is."""
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return "this one"
