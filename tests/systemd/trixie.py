"""A Debian 13 with the full build on it, by the installer."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from systemd.debian import CLONE, Debian, NoDebian, place_to_build


def installed() -> Iterator[Debian]:
    place = place_to_build()
    try:
        try:
            fresh = Debian.fresh(place / "root", "trixie")
        except NoDebian as why:
            pytest.skip(f"no Debian on this machine: {why}")
        fresh.at("/etc/rpi-issue").write_text("Raspberry Pi reference\n")
        fresh.at("/etc/default/locale").write_text("LANG=en_GB.UTF-8\n")
        fresh.clone()
        fresh.run(str(CLONE / "systemd/install"), "--build", "full")
        yield fresh
    finally:
        subprocess.run(["rm", "-rf", str(place)], check=True)
